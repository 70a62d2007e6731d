"""`masterpoint verify`: every posted award recomputed from its stored facts, every total summed, the chain walked.

The work is cut into stretches that know nothing of each other, so that every core can take some.
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
from masterpoint.centre.filing import verify as filings
from masterpoint.centre.filing.credited_twice import twice_differences
from masterpoint.centre.filing.models import Version
from masterpoint.centre.journal import verify as journal
from masterpoint.centre.ledger import acts, references
from masterpoint.centre.ledger import verify as ledger
from masterpoint.centre.questions import asked_often
from masterpoint.centre.records import verify as records
from masterpoint.centre.registry.models import Federation
from masterpoint.centre.sealing import SealedPoint, last_sealed, seal, seal_differences
from masterpoint.centre.snapshots import read_once, snapshot
from masterpoint.centre.statements import select_models

Progress = Callable[[int], None]
STRETCH = 2_000
STRETCHES_A_SEAL = 10
PAGE = 500
UNREADABLE = (ValueError, TypeError, KeyError, ArithmeticError, ObjectDoesNotExist, DatabaseError, AttributeError)
"""What reading records raises that somebody has changed by hand."""


FEDERATION = "SELECT {columns} FROM registry_federation WHERE code = %s"


class Stretch(NamedTuple):
    """Some postings of a chain, or some versions, to be checked on their own."""

    what: str
    federation: str
    first: int
    last: int


class Finding(NamedTuple):
    """Something that is not what the facts say; or that another engine awarded as this one would not."""

    text: str
    by_engine: bool = False


class Scope(NamedTuple):
    """How much is looked at, and what is noted of it."""

    since_sealed: bool = False
    """Only what is new since the last seal."""
    seals: bool = False
    """It is noted again and again how far all was sound: work that was stopped goes on from there."""

    def begin(self, federation: Federation) -> SealedPoint:
        return last_sealed(federation) if self.since_sealed else SealedPoint()


EVERYTHING = Scope()


def work(federations: list[Federation], scope: Scope = EVERYTHING) -> int:
    """How much `findings` will have to do, for a progress bar."""
    begun = [(federation, scope.begin(federation)) for federation in federations]
    postings = sum(max(ledger.head(federation) - sealed.posting, 0) for federation, sealed in begun)
    versions = (Version.objects.filter(filing__federation=code, pk__gt=sealed.version) for code, sealed in begun)
    return postings + sum(rows.count() for rows in versions)


def differences(
    federations: list[Federation], progress: Progress = lambda _: None, jobs: int = 1, heads: Iterable[str] = ()
) -> Iterator[str]:
    """Each thing that was altered; nothing, if all is well. What another engine awarded is not altered."""
    everything = findings(federations, progress, jobs, heads)
    return (finding.text for finding in everything if not finding.by_engine)


def findings(
    federations: list[Federation],
    progress: Progress = lambda _: None,
    jobs: int = 1,
    heads: Iterable[str] = (),
    scope: Scope = EVERYTHING,
) -> Iterator[Finding]:
    """Everything that was altered, and everything that this engine would award otherwise."""
    with read_once():
        yield from _findings(federations, progress, jobs, heads, scope)


def _findings(
    federations: list[Federation], progress: Progress, jobs: int, heads: Iterable[str], scope: Scope
) -> Iterator[Finding]:
    yield from map(Finding, ledger.trigger_differences((*ledger.KEPT, *accounts.TABLES)))
    yield from map(Finding, references.guard_differences())
    yield from map(Finding, ledger.head_differences(heads, Seal))
    if not scope.since_sealed:
        yield from map(Finding, _guarded("lines", references.lost_lines()))
        yield from map(Finding, _guarded("totals", ledger.total_differences()))
    for federation in federations:
        sealed = scope.begin(federation)
        yield from _of_stretches(federation, sealed, progress, jobs, seals=scope.seals)
        with snapshot():
            yield from _newer(federation, sealed) if scope.since_sealed else _of_federation(federation)


def _of_stretches(
    federation: Federation, sealed: SealedPoint, progress: Progress, jobs: int, *, seals: bool
) -> Iterator[Finding]:
    """Chain and awards, stretch by stretch; as long as nothing is altered, it is sealed how far that is so."""
    stretches = list(_stretches(federation, sealed))
    marks, sound = {"chain": sealed.posting, "awards": sealed.version}, seals
    for index, (stretch, (differing, count)) in enumerate(zip(stretches, _checked(stretches, jobs), strict=True), 1):
        yield from differing
        progress(count)
        sound = sound and all(finding.by_engine for finding in differing)
        marks[stretch.what] = max(marks[stretch.what], stretch.last)
        if sound and (index % STRETCHES_A_SEAL == 0 or index == len(stretches)):
            seal(federation, marks["chain"], marks["awards"])


def _newer(federation: Federation, sealed: SealedPoint) -> Iterator[Finding]:
    """What is new since a seal, beside chain and awards."""
    code = federation.code
    yield from map(Finding, seal_differences(federation, sealed))
    totals = ledger.newer_total_differences(federation, sealed.posting)
    yield from map(Finding, _guarded(f"{code} totals", totals))
    newer = journal.newer_differences(federation, max(sealed.entry, 1))
    yield from map(Finding, _guarded(f"{code} journal", newer))


def _of_federation(federation: Federation) -> Iterator[Finding]:
    code = federation.code
    yield from map(Finding, _guarded(f"{code} filings", filings.filing_differences(federation)))
    yield from map(Finding, _guarded(f"{code} evenings", twice_differences(federation)))
    yield from _readable(f"{code} acts", (Finding(*act) for act in acts.act_differences(federation)))
    yield from _readable(f"{code} ratings", (Finding(*rating) for rating in records.rating_differences(federation)))
    yield from map(Finding, _guarded(f"{code} people", records.people_differences(federation)))
    yield from map(Finding, _guarded(f"{code} journal", journal.journal_differences(federation)))
    yield from map(Finding, _guarded(f"{code} accounts", accounts.account_differences(federation)))
    yield from _readable(f"{code} charges", (Finding(*difference) for difference in charge_differences(federation)))


def _readable(what: str, differing: Iterator[Finding]) -> Iterator[Finding]:
    """What cannot even be read is a difference too, and must not hide the others."""
    try:
        yield from differing
    except UNREADABLE as error:
        yield Finding(f"{what}: something cannot be read: {error}")


def _guarded(what: str, differing: Iterator[str]) -> Iterator[str]:
    return (finding.text for finding in _readable(what, map(Finding, differing)))


def _stretches(federation: Federation, sealed: SealedPoint) -> Iterator[Stretch]:
    last = ledger.head(federation)
    for first in range(sealed.posting + 1, last + 1, STRETCH):
        yield Stretch("chain", federation.pk, first, min(first + STRETCH - 1, last))
    for version in _posted_late(federation.pk, sealed.version, sealed.posting) if sealed.version else ():
        yield Stretch("awards", federation.pk, version, version)  # it waited for the office until after the seal
    after = (federation.pk, sealed.version)
    for first_pk, last_pk in zip(_first_version(*after), _last_version(*after), strict=True):
        for first in range(first_pk, last_pk + 1, STRETCH):
            yield Stretch("awards", federation.pk, first, min(first + STRETCH - 1, last_pk))


@asked_often
def _posted_late(federation: Any, version: Any, posting: Any) -> QuerySet[Version, int]:
    """Versions up to one that were posted after a posting."""
    own = Version.objects.filter(filing__federation=federation, pk__lte=version, postings__number__gt=posting)
    return own.order_by("pk").distinct().values_list("pk", flat=True)


def _after(federation: Any, version: Any) -> QuerySet[Version, int]:
    return Version.objects.filter(filing__federation=federation, pk__gt=version).values_list("pk", flat=True)


@asked_often
def _first_version(federation: Any, version: Any) -> QuerySet[Version, int]:
    return _after(federation, version).order_by("pk")[:1]


@asked_often
def _last_version(federation: Any, version: Any) -> QuerySet[Version, int]:
    return _after(federation, version).order_by("-pk")[:1]


def _checked(stretches: list[Stretch], jobs: int) -> Iterable[tuple[list[Finding], int]]:
    if jobs <= 1 or len(stretches) <= 1:
        yield from map(check, stretches)
        return
    connections.close_all()
    with ProcessPoolExecutor(jobs, get_context("fork")) as pool:
        yield from pool.map(check, stretches)


def check(stretch: Stretch) -> tuple[list[Finding], int]:
    """The findings of a stretch, and how much was looked at."""
    with read_once():
        return _check(stretch)


def _check(stretch: Stretch) -> tuple[list[Finding], int]:
    (federation,) = select_models(Federation, FEDERATION, stretch.federation)
    if stretch.what == "chain":
        numbers = (stretch.first, stretch.last)
        name = f"{federation.code} postings {stretch.first} to {stretch.last}"
        broken = _guarded(name, ledger.chain_differences(federation, numbers=numbers))
        return list(map(Finding, broken)), numbers[1] - numbers[0] + 1
    listed: list[Finding] = []
    count = 0
    for first in range(stretch.first, stretch.last + 1, PAGE):
        last = min(first + PAGE - 1, stretch.last)
        try:
            checked = filings.version_differences(federation, first, last)
        except UNREADABLE as error:
            listed.append(Finding(f"{federation.code} versions {first} to {last}: something cannot be read: {error}"))
            continue
        listed += map(Finding, checked.altered)
        listed += (Finding(text, by_engine=True) for text in checked.otherwise)
        count += checked.versions
    return listed, count
