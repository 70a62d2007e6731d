"""Who is in an event, and where: ranking lists, divisions, the entries of a knock-out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from operator import is_not
from typing import Any, get_origin

import msgspec

from masterpoint.core.events import AnyEvent, Entry, Part, RankingList, Session
from masterpoint.core.places import entries_of, parse_places


def ranking_lists(event: AnyEvent) -> Iterable[tuple[str, RankingList]]:
    """Every ranking list of an event with its path; lists inside parts are looked up once and cached."""
    lists: tuple[RankingList, ...] | None = getattr(event, "lists", None)
    if lists is not None:
        return zip(_list_paths(len(lists)), lists, strict=True)
    paths_and_lists: tuple[tuple[str, RankingList], ...] | None = event.__dict__.get("ranking_lists")
    if paths_and_lists is None:
        paths_and_lists = event.__dict__["ranking_lists"] = tuple(_walk(event, ""))
    return paths_and_lists


@lru_cache(maxsize=64)
def _list_paths(count: int) -> tuple[str, ...]:
    return tuple(f"lists[{index}]" for index in range(count))


def lists_by_stage(event: AnyEvent) -> Mapping[str, Sequence[RankingList]]:
    """Ranking lists in groups, by the path of what contains them: `lists`, `sessions[1].lists`."""
    lists: tuple[RankingList, ...] | None = getattr(event, "lists", None)
    if lists is not None:
        return {"lists": lists}
    stages: dict[str, list[RankingList]] = {}
    for path, ranking in ranking_lists(event):
        stages.setdefault(path.rpartition("[")[0], []).append(ranking)
    return stages


@cache
def part_fields(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of a part of an event that hold several further parts: lists, sessions, divisions."""
    return tuple(field.name for field in msgspec.structs.fields(kind) if get_origin(field.type) is tuple)


def _walk(data: msgspec.Struct, path: str) -> Iterator[tuple[str, RankingList]]:
    for name in part_fields(type(data)):
        for index, item in enumerate(getattr(data, name)):
            item_path = f"{path}.{name}[{index}]".lstrip(".")
            if isinstance(item, RankingList):
                yield item_path, item
            elif isinstance(item, msgspec.Struct) and not isinstance(item, Entry):
                yield from _walk(item, item_path)


def entry_lists(event: AnyEvent) -> Iterator[tuple[str, Sequence[Entry]]]:
    """All entries of an event in their lists, each with its path; add `[index]` for the path of one entry."""
    for path, ranking in ranking_lists(event):
        yield f"{path}.entries", entries_of(ranking)
    yield "entries", getattr(event, "entries", ())
    for number, division in enumerate(getattr(event, "divisions", ())):
        yield f"divisions[{number}].entries", division.entries


def is_anybody_listed_twice(event: AnyEvent) -> bool:
    """Whether a player's number appears in an event more than once."""
    entries = chain.from_iterable([entries for _, entries in entry_lists(event)])
    numbers = [player.id for entry in entries for player in entry.players if player.id]
    return len(set(numbers)) < len(numbers)


def all_entries(event: AnyEvent) -> Iterator[tuple[str, Entry]]:
    """Every entry with its path; a contestant who plays in several stages appears in each."""
    for path, entries in entry_lists(event):
        for index, entry in enumerate(entries):
            yield f"{path}[{index}]", entry


def with_entries(data: Any) -> Any:
    """Give lists that hold only places their entries, once, so that each entry stays the same object from then on."""
    if isinstance(data, RankingList):
        if data.entries or not data.places:
            return data
        return msgspec.structs.replace(data, entries=parse_places(data.places), places="")
    changes = {}
    for name in part_fields(data.__class__):
        value = getattr(data, name)
        if value and isinstance(value[0], RankingList | Part | Session):
            items = tuple([with_entries(item) for item in value])
            if any(map(is_not, items, value)):
                changes[name] = items
    return msgspec.structs.replace(data, **changes) if changes else data
