"""Build and write the rows of a filing, and post its awards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from masterpoint.centre.accounts.models import User
from masterpoint.centre.compact import PrecompressedBytes, PrecompressedJSON
from masterpoint.centre.engine import engine
from masterpoint.centre.filing import judging
from masterpoint.centre.filing.content_digests import with_digests
from masterpoint.centre.filing.examining import Examination
from masterpoint.centre.filing.models import Filing, Play, Version
from masterpoint.centre.filing.new_people import register_new_people
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

RENEWED_FIELDS = ("id", "number", "people", "at", "salt")
"""The fields that a rewritten version has of its own."""


class Original(NamedTuple):
    """The original file."""

    data: bytes
    name: str
    format: str
    imported: ImportedFile | None = None
    """The results read from it, if they are to be checked against the book."""


def new_filing(organisation: Organisation, event: AnyEvent, digest: str, *, by: User | None) -> Filing:
    """A new filing, not yet saved, with its receipt number."""
    return Filing(
        receipt=new_receipt(organisation.federation_id),
        federation=organisation.federation,
        organisation=organisation,
        name=(event.name or f"{event.contest.title()} at {organisation.name}")[:200],
        day=event.day,
        form=form_of(event),
        identity=digest,
        filed_by=by,
    )


def version_of(
    filing: Filing,
    number: int,
    examination: Examination,
    original: Original,
    checks: dict[str, Any] | None,
    *,
    by: User | None,
    reason: str,
) -> Version:
    """The version of an examined event, not yet saved."""
    data = examination.play.data_of(examination.judged_event)
    version = new_version(filing, number, data, examination.fileable_result, original, by=by, reason=reason)
    version.checks = checks
    version.people = PrecompressedJSON(
        {key: person.pk for key, person in examination.identified.people.items() if person.pk}
    )
    return version


def save_with_new_people(version: Version, examination: Examination, *, must_wait: bool = False) -> None:
    """Save a version with its new people. For a version that waits, they are registered when it is accepted."""
    new = (
        {}
        if must_wait
        else register_new_people(examination.identified.new, on=examination.judged_event.day, by=version.by)
    )
    if new:
        version.people = version.people | {key: person.pk for key, person in new.items()}
    save_version(version, examination.judged_event.day, examination.digest)


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
    """A version with facts, engine and compressed result, not yet saved."""
    return Version(
        filing=filing,
        number=number,
        event=PrecompressedJSON(data),
        edition=result.edition,
        engine=engine(),
        result=judging.compress_result(result),
        original=PrecompressedBytes(original.data),
        original_name=original.name,
        format=original.format,
        reason=reason,
        by=by,
    )


def save_version(version: Version, day: date, digest: str) -> None:
    """Save a version and its play."""
    insert(version)
    filing = version.filing
    insert_last(Play(version=version, filing=filing, federation_id=filing.federation_id, day=day, digest=digest))


def complete_version(version: Version, people: Mapping[str, int]) -> Version:
    """Write a waiting version again with its new people, because versions are never edited."""
    fields = {
        field.name: getattr(version, field.name) for field in Version._meta.fields if field.name not in RENEWED_FIELDS
    }
    number = version.filing.versions.count() + 1
    complete = Version(**fields, number=number, people=dict(people))
    save_version(complete, version.play.day, version.play.digest)
    return complete


class Awards(NamedTuple):
    """The awards of a version, to be posted when it is saved."""

    lines: Sequence[NewLine]
    detail: Mapping[str, Any]
    """The decisions, and the digests of the contents."""

    @property
    def recipients(self) -> frozenset[int]:
        """The people who receive them."""
        return frozenset(line.person for line in self.lines)


def awards_of(version: Version, result: Result, detail: Mapping[str, Any] | None) -> Awards:
    """The awards of a result for the people of its version."""
    people = version.people
    lines = [
        NewLine(people[share.key], share.colour, share.hundredths, result.event.day, share.award)
        for share in judging.shares_of(result)
        if share.key in people
    ]
    return Awards(lines, with_digests(version, detail))


def paid_by(version: Version, result: Result) -> frozenset[int]:
    """The people who receive a version's awards."""
    people = version.people
    return frozenset(people[share.key] for share in judging.shares_of(result) if share.key in people)


def post_awards(version: Version, awards: Awards, *, by: User | None, none_merged: bool = False) -> Posting:
    """Post a version's awards. The posting's hash covers decisions and digests."""
    act = NewPosting(Posting.Kind.AWARDS, awards.lines, version.reason, version_id=version.pk, detail=awards.detail)
    return ledger.post_under_lock(version.filing.federation, [act], by=by, none_merged=none_merged)[0]
