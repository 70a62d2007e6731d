"""Chapter 3 (page 19), results sent elsewhere: a club awards nothing for these, and where they go instead."""

from __future__ import annotations

import re
from collections.abc import Iterator

from masterpoint.core.derivation import Remark
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent
from masterpoint.core.parsing import facts_from
from masterpoint.schemes.sbu.rules.facts import Facts
from masterpoint.schemes.sbu.rules.handbook import clause, problem

HEATS = {  # 19.2: the competition, and who awards
    "national pairs": "the SBU awards National Points to heat qualifiers",
    "national teams": "the SBU awards National Points to heat qualifiers",
    "rayne trophy": "the SBU awards National Points to heat qualifiers",
    "sbu autumn pairs": "the SBU awards Local and National Points",
    "sbu easter pairs": "the SBU awards Local and National Points",
}
SIMULTANEOUS = {  # 19.5
    "lord thomson": "the SBU awards Local and National Points",
    "bobby allan": "the SBU awards Local and National Points",
    "sbu simultaneous pairs": "the SBU awards Local and National Points",
    "celtic pairs": "the organisers award Local and National Points",
    "children in need": "the organisers award Local Points and send them to Member Services",
    "british simultaneous pairs": "the EBU awards Local Points and sends them to Member Services",
}
CURE = "send the results to the organisers and award nothing; if this is another event, say so in its name"


def awarded_elsewhere(event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """19.1 to 19.5: heats of national events and simultaneous pairs, told as such or known by name."""
    heat, simultaneous = facts.heat_of, facts.simultaneous
    if heat:
        yield _heat("facts.heat_of", heat)
    if simultaneous:
        yield _simultaneous("facts.simultaneous", simultaneous)
    if heat or simultaneous:
        return
    if known(event.name, HEATS):
        yield _heat("name", event.name)
    elif known(event.name, SIMULTANEOUS):
        yield _simultaneous("name", event.name)


def known(name: str, competitions: dict[str, str]) -> str:
    """Who awards a competition that the guide names; empty for any other."""
    words = f" {' '.join(re.findall(r'[a-z]+', name.casefold()))} "
    return next((who for competition, who in competitions.items() if f" {competition} " in words), "")


def _heat(place: str, name: str) -> Problem:
    who = known(name, HEATS)
    message = f"the club awards nothing for a heat of a national event: {who or 'the SBU makes the awards'}"
    return problem(place, name, message, CURE, "19.2" if who else "19.1")


def _simultaneous(place: str, name: str) -> Problem:
    who = known(name, SIMULTANEOUS)
    message = f"the club awards nothing for simultaneous pairs: {who or 'the organising body makes the awards'}"
    return problem(place, name, message, CURE, "19.3")


def formalities(event: AnyEvent) -> list[Remark]:
    """Appendix 4 and page 19: what is to be sent, and to whom."""
    facts: Facts = facts_from(event, Facts)
    remarks = [
        Remark(clause("2.6"), "the affiliation fee is the licence; no further one is needed"),
        Remark(clause("3.3"), "players may not be charged for their points"),
    ]
    if facts.heat_of or known(event.name, HEATS):
        message = "send the whole ranking, with every player's number, to the District Secretary and MP Secretary"
        remarks += [Remark(clause("26.1"), message), Remark(clause("26.3"), "the National Convener may vary this")]
    if facts.simultaneous or known(event.name, SIMULTANEOUS):
        who = known(facts.simultaneous or event.name, SIMULTANEOUS) or "the organising body makes the awards"
        remarks += [
            Remark(clause("19.4"), "the scoring program uploads the results file"),
            Remark(clause("19.5"), who),
            Remark(clause("26.4"), "score and submit as the convener instructs"),
        ]
    return remarks
