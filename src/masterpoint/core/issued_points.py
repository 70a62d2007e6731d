"""Points issued: the awards of an event added up by player; some books charge for them."""

from __future__ import annotations

from collections.abc import Iterable

from masterpoint.core.derivation import Award
from masterpoint.core.events import AnyEvent, Entry
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.heads import Head
from masterpoint.core.mechanisms import total
from masterpoint.core.seats import PLAYERS_PER_CONTESTANT
from masterpoint.core.traversal import all_entries


def issued_to(event: AnyEvent, awards: Iterable[Award]) -> tuple[Head, ...]:
    """Everybody who receives points, and how many; contestants without names count as many as can sit."""
    paths = {id(entry): path for path, entry in all_entries(event)}
    points: dict[tuple[int, int], Exact] = {}
    entries: dict[int, Entry] = {}
    for award in awards:
        if award.points:
            entries[id(award.entry)] = award.entry
            for index in _recipients(event, award):
                key = (id(award.entry), index)
                points[key] = points.get(key, 0) + award.points
    return tuple(
        _head(paths.get(entry, ""), entries[entry], index, tidy(sum_)) for (entry, index), sum_ in points.items()
    )


def points_issued(heads: Iterable[Head]) -> Exact:
    """All points together."""
    return tidy(total(*[head.points for head in heads]))


def _recipients(event: AnyEvent, award: Award) -> Iterable[int]:
    """Which players of its contestant receive an award, by their index."""
    players = award.entry.players
    if not players:
        return range(award.entry.team_size or PLAYERS_PER_CONTESTANT[event.contest])
    if award.players is None:
        return range(len(players))
    recipient_ids = {id(player) for player in award.players}
    return [index for index, player in enumerate(players) if id(player) in recipient_ids]


def _head(path: str, entry: Entry, index: int, points: Exact) -> Head:
    if not entry.players:
        return Head(path, index, 0, points=points)
    player = entry.players[index]
    return Head(path, index, 0, player.name, player.id, player.membership, points)
