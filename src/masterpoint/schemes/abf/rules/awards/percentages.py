"""4.2.2, Session awards for duplicate congress, State and national events (page 21): by each pair's percentage."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from math import floor

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Step, derive, fact, nothing
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import RankingList
from masterpoint.core.exact import Exact, rational, tidy
from masterpoint.core.mechanisms import product, whole
from masterpoint.core.places import entries_of
from masterpoint.core.rounding import HUNDREDTH
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book, Percentage
from masterpoint.schemes.abf.rules.awards.players import pay, too_few_boards
from masterpoint.schemes.abf.rules.grades import state_events
from masterpoint.schemes.abf.rules.grades.terms import Terms

PERCENTAGE_GRADES = ("B4s", "B5", "B4", "B3", "B", "A2", "A")  # congress, State and national events


def percentage_formula(figures: Percentage, weight: Exact, percent: Exact) -> Exact:
    """4.2.2: {10W + (P - 50) × 2W} / 100."""
    return tidy(weight * Fraction(figures.base + (whole(percent) - figures.even) * figures.slope, 100))


def down_to_hundredth(value: Exact) -> Exact:
    return tidy(floor(value / HUNDREDTH) * HUNDREDTH)


def percentage_awards(
    book: Book,
    ranking: RankingList,
    terms: Terms,
    factors: Sequence[Step],
    kind: str,
    name: str,
    boards_in_play: int,
) -> list[Award]:
    """4.2.2: each pair by its own percentage, from 46 up, everything rounded down."""
    problems = list(_percentage_problems(book, ranking, terms))
    if problems:
        raise Refused(problems)
    awards: list[Award] = []
    number = "6.3b" if state_events.is_australia_wide(terms.event, terms.facts) else "4.2.2"
    for entry in entries_of(ranking):
        if entry.standing != "full":
            continue
        percent = fact(
            floor(Fraction(entry.score or 0)),
            book.clause(number),
            sentence("{score}%, rounded down", score=entry.score),
            reading="B-45",
        )
        no_award = too_few_boards(book, terms, entry.boards, boards_in_play)
        step = no_award or percentage_award(book, percent, terms.weight, factors)
        awards += pay(book, entry, step, terms, kind, name, boards_in_play=boards_in_play)
    return awards


@rule
def percentage_award(book: Book, percent: Step, weight: Step, factors: Sequence[Step]) -> Step:
    """4.2.2: what a percentage earns, from 46 up, rounded down."""
    figure = book.figures.sessions.percentage
    if percent.value < figure.value.least:
        return nothing(figure.clause, sentence("awards begin at {least}%", least=figure.value.least), percent)
    message = sentence(
        "{weight} × ({base} + {slope} × {beyond}) ÷ 100",
        weight=weight.value,
        base=figure.value.base,
        slope=figure.value.slope,
        beyond=whole(percent.value) - figure.value.even,
    )
    step = derive(partial(percentage_formula, figure.value), weight, percent, clause=figure.clause, message=message)
    if factors:
        step = derive(product, step, *factors, clause=factors[-1].clause, message="so adjusted")
    if (rational(step.value) * 100).denominator != 1:
        step = derive(down_to_hundredth, step, clause=figure.clause, message="rounded down to 0.01")
    return step


def _percentage_problems(book: Book, ranking: RankingList, terms: Terms) -> list[Problem]:
    problems = []
    if terms.grade not in PERCENTAGE_GRADES or terms.event.contest == "teams":
        event = f"{terms.event.contest} of grade {terms.grade}"
        message = f"percentage awards are for pairs of congress, State and national events, not {event}"
        problems.append(book.problem("facts.percentage_awards", "true", message, "leave it out", "4.2.2"))
    problems += [
        book.problem(
            f"entries[{index}].score",
            "" if entry.score is None else entry.score,
            "a percentage is needed",
            "give the percentage of every pair",
            "4.2.2",
        )
        for index, entry in enumerate(entries_of(ranking))
        if entry.score is None or not 0 <= entry.score <= 100
    ]
    return problems
