"""4.2.5 and 4.3.3, a final or a consolation given by itself: forms `final` and `consolation`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import floor

from masterpoint.core.derivation import Award, Step
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import ConsolationEvent, Contest, Entry, FinalEvent, RankingList
from masterpoint.core.exact import grouped_text, tidy
from masterpoint.core.seats import TABLES_PER_CONTESTANT
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.awards.awarding import AwardsAndRemarks
from masterpoint.schemes.abf.rules.awards.consolations import Consolation, consolation_factors, consolation_terms
from masterpoint.schemes.abf.rules.awards.finals import premium
from masterpoint.schemes.abf.rules.awards.outright import (
    Outright,
    boards_before,
    own_sessions,
    pay_outright,
    sessions_step,
    tables_step,
    walk_in_final,
    with_acceleration,
)
from masterpoint.schemes.abf.rules.awards.placing import limited_to_finalists, paid_part, paid_places
from masterpoint.schemes.abf.rules.awards.players import of_the_boards
from masterpoint.schemes.abf.rules.awards.sessions import contestants, fields_of, session_awards
from masterpoint.schemes.abf.rules.forms.match_events import (
    balance_remarks,
    has_only_short_matches,
    match_awards,
    match_problems,
)
from masterpoint.schemes.abf.rules.grades.terms import Terms

Stage = FinalEvent | ConsolationEvent


def final(book: Book, event: FinalEvent, terms: Terms) -> AwardsAndRemarks:
    """The session award of a final with its premium, and the outright award of the whole event."""
    tables = _tables(book, event.lists, event.contest)
    original = Fraction(event.original_tables)
    final_premium = None if terms.facts.walk_in else premium(book, tables, original, last=event.last)
    if tables > original:
        message = f"the final has {grouped_text(tidy(tables))} tables, more than the original entry"
        fix = "give the tables of the first stage"
        raise Refused(book.problem("original_tables", event.original_tables, message, fix, "4.3.3a"))
    awards, remarks = _session(book, event, terms, final_premium)
    if not event.last:
        return awards, remarks
    entry_count = floor(original / TABLES_PER_CONTESTANT[event.contest])
    places = paid_places(
        book, paid_part(book, event, matches=_by_matches(book, event), teams=terms.paid_as_teams), entry_count
    )
    finalists = sum(contestants(ranking) for ranking in event.lists)
    if not terms.paid_as_teams or terms.facts.parallel_consolation:
        places = limited_to_finalists(book, places, finalists)
    if len(event.lists) > 1 and _has_earlier_sessions(terms):
        message = "a final with several rankings does not show who won the event"
        fix = 'use form = "tournament": the sessions with their lists, and the overall ranking'
        raise Refused(book.problem("lists", len(event.lists), message, fix, "4.3.4"))
    outright = Outright(book, terms, tables_step(book, terms, original), places, book.clause("4.3.3a"))
    overall, more_remarks = _outright(book, event, terms, [outright] * len(event.lists))
    return awards + overall, remarks + more_remarks


def consolation(book: Book, event: ConsolationEvent, terms: Terms) -> AwardsAndRemarks:
    """4.2.5, 4.3.3: a consolation's session awards, and its part of the final's outright award."""
    facts = terms.facts
    number = event.order - 1
    problems = list(_consolation_problems(book, event, terms, number))
    if problems:
        raise Refused(problems)
    plate = Consolation(number, max(facts.consolations or 0, number), facts.consolations_graded)
    awards, remarks = _session(book, event, consolation_terms(book, terms, plate), None)
    final_tables = _final_tables(event, terms)
    ladders = []
    for ranking in event.lists:
        section_lists = [other for other in event.lists if other.section == ranking.section]
        factors = consolation_factors(
            book, plate, 2 if ranking.direction else 1, _tables(book, section_lists, event.contest), final_tables
        )
        places = paid_places(
            book,
            paid_part(book, event, matches=_by_matches(book, event), teams=terms.paid_as_teams),
            contestants(ranking),
        )
        tables = tables_step(book, terms, Fraction(event.original_tables))
        ladders.append(Outright(book, terms, tables, places, book.clause("4.3.3c"), factors))
    overall, outright_remarks = _outright(book, event, terms, ladders)
    return awards + overall, remarks + outright_remarks


def _final_tables(event: ConsolationEvent, terms: Terms) -> Fraction:
    """Tables of the final: as given, or those above a second consolation without the first consolation."""
    if terms.facts.final_tables is not None:
        return Fraction(terms.facts.final_tables)
    tables_above = (
        Fraction(event.above_tables) - Fraction(event.premier_tables) if event.above_tables is not None else None
    )
    return tables_above or Fraction(event.premier_tables)


def _has_earlier_sessions(terms: Terms) -> bool:
    """Whether the sessions before a stage are known, so that there is an outright award."""
    return terms.facts.qualifying_sessions is not None


def _consolation_problems(book: Book, event: ConsolationEvent, terms: Terms, number: int) -> Iterator[Problem]:
    facts = terms.facts
    if facts.consolations is not None and facts.consolations < number:
        message = f"this is consolation {number} (order {event.order})"
        yield book.problem("facts.consolations", facts.consolations, message, "give how many were played", "4.2.5e")
    shows_final = event.order == 2 or (event.order == 3 and event.above_tables is not None)
    if _has_earlier_sessions(terms) and facts.final_tables is None and not shows_final:
        message = "the outright award is a part of the final's, and depends on the tables of the final"
        yield book.problem("facts.final_tables", "", message, "give the tables of the final itself", "4.3.3 note")


def _by_matches(book: Book, event: Stage) -> bool:
    matches = any(entry.matches for ranking in event.lists for entry in ranking.entries)
    return matches and not has_only_short_matches(book, event.lists)


def _tables(book: Book, lists: Sequence[RankingList], contest: Contest) -> Fraction:
    return sum((field.tables for field in fields_of(book, lists, contest)), Fraction())


def _session(book: Book, event: Stage, terms: Terms, final_premium: Step | None) -> AwardsAndRemarks:
    if _by_matches(book, event):
        problems = list(match_problems(book, event.lists, terms, "lists"))
        if problems:
            raise Refused(problems)
        awards = [
            award for ranking in event.lists for award in match_awards(book, ranking, terms, lambda _: final_premium)
        ]
        return awards, list(balance_remarks(book, event.lists))
    if event.sessions > 1:
        message = 'a stage of several sessions earns session awards in each: use form = "tournament" to give them'
        return [], [book.remark("4.2.4a", message)]
    return session_awards(book, event.lists, terms, event.boards, premium=final_premium), []


def _outright(book: Book, event: Stage, terms: Terms, ladders: Sequence[Outright]) -> AwardsAndRemarks:
    earlier_sessions = terms.facts.qualifying_sessions
    if earlier_sessions is None:
        message = "the outright award needs the sessions played before this stage: facts.qualifying_sessions"
        if event.sessions > 1:
            fix = 'give facts.qualifying_sessions, or give the sessions one by one with form = "tournament"'
            raise Refused(book.problem("facts.qualifying_sessions", "", message, fix, "4.3.3a"))
        return [], [book.remark("4.3.3a", message)]
    awards: list[Award] = []
    for ranking, outright in zip(event.lists, ladders, strict=True):
        awards += pay_outright(
            book,
            ranking,
            outright,
            partial(_sessions_of, book, event, terms, earlier_sessions),
            played_by=lambda entry: of_the_boards(entry, event.boards, event.sessions),
        )
    return awards, []


def _sessions_of(book: Book, event: Stage, terms: Terms, earlier_sessions: int, entry: Entry) -> Step:
    two = walk_in_final(book, terms)
    if two is not None:
        return two
    earlier_boards = boards_before(book, terms)
    if entry.sessions is not None:
        return sessions_step(book, terms, entry.sessions, event.boards + earlier_boards)
    if entry.boards is not None and entry.boards < event.boards:
        step = own_sessions(book, terms, entry.boards + earlier_boards, event.sessions + earlier_sessions)
        return with_acceleration(book, terms, step)
    return sessions_step(book, terms, event.sessions + earlier_sessions, event.boards + earlier_boards)
