"""Problems in the lists of an event: places, tables, scores, and players who are listed twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator
from decimal import Decimal
from functools import cache
from typing import Any

import msgspec

from masterpoint.core.errors import Problem
from masterpoint.core.event_fields import PARTS, event_fields
from masterpoint.core.events import AnyEvent, Entry, Matches, RankingList
from masterpoint.core.exact import is_short
from masterpoint.core.places import entries_of, ordinal, place_number, place_problems
from masterpoint.core.sentences import join_words
from masterpoint.core.traversal import entry_lists, part_fields, ranking_lists
from masterpoint.core.typed_data import convert

MAX_TABLES = 100_000
TABLES = frozenset(
    f"{part}.{name}" for kind, part in PARTS.items() for name in kind.__struct_fields__ if name.endswith("tables")
)
"""All fields that hold a number of tables."""


def list_problems(event: AnyEvent, stand_ins: Container[str] = ()) -> Iterator[Problem]:
    """Problems in the ranking lists: places, and players who are listed twice.

    `stand_ins` are numbers that many share: of guests, and of players not entitled to points.
    """
    names = event_fields(event).names
    if not names.isdisjoint(TABLES):
        yield from table_problems(event)
    if not names.isdisjoint(("entry.score", "matches.scores")):
        yield from _score_problems(event)
    lists = list(ranking_lists(event))
    for path, ranking in lists:
        yield from place_problems(ranking, path)
        if "player.id" in names:
            yield from _repeated_players(entries_of(ranking), path, stand_ins)
    if "player.id" in names:
        yield from _repeated_players(getattr(event, "entries", ()), "", stand_ins)
        for index, division in enumerate(getattr(event, "divisions", ())):
            yield from _repeated_players(division.entries, f"divisions[{index}]", stand_ins)
    if "player.captain" in names:
        yield from _captain_problems(event)
    filled_lists = [ranking for _, ranking in lists if ranking.entries or ranking.places]
    if not filled_lists and not getattr(event, "entries", ()) and not getattr(event, "divisions", ()):
        yield Problem("lists", "", "nobody is listed", "add at least one ranking list with its entries")


@cache
def _fields_with_tables(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    parts = part_fields(kind)
    return tuple(name for name in kind.__struct_fields__ if name.endswith("tables") or name in parts)


def table_problems(data: msgspec.Struct, path: str = "") -> Iterator[Problem]:
    """The number of tables is whole or ends in a half, and is never negative."""
    for name in _fields_with_tables(type(data)):
        value = getattr(data, name)
        if type(value) is Decimal:
            if not is_short(value) or not 0 <= value <= MAX_TABLES or (name != "average_tables" and value * 2 % 1):
                place = f"{path}.{name}".lstrip(".")
                yield Problem(
                    place, str(value), "this is not a number of tables", "give whole or half tables: 9 or 9.5"
                )
        elif type(value) is tuple:
            for index, item in enumerate(value):
                if isinstance(item, msgspec.Struct) and not isinstance(item, Entry):
                    yield from table_problems(item, f"{path}.{name}[{index}]".lstrip("."))


def _score_problems(event: AnyEvent) -> Iterator[Problem]:
    """Scores of entries and matches that are not numbers."""
    for path, entries in entry_lists(event):
        for index, entry in enumerate(entries):
            if entry.score is not None:
                yield from number_problems(entry.score, f"{path}[{index}].score")
            if entry.matches:
                yield from _match_problems(entry.matches, f"{path}[{index}].matches")
            for seat, player in enumerate(entry.players):
                if player.matches:
                    yield from _match_problems(player.matches, f"{path}[{index}].players[{seat}].matches")


def _captain_problems(event: AnyEvent) -> Iterator[Problem]:
    """Only a captain who did not play is marked as captain."""
    for path, entries in entry_lists(event):
        for index, entry in enumerate(entries):
            for seat, player in enumerate(entry.players):
                if player.captain and (player.boards or player.matches or player.substitute):
                    place = f"{path}[{index}].players[{seat}].captain"
                    message = "this marks a captain who did not play, but this one played"
                    yield Problem(place, "true", message, "leave out the mark, or what was played")


def _match_problems(matches: tuple[Matches, ...], path: str) -> Iterator[Problem]:
    for order, match in enumerate(matches):
        yield from number_problems(match.scores, f"{path}[{order}].scores")


def raw_list_problems(raw: Any, stand_ins: Container[str] = (), path: str = "") -> Iterator[Problem]:
    """The same for the readable lists of an event that cannot be read: one mistake must not hide another."""
    if isinstance(raw, list | tuple):
        for index, item in enumerate(raw):
            yield from raw_list_problems(item, stand_ins, f"{path}[{index}]")
    elif isinstance(raw, dict):
        if "entries" in raw or "places" in raw:
            yield from _raw_ranking_problems(raw, stand_ins, path)
        else:
            for name, part in raw.items():
                yield from raw_list_problems(part, stand_ins, f"{path}.{name}".lstrip("."))


def _raw_ranking_problems(raw: dict[str, Any], stand_ins: Container[str], path: str) -> Iterator[Problem]:
    entries = raw.get("entries", [])
    fields: dict[str, Any] = {name: raw[name] for name in ("places", "size") if name in raw}
    if isinstance(entries, list):
        fields["entries"] = [_readable(entry) for entry in entries]
    try:
        ranking = convert(fields, RankingList)
    except (msgspec.ValidationError, OverflowError, ValueError):
        return
    if path:  # the entries of a knock-out itself need no places
        yield from place_problems(ranking, path)
    yield from _repeated_players(entries_of(ranking), path, stand_ins)


def _readable(entry: Any) -> dict[str, Any]:
    """The place and the players of an entry, where they have the right type."""
    fields = entry if isinstance(entry, dict) else {}
    players = fields.get("players", [])
    people = [
        {name: player[name] for name in ("id", "name") if isinstance(player.get(name), str)}
        for player in (players if isinstance(players, list) else [])
        if isinstance(player, dict)
    ]
    place = {"place": fields["place"]} if isinstance(fields.get("place"), int | str) else {}
    return {**place, "players": people}


def number_problems(data: Any, path: str) -> Iterator[Problem]:
    """Decimals may be written as text, and some text is not a number: NaN, Infinity, 1e999999999."""
    if isinstance(data, Decimal):
        if not is_short(data):
            yield Problem(path, str(data), "this is not a number", "write a number, such as 12.5")
    elif isinstance(data, msgspec.Struct):
        for name in data.__struct_fields__:
            yield from number_problems(getattr(data, name), f"{path}.{name}".lstrip("."))
    elif isinstance(data, tuple | list):
        for index, item in enumerate(data):
            yield from number_problems(item, f"{path}[{index}]")
    elif isinstance(data, dict):
        for name, item in data.items():
            yield from number_problems(item, f"{path}.{name}".lstrip("."))


def _repeated_players(entries: tuple[Entry, ...], path: str, stand_ins: Container[str]) -> Iterator[Problem]:
    seats: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for index, entry in enumerate(entries):
        for seat, player in enumerate(entry.players):
            if player.id and player.id not in stand_ins:
                seats[player.id].append((index, seat))
    for number, positions in seats.items():
        if len(positions) > 1:
            index, seat = positions[-1]
            message = _appears([entries[index] for index, _ in positions], entries[index].players[seat].name, number)
            place = f"{path}.entries[{index}].players[{seat}].id".lstrip(".")
            is_one_entry = len({index for index, _ in positions}) == 1
            fix = "Name the partner." if is_one_entry else "A player may appear in one entry only: correct the others."
            yield Problem(place, number, message, fix)


def _appears(entries: list[Entry], name: str, number: str) -> str:
    """`Ann Bell (1035) appears twice: in 3rd and in 7th place.`"""
    places = [place_number(entry.place) for entry in entries]
    times = "twice" if len(entries) == 2 else f"{len(entries)} times"
    ordinals = [f"in {ordinal(place)}" for place in places if place is not None]
    positions = f": {join_words(ordinals)} place" if len(ordinals) > 1 else ""
    if all(entry is entries[0] for entry in entries):
        positions = f" in the same entry{f', {ordinals[0]} place' if ordinals else ''}"
    return f"{f'{name} ({number})' if name else number} appears {times}{positions}."
