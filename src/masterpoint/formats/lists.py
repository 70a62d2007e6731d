"""Which contestants are ranked together, as the places themselves show.

The places of one list run 1, 2, 3 with ties. Sections that are ranked separately each begin at 1; a field ranked as a
whole begins once. If there are two winners, North-South and East-West are two lists.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from masterpoint.core.boards import Direction
from masterpoint.core.results import Entry, Ranking
from masterpoint.core.scoring.ranking import is_ranking

TWO_WINNERS_WITHOUT_DIRECTIONS = (
    "The file announces two winners but does not say who sat North-South; we read each section as one list."
)
TWO_LISTS_FOUND = (
    "The places only make sense as two lists, North-South and East-West, though the file does not announce two winners."
)


def rankings_of(entries: Sequence[Entry], *, winners: int | None) -> tuple[tuple[Ranking, ...], tuple[str, ...]]:
    """The ranking lists, best place first, and remarks on how they were worked out."""
    has_directions = bool(entries) and all(entry.direction for entry in entries)
    by_direction = winners == 2 and has_directions
    remarks = (TWO_WINNERS_WITHOUT_DIRECTIONS,) if winners == 2 and not has_directions and entries else ()
    rankings = _first_that_ranks(entries, by_direction)
    if rankings is None and has_directions and not by_direction:
        rankings = _first_that_ranks(entries, by_direction=True)
        remarks = (*remarks, TWO_LISTS_FOUND) if rankings else remarks
    if rankings is None:
        rankings = _group_entries(entries, by_direction, sessions=True, sections=winners == 2)
    return rankings, remarks


def _first_that_ranks(entries: Sequence[Entry], by_direction: bool) -> tuple[Ranking, ...] | None:
    for sessions, sections in ((True, False), (True, True), (False, False)):
        lists = _group_entries(entries, by_direction, sessions=sessions, sections=sections)
        if all(is_ranking(entry.place for entry in ranking.entries if entry.place) for ranking in lists):
            return lists
    return None


def _group_entries(
    entries: Iterable[Entry], by_direction: bool, *, sessions: bool, sections: bool
) -> tuple[Ranking, ...]:
    groups: dict[tuple[str, str, Direction], list[Entry]] = defaultdict(list)
    for entry in entries:
        key: tuple[str, str, Direction] = (
            entry.session if sessions else "",
            entry.section if sections else "",
            entry.direction if by_direction else "",
        )
        groups[key].append(entry)
    return tuple(
        Ranking(in_order(group), session, section or _common_section(group), direction)
        for (session, section, direction), group in groups.items()
    )


def _common_section(group: Sequence[Entry]) -> str:
    """The name of the section if all come from the same one, although sections were not distinguished."""
    sections = {entry.section for entry in group}
    return sections.pop() if len(sections) == 1 else ""


def in_order(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Best place first; entries without a place come last."""
    return tuple(
        sorted(entries, key=lambda entry: (entry.place is None, entry.place or 0, entry.session, entry.section))
    )
