"""4.2.3, 4.2.5 and 7.5.3, knock-outs: an award for each match, and the outright award by round reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

import msgspec

from masterpoint.core.derivation import Award, Clause, Step, derive, fact, nothing
from masterpoint.core.errors import NotReadable, Problem, Refused
from masterpoint.core.events import Entry, KnockoutEvent, Matches, RankingList
from masterpoint.core.exact import shown, tidy
from masterpoint.core.mechanisms import product, total
from masterpoint.core.places import Finish, place_problems
from masterpoint.schemes.abf.rules.awards.awarding import Paid
from masterpoint.schemes.abf.rules.awards.finals import Consolation, consolation_terms, premium
from masterpoint.schemes.abf.rules.awards.matches import (
    LONG_MATCH,
    boards_in,
    match_award,
    match_total,
    most_of,
    problems_of,
)
from masterpoint.schemes.abf.rules.awards.outright import (
    Outright,
    accelerated,
    pay_outright,
    sessions_by_boards,
    tables_step,
)
from masterpoint.schemes.abf.rules.awards.placing import paid_places
from masterpoint.schemes.abf.rules.awards.players import of_the_boards, pay
from masterpoint.schemes.abf.rules.forms.match_events import national_premium
from masterpoint.schemes.abf.rules.grades import national_events
from masterpoint.schemes.abf.rules.grades.terms import Terms
from masterpoint.schemes.abf.rules.handbook import clause, problem
from masterpoint.schemes.families.fields import SEATS

WINS = {
    "won": Fraction(1),
    "won-conceded": Fraction(1),
    "drawn": Fraction(1, 2),
    "won-both": Fraction(2),
    "won-one": Fraction(1),
}
TRIANGLE = ("won-both", "won-one", "lost-both")
OUT = ("lost", "lost-both", "drawn")
PLAYED = ("won", "lost", "drawn", "won-conceded", *TRIANGLE)


def knockout(event: KnockoutEvent, terms: Terms) -> Paid:
    """Match awards round by round, then the outright awards."""
    _require(event, terms)
    finishes = finishes_of(event)
    ranking = RankingList(entries=event.entries)
    problems = place_problems(ranking, "event") if finishes is None else []
    if problems:
        raise NotReadable(problems)
    paying = terms
    if event.consolation:
        which = Consolation(
            terms.facts.consolation,
            max(terms.facts.consolations or 1, terms.facts.consolation),
            terms.facts.consolations_graded,
        )
        paying = consolation_terms(terms, which)
    awards: list[Award] = []
    for entry in event.entries:
        awards += _match_awards(entry, event, paying)
    if event.consolation:
        return awards, []
    tables = _original(event, terms) * SEATS[event.contest]
    places, unpaid = _places(event, terms, len(event.entries))
    outright = Outright(terms, tables_step(terms, tables), places, unpaid)
    awards += pay_outright(
        ranking,
        outright,
        partial(_sessions_of, event, terms),
        played_by=lambda entry: of_the_boards(entry, _boards(event, entry)),
        finishes=finishes,
    )
    return awards, []


def _require(event: KnockoutEvent, terms: Terms) -> None:
    problems = [
        problem(
            f"rounds[{index}].boards", one.boards, "a match has at least 5 boards", "tell a session instead", "4.2.3e"
        )
        for index, one in enumerate(event.rounds)
        if one.boards < LONG_MATCH
    ]
    known = {one.round for one in event.rounds}
    for index, entry in enumerate(event.entries):
        for result in entry.rounds:
            if result.round not in known:
                message, fix = "no such round is told", "add the round with its boards and contestants"
                problems.append(problem(f"entries[{index}].rounds", result.round, message, fix, "4.2.3a"))
        for order, one in enumerate(entry.matches):
            problems += problems_of(f"entries[{index}].matches[{order}]", one, most_of(terms))
    problems += _round_problems(event)
    if event.contest == "individual":
        problems.append(
            problem("contest", "individual", "match awards are for teams and pairs", "tell sessions", "4.2.3a")
        )
    if problems:
        raise Refused(problems)


def _round_problems(event: KnockoutEvent) -> Iterator[Problem]:
    """Rounds that are missing, told twice, or in which more won or played than can be."""
    if not event.rounds:
        yield problem("rounds", "", "no round is told", "give each round with its boards and contestants", "4.2.3a")
    for number, count in Counter(one.round for one in event.rounds).items():
        if count > 1:
            yield problem("rounds", number, "this round is told twice", "number the rounds as played", "4.2.3a")
    for index, entry in enumerate(event.entries):
        if len({result.round for result in entry.rounds}) < len(entry.rounds):
            message = "two results in one round"
            yield problem(f"entries[{index}].rounds", "", message, "give one result a round", "4.2.3a")
    for one in event.rounds:
        results = [result.result for entry in event.entries for result in entry.rounds if result.round == one.round]
        won = sum(result in ("won", "won-conceded") for result in results)
        if len(results) > one.contestants or won > one.contestants // 2:
            message = f"{len(results)} played and {won} won in a round of {one.contestants}"
            yield problem(f"round {one.round}", "", message, "mend the results or the contestants", "4.2.3a")


def finishes_of(event: KnockoutEvent) -> dict[int, Finish] | None:
    """Where each entry finished, by the round it went out in; nothing where places are told."""
    if all(entry.place for entry in event.entries):
        return None
    if event.elimination == "double":
        message, fix = "a double elimination does not tell the places", "give every entry its place"
        raise Refused(problem("entries", "", message, fix, "4.3.3a"))
    return {id(entry): _finish(event, entry) for entry in event.entries}


def _finish(event: KnockoutEvent, entry: Entry) -> Finish:
    left = {one.round: one.contestants for one in event.rounds}
    last = max((result.round for result in entry.rounds), default=min(left))
    after = [number for number in sorted(left) if number > last]
    stayed = left[after[0]] if after else -(-left[last] // 2)
    final = next((result.result for result in entry.rounds if result.round == last), "lost")
    if final in OUT or after:
        return Finish(stayed + 1, max(1, left[last] - stayed))
    return Finish(1, stayed)


def _original(event: KnockoutEvent, terms: Terms) -> Fraction:
    told = terms.facts.preliminary_tables or terms.facts.original_tables
    if told is not None:
        return Fraction(told) / SEATS[event.contest]
    first = max((one.contestants for one in event.rounds), default=0)
    return Fraction(event.original_entry or max(len(event.entries), first))


def _places(event: KnockoutEvent, terms: Terms, listed: int) -> tuple[int, Clause]:
    everybody = national_events.all_paid(terms.rule, terms.category, terms.facts)
    if everybody is not None:
        return listed, everybody
    return paid_places("third", int(_original(event, terms))), clause("4.1.1b")


def _premium(event: KnockoutEvent, terms: Terms, number: int) -> Step | None:
    """4.2.5: rounds no larger than a final; each round is a stage of its own (reading B-35)."""
    one = next(found for found in event.rounds if found.round == number)
    if terms.rule:
        return national_premium(event, terms, one.contestants, apart=True)
    original = _original(event, terms)
    seats = SEATS[event.contest]
    if event.consolation or one.contestants >= original:
        return None
    last = number == max(found.round for found in event.rounds)
    found = premium(one.contestants * seats, original * seats, last=last)
    return None if found is None else msgspec.structs.replace(found, reading="B-35")


def _match_awards(entry: Entry, event: KnockoutEvent, terms: Terms) -> list[Award]:
    if entry.standing == "none":
        reason = nothing(clause("4.1.1 note"), "playing without standing: not part of the field")
        return [Award(entry, reason, terms.colour, "matches")]
    if entry.matches:
        step = match_total(entry.matches, terms, partial(_premium_of_matches, event, terms))
    else:
        parts = [part for result in entry.rounds if (part := _round(event, terms, result.round, result.result))]
        step = _sum(parts)
    return pay(entry, step, terms, "matches", final=True)


def _premium_of_matches(event: KnockoutEvent, terms: Terms, one: Matches) -> Step | None:
    stage = one.stage.strip()
    if stage.isdigit() and any(found.round == int(stage) for found in event.rounds):
        return _premium(event, terms, int(stage))
    teams = sum(any(other.stage == one.stage for other in entry.matches) for entry in event.entries)
    if terms.rule:
        return national_premium(event, terms, teams, apart=True)
    seats = SEATS[event.contest]
    original = _original(event, terms)
    return premium(teams * seats, original * seats, last=stage.lower() == "final") if teams < original else None


def _round(event: KnockoutEvent, terms: Terms, number: int, result: str) -> Step | None:
    wins = WINS.get(result, Fraction(0))
    if not wins:
        return None
    boards = next(found.boards for found in event.rounds if found.round == number)
    if result in TRIANGLE:
        boards //= 2
    award = match_award(terms, boards, _premium(event, terms, number))
    count = fact(tidy(wins), clause("4.2.3a"), f"round {number}: {result}")
    return derive(
        product, count, award, clause=clause("4.2.3a"), message=f"{shown(count.value)} × {shown(award.value)}"
    )


def _sum(parts: Sequence[Step]) -> Step:
    if not parts:
        return nothing(clause("4.2.3a"), "no match won or drawn")
    return (
        parts[0] if len(parts) == 1 else derive(total, *parts, clause=clause("4.2.4a"), message="match awards together")
    )


def _boards(event: KnockoutEvent, entry: Entry) -> int:
    rounds = {one.round: one.boards for one in event.rounds}
    played = sum(rounds[result.round] for result in entry.rounds if result.result in PLAYED)
    return entry.boards or boards_in(entry.matches) or played


def _sessions_of(event: KnockoutEvent, terms: Terms, entry: Entry) -> Step:
    """4.3.3, 7.5.3: the sessions each played, with those before the knock-out."""
    before = terms.facts.qualifying_sessions or 0
    if entry.sessions is not None:
        return accelerated(terms, fact(entry.sessions, clause("4.3.3b"), "sessions this entry played itself"))
    boards = _boards(event, entry) + (terms.facts.qualifying_boards or before * 24)
    return accelerated(terms, sessions_by_boards(terms, boards))
