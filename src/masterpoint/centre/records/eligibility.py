"""Who may enter a restricted event: by grade, by rank, or by points, as at the day that counts."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from masterpoint.centre.records import queries
from masterpoint.centre.records.grades import grade_names
from masterpoint.centre.registry.models import Federation
from masterpoint.centre.registry.queries import rank_named
from masterpoint.core.amounts import exact_amount
from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.exact import Exact, grouped_text
from masterpoint.schemes import FEDERATIONS
from masterpoint.schemes.ranks import place_on

LARGEST_TOTAL = 10_000_000


class Rule(NamedTuple):
    """An event's conditions of entry; empty if there are none."""

    highest_grade: str = ""
    lowest_rank: str = ""
    highest_rank: str = ""
    fewer_points: Exact | None = None

    @property
    def is_open(self) -> bool:
        return self == Rule()


class Ladder(NamedTuple):
    """The ranks of an edition in order, so that two can be compared."""

    on: date
    places: Mapping[str, int]
    tops: Mapping[str, int]
    """The place of the highest rank that a limit admits, including its stars."""


def rule_from(federation: Federation, data: Mapping[str, str], on: date) -> Rule:
    """The rule of a form or a call, by the book of a day; raises everything that is wrong with it."""
    problems: list[Problem] = []
    grade = data.get("highest_grade", "").strip().capitalize()
    grades = grade_names(federation.scheme)
    if grade and not grades:
        problems.append(Problem("highest grade", grade, "this book has no grades", "leave it out"))
    elif grade and grade not in grades:
        problems.append(Problem("highest grade", grade, "the book has no such grade", f"one of: {', '.join(grades)}"))
    lowest = _rank(federation, data, "lowest_rank", on, problems)
    highest = _rank(federation, data, "highest_rank", on, problems)
    points = _points(data.get("fewer_points", ""), problems)
    if problems:
        raise NotReadable(problems)
    return Rule(grade, lowest, highest, points)


def _rank(federation: Federation, data: Mapping[str, str], name: str, on: date, problems: list[Problem]) -> str:
    text = data.get(name, "").strip()[:60]
    if not text:
        return ""
    rank = rank_named(federation, text, on)
    if rank is None:
        problems.append(Problem(name.replace("_", " "), text, "the book has no such rank", "choose one of its ranks"))
    return rank or ""


def _points(text: str, problems: list[Problem]) -> Exact | None:
    if not text.strip():
        return None
    points = exact_amount(text)
    if not points or points > LARGEST_TOTAL:
        problems.append(Problem("fewer points", text[:20], "this is not a number of points", "write it as 100"))
        return None
    return points


def ladder_of(federation: Federation, on: date) -> Ladder:
    """The ranks in force on a day."""
    ranks = queries.edition_of(federation, on).ranks
    last_places = {rung.group or rung.name: place for place, rung in enumerate(ranks.rungs)}
    return Ladder(
        on, ranks.seniority, {rung.name: last_places.get(rung.name, place) for place, rung in enumerate(ranks.rungs)}
    )


def ineligibility_reasons(scheme: str, rule: Rule, ladder: Ladder, *, rank: str, grade: str, total: Exact) -> list[str]:
    """Everything that keeps a player out, each with the clause; empty if the player may enter."""
    reasons = []
    place = place_on(scheme, rank, ladder.on)
    grades = grade_names(scheme)
    if rule.highest_grade and grade in grades and grades.index(grade) > grades.index(rule.highest_grade):
        reasons.append(f"graded {grade}, above {rule.highest_grade}{_cite(scheme, 'grade')}")
    if rule.highest_rank and place > ladder.tops[rule.highest_rank]:
        reasons.append(f"{rank} is above {rule.highest_rank}{_cite(scheme, 'rank')}")
    if rule.lowest_rank and place < ladder.places[rule.lowest_rank]:
        reasons.append(f"{rank or 'no rank yet'} is below {rule.lowest_rank}{_cite(scheme, 'rank')}")
    if rule.fewer_points is not None and total >= rule.fewer_points:
        limit = grouped_text(rule.fewer_points)
        reasons.append(f"{grouped_text(total)} points, not fewer than {limit}{_cite(scheme, 'points')}")
    return reasons


def _cite(scheme: str, rule_name: str) -> str:
    number = FEDERATIONS[scheme].entry_limits.get(rule_name, "")
    return f" [{scheme.upper()} {number}]" if number else ""
