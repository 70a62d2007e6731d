"""Two editions of a handbook side by side: what changed, clause by clause, and what that does to standard events."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from masterpoint.core.editions import Edition
from masterpoint.core.federations import Federation
from masterpoint.core.plurals import count_text
from masterpoint.core.sentences import join_words
from masterpoint.schemes.changes import Change, ClauseChanges, changes_between
from masterpoint.schemes.effects import Effects, effects_on, in_ranges
from masterpoint.schemes.standard_events import TABLES, StandardEvent, numbers_tried, standard_events

NUMBER = re.compile(r"(?<![\d/.])\d{1,3}(?![\d/.])")
MAX_BETWEEN = 30
"""If a number changes by no more than this, the numbers between are tried too."""
FEW = 4
"""The most changed figures that are listed one by one."""
MAX_NAMED = 6
WORDS = {
    "figure": "{name}",
    "wording": "the wording of {clause}",
    "treatment": "what the program does with {clause}",
    "new": "{clause} is new",
    "withdrawn": "{clause} is withdrawn",
    "rule": "the rule of {clause}",
    "table": "the printed table {name}",
    "reading": "{name}",
    "fields": "{name}",
}
"""What changed, by kind."""


class Coverage(msgspec.Struct, frozen=True):
    """What both editions judged."""

    examples: int
    cases: int
    worksheets: int
    programmes: int
    limits: int
    """Examples with other boards."""
    sizes: int
    """Single sessions of other sizes."""
    numbers: tuple[int, ...]
    """The boards and tables that were tried because a figure with that number changed."""
    tables: tuple[int, ...] = TABLES

    @property
    def total(self) -> int:
        return self.examples + self.cases + self.worksheets + self.programmes + self.limits + self.sizes

    @property
    def boards(self) -> str:
        """The numbers that were tried: `9 to 12, 18`."""
        return in_ranges(self.numbers)

    @property
    def sentence(self) -> str:
        """What was judged, for people."""
        parts = [
            count_text(self.examples, "example"),
            count_text(self.cases, "worked case"),
            count_text(self.worksheets, "worksheet"),
            count_text(self.programmes, "programme of a year", "programmes of a year"),
            count_text(self.sizes, "single session") + f" of {TABLES[0]} to {TABLES[-1]} tables",
        ]
        if self.limits:
            parts.append(f"{count_text(self.limits, 'example')} with other boards ({self.boards})")
        return f"Both editions judged {join_words(parts)}."


class Differences(msgspec.Struct, frozen=True):
    """Two editions side by side."""

    earlier: str
    later: str
    clauses: tuple[ClauseChanges, ...]
    judged: Coverage
    effects: tuple[Effects, ...]
    unlike: int
    """How many of the judged events end differently."""

    @property
    def names(self) -> tuple[str, ...]:
        """What changes, in plain words; if much does, the first changes and how many more."""
        names = dict.fromkeys(
            WORDS[change.kind].format(name=change.name, clause=number or "no clause") for number, change in _all(self)
        )
        ending = (f"and {len(names) - MAX_NAMED} more",) if len(names) > MAX_NAMED else ()
        return (*[*names][:MAX_NAMED], *ending)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The figures that change, if they are few, and what all changes do to the standard events."""
        return tuple(_sentences(self))

    @property
    def summary(self) -> tuple[str, ...]:
        """The whole in a few sentences."""
        if not self.clauses:
            return ("Nothing changed.",)
        return (f"What changes: {'; '.join(self.names)}.", *self.sentences)


def differences(federation: Federation, earlier: Edition, later: Edition) -> Differences:
    """Everything that changed from one edition to another, or what is wrong with the later one's examples and cases."""
    clauses = changes_between(earlier, later)
    numbers = numbers_tried(*_changed_numbers(clauses))
    events = standard_events(federation, earlier, later, numbers)
    effects = effects_on(events, earlier, later)
    changed_count = sum(effect_group.count for effect_group in effects)
    return Differences(earlier.title, later.title, clauses, _coverage(events, numbers), effects, changed_count)


def _coverage(events: Sequence[StandardEvent], numbers: Sequence[int]) -> Coverage:
    kinds = Counter(event.kind for event in events)
    return Coverage(
        kinds["example"],
        kinds["case"],
        kinds["worksheet"],
        kinds["programme"],
        kinds["limit"],
        kinds["size"],
        tuple(numbers),
    )


def _changed_numbers(clauses: Iterable[ClauseChanges]) -> tuple[set[int], set[int]]:
    """Whole numbers on only one side of a changed cell, and the numbers between two such."""
    changed_numbers: set[int] = set()
    between: set[int] = set()
    for change in (change for clause in clauses for change in clause.changes if change.kind in ("figure", "table")):
        for cell in change.cells:
            before, after = ({int(number) for number in NUMBER.findall(text)} for text in (cell.before, cell.after))
            changed_numbers |= before ^ after
            if len(before) == len(after) == 1 and abs(min(before) - min(after)) <= MAX_BETWEEN:
                between |= set(range(min(before | after), max(before | after)))
    return changed_numbers, between


def _all(differing: Differences) -> list[tuple[str, Change]]:
    """Every change with the number of its clause."""
    return [(clause.clause, change) for clause in differing.clauses for change in clause.changes]


def _sentences(differing: Differences) -> Iterator[str]:
    figures = [(number, change) for number, change in _all(differing) if change.kind == "figure"]
    if len(figures) <= FEW:
        yield from (_figure_in_words(number, change) for number, change in figures)
    total = differing.judged.total
    if differing.unlike:
        how = join_words([f"{effect_group.count:,} {effect_group.verdict}" for effect_group in differing.effects])
        yield f"{differing.unlike:,} of {total:,} standard events end differently: {how}."
    else:
        yield f"All {total:,} standard events end the same."


def _figure_in_words(number: str, change: Change) -> str:
    """`Fewest boards of an event: 10 instead of 12 (3.1.2).`"""
    name = f"{change.name[:1].upper()}{change.name[1:]}"
    clause = f" ({number})" if number else ""
    if len(change.cells) > 1:
        return f"{name}: {count_text(len(change.cells), 'place')} changed{clause}."
    (cell,) = change.cells
    place = f", {cell.place}" if cell.place else ""
    return f"{name}{place}: {cell.after} instead of {cell.before}{clause}."
