"""4.9, Other events divided into two or more sections of differing status."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, partial

import msgspec

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Result, Step, derive, fact
from masterpoint.core.errors import Problem
from masterpoint.core.events import Part, SectionsEvent
from masterpoint.core.exact import Exact, figure_text
from masterpoint.core.mechanisms import with_reason
from masterpoint.core.sentences import sentence
from masterpoint.schemes.families.british_leagues import Levels, PaidLevel, paid_levels_by_level, scale_level
from masterpoint.schemes.families.fields import fields
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.local.basic import long_event, pay_basic, result_of
from masterpoint.schemes.wbu.rules.local.divisions import levels_of
from masterpoint.schemes.wbu.rules.local.matches import missing_remarks, pay_straight
from masterpoint.schemes.wbu.rules.local.stages import attracts_match_awards, missing_matches
from masterpoint.schemes.wbu.rules.organisations.organisers import status_of
from masterpoint.schemes.wbu.rules.principles.requirements import require_acceptable, too_many_boards
from masterpoint.schemes.wbu.rules.principles.status import statuses
from masterpoint.schemes.wbu.rules.refusals import refuse


@cache
def section_levels(book: Book) -> dict[Exact, Levels]:
    """4.9.5 and 4.9.6: the status of a club's and an Area's sections, by the organiser's status."""
    figures, status_values = book.figures.sections, statuses(book)
    return {
        status_values["club"]: levels_of(figures.club, figures.club_limits.value),
        status_values["area"]: levels_of(figures.area, figures.area_limits.value),
    }


@rule
def award(book: Book, event: SectionsEvent) -> Result:
    """4.9: pays every section separately, at its own status."""
    require_acceptable(book, event)
    level = status_of(book, event)
    levels = [level_of(part, order) for order, part in enumerate(event.parts, 1)]
    refuse(
        (
            *base_problems(book, event, level),
            *_gaps(book, levels),
            *too_many_boards(book, event, event.boards),
            *(
                problem
                for part in event.parts
                for problem in missing_matches(book, event, event.boards, part.lists, "4.5.1")
            ),
        )
    )
    paid_levels = paid_levels_of(book, event, levels)
    count = max(paid_level.number for paid_level in paid_levels.values())
    awards: list[Award] = []
    for part, number in zip(event.parts, levels, strict=True):
        awards += pay_section(book, event, part, section_status(book, level, count, paid_levels[number]))
    remarks = []
    if event.organiser.level == "area":
        message = "every centre or time at which a section meets counts as a game of its own in the Area's quota"
        remarks.append(book.remark("4.9.3", message))
    if len(set(levels)) < len(levels):
        remarks.append(book.remark("4.9.8", "sections of one level count as one, with the same awards"))
    if any(award.kind == "matches" for award in awards):
        remarks += missing_remarks(book, event)
    return result_of(book, event, awards, remarks)


def level_of(part: Part, order: int) -> int:
    """4.9.8: 2A and 2B are one level; a section without a number takes its place in the list."""
    number = re.search(r"\d+", part.name)
    return int(number[0]) if number else order


def tables_in(event: SectionsEvent, part: Part) -> int:
    return sum(field.full_tables for field in fields(part.lists, event.contest))


@rule
def paid_levels_of(book: Book, event: SectionsEvent, levels: Sequence[int]) -> dict[int, PaidLevel]:
    """4.9.2: sections below the first need five full tables to count."""
    sizes = ((level, tables_in(event, part)) for part, level in zip(event.parts, levels, strict=True))
    return paid_levels_by_level(sizes, book.figures.sections.least_section.value)


def base_problems(book: Book, event: SectionsEvent, level: Step) -> Iterator[Problem]:
    if level.value not in section_levels(book):
        message = "there are figures for sections of a club's or an Area's event only"
        fix = "enter each section as a session of its own, or ask the WBU for a special scale (2.11.1)"
        yield book.problem("organiser.level", event.organiser.level, message, fix, "4.9.4")


def _gaps(book: Book, levels: Sequence[int]) -> Iterator[Problem]:
    numbers = sorted(set(levels))
    if numbers != list(range(1, len(numbers) + 1)):
        message = "sections are numbered from 1, the highest, without a gap"
        yield book.problem("parts", numbers, message, "name them 1, 2, 3 …; those of one level 2A and 2B", "4.9.4")


@rule
def section_status(book: Book, level: Step, count: int, paid_level: PaidLevel) -> Step:
    """4.9.4 to 4.9.7: by the number of sections and the organising body."""
    levels = section_levels(book)[level.value]
    number = levels.clause if count <= len(levels.rows) else book.clause("4.9.7")
    count_step = fact(count, book.clause("4.9.4"), "sections that count")
    status = derive(
        partial(scale_level, levels, paid_level.number),
        count_step,
        level,
        clause=number,
        message=sentence(
            "section {number} of {count}: {times} × Club status",
            number=paid_level.number,
            count=count,
            times=figure_text(scale_level(levels, paid_level.number, count, level.value)),
        ),
    )
    if paid_level.is_large_enough:
        return status
    message = "too small to count as a section: awards of the next higher one"
    return derive(with_reason, status, clause=book.clause("4.9.2"), message=message)


def pay_section(book: Book, event: SectionsEvent, part: Part, status: Step) -> list[Award]:
    """One section on the basic scale, or with match awards where matches are given (4.5.1)."""
    lists = tuple(
        msgspec.structs.replace(ranking, section=f"{part.name} {ranking.section}".strip()) for ranking in part.lists
    )
    if attracts_match_awards(book, event, event.boards, part.lists):
        groups = fields(lists, event.contest)
        return [award for field in groups for award in pay_straight(book, event, field, event.boards, status)]
    return pay_basic(book, event, lists, event.boards, long_event(book, status, event.boards))
