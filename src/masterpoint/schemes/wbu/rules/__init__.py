"""The 5th edition as a table of contents: which clause answers which form."""

from masterpoint.core.editions import Edition
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.green import flights, multiple_teams
from masterpoint.schemes.wbu.rules.handbook import BOOK
from masterpoint.schemes.wbu.rules.local import (
    basic,
    consolations,
    finals,
    knockouts,
    ladders,
    leagues,
    matches,
    sections,
)
from masterpoint.schemes.wbu.rules.organisations import allegiance
from masterpoint.schemes.wbu.rules.organisations.formalities import formalities
from masterpoint.schemes.wbu.rules.organisations.organisers import LEVELS
from masterpoint.schemes.wbu.rules.organisations.programme import PROGRAMME
from masterpoint.schemes.wbu.rules.principles.status import STATUS
from masterpoint.schemes.wbu.rules.records import certificates, gold, ranks
from masterpoint.schemes.wbu.rules.routes import always, answered_by, simultaneous

EDITION = Edition(
    book=BOOK,
    facts=Facts,
    levels=LEVELS,
    grades=tuple(STATUS),  # 2.2.1
    colours=("local", "green", "gold"),
    forms={
        "session": answered_by(basic.award),  # 4.1, 4.4; heats 5.1; Area championships and AGM 5.3 to 5.5
        "final": answered_by(finals.award),  # 4.2; 5.3, 5.4
        "consolation": answered_by(consolations.award),  # 4.3
        "matches": answered_by(matches.award),  # 4.5, 4.6; 5.3, 5.5, 5.6
        "knockout": answered_by(knockouts.award),  # 4.7
        "league": answered_by(leagues.award),  # 4.8
        "sections": answered_by(sections.award),  # 4.9
        "ladder": answered_by(ladders.award),  # 4.11
        "simultaneous": answered_by(simultaneous),  # 3.2.7(d), 4.4.9
        "flighted": always(flights.award),  # 5.6.3
        "finals": always(multiple_teams.award),  # 5.6.4
    },
    not_in_book={"stratified": "2.11.1", "tournament": "2.7.4"},
    ranks=ranks.LADDER,
    worksheets={
        "gold": gold.SHEET,  # 1.5
        "certificates": certificates.CERTIFICATES,  # 1.10
        "registration": certificates.REGISTRATION,  # 1.2, 1.7, 1.8, 1.11
        "allegiance": allegiance.SHEET,  # 3.1.3
    },
    programme=PROGRAMME,  # 3.2 over a year
    formalities=formalities,  # 1.10, 3.4, 3.5, 5.2.5
)
