"""Read a zip of open data row by row, after checking that it is complete and unchanged."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from masterpoint.centre.open_data.layout import FIRST, VERSION
from masterpoint.centre.open_data.tables import TABLES
from masterpoint.centre.open_data.writing import MANIFEST
from masterpoint.core.errors import NotReadable, Problem
from masterpoint.formats.text import from_cell

MAX_UNPACKED_SIZE = 40_000_000_000
MAX_CELL_LENGTH = 50_000_000
MAX_MANIFEST_SIZE = 1_000_000
UNREADABLE = (
    *(OSError, EOFError, ValueError, csv.Error, zlib.error, zipfile.BadZipFile),
    *(LookupError, TypeError, AttributeError),  # the manifest has another shape
    RuntimeError,  # the zip is encrypted or packed in another way, or the manifest is nested too deep
)
CHUNK_SIZE = 1 << 20
FIX = "download it again"
COLUMNS = {table.name: table for table in TABLES}
Row = dict[str, str]


class Archive(NamedTuple):
    """A zip of open data whose files match their checksums."""

    path: Path
    manifest: Mapping[str, Any]

    @property
    def entries(self) -> int:
        """The number of entries of the original ledger."""
        return int(self.manifest["ledger"]["entries"])

    @property
    def layout(self) -> int:
        return int(self.manifest["masterpoint_open_data"])

    @property
    def head(self) -> str:
        return str(self.manifest["ledger"]["head"])

    def size(self, *tables: str) -> int:
        """The number of rows of some tables."""
        rows = {file["name"]: int(file["rows"]) for file in self.manifest["files"]}
        return sum(rows.get(f"{table}.csv", 0) for table in tables)

    def rows(self, table: str) -> Iterator[Row]:
        """The rows of a table, in which columns of later layouts are empty."""
        csv.field_size_limit(MAX_CELL_LENGTH)
        columns = COLUMNS[table].columns(self.layout)
        defaults = dict.fromkeys((field.name for field in COLUMNS[table].fields if field.name not in columns), "")
        if not columns:
            return
        with zipfile.ZipFile(self.path) as archive, archive.open(f"{table}.csv") as file:
            try:
                for row in csv.DictReader(io.TextIOWrapper(file, "utf-8", newline="")):
                    yield defaults | {key: from_cell(value or "") for key, value in row.items() if key}
            except (csv.Error, UnicodeDecodeError) as error:
                raise NotReadable(Problem(f"{table}.csv", "", f"cannot be read: {error}", FIX)) from None


def open_archive(path: Path, scheme: str) -> Archive:
    """Open a zip of a known layout and of this scheme. Missing and changed files are refused."""
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = _manifest(archive)
            _require_layout(path, archive, manifest, scheme)
            problems = list(_damages(archive, manifest))
            _ = int(manifest["ledger"]["entries"]), str(manifest["ledger"]["head"]), manifest["made_on"]
    except UNREADABLE:
        raise NotReadable(
            Problem(path.name, "", "this is not open data", "give the zip as it was downloaded")
        ) from None
    if problems:
        raise NotReadable(problems)
    return Archive(path, manifest)


def _manifest(archive: zipfile.ZipFile) -> Any:
    if archive.getinfo(MANIFEST).file_size > MAX_MANIFEST_SIZE:
        raise ValueError("too large")
    return json.loads(archive.read(MANIFEST))


def _require_layout(path: Path, archive: zipfile.ZipFile, manifest: Mapping[str, Any], scheme: str) -> None:
    problems = []
    layout = manifest.get("masterpoint_open_data")
    if layout not in range(FIRST, VERSION + 1):
        fix = f"give open data of a layout from {FIRST} to {VERSION}, or load it with a newer version of the program"
        problems.append(Problem(MANIFEST, str(layout), "this program does not know this layout", fix))
    if manifest.get("scheme") != scheme:
        fix = f"load it into a federation of the scheme {manifest.get('scheme', '')}"
        problems.append(Problem(MANIFEST, str(manifest.get("scheme", "")), "this file follows another book", fix))
    if sum(info.file_size for info in archive.infolist()) > MAX_UNPACKED_SIZE:
        problems.append(Problem(path.name, "", "the files in it are far too large for a federation", "check the file"))
    if problems:
        raise NotReadable(problems)


def _damages(archive: zipfile.ZipFile, manifest: Mapping[str, Any]) -> Iterator[Problem]:
    """Missing files, files with a wrong checksum, and tables with other columns."""
    digests = {file["name"]: str(file["sha256"]) for file in manifest["files"]}
    names = set(archive.namelist())
    layout = int(manifest["masterpoint_open_data"])
    for table in TABLES:
        name, columns = f"{table.name}.csv", table.columns(layout)
        if not columns:
            continue
        if name not in digests or name not in names:
            yield Problem(name, "", "is missing", FIX)
        elif _digest(archive, name) != digests[name]:
            yield Problem(name, "", "was changed since it was made", FIX)
        elif _heading(archive, name) != columns:
            yield Problem(name, "", "its columns are not those of this layout", FIX)


def _digest(archive: zipfile.ZipFile, name: str) -> str:
    digest = hashlib.sha256()
    with archive.open(name) as file:
        while piece := file.read(CHUNK_SIZE):
            digest.update(piece)
    return digest.hexdigest()


def _heading(archive: zipfile.ZipFile, name: str) -> list[str]:
    with archive.open(name) as file:
        return next(csv.reader(io.TextIOWrapper(file, "utf-8", newline="")), [])
