"""The arguments of the library: their types, for editors and mypy, and how they are converted and checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypedDict, TypeVar, cast

from masterpoint import schemes
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.core.event_parts import Contest, Scoring
from masterpoint.core.events import FORMS, Event
from masterpoint.core.hypothetical import DIRECTIONS_BY_LIST_COUNT, LARGEST_FIELD, RANKED_FORMS
from masterpoint.core.schema_problems import show
from masterpoint.library.plain_data import plain_problems

T = TypeVar("T")
Source: TypeAlias = str | Path | bytes | Mapping[str, Any] | Event
"""The path of a file, the bytes of one, an event as a dictionary, or an event."""
Day: TypeAlias = date | str
"""A day, as a date or as text: `2026-11-10`."""
Amount: TypeAlias = int | str | Decimal | Fraction
"""Exact points or money, as a number or as text: `7.25`, `1/3`. Never a float."""
Tables: TypeAlias = int | str | Decimal
"""A number of tables; halves are allowed."""


class FileOptions(TypedDict, total=False):
    """Options for what a file or an event leaves open."""

    form: str
    """session, final, matches …; read from the file by default."""
    level: str
    """Who ran it, in the scheme's words; a club by default."""
    grade: str
    """Status, grade or class, if it does not follow from the event."""
    colour: str
    """The colour it is licensed to give."""
    scoring: str
    """How boards were scored: matchpoints, cross-imps, butler …"""
    session: str
    """Which session, by number or name, if a file holds several."""
    boards: int
    """Boards scheduled for each contestant."""
    day: Day
    """The day of play."""
    sections_apart: bool
    """Whether each section is ranked on its own, even if the file ranks them together; by default the book decides."""
    more: Mapping[str, Any]
    """Any other field of the event: `{"stage": "qualifying", "facts": {"licence": "L12"}}`."""


class EventFields(TypedDict, total=False):
    """What an event may give besides its scheme, its day, its contestants and its organiser."""

    name: str
    grade: str
    colour: str
    championship: Literal["", "major", "minor"]
    scoring: Scoring
    handicap: bool
    facts: Mapping[str, Any]
    boards: int
    sessions: int
    movement_boards: int
    stage: Literal["", "qualifying"]
    original_tables: Tables
    premier_tables: Tables
    above_tables: Tables
    order: int
    stages_before: int
    last: bool
    carry_forward: bool
    matches_planned: int
    style: Literal["swiss", "round-robin", "multiple", "other"]
    heats: int
    games: int
    counted: int
    average_tables: Tables
    unit: Contest
    final: bool
    final_boards: int


CONTESTS: Mapping[str, Contest] = {"pairs": "pairs", "teams": "teams", "players": "individual"}
"""What plays, by the argument that gives the number."""
SIZES = "give one of pairs, teams and players"


class WrongArguments(MasterpointError, TypeError):
    """The library was called with arguments that it cannot use; the error names all of them."""


class WrongValue(ValueError):
    """A value that an argument may not have: the reason, and what is allowed."""

    def __init__(self, message: str, fix: str) -> None:
        self.message, self.fix = message, fix


class Arguments:
    """The arguments of a call, converted. Problems are collected, to be reported together."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def refuse(self, name: str, value: object, message: str, fix: str) -> None:
        self.problems.append(Problem(name, show(value), message, fix))

    def read(self, name: str, value: object, convert: Callable[[object], T]) -> T:
        """Convert an argument. If that fails, `require_sound` ends the call before anybody uses the result."""
        try:
            return convert(value)
        except WrongValue as error:
            self.refuse(name, value, error.message, error.fix)
        except MasterpointError as error:
            self.problems += error.problems
        return cast(T, None)

    def options(self, values: Mapping[str, object]) -> dict[str, Any]:
        """The options for a file, including `scheme`, converted."""
        for name in (name for name in values if name not in OPTIONS):
            fix = f"options: {', '.join(OPTIONS)}; any other field of the event goes into `more`"
            self.refuse(name, values[name], "there is no such option", fix)
        return {name: self.read(name, values[name], OPTIONS[name]) for name in OPTIONS if name in values}

    def fields(self, values: Mapping[str, object]) -> dict[str, Any]:
        """The fields of an event. The event's own checks apply to their values."""
        field_types = EventFields.__annotations__
        for name in (name for name in values if name not in field_types):
            self.refuse(name, values[name], "there is no such field", f"write one of: {', '.join(field_types)}")
        return {name: self.read(name, values[name], plain(name)) for name in values if name in field_types}

    def contestants(self, **sizes: object) -> tuple[str, int]:
        """The contest and the number of contestants, from the one size that is given."""
        named_sizes = [(name, size) for name, size in sizes.items() if size is not None]
        counts = [(CONTESTS[name], self.read(name, size, up_to(LARGEST_FIELD))) for name, size in named_sizes]
        if len(counts) != 1:
            self.refuse("the field", ", ".join(name for name, _ in named_sizes), "how large is it?", SIZES)
        return counts[0] if counts else ("pairs", 1)

    def require_sound(self) -> None:
        if self.problems:
            raise WrongArguments(self.problems)


def text(value: object) -> str:
    if not isinstance(value, str):
        raise WrongValue("this is not text", "give text")
    return value


def known_scheme(value: object) -> str:
    """The code of a federation."""
    return schemes.federation(text(value)).code


def scheme(value: object) -> str:
    """The same, or empty if the file or the event gives it."""
    return known_scheme(value) if value != "" else ""


def day_or_today(value: object) -> date:
    return date.today() if value is None else day(value)


def day(value: object) -> date:
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    try:
        return date.fromisoformat(text(value))
    except ValueError:
        raise WrongValue("this is not a date", "write it as 2026-11-15, or give a date") from None


def whole(value: object) -> int:
    """A whole number from 1."""
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 10:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise WrongValue("this is not a whole number", "give a whole number, such as 24")
    if value < 1:
        raise WrongValue("this is too small", "give at least 1")
    return value


def up_to(maximum: int) -> Callable[[object], int]:
    """A converter for whole numbers from 1 to the maximum."""

    def convert(value: object) -> int:
        number = whole(value)
        if number > maximum:
            raise WrongValue("this is too large", f"give at most {maximum:,}")
        return number

    return convert


def winners(value: object) -> int:
    """The number of ranking lists."""
    number = whole(value)
    if number not in DIRECTIONS_BY_LIST_COUNT:
        raise WrongValue(
            "no event has this number of ranking lists", f"give one of: {', '.join(map(str, DIRECTIONS_BY_LIST_COUNT))}"
        )
    return number


def listed_form(value: object) -> str:
    """A form that needs nothing more than a number of contestants."""
    form = text(value)
    if form not in FORMS:
        raise WrongValue("no such form", f"write one of: {', '.join(RANKED_FORMS)}")
    if form not in RANKED_FORMS:
        fix = f"give the whole event to `award`; `masterpoint example {form}` prints one"
        raise WrongValue("this form needs more than a number of contestants", fix)
    return form


def yes_or_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise WrongValue("this is neither True nor False", "give True or False")
    return value


def plain(name: str) -> Callable[[object], object]:
    """A converter for the field of this name, for which the event's own checks know what it may be."""

    def convert(value: object) -> object:
        problems = list(plain_problems(value, name))
        if problems:
            raise WrongArguments(problems)
        return value

    return convert


def table(value: object) -> Mapping[str, Any]:
    """Values by name."""
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise WrongValue("this is not a dictionary of names and values", 'give a dictionary: {"name": value}')
    return value


def plain_table(value: object) -> Mapping[str, Any]:
    """Values by name that hold tables and lists of their own."""
    fields = table(value)
    plain("")(fields)
    return fields


def source(value: object) -> Source:
    """A file or an event."""
    if isinstance(value, str) and ("\n" in value or value.lstrip().startswith("{")):
        raise WrongValue("this is the text of a file, not its path", "give its bytes: text.encode()")
    if isinstance(value, str | Path | bytes | Event):
        return value
    if isinstance(value, Mapping):
        return plain_table(value)
    fix = "give the path of a file, the bytes of one, or an event as a dictionary"
    raise WrongValue("this is neither a file nor an event", fix)


OPTIONS: Mapping[str, Callable[[object], Any]] = {
    "scheme": scheme,
    **dict.fromkeys(("form", "level", "grade", "colour", "scoring", "session"), text),
    "boards": up_to(2_000),
    "day": day,
    "sections_apart": yes_or_no,
    "more": lambda value: dict(plain_table(value)),
}
"""How each option for a file is converted."""
