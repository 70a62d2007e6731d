"""A zip of open data, read a row at a time: whole, as its checksums say, or everything that is wrong with it."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from masterpoint.centre.open_data.layout import FIRST, VERSION
from masterpoint.centre.open_data.tables import TABLES
from masterpoint.centre.open_data.writing import MANIFEST
from masterpoint.core.errors import NotReadable, Problem
from masterpoint.formats.text import from_cell

MOST_UNPACKED = 40_000_000_000
LONGEST_CELL = 50_000_000
PIECE = 1 << 20
AGAIN = "download it again"
COLUMNS = {table.name: table for table in TABLES}
Row = dict[str, str]


class Archive(NamedTuple):
    """Open data whose files are what their checksums say."""

    path: Path
    manifest: Mapping[str, Any]

    @property
    def entries(self) -> int:
        """How many entries the ledger has that it comes from."""
        return int(self.manifest["ledger"]["entries"])

    @property
    def layout(self) -> int:
        return int(self.manifest["masterpoint_open_data"])

    @property
    def head(self) -> str:
        return str(self.manifest["ledger"]["head"])

    def size(self, *tables: str) -> int:
        """How many rows some tables have."""
        rows = {file["name"]: int(file["rows"]) for file in self.manifest["files"]}
        return sum(rows.get(f"{table}.csv", 0) for table in tables)

    def rows(self, table: str) -> Iterator[Row]:
        """The rows of a table, as they were written; a column that came with a later layout is empty."""
        csv.field_size_limit(LONGEST_CELL)
        columns = COLUMNS[table].columns(self.layout)
        later = dict.fromkeys((field.name for field in COLUMNS[table].fields if field.name not in columns), "")
        if not columns:
            return
        with zipfile.ZipFile(self.path) as archive, archive.open(f"{table}.csv") as file:
            for row in csv.DictReader(io.TextIOWrapper(file, "utf-8", newline="")):
                yield later | {key: from_cell(value or "") for key, value in row.items() if key}


def opened(path: Path, scheme: str) -> Archive:
    """A zip of this layout for a federation of this scheme, all of whose files are there and unchanged."""
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = json.loads(archive.read(MANIFEST))
            _require_layout(path, archive, manifest, scheme)
            problems = list(_damages(archive, manifest))
            _ = int(manifest["ledger"]["entries"]), str(manifest["ledger"]["head"]), manifest["made_on"]
    except (OSError, KeyError, TypeError, ValueError, zipfile.BadZipFile):
        raise NotReadable(
            Problem(path.name, "", "this is not open data", "give the zip as it was downloaded")
        ) from None
    if problems:
        raise NotReadable(problems)
    return Archive(path, manifest)


def _require_layout(path: Path, archive: zipfile.ZipFile, manifest: Mapping[str, Any], scheme: str) -> None:
    problems = []
    layout = manifest.get("masterpoint_open_data")
    if layout not in range(FIRST, VERSION + 1):
        fix = f"give open data of a layout from {FIRST} to {VERSION}, or load it with a newer version of the program"
        problems.append(Problem(MANIFEST, str(layout), "this program does not know this layout", fix))
    if manifest.get("scheme") != scheme:
        fix = f"load it into a federation of the scheme {manifest.get('scheme', '')}"
        problems.append(Problem(MANIFEST, str(manifest.get("scheme", "")), "this file follows another book", fix))
    if sum(info.file_size for info in archive.infolist()) > MOST_UNPACKED:
        problems.append(Problem(path.name, "", "unpacks to far more than a federation", "check the file"))
    if problems:
        raise NotReadable(problems)


def _damages(archive: zipfile.ZipFile, manifest: Mapping[str, Any]) -> Iterator[Problem]:
    """Files that are missing, or are not what their checksum says, and tables with other columns."""
    listed = {file["name"]: str(file["sha256"]) for file in manifest["files"]}
    there = set(archive.namelist())
    layout = int(manifest["masterpoint_open_data"])
    for table in TABLES:
        name, columns = f"{table.name}.csv", table.columns(layout)
        if not columns:
            continue
        if name not in listed or name not in there:
            yield Problem(name, "", "is missing", AGAIN)
        elif _digest(archive, name) != listed[name]:
            yield Problem(name, "", "was changed since it was made", AGAIN)
        elif _heading(archive, name) != columns:
            yield Problem(name, "", "has other columns than this layout", AGAIN)


def _digest(archive: zipfile.ZipFile, name: str) -> str:
    digest = hashlib.sha256()
    with archive.open(name) as file:
        while piece := file.read(PIECE):
            digest.update(piece)
    return digest.hexdigest()


def _heading(archive: zipfile.ZipFile, name: str) -> list[str]:
    with archive.open(name) as file:
        return next(csv.reader(io.TextIOWrapper(file, "utf-8", newline="")), [])
