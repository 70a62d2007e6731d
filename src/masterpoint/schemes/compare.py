"""The same event under every book that can take it, and the clause that makes the difference.

An event is written in the same way for every book, so only its scheme, its organiser's level and the facts that only
one book asks for have to change. The answer includes what was assumed on the way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import msgspec

from masterpoint.core.derivation import Award, Remark, Result, nothing
from masterpoint.core.editions import Edition, in_force
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.core.events import AnyEvent, Entry, RankingList
from masterpoint.core.exact import Exact
from masterpoint.core.levels import CLUB, TIERS
from masterpoint.core.problem_people import with_people
from masterpoint.core.schema_problems import schema_problems
from masterpoint.core.traversal import with_entries
from masterpoint.schemes import FEDERATIONS
from masterpoint.schemes.divergence import Cell, Divergence, Side, divergence
from masterpoint.schemes.families.fields import list_name

UNNAMED, EVERYBODY = "entry", -1


class Row(msgspec.Struct, frozen=True):
    """One entry of the event, in whatever list."""

    list_name: str
    """Section, direction, session or division, where there are several lists."""
    entry: Entry


class Column(msgspec.Struct, frozen=True):
    """One book's answer: a cell for each row, or the reasons for its refusal."""

    scheme: str
    title: str
    assumptions: tuple[str, ...]
    cells: tuple[Cell, ...] = ()
    result: Result | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def clauses(self) -> list[str]:
        """Every clause the answer rests on, each once."""
        if self.result is None:
            return list(dict.fromkeys(problem.clause for problem in self.problems if problem.clause))
        step_clauses = [str(step.clause) for award in self.result.awards for step in award.steps]
        return list(dict.fromkeys([*step_clauses, *(str(remark.clause) for remark in self.result.remarks)]))

    @property
    def remarks(self) -> Sequence[Remark]:
        return self.result.remarks if self.result else ()


class Comparison(msgspec.Struct, frozen=True):
    """All columns over the same rows, and where every two books that pay the event diverge."""

    event: AnyEvent
    rows: tuple[Row, ...]
    columns: tuple[Column, ...]
    divergences: tuple[Divergence, ...]


def compare(event: AnyEvent) -> Comparison:
    """The event under its own book and under all others, in the order of the list of federations."""
    data: Any = with_entries(event)
    numbered_event, _ = with_numbers(data, 1)
    rows = tuple(rows_of(numbered_event))
    columns = tuple(
        _column(numbered_event, rows, scheme, federation.editions) for scheme, federation in FEDERATIONS.items()
    )
    awarded = [column for column in columns if column.result is not None]
    divergences = tuple(_divergence(first, second) for first, second in combinations(awarded, 2))
    return Comparison(data, tuple(rows_of(data)), columns, divergences)


def _divergence(left: Column, right: Column) -> Divergence:
    earliest = divergence((left.scheme, right.scheme), left.cells, right.cells)
    if earliest.row is None:
        return earliest
    first, second = (
        _side_with_remark(side, column) for side, column in zip(earliest.sides, (left, right), strict=True)
    )
    return msgspec.structs.replace(earliest, sides=(first, second))


def _side_with_remark(side: Side, column: Column) -> Side:
    """A book without a figure there shows its remarks instead, if it has no award at all."""
    if side.step is not None or column.result is None or column.result.awards or not column.remarks:
        return side
    remark = column.remarks[0]
    return Side(side.scheme, nothing(remark.clause, remark.message))


def _column(event: AnyEvent, rows: Sequence[Row], scheme: str, editions: Sequence[Edition]) -> Column:
    assumptions: tuple[str, ...] = ()
    title = scheme.upper()
    try:
        edition = in_force(editions, event.day)
        title = edition.title
        translation, assumptions = translate(event, edition)
        result = edition.award(translation)
    except MasterpointError as error:
        return Column(scheme, title, assumptions, problems=tuple(with_people(error.problems, event)))
    return Column(scheme, title, assumptions, cells_of(rows, result.awards), result)


def translate(event: AnyEvent, edition: Edition) -> tuple[AnyEvent, tuple[str, ...]]:
    """The event in another book's words, and what had to be assumed for it."""
    if event.scheme == edition.scheme:
        return event, ()
    level, facts = level_in(edition, event.organiser.level, event.scheme), shared_facts(event, edition)
    assumptions = []
    if level != event.organiser.level:
        assumptions.append(f"organiser: {event.organiser.level} taken as {level}")
    assumptions += [
        f"facts.{name} left out: only {event.scheme} asks for it" for name in event.facts if name not in facts
    ]
    if event.grade:
        assumptions.append(f"grade {event.grade} left out: it is a word of {event.scheme}")
    if event.colour:
        assumptions.append(f"colour {event.colour} left out: the ordinary colour of {edition.scheme} is given")
    organiser = msgspec.structs.replace(event.organiser, level=level)
    changes = {"scheme": edition.scheme, "organiser": organiser, "facts": facts, "grade": "", "colour": ""}
    return msgspec.structs.replace(event, **changes), tuple(assumptions)


def level_in(edition: Edition, level: str, scheme: str) -> str:
    """The nearest level of another book; if there is none, the level as given, which the book will refuse."""
    tier = FEDERATIONS[scheme].tier(level)
    if level in edition.levels or tier is None:
        return level
    owner = FEDERATIONS[edition.scheme]
    distances = {
        name: abs(TIERS.index(other) - TIERS.index(tier))
        for name in edition.levels
        for other in [owner.tier(name)]
        if other is not None and (other == CLUB) == (tier == CLUB)
    }
    candidates = [name for name, distance in distances.items() if distance <= 1]
    in_tree_first = sorted(candidates, key=lambda name: name in owner.organiser_levels.tiers)
    return min(in_tree_first, key=lambda name: distances[name], default=level)


def shared_facts(event: AnyEvent, edition: Edition) -> dict[str, Any]:
    """Facts that the other book asks for as well, with values that it accepts."""
    field_names = edition.facts.__struct_fields__
    return {
        name: value
        for name, value in event.facts.items()
        if name in field_names and not list(schema_problems({name: value}, edition.facts))
    }


def with_numbers(data: Any, first: int) -> tuple[Any, int]:
    """The same event with a number for every entry that nothing identifies, and the next free number.

    A book may rewrite an entry; the number identifies it afterwards.
    """
    if isinstance(data, Entry):
        if any(_identity(data)):
            return data, first
        return msgspec.structs.replace(data, number=f"{UNNAMED} {first}"), first + 1
    if isinstance(data, tuple):
        items = []
        for item in data:
            item, first = with_numbers(item, first)
            items.append(item)
        return tuple(items), first
    if not isinstance(data, msgspec.Struct):
        return data, first
    fields = {}
    for name in data.__struct_fields__:
        if isinstance(getattr(data, name), tuple):
            fields[name], first = with_numbers(getattr(data, name), first)
    return msgspec.structs.replace(data, **fields), first


def rows_of(data: msgspec.Struct, list_name: str = "") -> Iterator[Row]:
    """Every entry once, with the list it is in."""
    for name in data.__struct_fields__:
        value = getattr(data, name)
        if not isinstance(value, tuple):
            continue
        label = name if name in ("overall", "plate", "qualifying") else ""
        for number, item in enumerate(value, 1):
            if isinstance(item, Entry):
                yield Row(list_name, item)
            elif isinstance(item, msgspec.Struct):
                yield from rows_of(item, " ".join(filter(None, (list_name, label, _name(item, name, number)))))


def _name(item: msgspec.Struct, field: str, number: int) -> str:
    if isinstance(item, RankingList):
        return list_name(item)
    return getattr(item, "name", "") or f"{field.removesuffix('s')} {number}"


def cells_of(rows: Sequence[Row], awards: Sequence[Award]) -> tuple[Cell, ...]:
    """What each row receives; an entry that a book rewrote is recognised by its name, number and players."""
    by_identity = {id(row.entry): index for index, row in enumerate(rows)}
    by_name = {_identity(row.entry): index for index, row in reversed(list(enumerate(rows)))}
    by_row: dict[int, list[Award]] = {}
    for award in awards:
        index = by_identity.get(id(award.entry), by_name.get(_identity(award.entry)))
        if index is not None:
            by_row.setdefault(index, []).append(award)
    return tuple(cell_of(by_row.get(index, [])) for index in range(len(rows)))


def _identity(entry: Entry) -> tuple[str, str, tuple[str, ...]]:
    return entry.name, entry.number, tuple(player.id or player.name for player in entry.players)


def cell_of(awards: Sequence[Award]) -> Cell:
    """What the players of an entry receive, by colour; if they differ, what most of them receive."""
    uneven = any(award.players is not None for award in awards)
    shares: dict[int, dict[str, Exact]] = {}
    for award in awards:
        for player in award.players or ():
            shares.setdefault(id(player), {})
    for award in awards:
        recipients = list(shares) or [EVERYBODY]
        keys = recipients if award.players is None else [id(player) for player in award.players]
        for key in keys:
            colours = shares.setdefault(key, {})
            colours[award.colour] = colours.get(award.colour, 0) + award.points
    totals = list(shares.values())
    paid_totals = [bundle for bundle in totals if any(bundle.values())] or totals
    return Cell(tuple(awards), max(paid_totals, key=paid_totals.count) if paid_totals else {}, uneven)
