"""The rows of a filing: made of what was examined, and written; the awards posted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from masterpoint.centre.accounts.models import User
from masterpoint.centre.compact import PackedBytes, PackedJSON
from masterpoint.centre.engine import engine
from masterpoint.centre.filing import judging
from masterpoint.centre.filing.content_digests import with_digests
from masterpoint.centre.filing.examining import Examined
from masterpoint.centre.filing.models import Filing, Play, Version
from masterpoint.centre.filing.newcomers import register_newcomers
from masterpoint.centre.filing.receipts import new_receipt
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.merged_records import NewPosting
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry.models import Organisation
from masterpoint.centre.statements import insert, insert_last
from masterpoint.core.derivation import Result
from masterpoint.core.events import AnyEvent, form_of
from masterpoint.intake import ImportedFile

RENEWED = ("id", "number", "people", "at", "salt")
"""What is new in a version that was written before."""


class Original(NamedTuple):
    """The file as it came."""

    data: bytes
    name: str
    format: str
    imported: ImportedFile | None = None
    """What was read from it, where it is to be checked against the book."""


def new_filing(organisation: Organisation, event: AnyEvent, mark: str, *, by: User | None) -> Filing:
    """A filing about to be written, with its receipt number."""
    return Filing(
        receipt=new_receipt(organisation.federation_id),
        federation=organisation.federation,
        organisation=organisation,
        name=(event.name or f"{event.contest.title()} at {organisation.name}")[:200],
        day=event.day,
        form=form_of(event),
        identity=mark,
        filed_by=by,
    )


def examined_version(
    filing: Filing,
    number: int,
    examined: Examined,
    original: Original,
    checks: dict[str, Any] | None,
    *,
    by: User | None,
    reason: str,
) -> Version:
    """The version of an event that was examined, about to be written."""
    data = examined.played.data_of(examined.judged)
    version = new_version(filing, number, data, examined.paid, original, by=by, reason=reason)
    version.checks = checks
    version.people = PackedJSON({key: person.pk for key, person in examined.identified.known.items() if person.pk})
    return version


def save_examined(version: Version, examined: Examined, *, waits: bool = False) -> None:
    """Newcomers are registered with a version; those of one that waits for the office, when that accepts it."""
    new = {} if waits else register_newcomers(examined.identified.new, on=examined.judged.day, by=version.by)
    if new:
        version.people = version.people | {key: person.pk for key, person in new.items()}
    save_version(version, examined.judged.day, examined.digest)


def new_version(
    filing: Filing,
    number: int,
    data: dict[str, Any],
    result: Result,
    original: Original,
    *,
    by: User | None,
    reason: str,
) -> Version:
    """A version about to be written: what was judged, by which engine, and what came out; compressed already."""
    return Version(
        filing=filing,
        number=number,
        event=PackedJSON(data),
        edition=result.edition,
        engine=engine(),
        result=judging.compress_result(result),
        original=PackedBytes(original.data),
        original_name=original.name,
        format=original.format,
        reason=reason,
        by=by,
    )


def save_version(version: Version, day: date, digest: str) -> None:
    """A version, and the play it is found by."""
    insert(version)
    filing = version.filing
    insert_last(Play(version=version, filing=filing, federation_id=filing.federation_id, day=day, digest=digest))


def complete_version(version: Version, people: Mapping[str, int]) -> Version:
    """A version that waited, written again with those it names for the first time: versions are never edited."""
    fields = {field.name: getattr(version, field.name) for field in Version._meta.fields if field.name not in RENEWED}
    number = version.filing.versions.count() + 1
    complete = Version(**fields, number=number, people=dict(people))
    save_version(complete, version.play.day, version.play.digest)
    return complete


class Awards(NamedTuple):
    """What a version awards the people it names; to be posted when it is written."""

    lines: Sequence[NewLine]
    detail: Mapping[str, Any]
    """The decisions it rests on, and the digests of what it keeps."""

    @property
    def paid(self) -> frozenset[int]:
        """The people whom they go to."""
        return frozenset(line.person for line in self.lines)


def awards_of(version: Version, result: Result, detail: Mapping[str, Any] | None) -> Awards:
    """What a result pays the people of its version."""
    people = version.people
    lines = [
        NewLine(people[share.key], share.colour, share.hundredths, result.event.day, share.award)
        for share in judging.shares_of(result)
        if share.key in people
    ]
    return Awards(lines, with_digests(version, detail))


def paid_by(version: Version, result: Result) -> frozenset[int]:
    """The people whom the awards of a version go to."""
    people = version.people
    return frozenset(people[share.key] for share in judging.shares_of(result) if share.key in people)


def post_awards(version: Version, awards: Awards, *, by: User | None, none_merged: bool = False) -> Posting:
    """The ledger takes what a version awards; decisions and digests go under the hash of the posting."""
    act = NewPosting(Posting.Kind.AWARDS, awards.lines, version.reason, version_id=version.pk, detail=awards.detail)
    return ledger.post_locked(version.filing.federation, [act], by=by, none_merged=none_merged)[0]
