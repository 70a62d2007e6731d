"""4.1.1 and 4.4.6, Placing awards and Ties (pages 21 and 26): how many places are paid, what each pays, who shares."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Literal

from masterpoint.core.derivation import Clause, Step, derive, nothing
from masterpoint.core.events import AnyEvent, Entry, RankingList
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import Ladder, mean_of
from masterpoint.core.places import Finish
from masterpoint.schemes.abf.rules.handbook import clause
from masterpoint.schemes.families.fields import with_standing

Part = Literal["half", "third"]
RUNNER_UP = Fraction(7, 10)
NEARLY = {"victory-points": Decimal("0.01")}  # 4.4.6 note
NEARLY_ELSE = Decimal("0.1")
BUTLER = ("butler", "imps", "cross-imps")  # reading B-32


def part_paid(event: AnyEvent, *, matches: bool) -> Part:
    """4.1.1, 4.2.3: half of a duplicate field; a third of teams, Butler, and pairs who play matches."""
    if event.contest == "teams" or event.scoring in BUTLER or matches:
        return "third"
    return "half"


def paid_places(part: Part, contestants: int) -> int:
    """Half of the field rounded down, or a third rounded up."""
    return contestants // 2 if part == "half" else -(-contestants // 3)


def unpaid_clause(part: Part) -> Clause:
    return clause("4.1.1a" if part == "half" else "4.1.1b")


def place_share(place: int, winner: Exact) -> Exact:
    """All of it, 70%, then the winner's award divided by one less than the place."""
    if place == 1:
        return winner
    return tidy(winner * (RUNNER_UP if place == 2 else Fraction(1, place - 1)))


def place_ladder(winner: Step, places: int, reading: str = "") -> list[Step]:
    """4.1.1: one step for each paid place; the reading is the one their number rests on."""
    shares = {1: "the winner's award", 2: "70% of the winner's award"}
    return [
        derive(
            partial(place_share, place),
            winner,
            clause=clause("4.1.1c"),
            message=f"place {place}: {shares.get(place, f'the winner’s award divided by {place - 1}')}",
            reading=reading,
        )
        for place in range(1, places + 1)
    ]


def exact_figure(finish: Finish, ladder: Ladder, unpaid: Clause, *, near: bool = False) -> Step:
    """What a finish earns before rounding: its place, or its share of the paid places it spans."""
    if finish.place > len(ladder):
        return nothing(unpaid, f"place {finish}: awards end at place {len(ladder)}")
    if finish.sharing == 1:
        return ladder[finish.place - 1]
    paid = ladder[finish.place - 1 : finish.place - 1 + finish.sharing]
    if near:
        number, why = "4.4.6 note", "scores too close to part, so a tie"
    elif len(paid) < finish.sharing:
        number, why = "4.4.6b", f"only places up to {len(ladder)} are paid"
    else:
        number, why = "4.4.6a", "the awards of these places are shared"
    return derive(
        partial(mean_of, finish.sharing),
        *paid,
        clause=clause(number),
        message=f"{finish}: {finish.sharing} share places {finish.place} to {finish.places[-1]}; {why}",
        reading="B-52" if near and finish.sharing > 2 else "B-04",
    )


def standings(ranking: RankingList, scoring: str) -> list[tuple[Entry, Finish, bool]]:
    """Entries with their finish; neighbours whose scores differ too little are tied (4.4.6 note)."""
    placed = with_standing(ranking)
    if any(entry.score is None for entry, _ in placed):
        return [(entry, finish, False) for entry, finish in placed]
    order = sorted(placed, key=lambda pair: pair[1].place)
    scores = [entry.score or Decimal(0) for entry, _ in order]
    if scores != sorted(scores, reverse=True):  # something else decided the places
        return [(entry, finish, False) for entry, finish in placed]
    merged = _merged([finish for _, finish in order], scores, NEARLY.get(scoring, NEARLY_ELSE))
    by_entry = {id(entry): found for (entry, _), found in zip(order, merged, strict=True)}
    return [(entry, by_entry[id(entry)], by_entry[id(entry)] != finish) for entry, finish in placed]


def _merged(finishes: Sequence[Finish], scores: Sequence[Decimal], nearly: Decimal) -> list[Finish]:
    groups: list[list[int]] = []
    for index, finish in enumerate(finishes):
        tied = index > 0 and (scores[index - 1] - scores[index] < nearly or finish.place == finishes[index - 1].place)
        if tied:
            groups[-1].append(index)
        else:
            groups.append([index])
    return [Finish(group[0] + 1, len(group)) for group in groups for _ in group]
