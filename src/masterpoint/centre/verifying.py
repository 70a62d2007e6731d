"""`masterpoint verify`: every posted award recomputed from its stored facts, every total summed, the chain walked.

The work is cut into stretches that know nothing of each other, so that every core can take some.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from multiprocessing import get_context
from typing import NamedTuple

from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, connections
from django.db.models import Q

from masterpoint.centre.billing import verify as accounts
from masterpoint.centre.billing.models import Seal
from masterpoint.centre.billing.recomputing import charge_differences
from masterpoint.centre.engine import engine
from masterpoint.centre.filing import verify as filings
from masterpoint.centre.filing.credited_twice import twice_differences
from masterpoint.centre.filing.models import Version
from masterpoint.centre.journal import verify as journal
from masterpoint.centre.ledger import acts
from masterpoint.centre.ledger import verify as ledger
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.records import yearly
from masterpoint.centre.records.models import Promotion, Rating
from masterpoint.centre.registry.models import Change, Federation, Person
from masterpoint.centre.snapshots import snapshot

Progress = Callable[[int], None]
STRETCH = 2_000
PAGE = 500
UNREADABLE = (ValueError, TypeError, KeyError, ArithmeticError, ObjectDoesNotExist, DatabaseError, AttributeError)
"""What reading records raises that somebody has changed by hand."""


class Stretch(NamedTuple):
    """Some postings of a chain, or some versions, to be checked on their own."""

    what: str
    federation: str
    first: int
    last: int


def work(federations: list[Federation]) -> int:
    """How much `differences` will have to do, for a progress bar."""
    postings = sum(ledger.head(federation) for federation in federations)
    return postings + Version.objects.filter(filing__federation__in=federations).count()


class Finding(NamedTuple):
    """Something that is not what the facts say; or that another engine awarded as this one would not."""

    text: str
    by_engine: bool = False


def differences(
    federations: list[Federation], progress: Progress = lambda _: None, jobs: int = 1, heads: Iterable[str] = ()
) -> Iterator[str]:
    """Each thing that was altered; nothing, if all is well. What another engine awarded is not altered."""
    everything = findings(federations, progress, jobs, heads)
    return (finding.text for finding in everything if not finding.by_engine)


def findings(
    federations: list[Federation], progress: Progress = lambda _: None, jobs: int = 1, heads: Iterable[str] = ()
) -> Iterator[Finding]:
    """Everything that was altered, and everything that this engine would award otherwise."""
    yield from map(Finding, ledger.trigger_differences((*ledger.KEPT, *accounts.TABLES)))
    yield from map(Finding, ledger.head_differences(heads, Seal))
    yield from map(Finding, _guarded("totals", ledger.total_differences()))
    stretches = [stretch for federation in federations for stretch in _stretches(federation)]
    for differing, count in _checked(stretches, jobs):
        yield from differing
        progress(count)
    for federation in federations:
        with snapshot():
            yield from _of_federation(federation)


def _of_federation(federation: Federation) -> Iterator[Finding]:
    code = federation.code
    yield from map(Finding, _guarded(f"{code} filings", filings.filing_differences(federation)))
    yield from map(Finding, _guarded(f"{code} evenings", twice_differences(federation)))
    yield from _readable(f"{code} acts", (Finding(*act) for act in acts.act_differences(federation)))
    yield from _readable(f"{code} ratings", rating_differences(federation))
    yield from map(Finding, _guarded(f"{code} people", people_differences(federation)))
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


def _stretches(federation: Federation) -> Iterator[Stretch]:
    last = ledger.head(federation)
    for first in range(1, last + 1, STRETCH):
        yield Stretch("chain", federation.pk, first, min(first + STRETCH - 1, last))
    versions = Version.objects.filter(filing__federation=federation).order_by("pk").values_list("pk", flat=True)
    first_pk, last_pk = versions.first(), versions.last()
    if first_pk is not None and last_pk is not None:
        for first in range(first_pk, last_pk + 1, STRETCH):
            yield Stretch("awards", federation.pk, first, min(first + STRETCH - 1, last_pk))


def _checked(stretches: list[Stretch], jobs: int) -> Iterable[tuple[list[Finding], int]]:
    if jobs <= 1 or len(stretches) == 1:
        yield from map(check, stretches)
        return
    connections.close_all()
    with ProcessPoolExecutor(jobs, get_context("fork")) as pool:
        yield from pool.map(check, stretches)


def check(stretch: Stretch) -> tuple[list[Finding], int]:
    """The findings of a stretch, and how much was looked at."""
    federation = Federation.objects.get(pk=stretch.federation)
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


def rating_differences(federation: Federation) -> Iterator[Finding]:
    """Every year's ratings: as they were posted, and as the ledger before them gives them.

    A record that was merged or split since is only held to what was posted.
    """
    moved = set(
        Change.objects.filter(federation=federation, what__in=["merged", "split"]).values_list("person", flat=True)
    )
    merges = Line.objects.filter(posting__federation=federation, posting__kind=Posting.Kind.MERGE)
    moved |= set(merges.values_list("person", flat=True))
    joined = Person.objects.filter(federation=federation, merged_into__isnull=False)
    moved |= set(joined.values_list("merged_into__pk", flat=True))
    posted: set[tuple[int, int]] = set()
    for posting in Posting.objects.filter(federation=federation, kind=Posting.Kind.RATING).order_by("number"):
        detail = posting.facts
        year, opened = detail["year"], yearly.opened_by(detail)
        rows = Rating.objects.filter(person__federation=federation, year=year)
        rows = rows.filter(person__in=opened) if opened else rows.exclude(person__in=_opened(federation, year))
        kept = [yearly.Rated(*row) for row in rows.values_list("person", "hundredths", "grade")]
        posted |= {(rating.person, year) for rating in kept}
        if yearly.digest(kept) != detail["digest"]:
            yield Finding(f"{federation.code} ratings of {year}: not those that were posted")
        elif not opened:
            cut_off = date.fromisoformat(detail["processed_by"]) if detail["processed_by"] else None
            left_out = detail.get("balances_left_out", False)
            again = yearly.ratings(federation, year, cut_off, posting.number, balances_left_out=left_out)
            if {rating for rating in again if rating.person not in moved} != {
                rating for rating in kept if rating.person not in moved
            }:
                made_by = detail.get("engine", engine())
                name = f"{federation.code} ratings of {year}, by engine {made_by}"
                yield Finding(f"{name}: not those the ledger gives", by_engine=made_by != engine())
    for person, year in Rating.objects.filter(person__federation=federation).values_list("person", "year"):
        if (person, year) not in posted:
            yield Finding(f"person {person}: the rating of {year} was never posted")


def _opened(federation: Federation, year: int) -> list[int]:
    rows = Posting.objects.filter(federation=federation, kind=Posting.Kind.RATING, detail__year=year)
    return [person for posting in rows for person in yearly.opened_by(posting.facts)]


def people_differences(federation: Federation) -> Iterator[str]:
    """Who is merged, and who holds which rank: the register must say what its changes and promotions say."""
    changes = Change.objects.filter(federation=federation, what__in=["merged", "split"]).order_by("pk")
    merged = {person: what == "merged" for person, what in changes.values_list("person", "what")}
    joined = set(Person.objects.filter(federation=federation, merged_into__isnull=False).values_list("pk", flat=True))
    for person in sorted({person for person, is_merged in merged.items() if is_merged} ^ joined):
        yield f"person {person}: merged or split without a change of the register"
    announced = dict(
        Promotion.standing.filter(run__federation=federation).order_by("run__as_at", "pk").values_list("person", "rank")
    )
    ranked = Person.objects.filter(federation=federation).filter(Q(pk__in=list(announced)) | ~Q(rank=""))
    for person, rank in ranked.order_by("pk").values_list("pk", "rank"):
        if rank != announced.get(person, ""):
            yield f"person {person}: the rank {rank or 'none'} was never announced"
