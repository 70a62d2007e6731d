"""Load open data into an empty federation: organisations, people, results, the whole ledger, and ranks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import REPORTED, Filing, Version
from masterpoint.centre.ledger.carryovers import CARRYOVER_KINDS, WON_IN_YEAR
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.loading import LOADED, LoadedPosting, write_postings
from masterpoint.centre.ledger.manual_postings import PART_OF
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.ledger.reasons import set_public
from masterpoint.centre.locking import lock
from masterpoint.centre.open_data.archives import Archive, Row, open_archive
from masterpoint.centre.open_data.checking import Progress, hundredths, require_valid
from masterpoint.centre.open_data.loading_people import add_organisations, add_people, deactivate_organisations
from masterpoint.centre.open_data.loading_ratings import LoadedRatings
from masterpoint.centre.open_data.loading_results import Loading, Versions, update_caches
from masterpoint.centre.open_data.tables import TABLES
from masterpoint.centre.records.loaded_ranks import LoadedRank, add_ranks
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.errors import NotReadable, Problem

COUNTED_TWICE = ("results", "versions", "awards")
"""Tables whose rows count twice in a progress bar: when they are checked and when they are written."""


class Reloaded(NamedTuple):
    """What was loaded."""

    organisations: int
    people: int
    results: int
    reported: int
    """Versions whose awards stay as reported."""
    lines: int
    ranks: int


def row_count(path: Path, federation: Federation) -> int:
    """The number of rows, for a progress bar."""
    archive = open_archive(path, federation.scheme)
    return archive.size(*(table.name for table in TABLES)) + archive.size(*COUNTED_TWICE)


@transaction.atomic
def reload(
    federation: Federation, path: Path, *, by: User | None, today: date, progress: Progress = lambda _: None
) -> Reloaded:
    """Load everything or nothing. The federation must not have people or points yet."""
    lock(federation)
    archive = open_archive(path, federation.scheme)
    _require_empty(federation, archive)
    require_valid(archive, progress)
    _require_new_receipts(archive)
    organisations = add_organisations(federation, archive, by=by, on=today)
    people = add_people(federation, archive, by=by, today=today)
    if archive.manifest.get("public_reasons"):
        set_public(federation, True, by=by)
    names = {row["number"]: f"{row['given_name']} {row['family_name']}".strip() for row in archive.rows("people")}
    versions = Loading(federation, archive, people, names, by, progress).load(organisations)
    ratings = LoadedRatings(federation, archive, people)
    postings = _Ledger(archive, people, versions, ratings, progress)
    write_postings(federation, postings.all(), postings.reversed_numbers(), by=by)
    ratings.save()
    update_caches(federation, by=by)
    ranks = [
        LoadedRank(row["number"], row["rank"], date.fromisoformat(row["reached"]), date.fromisoformat(row["announced"]))
        for row in archive.rows("ranks")
    ]
    current_ranks = {row["number"]: row["rank"] for row in archive.rows("people") if row["rank"]}
    add_ranks(federation, people, ranks, current_ranks, by=by, on=date.fromisoformat(archive.manifest["made_on"]))
    deactivate_organisations(organisations, archive, by=by)
    reported = Version.objects.filter(filing__federation=federation, format=REPORTED).count()
    sizes = (archive.size("results"), reported, archive.size("awards"), len(ranks))
    return Reloaded(len(organisations) - 1, len(people), *sizes)


def _require_empty(federation: Federation, archive: Archive) -> None:
    people = Person.objects.filter(federation=federation).exists()
    if people or Posting.objects.filter(federation=federation).exists():
        message, fix = "people are registered here already", "load open data into an empty federation"
        raise NotReadable(Problem("federation", federation.code, message, fix))


def _require_new_receipts(archive: Archive) -> None:
    """Refuse receipts that exist, because they are unique in the whole Centre."""
    receipts = [row["receipt"] for row in archive.rows("results")]
    for start in range(0, len(receipts), 500):
        existing = Filing.objects.filter(receipt__in=receipts[start : start + 500]).order_by("pk").first()
        if existing is not None:
            message, fix = (
                "this receipt is filed in this Centre already",
                "load it into a Centre without that federation",
            )
            raise NotReadable(Problem("results.csv", existing.receipt, message, fix))


class _Ledger:
    """Every entry of the other ledger under its own number; entries without public lines are empty."""

    def __init__(
        self,
        archive: Archive,
        people: Mapping[str, int],
        versions: Versions,
        ratings: LoadedRatings,
        progress: Progress,
    ) -> None:
        self.archive, self.people, self.versions, self.progress = archive, people, versions, progress
        self.ratings = ratings
        self.posted = {int(row["posting"]): row["posted"] for row in archive.rows("entries")}
        self.awards = {version.posting: version for version in versions.values()}
        self.reversals = {version.taken_back_by: version for version in versions.values() if version.taken_back_by}
        self.loaded = {LOADED: archive.head}

    def reversed_numbers(self) -> set[int]:
        rows = {int(row["reverses"]) for row in self.archive.rows("awards") if row["reverses"]}
        return rows | {version.posting for version in self.reversals.values()}

    def all(self) -> Iterator[LoadedPosting]:
        number = 0
        for key, rows in groupby(self.archive.rows("awards"), key=lambda row: int(row["posting"])):
            while number + 1 < key:
                number += 1
                yield self._posting(number, [])
            number = key
            row_list = list(rows)
            yield self._posting(number, row_list)
            self.progress(len(row_list))
        for missing_number in range(number + 1, self.archive.entries + 1):
            yield self._posting(missing_number, [])

    def _posting(self, number: int, rows: list[Row]) -> LoadedPosting:
        lines = [self._line(row) for row in rows]
        reason = rows[0]["reason"][:300] if rows else ""
        posted_at = self.posted.get(number)
        at = datetime.fromisoformat(posted_at) if posted_at else None
        if number in self.awards:
            version = self.awards[number]
            detail = {**version.detail, **self.loaded}
            return LoadedPosting(Posting.Kind.AWARDS, lines, reason, version.pk, None, detail, at)
        if number in self.reversals:
            original = self.reversals[number]
            return LoadedPosting(Posting.Kind.REVERSAL, lines, reason, original.pk, original.posting, self.loaded, at)
        if not rows:
            kind, reason, detail = self.ratings.announcement(number) or (Posting.Kind.AWARDS, "", {})
            return LoadedPosting(kind, [], reason, None, None, {**detail, **self.loaded}, at)
        first_row = rows[0]
        loaded = self.versions.get((first_row["receipt"], first_row["version"]))
        reverses = int(first_row["reverses"]) if first_row["reverses"] else None
        detail = {**self.loaded, **self._facts(first_row, rows)}
        return LoadedPosting(first_row["kind"], lines, reason, loaded.pk if loaded else None, reverses, detail, at)

    def _line(self, row: Row) -> NewLine:
        award = int(row["explanation"]) if row["explanation"] else None
        person, day = self.people[row["number"]], date.fromisoformat(row["day"])
        return NewLine(person, row["colour"], hundredths(row["points"]), day, award)

    def _facts(self, first_row: Row, rows: list[Row]) -> dict[str, Any]:
        """The facts of a manual posting that its lines reveal."""
        if first_row["part_of"]:
            return {PART_OF: int(first_row["part_of"]), "person": self.people[first_row["number"]]}
        if first_row["kind"] in CARRYOVER_KINDS:
            won = [[self.people[row["number"]], row["colour"], row["day"]] for row in rows if row["won"] == "yes"]
            return {WON_IN_YEAR: won} if won else {}
        return {}
