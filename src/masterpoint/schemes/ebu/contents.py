"""The EBU handbook as a table of contents: which clause answers which form."""

from __future__ import annotations

from functools import partial

from masterpoint.core.editions import Edition
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules import green
from masterpoint.schemes.ebu.rules.blue import simultaneous
from masterpoint.schemes.ebu.rules.colours import by_colour, green_only
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.local import (
    knockout,
    ladders,
    leagues,
    matches,
    sections,
    stages,
    stratified_events,
)
from masterpoint.schemes.ebu.rules.organisations.charge_hints import code_problems, hints
from masterpoint.schemes.ebu.rules.organisations.formalities import formalities
from masterpoint.schemes.ebu.rules.organisations.organisers import LEVELS
from masterpoint.schemes.ebu.rules.organisations.programme import programme
from masterpoint.schemes.ebu.rules.principles.status import statuses
from masterpoint.schemes.ebu.rules.records import ranks
from masterpoint.schemes.ebu.rules.records.sheets import sheets

PLAYED_THROUGH = green_only(
    "3.7.1", "give an event played through as one session with all its boards, a series of games as a ladder"
)
FLIGHTED = green_only("4.9.4", "give it as sections, or each flight as its own matches")
IN_STAGES = green_only("3.7.2", "give each stage separately: a session that qualifies, the final, the consolation")


def contents(book: Book) -> Edition:
    """One edition of the handbook."""
    return Edition(
        book=book,
        facts=Facts,
        levels=LEVELS,
        grades=tuple(statuses(book)),  # 3.2
        colours=("local", "blue", "green", "gold"),
        forms={
            "session": by_colour(book, stages.session, green=green.session),  # 4.1, 4.4
            "final": by_colour(book, stages.final, green=green.final),  # 4.2
            "consolation": by_colour(book, stages.consolation_final, green=green.consolation),  # 4.3
            "matches": by_colour(book, matches.award, green=green.matches),  # 4.5, 4.6
            "knockout": by_colour(book, knockout.award, green=green.knockout),  # 4.7
            "league": by_colour(book, leagues.award, green=green.league),  # 4.8
            "sections": by_colour(book, sections.award),  # 4.9
            "ladder": by_colour(book, ladders.award),  # 4.11
            "stratified": by_colour(book, stratified_events.award),  # 4.12
            "simultaneous": by_colour(book, simultaneous.award),  # 1.2.5, 5.1.2
            "tournament": by_colour(book, PLAYED_THROUGH, green=green.tournament),  # 6.4.5
            "flighted": by_colour(book, FLIGHTED, green=green.award_flights),  # 6.4.3
            "finals": by_colour(book, IN_STAGES, green=green.finals),  # 6.4.4, 6.4.6, 6.4.7
        },
        not_in_book={},
        ranks=ranks.ladder(book),  # 2.6
        worksheets=sheets(book),  # 1.3 to 1.11, 2.2 to 2.10, 3.7
        programme=programme(book),  # 1.2 over a year
        formalities=partial(formalities, book),  # 1.3 to 1.8, 2.8
        hints=hints,  # 2.8.1
        code_problems=partial(code_problems, book),
        paid_by_place=("session",),
    )
