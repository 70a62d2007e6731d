"""4.11, Ladder events: the additional award on the overall ranking of a series of regular games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Remark, Result, Step
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import Contest, LadderEvent
from masterpoint.core.parsing import facts_from
from masterpoint.core.sentences import sentence
from masterpoint.core.traversal import all_entries
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.local.basic import minimum_award
from masterpoint.schemes.ebu.rules.local.sections import level_up, section_status, section_statuses
from masterpoint.schemes.ebu.rules.organisations.organisers import status_of
from masterpoint.schemes.ebu.rules.principles.paying import (
    colour_of,
    held_remarks,
    pay_list,
    require_ranking_without_handicap,
)
from masterpoint.schemes.families.british_ladders import (
    LadderTable,
    full_on_average,
    ladder_awards,
    ranked_unit,
    too_few_games,
    wrong_unit,
)
from masterpoint.schemes.families.words import in_words

UNITS: dict[Contest, tuple[Contest, ...]] = {  # 4.11.3: what a series of such games may rank
    "pairs": ("individual", "pairs"),
    "teams": ("individual", "pairs", "teams"),
    "individual": ("individual",),
}


@cache
def table(book: Book) -> LadderTable:
    """4.11.6, at Club status."""
    figures = book.figures.ladders
    return LadderTable(
        figures.awards.clause,
        status=book.clause("4.11.7"),
        average=book.clause("4.11.5"),
        numbers=figures.awards.value,
        units=figures.units.value,
    )


@rule
def award(book: Book, event: LadderEvent) -> Result:
    """4.11: the bonus for each place on the ladder, or in the final it led to."""
    require_ranking_without_handicap(book, event)
    problems = [*unit_problems(book, event), *result_problems(book, event), *section_problems(book, event)]
    if problems:
        raise Refused(problems)
    colour, status = colour_of(book, event), status_of_ladder(book, event)
    assert event.average_tables is not None, "asked for before"
    average = full_on_average(table(book), event.average_tables)
    ladder = ladder_awards(table(book), ranked_unit(event), average, status)
    minimum = minimum_award(book, status)
    boards = event.final_boards or 0
    awards: list[Award] = []
    for ranking in event.lists:
        awards += pay_list(
            book, ranking, ladder, colour=colour, minimum=minimum, unpaid_number="4.11.6", kind="bonus", boards=boards
        )
    return Result(event, book.title, tuple(awards), (*held_remarks(book, event, awards), *remarks(book, event)))


def unit_problems(book: Book, event: LadderEvent) -> Iterator[Problem]:
    """4.11.3: pairs games rank pairs or players, teams games anything, individual games players."""
    for contradiction in wrong_unit(event, UNITS):
        yield book.problem(*contradiction, "4.11.3")


def result_problems(book: Book, event: LadderEvent) -> Iterator[Problem]:
    """4.11.4, 4.11.5: six results at least, no more than there were games, and the average attendance."""
    minimum = book.figures.ladders.fewest_results.value
    minimum_words = in_words(minimum)
    if event.counted < minimum:
        yield book.problem(
            "counted",
            str(event.counted),
            f"a ladder counts at least {minimum_words} results",
            f"count {minimum_words} or more; a final after fewer games is an ordinary session by its own size (3.7.4)",
            "4.11.4",
        )
    for contradiction in too_few_games(event):
        yield book.problem(*contradiction, "4.11.4")
    for path, entry in all_entries(event):
        if entry.sessions is not None and entry.sessions < event.counted and not event.final:
            message = f"{event.counted} results count, and this contestant has fewer"
            fix = "leave out those without enough results; the others move up"
            yield book.problem(f"{path}.sessions", entry.sessions, message, fix, "4.11.4")
    if event.average_tables is None or event.average_tables < 1:
        fix = "give the average number of full tables in a game as `average_tables`"
        message = "the awards depend on the average attendance"
        value = "" if event.average_tables is None else event.average_tables
        yield book.problem("average_tables", value, message, fix, "4.11.5")


def section_problems(book: Book, event: LadderEvent) -> Iterator[Problem]:
    """4.11.9(c): a ladder for one section of several."""
    facts: Facts = facts_from(event, Facts)
    section, sections = facts.ladder_section, facts.ladder_sections
    if (section is None) != (sections is None) or (section or 0) > (sections or 0):
        fix = "give both ladder_section and ladder_sections, the first no larger"
        message = "a ladder for one section needs its number and how many sections there are"
        yield book.problem("facts.ladder_section", str(section or ""), message, fix, "4.11.9")
    elif sections and event.championship == "major":
        message = "not all members can win an event in sections of differing status"
        yield book.problem("championship", "major", message, "leave `championship` or the sections out", "1.2.4")
    elif sections and event.organiser.level not in ("club", "district league", "county"):
        fix = "leave the sections out"
        message = "sections of differing status are held by clubs, district leagues and counties"
        yield book.problem("organiser.level", event.organiser.level, message, fix, "4.9.4")


@rule
def status_of_ladder(book: Book, event: LadderEvent) -> Step:
    """4.11.7 to 4.11.9: the organiser's status, one level up for 18 games, and one for a final."""
    facts: Facts = facts_from(event, Facts)
    status = status_of(book, event)
    if facts.ladder_sections and facts.ladder_section and status.value in section_statuses(book):
        status = section_status(book, status, facts.ladder_sections, facts.ladder_section)
    if event.games >= book.figures.ladders.many_games.value:
        status = level_up(book, status, "4.11.8", sentence("{games} games available", games=event.games))
    if event.final:
        status = level_up(book, status, "4.11.9", "awarded on the result of a final")
    return status


def remarks(book: Book, event: LadderEvent) -> Iterator[Remark]:
    maximum = in_words(book.figures.quotas.ladders.value)
    message = sentence("each game also has its own awards; an organiser may hold {most} ladders a year", most=maximum)
    yield book.remark("4.11.1", message)
    yield book.remark("1.2.3", sentence("one of at most {most} ladders of the organiser this year", most=maximum))
    if event.final:
        yield book.remark("4.11.9", "the ladder's own awards are withheld: the final's ranking receives them")
