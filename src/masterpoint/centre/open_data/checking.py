"""Check open data before loading any of it: rows that cannot be read or refer to something missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from itertools import islice
from typing import Any

import msgspec

from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.stored_events import event_from_data
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.open_data.archives import FIX, Archive, Row
from masterpoint.centre.open_data.loading_boards import board_problems
from masterpoint.centre.open_data.loading_people import STATUSES
from masterpoint.centre.open_data.waiting_times import LAPSED, POTENTIAL
from masterpoint.core.errors import NotReadable, Problem

MAX_PROBLEMS = 100
MAX_POINTS = 10**10
MAX_INTEGER = 2**31 - 1
"""The largest number that its column takes in both databases."""
Progress = Callable[[int], None]


class AwardRow(msgspec.Struct):
    """An award in the column `awards` of a version."""

    place: str
    who: str
    players: list[dict[str, str]]
    ranking: str = msgspec.field(name="list")
    kind: str
    colour: str
    points: str


decode_awards = msgspec.json.Decoder(list[AwardRow]).decode
decode_facts = msgspec.json.Decoder(dict[str, Any]).decode


def hundredths(points: str) -> int:
    """Points as written in the files, in whole hundredths."""
    amount = Decimal(points)
    if amount.copy_abs() > MAX_POINTS or amount != round(amount, 2):
        raise ValueError(points)
    return int(amount * 100)


def require_valid(archive: Archive, progress: Progress = lambda _: None) -> None:
    """Raise an error with the first hundred problems of the rows."""
    problems = list(islice(_ArchiveCheck(archive, progress).problems(), MAX_PROBLEMS))
    if problems:
        raise NotReadable(problems)


class _ArchiveCheck:
    """Checks row by row, and remembers what later rows may refer to."""

    def __init__(self, archive: Archive, progress: Progress) -> None:
        self.archive, self.progress = archive, progress
        self.organisations: set[str] = set()
        self.people: set[str] = set()
        self.receipts: set[str] = set()
        self.versions: set[tuple[str, int]] = set()
        self.postings: set[int] = set()
        self.last_entry = 0
        self.current_positions: dict[str, int] = {}
        """The position of the current version of each result."""
        self.rated: set[tuple[str, int]] = set()
        self.last_board = (0, 0)
        """The position of the last board that was read."""

    def problems(self) -> Iterator[Problem]:
        self.organisations = {row["number"] for row in self.archive.rows("organisations")}
        self.people = {row["number"] for row in self.archive.rows("people")}
        for table, check in (
            ("organisations", self._organisation),
            ("people", self._person),
            ("held", self._waiting_points),
            ("ratings", self._rating),
            ("results", self._result),
            ("versions", self._version),
            ("boards", self._board),
            ("entries", self._entry),
            ("awards", self._award),
            ("ranks", self._rank),
        ):
            yield from self._table_problems(table, check)

    def _table_problems(self, table: str, check: Callable[[Row], Iterable[tuple[str, str]]]) -> Iterator[Problem]:
        for line, row in enumerate(self.archive.rows(table), 2):
            try:
                row_problems = list(check(row))
            except (ValueError, KeyError, InvalidOperation, msgspec.MsgspecError) as error:
                row_problems = [(str(error)[:80], "this line cannot be read")]
            for value, message in row_problems:
                yield Problem(f"{table}.csv line {line}", value[:80], message, FIX)
            self.progress(1)

    def _reference(self, value: str, valid_values: set[str], name: str) -> Iterator[tuple[str, str]]:
        if value and value not in valid_values:
            yield value, f"no such {name} in this file"

    def _organisation(self, row: Row) -> Iterator[tuple[str, str]]:
        yield from self._reference(row["belongs_to"], self.organisations, "organisation")

    def _person(self, row: Row) -> Iterator[tuple[str, str]]:
        yield from self._reference(row["club"], self.organisations, "organisation")
        yield from self._reference(row["merged_into"], self.people, "person")
        for club in row["other_clubs"].split():
            yield from self._reference(club, self.organisations, "organisation")
        if row["standing"] not in ("", *STATUSES):
            yield row["standing"], "no such standing"

    def _waiting_points(self, row: Row) -> Iterator[tuple[str, str]]:
        first, last = (date.fromisoformat(row[name]) if row[name] else None for name in ("first_day", "last_day"))
        yield from self._reference(row["number"], self.people, "person")
        if row["standing"] not in (LAPSED, POTENTIAL) or not row["number"]:
            yield row["standing"], "points do not wait under this standing"
        if first and last and last < first:
            yield row["last_day"], "this period ends before it begins"

    def _rating(self, row: Row) -> Iterator[tuple[str, str]]:
        key = row["number"], int(row["year"])
        _ = hundredths(row["rating"])
        yield from self._reference(row["number"], self.people, "person")
        if key in self.rated or not row["number"]:
            yield row["number"], "this rating is in the file twice, or has no player"
        if not 0 < int(row["posting"]) <= self.archive.entries:
            yield row["posting"], "no such entry in the ledger"
        self.rated.add(key)

    def _result(self, row: Row) -> Iterator[tuple[str, str]]:
        _ = date.fromisoformat(row["day"]), datetime.fromisoformat(row["filed"]), Filing.State(row["state"])
        if row["organiser"] not in self.organisations:
            yield row["organiser"], "no such organisation in this file"
        if row["receipt"] in self.receipts:
            yield row["receipt"], "this receipt is in the file twice"
        self.receipts.add(row["receipt"])

    def _version(self, row: Row) -> Iterator[tuple[str, str]]:
        key, posting = (row["receipt"], int(row["version"])), int(row["posting"])
        yield from self._reference(row["receipt"], self.receipts, "receipt")
        if key in self.versions or posting in self.postings or not 0 < posting <= self.archive.entries:
            yield row["receipt"], "this version is in the file twice, or its entry is not in the ledger"
        self.versions.add(key)
        self.postings.add(posting)
        if not row["taken_back_by"]:
            self.current_positions[row["receipt"]] = len(self.versions)
        if row["made"]:
            datetime.fromisoformat(row["made"])
        _ = int(row["taken_back_by"] or 0), decode_awards(row["awards"]), event_from_data(decode_facts(row["facts"]))

    def _board(self, row: Row) -> Iterator[tuple[str, str]]:
        place = self.current_positions.get(row["receipt"], 0), int(row["order"])
        yield from board_problems(row)
        if not place[0] or place < self.last_board:
            yield row["receipt"], "no result that counts has this receipt, or its boards are out of order"
        self.last_board = max(place, self.last_board)

    def _entry(self, row: Row) -> Iterator[tuple[str, str]]:
        datetime.fromisoformat(row["posted"])
        if not 0 < int(row["posting"]) <= self.archive.entries:
            yield row["posting"], "no such entry in the ledger"

    def _award(self, row: Row) -> Iterator[tuple[str, str]]:
        posting = int(row["posting"])
        _ = date.fromisoformat(row["day"]), hundredths(row["points"]), Posting.Kind(row["kind"])
        for name in ("reverses", "part_of", "explanation"):
            if not 0 <= int(row[name] or 0) <= MAX_INTEGER:
                yield row[name], "this number is too small or too large"
        if not row["number"] or not row["colour"] or len(row["colour"]) > 12:
            yield row["number"], "the player or the colour of these points is missing"
        yield from self._reference(row["number"], self.people, "person")
        if row["receipt"] and (row["receipt"], int(row["version"])) not in self.versions:
            yield row["receipt"], "no such version of a result in this file"
        if not self.last_entry <= posting <= self.archive.entries or posting < 1:
            yield row["posting"], "the entries of the ledger are out of order"
        self.last_entry = posting

    def _rank(self, row: Row) -> Iterator[tuple[str, str]]:
        _ = date.fromisoformat(row["reached"]), date.fromisoformat(row["announced"])
        if row["number"] not in self.people:
            yield row["number"], "no such person in this file"
