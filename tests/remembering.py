"""Answers worked out once: several tests look at what a book says of the same event."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from masterpoint.core.errors import MasterpointError

Question = TypeVar("Question")
Answer = TypeVar("Answer")


def remembered(
    ask: Callable[[Question], Answer], written: Callable[[Question], Hashable], size: int
) -> Callable[[Question], Answer]:
    """The same answer or refusal to the same question; past so many of them, it begins anew."""
    answers: dict[Hashable, Answer | MasterpointError] = {}

    def answered(question: Question) -> Answer:
        key = written(question)
        if key not in answers:
            if len(answers) == size:
                answers.clear()
            try:
                answers[key] = ask(question)
            except MasterpointError as refusal:
                answers[key] = refusal
        answer = answers[key]
        if isinstance(answer, MasterpointError):
            raise answer.with_traceback(None)  # that of whoever asked first would grow with every other
        return answer

    return answered
