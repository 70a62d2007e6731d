"""What changed from one edition of a handbook to another, clause by clause, and what that does to standard events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from masterpoint.core.books import Figure
from masterpoint.core.derivation import Clause, Result
from masterpoint.core.editions import Edition
from masterpoint.core.errors import MasterpointError
from masterpoint.core.exact import shown, written
from masterpoint.core.parsing import event_from, parse
from masterpoint.core.serialisation import who

V = TypeVar("V")
NOTHING = "–"


class Change(msgspec.Struct, frozen=True):
    """One thing that one edition says otherwise than another."""

    kind: str
    """figure, clause, rule, reading, table or field."""
    clause: str
    name: str
    before: str
    after: str


class Effect(msgspec.Struct, frozen=True):
    """What one contestant of a standard event receives under each edition."""

    event: str
    who: str
    before: str
    after: str


class Differences(msgspec.Struct, frozen=True):
    """Two editions side by side."""

    earlier: str
    later: str
    changes: tuple[Change, ...]
    effects: tuple[Effect, ...]


def differences(earlier: Edition, later: Edition) -> Differences:
    """All that changed from one edition to another."""
    return Differences(earlier.title, later.title, tuple(_changes(earlier, later)), tuple(_effects(earlier, later)))


def _changes(earlier: Edition, later: Edition) -> Iterator[Change]:
    old_figures, new = dict(_figures(earlier.book.figures)), dict(_figures(later.book.figures))
    for name in dict.fromkeys((*old_figures, *new)):
        before, after = old_figures.get(name), new.get(name)
        if _value(before) != _value(after):
            clauses = [figure.clause.number for figure in (after, before) if figure is not None]
            yield Change("figure", clauses[0], name, _value(before), _value(after))
    for number, old_clause, new_clause in _pairs(earlier.clauses, later.clauses):
        if (
            old_clause is None
            or new_clause is None
            or (old_clause.gist, old_clause.treatment) != (new_clause.gist, new_clause.treatment)
        ):
            yield Change("clause", number, number, _gist(old_clause), _gist(new_clause))
    for rule, replacement in later.book.rules.items():
        if earlier.book.rules.get(rule) is not replacement:
            words = (rule.__doc__ or rule.__name__).split("\n")[0]
            yield Change("rule", words.partition(":")[0], rule.__name__, words, (replacement.__doc__ or "").strip())
    readings = ({reading.id: reading for reading in edition.readings} for edition in (earlier, later))
    for name, first, second in _pairs(*readings):
        yield Change("reading", name, name, first.taken if first else NOTHING, second.taken if second else NOTHING)
    for name, was_printed, is_printed in _pairs(earlier.book.printed, later.book.printed):
        yield Change("table", name, name, _size(was_printed), _size(is_printed))
    for form, uses, will_use in _pairs(earlier.book.fields, later.book.fields):
        yield Change("field", form, form, _names(uses), _names(will_use))


def _pairs(old: Mapping[str, V], new: Mapping[str, V]) -> Iterator[tuple[str, V | None, V | None]]:
    """What stands in one of two mappings only, or differs."""
    for name in dict.fromkeys((*old, *new)):
        if old.get(name) != new.get(name):
            yield name, old.get(name), new.get(name)


def _figures(figures: Any, path: str = "") -> Iterator[tuple[str, Figure[Any]]]:
    """Every figure of a book by its name: `principles.minimum_boards`."""
    if isinstance(figures, Figure):
        yield path, figures
    elif isinstance(figures, msgspec.Struct):
        for name in figures.__struct_fields__:
            yield from _figures(getattr(figures, name), f"{path}.{name}".lstrip("."))


def _value(figure: Figure[Any] | None) -> str:
    if figure is None:
        return NOTHING
    return _plain(figure.value)


def _plain(value: Any) -> str:
    if isinstance(value, msgspec.Struct):
        return ", ".join(_plain(getattr(value, name)) for name in value.__struct_fields__)
    if isinstance(value, tuple | list):
        return "; ".join(_plain(item) for item in value)
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {_plain(item)}" for key, item in value.items())
    return shown(value) if hasattr(value, "numerator") else str(value)


def _gist(clause: Clause | None) -> str:
    return f"{clause.gist} ({clause.treatment})" if clause else NOTHING


def _size(table: Any) -> str:
    return f"{len(table.cells)} rows" if table else NOTHING


def _names(fields: Any) -> str:
    return ", ".join(sorted(fields.always | fields.sometimes)) if fields else NOTHING


def _effects(earlier: Edition, later: Edition) -> Iterator[Effect]:
    """The examples of the earlier edition by both: who receives something else."""
    for name, text in earlier.book.examples.items():
        before, after = (_awards(edition, text, name) for edition in (earlier, later))
        for contestant in dict.fromkeys((*before, *after)):
            first, second = before.get(contestant, NOTHING), after.get(contestant, NOTHING)
            if first != second:
                yield Effect(name, contestant, first, second)


def _awards(edition: Edition, text: str, name: str) -> dict[str, str]:
    """What each contestant of an example receives, in words; or the refusal of it all."""
    try:
        event = event_from(parse(text, source=name), {edition.scheme: edition.facts})
        return _by_contestant(edition.judge_again(event))
    except MasterpointError as refusal:
        return {"everybody": f"refused: {refusal.problems[0].message}"}


def _by_contestant(result: Result) -> dict[str, str]:
    points: dict[str, list[str]] = {}
    for award in result.awards:
        contestant = who(award.entry) or f"place {award.entry.place} {award.ranking}".strip()
        points.setdefault(contestant, []).append(f"{written(award.points)} {award.colour}")
    return {contestant: " + ".join(parts) for contestant, parts in points.items()}
