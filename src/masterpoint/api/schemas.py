"""What the API answers, typed. Numbers of people are text; points are exact text: `18`, `0.75`, `1/3`."""

from __future__ import annotations

from datetime import date
from typing import Literal

from ninja import Schema
from pydantic import Field


class ProblemOut(Schema):
    """One thing that is wrong, and what would make it right."""

    place: str
    value: str
    message: str
    fix: str
    clause: str
    who: str = ""
    """Whom it concerns, as the event names them."""
    line: int = 0
    """The line of the file, where the place is a path in it."""
    spot: str = ""
    """Where in the event the place lies, in words: 2nd in the list of section A."""


class ProblemDetails(Schema):
    """RFC 9457 problem+json, with everything that is wrong listed at once."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    problems: list[ProblemOut]


class SchemeOut(Schema):
    """An edition of a federation's book."""

    scheme: str
    title: str
    in_force_from: date
    forms: list[str]
    colours: list[str]
    levels: list[str]
    clauses: dict[str, int]
    """How many clauses are computed, checked, recorded, left to people."""
    readings: int


class ClauseOut(Schema):
    """A clause, its gist in our own words, and what the program does with it."""

    clause: str
    chapter: str
    treatment: str
    recorded_by: list[str]
    kinds: list[str]
    gist: str


class ReadingOut(Schema):
    """Where a book misprints, contradicts itself or is silent: what is taken, and why."""

    id: str
    where: str
    printed: str
    taken: str
    why: str
    kind: str


class ExampleOut(Schema):
    """A commented event of a form, in TOML: it can be sent to `award` as it is."""

    form: str
    event: str


class StepOut(Schema):
    """One figure on the way to an award."""

    id: int
    value: str
    clause: str
    message: str
    from_: list[int] = Field(default=[], alias="from")
    """The steps it was worked out from."""
    reading: str = ""


class PlayerOut(Schema):
    name: str
    id: str


class AwardOut(Schema):
    """What one entry, or some of its players, receive."""

    place: str
    who: str
    players: list[PlayerOut]
    list: str
    kind: str
    colour: str
    points: str
    why: str = ""
    """The award in one sentence; older filings were kept without."""
    step: int
    """The step that is the figure."""


class RemarkOut(Schema):
    clause: str
    message: str


class ResultOut(Schema):
    """All awards of an event, every step behind them once, and the remarks."""

    masterpoint: int
    scheme: str
    edition: str
    form: str
    day: date
    name: str
    awards: list[AwardOut]
    steps: list[StepOut]
    remarks: list[RemarkOut]
    readings: list[str]


class AwardedOut(ResultOut):
    """A result, with the format the file was in and what had to be assumed."""

    format: str
    assumed: list[str]


class FindingOut(ProblemOut):
    severity: Literal["error", "warning"]


class PartOut(AwardedOut):
    """What a file with errors would pay the players they do not affect. Only a preview: figures may change."""

    left_out: list[str]
    """Contestants whose line cannot be read in full."""
    notes: list[str]


class CheckOut(Schema):
    """Everything found in a file. Without errors, its awards; otherwise a preview of what they do not affect."""

    name: str
    good: bool
    findings: list[FindingOut]
    result: AwardedOut | None
    preview: PartOut | None


Steps = list[StepOut]


class ExplainedOut(Schema):
    """One award with its steps in reading order; the last one is the award."""

    edition: str
    place: str
    who: str
    players: list[PlayerOut]
    list: str
    kind: str
    colour: str
    points: str
    why: str = ""
    steps: Steps
