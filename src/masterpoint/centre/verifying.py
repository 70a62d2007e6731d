"""`masterpoint verify`: recompute every posted award from its stored facts, check every total, and walk the hash chain.

The work is divided into independent chunks, so that every processor core can do some.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, NamedTuple

from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, connections
from django.db.models import QuerySet

from masterpoint.centre.billing import verify as accounts
from masterpoint.centre.billing.models import Seal
from masterpoint.centre.billing.recomputing import charge_differences
from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.filing import verify as filings
from masterpoint.centre.filing.double_credits import twice_differences
from masterpoint.centre.filing.models import Version
from masterpoint.centre.journal import verify as journal
from masterpoint.centre.ledger import acts, references
from masterpoint.centre.ledger import verify as ledger
from masterpoint.centre.records import verify as records
from masterpoint.centre.registry.models import Federation
from masterpoint.centre.sealing import SealedPoint, last_sealed, seal, seal_differences
from masterpoint.centre.snapshots import read_once, snapshot
from masterpoint.centre.statements import select_models

Progress = Callable[[int], None]
CHUNK_SIZE = 2_000
CHUNKS_A_SEAL = 10
UNREADABLE = (ValueError, TypeError, KeyError, ArithmeticError, ObjectDoesNotExist, DatabaseError, AttributeError)
"""Errors from reading records that somebody changed by hand."""


FEDERATION = "SELECT {columns} FROM registry_federation WHERE code = %s"


class Chunk(NamedTuple):
    """Some postings of a chain, or some versions, that can be checked independently."""

    kind: str
    federation: str
    first: int
    last: int


class Finding(NamedTuple):
    """A record that does not match its facts, or that this engine would award differently from another one."""

    text: str
    by_engine: bool = False


class Scope(NamedTuple):
    """How much to verify, and whether to seal it."""

    since_sealed: bool = False
    """Only check what is new since the last seal."""
    seals: bool = False
    """Seal from time to time, so that an interrupted run can continue from there."""

    def start_of(self, federation: Federation) -> SealedPoint:
        return last_sealed(federation) if self.since_sealed else SealedPoint()


EVERYTHING = Scope()


def row_count(federations: list[Federation], scope: Scope = EVERYTHING) -> int:
    """The number of rows that `findings` will check, for a progress bar."""
    starts = [(federation, scope.start_of(federation)) for federation in federations]
    with read_once():
        postings = sum(max(ledger.head(federation) - point.posting, 0) for federation, point in starts)
        versions = (Version.objects.filter(filing__federation=code, pk__gt=point.version) for code, point in starts)
        return postings + sum(rows.count() for rows in versions)


def differences(
    federations: list[Federation], progress: Progress = lambda _: None, jobs: int = 1, heads: Iterable[str] = ()
) -> Iterator[str]:
    """Everything that was altered. An award by another engine that this one would give differently was not altered."""
    all_findings = findings(federations, progress, jobs, heads)
    return (finding.text for finding in all_findings if not finding.by_engine)


def findings(
    federations: list[Federation],
    progress: Progress = lambda _: None,
    jobs: int = 1,
    heads: Iterable[str] = (),
    scope: Scope = EVERYTHING,
) -> Iterator[Finding]:
    """Everything that was altered, and everything that this engine would award differently."""
    with read_once():
        yield from _findings(federations, progress, jobs, heads, scope)


def _findings(
    federations: list[Federation], progress: Progress, jobs: int, heads: Iterable[str], scope: Scope
) -> Iterator[Finding]:
    yield from map(Finding, ledger.trigger_differences((*ledger.APPEND_ONLY, *accounts.TABLES)))
    yield from map(Finding, references.guard_differences())
    yield from map(Finding, ledger.head_differences(heads, Seal))
    if not scope.since_sealed:
        yield from map(Finding, _as_texts("lines", references.lost_lines()))
        yield from map(Finding, _as_texts("totals", ledger.total_differences()))
    for federation in federations:
        point = scope.start_of(federation)
        yield from _check_chunks(federation, point, progress, jobs, seals=scope.seals)
        with snapshot():
            yield from _new_since(federation, point) if scope.since_sealed else _whole_federation(federation)


def _check_chunks(
    federation: Federation, point: SealedPoint, progress: Progress, jobs: int, *, seals: bool
) -> Iterator[Finding]:
    """Check chain and awards, chunk by chunk, and seal the progress as long as nothing was altered."""
    chunks = list(_chunks_of(federation, point))
    marks, is_intact = {"chain": point.posting, "awards": point.version}, seals
    for index, (chunk, (chunk_findings, count)) in enumerate(zip(chunks, _run_checks(chunks, jobs), strict=True), 1):
        yield from chunk_findings
        progress(count)
        is_intact = is_intact and all(finding.by_engine for finding in chunk_findings)
        marks[chunk.kind] = max(marks[chunk.kind], chunk.last)
        if is_intact and (index % CHUNKS_A_SEAL == 0 or index == len(chunks)):
            seal(federation, marks["chain"], marks["awards"])


def _new_since(federation: Federation, point: SealedPoint) -> Iterator[Finding]:
    """Check what is new since a seal, apart from chain and awards."""
    code = federation.code
    yield from map(Finding, seal_differences(federation, point))
    totals = ledger.newer_total_differences(federation, point.posting)
    yield from map(Finding, _as_texts(f"{code} totals", totals))
    newer = journal.newer_differences(federation, max(point.entry, 1))
    yield from map(Finding, _as_texts(f"{code} journal", newer))


def _whole_federation(federation: Federation) -> Iterator[Finding]:
    code = federation.code
    yield from map(Finding, _as_texts(f"{code} filings", filings.filing_differences(federation)))
    yield from map(Finding, _as_texts(f"{code} evenings", twice_differences(federation)))
    yield from _catch_unreadable(f"{code} acts", (Finding(*act) for act in acts.act_differences(federation)))
    yield from _catch_unreadable(
        f"{code} ratings", (Finding(*rating) for rating in records.rating_differences(federation))
    )
    yield from map(Finding, _as_texts(f"{code} people", records.people_differences(federation)))
    yield from map(Finding, _as_texts(f"{code} journal", journal.journal_differences(federation)))
    yield from map(Finding, _as_texts(f"{code} accounts", accounts.account_differences(federation)))
    yield from _catch_unreadable(
        f"{code} charges", (Finding(*difference) for difference in charge_differences(federation))
    )


def _catch_unreadable(subject: str, differences_found: Iterator[Finding]) -> Iterator[Finding]:
    """A row that cannot be read is a difference too. It must not hide the others."""
    try:
        yield from differences_found
    except UNREADABLE as error:
        yield Finding(f"{subject}: something cannot be read: {error}")


def _as_texts(subject: str, differences_found: Iterator[str]) -> Iterator[str]:
    return (finding.text for finding in _catch_unreadable(subject, map(Finding, differences_found)))


def _chunks_of(federation: Federation, point: SealedPoint) -> Iterator[Chunk]:
    head = ledger.head(federation)
    for first in range(point.posting + 1, head + 1, CHUNK_SIZE):
        yield Chunk("chain", federation.pk, first, min(first + CHUNK_SIZE - 1, head))
    for version in _versions_posted_late(federation.pk, point.version, point.posting) if point.version else ():
        yield Chunk("awards", federation.pk, version, version)  # the office posted it after the seal
    start = (federation.pk, point.version)
    for first_pk, last_pk in zip(_first_version(*start), _last_version(*start), strict=True):
        for first in range(first_pk, last_pk + 1, CHUNK_SIZE):
            yield Chunk("awards", federation.pk, first, min(first + CHUNK_SIZE - 1, last_pk))


@cached_query
def _versions_posted_late(federation: Any, version: Any, posting: Any) -> QuerySet[Version, int]:
    """Versions up to a given one that were posted after a given posting."""
    versions = Version.objects.filter(filing__federation=federation, pk__lte=version, postings__number__gt=posting)
    return versions.order_by("pk").distinct().values_list("pk", flat=True)


def _versions_after(federation: Any, version: Any) -> QuerySet[Version, int]:
    return Version.objects.filter(filing__federation=federation, pk__gt=version).values_list("pk", flat=True)


@cached_query
def _first_version(federation: Any, version: Any) -> QuerySet[Version, int]:
    return _versions_after(federation, version).order_by("pk")[:1]


@cached_query
def _last_version(federation: Any, version: Any) -> QuerySet[Version, int]:
    return _versions_after(federation, version).order_by("-pk")[:1]


def _run_checks(chunks: list[Chunk], jobs: int) -> Iterable[tuple[list[Finding], int]]:
    if jobs <= 1 or len(chunks) <= 1:
        yield from map(check, chunks)
        return
    connections.close_all()
    with ProcessPoolExecutor(jobs, get_context("fork")) as pool:
        yield from pool.map(check, chunks)


def check(chunk: Chunk) -> tuple[list[Finding], int]:
    """The findings of a chunk, and the number of rows checked."""
    with read_once():
        return _check(chunk)


def _check(chunk: Chunk) -> tuple[list[Finding], int]:
    (federation,) = select_models(Federation, FEDERATION, chunk.federation)
    if chunk.kind == "chain":
        numbers = (chunk.first, chunk.last)
        name = f"{federation.code} postings {chunk.first} to {chunk.last}"
        broken = _as_texts(name, ledger.chain_differences(federation, numbers=numbers))
        return list(map(Finding, broken)), numbers[1] - numbers[0] + 1
    results: list[Finding] = []
    count = 0
    for first, last in filings.version_pages(federation, chunk.first, chunk.last):
        try:
            report = filings.version_differences(federation, first, last)
        except UNREADABLE as error:
            results.append(Finding(f"{federation.code} versions {first} to {last}: something cannot be read: {error}"))
            continue
        results += map(Finding, report.alterations)
        results += (Finding(text, by_engine=True) for text in report.engine_differences)
        count += report.versions
    return results, count
