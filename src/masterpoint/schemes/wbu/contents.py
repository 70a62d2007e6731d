"""The handbook as a table of contents: which clause answers which form."""

from __future__ import annotations

from functools import partial

from masterpoint.core.editions import Edition
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.green import flights, multiple_teams
from masterpoint.schemes.wbu.rules.local import (
    knockouts,
    ladders,
    leagues,
    matches,
    sections,
    stages,
)
from masterpoint.schemes.wbu.rules.organisations import allegiance, programme
from masterpoint.schemes.wbu.rules.organisations.formalities import formalities
from masterpoint.schemes.wbu.rules.organisations.organisers import LEVELS
from masterpoint.schemes.wbu.rules.records import certificates, gold, ranks
from masterpoint.schemes.wbu.rules.routes import answered_by, only_chapter_5, simultaneous


def contents(book: Book) -> Edition:
    """One edition of the handbook."""
    return Edition(
        book=book,
        facts=Facts,
        levels=LEVELS,
        grades=tuple(book.figures.principles.status.value),  # 2.2.1
        colours=("local", "green", "gold"),
        forms={
            "session": answered_by(
                book, stages.award_session
            ),  # 4.1, 4.4; heats 5.1; Area championships and AGM 5.3 to 5.5
            "final": answered_by(book, stages.award_final),  # 4.2; 5.3, 5.4
            "consolation": answered_by(book, stages.award_consolation),  # 4.3
            "matches": answered_by(book, matches.award),  # 4.5, 4.6; 5.3, 5.5, 5.6
            "knockout": answered_by(book, knockouts.award),  # 4.7
            "league": answered_by(book, leagues.award),  # 4.8
            "sections": answered_by(book, sections.award),  # 4.9
            "ladder": answered_by(book, ladders.award),  # 4.11
            "simultaneous": answered_by(book, simultaneous),  # 3.2.7(d), 4.4.9
            "flighted": only_chapter_5(book, flights.award),  # 5.6.3
            "finals": only_chapter_5(book, multiple_teams.award),  # 5.6.4
        },
        not_in_book={"stratified": "2.11.1", "tournament": "2.7.4"},
        ranks=ranks.ladder(book),
        worksheets={
            "gold": gold.worksheet(book),  # 1.5
            "certificates": certificates.certificate_worksheet(book),  # 1.10
            "registration": certificates.registration_worksheet(book),  # 1.2, 1.7, 1.8, 1.11
            "allegiance": allegiance.worksheet(book),  # 3.1.3
        },
        programme=programme.programme(book),  # 3.2 over a year
        formalities=partial(formalities, book),  # 1.10, 3.4, 3.5, 5.2.5
        paid_by_place=("session",),
    )
