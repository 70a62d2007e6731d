"""E13, E20 and E23: matches of a club night or a tournament, and the overall placings."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from masterpoint.core.derivation import Award, Result, fact
from masterpoint.core.errors import Problem
from masterpoint.core.events import MatchEvent
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import entries_of, size_of
from masterpoint.core.seats import TABLES_PER_CONTESTANT
from masterpoint.core.sentences import sentence
from masterpoint.schemes.nz.book import A, Book
from masterpoint.schemes.nz.rules.facts import Facts
from masterpoint.schemes.nz.rules.issue.eligibility import Restrictions, club_restrictions, restriction_remarks
from masterpoint.schemes.nz.rules.issue.graded_nights import night_problems, night_remarks
from masterpoint.schemes.nz.rules.issue.substitutes import substitute_problems
from masterpoint.schemes.nz.rules.play.match_play import has_matches, match_remarks, pay_matches, scoring_remarks
from masterpoint.schemes.nz.rules.play.match_results import match_problems
from masterpoint.schemes.nz.rules.tournaments.class_conditions import deals_problem
from masterpoint.schemes.nz.rules.tournaments.classes import TournamentClass, class_remarks, restrictions_for
from masterpoint.schemes.nz.rules.tournaments.conditions import (
    common_problems,
    known_class,
    refuse_if_any,
    total_deals_problems,
)
from masterpoint.schemes.nz.rules.tournaments.interprovincial import closed_trials, no_points, trials_remarks
from masterpoint.schemes.nz.rules.tournaments.overall import (
    Plate,
    member_problems,
    overall_ladder,
    overall_problems,
    pay_overall,
    size_problems,
    total_problems,
)
from masterpoint.schemes.nz.rules.tournaments.stages import division_clause


def award(book: Book, event: MatchEvent) -> Result:
    """E13, E20, E23: every match won or tied, and the overall placings of a tournament."""
    facts: Facts = facts_from(event, Facts)
    problems = list(common_problems(book, event, facts))
    kind = known_class(book, event, facts)
    if kind is not None or not (event.grade or facts.interprovincial):
        problems += _match_problems(book, event, kind, facts)
    refuse_if_any(problems)
    if closed_trials(facts):
        return no_points(book, event, facts)
    restrictions = restrictions_for(kind, facts) if kind else club_restrictions(facts)
    factor = kind.match_factor if kind else None
    awards = pay_matches(book, event.lists, event.contest, factor, restrictions, club=kind is None)
    remarks = [*match_remarks(book, factor), *scoring_remarks(book, event.scoring)]
    if kind is None:
        remarks = [
            book.remark("E6.3c", "C Points for this session of play"),
            *remarks,
            *night_remarks(book, event, facts),
        ]
    else:
        remarks += class_remarks(book, event, kind, facts) + trials_remarks(book, facts)
        if event.last:
            awards += _placings(book, event, kind, facts, restrictions)
        else:
            number, _ = division_clause(event.contest, kind, "qualifying", facts)
            remarks.append(book.remark(number, "qualifying stage: match awards only, no overall placings"))
    return Result(
        event,
        book.title,
        tuple(awards),
        tuple(dict.fromkeys([*remarks, *restriction_remarks(book, restrictions, awards)])),
    )


def _match_problems(book: Book, event: MatchEvent, kind: TournamentClass | None, facts: Facts) -> Iterator[Problem]:
    factor = kind.match_factor if kind else None
    yield from match_problems(
        book,
        event.lists,
        "lists",
        event.contest,
        factor,
        boards=event.boards,
        line_ups=facts.line_up_sheets,
        club=kind is None,
    )
    yield from night_problems(book, event, facts)
    if not has_matches(event.lists):
        message = "no results of matches are given"
        fix = "give each contestant's matches, or use another form"
        yield book.problem("lists", "", message, fix, "E13.2a" if kind is None else "E36.5e")
    if kind is None:
        return
    number = "E18.2d" if kind.colour == A else "E22.2d"
    for index, ranking in enumerate(event.lists):
        entries, path = entries_of(ranking), f"lists[{index}]"
        yield from substitute_problems(book, entries, event.contest, event.boards, path, number)
        yield from member_problems(book, entries, kind, event.contest, event.boards, path)
    yield from total_deals_problems(book, event.boards, facts)
    yield from _stage_problems(book, event)
    stage = not event.last or event.original_tables is not None
    if facts.total_deals is not None or not stage:
        yield from deals_problem(book, kind, facts.total_deals or event.boards)
    if event.last:
        yield from overall_problems(book, kind, event.contest, "lists")
        yield from total_problems(book, facts.total_field, max(map(size_of, event.lists), default=0))
        yield from size_problems(book, kind, event.contest, _total_field(event, facts), "lists")
        if len(event.lists) > 1:
            fix = "give one list, or last = false for a stage without overall placings"
            yield book.problem("lists", len(event.lists), "a tournament has one overall ranking", fix, "E5.D31")


def _stage_problems(book: Book, event: MatchEvent) -> Iterator[Problem]:
    """E42.Q2b: all who play in a later stage played in the first."""
    entry_count = max((size_of(ranking) for ranking in event.lists), default=0)
    entry_count += contestants_in(event, event.premier_tables)
    if event.original_tables is not None and contestants_in(event, event.original_tables) < entry_count:
        message = f"{entry_count} contestants play in the later stages, more than in the first"
        fix = "give the tables of the first stage (teams: the teams)"
        yield book.problem("original_tables", event.original_tables, message, fix, "E42.Q2b")


def _placings(
    book: Book, event: MatchEvent, kind: TournamentClass, facts: Facts, restrictions: Restrictions
) -> list[Award]:
    """Overall placings in the total field; those of a plate come after the finalists."""
    ranking = event.lists[0]
    final = contestants_in(event, event.premier_tables)
    stage = "plate" if final else "final"
    total = _total_field(event, facts)
    if event.original_tables is None and not final and not facts.total_field:
        unit = "teams" if event.contest == "teams" else "contestants"
        field = fact(total, book.clause("E37.1b"), sentence("{unit} in the field", unit=unit))
    else:
        number, reading = division_clause(event.contest, kind, stage, facts)
        field = fact(total, book.clause(number), "contestants in the total field", reading=reading)
    ladder = overall_ladder(book, kind, event.contest, field)
    return pay_overall(
        book,
        ranking,
        ladder,
        kind,
        event.contest,
        restrictions,
        boards=event.boards,
        plate=Plate(final, field.clause) if final else None,
        kind_of_award="plate" if final else "overall",
    )


def _total_field(event: MatchEvent, facts: Facts) -> int:
    """Everybody who played, in all stages: as given, but never fewer than are listed."""
    entry_count = max((size_of(ranking) for ranking in event.lists), default=0)
    entry_count += contestants_in(event, event.premier_tables)
    return max(contestants_in(event, event.original_tables), entry_count, facts.total_field or 0)


def contestants_in(event: MatchEvent, tables: object) -> int:
    """The contestants at a number of tables; a teams event is measured in teams."""
    return int(Fraction(str(tables)) / TABLES_PER_CONTESTANT[event.contest]) if tables is not None else 0
