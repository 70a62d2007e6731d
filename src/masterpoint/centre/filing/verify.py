"""`masterpoint verify`, the part of filings: every version judged again, and every filing as its versions have it."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from itertools import zip_longest
from typing import Any, NamedTuple

import msgspec
from django.db import connection
from django.db.models import OuterRef, QuerySet, Subquery

from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.compact import decompress, loads
from masterpoint.centre.engine import engine
from masterpoint.centre.filing import judging
from masterpoint.centre.filing.content_digests import Contents, digests
from masterpoint.centre.filing.models import REPORTED, Filing
from masterpoint.centre.filing.play_digest import digest_of_data
from masterpoint.centre.filing.stored import in_force
from masterpoint.centre.filing.zero_evenings import with_wrong_zero_evenings
from masterpoint.centre.journal.redactions import is_redacted
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.proposals.models import NEWCOMERS, Proposal
from masterpoint.centre.registry.models import Federation
from masterpoint.core.errors import MasterpointError
from masterpoint.core.events import AnyEvent, Player
from masterpoint.core.plurals import count_text
from masterpoint.core.serialisation import exact_text

VERSIONS = """
SELECT version.id, filing.receipt, filing.organisation_id, version.number, version.edition, version.engine,
    version.format, version.original_name, version.reason, version.event, version.people, version.original,
    version.result, version.salt, play.digest, play.day
FROM filing_version AS version JOIN filing_filing AS filing ON filing.id = version.filing_id
LEFT JOIN filing_play AS play ON play.version_id = version.id
WHERE filing.federation_id = %s AND version.id BETWEEN %s AND %s ORDER BY version.id
"""
CHANGED = {
    "facts": "the facts were changed after they were filed",
    "file": "the file as it came was changed after it was filed",
    "result": "the awards and reasons kept were changed after they were filed",
}
PAGE = 250
ENDED = (Filing.State.WITHDRAWN, Filing.State.REJECTED)
Shares = Counter[tuple[int, str, int | None]]


class _Row(NamedTuple):
    pk: int
    receipt: str
    organisation: int
    number: int
    edition: str
    engine: str
    format: str
    original_name: str
    reason: str
    event: Any
    people: Any
    original: Any
    result: Any
    salt: str
    digest: str | None
    day: Any


class _KeptAward(msgspec.Struct):
    points: str
    colour: str
    players: list[Player] = []


class _Kept(msgspec.Struct):
    awards: list[_KeptAward]


_kept = msgspec.json.Decoder(_Kept)
_event = msgspec.json.Decoder(AnyEvent, strict=False)
_people = msgspec.json.Decoder(dict[str, int])


class Checked(NamedTuple):
    """What a stretch of versions shows."""

    versions: int
    altered: list[str]
    """What is not as it was filed or posted."""
    otherwise: list[str]
    """What is as it was, and what this engine would award otherwise."""


def version_differences(federation: Federation, first: int, last: int) -> Checked:
    """Every version of a stretch against the chain, the ledger's lines, and what this engine makes of its facts."""
    with connection.cursor() as cursor:
        cursor.execute(VERSIONS, [federation.pk, first, last])
        rows = [_Row(*row) for row in cursor.fetchall()]
    posted, proposed = _posted(first, last), _proposed(first, last)
    details: dict[int, list[Any]] = {}
    standing: set[int] = set()
    for version, detail, reversal in _awards(first, last):
        details.setdefault(version, []).append(detail)
        if reversal is None:
            standing.add(version)
    checked = Checked(len(rows), [], [])
    for row in rows:
        name = f"{row.receipt} version {row.number}"
        if row.pk in proposed:
            checked.altered.extend(
                f"{name}: {change}" for change in _changes(federation, row, [{"kept": proposed[row.pk]}])
            )
            continue
        altered = [*_changes(federation, row, details.get(row.pk, []))]
        if row.format != REPORTED:
            altered += _not_posted(row, posted.get(row.pk, Counter()))
        checked.altered.extend(f"{name}: {difference}" for difference in altered)
        if not altered and row.pk in standing and row.format != REPORTED:
            checked.otherwise.extend(f"{name}: {difference}" for difference in _otherwise(row))
    return checked


@cached_query
def _awards(first: Any, last: Any) -> QuerySet[Posting, tuple[int, Any, int | None]]:
    """The versions that were posted, what each posting keeps of them, and what took it back."""
    awards = Posting.objects.filter(version__gte=first, version__lte=last, kind=Posting.Kind.AWARDS)
    return awards.order_by("number").values_list("version", "detail", "reversed_by")


def _proposed(first: int, last: int) -> dict[int, Any]:
    """The digests of versions that never counted: no posting carries them, but the journal does."""
    return {
        version: arguments["kept"]
        for version, arguments, state in _proposals(first, last)
        if state != Proposal.State.ACCEPTED or arguments.get(NEWCOMERS)
    }


@cached_query
def _proposals(first: Any, last: Any) -> QuerySet[Proposal, tuple[int, Any, str]]:
    rows = Proposal.objects.filter(version__gte=first, version__lte=last)
    return rows.values_list("version", "arguments", "state")


def _posted(first: int, last: int) -> dict[int, Shares]:
    shares: dict[int, Shares] = {}
    for version, person, colour, amount, award in _lines(first, last):
        shares.setdefault(version, Counter())[person, colour, award] += amount
    return shares


@cached_query
def _lines(first: Any, last: Any) -> QuerySet[Line, tuple[int, int, str, int, int | None]]:
    rows = Line.objects.filter(posting__version__gte=first, posting__version__lte=last)
    awards = rows.filter(posting__kind=Posting.Kind.AWARDS)
    return awards.values_list("posting__version", "person", "colour", "hundredths", "award")


def _changes(federation: Federation, row: _Row, details: list[Any]) -> Iterator[str]:
    """What is kept must be what the posting's digests, and so the chain, say. The first Centres kept no digests."""
    if len(details) != 1:
        yield "it was posted twice" if details else "its posting is gone"
        return
    data = (details[0] or {}).get("kept")
    if data is None:
        return
    try:
        event, people = loads(row.event), loads(row.people)
    except ValueError:
        yield CHANGED["facts"]
        return
    try:
        original = decompress(row.original)
    except ValueError:
        original = b""
    about = (
        row.receipt,
        row.organisation,
        row.number,
        row.edition,
        row.engine,
        row.format,
        row.original_name,
        row.reason,
    )
    expected = digests(about, Contents(event, people, original, bytes(row.result), row.salt))
    for part, message in CHANGED.items():
        if data.get(part) != expected[part] and not is_redacted(
            federation.pk, f"{part} of version {row.pk}", expected[part]
        ):
            yield message
    if row.digest != digest_of_data(row.organisation, event) or str(row.day) != event["day"]:
        yield "the play it is found by is not that of its facts"


def _not_posted(row: _Row, posted: Shares) -> Iterator[str]:
    """The ledger's lines must be those of the awards kept, whichever engine awarded them."""
    try:
        kept = _kept.decode(zlib.decompress(bytes(row.result)))
        known = _people.decode(decompress(row.people))
        expected: Shares = Counter()
        for index, award in enumerate(kept.awards):
            amount = judging.hundredths(Fraction(award.points))
            for key in map(judging.key_of, award.players):
                if amount and key in known:
                    expected[known[key], award.colour, index] += amount
    except (msgspec.DecodeError, zlib.error, ValueError) as error:
        yield f"cannot be judged again: {error}"
        return
    if expected != posted:
        yield "the ledger lines are not those of the awards kept"


def _otherwise(row: _Row) -> Iterator[str]:
    """What this engine makes of the facts, where it is not what was awarded: no tampering, but to be decided about."""
    made = f"awarded by the {row.edition}, engine {row.engine}"
    try:
        result = judging.judge_again(_event.decode(decompress(row.event)))
    except MasterpointError as error:
        yield f"{made}; this engine ({engine()}) refuses it: {error}"
        return
    kept = [(award.points, award.colour) for award in _kept.decode(zlib.decompress(bytes(row.result))).awards]
    again = [(exact_text(award.points), award.colour) for award in result.awards]
    if kept != again:
        count = sum(first != second for first, second in zip_longest(kept, again))
        awards = f"{count_text(count, 'award')}"
        yield f"{made}; this engine ({engine()}, {result.edition}) would give {awards} differently"


def filing_differences(federation: Federation) -> Iterator[str]:
    """A filing that stands has the awards of its last version and its day of play; one that ended has none."""
    after = 0
    while page := _filings(federation.pk, after, limit=PAGE):
        after = page[-1][0]
        standing = _standing(page[0][0], after)
        wrong = with_wrong_zero_evenings([pk for pk, *_ in page])
        for pk, receipt, state, day, last, played in page:
            if standing.get(pk, []) != ([] if state in ENDED else [last]):
                yield f"{receipt}: it is {state}, but the ledger says otherwise"
            if day != played:
                yield f"{receipt}: the day of play {day} is not that of its facts"
            if pk in wrong:
                yield f"{receipt}: the list of those who won nothing is not that of its awards"
        if len(page) < PAGE:
            return


@cached_query
def _filings(federation: Any, after: Any) -> QuerySet[Filing, tuple[int, str, str, date, int | None, date | None]]:
    """Filings with the number of the version that counts and the day it is found by."""
    versions = in_force().filter(filing=OuterRef("pk")).order_by("-number")
    filings = Filing.objects.filter(federation=federation, pk__gt=after).annotate(
        last=Subquery(versions.values("number")[:1]), played=Subquery(versions.values("play__day")[:1])
    )
    return filings.order_by("pk").values_list("pk", "receipt", "state", "day", "last", "played")


def _standing(first: int, last: int) -> dict[int, list[int]]:
    """Which versions of some filings have awards that stand."""
    standing: dict[int, list[int]] = {}
    for filing, number in _standing_versions(first, last):
        standing.setdefault(filing, []).append(number)
    return standing


@cached_query
def _standing_versions(first: Any, last: Any) -> QuerySet[Posting, tuple[int, int]]:
    rows = Posting.objects.filter(kind=Posting.Kind.AWARDS, reversed_by=None)
    some = rows.filter(version__filing__gte=first, version__filing__lte=last)
    return some.values_list("version__filing", "version__number")
