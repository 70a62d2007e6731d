"""Section E as a table of contents: the pages that judge each form of event."""

from __future__ import annotations

from functools import partial

from masterpoint.core.editions import Edition
from masterpoint.schemes.nz.book import LEVELS, A, B, Book, C
from masterpoint.schemes.nz.rules.facts import Facts
from masterpoint.schemes.nz.rules.forms import consolation, matches, session, tournament
from masterpoint.schemes.nz.rules.office import fees, formalities
from masterpoint.schemes.nz.rules.play import scoring
from masterpoint.schemes.nz.rules.points import conversions, gradings, ranks
from masterpoint.schemes.nz.rules.tournaments import programme
from masterpoint.schemes.nz.rules.tournaments.classes import minimum_deals


def contents(book: Book) -> Edition:
    """One edition of the manual."""
    return Edition(
        book=book,
        facts=Facts,
        levels=LEVELS,
        grades=tuple(minimum_deals(book)),  # E14.3
        colours=(A, B, C),
        forms={
            "session": partial(session.award, book),  # E11, E12; one session of a tournament: E19, E23
            "matches": partial(matches.award, book),  # E13, E20, E23, with overall placings: E44 to E55
            "tournament": partial(tournament.award, book),  # E14 to E23, E42 to E55
            "consolation": partial(consolation.award, book),  # E43
        },
        not_in_book={
            "final": "E42.Q2b",  # stages are given inside a tournament
            "knockout": "E29.b",  # each stage of a knock-out is a set of matches
            "league": "E11.4",
            "sections": "E19.3f",
            "ladder": "E6.3c",
            "stratified": "E15.3e",
            "simultaneous": "E37.1e",
            "flighted": "E15.3e",
            "finals": "E42.Q2b",
        },
        ranks=ranks.ladder(book),  # E7
        sections_apart=True,  # E19.3f, N-40
        worksheets={
            **gradings.worksheets(book),
            **conversions.worksheets(book),
            **fees.worksheets(book),
            **scoring.worksheets(book),
        },
        programme=programme.programme(book),  # E14 to E17
        formalities=partial(formalities.formalities, book),
        paid_by_place=("session",),
    )
