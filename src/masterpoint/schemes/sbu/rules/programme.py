"""Pages 14 and 15, the nominations of a club's year: at most three majors and three minors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from masterpoint.core.derivation import Remark
from masterpoint.core.editions import Programme
from masterpoint.core.events import Contest, Count, EventModel, Text
from masterpoint.schemes.sbu.rules.championships import LISTS, SUITABLE, SWISS
from masterpoint.schemes.sbu.rules.facts import Outside
from masterpoint.schemes.sbu.rules.handbook import FULL_HANDBOOK, clause

Format = Literal[
    "aggregated",
    "aggregated with restricted final",
    "qualifying and final",
    "all play through",
    "single elimination",
    "multiple teams",
    "carry forward",
    "perfect teams",
    "swiss",
    "single session",
    "league",
    "other",
]


class Nomination(EventModel, frozen=True, kw_only=True):
    """A competition that the club nominates."""

    name: Text = ""
    championship: Literal["major", "minor"]
    contest: Contest
    format: Format
    events: Count = 0
    """Events or rounds aggregated, where the format is an aggregate."""
    permission: bool = False
    """Member Services allowed the Swiss in advance."""
    includes: tuple[Outside, ...] = ()
    """What else its events count for."""


class Year(EventModel, frozen=True, kw_only=True):
    """A club's year."""

    club: Text = ""
    year: Text = ""
    nominations: tuple[Nomination, ...] = ()


def findings(asked: Year) -> list[Remark]:
    """Everything in the year's nominations that the guide does not allow."""
    found = [one for number, nomination in enumerate(asked.nominations, 1) for one in unsuitable(number, nomination)]
    return [*too_many(asked.nominations), *found, *too_similar(asked.nominations)]


def too_many(nominations: Sequence[Nomination]) -> Iterator[Remark]:
    """14.1, 15.1: one pairs, one teams and one individual competition of each kind."""
    for (championship, contest), count in Counter((one.championship, one.contest) for one in nominations).items():
        if count > 1:
            message = (
                f"{count} {contest} competitions are nominated as {championship} championship: one is allowed a year"
            )
            yield Remark(clause("14.1" if championship == "major" else "15.1"), message)


def unsuitable(number: int, one: Nomination) -> Iterator[Remark]:
    """14.3 to 14.7: the lists of formats, permission for a Swiss, and events that count for nothing else."""
    name = one.name or f"nomination {number}"
    listed = SUITABLE[one.contest]
    if one.format not in listed:
        message = f"{name}: {one.format} is not listed for {one.contest}; listed are {', '.join(listed)}"
        yield Remark(clause(LISTS[one.contest]), message)
    elif one.events < listed[one.format]:
        message = f"{name}: {one.format} needs at least {listed[one.format]} events for {one.contest}, not {one.events}"
        yield Remark(clause(LISTS[one.contest]), message)
    if one.format == SWISS and one.championship == "major" and not one.permission:
        yield Remark(clause("14.3"), f"{name}: ask Member Services before a major championship is run as a Swiss")
    if one.format == SWISS and one.championship == "minor":
        message = f"{name}: the guide has no scale for a minor championship run as a Swiss; {FULL_HANDBOOK}"
        yield Remark(clause("15.4"), message)
    if one.includes:
        message = f"{name}: its events must belong to the championship alone, not to {', '.join(one.includes)}"
        yield Remark(clause("14.7"), message)


def too_similar(nominations: Sequence[Nomination]) -> Iterator[Remark]:
    """15.2: only one minor may be played in the format of the major of its contest (S-37)."""
    majors = {(one.contest, one.format) for one in nominations if one.championship == "major"}
    similar = [
        one.name or f"minor {one.contest}"
        for one in nominations
        if one.championship == "minor" and (one.contest, one.format) in majors
    ]
    if len(similar) > 1:
        message = (
            f"{', '.join(similar)}: only one minor championship may be similar to a major; change the format of others"
        )
        yield Remark(clause("15.2"), message)


PROGRAMME = Programme(Year, findings)
