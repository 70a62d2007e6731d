"""Chapter 7, Gold point tournaments other than congresses (pages 33 to 37): the listed events and their own rules."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Literal

import msgspec

from masterpoint.core.books import printed_figure, rule
from masterpoint.core.derivation import Clause, Step, fact
from masterpoint.core.errors import Refused
from masterpoint.core.events import AnyEvent
from masterpoint.core.exact import tidy
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.facts import Facts
from masterpoint.schemes.abf.rules.grades.grading import Grading
from masterpoint.schemes.families.words import more_in_words

CATEGORIES = {"women", "men", "mixed", "youth", "juniors", "seniors", "veterans"}
GNOT = "Grand National Open Teams"
Rule = Literal["", "play-off", "national open teams", "butler final", "interstate teams", "interstate pairs", "gnot"]
RULES: Mapping[str, Rule] = {  # events with a clause of their own in 7.5
    "australian teams selection": "play-off",
    "national open teams": "national open teams",
    "australian butler pairs, final": "butler final",
    "interstate teams": "interstate teams",
    "interstate pairs": "interstate pairs",
}
ALL_PAID = {"play-off": "7.5.3c", "interstate teams": "7.5.5", "national open teams": "7.5.8", "gnot": "7.5.7e"}
STATE_FINALS = ("regional final", "state final")


class ListedEvent(msgspec.Struct, frozen=True):
    """A line of 7.2 to 7.4."""

    clause: str
    event: str
    category: str
    venue: str


@cache
def listed_events(book: Book) -> tuple[ListedEvent, ...]:
    """7.2 to 7.4, as printed."""
    return tuple(ListedEvent(**row) for row in book.tables["gold_events"].rows())


def _key(name: str) -> str:
    return " ".join(name.replace("’", "'").lower().split())


def listed_event(book: Book, name: str) -> ListedEvent | None:
    """The listed event of this name, with any capitals and apostrophes."""
    key = _key(name)
    return next((line for line in listed_events(book) if _key(line.event) == key), None)


def rule_of(facts: Facts) -> Rule:
    """The clause of 7.5 that is about an event alone. A State play-off follows the national ones (6.2.2)."""
    if facts.gnot_stage or _key(facts.national_event).startswith(_key(GNOT)):
        return "gnot"
    if facts.state_event == "play-off":
        return "play-off"
    return RULES.get(_key(facts.national_event), "")


@rule
def grade_of(book: Book, event: AnyEvent, facts: Facts) -> Grading | None:
    """7.2 to 7.5: the grade of a listed event."""
    if facts.gnot_stage:
        if facts.gnot_stage.startswith("national"):
            return Grading("A", "7.5.7b", sentence("GNOT, {stage}", stage=facts.gnot_stage))
        return Grading("A2", "7.5.7a", sentence("GNOT qualifying, {stage}", stage=facts.gnot_stage))
    if not facts.national_event:
        return None
    if _key(facts.national_event) == "interstate pairs":
        return Grading("A", "7.5.6", "Interstate Pairs Championship", "B-18")
    line = listed_event(book, facts.national_event)
    if line is None:
        raise Refused(
            book.problem(
                "facts.national_event",
                facts.national_event,
                "not among the listed national events",
                "write the name as 7.2 to 7.4 print it, or leave it out and give the grade",
                "7.2.2",
            )
        )
    grade = book.figures.national_events.grades.value[line.clause]
    if line.clause == "7.4" and facts.walk_in:
        walk_in = book.figures.congresses.walk_ins.value[grade]
        return Grading(walk_in, "5.3.3b", sentence("walk-in of {event}", event=line.event))
    if line.clause == "7.4" and event.championship == "minor":
        minor = book.figures.congresses.one_grade_down.value[grade]
        return Grading(minor, "5.3.3a", sentence("minor event of {event}", event=line.event))
    return Grading(grade, line.clause, sentence("listed: {event}", event=line.event))


def is_congress(book: Book, facts: Facts) -> bool:
    """7.4: one of the gold point congresses."""
    line = listed_event(book, facts.national_event) if facts.national_event else None
    return line is not None and line.clause == "7.4"


def is_first_stage(facts: Facts) -> bool:
    """7.5.4: stage I of the Australian Butler Pairs, whose outright award is that of both stages together."""
    return _key(facts.national_event) == "australian butler pairs, stage i"


def contest_named(book: Book, facts: Facts) -> str:
    """The contest in the name of a listed event, if it names one: Teams, Pairs, or the Individual."""
    if facts.gnot_stage:
        return "teams"
    name = facts.state_event if facts.state_event else "" if is_congress(book, facts) else _key(facts.national_event)
    contests = [word for word in ("teams", "pairs", "individual") if word in name]
    return contests[0] if len(contests) == 1 else ""


def is_gnot(facts: Facts) -> bool:
    """Whether the name of the event, if it has one, is that of the Grand National Open Teams."""
    return not facts.national_event or _key(facts.national_event).startswith(_key(GNOT))


def category_of(book: Book, facts: Facts) -> str:
    """Open, or restricted by age or gender: as given, or as the list prints it if it names one category."""
    if facts.category != "open" or not facts.national_event:
        return facts.category
    line = listed_event(book, facts.national_event)
    word = _key(line.category).split(",")[0] if line else ""
    return word if word in CATEGORIES else "open"


def limited_by_points(book: Book, facts: Facts) -> str:
    """The masterpoint limit a listed event prints (Under Life, Under 150 mps …), if it has one."""
    line = listed_event(book, facts.national_event) if facts.national_event else None
    category = line.category if line else ""
    return category if category.startswith("Under") or "Restricted" in category else ""


@rule
def finals_premium(book: Book, event_rule: Rule, facts: Facts, teams_left: int, *, sessions: int = 1) -> Step | None:
    """7.5: the premium of half as much again, if a stage has it. `teams_left`: the field of that stage."""
    figures = book.figures.national_events
    premium = figures.premium.value
    if event_rule == "play-off" and teams_left <= figures.few_teams.value:
        message = sentence(
            "{teams} teams: {raised} a board at grade A, not {standard}",
            teams=teams_left,
            raised=_per_board(book, "A") * premium,
            standard=_per_board(book, "A"),
        )
        return printed_figure(figures.premium, message)
    if event_rule == "national open teams":
        return fact(premium, book.clause("7.5.8"), "National Open Teams: the 50% premium applies throughout")
    if event_rule == "butler final":
        message = sentence("stage 2 of the Butler: {raised} a board", raised=_per_board(book, "A") * premium)
        return fact(premium, book.clause("7.5.4"), message)
    if event_rule == "gnot":
        return _gnot_premium(book, facts, teams_left, sessions)
    return None


def _per_board(book: Book, grade: str) -> Fraction:
    return book.figures.matches.per_board.value * book.figures.grades.weights.value[grade].teams


def _gnot_premium(book: Book, facts: Facts, teams_left: int, sessions: int) -> Step | None:
    figures = book.figures.national_events
    premium = figures.premium.value
    if facts.gnot_stage in STATE_FINALS:
        long_enough = sessions >= figures.state_final_length.value
        if not long_enough or teams_left < figures.state_final_teams.value or not facts.via_heats:
            return None
        message = sentence(
            "{stage} of {sessions} sessions and {teams} teams through heats: {raised} a board",
            stage=facts.gnot_stage,
            sessions=sessions,
            teams=teams_left,
            raised=_per_board(book, "A2") * premium,
        )
        return fact(premium, book.clause("7.5.7a"), message)
    if gnot_national(facts) and teams_left <= figures.few_tables.value:
        message = sentence(
            "the finals, with {tables} tables left, {raised} a board: {factor}",
            tables=teams_left,
            factor=more_in_words(premium),
            raised=_per_board(book, "A") * premium,
        )
        return fact(premium, book.clause("7.5.7b"), message)
    return None


@rule
def amplification(book: Book, event_rule: Rule, category: str) -> Step | None:
    """7.5: the factor on the tables of a field that was cut down by selection."""
    amplified = book.figures.national_events.amplified.value
    if event_rule not in amplified or (event_rule == "play-off" and category == "mixed"):
        return None
    factor, number = amplified[event_rule]
    return fact(tidy(factor), book.clause(number), "table amplification factor, for the outright award only")


def gnot_national(facts: Facts) -> bool:
    """7.5.7: the national preliminary and final, as opposed to the qualifying rounds in the States."""
    return facts.gnot_stage.startswith("national") or _key(facts.national_event).endswith("(final stage)")


@rule
def clause_paying_everybody(book: Book, event_rule: Rule, category: str, facts: Facts) -> Clause | None:
    """7.5: the clause that gives the outright award to everybody, if there is one."""
    if event_rule not in ALL_PAID or (event_rule == "play-off" and category == "mixed"):
        return None
    if event_rule == "gnot" and not gnot_national(facts):
        return None
    return book.clause(ALL_PAID[event_rule])


@rule
def segments(book: Book, boards: int, margins: tuple[int, ...]) -> list[tuple[int, int]]:
    """7.5.3: the boards and margin of each segment. Short segments are joined to at least 12 boards."""
    group_size = -(-book.figures.national_events.long_segment.value // boards)
    groups = [margins[start : start + group_size] for start in range(0, len(margins), group_size)]
    if len(groups) > 1 and len(groups[-1]) < group_size:
        groups[-2:] = [groups[-2] + groups[-1]]
    return [(boards * len(group), sum(group)) for group in groups]
