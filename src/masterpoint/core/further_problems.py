"""What else is wrong with a refused event: the problems it would still have, however the first ones were put right.

Every value that was refused is replaced by each value that could stand there (the levels of the book, the choices of a
field, a few numbers, nothing at all). A problem that the book then has with every one of them does not depend on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product
from typing import Any

import msgspec
from msgspec import inspect

from masterpoint.core.editions import Edition
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.core.event_paths import STEP, Path, part_at, path_of, step_into
from masterpoint.core.events import FORMS
from masterpoint.core.parsing import event_from

MAX_REPAIRS, MAX_TABLES = 120, 40_000
"""The most ways of putting an event right that are tried, and the most tables of data in all of them together."""
ROUNDS = 3
"""How often what was found is put right as well, to see what it hides."""
NUMBERS = (1, 2, 4, 6, 12, 20, 24, 36, 48, 72, 96)
"""What stands for a number that is missing or wrong: from both sides of the limits that the books have."""
TEXTS = ("1", "A")
NOTHING: Any = object()
"""Stands for a field that is left out."""
LISTS = ("lists", "overall", "plate", "qualifying")
PLACES, SIZES = "1 2 3 4 5 6", (6, 18, 40)
"""What stands for a list in which nobody is."""


def further_problems(raw: Mapping[str, Any], problems: Sequence[Problem], edition: Edition) -> list[Problem]:
    """What these problems hide, and what that hides in turn."""
    hidden_problems: list[Problem] = []
    for _ in range(ROUNDS):
        next_problems = _hidden_problems(raw, [*problems, *hidden_problems], edition)
        hidden_problems += next_problems
        if not next_problems:
            break
    return hidden_problems


def _hidden_problems(raw: Mapping[str, Any], problems: Sequence[Problem], edition: Edition) -> list[Problem]:
    """The problems that the book has with every repaired event; none if a repair leads to an event that is in order."""
    values_by_path = {path: values for path, values in _repairs(raw, problems, edition) if values}
    repairs = {path: values for path, values in values_by_path.items() if not _is_within(path, values_by_path)}
    remaining: dict[tuple[str, ...], Problem] | None = None
    for values in _choices(list(repairs.values()), min(MAX_REPAIRS, MAX_TABLES // _tables_in(raw))):
        others = _problems_of(_repair(raw, repairs, values), edition)
        if any(_concerns(problem.place, path) for problem in others for path in repairs):
            continue  # these values put nothing right
        remaining = {_key(problem): problem for problem in others if remaining is None or _key(problem) in remaining}
        if not remaining:
            return []
    first_keys = {_key(problem) for problem in problems}
    return [problem for key, problem in (remaining or {}).items() if key not in first_keys]


def _choices(values: Sequence[Sequence[Any]], maximum: int) -> Iterator[Sequence[Any]]:
    """A value for each field: every value of each once, then all together; none if there is no time for so many."""
    length = max(map(len, values), default=0)
    if not 0 < length <= maximum:
        return
    yield from ([choice[index % len(choice)] for choice in values] for index in range(length))
    yield from islice(product(*values), maximum - length)


def _tables_in(part: Any) -> int:
    """How many tables and lists some data have."""
    if isinstance(part, Mapping):
        return 1 + sum(map(_tables_in, part.values()))
    return 1 + sum(map(_tables_in, part)) if isinstance(part, list | tuple) else 0


def _is_within(path: Path, others: Iterable[Path]) -> bool:
    """Whether a field is part of another one that is replaced as a whole."""
    return any(len(other) < len(path) and path[: len(other)] == other for other in others)


def _key(problem: Problem) -> tuple[str, ...]:
    return problem.place, problem.message, problem.clause


def _concerns(place: str, path: Path) -> bool:
    """Whether a place is that of a repaired field, names a field like it, or contains it, lists of places apart."""
    steps = path_of(place) or tuple(STEP.findall(place))
    names = [step for step in path if isinstance(step, str)]
    return names[-1] in steps or (steps == path[: len(steps)] and names[-1] not in ("place", "places"))


def _problems_of(raw: Mapping[str, Any], edition: Edition) -> Sequence[Problem]:
    """What is wrong with an event by the book, or as it is written."""
    try:
        edition.judge_again(event_from(raw, {edition.scheme: edition.facts}))
    except MasterpointError as refusal:
        return refusal.problems
    return ()


def _repair(raw: Mapping[str, Any], paths: Iterable[Path], values: Iterable[Any]) -> Mapping[str, Any]:
    event: dict[str, Any] = _copy(raw)
    for path, value in zip(paths, values, strict=True):
        part = part_at(event, path[:-1])
        if value is NOTHING:
            part.pop(path[-1], None)
        else:
            part[path[-1]] = value
    return event


def _copy(part: Any) -> Any:
    """The same data, in tables and lists that can be changed."""
    if isinstance(part, Mapping):
        return {name: _copy(inner) for name, inner in part.items()}
    return [_copy(inner) for inner in part] if isinstance(part, list | tuple) else part


def _is_wrong_alone(problem: Problem, path: Path, raw: Mapping[str, Any], edition: Edition) -> bool:
    """Whether a value is wrong by its type, or a word that the book does not have."""
    if not problem.clause:
        return True
    words: dict[Path, Sequence[str]] = {
        ("organiser", "level"): edition.levels,
        ("grade",): edition.grades,
        ("colour",): edition.colours,
    }
    return path in words and part_at(raw, path) not in words[path]


def _field_of(raw: Mapping[str, Any], path: Path) -> Path:
    """The field that a path leads to: a place may be written in the `places` of its list."""
    head = path[:-3]
    if path[-3:-2] == ("entries",) and isinstance(step_into(part_at(raw, head), "places"), str):
        return (*head, "places")
    return path


def _repairs(
    raw: Mapping[str, Any], problems: Iterable[Problem], edition: Edition
) -> Iterator[tuple[Path, Sequence[Any]]]:
    """Each field whose value cannot stand anywhere, with those that could.

    A value that only contradicts another one is left: nobody knows which of the two is wrong.
    """
    fields = [(problem, _field_of(raw, path_of(problem.place))) for problem in problems]
    for path in dict.fromkeys(path for problem, path in fields if _is_wrong_alone(problem, path, raw, edition)):
        old_value, table = part_at(raw, path), part_at(raw, path[:-1])
        if path and isinstance(path[-1], str) and isinstance(table, dict):
            yield path, [value for value in _values(path, raw, edition) if value != old_value]
        elif len(path) > 1 and isinstance(old_value, dict) and path[-2] in LISTS:
            yield path, [{**old_value, "places": PLACES, "size": size} for size in SIZES]


def _values(path: Path, raw: Mapping[str, Any], edition: Edition) -> Sequence[Any]:
    match path:
        case (*_, int(index), "place"):
            return (index + 1,)
        case (*_, "places"):
            places = part_at(raw, path)
            return (" ".join(map(str, range(1, len(str(places).split()) + 1))) if places else PLACES,)
        case (str(name),) if name in LISTS:
            return [[{"places": PLACES, "size": size}] for size in SIZES]
        case ("organiser",):
            return [{"level": level} for level in edition.levels]
        case ("organiser", "level"):
            return edition.levels
        case ("grade",):
            return (NOTHING, *edition.grades)
        case ("colour",):
            return (NOTHING, *edition.colours)
    if path[0] == "facts":
        return _values_at(edition.facts, path[1:])
    form = raw.get("form")
    return _values_at(FORMS[form], path) if form in FORMS else ()


@lru_cache(maxsize=512)
def _values_at(kind: type[msgspec.Struct], path: Path) -> Sequence[Any]:
    """The values that the field at a path of this type could have; only NOTHING if there is no such field."""
    part: Any = inspect.type_info(kind)
    required = True
    for step in path:
        part = _without_none(part)
        if isinstance(step, int):
            part = getattr(part, "item_type", None)
            continue
        fields = {field.encode_name: field for field in getattr(part, "fields", ())}
        if step not in fields:
            return (NOTHING,)
        part, required = fields[step].type, fields[step].required
    return (*(() if required else (NOTHING,)), *_values_of(part))


def _without_none(kind: Any) -> Any:
    if isinstance(kind, inspect.UnionType):
        return next(part for part in kind.types if not isinstance(part, inspect.NoneType))
    return kind


def _values_of(kind: Any) -> Sequence[Any]:
    match kind:
        case inspect.BoolType():
            return True, False
        case inspect.LiteralType():
            return kind.values
        case inspect.IntType():
            return [number for number in NUMBERS if kind.ge is None or number >= kind.ge]
        case inspect.FloatType() | inspect.DecimalType():
            return NUMBERS
        case inspect.StrType():
            return TEXTS
        case inspect.UnionType():
            return [value for part in kind.types for value in _values_of(part)]
    return ()
