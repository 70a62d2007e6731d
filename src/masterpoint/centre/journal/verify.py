"""`masterpoint verify`, the journal's part: its chain, and every row it knows of as the journal left it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Model

from masterpoint.centre.hash_chain import BEGINNING
from masterpoint.centre.journal.facts import KINDS, PAGE, Facts, all_facts, facts_of, ordered, subject
from masterpoint.centre.journal.models import Entry
from masterpoint.centre.journal.redactions import is_redacted
from masterpoint.centre.journal.services import digest

Noted = dict[str, tuple[int, bytes | None]]
"""By subject: the entry that told of it last, and a short digest of its facts; nothing, where it was gone."""


def journal_differences(federation: Model) -> Iterator[str]:
    """Every entry that is not as it was written, and every row that is not as the journal left it."""
    noted: Noted = {}
    yield from _chain_differences(federation, noted)
    for kind, about in KINDS.items():
        yield from _row_differences(federation, kind, all_facts(about, federation.pk), noted)


def newer_differences(federation: Model, first: int) -> Iterator[str]:
    """The same of the entries from a number on, and of the rows they tell of."""
    noted: Noted = {}
    yield from _chain_differences(federation, noted, first)
    for kind in KINDS:
        yield from _row_differences(federation, kind, _rows_told_of(kind, noted), noted)


def _rows_told_of(kind: str, noted: Noted) -> Iterator[tuple[Any, Facts]]:
    keys = [about.partition(" ")[2] for about in noted if about.partition(" ")[0] == kind]
    for start in range(0, len(keys), PAGE):
        yield from facts_of(KINDS[kind], keys[start : start + PAGE]).items()


def _chain_differences(federation: Model, noted: Noted, first: int = 1) -> Iterator[str]:
    """The chain is walked, and what each entry says is noted on the way."""
    entries = Entry.objects.filter(federation=federation.pk)
    before = entries.filter(number=first - 1).values_list("hash", flat=True).first()
    link, expected = before or BEGINNING, max(first, 1)
    for entry in entries.filter(number__gte=first).order_by("number").iterator(chunk_size=500):
        name = f"{federation.pk} journal entry"
        while expected < entry.number:
            yield f"{name} {expected} is missing"
            expected, link = expected + 1, entry.previous_hash
        if entry.previous_hash != link:
            yield f"{name} {entry.number} does not follow the one before it"
        if entry.hash != (again := digest(entry)) and not is_redacted(federation.pk, f"entry {entry.number}", again):
            yield f"{name} {entry.number} was changed after it was written"
        for about, facts in entry.facts.items():
            noted[about] = entry.number, None if facts is None else _short(facts)
        expected, link = entry.number + 1, entry.hash


def _short(facts: Facts) -> bytes:
    return hashlib.blake2b(ordered(facts), digest_size=16).digest()


def _row_differences(federation: Model, kind: str, rows: Iterable[tuple[Any, Facts]], noted: Noted) -> Iterator[str]:
    """Rows beside what the journal said of them last, and rows that should be among them."""
    left = {about for about, (_, short) in noted.items() if short is not None and about.partition(" ")[0] == kind}
    for pk, facts in rows:
        about = subject(kind, pk)
        left.discard(about)
        number, short = noted.get(about, (0, None))
        if short is None:
            yield f"{federation.pk} {label(kind, pk, facts)} was added by hand: no entry of the journal tells of it"
        elif short != _short(facts):
            before = Entry.objects.get(federation=federation.pk, number=number).facts[about]
            for field, value in _changed(before, facts):
                yield (
                    f"{federation.pk} {label(kind, pk, facts)}: {field} was changed by hand"
                    f" from {_shown(before[field])} to {_shown(value)} (journal entry {number})"
                )
    for about in sorted(left):
        number = noted[about][0]
        facts = Entry.objects.get(federation=federation.pk, number=number).facts[about]
        name = label(kind, about.partition(" ")[2], facts)
        yield f"{federation.pk} {name} was deleted by hand (journal entry {number})"


def _changed(before: Facts, now: Facts) -> Iterator[tuple[str, Any]]:
    """Each fact that is another one now; what only older or only newer entries tell of is not compared."""
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
