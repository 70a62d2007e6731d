"""`masterpoint verify`, the journal's part: its chain, and every row it knows of as the journal left it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from django.db.models import Model

from masterpoint.centre.hash_chain import BEGINNING
from masterpoint.centre.journal.facts import KINDS, Facts, all_facts, ordered, subject
from masterpoint.centre.journal.models import Entry
from masterpoint.centre.journal.services import digest

Noted = dict[str, tuple[int, bytes | None]]
"""By subject: the entry that told of it last, and a short digest of its facts; nothing, where it was gone."""


def journal_differences(federation: Model) -> Iterator[str]:
    """Every entry that is not as it was written, and every row that is not as the journal left it."""
    noted: Noted = {}
    yield from _chain_differences(federation, noted)
    for kind in KINDS:
        yield from _row_differences(federation, kind, noted)


def _chain_differences(federation: Model, noted: Noted) -> Iterator[str]:
    """The chain is walked, and what each entry says is noted on the way."""
    link, expected = BEGINNING, 1
    for entry in Entry.objects.filter(federation=federation.pk).order_by("number").iterator(chunk_size=500):
        name = f"{federation.pk} journal entry"
        while expected < entry.number:
            yield f"{name} {expected} is missing"
            expected, link = expected + 1, entry.previous_hash
        if entry.previous_hash != link:
            yield f"{name} {entry.number} does not follow the one before it"
        if entry.hash != digest(entry):
            yield f"{name} {entry.number} was changed after it was written"
        for about, facts in entry.facts.items():
            noted[about] = entry.number, None if facts is None else _short(facts)
        expected, link = entry.number + 1, entry.hash


def _short(facts: Facts) -> bytes:
    return hashlib.blake2b(ordered(facts), digest_size=16).digest()


def _row_differences(federation: Model, kind: str, noted: Noted) -> Iterator[str]:
    left = {about for about, (_, short) in noted.items() if short is not None and about.partition(" ")[0] == kind}
    for pk, facts in all_facts(KINDS[kind], federation.pk):
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
    """Each fact the entry tells of that is another one now; what older entries did not tell of is not compared."""
    for field in before:
        if ordered(before[field]) != ordered(now.get(field)):
            yield field, now.get(field)


def _shown(value: Any) -> str:
    return "nothing" if value in (None, "", []) else f"{value}"


LABELS = {
    "organisation": "{number} ({name})",
    "appointment": "{pk} ({user__email}, {role})",
    "account": "{pk} ({email})",
    "token": "{pk} ({name})",
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
