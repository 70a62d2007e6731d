"""Page 2, units and ranks. The guide prints one rank and announces a list that is not there (reading S-01).

The ladder is data: `ladder(RANKS + more)` takes further ranks as soon as somebody brings the list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated

from msgspec import Meta

from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.editions import Worksheet
from masterpoint.core.events import EventModel
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import part_of, total, whole
from masterpoint.core.ranks import Measure, Need, RankLadder, Rung, Standing, standing_on
from masterpoint.schemes.sbu.rules.handbook import clause

POINTS_IN_ONE = 100  # 2.8
HOLDS = ("local", "national")
TOTAL = "total"
COUNTS = {TOTAL: HOLDS}  # 2.9
WON_IN = {
    "local": (Remark(clause("2.6"), "events of affiliated clubs"),),
    "national": (
        Remark(clause("2.7"), "events beyond the club: clubs award Local Points only"),
        Remark(clause("19.1"), "heats of national events held in clubs, which the SBU itself awards"),
    ),
}
RANKS: tuple[tuple[str, int], ...] = (("Club Master", 200),)  # 2.9: name, points of both colours together


class Units(EventModel, frozen=True, kw_only=True):
    """Points to be shown the way records show them."""

    points: Annotated[int, Meta(ge=0, le=100_000_000)]


def in_records(asked: Units) -> list[Step]:
    """2.8: a hundred points are written 1.00."""
    points = fact(asked.points, clause("2.8"), "points, in units of one")
    return [recorded(points)]


def recorded(points: Step) -> Step:
    units, hundredths = divmod(whole(points.value), POINTS_IN_ONE)
    message = f"as records show it, {units}.{hundredths:02}: 100 points are 1.00"
    return derive(partial(part_of, 1, POINTS_IN_ONE), points, clause=clause("2.8"), message=message)


UNITS = Worksheet("Points as records show them", clause("2.8"), Units, in_records)


def ladder(ranks: Sequence[tuple[str, int]]) -> RankLadder:
    """Ranks as name and points, lowest first."""
    rungs = [Rung(name, (Need(TOTAL, points),), clause("2.9")) for name, points in ranks]

    def rungs_up_to(_: Exact) -> Sequence[Rung]:
        return rungs

    return RankLadder(
        rungs_up_to=rungs_up_to,
        standing=partial(standing, rungs),
        holds=HOLDS,
        measuring=measuring,
        counts=COUNTS,
        won_in=WON_IN,
    )


def standing(rungs: Sequence[Rung], holding: Mapping[str, Exact]) -> Standing:
    return standing_on(rungs, measuring(holding))


def measuring(holding: Mapping[str, Exact]) -> Measure:
    """2.9: local and national points count alike."""
    held = [fact(holding.get(colour, 0), clause("2.9"), f"{colour} points held") for colour in HOLDS]
    overall = derive(total, *held, clause=clause("2.9"), message="points held, local and national together")
    return partial(_whole_holding, overall)


def _whole_holding(overall: Step, rung: Rung, need: Need) -> Step:
    return overall


LADDER = ladder(RANKS)
