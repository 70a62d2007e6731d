"""A result as plain data: what the command line prints as JSON, the API answers and the ledger keeps.

Stable and documented in docs/developers/results.md. Figures are text, so that nothing is lost: `18`, `0.75`, or a
fraction such as `1/3` where no decimal ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from masterpoint.core.derivation import Award, Remark, Result, Step
from masterpoint.core.errors import Problem
from masterpoint.core.events import VOCABULARY, Entry, form_of
from masterpoint.core.exact import Exact, Surd, shown
from masterpoint.core.explaining import Explainer


def exact_text(value: Exact) -> str:
    """A figure that reads back as the same figure; roots, which only stand between steps, as people see them."""
    if type(value) is int:
        return str(value)
    if isinstance(value, Surd):
        return shown(value)
    text = shown(value)
    return str(Fraction(value)) if text.endswith("…") else text


def who(entry: Entry) -> str:
    """How people call an entry: its name, its players, or its number."""
    if entry.name:
        return entry.name
    if entry.players:
        players = " & ".join([player.name or player.id for player in entry.players])
        if players:
            return players
    return f"number {entry.number}" if entry.number else ""


@lru_cache(maxsize=8192)
def _as_text(step: Step) -> tuple[str, str, str]:
    """A figure, its clause and its sentence; most sessions have many figures alike."""
    return exact_text(step.value), str(step.clause), str(step.message)


class _Steps:
    """Every step of a result once, numbered in reading order."""

    def __init__(self) -> None:
        self.data: list[dict[str, Any]] = []
        self.readings: dict[str, None] = {}
        self._numbers: dict[int, int] = {}
        """By identity, which is safe: all steps of a result live as long as it does."""

    def number(self, step: Step) -> int:
        """The number of a step, after all that it was worked out from; however deep that is."""
        numbers = self._numbers
        known = numbers.get(id(step))
        if known is not None:
            return known
        waiting = [step]
        while waiting:
            last = waiting.pop()
            if id(last) in numbers:
                continue
            for earlier in last.inputs:
                if id(earlier) not in numbers:
                    waiting += (last, *reversed(last.inputs))
                    break
            else:
                self._add(last)
        return numbers[id(step)]

    def _add(self, step: Step) -> None:
        numbers = self._numbers
        number = numbers[id(step)] = len(self.data)
        value, clause, message = _as_text(step)
        data: dict[str, Any] = {"id": number, "value": value, "clause": clause, "message": message}
        if step.inputs:
            data["from"] = list(map(numbers.__getitem__, map(id, step.inputs)))
        if step.reading:
            data["reading"] = step.reading
            self.readings[step.reading] = None
        self.data.append(data)


def result_as_data(result: Result) -> dict[str, Any]:
    """Everything about a result: awards, the steps behind them, remarks and readings."""
    steps = _Steps()
    explainer = Explainer(result)
    awards = [_award_as_data(award, steps, explainer) for award in result.awards]
    return {
        "masterpoint": VOCABULARY,
        "scheme": result.event.scheme,
        "edition": result.edition,
        "form": form_of(result.event),
        "day": result.event.day.isoformat(),
        "name": result.event.name,
        "awards": awards,
        "steps": steps.data,
        "remarks": [remark_as_data(remark) for remark in result.remarks],
        "readings": list(steps.readings),
    }


def _award_as_data(award: Award, steps: _Steps, explainer: Explainer) -> dict[str, Any]:
    entry, step = award.entry, award.step
    receiving = entry.players if award.players is None else award.players
    number = steps.number(step)
    return {
        "place": str(entry.place or ""),
        "who": who(entry),
        "players": [{"name": player.name, "id": player.id} for player in receiving] if receiving else [],
        "list": award.ranking,
        "kind": award.kind,
        "colour": award.colour,
        "points": steps.data[number]["value"],
        "why": explainer.why(award),
        "step": number,
    }


def remark_as_data(remark: Remark) -> dict[str, str]:
    return {"clause": str(remark.clause), "message": str(remark.message)}


def steps_as_data(steps: Sequence[Step]) -> list[dict[str, Any]]:
    """Some figures and all that is behind them."""
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
