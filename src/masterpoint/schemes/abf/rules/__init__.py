"""The manual of June 2025 as a table of contents: which clause answers which form."""

from functools import partial

from masterpoint.core.editions import Edition, Programme
from masterpoint.schemes.abf.rules.awards.awarding import by
from masterpoint.schemes.abf.rules.facts import Facts
from masterpoint.schemes.abf.rules.formalities import formalities
from masterpoint.schemes.abf.rules.forms import knockouts, ladders, match_events, single_sessions, stages, tournaments
from masterpoint.schemes.abf.rules.grades.weights import LEVELS, WEIGHTS
from masterpoint.schemes.abf.rules.handbook import BOOK
from masterpoint.schemes.abf.rules.members import ranks
from masterpoint.schemes.abf.rules.planning.planned import Asked
from masterpoint.schemes.abf.rules.planning.programme import findings
from masterpoint.schemes.abf.rules.sheets import WORKSHEETS

EDITION = Edition(
    book=BOOK,
    facts=Facts,
    levels=LEVELS,
    grades=tuple(WEIGHTS),  # 1.5.1
    colours=("green", "red", "gold"),
    forms={
        "session": partial(by, single_sessions.session),  # 4.2
        "matches": partial(by, match_events.matches),  # 4.2.3, 4.2.4, 7.5
        "tournament": partial(by, tournaments.tournament),  # 4.2.4, 4.2.5, 4.3
        "final": partial(by, stages.final),  # 4.2.5, 4.3.3
        "consolation": partial(by, stages.consolation),  # 4.2.5, 4.3.3
        "knockout": partial(by, knockouts.knockout),  # 4.2.5, 4.3.3, 7.5.3
        "ladder": partial(by, ladders.ladder),  # 4.3.2
        "simultaneous": partial(by, single_sessions.simultaneous),  # 6.3
    },
    not_in_book={
        "league": "4.2.3a",
        "sections": "4.1.1 note",
        "stratified": "4.4.9a",
        "flighted": "4.3.4",
        "finals": "4.3.3a",
    },
    ranks=ranks.LADDER,
    worksheets=WORKSHEETS,
    programme=Programme(Asked, findings),
    formalities=formalities,
)
