"""The ABF Masterpoint Manual as a table of contents: the clauses that judge each form of event."""

from __future__ import annotations

from functools import partial

from masterpoint.core.editions import Edition, Programme
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.awards.awarding import award
from masterpoint.schemes.abf.rules.facts import Facts
from masterpoint.schemes.abf.rules.formalities import formalities
from masterpoint.schemes.abf.rules.forms import (
    knockouts,
    ladders,
    match_events,
    single_sessions,
    stages,
    tournaments,
)
from masterpoint.schemes.abf.rules.grades.weights import LEVELS
from masterpoint.schemes.abf.rules.members import ranks
from masterpoint.schemes.abf.rules.planning.planned_events import PlannedYear
from masterpoint.schemes.abf.rules.planning.programme import findings
from masterpoint.schemes.abf.rules.sheets import worksheets


def contents(book: Book) -> Edition:
    """One edition of the manual."""
    return Edition(
        book=book,
        facts=Facts,
        levels=LEVELS,
        grades=tuple(book.figures.grades.weights.value),  # 1.5.1
        colours=("green", "red", "gold"),
        forms={
            "session": partial(award, book, single_sessions.session),  # 4.2
            "matches": partial(award, book, match_events.matches),  # 4.2.3, 4.2.4, 7.5
            "tournament": partial(award, book, tournaments.tournament),  # 4.2.4, 4.2.5, 4.3
            "final": partial(award, book, stages.final),  # 4.2.5, 4.3.3
            "consolation": partial(award, book, stages.consolation),  # 4.2.5, 4.3.3
            "knockout": partial(award, book, knockouts.knockout),  # 4.2.5, 4.3.3, 7.5.3
            "ladder": partial(award, book, ladders.ladder),  # 4.3.2
            "simultaneous": partial(award, book, single_sessions.simultaneous),  # 6.3
        },
        not_in_book={
            "league": "4.2.3a",
            "sections": "4.1.1 note",
            "stratified": "4.4.9a",
            "flighted": "4.3.4",
            "finals": "4.3.3a",
        },
        ranks=ranks.ladder(book),  # 1.8
        worksheets=worksheets(book),
        programme=Programme(PlannedYear, partial(findings, book)),
        formalities=partial(formalities, book),
        paid_by_place=("session",),
    )
