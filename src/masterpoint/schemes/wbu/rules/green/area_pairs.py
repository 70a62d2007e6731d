"""5.4, Annual major Area pairs championship: Green Points by Scale G, in place of Local Points."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Award, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.exact import Exact, exact, tidy
from masterpoint.core.mechanisms import Ladder, whole
from masterpoint.core.rounding import up_to_quarter, up_to_whole
from masterpoint.core.tables import Band, band
from masterpoint.schemes.families.fields import Field, fields, list_name, with_standing
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.green.area_finals import Final, original, usual_ladder
from masterpoint.schemes.wbu.rules.green.paying import green_figure, pay_green
from masterpoint.schemes.wbu.rules.handbook import clause, problem
from masterpoint.schemes.wbu.rules.local.basic import column_of
from masterpoint.schemes.wbu.rules.principles.general import (
    GREEN,
    place_figure,
    rounded_up,
    tie_minimum,
    too_short,
)
from masterpoint.schemes.wbu.rules.principles.payments import no_standing, pay_nobody

FINAL_BOARDS, ROUND_BOARDS = 36, 2  # 5.4.1
SMALL_PAIRS = (Band(6, 7, "2.5"), Band(8, 9, "2.75"), Band(10, 11, "3"), Band(12, 13, "3.25"))  # Scale G
LEAST_PAIRS, FORMULA_FROM, MOST_PAIRS = 6, 14, 280  # 5.4.1(e), (f)
FIRST_FALLS = (Fraction(0), Fraction(5, 4), Fraction(2), Fraction(5, 2))  # 5.4.1(b): below the top award
LATER_FALL = Fraction(1, 4)  # 5.4.1(c), W16


def problems(event: Final, facts: Facts) -> Iterator[Problem]:
    fix = "leave `colour` out: Local awards are due"
    if event.boards < FINAL_BOARDS:
        yield problem("5.4.1", "boards", event.boards, "the final has at least 36 boards", fix)
    if facts.boards_per_round is not None and facts.boards_per_round < ROUND_BOARDS:
        message = "pairs of the final meet for at least two boards"
        yield problem("5.4.1", "facts.boards_per_round", facts.boards_per_round, message, fix)
    if not facts.all_play_all or any(field.winners > 1 for field in fields(event.lists, event.contest)):
        message = "every pair of the final must meet every other, in one ranking"
        yield problem("5.4.1", "facts.all_play_all", "false", message, "ask the WBU for a special scale (2.11.1)")


def pay(event: Final, field: Field, level: Step) -> list[Award]:
    """5.4.1: Green Points in place of Local; a player barred by 5.2.6 has the Local award (W41)."""
    entry_size = original_pairs(event, field)
    reason = too_short(event.boards, "2.1.2") or _too_few_pairs(entry_size)
    if reason:
        return pay_nobody(field.lists, reason, colour=GREEN)
    ladder, local = scale_g(entry_size), usual_ladder(event, field, level)
    minimum = tie_minimum(column_of(field), level)
    none = nothing(clause("5.2.3"), "Green Points are in place of Local Points")
    awards: list[Award] = []
    for ranking in field.lists:
        for entry, finish in with_standing(ranking):
            full_local = rounded_up(place_figure(finish, local, minimum, "4.2.3" if original(event) else "4.1.2"))
            greens = green_figure(finish, ladder, "5.4.1")
            awards += pay_green(
                entry,
                greens,
                none,
                full_local,
                boards=event.boards,
                once_a_season=True,
                ranking=list_name(ranking),
            )
        awards += no_standing(ranking, GREEN)
    return awards


def original_pairs(event: Final, field: Field) -> Step:
    """5.4.1(a): the total original entry, counted in pairs."""
    tables = original(event)
    pairs = field.contestants if tables is None else int(2 * tables)
    return fact(pairs, clause("5.4.1"), "total original entry, in pairs")


def _too_few_pairs(pairs: Step) -> Step | None:
    if pairs.value >= LEAST_PAIRS:
        return None
    return nothing(clause("5.4.1"), f"no Green Points below {LEAST_PAIRS} pairs", pairs)


def scale_g(pairs: Step) -> Ladder:
    """5.4.1(a) to (g) and Scale G: the Green awards of an Area pairs final."""
    small = pairs.value < FORMULA_FROM
    counted = pairs
    if pairs.value > MOST_PAIRS:
        counted = fact(MOST_PAIRS, clause("5.4.1"), f"{pairs.value} pairs count as {MOST_PAIRS}, the most there can be")
    top = derive(
        _small_top if small else _top,
        counted,
        clause=clause("Scale G" if small else "5.4.1"),
        message="top award as printed" if small else "top award: entry ÷ 40 + 3, up to a quarter",
    )
    awards = derive(
        _half_way if small else _number,
        counted,
        clause=clause("5.4.1"),
        message="number of awards: half the entry" if small else "number of awards: entry ÷ 10 + 5",
    )
    return [
        derive(
            partial(_fallen, place),
            top,
            clause=clause("5.4.1" if place < len(FIRST_FALLS) else "Scale G"),
            message=f"place {place + 1}: {tidy(_fall(place))} below the top award",
            reading="" if place < len(FIRST_FALLS) else "W16",
        )
        for place in range(whole(awards.value))
    ]


def _top(pairs: Exact) -> Exact:
    return up_to_quarter(Fraction(whole(pairs), 40) + 3)


def _small_top(pairs: Exact) -> Exact:
    row = band(SMALL_PAIRS, whole(pairs))
    assert row is not None, "fewer than six pairs have been told that there is no award"
    return exact(row.holds)


def _number(pairs: Exact) -> Exact:
    return up_to_whole(Fraction(whole(pairs), 10) + 5)


def _half_way(pairs: Exact) -> Exact:
    return whole(pairs) // 2


def _fall(place: int) -> Fraction:
    if place < len(FIRST_FALLS):
        return FIRST_FALLS[place]
    return FIRST_FALLS[-1] + LATER_FALL * (place - len(FIRST_FALLS) + 1)


def _fallen(place: int, top: Exact) -> Exact:
    return tidy(top - _fall(place))
