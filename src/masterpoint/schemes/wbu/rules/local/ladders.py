"""4.11, Ladder events: the additional award on the overall ranking of a series of regular games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Remark, Result, Step, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import Contest, Entry, LadderEvent
from masterpoint.core.parsing import facts_from
from masterpoint.core.sentences import sentence
from masterpoint.schemes.families.british import ONE_WINNER
from masterpoint.schemes.families.british_ladders import (
    LadderTable,
    full_on_average,
    ladder_awards,
    ranked_unit,
    too_few_games,
    wrong_unit,
)
from masterpoint.schemes.families.british_leagues import PaidLevel
from masterpoint.schemes.families.fields import enough_sessions, list_name
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.local.basic import result_of
from masterpoint.schemes.wbu.rules.local.sections import section_levels, section_status
from masterpoint.schemes.wbu.rules.organisations.organisers import status_of
from masterpoint.schemes.wbu.rules.principles.general import LOCAL, tie_minimum
from masterpoint.schemes.wbu.rules.principles.payments import no_standing, pay_places
from masterpoint.schemes.wbu.rules.principles.requirements import require_acceptable
from masterpoint.schemes.wbu.rules.principles.status import higher
from masterpoint.schemes.wbu.rules.refusals import refuse

UNITS: dict[Contest, tuple[Contest, ...]] = {  # 4.11.3: what a series of such games may rank
    "pairs": ("individual", "pairs"),
    "teams": ("individual", "pairs", "teams"),
    "individual": ("individual",),
}


@cache
def ladder_table(book: Book) -> LadderTable:
    """4.11.6: the number of awards by average tables, and the step between them."""
    figures = book.figures.ladders
    return LadderTable(
        figures.numbers.clause,
        status=book.clause("4.11.7"),
        average=book.clause("4.11.5"),
        numbers=figures.numbers.value,
        units=figures.units.value,
    )


@rule
def award(book: Book, event: LadderEvent) -> Result:
    """4.11: the bonus for each place on the ladder, or in the final it led to."""
    require_acceptable(book, event)
    level = status_of(book, event)
    facts: Facts = facts_from(event, Facts)
    refuse((*_problems(book, event), *_section_problems(book, facts, level)))
    level = ladder_status(book, event, facts, level)
    unit = ranked_unit(event)
    assert event.average_tables is not None, "asked for before"
    ladder = ladder_awards(ladder_table(book), unit, full_on_average(ladder_table(book), event.average_tables), level)
    minimum = tie_minimum(book, ONE_WINNER[unit], level)
    boards = event.final_boards or 0
    awards: list[Award] = []
    for ranking in event.lists:
        ranked_entries, short_entries = enough_sessions(ranking, event.counted)
        awards += pay_places(
            book,
            ranked_entries,
            ladder,
            minimum=minimum,
            unpaid_number="4.11.6",
            kind="bonus",
            boards=boards,
            ranking=list_name(ranking),
        )
        awards += [Award(entry, too_few_results(book, entry, event.counted), LOCAL, "bonus") for entry in short_entries]
        awards += no_standing(book, ranking, LOCAL, "bonus")
    return result_of(book, event, awards, tuple(_remarks(book, event)))


def too_few_results(book: Book, entry: Entry, results_counted: int) -> Step:
    """4.11.4: a contestant with fewer results than the ranking counts is not in it; the others move up."""
    template = "{played} games played, fewer than the {counted} results that the ranking counts"
    return nothing(book.clause("4.11.4"), sentence(template, played=entry.sessions, counted=results_counted))


def _problems(book: Book, event: LadderEvent) -> Iterator[Problem]:
    for contradiction in wrong_unit(event, UNITS):
        yield book.problem(*contradiction, "4.11.3")
    minimum = book.figures.ladders.fewest_results.value
    if event.counted < minimum:
        message = f"a ladder counts at least {minimum} results"
        fix = f"count {minimum} or more; a final after fewer is an ordinary game of its own size (2.7.4)"
        yield book.problem("counted", event.counted, message, fix, "4.11.4")
    for contradiction in too_few_games(event):
        yield book.problem(*contradiction, "4.11.4")
    if event.average_tables is None:
        fix = "give the average number of full tables in a game"
        yield book.problem("average_tables", "", "the awards depend on the average attendance", fix, "4.11.5")
    elif event.average_tables < 1:
        fix = "give the average number of full tables in a game"
        yield book.problem("average_tables", event.average_tables, "no full table played on average", fix, "4.11.5")


def _section_problems(book: Book, facts: Facts, level: Step) -> Iterator[Problem]:
    """4.11.9, note (c): a ladder for one section of several."""
    if facts.ladder_section is None and facts.ladder_sections is None:
        return
    if facts.ladder_section is None or facts.ladder_sections is None or facts.ladder_section > facts.ladder_sections:
        message = "a ladder for one section needs its number and how many sections there are"
        fix = "give both, the first no larger"
        yield book.problem("facts.ladder_section", facts.ladder_section or "", message, fix, "4.11.9")
    if level.value not in section_levels(book):
        message = "sections of differing status are held by clubs and Areas"
        yield book.problem(
            "facts.ladder_sections", facts.ladder_sections or "", message, "leave the sections out", "4.9.4"
        )


@rule
def ladder_status(book: Book, event: LadderEvent, facts: Facts, level: Step) -> Step:
    """4.11.7 to 4.11.9: one level up for 18 games, and one for a final; both may apply."""
    if facts.ladder_section is not None:
        assert facts.ladder_sections is not None, "asked for before"
        level = section_status(book, level, facts.ladder_sections, PaidLevel(facts.ladder_section, True))
    if event.games >= book.figures.ladders.many_games.value:
        level = higher(book, level, "4.11.8", sentence("{games} games available", games=event.games))
    if event.final:
        level = higher(book, level, "4.11.9", "awarded on the result of a final")
    return level


def _remarks(book: Book, event: LadderEvent) -> Iterator[Remark]:
    template = "each game also has its own awards; an organiser may hold {most} ladders a year"
    yield book.remark("4.11.1", sentence(template, most=book.figures.organisations.ladders.value))
    if event.final:
        yield book.remark("4.11.9", "the ladder's own awards are withheld: the final's ranking receives them")
