"""Section E as a table of contents: which page answers which form."""

from masterpoint.core.editions import Edition
from masterpoint.schemes.nz.rules import club, gradings, programme, ranks, records, scoring, tournaments
from masterpoint.schemes.nz.rules.classes import MINIMUM_DEALS
from masterpoint.schemes.nz.rules.facts import Facts
from masterpoint.schemes.nz.rules.formalities import formalities
from masterpoint.schemes.nz.rules.handbook import BOOK, LEVELS, A, B, C

EDITION = Edition(
    book=BOOK,
    facts=Facts,
    levels=LEVELS,
    grades=tuple(MINIMUM_DEALS),  # E14.3
    colours=(A, B, C),
    forms={
        "session": club.award_session,  # E11, E12; one session of a tournament: E19, E23
        "matches": club.award_matches,  # E13, E20, E23, with overall placings: E44 to E55
        "tournament": tournaments.award,  # E14 to E23, E42 to E55
        "consolation": club.award_consolation,  # E43
    },
    not_in_book={
        "final": "E42.Q2b",  # stages are told inside a tournament
        "knockout": "E29.b",  # each stage of a knock-out is a set of matches
        "league": "E11.4",
        "sections": "E19.3f",
        "ladder": "E6.3c",
        "stratified": "E15.3e",
        "simultaneous": "E37.1e",
        "flighted": "E15.3e",
        "finals": "E42.Q2b",
    },
    ranks=ranks.LADDER,
    sections_apart=True,  # E19.3f, N-40
    worksheets=gradings.WORKSHEETS | records.WORKSHEETS | scoring.WORKSHEETS,
    programme=programme.PROGRAMME,
    formalities=formalities,
)
