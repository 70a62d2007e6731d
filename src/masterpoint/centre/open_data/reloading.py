"""Open data loaded into an empty federation: its tree, its people under their numbers, and every point of theirs."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import zipfile
from collections import Counter
from collections.abc import Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, NamedTuple

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.open_data.tables import VERSION
from masterpoint.centre.open_data.writing import MANIFEST
from masterpoint.centre.records.won import WON_IN_YEAR
from masterpoint.centre.registry import organisations
from masterpoint.centre.registry.loading import COLUMNS, load_members
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.core.errors import NotReadable, Problem
from masterpoint.formats.text import csv_text, from_cell

MOST_UNPACKED = 4_000_000_000
Rows = list[dict[str, str]]


class Reloaded(NamedTuple):
    """What came in."""

    organisations: int
    people: int
    lines: int


@transaction.atomic
def reload(federation: Federation, path: Path, *, by: User | None, today: date) -> Reloaded:
    """All of it or nothing: a federation that has people already is left alone."""
    if Person.objects.filter(federation=federation).exists():
        message, fix = "people are registered here already", "load open data into an empty federation"
        raise NotReadable(Problem("federation", federation.code, message, fix))
    tables = read_tables(path)
    added = _add_organisations(federation, tables["organisations"], by, today)
    people = [row for row in tables["people"] if not row["merged_into"]]
    load_members(federation, _members(people, today), source="people.csv", by=by, today=today)
    lines = _lines(federation, tables, today)
    if lines:
        won = [[line.person, line.colour, line.day.isoformat()] for line in lines]
        reason = f"open data of {tables['manifest'][0]['made_on']}"
        detail: dict[str, Any] = {"open_data": tables["manifest"][0]["head"], WON_IN_YEAR: won}
        ledger.open_balances(federation, lines, by=by, reason=reason, detail=detail)
    return Reloaded(added, len(people), len(lines))


def read_tables(path: Path) -> Mapping[str, Rows]:
    """Every table as it was written; refused where a file is missing or is not what its checksum says."""
    problems = []
    tables: dict[str, Rows] = {}
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = json.loads(archive.read(MANIFEST))
            if manifest.get("masterpoint_open_data") != VERSION:
                raise NotReadable(
                    Problem(MANIFEST, "", "this is another layout", f"give open data of layout {VERSION}")
                )
            if sum(info.file_size for info in archive.infolist()) > MOST_UNPACKED:
                raise NotReadable(Problem(path.name, "", "unpacks to far more than a federation", "check the file"))
            for file in manifest["files"]:
                data = archive.read(file["name"])
                if hashlib.sha256(data).hexdigest() != file["sha256"]:
                    problems.append(Problem(file["name"], "", "was changed since it was made", "download it again"))
                elif file["name"].endswith(".csv"):
                    tables[file["name"].removesuffix(".csv")] = _rows(data)
    except (OSError, KeyError, ValueError, zipfile.BadZipFile):
        raise NotReadable(Problem(path.name, "", "this is no open data", "give the zip as it was downloaded")) from None
    if problems:
        raise NotReadable(problems)
    tables["manifest"] = [{"made_on": manifest["made_on"], "head": manifest["ledger"]["head"]}]
    return tables


def _rows(data: bytes) -> Rows:
    reader = csv.DictReader(io.StringIO(data.decode("utf-8"), newline=""))
    return [{key: from_cell(value or "") for key, value in row.items() if key} for row in reader]


def _add_organisations(federation: Federation, rows: Rows, by: User | None, today: date) -> int:
    """From the top of the tree down; the national body is there already."""
    known = {row.number: row for row in Organisation.objects.filter(federation=federation)}
    national = next((row for row in known.values() if row.parent_id is None), None)
    below = {row["number"]: national for row in rows if not row["belongs_to"]}
    added = 0
    for row in rows:
        if not row["belongs_to"]:
            continue
        parent = known.get(row["belongs_to"]) or below.get(row["belongs_to"])
        made = organisations.add_organisation(
            federation, row["number"], row["name"], level=row["level"], under=parent, on=today, by=by
        )
        known[made.number] = made
        added += 1
    return added


def _members(rows: Rows, today: date) -> bytes:
    heading = list(COLUMNS)
    members = [
        {**dict.fromkeys(heading, ""), **{key: row[key] for key in ("number", "given_name", "family_name", "club")}}
        for row in rows
    ]
    cells = [
        [member["joined"] or today.isoformat() if key == "joined" else member[key] for key in heading]
        for member in members
    ]
    return csv_text([heading, *cells]).encode()


def _lines(federation: Federation, tables: Mapping[str, Rows], today: date) -> list[NewLine]:
    """Points by person, colour and day; those of a merged record go to the one it joined."""
    people = dict(Person.objects.filter(federation=federation).values_list("number", "pk"))
    joined = {row["number"]: row["merged_into"] for row in tables["people"] if row["merged_into"]}
    sums: Counter[tuple[int, str, date]] = Counter()
    try:
        for row in tables["awards"]:
            number = row["number"]
            while number in joined:
                number = joined[number]
            sums[people[number], row["colour"], date.fromisoformat(row["day"])] += int(Decimal(row["points"]).scaleb(2))
    except (KeyError, ValueError, InvalidOperation):
        message, fix = f"a line does not read: {row}", "download it again"
        raise NotReadable(Problem("awards.csv", "", message[:200], fix)) from None
    return [NewLine(person, colour, amount, day) for (person, colour, day), amount in sorted(sums.items()) if amount]
