"""Load results and judge them again. Awards that do not follow from the facts are loaded as reported."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from masterpoint.centre.accounts.models import User
from masterpoint.centre.compact import PrecompressedBytes, PrecompressedJSON
from masterpoint.centre.engine import engine
from masterpoint.centre.filing import judging
from masterpoint.centre.filing.content_digests import Contents, digests
from masterpoint.centre.filing.models import LOADED, REPORTED, Filing, Play, Version
from masterpoint.centre.filing.play_digest import digest_of_data
from masterpoint.centre.filing.public_results import PUBLIC
from masterpoint.centre.filing.similar import NOT_SAME_AS
from masterpoint.centre.filing.stored_events import event_from_data
from masterpoint.centre.filing.zero_evenings import update_zero_evenings
from masterpoint.centre.hash_chain import new_salt
from masterpoint.centre.journal import services as journal
from masterpoint.centre.open_data.archives import Archive, Row
from masterpoint.centre.open_data.checking import AwardRow, Progress, decode_awards, decode_facts
from masterpoint.centre.open_data.loading_boards import BoardFiles
from masterpoint.centre.open_data.loading_people import REASON
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.core.derivation import Result
from masterpoint.core.errors import MasterpointError
from masterpoint.core.events import VOCABULARY, AnyEvent
from masterpoint.core.serialisation import exact_text

ROWS_PER_PAGE = 200
REPORTED_REASON = "as {federation} awarded it: reported, not derived. Its explanation: {address}"


class LoadedVersion(NamedTuple):
    """What the ledger needs to know about a loaded version."""

    pk: int
    posting: int
    taken_back_by: int | None
    detail: Mapping[str, Any]


Versions = dict[tuple[str, str], LoadedVersion]


class Loading(NamedTuple):
    """Loads results into a federation."""

    federation: Federation
    archive: Archive
    people: Mapping[str, int]
    """Keys by number."""
    names: Mapping[str, str]
    """Names by number."""
    by: User | None
    progress: Progress

    def load(self, organisations: Mapping[str, Organisation]) -> Versions:
        """Load filings and their versions; returns the versions for the ledger."""
        filings = self._filings(organisations)
        versions: Versions = {}
        digests_of_plays: set[str] = set()
        boards = BoardFiles(self.archive.rows("boards"), self.names)
        for rows in _pages(self.archive.rows("versions")):
            versions |= self._versions(rows, filings, digests_of_plays, boards)
            self.progress(len(rows))
        return versions

    def _filings(self, organisations: Mapping[str, Organisation]) -> dict[str, Filing]:
        filings: dict[str, Filing] = {}
        for rows in _pages(self.archive.rows("results")):
            new_filings = [self._filing(row, organisations[row["organiser"]]) for row in rows]
            Filing.objects.bulk_create(new_filings)
            filings |= {filing.receipt: filing for filing in new_filings}
            self.progress(len(rows))
        return filings

    def _filing(self, row: Row, organisation: Organisation) -> Filing:
        """A new filing. Its current version sets its identity later."""
        return Filing(
            receipt=row["receipt"],
            federation=self.federation,
            organisation=organisation,
            name=row["event"],
            day=date.fromisoformat(row["day"]),
            form=row["form"],
            state=row["state"],
            identity=row["receipt"],
            filed_by=self.by,
            filed_at=datetime.fromisoformat(row["filed"]),
        )

    def _versions(
        self, rows: Sequence[Row], filings: Mapping[str, Filing], digests_of_plays: set[str], boards: BoardFiles
    ) -> Versions:
        new_versions = [
            self._version(
                row, filings[row["receipt"]], None if row["taken_back_by"] else boards.file_of(row["receipt"])
            )
            for row in rows
        ]
        Version.objects.bulk_create(version for version, _, _ in new_versions)
        plays = []
        for row, (version, _, digest) in zip(rows, new_versions, strict=True):
            filing = version.filing
            day = date.fromisoformat(version.event["day"])
            plays.append(Play(version=version, filing=filing, federation=self.federation, day=day, digest=digest))
            if filing.state in PUBLIC and not row["taken_back_by"] and digest not in digests_of_plays:
                digests_of_plays.add(digest)
                filing.identity = digest
        Play.objects.bulk_create(plays)
        Filing.objects.bulk_update({version.filing for version, _, _ in new_versions}, ["identity"])
        return {
            (row["receipt"], row["version"]): LoadedVersion(
                version.pk, int(row["posting"]), int(row["taken_back_by"]) if row["taken_back_by"] else None, detail
            )
            for row, (version, detail, _) in zip(rows, new_versions, strict=True)
        }

    def _version(self, row: Row, filing: Filing, boards: bytes | None) -> tuple[Version, dict[str, Any], str]:
        """A version about to be written, the detail of its posting, and the digest of its play.

        Its original file has its boards or, if there are none, the facts. Withdrawn and rejected versions name nobody,
        so that nothing tells whose awards they were.
        """
        facts, awards = decode_facts(row["facts"]), decode_awards(row["awards"])
        event = event_from_data(facts)
        result = matches_awards(event, awards) if filing.state in PUBLIC else None
        people = {
            judging.key_of(player): self.people[player.id]
            for player in judging.players_of(event)
            if player.id in self.people
        }
        original = boards or row["facts"].encode()
        version = Version(
            filing=filing,
            number=int(row["version"]),
            event=PrecompressedJSON(facts),
            edition=result.edition if result else row["edition"],
            engine=engine() if result else row["engine"],
            result=judging.compress_result(result) if result else self._reported_awards(row, awards),
            original=PrecompressedBytes(original),
            original_name=f"{filing.receipt}.json",
            format=LOADED if result else REPORTED,
            people=people,
            by=self.by,
            at=datetime.fromisoformat(row["made"]) if row["made"] else datetime.now(UTC),
            salt=new_salt(),
        )
        judged_by = (version.edition, version.engine, version.format)
        heading = (filing.receipt, filing.organisation_id, version.number, *judged_by, version.original_name, "")
        digests_of_contents = digests(heading, Contents(facts, people, original, bytes(version.result), version.salt))
        detail = {NOT_SAME_AS: row["other_events"].split()} if row["other_events"] else {}
        return version, {**detail, "kept": digests_of_contents}, digest_of_data(filing.organisation_id, facts)

    def _reported_awards(self, row: Row, awards: Sequence[AwardRow]) -> bytes:
        """The reported awards, each with the address of its explanation."""
        manifest, receipt = self.archive.manifest, row["receipt"]
        steps, result_rows = [], []
        for index, award in enumerate(awards):
            address = f"{manifest['site']}/f/{manifest['federation']}/results/{receipt}/why/{index}/"
            message = REPORTED_REASON.format(federation=manifest["name"], address=address)
            steps.append({"id": index, "value": award.points, "clause": "", "message": message})
            result_rows.append(msgspec.to_builtins(award) | {"why": message, "step": index})
        facts = decode_facts(row["facts"])
        data = {
            "masterpoint": VOCABULARY,
            "scheme": self.federation.scheme,
            "edition": row["edition"],
            "form": facts["form"],
            "day": facts["day"],
            "name": facts.get("name", ""),
            "awards": result_rows,
            "steps": steps,
            "remarks": [],
            "readings": [],
        }
        return zlib.compress(msgspec.json.encode(data), judging.COMPRESSION)


def matches_awards(event: AnyEvent, awards: Sequence[AwardRow]) -> Result | None:
    """This program's result, if it gives the same awards to the same players; otherwise None."""
    try:
        result = judging.judge(event)
    except MasterpointError:
        return None
    derived = [
        (exact_text(award.points), award.colour, [(player.name, player.id) for player in award.recipients])
        for award in result.awards
    ]
    reported = [
        (award.points, award.colour, [(player.get("name", ""), player.get("id", "")) for player in award.players])
        for award in awards
    ]
    return result if derived == reported else None


def update_caches(federation: Federation, *, by: User | None) -> None:
    """Write zero evenings and the filings' journal entries, after the ledger is written."""
    keys = Filing.objects.filter(federation=federation).order_by("pk").values_list("pk", flat=True)
    for page in _pages(keys.iterator(ROWS_PER_PAGE)):
        filings = list(Filing.objects.filter(pk__in=page).order_by("pk"))
        update_zero_evenings(filings, by=by, reason=REASON, outcomes={}, new=True)
        journal.write(federation, REASON, {"filing": page}, by=by)


def _pages(rows: Iterable[Any]) -> Iterator[list[Any]]:
    remaining = iter(rows)
    while page := list(islice(remaining, ROWS_PER_PAGE)):
        yield page
