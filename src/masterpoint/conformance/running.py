"""Runs another program on the cases of the suite: every case is sent, and every answer has a time limit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec

from masterpoint.conformance.answers import Answer, Verdict, answer_from, verdict
from masterpoint.conformance.programs import Command, NoAnswer, running
from masterpoint.conformance.suite import Case

GIVE_UP_AFTER = 5
"""After this many cases in a row without an answer, the rest are not sent."""
EDITION, SCHEME = "{edition}", "{scheme}"
"""Placeholders in the command, which is started once for each edition."""


def verdicts(cases: Sequence[Case], command: Command, *, one_by_one: bool = False) -> Iterator[Verdict]:
    """The verdict on every case. With `one_by_one`, the program is started again for each event, its only input."""
    answers_of = _answers_one_by_one if one_by_one else _answers_in_turn
    for (scheme, edition), group in groupby(cases, key=lambda case: (case.scheme, case.edition)):
        edition_cases = list(group)
        words = tuple(word.replace(SCHEME, scheme).replace(EDITION, edition) for word in command.arguments)
        answers = _stopped_after_failures(answers_of(edition_cases, Command(words, command.seconds)))
        yield from map(verdict, edition_cases, answers)


def answerable_cases(cases: Sequence[Case], command: Command) -> list[Case]:
    """The cases whose edition the program can know: from the day of play, or because the command names it."""
    names_edition = any(EDITION in word for word in command.arguments)
    return [case for case in cases if names_edition or case.by_day]


def _stopped_after_failures(answers: Iterator[Answer]) -> Iterator[Answer]:
    failures = 0
    for answer in answers:
        failures = failures + 1 if answer.failure else 0
        yield answer
        if failures == GIVE_UP_AFTER:
            break
    else:
        return
    while True:
        yield Answer(failure=f"not asked: {GIVE_UP_AFTER} cases in a row had no answer")


def _answers_in_turn(cases: Sequence[Case], command: Command) -> Iterator[Answer]:
    """All events go to one program. If it ends or takes too long, a new one gets the remaining events."""
    events = [_event(case) for case in cases]
    answer_count = 0
    while answer_count < len(events):
        with running(command, events[answer_count:]) as program:
            first = answer_count
            try:
                while answer_count < len(events):
                    answer = answer_from(program.line())
                    answer_count += 1
                    yield answer
            except NoAnswer as failure:
                if answer_count == first or not failure.ended:
                    answer_count += 1
                    yield Answer(failure=str(failure))


def _answers_one_by_one(cases: Sequence[Case], command: Command) -> Iterator[Answer]:
    for case in cases:
        with running(command, [_event(case)]) as program:
            try:
                yield answer_from(program.output())
            except NoAnswer as failure:
                yield Answer(failure=str(failure))


def _event(case: Case) -> bytes:
    return msgspec.json.encode(case.event)
