"""The filings' part of `masterpoint verify`: judge every version again, and compare every filing with its versions."""

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
from masterpoint.centre.filing.models import ENDED_STATES, REPORTED, Filing
from masterpoint.centre.filing.play_digest import digest_of_data
from masterpoint.centre.filing.stored_events import in_force
from masterpoint.centre.filing.zero_evenings import with_wrong_zero_evenings
from masterpoint.centre.journal.redactions import is_redacted
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.proposals.models import NEW_PEOPLE, Proposal
from masterpoint.centre.registry.models import Federation
from masterpoint.centre.size_pages import size_pages
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
SIZES = """
SELECT version.id, LENGTH(version.event) + LENGTH(version.people) + LENGTH(version.original) + LENGTH(version.result)
FROM filing_version AS version JOIN filing_filing AS filing ON filing.id = version.filing_id
WHERE filing.federation_id = %s AND version.id BETWEEN %s AND %s ORDER BY version.id
"""
MESSAGES = {
    "facts": "the facts were changed after they were filed",
    "file": "the file as it came was changed after it was filed",
    "result": "the awards and reasons kept were changed after they were filed",
}
PAGE = 250
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


class _StoredAward(msgspec.Struct):
    points: str
    colour: str
    players: list[Player] = []


class _StoredResult(msgspec.Struct):
    awards: list[_StoredAward]


_result_decoder = msgspec.json.Decoder(_StoredResult)
_event_decoder = msgspec.json.Decoder(AnyEvent, strict=False)
_people_decoder = msgspec.json.Decoder(dict[str, int])


class VersionReport(NamedTuple):
    """The report on some versions."""

    versions: int
    alterations: list[str]
    """Differences from what was filed or posted."""
    engine_differences: list[str]
    """Unaltered awards that this engine would give differently."""


def version_pages(federation: Federation, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Ranges of versions, so that the files of each are in memory together."""
    with connection.cursor() as cursor:
        cursor.execute(SIZES, [federation.pk, first, last])
        sizes = cursor.fetchall()
    return size_pages(sizes, PAGE)


def version_differences(federation: Federation, first: int, last: int) -> VersionReport:
    """Compare every version of a range with the hash chain, the ledger's lines, and the awards of this engine."""
    with connection.cursor() as cursor:
        cursor.execute(VERSIONS, [federation.pk, first, last])
        rows = [_Row(*row) for row in cursor.fetchall()]
    posted_shares, proposed = _posted_shares(first, last), _proposed_digests(first, last)
    details: dict[int, list[Any]] = {}
    versions_in_force: set[int] = set()
    for version, detail, reversal in _awards(first, last):
        details.setdefault(version, []).append(detail)
        if reversal is None:
            versions_in_force.add(version)
    report = VersionReport(len(rows), [], [])
    for row in rows:
        name = f"{row.receipt} version {row.number}"
        if row.pk in proposed:
            report.alterations.extend(
                f"{name}: {change}" for change in _changes(federation, row, [{"kept": proposed[row.pk]}])
            )
            continue
        changes = [*_changes(federation, row, details.get(row.pk, []))]
        if row.format != REPORTED:
            changes += _posting_differences(row, posted_shares.get(row.pk, Counter()))
        report.alterations.extend(f"{name}: {difference}" for difference in changes)
        if not changes and row.pk in versions_in_force and row.format != REPORTED:
            report.engine_differences.extend(f"{name}: {difference}" for difference in _engine_differences(row))
    return report


@cached_query
def _awards(first: Any, last: Any) -> QuerySet[Posting, tuple[int, Any, int | None]]:
    """The posted versions, the detail of each posting, and its reversal."""
    awards = Posting.objects.filter(version__gte=first, version__lte=last, kind=Posting.Kind.AWARDS)
    return awards.order_by("number").values_list("version", "detail", "reversed_by")


def _proposed_digests(first: int, last: int) -> dict[int, Any]:
    """The digests of versions that were never in force. They are in the journal, not in a posting."""
    return {
        version: arguments["kept"]
        for version, arguments, state in _proposals(first, last)
        if state != Proposal.State.ACCEPTED or arguments.get(NEW_PEOPLE)
    }


@cached_query
def _proposals(first: Any, last: Any) -> QuerySet[Proposal, tuple[int, Any, str]]:
    rows = Proposal.objects.filter(version__gte=first, version__lte=last)
    return rows.values_list("version", "arguments", "state")


def _posted_shares(first: int, last: int) -> dict[int, Shares]:
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
    """The contents must match the posting's digests, and so the hash chain. The first releases stored no digests."""
    if len(details) != 1:
        yield "it was posted twice" if details else "its posting is gone"
        return
    data = (details[0] or {}).get("kept")
    if data is None:
        return
    try:
        event, people = loads(row.event), loads(row.people)
    except ValueError:
        yield MESSAGES["facts"]
        return
    try:
        original = decompress(row.original)
    except ValueError:
        original = b""
    heading = (
        row.receipt,
        row.organisation,
        row.number,
        row.edition,
        row.engine,
        row.format,
        row.original_name,
        row.reason,
    )
    expected = digests(heading, Contents(event, people, original, bytes(row.result), row.salt))
    for field, message in MESSAGES.items():
        if data.get(field) != expected[field] and not is_redacted(
            federation.pk, f"{field} of version {row.pk}", expected[field]
        ):
            yield message
    if row.digest != digest_of_data(row.organisation, event) or str(row.day) != event["day"]:
        yield "the play it is found by is not that of its facts"


def _posting_differences(row: _Row, posted_shares: Shares) -> Iterator[str]:
    """The ledger's lines must match the stored awards, whichever engine gave them."""
    try:
        stored = _result_decoder.decode(zlib.decompress(bytes(row.result)))
        person_keys = _people_decoder.decode(decompress(row.people))
        expected: Shares = Counter()
        for index, award in enumerate(stored.awards):
            amount = judging.hundredths(Fraction(award.points))
            for key in map(judging.key_of, award.players):
                if amount and key in person_keys:
                    expected[person_keys[key], award.colour, index] += amount
    except (msgspec.DecodeError, zlib.error, ValueError) as error:
        yield f"cannot be judged again: {error}"
        return
    if expected != posted_shares:
        yield "the ledger lines are not those of the awards kept"


def _engine_differences(row: _Row) -> Iterator[str]:
    """Awards that this engine would give differently. They were not altered, but somebody must decide about them."""
    description = f"awarded by the {row.edition}, engine {row.engine}"
    try:
        result = judging.judge_again(_event_decoder.decode(decompress(row.event)))
    except MasterpointError as error:
        yield f"{description}; this engine ({engine()}) refuses it: {error}"
        return
    stored_awards = [
        (award.points, award.colour) for award in _result_decoder.decode(zlib.decompress(bytes(row.result))).awards
    ]
    expected_awards = [(exact_text(award.points), award.colour) for award in result.awards]
    if stored_awards != expected_awards:
        count = sum(
            stored_award != expected_award
            for stored_award, expected_award in zip_longest(stored_awards, expected_awards)
        )
        awards = f"{count_text(count, 'award')}"
        yield f"{description}; this engine ({engine()}, {result.edition}) would give {awards} differently"


def filing_differences(federation: Federation) -> Iterator[str]:
    """A filing in force must have the awards and the day of its last version; one that ended must have no awards."""
    last_key = 0
    while page := _filings(federation.pk, last_key, limit=PAGE):
        last_key = page[-1][0]
        numbers_in_force = _numbers_in_force(page[0][0], last_key)
        wrong_zeros = with_wrong_zero_evenings([pk for pk, *_ in page])
        for pk, receipt, state, day, latest, day_of_play in page:
            if numbers_in_force.get(pk, []) != ([] if state in ENDED_STATES else [latest]):
                yield f"{receipt}: it is {state}, but the ledger says otherwise"
            if day != day_of_play:
                yield f"{receipt}: the day of play {day} is not that of its facts"
            if pk in wrong_zeros:
                yield f"{receipt}: the list of those who won nothing is not that of its awards"
        if len(page) < PAGE:
            return


@cached_query
def _filings(federation: Any, last_key: Any) -> QuerySet[Filing, tuple[int, str, str, date, int | None, date | None]]:
    """Filings with the number and the day of play of the current version."""
    versions = in_force().filter(filing=OuterRef("pk")).order_by("-number")
    filings = Filing.objects.filter(federation=federation, pk__gt=last_key).annotate(
        last=Subquery(versions.values("number")[:1]), played=Subquery(versions.values("play__day")[:1])
    )
    return filings.order_by("pk").values_list("pk", "receipt", "state", "day", "last", "played")


def _numbers_in_force(first: int, last: int) -> dict[int, list[int]]:
    """The versions of some filings whose awards are in force."""
    numbers: dict[int, list[int]] = {}
    for filing, number in _versions_in_force(first, last):
        numbers.setdefault(filing, []).append(number)
    return numbers


@cached_query
def _versions_in_force(first: Any, last: Any) -> QuerySet[Posting, tuple[int, int]]:
    rows = Posting.objects.filter(kind=Posting.Kind.AWARDS, reversed_by=None)
    filtered = rows.filter(version__filing__gte=first, version__filing__lte=last)
    return filtered.values_list("version__filing", "version__number")
