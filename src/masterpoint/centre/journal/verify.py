"""The journal's part of `masterpoint verify`: its hash chain, and every row compared with the journal."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from django.db.models import Model, QuerySet, TextField
from django.db.models.functions import Cast, Length

from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.hash_chain import BEGINNING
from masterpoint.centre.journal.facts import KINDS, PAGE, Facts, encode_sorted, reader, subject
from masterpoint.centre.journal.models import Entry
from masterpoint.centre.journal.notes import JournalNotes, Note
from masterpoint.centre.journal.redactions import is_redacted
from masterpoint.centre.journal.services import digest
from masterpoint.centre.size_pages import size_pages

ENTRIES = 100
"""Entries in a page; one that loads a register has the facts of hundreds of members."""
SIZES = 2_000
"""Entries whose sizes are read at once."""


def journal_differences(federation: Model) -> Iterator[str]:
    """Every entry that was altered, and every row that differs from the journal."""
    notes = JournalNotes()
    yield from _chain_differences(federation, notes)
    for kind in KINDS:
        yield from _row_differences(federation, kind, reader(kind).all(federation.pk), notes)


def newer_differences(federation: Model, first: int) -> Iterator[str]:
    """The differences in the entries from a number on, and in the rows they are about."""
    notes = JournalNotes()
    yield from _chain_differences(federation, notes, first)
    for kind in KINDS:
        yield from _row_differences(federation, kind, _rows_with_notes(kind, notes), notes)


def _rows_with_notes(kind: str, notes: JournalNotes) -> Iterator[tuple[Any, Facts]]:
    for page in notes.pages(kind):
        yield from reader(kind).some([note.subject.partition(" ")[2] for note in page]).items()


def _chain_differences(federation: Model, notes: JournalNotes, first: int = 1) -> Iterator[str]:
    """Walk the chain, and note the facts in each entry."""
    previous = _hash_of(federation.pk, first - 1)
    link, expected = previous[0] if previous else BEGINNING, max(first, 1)
    for entry in _entries(federation, first):
        name = f"{federation.pk} journal entry"
        while expected < entry.number:
            yield f"{name} {expected} is missing"
            expected, link = expected + 1, entry.previous_hash
        if entry.previous_hash != link:
            yield f"{name} {entry.number} does not follow the one before it"
        if entry.hash != (actual := digest(entry)) and not is_redacted(federation.pk, f"entry {entry.number}", actual):
            yield f"{name} {entry.number} was changed after it was written"
        notes.add(
            Note(row, entry.number, None if facts is None else _digest(facts)) for row, facts in entry.facts.items()
        )
        expected, link = entry.number + 1, entry.hash


def _entries(federation: Model, first: int) -> Iterator[Entry]:
    """All entries from a number on, page by page."""
    for first_number, last_number in size_pages(_sizes(federation, first), ENTRIES):
        yield from _entries_between(federation.pk, first_number, last_number)


def _sizes(federation: Model, first: int) -> Iterator[tuple[int, int]]:
    """The number of each entry, and the length of its facts."""
    while page := _next_sizes(federation.pk, first, limit=SIZES):
        yield from page
        first = page[-1][0] + 1


@cached_query
def _next_sizes(federation: Any, first: Any) -> QuerySet[Entry, tuple[int, int]]:
    entries = Entry.objects.filter(federation=federation, number__gte=first).order_by("number")
    return entries.values_list("number", Length(Cast("facts", TextField())))


@cached_query
def _entries_between(federation: Any, first: Any, last: Any) -> QuerySet[Entry, Entry]:
    return Entry.objects.filter(federation=federation, number__gte=first, number__lte=last).order_by("number")


@cached_query
def _hash_of(federation: Any, number: Any) -> QuerySet[Entry, str]:
    return Entry.objects.filter(federation=federation, number=number).values_list("hash", flat=True)


def _digest(facts: Facts) -> bytes:
    return hashlib.blake2b(encode_sorted(facts), digest_size=16).digest()


def _row_differences(
    federation: Model, kind: str, rows: Iterable[tuple[Any, Facts]], notes: JournalNotes
) -> Iterator[str]:
    """Compare rows with the last notes on them, and find missing rows."""
    remaining = iter(rows)
    while page := {subject(kind, pk): (pk, facts) for pk, facts in islice(remaining, PAGE)}:
        known_notes = notes.take(page)
        for row, (pk, facts) in page.items():
            yield from _difference(federation, kind, pk, facts, known_notes.get(row, Note(row, 0, None)))
    for page_left in notes.pages(kind):
        yield from (_deletion_difference(federation, kind, note) for note in page_left if note.digest is not None)


def _difference(federation: Model, kind: str, pk: object, facts: Facts, note: Note) -> Iterator[str]:
    """A row that is not in the journal, or each of its facts that differs from the journal."""
    name = f"{federation.pk} {label(kind, pk, facts)}"
    if note.digest is None:
        yield f"{name} was added by hand: the journal has no entry about it"
    elif note.digest != _digest(facts):
        old_facts = _facts_in(federation, note)
        for field, value in _changed_facts(old_facts, facts):
            values = f"from {_value_text(old_facts[field])} to {_value_text(value)}"
            yield f"{name}: {field} was changed by hand {values} (journal entry {note.number})"


def _deletion_difference(federation: Model, kind: str, note: Note) -> str:
    name = label(kind, note.subject.partition(" ")[2], _facts_in(federation, note))
    return f"{federation.pk} {name} was deleted by hand (journal entry {note.number})"


def _facts_in(federation: Model, note: Note) -> Facts:
    facts: Facts = Entry.objects.get(federation=federation.pk, number=note.number).facts[note.subject]
    return facts


def _changed_facts(old: Facts, new: Facts) -> Iterator[tuple[str, Any]]:
    """Each changed fact. Facts that only one side has are not compared."""
    for field in old.keys() & new.keys():
        if encode_sorted(old[field]) != encode_sorted(new[field]):
            yield field, new[field]


def _value_text(value: Any) -> str:
    return "nothing" if value in (None, "", []) else f"{value}"


LABELS = {
    "organisation": "{number} ({name})",
    "appointment": "{pk} ({user__email}, {role})",
    "account": "{pk} ({email})",
    "token": "{pk} ({name})",
    "factor": "{pk} (of account {user})",
    "passkey": "{pk} ({name})",
    "person": "{pk} ({number}, {given_name} {family_name})",
    "change": "{pk} ({what})",
    "month": "{first_day}",
    "filing": "{receipt}",
    "run": "{pk} (as at {as_at})",
    "promotion": "{pk} (person {person}, {rank})",
}


def label(kind: str, pk: object, facts: Facts) -> str:
    """The name of a row in a message."""
    text = LABELS.get(kind, "{pk}").format(pk=pk, **facts)
    return f"{KINDS[kind].name} {text}"
