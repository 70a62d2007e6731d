"""`masterpoint verify`, the journal's part: its chain, and every row it knows of as the journal left it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from django.db.models import Model, QuerySet

from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.hash_chain import BEGINNING
from masterpoint.centre.journal.facts import KINDS, PAGE, Facts, ordered, reader, subject
from masterpoint.centre.journal.models import Entry
from masterpoint.centre.journal.noted import Note, Noted
from masterpoint.centre.journal.redactions import is_redacted
from masterpoint.centre.journal.services import digest

ENTRIES = 100


def journal_differences(federation: Model) -> Iterator[str]:
    """Every entry that is not as it was written, and every row that is not as the journal left it."""
    noted = Noted()
    yield from _chain_differences(federation, noted)
    for kind in KINDS:
        yield from _row_differences(federation, kind, reader(kind).all(federation.pk), noted)


def newer_differences(federation: Model, first: int) -> Iterator[str]:
    """The same of the entries from a number on, and of the rows they are about."""
    noted = Noted()
    yield from _chain_differences(federation, noted, first)
    for kind in KINDS:
        yield from _row_differences(federation, kind, _rows_noted(kind, noted), noted)


def _rows_noted(kind: str, noted: Noted) -> Iterator[tuple[Any, Facts]]:
    for page in noted.pages(kind):
        yield from reader(kind).some([note.about.partition(" ")[2] for note in page]).items()


def _chain_differences(federation: Model, noted: Noted, first: int = 1) -> Iterator[str]:
    """The chain is walked, and what each entry says is noted on the way."""
    entries = Entry.objects.filter(federation=federation.pk)
    before = _hash_of(federation.pk, first - 1)
    link, expected = before[0] if before else BEGINNING, max(first, 1)
    for entry in entries.filter(number__gte=first).order_by("number").iterator(chunk_size=ENTRIES):
        name = f"{federation.pk} journal entry"
        while expected < entry.number:
            yield f"{name} {expected} is missing"
            expected, link = expected + 1, entry.previous_hash
        if entry.previous_hash != link:
            yield f"{name} {entry.number} does not follow the one before it"
        if entry.hash != (again := digest(entry)) and not is_redacted(federation.pk, f"entry {entry.number}", again):
            yield f"{name} {entry.number} was changed after it was written"
        noted.add(
            Note(about, entry.number, None if facts is None else _short(facts)) for about, facts in entry.facts.items()
        )
        expected, link = entry.number + 1, entry.hash


@cached_query
def _hash_of(federation: Any, number: Any) -> QuerySet[Entry, str]:
    return Entry.objects.filter(federation=federation, number=number).values_list("hash", flat=True)


def _short(facts: Facts) -> bytes:
    return hashlib.blake2b(ordered(facts), digest_size=16).digest()


def _row_differences(federation: Model, kind: str, rows: Iterable[tuple[Any, Facts]], noted: Noted) -> Iterator[str]:
    """Rows beside what the journal said of them last, and rows that should be among them."""
    rest = iter(rows)
    while page := {subject(kind, pk): (pk, facts) for pk, facts in islice(rest, PAGE)}:
        known = noted.take(page)
        for about, (pk, facts) in page.items():
            yield from _difference(federation, kind, pk, facts, known.get(about, Note(about, 0, None)))
    for left in noted.pages(kind):
        yield from (_deleted(federation, kind, note) for note in left if note.short is not None)


def _difference(federation: Model, kind: str, pk: object, facts: Facts, note: Note) -> Iterator[str]:
    """A row that the journal does not know, or each of its facts that is not what the journal says."""
    name = f"{federation.pk} {label(kind, pk, facts)}"
    if note.short is None:
        yield f"{name} was added by hand: the journal has no entry about it"
    elif note.short != _short(facts):
        before = _facts_in(federation, note)
        for field, value in _changed(before, facts):
            shown = f"from {_shown(before[field])} to {_shown(value)}"
            yield f"{name}: {field} was changed by hand {shown} (journal entry {note.number})"


def _deleted(federation: Model, kind: str, note: Note) -> str:
    name = label(kind, note.about.partition(" ")[2], _facts_in(federation, note))
    return f"{federation.pk} {name} was deleted by hand (journal entry {note.number})"


def _facts_in(federation: Model, note: Note) -> Facts:
    facts: Facts = Entry.objects.get(federation=federation.pk, number=note.number).facts[note.about]
    return facts


def _changed(before: Facts, now: Facts) -> Iterator[tuple[str, Any]]:
    """Each fact that is another one now; what only older or only newer entries hold is not compared."""
    for field in before.keys() & now.keys():
        if ordered(before[field]) != ordered(now[field]):
            yield field, now[field]


def _shown(value: Any) -> str:
    return "nothing" if value in (None, "", []) else f"{value}"


LABELS = {
    "organisation": "{number} ({name})",
    "appointment": "{pk} ({user__email}, {role})",
    "account": "{pk} ({email})",
    "token": "{pk} ({name})",
    "passkey": "{pk} ({name})",
    "person": "{pk} ({number}, {given_name} {family_name})",
    "change": "{pk} ({what})",
    "month": "{first_day}",
    "filing": "{receipt}",
    "run": "{pk} (as at {as_at})",
    "promotion": "{pk} (person {person}, {rank})",
}


def label(kind: str, pk: object, facts: Facts) -> str:
    """How a row is named to whoever reads what is wrong."""
    text = LABELS.get(kind, "{pk}").format(pk=pk, **facts)
    return f"{KINDS[kind].name} {text}"
