"""Contestants and places in the words of messages."""

from __future__ import annotations

from masterpoint.core.places import ordinal
from masterpoint.core.results import Entry, Player
from masterpoint.core.sentences import join_words


def people_of(entry: Entry) -> str:
    """The team, or else the people: `Ann Bell and Ben Cole`."""
    return entry.team_name or join_words([player.name for player in entry.players if player.name])


def contestant(entry: Entry) -> str:
    """`Ann Bell and Ben Cole (4)`: the people if they are known, else the number."""
    people = people_of(entry)
    if not people:
        return f"Number {entry.number}" if entry.number else "A contestant without a number"
    return f"{people} ({entry.number})" if entry.number else people


def person(player: Player) -> str:
    """`Ann Bell (1035)`."""
    name = player.name or "A player without a name"
    return f"{name} ({player.national})" if player.national else name


def position_in_words(entry: Entry) -> str:
    """An entry's position: `in 3rd place`, or else `as number 4`."""
    return f"in {ordinal(entry.place)} place" if entry.place is not None else f"as number {entry.number}"
