"""Victory points on the WBF scales of 2013: 20-0, by margin in IMPs and number of boards.

With N boards a blitz needs X = 15 * sqrt(N) IMPs. A winner by I IMPs has
10 + 10 * (1 - t ** (3 * I / X)) / (1 - t ** 3), t being the golden section (sqrt(5) - 1) / 2.

Two printed rules complete the formula. Continuous: each further IMP is worth no more than the one
before; rounding to hundredths sometimes breaks this, and the value below the break goes up by 0.01.
Discrete: each further VP needs no fewer IMPs than the one before.

Exactness: t ** (3 * I / X) is irrational inside the scale, so the value is known only to some number of digits.
`_to_hundredths` takes more digits until both ends of the error round to the same value: each rounding is proved, not
assumed.
"""

from __future__ import annotations

from decimal import ROUND_FLOOR, Context, Decimal
from functools import lru_cache
from math import isqrt

HUNDREDTH = Decimal("0.01")
MAX_BOARDS = 400
_FIRST_PRECISION, _MAX_PRECISION = 40, 640
_GUARD = 10  # digits lost to rounding inside the formula: seven operations, each off by half a unit


def blitz(boards: int) -> int:
    """The smallest whole margin that wins 20-0: 15 * sqrt(boards), rounded up."""
    square = 225 * boards
    root = isqrt(square)
    return root if root * root == square else root + 1


def continuous(margin: int, *, boards: int) -> tuple[Decimal, Decimal]:
    """VPs of (this side, the other) for a margin in IMPs; a negative margin is a loss."""
    scale = continuous_scale(boards)
    winner = scale[min(abs(margin), len(scale) - 1)]
    loser = 20 - winner
    return (winner, loser) if margin >= 0 else (loser, winner)


def discrete(margin: int, *, boards: int) -> tuple[int, int]:
    """Whole VPs of (this side, the other)."""
    limits = discrete_limits(boards)
    winner = 10 + sum(abs(margin) > limit for limit in limits)
    return (winner, 20 - winner) if margin >= 0 else (20 - winner, winner)


@lru_cache(maxsize=256)
def continuous_scale(boards: int) -> tuple[Decimal, ...]:
    """The winner's VPs for margins 0, 1, 2 ... up to a blitz."""
    _check(boards)
    scale = [_to_hundredths(margin, boards) for margin in range(blitz(boards))] + [Decimal("20.00")]
    while dips := [i for i in range(1, len(scale) - 1) if scale[i - 1] + scale[i + 1] > 2 * scale[i]]:
        for i in dips:
            scale[i] += HUNDREDTH
    return tuple(scale)


@lru_cache(maxsize=256)
def discrete_limits(boards: int) -> tuple[int, ...]:
    """The largest margin that still earns 10, 11 ... 19 VPs."""
    _check(boards)
    end = blitz(boards)
    values = [_formula(margin, boards, Context(prec=_FIRST_PRECISION)) for margin in range(end)]
    limits = [sum(value < 10 + vps + Decimal("0.5") for value in values) - 1 for vps in range(10)]
    limits[9] = min(limits[9], end - 1)
    # A range wider than the next one gives up its last margin, until none is wider.
    while wide_ranges := [v for v in range(1, 9) if limits[v] - limits[v - 1] > limits[v + 1] - limits[v]]:
        limits[wide_ranges[-1]] -= 1
    return tuple(limits)


def _check(boards: int) -> None:
    if not 1 <= boards <= MAX_BOARDS:
        raise ValueError(f"{boards} boards: the scale is for 1 to {MAX_BOARDS}")


def _formula(margin: int, boards: int, context: Context) -> Decimal:
    golden = context.divide(context.subtract(context.sqrt(Decimal(5)), Decimal(1)), Decimal(2))
    exponent = context.divide(Decimal(margin), context.multiply(Decimal(5), context.sqrt(Decimal(boards))))
    won = context.subtract(Decimal(1), context.power(golden, exponent))
    maximum = context.subtract(Decimal(1), context.power(golden, Decimal(3)))
    return context.add(Decimal(10), context.multiply(Decimal(10), context.divide(won, maximum)))


def _to_hundredths(margin: int, boards: int) -> Decimal:
    """Round half up, with enough precision that both ends of the error round to the same value."""
    if margin == 0:
        return Decimal("10.00")
    precision = _FIRST_PRECISION
    while precision <= _MAX_PRECISION:
        context = Context(prec=precision)
        value = _formula(margin, boards, context)
        error = Decimal(1).scaleb(_GUARD - precision)
        low, high = (_half_up(end) for end in (context.subtract(value, error), context.add(value, error)))
        if low == high:
            return low
        precision *= 2
    raise ArithmeticError(f"margin {margin} over {boards} boards cannot be rounded")  # pragma: no cover


def _half_up(value: Decimal) -> Decimal:
    return (value + HUNDREDTH / 2).quantize(HUNDREDTH, rounding=ROUND_FLOOR, context=Context(prec=_MAX_PRECISION))
