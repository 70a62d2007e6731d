"""The club guide of 2016 as a table of contents: which page answers which form."""

from masterpoint.core.editions import Edition
from masterpoint.schemes.sbu.rules import aggregates, club_night, elsewhere, finals, swiss
from masterpoint.schemes.sbu.rules.conditions import LEVELS
from masterpoint.schemes.sbu.rules.facts import Facts
from masterpoint.schemes.sbu.rules.files import BONUS_FILE
from masterpoint.schemes.sbu.rules.handbook import BOOK
from masterpoint.schemes.sbu.rules.programme import PROGRAMME
from masterpoint.schemes.sbu.rules.ranks import LADDER, UNITS
from masterpoint.schemes.sbu.rules.stages import STAGES

EDITION = Edition(
    book=BOOK,
    facts=Facts,
    levels=LEVELS,
    colours=("local", "national"),
    forms={
        "session": club_night.award,  # chapter 1, 11.1
        "stratified": club_night.award_stratified,  # 11.5
        "ladder": aggregates.award,  # 12.3 to 13.2
        "tournament": aggregates.award_tournament,  # 12.1, 12.3
        "final": finals.award,  # 13.4 to 13.7
        "consolation": finals.award_consolation,  # 13.10
        "matches": swiss.award,  # chapter 4
    },
    not_in_book={
        "league": "2.4",  # the chapter announced there is missing (S-02)
        "knockout": "11.7",
        "finals": "11.7",
        "sections": "2.5",
        "flighted": "2.5",
        "simultaneous": "19.3",
    },
    ranks=LADDER,
    worksheets={"units": UNITS, "stages": STAGES, "bonus-file": BONUS_FILE},
    programme=PROGRAMME,
    formalities=elsewhere.formalities,
)
