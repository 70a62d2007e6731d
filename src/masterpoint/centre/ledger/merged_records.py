"""Acts about to be written, and where their lines go when the record they are for is merged into another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry.models import Person
from masterpoint.centre.statements import select

MERGED = "SELECT id FROM registry_person WHERE merged_into_id IS NOT NULL"
FEW = 500
"""So many records are asked about by name; for more, all that are merged at all are read, which are few."""


class NewPosting(NamedTuple):
    """An act about to be written."""

    kind: str
    lines: Sequence[NewLine]
    reason: str = ""
    version_id: int | None = None
    reverses: Posting | None = None
    detail: Mapping[str, Any] | None = None
    at: datetime | None = None
    """When it was posted, if that was elsewhere and before; otherwise it is now."""


def merged_records(people: Iterable[int]) -> list[int]:
    """Those of some records that are merged into another."""
    wanted = set(people)
    if not wanted:
        return []
    if len(wanted) <= FEW:
        return [pk for (pk,) in select(f"{MERGED} AND id = ANY(%s) ORDER BY id", list(wanted))]
    return [pk for (pk,) in select(f"{MERGED} ORDER BY id") if pk in wanted]


def with_merges(acts: Sequence[NewPosting]) -> list[NewPosting]:
    """Awards for a record that is merged belong to that record, and so come back to it by a split."""
    awards = [act for act in acts if act.kind == Posting.Kind.AWARDS]
    if not merged_records(line.person for act in awards for line in act.lines):
        return list(acts)
    return [
        posting
        for act in acts
        for posting in (act, *(following_merges(act) if act.kind == Posting.Kind.AWARDS else ()))
    ]


def following_merges(act: NewPosting) -> list[NewPosting]:
    """Lines of a record that has been merged into another go where that record's points went, merge by merge."""
    reason = f"merged record: {act.reason}".strip(": ")[:300]
    moving: dict[int, list[NewLine]] = {}
    for line in act.lines:
        moving.setdefault(line.person, []).append(line)
    acts: list[NewPosting] = []
    while moving:
        merged = Person.objects.filter(pk__in=moving, merged_into__isnull=False).values_list("pk", "merged_into__pk")
        ahead: dict[int, list[NewLine]] = {}
        for source, target in merged.order_by("pk"):
            moved = moving[source]
            acts.append(NewPosting(Posting.Kind.MERGE, moved_lines(moved, source, target), reason, act.version_id))
            ahead.setdefault(target, []).extend(moved)
        moving = ahead
    return acts


def moved_lines(lines: Iterable[NewLine], source: int, target: int) -> list[NewLine]:
    """Each line taken from one record and given to another."""
    return [
        moved
        for line in lines
        for moved in (
            line._replace(person=source, hundredths=-line.hundredths),
            line._replace(person=target),
        )
    ]
