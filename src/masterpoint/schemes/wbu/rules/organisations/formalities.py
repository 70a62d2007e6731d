"""3.4, 3.5, 5.2.5 and 1.10: the licence, certificates and returns of an event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from masterpoint.core.derivation import Remark
from masterpoint.core.events import AnyEvent, form_of
from masterpoint.core.parsing import facts_from
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.handbook import clause
from masterpoint.schemes.wbu.rules.records.certificates import certificate_rule

AREA_GREEN = "the white congress cards, a list of the awards and the cost of a certificate for each player"


def formalities(event: AnyEvent) -> Sequence[Remark]:
    """What has to be asked for, shown, issued and sent."""
    facts: Facts = facts_from(event, Facts)
    congress = event.organiser.level == "congress"
    green = event.colour.lower() == "green" or facts.kind == "agm"
    return (
        *_licence(event, facts),
        *certificate_rule(form_of(event), congress and not _area_licence(facts)),
        *(_green(event) if green and event.organiser.level == "area" else ()),
    )


def _area_licence(facts: Facts) -> bool:
    """3.5.1: the Area licenses what only its own members may enter."""
    return facts.open_to == "area"


def _licence(event: AnyEvent, facts: Facts) -> Iterator[Remark]:
    level = event.organiser.level
    if level == "club" and facts.open_to == "area":
        yield Remark(clause("3.4"), "open to the Area: apply in writing to the Area Association; Club scale applies")
    elif level == "club" and facts.open_to == "outside":
        yield Remark(clause("3.4"), "open to players from outside the Area: apply to the WBU, which sets the scale")
        yield Remark(clause("3.4"), "show the licence in a prominent place and name it on the entry form")
        yield Remark(clause("3.5.3"), "congress certificates are normally used")
    elif level == "congress":
        authority = "the Area Association" if _area_licence(facts) else "the WBU"
        kind = "normal" if _area_licence(facts) else "congress"
        yield Remark(clause("3.5.1"), f"apply in writing to {authority}")
        yield Remark(clause("3.5.3"), f"{kind} certificates are used")
        yield Remark(clause("3.5.4"), "the fee follows from sessions (18 to 35 boards each) and tables")
    elif facts.kind in ("inter-organisation", "invitation"):
        yield Remark(clause("3.3.3"), "may need a licence, unless all participants are members of the organising body")
    else:
        yield Remark(clause("3.1.1"), "for members and their guests: no licence is needed")


def _green(event: AnyEvent) -> Iterator[Remark]:
    yield Remark(clause("5.2.5"), f"send to the Master Points Secretary at once: {AREA_GREEN}")
    if event.championship == "major":
        message = "ask the Master Points Secretary whether a competitor has played in another Area's final this season"
        yield Remark(clause("5.2.6"), message)
        yield Remark(clause("5.2.7"), "the championships concerned are the one named for each Area, teams and pairs")
