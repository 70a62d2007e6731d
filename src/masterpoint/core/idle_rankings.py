"""Rankings that decide nothing: lists of an event whose places make no difference to what it pays.

A place cannot be left out of a list, so the list is reversed instead: the last comes first. If the book then says the
same, it pays that list for something else, such as rounds won. An event that pays nobody gives a reason with each
award, and the places of a knock-out may be left out, like any other field.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from masterpoint.core.derivation import Award
from masterpoint.core.event_fields import gives
from masterpoint.core.event_paths import Path, part_at, path_of
from masterpoint.core.events import AnyEvent, Entry, FinalsEvent, KnockoutEvent
from masterpoint.core.place_words import list_in_words
from masterpoint.core.places import place_number
from masterpoint.core.traversal import entry_lists


def has_other_grounds(event: AnyEvent) -> bool:
    """Whether an event may pay for something other than places; if not, there is no need to try."""
    return gives(event, "entry.matches", "player.matches") or isinstance(event, FinalsEvent)


def idle_rankings(event: AnyEvent, awards: Sequence[Award], outcome: Callable[[AnyEvent], object]) -> Iterator[str]:
    """The lists, in words, that come out the same when they are reversed."""
    if isinstance(event, KnockoutEvent) or not any(award.points for award in awards):
        return
    for place, entries in entry_lists(event):
        path = path_of(place)
        distinct_entries = tuple(_distinct(index, entry) for index, entry in enumerate(entries))
        size = getattr(part_at(event, path[:-1]), "size", None) or len(entries)
        reversals = [_with(event, path, others) for others in _reverse(distinct_entries, size)]
        baseline = outcome(_with(event, path, distinct_entries)) if reversals else None
        if reversals and all(outcome(other) == baseline for other in reversals):
            yield f"{list_in_words(event, place)}: places"


def _distinct(index: int, entry: Entry) -> Entry:
    """An entry that differs from the others by its name or number, so that it shows who earns what."""
    return entry if entry.name or entry.number else replace(entry, number=f"entry {index}")


def _reverse(entries: Sequence[Entry], size: int) -> Iterator[tuple[Entry, ...]]:
    """The same entries in reverse: at the head of the field, and also at its end if not all are listed.

    Ties stay. Nothing is returned if that changes no place, or if some entries have none.
    """
    places = [place_number(entry.place) or 0 for entry in entries]
    sharing = Counter(places)
    places_below = {place: sum(count for other, count in sharing.items() if other > place) for place in sharing}
    for head in {1, size - len(entries) + 1} if 0 not in sharing else ():
        new_places = [head + places_below[place] for place in places]
        if new_places != places:
            yield tuple(replace(entry, place=place) for entry, place in zip(entries, new_places, strict=True))


def _with(part: Any, path: Path, entries: tuple[Entry, ...]) -> Any:
    """An event with other entries in one of its lists."""
    name = str(path[0])
    if len(path) == 1:
        return replace(part, **{name: entries})
    index, parts = int(path[1]), list(getattr(part, name))
    parts[index] = _with(parts[index], path[2:], entries)
    return replace(part, **{name: tuple(parts)})
