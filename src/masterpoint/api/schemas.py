"""The schemas of the API's answers.

Numbers of people are text; points are exact text, such as `18`, `0.75` or `1/3`.
"""

from __future__ import annotations

from datetime import date
from typing import Literal

from ninja import Schema
from pydantic import Field


class ProblemOut(Schema):
    """A problem, and how to fix it."""

    place: str
    value: str
    message: str
    fix: str
    clause: str
    who: str = ""
    """The person it concerns, as named in the event."""
    line: int = 0
    """The line of the file, if the place is a path in it."""
    spot: str = ""
    """The position in the event in words, such as: 2nd in the list of section A."""


class ProblemDetails(Schema):
    """RFC 9457 problem+json, with all problems at once."""

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
    """The number of clauses that are computed, checked, recorded or left to people."""
    readings: int


class ClauseOut(Schema):
    """A clause, its summary in our own words, and how the program treats it."""

    clause: str
    chapter: str
    treatment: str
    recorded_by: list[str]
    kinds: list[str]
    gist: str


class ReadingOut(Schema):
    """Where a book has misprints, contradictions or gaps: the reading we chose, and why."""

    id: str
    where: str
    printed: str
    taken: str
    why: str
    kind: str


class ExampleOut(Schema):
    """A commented event of a form in TOML, which can be sent to `award` as it is."""

    form: str
    event: str


class StepOut(Schema):
    """A figure in the calculation of an award."""

    id: int
    value: str
    clause: str
    message: str
    from_: list[int] = Field(default=[], alias="from")
    """The steps from which it was calculated."""
    reading: str = ""


class PlayerOut(Schema):
    name: str
    id: str


class AwardOut(Schema):
    """The award of an entry, or of some of its players."""

    place: str
    who: str
    players: list[PlayerOut]
    list: str
    kind: str
    colour: str
    points: str
    why: str = ""
    """The award in one sentence. Older filings were stored without it."""
    step: int
    """The step whose value is the award."""


class RemarkOut(Schema):
    clause: str
    message: str


class ResultOut(Schema):
    """All awards of an event, every step once, and the remarks."""

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
    """A result, with the format of the file and everything that was assumed."""

    format: str
    assumed: list[str]


class FindingOut(ProblemOut):
    severity: Literal["error", "warning"]


class PartOut(AwardedOut):
    """The awards that a file with errors would give to unaffected players.

    This is only a preview; figures may change.
    """

    left_out: list[str]
    """Contestants whose line cannot be read completely."""
    notes: list[str]


class CheckOut(Schema):
    """Everything wrong with a file. Without errors, it has the awards; otherwise, a preview for unaffected players."""

    name: str
    good: bool
    findings: list[FindingOut]
    result: AwardedOut | None
    preview: PartOut | None


Steps = list[StepOut]


class ExplainedOut(Schema):
    """One award with its steps in reading order. The last step is the award."""

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
