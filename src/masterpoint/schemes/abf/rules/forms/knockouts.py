"""4.2.3, 4.2.5 and 7.5.3, knock-outs: an award for each match, and the outright award by round reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

import msgspec

from masterpoint.core.derivation import Award, Clause, Step, derive, fact, nothing
from masterpoint.core.errors import NotReadable, Problem, Refused
from masterpoint.core.events import UNPLAYED, Entry, KnockoutEvent, Matches, RankingList, Round
from masterpoint.core.exact import figure_text, tidy
from masterpoint.core.mechanisms import product, total
from masterpoint.core.places import Finish, place_problems
from masterpoint.core.seats import TABLES_PER_CONTESTANT
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.awards.awarding import AwardsAndRemarks
from masterpoint.schemes.abf.rules.awards.consolations import consolation_of, consolation_terms
from masterpoint.schemes.abf.rules.awards.finals import premium
from masterpoint.schemes.abf.rules.awards.matches import boards_in, match_award, match_total, most_of, problems_of
from masterpoint.schemes.abf.rules.awards.outright import (
    Outright,
    boards_before,
    pay_outright,
    sessions_by_boards,
    tables_step,
    with_acceleration,
)
from masterpoint.schemes.abf.rules.awards.placing import limited_to_finalists, paid_places, places_for_everybody
from masterpoint.schemes.abf.rules.awards.players import of_the_boards, pay
from masterpoint.schemes.abf.rules.forms.match_events import national_premium
from masterpoint.schemes.abf.rules.grades import national_events
from masterpoint.schemes.abf.rules.grades.terms import Terms

WINS = {
    "won": Fraction(1),
    "won-conceded": Fraction(1),
    "drawn": Fraction(1, 2),
    "won-both": Fraction(2),
    "won-one": Fraction(1),
}
TRIANGLE = ("won-both", "won-one", "lost-both")
LOSING_RESULTS = ("lost", "lost-both", "drawn")
PLAYED_RESULTS = ("won", "lost", "drawn", "won-conceded", *TRIANGLE)


def knockout(book: Book, event: KnockoutEvent, terms: Terms) -> AwardsAndRemarks:
    """Match awards round by round, then the outright awards."""
    _require(book, event, terms)
    finishes = finishes_of(book, event)
    ranking = RankingList(entries=event.entries)
    problems = place_problems(ranking, "") if finishes is None else []
    if problems:
        raise NotReadable(problems)
    paying = consolation_terms(book, terms, consolation_of(terms)) if event.consolation else terms
    awards: list[Award] = []
    for entry in event.entries:
        awards += _match_awards(book, entry, event, paying)
    if event.consolation:
        return awards, []
    tables = _original(event, terms) * TABLES_PER_CONTESTANT[event.contest]
    places, unpaid_clause = _places(book, event, terms, len(event.entries))
    outright = Outright(book, terms, tables_step(book, terms, tables), places, unpaid_clause)
    awards += pay_outright(
        book,
        ranking,
        outright,
        partial(_sessions_of, book, event, terms),
        played_by=lambda entry: of_the_boards(entry, _boards(event, entry)),
        finishes=finishes,
    )
    return awards, []


def _require(book: Book, event: KnockoutEvent, terms: Terms) -> None:
    minimum = book.figures.matches.long_match.value
    too_short, fix = f"a match has at least {minimum} boards", "give a session instead"
    problems = [
        book.problem(f"rounds[{index}].boards", round_.boards, too_short, fix, "4.2.3e")
        for index, round_ in enumerate(event.rounds)
        if round_.boards < minimum
    ]
    round_numbers = {round_.round for round_ in event.rounds}
    for index, entry in enumerate(event.entries):
        for result in entry.rounds:
            if result.round not in round_numbers:
                message, fix = "no such round is given", "add the round with its boards and contestants"
                problems.append(book.problem(f"entries[{index}].rounds", result.round, message, fix, "4.2.3a"))
        for order, matches in enumerate(entry.matches):
            problems += problems_of(book, f"entries[{index}].matches[{order}]", matches, most_of(terms))
    problems += _round_problems(book, event)
    if event.contest == "individual":
        message = "match awards are for teams and pairs"
        problems.append(book.problem("contest", "individual", message, "give the event as sessions", "4.2.3a"))
    if problems := problems or list(_too_many_sessions(book, event, terms)):
        raise Refused(problems)


def _too_many_sessions(book: Book, event: KnockoutEvent, terms: Terms) -> Iterator[Problem]:
    """4.3.1: numbers of sessions of an entry that its boards contradict."""
    all_boards = sum(round_.boards for round_ in event.rounds)
    for index, entry in enumerate(event.entries):
        boards = (_boards(event, entry) or all_boards) + boards_before(book, terms)
        maximum = max(1, sessions_by_boards(book, terms, boards).value)
        if entry.sessions is not None and entry.sessions > maximum:
            message = f"{boards} boards make {figure_text(maximum)} for it"
            fix = "give the sessions it played, of a full session's boards each, or leave them out"
            yield book.problem(f"entries[{index}].sessions", entry.sessions, message, fix, "4.3.1b")


def _round_problems(book: Book, event: KnockoutEvent) -> Iterator[Problem]:
    """Rounds that are missing or given twice, or that have more winners or players than they can have."""
    if not event.rounds:
        fix = "give each round with its boards and contestants"
        yield book.problem("rounds", "", "no round is given", fix, "4.2.3a")
    for number, count in Counter(round_.round for round_ in event.rounds).items():
        if count > 1:
            yield book.problem("rounds", number, "this round is given twice", "number the rounds as played", "4.2.3a")
    for index, entry in enumerate(event.entries):
        if len({result.round for result in entry.rounds}) < len(entry.rounds):
            message = "two results in one round"
            yield book.problem(f"entries[{index}].rounds", "", message, "give one result a round", "4.2.3a")
        unplayed_rounds = {str(result.round) for result in entry.rounds if result.result in UNPLAYED}
        for stage in sorted(unplayed_rounds & {matches.stage.strip() for matches in entry.matches}):
            message = f"round {stage} was not played, and has matches"
            yield book.problem(
                f"entries[{index}].rounds", stage, message, "correct the result or the matches", "4.2.3a"
            )
    yield from _missing_rounds(book, event)
    for index, round_ in enumerate(event.rounds):
        results = [result.result for entry in event.entries for result in entry.rounds if result.round == round_.round]
        yield from _result_problems(book, f"rounds[{index}]", round_, results)


def _missing_rounds(book: Book, event: KnockoutEvent) -> Iterator[Problem]:
    numbers = sorted({round_.round for round_ in event.rounds})
    missing = set(range(min(1, *numbers), numbers[-1])) - set(numbers) if numbers else set()
    if missing:
        message = f"round {min(missing)} is missing"
        fix = "give every round from 1 on, and what came before the knock-out as facts.qualifying_sessions"
        yield book.problem("rounds", ", ".join(map(str, numbers)), message, fix, "4.3.3a")


def _result_problems(book: Book, place: str, round_: Round, results: Sequence[str]) -> Iterator[Problem]:
    """More winners, players or byes than a round of this size can have."""
    contestants = round_.contestants
    won = sum(result in ("won", "won-conceded") for result in results)
    if len(results) > contestants or won > contestants // 2:
        message = f"{len(results)} played and {won} won in round {round_.round}, of {contestants}"
        yield book.problem(place, "", message, "correct the results or the contestants", "4.2.3a")
    if round_.byes + 3 * round_.triangles > contestants:
        message = f"{contestants} contestants cannot have {round_.byes} byes and {round_.triangles} triangles"
        yield book.problem(place, "", message, "correct the contestants, the byes or the triangles", "4.2.3a")
    if round_.byes and results.count("bye") > round_.byes:
        message = f"{results.count('bye')} had a bye, though {round_.byes} are given"
        yield book.problem(place, "", message, "correct the results or the byes", "4.2.3a")


def finishes_of(book: Book, event: KnockoutEvent) -> dict[int, Finish] | None:
    """The finish of each entry, by the round it went out in; empty if places are given."""
    if all(entry.place for entry in event.entries):
        return None
    if event.elimination == "double":
        message, fix = "a double elimination does not show the places", "give every entry its place"
        raise Refused(book.problem("entries", "", message, fix, "4.3.3a"))
    return {id(entry): _finish(event, entry) for entry in event.entries}


def _finish(event: KnockoutEvent, entry: Entry) -> Finish:
    contestants_by_round = {round_.round: round_.contestants for round_ in event.rounds}
    last = max((result.round for result in entry.rounds), default=min(contestants_by_round))
    later_rounds = [number for number in sorted(contestants_by_round) if number > last]
    survivors = contestants_by_round[later_rounds[0]] if later_rounds else -(-contestants_by_round[last] // 2)
    final = next((result.result for result in entry.rounds if result.round == last), "lost")
    if final in LOSING_RESULTS or later_rounds:
        return Finish(survivors + 1, max(1, contestants_by_round[last] - survivors))
    return Finish(1, survivors)


def _original(event: KnockoutEvent, terms: Terms) -> Fraction:
    tables = terms.facts.preliminary_tables or terms.facts.original_tables
    if tables is not None:
        return Fraction(tables) / TABLES_PER_CONTESTANT[event.contest]
    first = max((round_.contestants for round_ in event.rounds), default=0)
    return Fraction(event.original_entry or max(len(event.entries), first))


def _places(book: Book, event: KnockoutEvent, terms: Terms, entry_count: int) -> tuple[Step, Clause]:
    all_paid_clause = national_events.clause_paying_everybody(book, terms.rule, terms.category, terms.facts)
    if all_paid_clause is not None:
        return places_for_everybody(entry_count, all_paid_clause), all_paid_clause
    places = paid_places(book, "third", int(_original(event, terms)))
    if terms.paid_as_teams and not terms.facts.parallel_consolation:
        return places, book.clause("4.1.1b")
    return limited_to_finalists(book, places, entry_count), book.clause("4.3.3a")


def _premium(book: Book, event: KnockoutEvent, terms: Terms, number: int) -> Step | None:
    """4.2.5: rounds no larger than a final; each round is a stage of its own (reading B-35)."""
    last = number == max(round_.round for round_ in event.rounds)
    step = _premium_of(book, event, terms, _round_numbered(event, number).contestants, last)
    return step if step is None or terms.rule else msgspec.structs.replace(step, reading="B-35")


def _premium_of(book: Book, event: KnockoutEvent, terms: Terms, contestants: int, last: bool) -> Step | None:
    """The premium of a stage with this number of contestants; a consolation has none."""
    if terms.rule:
        return national_premium(book, event, terms, contestants, is_deciding=True)
    original = _original(event, terms)
    tables_per_contestant = TABLES_PER_CONTESTANT[event.contest]
    if event.consolation or contestants >= original:
        return None
    return premium(book, contestants * tables_per_contestant, original * tables_per_contestant, last=last)


def _round_numbered(event: KnockoutEvent, number: int) -> Round:
    return next(round_ for round_ in event.rounds if round_.round == number)


def _match_awards(book: Book, entry: Entry, event: KnockoutEvent, terms: Terms) -> list[Award]:
    if entry.standing == "none":
        reason = nothing(book.clause("4.1.1 note"), "playing without standing: not part of the field")
        return [Award(entry, reason, terms.colour, "matches")]
    if entry.matches:
        step = match_total(book, entry.matches, terms, partial(_premium_of_matches, book, event, terms))
    else:
        parts = [part for result in entry.rounds if (part := _round(book, event, terms, result.round, result.result))]
        step = _sum(book, parts)
    return pay(book, entry, step, terms, "matches", final=True)


def _premium_of_matches(book: Book, event: KnockoutEvent, terms: Terms, matches: Matches) -> Step | None:
    stage = matches.stage.strip()
    if stage.isdigit() and any(round_.round == int(stage) for round_ in event.rounds):
        return _premium(book, event, terms, int(stage))
    teams = sum(any(other.stage == matches.stage for other in entry.matches) for entry in event.entries)
    return _premium_of(book, event, terms, teams, last=stage.lower() == "final")


def _round(book: Book, event: KnockoutEvent, terms: Terms, number: int, result: str) -> Step | None:
    wins = WINS.get(result, Fraction(0))
    if not wins:
        return None
    boards = _round_numbered(event, number).boards
    if result in TRIANGLE:
        boards //= 2
    award = match_award(book, terms, boards, _premium(book, event, terms, number))
    clause = book.clause("4.2.3a")
    count = fact(tidy(wins), clause, sentence("round {number}: {result}", number=number, result=result))
    message = sentence("{wins} × {award}", wins=count.value, award=award.value)
    return derive(product, count, award, clause=clause, message=message)


def _sum(book: Book, parts: Sequence[Step]) -> Step:
    if not parts:
        return nothing(book.clause("4.2.3a"), "no match won or drawn")
    if len(parts) == 1:
        return parts[0]
    return derive(total, *parts, clause=book.clause("4.2.4a"), message="match awards together")


def _boards(event: KnockoutEvent, entry: Entry) -> int:
    rounds = {round_.round: round_.boards for round_ in event.rounds}
    boards = sum(rounds[result.round] for result in entry.rounds if result.result in PLAYED_RESULTS)
    return entry.boards or boards_in(entry.matches) or boards


def _sessions_of(book: Book, event: KnockoutEvent, terms: Terms, entry: Entry) -> Step:
    """4.3.3, 7.5.3: the sessions that each entry played, including those before the knock-out."""
    if entry.sessions is not None:
        own_sessions = fact(entry.sessions, book.clause("4.3.3b"), "sessions this entry played itself")
        return with_acceleration(book, terms, own_sessions)
    boards = _boards(event, entry) + boards_before(book, terms)
    return with_acceleration(book, terms, sessions_by_boards(book, terms, boards))
