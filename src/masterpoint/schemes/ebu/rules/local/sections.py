"""4.9, Other events divided into two or more sections of differing status."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

import msgspec

from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import Part, RankingList, SectionsEvent
from masterpoint.core.exact import Exact, shown, tidy
from masterpoint.core.places import entries_of
from masterpoint.schemes.ebu.rules.handbook import TITLE, clause, problem, remark
from masterpoint.schemes.ebu.rules.local.basic import VERY_LONG, basic_ladder, column_of, full_tables, minimum_award
from masterpoint.schemes.ebu.rules.local.match_events import as_match_event, tells_matches
from masterpoint.schemes.ebu.rules.local.matches import pay_match_event
from masterpoint.schemes.ebu.rules.local.short_matches import basic_only
from masterpoint.schemes.ebu.rules.organisations.organisers import LADDER, STATUS, higher, status_of
from masterpoint.schemes.ebu.rules.principles.paying import (
    colour_of,
    held_remarks,
    no_award_reason,
    pay_list,
    pay_nobody,
    require_ranking_without_handicap,
)
from masterpoint.schemes.families.british import as_far_between
from masterpoint.schemes.families.fields import fields

SMALLEST = {"individual": 3, "pairs": 4, "teams": 5}  # 4.9.2: full tables of any section but the top one
TOP_STATUS = {  # 4.9.5 to 4.9.7: status of the organisation, the step between sections, the highest section
    STATUS["club"]: ("4.9.5", (1, Fraction(3, 2), 2)),
    STATUS["district"]: ("4.9.6", (Fraction(3, 2), 2, Fraction(5, 2), 3)),
    STATUS["county"]: ("4.9.7", (2, Fraction(5, 2), 3, Fraction(7, 2), 4)),
}
NAME = re.compile(r"^\s*(?:section\s*)?(\d{1,2})\s*[a-z]?\s*$", re.IGNORECASE)
Table = tuple[Exact, ...]


class Section(msgspec.Struct, frozen=True):
    """One section, its level from the top, and whether it is large enough to count."""

    part: Part
    level: int
    tables: int
    proper: bool


def award(event: SectionsEvent) -> Result:
    """4.9: every section is rated as a basic event of its own status."""
    require_ranking_without_handicap(event)
    base = status_of(event)
    told = sections_of(event)
    problems = [*base_problems(event, base), *level_problems(told), *double_entries(event)]
    if problems:
        raise Refused(problems)
    levels = sorted({section.level for section in told if section.proper})
    awards = [award for section in told for award in pay_section(event, section, told, levels, base)]
    return Result(event, TITLE, tuple(awards), (*held_remarks(event, awards), *remarks(told)))


def remarks(told: Sequence[Section]) -> Iterator[Remark]:
    yield remark("4.9.3", "every centre or time at which a section meets counts as a game of its own")
    levels = [section.level for section in told]
    for level in sorted({level for level in levels if levels.count(level) > 1}):
        names = " and ".join(section.part.name for section in told if section.level == level)
        yield remark("4.9.9", f"sections {names} are of one level, with the same awards")


def sections_of(event: SectionsEvent) -> list[Section]:
    """4.9.2, 4.9.9: the sections, with `2A` and `2B` on one level."""
    sections = []
    for order, part in enumerate(event.parts, 1):
        numbered = NAME.match(part.name)
        level = int(numbered[1]) if numbered else order
        tables = sum(field.full_tables for field in fields(part.lists, event.contest))
        proper = level == 1 or tables >= SMALLEST[event.contest]
        sections.append(Section(part, level, tables, proper))
    return sections


def pay_section(
    event: SectionsEvent, section: Section, told: Sequence[Section], levels: Sequence[int], base: Step
) -> list[Award]:
    """One section at its status: a basic event, or one that pays for each match won, as leagues do (4.8.1)."""
    own = status_of_section(section, told, levels, base)
    as_matches = as_match_event(event, named_lists(section.part))
    if tells_matches(as_matches.lists) and basic_only(as_matches) is None:
        return pay_match_event(as_matches, own, colour_of(event), None)
    status = long_section(own, event.boards)
    awards: list[Award] = []
    colour = colour_of(event)
    for field in fields(as_matches.lists, event.contest):
        reason = no_award_reason(event, field, event.boards)
        if reason:
            awards += pay_nobody(field.lists, reason, colour)
            continue
        ladder = basic_ladder(column_of(field), event.boards, full_tables(field), status)
        minimum = minimum_award(status)
        for ranking in field.lists:
            awards += pay_list(ranking, ladder, colour=colour, minimum=minimum, unpaid="4.1.2", boards=event.boards)
    return awards


def named_lists(part: Part) -> tuple[RankingList, ...]:
    return tuple(msgspec.structs.replace(ranking, section=ranking.section or part.name) for ranking in part.lists)


def status_of_section(section: Section, told: Sequence[Section], levels: Sequence[int], base: Step) -> Step:
    """4.9.2, 4.9.4: a section's own status, or that of the next higher proper one where it is too small."""
    if section.proper:
        return section_status(base, len(levels), levels.index(section.level) + 1)
    above = max(level for level in levels if level < section.level)
    tables = fact(section.tables, clause("4.9.2"), f"full tables in section {section.part.name}")
    as_above = section_status(base, len(levels), levels.index(above) + 1)
    return derive(
        _first,
        as_above,
        tables,
        clause=clause("4.9.2"),
        message=f"too small to count as a section: awards as in section {above}",
    )


def _first(first: Exact, *rest: Exact) -> Exact:
    return first


def section_status(base: Step, sections: int, position: int) -> Step:
    """4.9.5 to 4.9.8: the status of a section by how many there are and where it stands among them."""
    number, table = TOP_STATUS[base.value]
    reading = {"1.2.1": "E55", "1.4.3": "E31"}.get(base.clause.number, "") if number == "4.9.6" else ""
    count = fact(sections, clause("4.9.4"), "sections that count")
    if sections <= len(table):
        message = f"section {position} of {sections}"
        status = derive(
            partial(_by_table, table, position), count, base, clause=clause(number), message=message, reading=reading
        )
    else:
        message = f"section {position} of {sections}: constant reductions from the top section to the bottom one"
        status = derive(partial(_by_reductions, table, position), count, base, clause=clause("4.9.8"), message=message)
    return derive(_first, status, clause=clause("4.9.4"), message=f"{shown(status.value)} × Club")


def _by_table(table: Table, position: int, sections: Exact, base: Exact) -> Exact:
    assert isinstance(sections, int)
    return table[sections - position]


def _by_reductions(table: Table, position: int, sections: Exact, base: Exact) -> Exact:
    assert isinstance(sections, int)
    top, bottom = table[-1], table[0]
    return tidy(top - (top - bottom) * Fraction(position - 1, sections - 1))


def long_section(status: Step, boards: int) -> Step:
    """4.1.7: 72 boards or more raise the status by one level, also of a section between two levels."""
    if boards < VERY_LONG:
        return status
    return level_up(status, "4.1.7", f"{boards} boards")


def level_up(status: Step, number: str, why: str) -> Step:
    """One level up; a status between two levels stays as far between the next two."""
    if status.value in LADDER or status.value > LADDER[-2]:
        return higher(status, number, why)
    above = partial(as_far_between, LADDER)
    return derive(above, status, clause=clause(number), message=f"one level up: {why}", reading="E51")


def base_problems(event: SectionsEvent, base: Step) -> Iterator[Problem]:
    """4.9.5 to 4.9.7 serve clubs, district leagues and counties."""
    if event.organiser.level not in ("club", "district league", "county") or base.value not in TOP_STATUS:
        yield problem(
            "organiser.level",
            event.organiser.level,
            "sections of differing status have a scale for clubs, district leagues and counties only",
            "enter each section as a session of its own, or ask the EBU for a special scale",
            "4.9.4",
        )


def level_problems(told: Sequence[Section]) -> Iterator[Problem]:
    """Sections are numbered from the top without a gap; the top one is there."""
    levels = sorted({section.level for section in told})
    if levels != list(range(1, len(levels) + 1)):
        yield problem(
            "parts",
            ", ".join(section.part.name for section in told),
            "sections are numbered from 1, the highest, without a gap",
            "name them 1, 2, 3 …; sections of one level 2A and 2B",
            "4.9.9",
        )


def double_entries(event: SectionsEvent) -> Iterator[Problem]:
    """4.9.3: nobody plays in two sections."""
    seen: dict[str, int] = {}
    for index, part in enumerate(event.parts):
        here = {
            player.id or player.name
            for ranking in part.lists
            for entry in entries_of(ranking)
            for player in entry.players
        } - {""}
        for who in sorted(here):
            first = seen.setdefault(who, index)
            if first != index:
                yield problem(
                    f"parts[{index}]",
                    who,
                    f"this player is also in section {event.parts[first].name}",
                    "nobody may play in more than one section; give different people different ids",
                    "4.9.3",
                )
