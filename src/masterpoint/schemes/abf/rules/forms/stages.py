"""4.2.5 and 4.3.3, a final or a consolation told by itself: forms `final` and `consolation`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import floor

from masterpoint.core.derivation import Award, Remark, Step
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import ConsolationEvent, Entry, FinalEvent, RankingList
from masterpoint.core.exact import shown, tidy
from masterpoint.schemes.abf.rules.awards.awarding import Paid
from masterpoint.schemes.abf.rules.awards.finals import Consolation, consolation_terms, premium
from masterpoint.schemes.abf.rules.awards.outright import (
    Outright,
    consolation_factors,
    pay_outright,
    sessions_step,
    tables_step,
    walk_in_final,
)
from masterpoint.schemes.abf.rules.awards.placing import paid_places, part_paid
from masterpoint.schemes.abf.rules.awards.players import of_the_boards
from masterpoint.schemes.abf.rules.awards.sessions import contestants, fields_of, session_awards
from masterpoint.schemes.abf.rules.forms.match_events import all_short, match_awards, match_problems
from masterpoint.schemes.abf.rules.grades.terms import Terms
from masterpoint.schemes.abf.rules.handbook import clause, problem
from masterpoint.schemes.families.fields import SEATS

Stage = FinalEvent | ConsolationEvent


def final(event: FinalEvent, terms: Terms) -> Paid:
    """The session award of a final with its premium, and the outright award of the whole event."""
    tables = _tables(event.lists, event.contest)
    original = Fraction(event.original_tables)
    more = None if terms.facts.walk_in else premium(tables, original, last=event.last)
    if tables > original:
        message = f"the final has {shown(tidy(tables))} tables, more than the original entry"
        fix = "give the tables of the first stage"
        raise Refused(problem("original_tables", event.original_tables, message, fix, "4.3.3a"))
    awards, remarks = _session(event, terms, more)
    if not event.last:
        return awards, remarks
    entered = floor(original / SEATS[event.contest])
    paid = paid_places(part_paid(event, matches=_by_matches(event)), entered)
    finalists = sum(contestants(ranking) for ranking in event.lists)
    if event.contest != "teams" or terms.facts.parallel_consolation:
        paid = min(paid, finalists)
    if len(event.lists) > 1 and facts_tell(terms):
        message = "a final with several rankings does not tell who won the event"
        fix = 'use form = "tournament": the sessions with their lists, and the overall ranking'
        raise Refused(problem("lists", len(event.lists), message, fix, "4.3.4"))
    outright = Outright(terms, tables_step(terms, original), paid, clause("4.3.3a"))
    overall, more_remarks = _outright(event, terms, [outright] * len(event.lists))
    return awards + overall, remarks + more_remarks


def consolation(event: ConsolationEvent, terms: Terms) -> Paid:
    """4.2.5, 4.3.3: a consolation's session awards, and its part of the final's outright award."""
    facts = terms.facts
    number = event.order - 1
    problems = list(_consolation_problems(event, terms, number))
    if problems:
        raise Refused(problems)
    which = Consolation(number, max(facts.consolations or 0, number), facts.consolations_graded)
    awards, remarks = _session(event, consolation_terms(terms, which), None)
    above = Fraction(event.above_tables) - Fraction(event.premier_tables) if event.above_tables is not None else None
    final_tables = (
        Fraction(facts.final_tables) if facts.final_tables is not None else above or Fraction(event.premier_tables)
    )
    ladders = []
    for ranking in event.lists:
        beside = [other for other in event.lists if other.section == ranking.section]
        factors = consolation_factors(
            which, 2 if ranking.direction else 1, _tables(beside, event.contest), final_tables
        )
        places = paid_places(part_paid(event, matches=_by_matches(event)), contestants(ranking))
        tables = tables_step(terms, Fraction(event.original_tables))
        ladders.append(Outright(terms, tables, places, clause("4.3.3c"), factors))
    overall, more = _outright(event, terms, ladders)
    return awards + overall, remarks + more


def facts_tell(terms: Terms) -> bool:
    """Whether the sessions before a stage are known, so that there is an outright award."""
    return terms.facts.qualifying_sessions is not None


def _consolation_problems(event: ConsolationEvent, terms: Terms, number: int) -> Iterator[Problem]:
    facts = terms.facts
    if facts.consolations is not None and facts.consolations < number:
        message = f"this is consolation {number} (order {event.order})"
        yield problem("facts.consolations", facts.consolations, message, "give how many were played", "4.2.5e")
    follows = event.order == 2 or (event.order == 3 and event.above_tables is not None)
    if facts_tell(terms) and facts.final_tables is None and not follows:
        message = "the outright award is a part of the final's, and depends on the tables of the final"
        yield problem("facts.final_tables", "", message, "give the tables of the final itself", "4.3.3 note")


def _by_matches(event: Stage) -> bool:
    told = any(entry.matches for ranking in event.lists for entry in ranking.entries)
    return told and not all_short(event.lists)


def _tables(lists: Sequence[RankingList], contest: str) -> Fraction:
    return sum((field.tables for field in fields_of(lists, contest)), Fraction(0))


def _session(event: Stage, terms: Terms, more: Step | None) -> Paid:
    if event.sessions > 1:
        message = 'a stage of several sessions earns session awards in each: use form = "tournament" to tell them'
        return [], [Remark(clause("4.2.4a"), message)]
    if _by_matches(event):
        problems = list(match_problems(event.lists, terms, "lists"))
        if problems:
            raise Refused(problems)
        return [award for ranking in event.lists for award in match_awards(ranking, terms, lambda _: more)], []
    return session_awards(event.lists, terms, event.boards, premium=more), []


def _outright(event: Stage, terms: Terms, ladders: Sequence[Outright]) -> Paid:
    before = terms.facts.qualifying_sessions
    if before is None:
        message = "the outright award needs the sessions played before this stage: facts.qualifying_sessions"
        if event.sessions > 1:
            fix = 'give facts.qualifying_sessions, or tell the sessions one by one with form = "tournament"'
            raise Refused(problem("facts.qualifying_sessions", "", message, fix, "4.3.3a"))
        return [], [Remark(clause("4.3.3a"), message)]
    awards: list[Award] = []
    for ranking, outright in zip(event.lists, ladders, strict=True):
        awards += pay_outright(
            ranking,
            outright,
            partial(_sessions_of, event, terms, before),
            played_by=lambda entry: of_the_boards(entry, event.boards, event.sessions),
        )
    return awards, []


def _sessions_of(event: Stage, terms: Terms, before: int, entry: Entry) -> Step:
    two = walk_in_final(terms)
    if two is not None:
        return two
    boards = event.boards + (terms.facts.qualifying_boards or before * 24)
    sessions = event.sessions + before if entry.sessions is None else entry.sessions
    return sessions_step(terms, sessions, boards)
