"""What a program answers to an event, and whether the book agrees."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import msgspec

from masterpoint.conformance.suite import Case, ExpectedAwards
from masterpoint.core.exact import Exact, exact, figure_text
from masterpoint.core.typed_data import convert

FIGURE = re.compile(r"-?[0-9][0-9./ ]{0,40}")
AGREES, DIFFERS, SKIPPED = "agrees", "differs", "skipped"
MAX_QUOTE_LENGTH = 60
"""Characters that are quoted of an answer that is not JSON."""


class AnsweredAward(msgspec.Struct, frozen=True):
    """One award; anything else the program says about it is ignored."""

    points: int | str
    kind: str = "ranking"
    colour: str = ""


class AnsweredProblem(msgspec.Struct, frozen=True):
    """Why the program refuses the event."""

    clause: str = ""
    message: str = ""


class Answer(msgspec.Struct, frozen=True):
    """Awards, problems or a reason to skip: exactly one of the three, or else a failure to answer."""

    awards: tuple[AnsweredAward, ...] | None = None
    problems: tuple[AnsweredProblem, ...] | None = None
    skipped: str = ""
    failure: str = ""


class Verdict(msgspec.Struct, frozen=True):
    """How an answer compares with the book."""

    case: Case
    outcome: str
    """`agrees`, `differs` or `skipped`."""
    reason: str = ""


def answer_from(text: str) -> Answer:
    """The answer in some JSON, or a failure that says what is wrong with it."""
    try:
        answer = convert(json.loads(text, parse_float=str), Answer)
        for award in answer.awards or ():
            _points(award)
    except json.JSONDecodeError:
        return Answer(failure=f"the answer is not JSON: {_beginning(text)}")
    except (ValueError, ArithmeticError, RecursionError) as error:
        return Answer(failure=f"the answer cannot be read: {error}")
    if answer.awards is None and answer.problems is None and not answer.skipped:
        return Answer(failure="the answer has neither `awards` nor `problems` nor `skipped`")
    return answer


def _beginning(text: str) -> str:
    """The first words of what a program wrote, on one line."""
    visible = "".join(
        character if character.isprintable() else " " for character in text.strip()[: MAX_QUOTE_LENGTH + 1]
    )
    return f"“{visible[:MAX_QUOTE_LENGTH]}…”" if len(visible) > MAX_QUOTE_LENGTH else f"“{visible}”"


def verdict(case: Case, answer: Answer) -> Verdict:
    """Whether the answer agrees with the book."""
    if answer.skipped:
        return Verdict(case, SKIPPED, answer.skipped)
    reasons = [answer.failure] if answer.failure else list(_differences(case, answer))
    return Verdict(case, DIFFERS if reasons else AGREES, "; ".join(reasons))


def _differences(case: Case, answer: Answer) -> Iterator[str]:
    if case.refused:
        yield from _refusal_differences(case, answer)
    elif answer.problems:
        reasons = "; ".join(f"{problem.message} [{problem.clause}]".strip() for problem in answer.problems)
        yield f"the book awards it, the program refuses it: {reasons}"
    else:
        for expected in case.awards:
            yield from _award_differences(expected, answer)


def _refusal_differences(case: Case, answer: Answer) -> Iterator[str]:
    """A refusal without a clause is enough; one that names the wrong clauses is not."""
    if not answer.problems:
        yield f"the book refuses it by {case.refused}, the program awards it"
        return
    clauses = [problem.clause for problem in answer.problems if problem.clause]
    if clauses and not any(clause == case.refused or clause.endswith(f" {case.refused}") for clause in clauses):
        yield f"the book refuses it by {case.refused}, the program by {', '.join(clauses)}"


def _award_differences(expected: ExpectedAwards, answer: Answer) -> Iterator[str]:
    book = [exact(figure) for figure in expected.points]
    program = [_points(award) for award in answer.awards or () if _matches_expectation(award, expected)]
    if program == book:
        return
    order = ", the same figures in another order" if sorted(map(str, book)) == sorted(map(str, program)) else ""
    yield f"{expected.label}: the book pays {_row(book)}; the program pays {_row(program)}{order}"


def _matches_expectation(award: AnsweredAward, expected: ExpectedAwards) -> bool:
    kind_fits = not expected.kind or award.kind == expected.kind
    return kind_fits and (not expected.colour or award.colour == expected.colour)


def _points(award: AnsweredAward) -> Exact:
    text = str(award.points)
    if not FIGURE.fullmatch(text):
        raise ValueError(f"{text[:40]!r} is not a figure; write 18, 0.75 or 1/3")
    return exact(text)


def _row(figures: list[Exact]) -> str:
    return " ".join(figure_text(figure) for figure in figures) or "nothing"
