"""4.4.9 and 4.4.10, Master events and Restricted events (page 26): factors on every award."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from masterpoint.core.derivation import Step, derive, fact
from masterpoint.core.errors import Refused
from masterpoint.core.exact import Exact, exact, tidy
from masterpoint.core.mechanisms import total
from masterpoint.schemes.abf.rules.handbook import clause, problem
from masterpoint.schemes.abf.rules.members.ranks import NAMES, rank_named

LISTED = ("Graduate", "Club", "Local", "State", "Bronze State", "National", "Bronze National", "Life", "Grand")
FACTORS = {  # 4.4.9, in the order of LISTED, as printed
    "E, D & C": "1.00 1.00 1.00 1.00 1.00 1.00 1.25 1.50 1.50",
    "B3, B4 & B5": "0.40 0.50 0.65 0.80 0.90 1.00 1.125 1.25 1.50",
    "B & A2": "0.40 0.50 0.65 0.80 0.80 0.90 0.90 1.00 1.00",
    "Grade A": "0.33 0.40 0.50 0.65 0.725 0.80 0.80 0.90 1.00",
}
LINE = {  # reading B-27: grades the table leaves out go with their like
    **dict.fromkeys(("F", "E", "D", "C"), "E, D & C"),
    **dict.fromkeys(("B3", "B4", "B5", "B4c", "B4s", "B5i"), "B3, B4 & B5"),
    **dict.fromkeys(("B", "A2"), "B & A2"),
    "A": "Grade A",
}
UNLISTED_GRADES = ("F", "B4c", "B4s", "B5i")
UNRANKED = ("none", "nil", "unranked", "below graduate")
RESTRICTION = Fraction(3, 4)  # 4.4.10
RESTRICTED_GRADES = ("A", "A2", "B")


def factor_of(grade: str, rank: str) -> Exact:
    """The Master Factor of a rank; ranks not listed take that of the nearest lower one that is."""
    place = max(0, NAMES.index(rank))
    column = max((index for index, name in enumerate(LISTED) if NAMES.index(name) <= place), default=0)
    return exact(FACTORS[LINE[grade]].split()[column])


def _step(grade: str, rank: str, number: str) -> Step:
    unlisted = rank not in LISTED or grade in UNLISTED_GRADES
    return fact(
        factor_of(grade, rank),
        clause(number),
        f"Master Factor of {rank} Master for grade {grade}",
        reading="B-27" if unlisted else "",
    )


def ranks_of(counts: Mapping[str, int]) -> dict[str, int]:
    """Players of each rank, lowest first; those below Graduate count as Graduate (4.4.9)."""
    found: Counter[str] = Counter()
    unknown = []
    for written, count in counts.items():
        rank = "Graduate" if written.strip().lower() in UNRANKED else rank_named(written)
        if rank is None:
            unknown.append(written)
        else:
            found[rank] += count
    if unknown:
        fix = f"write a rank of the book ({', '.join(NAMES)}), or none for players below Graduate"
        raise Refused([problem("rank", word, "no such rank", fix, "4.4.9d") for word in unknown])
    return {rank: found[rank] for rank in NAMES if found[rank]}


def master_factor(grade: str, method: str, counts: Mapping[str, int]) -> Step:
    """4.4.9: the factor of the field, by the median rank or by the average of the ranks represented."""
    ranks = ranks_of(counts)
    if not ranks:
        fix = "give the ranks of the players, or facts.ranks"
        raise Refused(problem("facts.ranks", "", "the Master Factor needs the ranks of the field", fix, "4.4.9a"))
    if len(ranks) == 1:
        (rank,) = ranks
        message = f"Master Factor: {rank} Master throughout, so median and average agree"
        return derive(tidy, _step(grade, rank, "4.4.9a"), clause=clause("4.4.9a"), message=message)
    if method == "average":
        return _average(grade, list(ranks))
    return _median(grade, ranks)


def _median(grade: str, ranks: Mapping[str, int]) -> Step:
    players = [rank for rank, count in ranks.items() for _ in range(count)]
    lower, upper = players[(len(players) - 1) // 2], players[len(players) // 2]
    factor = _step(grade, lower, "4.4.9a")
    between = lower != upper
    return derive(
        tidy,
        factor,
        clause=clause("4.4.9b"),
        message=f"Master Factor by the median: {lower} Master is the middle rank of {len(players)} players",
        reading="B-28" if between else "",
    )


def _average(grade: str, ranks: Sequence[str]) -> Step:
    factors = [_step(grade, rank, "4.4.9a") for rank in ranks]
    return derive(
        _mean,
        *factors,
        clause=clause("4.4.9c"),
        message=f"Master Factor by the average of the {len(ranks)} ranks represented, unrounded",
        reading="B-29",
    )


def _mean(*values: Exact) -> Exact:
    return tidy(total(*values) * Fraction(1, len(values)))


def restriction(grade: str, category: str, contest: str, number: str = "4.4.10") -> Step | None:
    """4.4.10: 0.75 where entry is restricted by age or gender, at grades A, A2 and B."""
    if category == "open" or grade not in RESTRICTED_GRADES or (grade == "B" and contest == "individual"):
        return None
    return fact(
        RESTRICTION,
        clause(number),
        f"restriction factor: {category} only",
        reading="B-19" if number != "4.4.10" else "",
    )
