"""The 7th edition as a table of contents: which clause answers which form."""

from masterpoint.core.editions import Edition
from masterpoint.schemes.ebu.e2014 import basic, consolation, knockout, leagues, matches, qualifinal, ranks
from masterpoint.schemes.ebu.e2014.facts import Facts
from masterpoint.schemes.ebu.e2014.formalities import formalities
from masterpoint.schemes.ebu.e2014.handbook import CLAUSES, IN_FORCE_FROM, READINGS, TITLE
from masterpoint.schemes.ebu.e2014.organisations import LEVELS
from masterpoint.schemes.ebu.e2014.programme import PROGRAMME
from masterpoint.schemes.ebu.e2014.sheets import SHEETS

EDITION = Edition(
    scheme="ebu",
    package=__name__,
    title=TITLE,
    in_force_from=IN_FORCE_FROM,
    clauses=CLAUSES,
    facts=Facts,
    levels=LEVELS,
    colours=("local", "blue", "green", "gold"),
    forms={
        "session": basic.award,  # 4.1, 4.4
        "final": qualifinal.award,  # 4.2
        "consolation": consolation.award,  # 4.3
        "matches": matches.award,  # 4.5, 4.6
        "knockout": knockout.award,  # 4.7
        "league": leagues.award,  # 4.8
    },
    not_in_book={},
    ranks=ranks.LADDER,
    readings=READINGS,
    worksheets=SHEETS,  # 1.3 to 1.11, 2.2 to 2.10, 3.7
    programme=PROGRAMME,  # 1.2 over a year
    formalities=formalities,  # 1.3 to 1.8, 2.8
)
