"""`masterpoint verify`: every posted award recomputed from its stored facts, every total summed, the chain walked.

The work is cut into stretches that know nothing of each other, so that every core can take some.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, NamedTuple

import msgspec
from django.db import connection, connections

from masterpoint.centre.filing import judging
from masterpoint.centre.filing.models import Version
from masterpoint.centre.ledger import verify as ledger
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.records import yearly
from masterpoint.centre.records.models import Rating
from masterpoint.centre.registry.models import Change, Federation
from masterpoint.core.errors import MasterpointError
from masterpoint.core.events import AnyEvent
from masterpoint.core.telling import exact_text

Progress = Callable[[int], None]
STRETCH = 2_000
PAGE = 500
VERSIONS = """
SELECT version.id, filing.receipt, version.number, version.event, version.result, version.people
FROM filing_version AS version JOIN filing_filing AS filing ON filing.id = version.filing_id
WHERE filing.federation_id = %s AND version.id BETWEEN %s AND %s ORDER BY version.id
"""


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


def differences(federations: list[Federation], progress: Progress = lambda _: None, jobs: int = 1) -> Iterator[str]:
    """Each thing that is not what the facts say; nothing, if all is well."""
    yield from ledger.trigger_differences()
    yield from ledger.total_differences()
    stretches = [stretch for federation in federations for stretch in _stretches(federation)]
    for found, count in _checked(stretches, jobs):
        yield from found
        progress(count)
    for federation in federations:
        yield from ledger.act_differences(federation)
        yield from rating_differences(federation)


def _stretches(federation: Federation) -> Iterator[Stretch]:
    last = ledger.head(federation)
    for first in range(1, last + 1, STRETCH):
        yield Stretch("chain", federation.pk, first, min(first + STRETCH - 1, last))
    versions = Version.objects.filter(filing__federation=federation).order_by("pk").values_list("pk", flat=True)
    first_pk, last_pk = versions.first(), versions.last()
    if first_pk is not None and last_pk is not None:
        for first in range(first_pk, last_pk + 1, STRETCH):
            yield Stretch("awards", federation.pk, first, min(first + STRETCH - 1, last_pk))


def _checked(stretches: list[Stretch], jobs: int) -> Iterable[tuple[list[str], int]]:
    if jobs <= 1 or len(stretches) == 1:
        yield from map(check, stretches)
        return
    connections.close_all()
    with ProcessPoolExecutor(jobs, get_context("fork")) as pool:
        yield from pool.map(check, stretches)


def check(stretch: Stretch) -> tuple[list[str], int]:
    """The differences of a stretch, and how much was looked at."""
    federation = Federation.objects.get(pk=stretch.federation)
    if stretch.what == "chain":
        numbers = (stretch.first, stretch.last)
        return list(ledger.chain_differences(federation, numbers=numbers)), stretch.last - stretch.first + 1
    found: list[str] = []
    count = 0
    for first in range(stretch.first, stretch.last + 1, PAGE):
        seen, problems = _versions(federation, first, min(first + PAGE - 1, stretch.last))
        found += problems
        count += seen
    return found, count


def award_differences(federation: Federation) -> Iterator[str]:
    """Every version judged again: its kept result and its ledger lines must be what comes out."""
    for stretch in _stretches(federation):
        if stretch.what == "awards":
            yield from check(stretch)[0]


Shares = Counter[tuple[int, str, int | None]]


def _versions(federation: Federation, first: int, last: int) -> tuple[int, list[str]]:
    with connection.cursor() as cursor:
        cursor.execute(VERSIONS, [federation.pk, first, last])
        rows = cursor.fetchall()
    posted = _posted(first, last)
    return len(rows), [problem for row in rows for problem in _version(row, posted.get(row[0], Counter()))]


def _posted(first: int, last: int) -> dict[int, Shares]:
    found: dict[int, Shares] = {}
    rows = Line.objects.filter(posting__version__gte=first, posting__version__lte=last)
    for version, person, colour, amount, award in rows.filter(posting__kind=Posting.Kind.AWARDS).values_list(
        "posting__version", "person", "colour", "hundredths", "award"
    ):
        found.setdefault(version, Counter())[person, colour, award] += amount
    return found


class _KeptAward(msgspec.Struct):
    points: str
    colour: str


class _Kept(msgspec.Struct):
    awards: list[_KeptAward]


_kept = msgspec.json.Decoder(_Kept)
_event = msgspec.json.Decoder(AnyEvent, strict=False)
_people = msgspec.json.Decoder(dict[str, int])


def _version(row: tuple[Any, ...], posted: Shares) -> Iterator[str]:
    _, receipt, number, event, packed, people = row
    name = f"{receipt} version {number}"
    try:
        result = judging.judge(_event.decode(event))
        kept = _kept.decode(zlib.decompress(bytes(packed)))
    except (MasterpointError, msgspec.DecodeError, zlib.error) as error:
        yield f"{name}: cannot be judged again: {error}"
        return
    again = [(exact_text(award.points), award.colour) for award in result.awards]
    if [(award.points, award.colour) for award in kept.awards] != again:
        yield f"{name}: the awards kept are not those the facts give"
    known = _people.decode(people)
    expected: Shares = Counter()
    for share in judging.shares_of(result):
        if share.key in known:
            expected[known[share.key], share.colour, share.award] += share.hundredths
    if expected != posted:
        yield f"{name}: the ledger lines are not those the facts give"


def rating_differences(federation: Federation) -> Iterator[str]:
    """Every year's ratings: as they were posted, and as the ledger before them gives them.

    A record that was merged or split since is only held to what was posted.
    """
    moved = set(
        Change.objects.filter(federation=federation, what__in=["merged", "split"]).values_list("person", flat=True)
    )
    merges = Line.objects.filter(posting__federation=federation, posting__kind=Posting.Kind.MERGE)
    moved |= set(merges.values_list("person", flat=True))
    posted: set[tuple[int, int]] = set()
    for posting in Posting.objects.filter(federation=federation, kind=Posting.Kind.RATING).order_by("number"):
        detail = posting.detail or {}
        year, opened = detail["year"], detail.get("opening")
        rows = Rating.objects.filter(person__federation=federation, year=year)
        rows = rows.filter(person=opened) if opened else rows.exclude(person__in=_opened(federation, year))
        kept = [yearly.Rated(*row) for row in rows.values_list("person", "hundredths", "grade")]
        posted |= {(one.person, year) for one in kept}
        if yearly.digest(kept) != detail["digest"]:
            yield f"{federation.code} ratings of {year}: not those that were posted"
        elif not opened:
            cut_off = yearly.date.fromisoformat(detail["processed_by"]) if detail["processed_by"] else None
            again = yearly.ratings(federation, year, cut_off, posting.number)
            if {one for one in again if one.person not in moved} != {one for one in kept if one.person not in moved}:
                yield f"{federation.code} ratings of {year}: not those the ledger gives"
    for person, year in Rating.objects.filter(person__federation=federation).values_list("person", "year"):
        if (person, year) not in posted:
            yield f"person {person}: the rating of {year} was never posted"


def _opened(federation: Federation, year: int) -> list[int]:
    rows = Posting.objects.filter(federation=federation, kind=Posting.Kind.RATING, detail__year=year)
    return [detail["opening"] for detail in rows.values_list("detail", flat=True) if detail.get("opening")]
