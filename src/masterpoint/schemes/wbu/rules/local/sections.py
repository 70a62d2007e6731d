"""4.9, Other events divided into two or more sections of differing status."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

import msgspec

from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact
from masterpoint.core.errors import Problem
from masterpoint.core.events import Part, SectionsEvent
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import whole
from masterpoint.core.places import entries_of
from masterpoint.schemes.families.british_leagues import Levels, Standing, graded, proper
from masterpoint.schemes.families.british_matches import shortest
from masterpoint.schemes.families.fields import fields
from masterpoint.schemes.wbu.rules.handbook import clause, problem, refuse
from masterpoint.schemes.wbu.rules.local.basic import long_event, pay_basic, result_of
from masterpoint.schemes.wbu.rules.local.matches import LEAST_BOARDS, LEAST_MATCH, pay_straight
from masterpoint.schemes.wbu.rules.organisations.organisers import status_of
from masterpoint.schemes.wbu.rules.principles.general import require_acceptable, too_many_boards
from masterpoint.schemes.wbu.rules.principles.status import STATUS

F = Fraction
CLUB = Levels(clause("4.9.5"), ((1,), (1, F(3, 4)), (F(3, 2), F(9, 8), F(3, 4))), F(3, 2), F(3, 4))
AREA = Levels(
    clause("4.9.6"),
    ((2,), (F(5, 2), 2), (3, F(5, 2), 2), (F(7, 2), 3, F(5, 2), 2), (4, F(7, 2), 3, F(5, 2), 2)),
    4,
    2,
)
TABLES = {STATUS["club"]: CLUB, STATUS["area"]: AREA}
LEAST_SECTION = 5  # 4.9.2


def award(event: SectionsEvent) -> Result:
    """4.9: every section by itself, at its own status."""
    require_acceptable(event)
    level = status_of(event)
    levels = [level_of(part, order) for order, part in enumerate(event.parts, 1)]
    refuse((*base_problems(event, level), *_gaps(levels), *_twice(event), *too_many_boards(event, event.boards)))
    standings = standings_of(event, levels)
    count = max(standing.number for standing in standings.values())
    awards: list[Award] = []
    for part, number in zip(event.parts, levels, strict=True):
        awards += pay_section(event, part, section_status(level, count, standings[number]))
    remarks = []
    if event.organiser.level == "area":
        message = "every centre or time at which a section meets counts as a game of its own in the Area's quota"
        remarks.append(Remark(clause("4.9.3"), message))
    if len(set(levels)) < len(levels):
        remarks.append(Remark(clause("4.9.8"), "sections of one level count as one, with the same awards"))
    return result_of(event, awards, remarks)


def level_of(part: Part, order: int) -> int:
    """4.9.8: 2A and 2B are one level; a section without a number stands where it is listed."""
    digits = "".join(letter for letter in part.name if letter.isdigit())
    return int(digits[:2]) if digits and int(digits[:2]) else order


def tables_in(event: SectionsEvent, part: Part) -> int:
    return sum(field.full_tables for field in fields(part.lists, event.contest))


def standings_of(event: SectionsEvent, levels: Sequence[int]) -> dict[int, Standing]:
    """4.9.2: sections below the first count only from five full tables."""
    sizes: dict[int, int] = {}
    for part, level in zip(event.parts, levels, strict=True):
        sizes[level] = max(sizes.get(level, 0), tables_in(event, part))
    order = sorted(sizes)
    return dict(zip(order, proper([sizes[level] for level in order], LEAST_SECTION), strict=True))


def base_problems(event: SectionsEvent, level: Step) -> Iterator[Problem]:
    if level.value not in TABLES:
        message = "there are figures for sections of a club's or an Area's event only"
        fix = "enter each section as a session of its own, or ask the WBU for a special scale (2.11.1)"
        yield problem("4.9.4", "organiser.level", event.organiser.level, message, fix)


def _gaps(levels: Sequence[int]) -> Iterator[Problem]:
    found = sorted(set(levels))
    if found != list(range(1, len(found) + 1)):
        message = "sections are numbered from 1, the highest, without a gap"
        yield problem("4.9.4", "parts", found, message, "name them 1, 2, 3 …; those of one level 2A and 2B")


def _twice(event: SectionsEvent) -> Iterator[Problem]:
    """4.9.3: nobody plays in two sections."""
    seen: dict[str, str] = {}
    for index, part in enumerate(event.parts):
        people = {
            player.id
            for ranking in part.lists
            for entry in entries_of(ranking)
            for player in entry.players
            if player.id
        }
        for who in sorted(people):
            if seen.setdefault(who, part.name) != part.name:
                message = f"this player is also in section {seen[who]}"
                yield problem("4.9.3", f"parts[{index}]", who, message, "a player may compete in one section only")


def section_status(level: Step, count: int, standing: Standing) -> Step:
    """4.9.4 to 4.9.7: by the number of sections and the organising body."""
    levels = TABLES[level.value]
    number = levels.clause if count <= len(levels.rows) else clause("4.9.7")
    told = fact(count, clause("4.9.4"), "sections that count")
    status = derive(
        partial(_graded, levels, standing.number),
        told,
        level,
        clause=number,
        message=f"status of section {standing.number} of {count}, as a multiple of Club",
    )
    if standing.counted:
        return status
    message = "too small to count as a section: awards of the next higher one"
    return derive(_same, status, clause=clause("4.9.2"), message=message)


def _graded(levels: Levels, number: int, count: Exact, level: Exact) -> Exact:
    return graded(levels, whole(count))[number - 1]


def _same(value: Exact) -> Exact:
    return value


def pay_section(event: SectionsEvent, part: Part, status: Step) -> list[Award]:
    """One section on the basic scale, or with match awards where matches are told (4.5.1)."""
    named = tuple(
        msgspec.structs.replace(ranking, section=f"{part.name} {ranking.section}".strip()) for ranking in part.lists
    )
    least = shortest([group for ranking in part.lists for entry in ranking.entries for group in entry.matches])
    long_enough = event.contest == "teams" or (least or 0) >= LEAST_MATCH
    if least is not None and event.boards >= LEAST_BOARDS and long_enough:
        groups = fields(named, event.contest)
        return [award for field in groups for award in pay_straight(event, field, event.boards, status)]
    return pay_basic(event, named, event.boards, long_event(status, event.boards))
