"""A result as plain data: what the command line prints as JSON, the API returns and the ledger keeps.

Stable and documented in docs/developers/results.md. Figures are text, so nothing is lost: `18`, `0.75`, or a fraction
such as `1/3` if four decimals cannot hold it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, repeat
from typing import Any

from masterpoint.core.derivation import Remark, Result, Step
from masterpoint.core.errors import Problem
from masterpoint.core.events import VOCABULARY, Entry, form_of
from masterpoint.core.exact import Exact, Surd, figure_text, in_decimals
from masterpoint.core.explaining import explain

DECIMALS = 4


def exact_text(value: Exact) -> str:
    """Text that reads back as the same figure; roots, which occur only between steps, as people see them."""
    if type(value) is int:
        return str(value)
    if isinstance(value, Surd):
        return figure_text(value)
    number = Fraction(value)
    text = in_decimals(abs(number), DECIMALS)
    return f"{'-' if number < 0 else ''}{text}" if text else str(number)


def entry_name(entry: Entry) -> str:
    """What people call an entry: its name, its players, or its number."""
    if entry.name:
        return entry.name
    if entry.players:
        players = " & ".join([player.name or player.id for player in entry.players])
        if players:
            return players
    return f"number {entry.number}" if entry.number else ""


@lru_cache(maxsize=8192)
def _as_data(step: Step) -> dict[str, Any]:
    """A step as data, without its number and those of its inputs. Cached, because most sessions repeat figures."""
    data = {"id": 0, "value": exact_text(step.value), "clause": str(step.clause), "message": str(step.message)}
    if step.inputs:
        data["from"] = []
    if step.reading:
        data["reading"] = step.reading
    return data


class _Steps:
    """Every step of a result, each once, numbered in reading order."""

    def __init__(self) -> None:
        self.data: list[dict[str, Any]] = []
        self.readings: dict[str, None] = {}
        self._numbers: dict[int, int] = {}
        """By identity, which is safe: all steps of a result live as long as it does."""

    def number(self, step: Step) -> int:
        """The number of a step; everything it was worked out from has lower numbers. The depth is not limited."""
        numbers = self._numbers
        number = numbers.get(id(step))
        if number is not None:
            return number
        stack = [step]
        while stack:
            last = stack[-1]
            for input_step in last.inputs:
                if id(input_step) not in numbers:
                    stack.append(input_step)
                    break
            else:
                self._add(stack.pop())
        return numbers[id(step)]

    def _add(self, step: Step) -> None:
        numbers, data = self._numbers, _as_data(step).copy()
        data["id"] = numbers[id(step)] = len(self.data)
        if step.inputs:
            data["from"] = [numbers[id(input_step)] for input_step in step.inputs]
        if step.reading:
            self.readings[step.reading] = None
        self.data.append(data)


def result_as_data(result: Result, sentence_limit: int | None = None) -> dict[str, Any]:
    """Everything about a result: awards, the steps behind them, remarks and readings.

    Only the first `sentence_limit` awards get their sentence, for callers that show no more.
    """
    event, steps = result.event, _Steps()
    awards = _awards_as_data(result, steps, sentence_limit)
    return {
        "masterpoint": VOCABULARY,
        "scheme": event.scheme,
        "edition": result.edition,
        "form": form_of(event),
        "day": event.day.isoformat(),
        "name": event.name,
        "awards": awards,
        "steps": steps.data,
        "remarks": [remark_as_data(remark) for remark in result.remarks],
        "readings": list(steps.readings),
    }


def _awards_as_data(result: Result, steps: _Steps, sentence_limit: int | None) -> list[dict[str, Any]]:
    awards, sentences = [], chain(explain(result, sentence_limit), repeat(""))
    for award, reason in zip(result.awards, sentences, strict=False):
        entry, number = award.entry, steps.number(award.step)
        recipients = entry.players if award.players is None else award.players
        awards.append(
            {
                "place": str(entry.place or ""),
                "who": entry_name(entry),
                "players": [{"name": player.name, "id": player.id} for player in recipients] if recipients else [],
                "list": award.ranking,
                "kind": award.kind,
                "colour": award.colour,
                "points": steps.data[number]["value"],
                "why": reason,
                "step": number,
            }
        )
    return awards


def remark_as_data(remark: Remark) -> dict[str, str]:
    return {"clause": str(remark.clause), "message": str(remark.message)}


def steps_as_data(steps: Sequence[Step]) -> list[dict[str, Any]]:
    """Some figures and everything behind them."""
    data = _Steps()
    for step in steps:
        data.number(step)
    return data.data


def problem_as_data(problem: Problem) -> dict[str, Any]:
    return {
        "place": problem.place,
        "value": problem.value,
        "message": problem.message,
        "fix": problem.fix,
        "clause": problem.clause,
        "who": problem.who,
        "line": problem.line,
        "spot": problem.spot,
    }
