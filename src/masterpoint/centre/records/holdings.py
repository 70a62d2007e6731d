"""A holding as points, and its total as the book combines the colours."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from masterpoint.centre.records.allowances import cap_allowances
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.ranks import RankLadder


def points(hundredths: Mapping[str, int]) -> dict[str, Exact]:
    """Points from the hundredths of the ledger."""
    return {colour: tidy(Fraction(amount, 100)) for colour, amount in cap_allowances(hundredths).items()}


def total_of(ladder: RankLadder, holding: Mapping[str, int]) -> Exact:
    """The total of all points as the book combines them, in the unit of its ranks."""
    first_rung = ladder.rungs_up_to(0)[0]
    need = first_rung.needs[0]
    relevant = {colour: holding[colour] for colour in ladder.colours_by_need[need.what] if colour in holding}
    return ladder.measure_for(points(relevant))(first_rung, need).value
