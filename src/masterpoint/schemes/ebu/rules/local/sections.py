"""4.9, Other events divided into two or more sections of differing status."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, partial

import msgspec

from masterpoint.core.books import Figure, rule
from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import Part, RankingList, SectionsEvent
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.places import entries_of
from masterpoint.core.sentences import Message, sentence
from masterpoint.core.traversal import ranking_lists
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.local.basic import basic_ladder, full_tables, minimum_award
from masterpoint.schemes.ebu.rules.local.match_awards import KIND, missing_remarks
from masterpoint.schemes.ebu.rules.local.match_events import as_match_event, has_matches, missing_match_problems
from masterpoint.schemes.ebu.rules.local.matches import pay_match_event
from masterpoint.schemes.ebu.rules.local.short_matches import basic_only
from masterpoint.schemes.ebu.rules.organisations.organisers import status_of
from masterpoint.schemes.ebu.rules.principles.paying import (
    colour_of,
    held_remarks,
    no_award_reason,
    pay_list,
    pay_nobody,
    require_ranking_without_handicap,
)
from masterpoint.schemes.ebu.rules.principles.status import higher, levels, statuses
from masterpoint.schemes.families.british import as_far_between, column_of
from masterpoint.schemes.families.fields import fields

NAME = re.compile(r"^\s*(?:section\s*)?(\d{1,2})\s*[a-z]?\s*$", re.IGNORECASE)
Multiples = tuple[Fraction, ...]


class Section(msgspec.Struct, frozen=True):
    """One section, its level from the top, and whether it is large enough to count."""

    part: Part
    level: int
    tables: int
    proper: bool


@cache
def section_statuses(book: Book) -> dict[Exact, Figure[Multiples]]:
    """4.9.5 to 4.9.7: the multiples of Club of the sections, by the status of the organiser."""
    figures, multiples = book.figures.sections, statuses(book)
    return {
        multiples["club"]: figures.club_statuses,
        multiples["district"]: figures.district_statuses,
        multiples["county"]: figures.county_statuses,
    }


@rule
def award(book: Book, event: SectionsEvent) -> Result:
    """4.9: every section is rated as a basic event of its own status."""
    require_ranking_without_handicap(book, event)
    base = status_of(book, event)
    sections = sections_of(book, event)
    lists = [ranking for part in event.parts for ranking in part.lists]
    problems = [
        *base_problems(book, event, base),
        *level_problems(book, sections),
        *double_entries(book, event),
        *missing_match_problems(book, event, lists, "4.5.1"),
    ]
    if problems:
        raise Refused(problems)
    levels = sorted({section.level for section in sections if section.proper})
    awards = [award for section in sections for award in pay_section(book, event, section, levels, base)]
    missing = missing_remarks(book, event) if any(award.kind == KIND for award in awards) else ()
    notes = (*held_remarks(book, event, awards), *remarks(book, sections), *missing)
    return Result(event, book.title, tuple(awards), notes)


def remarks(book: Book, sections: Sequence[Section]) -> Iterator[Remark]:
    yield book.remark("4.9.3", "every centre or time at which a section meets counts as a game of its own")
    levels = [section.level for section in sections]
    for level in sorted({level for level in levels if levels.count(level) > 1}):
        names = " and ".join(section.part.name for section in sections if section.level == level)
        yield book.remark("4.9.9", sentence("sections {names} are of one level, with the same awards", names=names))
    for section in sections:
        if not NAME.match(section.part.name):
            template = "section {name} is counted as section {level}, in the order of the file: 1 is the highest"
            yield book.remark("4.9.4", sentence(template, name=section.part.name, level=section.level))


def sections_of(book: Book, event: SectionsEvent) -> list[Section]:
    """4.9.2, 4.9.9: the sections; `2A` and `2B` are on one level."""
    sections = []
    for order, part in enumerate(event.parts, 1):
        match = NAME.match(part.name)
        level = int(match[1]) if match else order
        tables = sum(field.full_tables for field in fields(part.lists, event.contest))
        proper = level == 1 or tables >= book.figures.sections.least_tables.value[event.contest]
        sections.append(Section(part, level, tables, proper))
    return sections


def pay_section(book: Book, event: SectionsEvent, section: Section, levels: Sequence[int], base: Step) -> list[Award]:
    """One section at its status: a basic event, or one that pays for each match won, as leagues do (4.8.1)."""
    own_status = status_of_section(book, section, levels, base)
    as_matches = as_match_event(event, named_lists(section.part))
    if has_matches(as_matches.lists) and basic_only(book, as_matches) is None:
        return pay_match_event(book, as_matches, own_status, colour_of(book, event), None)
    status = long_section(book, own_status, event.boards)
    awards: list[Award] = []
    colour = colour_of(book, event)
    for field in fields(as_matches.lists, event.contest):
        reason = no_award_reason(book, event, field, event.boards)
        if reason:
            awards += pay_nobody(field.lists, reason, colour)
            continue
        ladder = basic_ladder(book, column_of(field), event.boards, full_tables(book, field), status)
        minimum = minimum_award(book, status)
        for ranking in field.lists:
            awards += pay_list(
                book, ranking, ladder, colour=colour, minimum=minimum, unpaid_number="4.1.2", boards=event.boards
            )
    return awards


def named_lists(part: Part) -> tuple[RankingList, ...]:
    return tuple(msgspec.structs.replace(ranking, section=ranking.section or part.name) for ranking in part.lists)


@rule
def status_of_section(book: Book, section: Section, levels: Sequence[int], base: Step) -> Step:
    """4.9.2, 4.9.4: a section's own status or, if it is too small, that of the next higher proper one."""
    if section.proper:
        return section_status(book, base, len(levels), levels.index(section.level) + 1)
    level_above = max(level for level in levels if level < section.level)
    clause = book.clause("4.9.2")
    tables = fact(section.tables, clause, sentence("full tables in section {name}", name=section.part.name))
    as_above = section_status(book, base, len(levels), levels.index(level_above) + 1)
    message = sentence("too small to count as a section: awards as in section {above}", above=level_above)
    return derive(_first, as_above, tables, clause=clause, message=message)


def _first(first: Exact, *rest: Exact) -> Exact:
    return first


@rule
def section_status(book: Book, base: Step, sections: int, position: int) -> Step:
    """4.9.5 to 4.9.8: the status of a section by how many there are and its position among them."""
    figure = section_statuses(book)[base.value]
    table, of_a_district = figure.value, figure is book.figures.sections.district_statuses
    reading = {"1.2.1": "E55", "1.4.3": "E31"}.get(base.clause.number, "") if of_a_district else ""
    count = fact(sections, book.clause("4.9.4"), "sections that count")
    if sections <= len(table):
        message = sentence("section {position} of {sections}", position=position, sections=sections)
        in_table = partial(_by_table, table, position)
        status = derive(in_table, count, base, clause=figure.clause, message=message, reading=reading)
    else:
        message = sentence(
            "section {position} of {sections}: constant reductions from the top section to the bottom one",
            position=position,
            sections=sections,
        )
        by_reductions = partial(_by_reductions, table, position)
        status = derive(by_reductions, count, base, clause=book.clause("4.9.8"), message=message)
    message = sentence("{multiple} × Club", multiple=status.value)
    return derive(_first, status, clause=book.clause("4.9.4"), message=message)


def _by_table(table: Multiples, position: int, sections: Exact, base: Exact) -> Exact:
    assert isinstance(sections, int)
    return table[sections - position]


def _by_reductions(table: Multiples, position: int, sections: Exact, base: Exact) -> Exact:
    assert isinstance(sections, int)
    top, bottom = table[-1], table[0]
    return tidy(top - (top - bottom) * Fraction(position - 1, sections - 1))


def long_section(book: Book, status: Step, boards: int) -> Step:
    """4.1.7: 72 boards or more raise the status by one level, also of a section between two levels."""
    if boards < book.figures.basic.raised_boards.value:
        return status
    return level_up(book, status, "4.1.7", sentence("{boards} boards", boards=boards))


@rule
def level_up(book: Book, status: Step, number: str, reason: Message) -> Step:
    """One level up; a status between two levels moves to just as far between the next two."""
    ladder = levels(book)
    if status.value in ladder or status.value > ladder[-2]:
        return higher(book, status, number, reason)
    formula, message = partial(as_far_between, ladder), sentence("one level up: {why}", why=reason)
    return derive(formula, status, clause=book.clause(number), message=message, reading="E51")


def base_problems(book: Book, event: SectionsEvent, base: Step) -> Iterator[Problem]:
    """4.9.5 to 4.9.7 serve clubs, district leagues and counties."""
    if event.organiser.level not in ("club", "district league", "county") or base.value not in section_statuses(book):
        yield book.problem(
            "organiser.level",
            event.organiser.level,
            "sections of differing status have a scale for clubs, district leagues and counties only",
            "enter each section as a session of its own, or ask the EBU for a special scale",
            "4.9.4",
        )


def level_problems(book: Book, sections: Sequence[Section]) -> Iterator[Problem]:
    """Sections are numbered from the top without a gap, and the top one is there."""
    levels = sorted({section.level for section in sections})
    if levels != list(range(1, len(levels) + 1)):
        yield book.problem(
            "parts",
            ", ".join(section.part.name for section in sections),
            "sections are numbered from 1, the highest, without a gap",
            "name them 1, 2, 3 …; sections of one level 2A and 2B",
            "4.9.9",
        )


def double_entries(book: Book, event: SectionsEvent) -> Iterator[Problem]:
    """4.9.3: nobody plays in two sections, and no number is in two lists of one section, though a name may be."""
    first_places: dict[str, str] = {}
    for path, ranking in ranking_lists(event):
        part = path.partition(".")[0]
        players = [player for entry in entries_of(ranking) for player in entry.players]
        places = {player.id or player.name: path if player.id else part for player in players}
        for person, place in sorted(places.items()):
            first = first_places.setdefault(person, place)
            if person and first != place:
                fix = "nobody may play in more than one section; give different people different ids"
                yield book.problem(place, person, f"this player is also in {first}", fix, "4.9.3")
