"""New acts, and the postings that move their lines if their record is merged into another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry.models import Person
from masterpoint.centre.statements import select

MERGED_KEYS = "SELECT id FROM registry_person WHERE merged_into_id IS NOT NULL"
MAX_NAMED = 500
"""Up to this many records are selected by key. For more, all merged records are read, because there are few."""


class NewPosting(NamedTuple):
    """A new act, not yet written."""

    kind: str
    lines: Sequence[NewLine]
    reason: str = ""
    version_id: int | None = None
    reverses: Posting | None = None
    detail: Mapping[str, Any] | None = None
    at: datetime | None = None
    """When it was posted in another Centre; otherwise now."""


def merged_records(people: Iterable[int]) -> list[int]:
    """The merged ones among some records."""
    keys = set(people)
    if not keys:
        return []
    if len(keys) <= MAX_NAMED:
        return [pk for (pk,) in select(f"{MERGED_KEYS} AND id = ANY(%s) ORDER BY id", list(keys))]
    return [pk for (pk,) in select(f"{MERGED_KEYS} ORDER BY id") if pk in keys]


def with_merges(acts: Sequence[NewPosting]) -> list[NewPosting]:
    """The acts, with merge postings after awards for merged records: a split can return the awards to their record."""
    awards = [act for act in acts if act.kind == Posting.Kind.AWARDS]
    if not merged_records(line.person for act in awards for line in act.lines):
        return list(acts)
    return [
        posting for act in acts for posting in (act, *(merge_postings(act) if act.kind == Posting.Kind.AWARDS else ()))
    ]


def merge_postings(act: NewPosting) -> list[NewPosting]:
    """Postings that move an act's lines from merged records to those they were merged into, merge by merge."""
    reason = f"merged record: {act.reason}".strip(": ")[:300]
    lines_by_person: dict[int, list[NewLine]] = {}
    for line in act.lines:
        lines_by_person.setdefault(line.person, []).append(line)
    acts: list[NewPosting] = []
    while lines_by_person:
        merged = Person.objects.filter(pk__in=lines_by_person, merged_into__isnull=False).values_list(
            "pk", "merged_into__pk"
        )
        next_lines: dict[int, list[NewLine]] = {}
        for source, target in merged.order_by("pk"):
            lines = lines_by_person[source]
            acts.append(NewPosting(Posting.Kind.MERGE, moved_lines(lines, source, target), reason, act.version_id))
            next_lines.setdefault(target, []).extend(lines)
        lines_by_person = next_lines
    return acts


def moved_lines(lines: Iterable[NewLine], source: int, target: int) -> list[NewLine]:
    """Lines that move points from one record to another."""
    return [
        new_line
        for line in lines
        for new_line in (
            line._replace(person=source, hundredths=-line.hundredths),
            line._replace(person=target),
        )
    ]
