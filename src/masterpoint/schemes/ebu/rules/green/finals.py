"""What 6.4.4, 6.4.6 and 6.4.7 have in common: finals in sections after a qualifying session of the whole field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

import msgspec

from masterpoint.core.errors import Problem
from masterpoint.core.events import FinalsEvent, Part, RankingList
from masterpoint.core.places import size_of
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.families.fields import Field, fields, without_standing

OPEN = "OPEN"


class Finals(msgspec.Struct, frozen=True):
    """The original entry, and the sections from the A final down to the open one."""

    original: Field
    finals: tuple[tuple[str, Part, int], ...]
    """Name, section and contestants of the A final, the B final …"""
    open_part: Part
    open_size: int


def finals_of(event: FinalsEvent) -> Finals:
    """The sections of a finals event, once they are known to be right."""
    lists: Sequence[RankingList] = event.qualifying or [ranking for part in event.parts for ranking in part.lists]
    parts = sorted((part for part in event.parts if name_of(part) != OPEN), key=name_of)
    open_part = next(part for part in event.parts if name_of(part) == OPEN)
    return Finals(
        WholeField("", tuple(lists), event.contest),
        tuple((name_of(part), part, size(part)) for part in parts),
        open_part,
        size(open_part),
    )


class WholeField(Field, frozen=True):
    """All lists of a session as one field, whatever its sections and directions."""

    @property
    def winners(self) -> int:
        return 1

    @property
    def tables(self) -> Fraction:
        return sum((field.tables for field in fields(self.lists, self.contest)), Fraction(0))


def name_of(part: Part) -> str:
    return part.name.strip().upper().removesuffix(" FINAL").removesuffix(" PAIRS").removesuffix(" TEAMS")


def size(part: Part) -> int:
    """How many contestants of a section count."""
    return sum(size_of(ranking) - without_standing(ranking) for ranking in part.lists)


def section_problems(
    book: Book, event: FinalsEvent, number: str, *, allowed_names: tuple[str, ...]
) -> Iterator[Problem]:
    """(b): finals A, B … from the top, the open section last, each no larger than the one below it."""
    names = [name_of(part) for part in event.parts]
    finals = sorted(name for name in names if name != OPEN)
    if names.count(OPEN) != 1:
        message = "the bottom section is the open one, however many sections there are"
        yield book.problem("parts", ", ".join(names), message, "name the lowest section `open`, and no other", number)
    if tuple(finals) != allowed_names[: max(1, len(finals))]:
        yield book.problem(
            "parts",
            ", ".join(names),
            f"the sections above the open one are {' and '.join(allowed_names)}, from A down without a gap",
            "name them so; for more sections ask the EBU for a scale",
            number,
        )
    sorted_parts = sorted(event.parts, key=lambda part: (name_of(part) == OPEN, name_of(part)))
    for upper, lower in pairwise(sorted_parts):
        if size(upper) > size(lower):
            yield book.problem(
                "parts",
                f"{upper.name} {size(upper)}, {lower.name} {size(lower)}",
                "no section may be larger than the section immediately below it",
                "let fewer qualify for the upper section",
                number,
            )
    yield from _more_than_entered(book, event, number)


def _more_than_entered(book: Book, event: FinalsEvent, number: str) -> Iterator[Problem]:
    """Everybody in the finals played in the qualifying session."""
    entry_count = WholeField("", event.qualifying, event.contest).contestants
    finalist_count = sum(size(part) for part in event.parts)
    if event.qualifying and finalist_count > entry_count:
        message = f"{finalist_count} contestants in the sections, {entry_count} in the qualifying session"
        fix = "give the whole field of the qualifying session as its size"
        yield book.problem("qualifying", entry_count, message, fix, number)
