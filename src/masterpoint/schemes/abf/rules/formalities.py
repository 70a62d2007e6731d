"""1.4.2, 5.4.1, 6.2.1, 7.5.1 and 8.3: who gives the points, where they are sent, what they cost, and by when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from masterpoint.core.derivation import Remark
from masterpoint.core.events import AnyEvent
from masterpoint.core.exact import shown
from masterpoint.schemes.abf.rules.grades.congresses import sessions_told
from masterpoint.schemes.abf.rules.grades.directors import level_needed, may_play
from masterpoint.schemes.abf.rules.grades.state_events import is_australia_wide
from masterpoint.schemes.abf.rules.grades.terms import Terms, terms_of
from masterpoint.schemes.abf.rules.handbook import clause
from masterpoint.schemes.abf.rules.levies import LATE_CREDITS, LEVY

ENDINGS = {"green": ".grn", "red": ".red", "gold": ".gld"}
EXEMPT = ("B4c", "B5i")


def formalities(event: AnyEvent) -> Sequence[Remark]:
    """What has to be done besides the awards."""
    return list(_formalities(event, terms_of(event)))


def _formalities(event: AnyEvent, terms: Terms) -> Iterator[Remark]:
    yield Remark(clause("1.6"), f"{terms.colour} points, grade {terms.grade}; {_issuer(terms)}")
    needed, number = level_needed(terms)
    playing = "may play" if may_play(terms) else "does not play"
    yield Remark(clause(number), f"director of {needed} level or higher, who {playing}")
    yield Remark(clause(_procedure(terms)), f"send the credits as a {ENDINGS[terms.colour]} file")
    if is_australia_wide(event, terms.facts):
        yield Remark(clause("6.3e"), f"reported as a congress; levy ${shown(LEVY['B4'])} a point, as grade B4")
    else:
        yield Remark(clause("8.3a"), f"levy ${shown(LEVY[terms.grade])} a point")
    if terms.grade == "B4s" and sessions_told(event) == 1:
        message = f"if it was State-wide: reported as a congress, levy ${shown(LEVY['B4'])} a point"
        yield Remark(clause("6.2.1 note"), message)
    if terms.facts.congress == "tour":
        message = "red credits go to the State secretary, who forwards them once levies are paid; all do without a club"
        yield Remark(clause("5.1.2g"), message)
    if terms.colour != "green" and terms.grade not in EXEMPT and terms.rule != "gnot":
        last = (event.day + timedelta(days=LATE_CREDITS)).isoformat()
        yield Remark(clause("8.4a"), f"the credit file is due by {last}, then 4% a month is charged")


def _issuer(terms: Terms) -> str:
    if terms.grade in ("F", "E", "D", "B4c", "B5i"):
        return "given by the club masterpoint secretary"
    if terms.colour == "gold" and terms.rule != "gnot":
        return "given under the Goldpoint Coordinator"
    return "given by the State masterpoint secretary"


def _procedure(terms: Terms) -> str:
    if terms.colour == "gold":
        return "7.5.1"
    return "5.4.1" if terms.grade in ("B5", "B4", "B3", "B", "B4s", "C") else "1.4.2c"
