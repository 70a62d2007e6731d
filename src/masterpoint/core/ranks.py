"""Ladders of ranks: what each rung needs, which one is reached, and how far it is to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

import msgspec

from masterpoint.core.derivation import Clause, Remark, Step, derive, fact
from masterpoint.core.exact import Exact, figure_text
from masterpoint.core.mechanisms import difference
from masterpoint.core.sentences import sentence


class Need(msgspec.Struct, frozen=True):
    """One requirement of a rank: an amount of something."""

    what: str
    """total, green, gold, red and gold …"""
    amount: Exact


class Rung(msgspec.Struct, frozen=True):
    """A rank and everything it needs."""

    name: str
    needs: tuple[Need, ...]
    clause: Clause
    group: str = ""
    """The rank without stars that a rank with stars belongs to."""


class Gap(msgspec.Struct, frozen=True):
    """What is still missing for a rank."""

    what: str
    missing: Exact
    step: Step

    def __repr__(self) -> str:
        return f"<Gap: {figure_text(self.missing)} {self.what}>"

    @property
    def need(self) -> Need:
        """The requirement that this is missing from."""
        return Need(self.what, self.step.inputs[0].value)


class RankProgress(msgspec.Struct, frozen=True):
    """A player's rank, the steps that show it, and the way to the next."""

    rank: str
    """Empty below the first rank."""
    steps: tuple[Step, ...]
    next_rank: str
    gaps: tuple[Gap, ...]

    def __repr__(self) -> str:
        return f"<RankProgress: {self.rank or 'no rank yet'}, next {self.next_rank or 'none'}>"


def needs_of(*amounts: tuple[str, Exact]) -> tuple[Need, ...]:
    """The needs of a rank, without those of which it needs nothing."""
    return tuple(Need(subject, amount) for subject, amount in amounts if amount)


def points_held(holding: Mapping[str, Exact], clauses: Mapping[str, Clause]) -> dict[str, Step]:
    """The points held of each colour, under the clause that describes the colour."""
    return {
        colour: fact(holding.get(colour, 0), clause, sentence("{colour} points held", colour=colour))
        for colour, clause in clauses.items()
    }


Measure = Callable[[Rung, Need], Step]
"""How much of a need a holding has, for this rung: in some books one colour can stand in for another."""


class RankLadder(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A book's ranks. Stars may go on without end, so rungs are made only as far as a holding reaches."""

    rungs_up_to: Callable[[Exact], Sequence[Rung]]
    """All rungs that a holding of this total could reach, and at least one beyond, in order of seniority."""
    progress: Callable[[Mapping[str, Exact]], RankProgress]
    """Works out rank and gaps from points by colour (and whatever else the book counts)."""
    holding_parts: tuple[str, ...]
    """The parts that a holding is counted in: the colours, and allowances such as `online` or `red before 1982`."""
    measure_for: Callable[[Mapping[str, Exact]], Measure]
    """For points by colour, a function that says how much of each need they fill."""
    colours_by_need: Mapping[str, Sequence[str]]
    """The colours that fill each need, without those no longer awarded."""
    won_in: Mapping[str, Sequence[Remark]]
    """Where points of those colours are won, in the book's words."""
    highest_total: int = 10_000_000
    """More than anybody will hold: ranks with endless stars are listed up to here."""

    @cached_property
    def rungs(self) -> Sequence[Rung]:
        """Every rung up to the highest total."""
        return tuple(self.rungs_up_to(self.highest_total))

    @cached_property
    def seniority(self) -> Mapping[str, int]:
        """The index of each rank by its name, most junior first."""
        return {rung.name: place for place, rung in enumerate(self.rungs)}


def place_of(rank: str, ladder: RankLadder, earlier_ladders: Iterable[RankLadder]) -> int | None:
    """The place of a rank on a ladder, most junior first; None if no ladder has the rank.

    A rank that only an earlier ladder has stands where the highest rung is that asks for no more; -1 if there is none.
    """
    if rank in ladder.seniority:
        return ladder.seniority[rank]
    rung = next((rung for earlier in earlier_ladders for rung in earlier.rungs if rung.name == rank), None)
    if rung is None:
        return None
    amounts = {need.what: need.amount for need in rung.needs}
    places = (
        place
        for place, other in enumerate(ladder.rungs)
        if all(need.what in amounts and amounts[need.what] >= need.amount for need in other.needs)
    )
    return max(places, default=-1)


def progress_on(rungs: Sequence[Rung], measure: Measure) -> RankProgress:
    """The most senior rung whose needs are all met, and what the one after it still asks for."""
    descending = range(len(rungs) - 1, -1, -1)
    position = next((index for index in descending if is_met(rungs[index], measure)), -1)
    steps = tuple(measure(rungs[position], need) for need in rungs[position].needs) if position >= 0 else ()
    next_rung = rungs[position + 1] if position + 1 < len(rungs) else None
    return RankProgress(
        rung_name(rungs, position),
        steps,
        next_rung.name if next_rung else "",
        gaps_to(next_rung, measure) if next_rung else (),
    )


def is_met(rung: Rung, measure: Measure) -> bool:
    """Whether a holding has everything that a rung needs."""
    return all(measure(rung, need).value >= need.amount for need in rung.needs)


def rung_name(rungs: Sequence[Rung], index: int) -> str:
    return rungs[index].name if index >= 0 else ""


def gaps_to(rung: Rung, measure: Measure) -> tuple[Gap, ...]:
    """What a holding still lacks for a rung; needs that are met are left out."""
    gaps = []
    for need in rung.needs:
        holding = measure(rung, need)
        if holding.value < need.amount:
            requirement = fact(
                need.amount, rung.clause, sentence("{name} needs this much {what}", name=rung.name, what=need.what)
            )
            step = derive(
                difference,
                requirement,
                holding,
                clause=rung.clause,
                message=sentence("still to be won: {what}", what=need.what),
            )
            gaps.append(Gap(need.what, step.value, step))
    return tuple(gaps)
