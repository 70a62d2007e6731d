"""From raw data to an event: every problem at once, each with its path, its value and its fix."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import Any

import msgspec

from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.event_fields import DIRECTION, keep_event_fields
from masterpoint.core.events import FORMS, AnyEvent, Event
from masterpoint.core.list_problems import list_problems, raw_list_problems
from masterpoint.core.movements import movements
from masterpoint.core.problem_people import with_people
from masterpoint.core.schema_problems import all_problems, schema_problems, show
from masterpoint.core.traversal import with_entries
from masterpoint.core.typed_data import convert

LONGEST_WHOLE = 1000
"""The most digits of a whole number; Python takes no more than 4,300."""
FactsOf = Mapping[str, type[msgspec.Struct]]
"""The types of each scheme's `[facts]`."""


class Vocabulary(FactsOf):
    """The types of each scheme's `[facts]`, and the words and numbers that its events may use."""

    def facts_for(self, raw: Mapping[str, Any]) -> type[msgspec.Struct]:
        """The type of this event's `[facts]`; its scheme is known."""
        return self[raw["scheme"]]

    def word_problems(self, raw: Mapping[str, Any]) -> Iterable[Problem]:
        """Words that the book does not know, in an event that cannot be read."""
        return ()

    def further_problems(self, raw: Mapping[str, Any], problems: Sequence[Problem]) -> Sequence[Problem]:
        """What is wrong with an event however these problems are put right."""
        return ()

    def stand_ins(self, raw: Mapping[str, Any]) -> Container[str]:
        """Numbers that many players of one list may share."""
        return ()


def parse(text: str, *, source: str) -> dict[str, Any]:
    """TOML or JSON as a dictionary, with exact numbers."""
    try:
        if text.lstrip().startswith("{"):
            raw: dict[str, Any] = json.loads(
                text, parse_float=number_from, parse_int=_whole_number, parse_constant=_no_constant
            )
            _refuse_half_characters(text, raw)
        else:
            raw = tomllib.loads(text, parse_float=number_from)
    except (json.JSONDecodeError, tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
        if not text.lstrip().startswith("{") and _is_json(text):
            message, fix = "this is not a table of fields", "write fields, each with a name"
            raise NotReadable(Problem(source, show(text), message, fix, prompt="example")) from None
        message = f"this is neither TOML nor JSON: {error}"
        raise NotReadable(Problem(source, "", message, "correct the syntax there", prompt="example")) from None
    return raw


def _is_json(text: str) -> bool:
    """Whether it is JSON of another kind: a list, a number, `null`."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is not a number")


def number_from(text: str) -> Decimal:
    """A number of a file, exactly; raises a ValueError if it is none."""
    try:
        number = Decimal(text)
    except InvalidOperation:  # its exponent has twenty digits or more
        raise ValueError(f"{show(text)} is not a number") from None
    if not number.is_finite():
        raise ValueError(f"{text} is not a number")
    return number


def _whole_number(text: str) -> int:
    if len(text) > LONGEST_WHOLE:
        raise ValueError(f"{show(text)} has more than {LONGEST_WHOLE} digits")
    return int(text)


def _refuse_half_characters(text: str, raw: Any) -> None:
    """Refuse an escape such as `\\ud800`, which JSON allows: it is half a character, and nothing can write it."""
    if "\\ud" in text.lower():
        try:
            json.dumps(raw, ensure_ascii=False, default=str).encode()
        except UnicodeEncodeError as error:
            escape = str(error.object[error.start]).encode("unicode_escape").decode()
            raise ValueError(f"{escape} is half a character and cannot be stored") from None


def event_from(raw: Any, fact_types: FactsOf, *, stand_ins: Container[str] = ()) -> AnyEvent:
    """The event, or everything that is wrong with it and whom that concerns.

    `stand_ins` are numbers that many share, for callers that pass the facts of a single book.
    """
    try:
        return _event_from(raw, fact_types, stand_ins)
    except NotReadable as error:
        raise NotReadable(with_people(error.problems, raw)) from None


def _event_from(raw: Any, fact_types: FactsOf, stand_ins: Container[str]) -> AnyEvent:
    """Check its structure, its facts, its lists and the words its book knows."""
    kind = _form(raw, fact_types)
    stand_ins = fact_types.stand_ins(raw) if isinstance(fact_types, Vocabulary) else stand_ins
    problems = list(_facts_problems(raw, fact_types))
    try:
        source = convert(raw, kind)
        event: AnyEvent = with_entries(source)
    except (msgspec.ValidationError, OverflowError, ValueError):
        shape = list(all_problems(raw, kind, ""))
        problems = [*shape, *problems, *_problems_elsewhere(shape, raw_list_problems(raw, stand_ins))]
    else:
        if DIRECTION in keep_event_fields(event, source).names:
            movements(event)  # worked out once here, and cached on the event
        problems += list_problems(event, stand_ins)
    if problems and isinstance(fact_types, Vocabulary):
        problems += fact_types.word_problems(raw)
        problems += fact_types.further_problems(raw, problems)
    if problems:
        raise NotReadable(dict.fromkeys(problems))
    return event


def _problems_elsewhere(shape: Iterable[Problem], problems: Iterable[Problem]) -> Iterator[Problem]:
    """Problems with places and players, except those whose type is already wrong."""
    misread_places = {problem.place for problem in shape}
    for problem in problems:
        ends = [match.start() for match in re.finditer(r"[.\[]", problem.place)]
        if misread_places.isdisjoint([problem.place, *(problem.place[:end] for end in ends)]):
            yield problem


def _facts_problems(raw: dict[str, Any], fact_types: FactsOf) -> Iterator[Problem]:
    scheme, facts = raw.get("scheme"), raw.get("facts", {})
    if not isinstance(scheme, str):
        return
    if scheme not in fact_types:
        yield Problem("scheme", scheme, "no such scheme", f"write one of: {', '.join(sorted(fact_types))}")
    elif isinstance(facts, dict):
        kind = fact_types.facts_for(raw) if isinstance(fact_types, Vocabulary) else fact_types[scheme]
        yield from schema_problems(facts, kind, "facts") if facts else _problems_without_facts(kind)


@cache
def _problems_without_facts(kind: type[msgspec.Struct]) -> tuple[Problem, ...]:
    """The problems of an event that gives no facts."""
    return tuple(schema_problems({}, kind, "facts"))


def facts_from(event: AnyEvent, kind: type[msgspec.Struct]) -> Any:
    """An event's `[facts]` as the type its scheme gave them."""
    return convert(event.facts, kind) if event.facts else _default_facts(kind)


@cache
def _default_facts(kind: type[msgspec.Struct]) -> Any:
    """The facts of an event that gives none, as most events do."""
    return convert({}, kind)


def _form(raw: Any, fact_types: FactsOf) -> type[Event]:
    if not isinstance(raw, dict):
        fix = "write its fields, each with a name"
        raise NotReadable(Problem("event", show(raw), "an event is a table of fields", fix, prompt="example"))
    form = raw.get("form")
    if not isinstance(form, str) or form not in FORMS:
        message = "no such form" if form is not None else "the form is missing"
        fix = f"write one of: {', '.join(FORMS)}"
        problem = Problem("form", show(form) if form is not None else "", message, fix)
        raise NotReadable([problem, *_common_problems(raw, fact_types)])
    return FORMS[form]


def _common_problems(raw: dict[str, Any], fact_types: FactsOf) -> Iterator[Problem]:
    """Problems with the fields that every event has, and with its lists."""
    common_fields = {name: value for name, value in raw.items() if name in Event.__struct_fields__}
    yield from schema_problems({**common_fields, "form": Event.__name__}, Event)
    yield from _facts_problems(raw, fact_types)
    yield from raw_list_problems(raw)
    if isinstance(fact_types, Vocabulary):
        yield from fact_types.word_problems(raw)


def value_of(text: str) -> Any:
    """Numbers, dates, lists and true/false as an event file would have them, TOML or JSON; everything else as text."""
    for document in (f"value = {text}", f'{{"value": {text}}}'):
        with suppress(NotReadable):
            return parse(document, source=text)["value"]
    return text
