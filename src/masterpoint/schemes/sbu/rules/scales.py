"""Pages 4 to 10, the club award scales: TABLES 2, 3 and 4, and the steps below the top award."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Clause, Step, derive, fact
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import Ladder, equal_steps, share_of, whole
from masterpoint.core.rounding import up_to_whole
from masterpoint.core.tables import Scale
from masterpoint.schemes.sbu.rules.handbook import clause

THIRD, HALF, QUARTER = Fraction(1, 3), Fraction(1, 2), Fraction(1, 4)  # 4.3, 4.7, 4.6
LARGEST = {"one-winner pairs": 48, "individual": 48, "two-winner pairs": 30, "teams": 30}  # 5.4, 8.4
TABLE_2 = Scale(
    clause("5.2"),
    "TABLE 2: top award of one-winner pairs, by number of pairs",
    (
        *((6, "12"), (7, "18"), (10, "24"), (13, "30"), (16, "36"), (19, "42"), (22, "48"), (25, "54")),
        *((28, "60"), (31, "66"), (34, "72"), (37, "78"), (40, "84"), (43, "90"), (46, "96")),
    ),
)
TABLE_3 = Scale(
    clause("5.3"),
    "TABLE 3: top award of an individual, by number of players",
    (
        *((8, "9"), (10, "12"), (13, "15"), (16, "18"), (19, "21"), (22, "24"), (25, "27")),
        *((28, "30"), (31, "33"), (34, "36"), (37, "39"), (40, "42"), (43, "45"), (46, "48")),
    ),
)
TABLE_4 = Scale(
    clause("8.2"),
    "TABLE 4: top award of teams and of each direction of two-winner pairs, by tables",
    (
        *((3, "10"), (4, "20"), (7, "30"), (10, "40"), (13, "50")),
        *((16, "60"), (19, "70"), (22, "80"), (25, "90"), (28, "100")),
    ),
)


def field_of(contestants: int, kind: str, *, half_table: bool = False) -> Step:
    """4.1, 8.3, 9.3: what the scale is entered with."""
    match kind:
        case "individual":
            return fact(contestants, clause("4.1"), "players in the field: the individual scale")
        case "teams":
            return fact(contestants, clause("8.3"), "teams, which is tables: the scale of teams and two winners")
        case "two-winner pairs" if half_table:
            message = "pairs in this direction, counted by itself because of the half table"
            return fact(contestants, clause("9.3"), message, reading="S-30")
        case "two-winner pairs":
            return fact(contestants, clause("8.3"), "pairs in this direction: the scale of teams and two winners")
    return fact(contestants, clause("4.1"), "pairs in the field: the one-winner scale")


def winners_of(kind: str) -> Step | None:
    """3.12, 3.13, TABLE 1: pairs are paid by the number of winners their movement gives."""
    match kind:
        case "one-winner pairs":
            return fact(1, clause("3.12"), "one ranking list: a movement with one winner")
        case "two-winner pairs":
            return fact(2, clause("3.13"), "a list for each direction: a movement with two winners")
    return None


def top_award(field: Step, kind: str) -> Step:
    """The maximum of the scale; it stays the same for any larger field."""
    winners = winners_of(kind)
    if winners is None:
        return (TABLE_3 if kind == "individual" else TABLE_4).at(field)
    table = _pairs_table(winners.value)
    return derive(_top_of_pairs, field, winners, clause=table.clause, message=table.message)


def _pairs_table(winners: Exact) -> Scale:
    return TABLE_2 if winners == 1 else TABLE_4


def _top_of_pairs(contestants: Exact, winners: Exact) -> Exact:
    return _pairs_table(winners).value(contestants)


def top_third(field: Step) -> Step:
    """4.3, 4.4: a third of the field, after rounding it up to a multiple of three."""
    if whole(field.value) % 3:
        field = derive(_multiple_of_three, field, clause=clause("4.4"), message="rounded up to a multiple of three")
    return derive(partial(_share, THIRD), field, clause=clause("4.3"), message="awards go to the top third")


def _multiple_of_three(count: Exact) -> Exact:
    return -(-whole(count) // 3) * 3


def top_half(field: Step) -> Step:
    """4.7, 18.2: half of a final's field, rounded up."""
    return derive(partial(_share, HALF), field, clause=clause("4.7"), message="a final pays the top half")


def top_quarter(field: Step) -> Step:
    """4.6, 20.5: a quarter of a Swiss field, rounded up (S-25)."""
    reading = "S-25" if whole(field.value) % 4 else ""
    return derive(
        partial(_share, QUARTER), field, clause=clause("4.6"), message="a Swiss pays the top quarter", reading=reading
    )


def _share(fraction: Fraction, count: Exact) -> Exact:
    return share_of(whole(count), fraction)


def steps_down(top: Step, awards: Step, *, step: Clause, rounded: Clause, reading: str = "") -> Ladder:
    """4.5: the top award falls by equal steps, the last award being one of them; each is rounded up."""
    decrement = derive(
        quotient, top, awards, clause=step, message="step: the top award divided by the number of awards"
    )
    return [
        place
        if isinstance(place.value, int)
        else derive(up_to_whole, place, clause=rounded, message="rounded up", reading=reading)
        for place in equal_steps(decrement, awards, clause=clause("4.5"))
    ]


def quotient(dividend: Exact, divisor: Exact) -> Exact:
    return tidy(dividend * Fraction(1, whole(divisor)))


def basic_ladder(field: Step, kind: str, top: Step) -> Ladder:
    """TABLES 2 to 4: the awards of one list; beyond their last row only the step changes (5.4, 5.5, 8.4)."""
    beyond = field.value > LARGEST[kind]
    if kind in ("one-winner pairs", "individual"):
        step, rounded = clause("5.5" if beyond else "5.4"), clause("7.1")
    else:
        step, rounded = clause("8.4" if beyond else "4.5"), clause("10.2")
    return steps_down(top, top_third(field), step=step, rounded=rounded, reading="S-06")
