"""Write the open data as one zip: each table as CSV and Parquet, and a manifest with schema, counts and checksums."""

from __future__ import annotations

import csv
import hashlib
import json
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow
from django.conf import settings
from pyarrow import parquet

from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.open_data.layout import CHUNK_SIZE, VERSION, DataTable, Field, Value
from masterpoint.centre.open_data.tables import TABLES
from masterpoint.centre.registry.models import Federation
from masterpoint.formats.text import to_cell

MANIFEST = "manifest.json"
TYPES = {
    "text": pyarrow.string(),
    "day": pyarrow.date32(),
    "points": pyarrow.decimal128(18, 2),
    "number": pyarrow.int64(),
    "yes or no": pyarrow.bool_(),
}


def file_name(federation: Federation, on: date) -> str:
    return f"{federation.code}-{on.isoformat()}.zip"


def write_open_data(federation: Federation, folder: Path, on: date) -> Path:
    """Write the zip of a day. It gets its name only when it is complete."""
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / file_name(federation, on)
    with tempfile.TemporaryDirectory(dir=folder) as workshop:
        temporary = Path(workshop) / target.name
        head = ledger.head(federation)
        with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as archive:
            files = [file for table in TABLES for file in _add_table(archive, table, federation, Path(workshop))]
            manifest = {
                "masterpoint_open_data": VERSION,
                "federation": federation.code,
                "name": federation.name,
                "scheme": federation.scheme,
                "made_on": on.isoformat(),
                "site": settings.MASTERPOINT_SITE,
                "public_reasons": federation.public_reasons,
                "ledger": {"entries": head.number, "head": head.hash},
                "people": "anonymous members are left out, with all their lines; results call them anonymous",
                "tables": {table.name: [field._asdict() for field in table.fields] for table in TABLES},
                "files": files,
            }
            archive.writestr(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1))
        temporary.replace(target)
    return target


def _add_table(
    archive: zipfile.ZipFile, table: DataTable, federation: Federation, workshop: Path
) -> Iterator[dict[str, Any]]:
    """Write a table as CSV and Parquet while reading it once."""
    text, columns = workshop / f"{table.name}.csv", workshop / f"{table.name}.parquet"
    schema = pyarrow.schema([(field.name, TYPES[field.kind]) for field in table.fields])
    count, rows = 0, table.rows(federation)
    with text.open("w", encoding="utf-8", newline="") as file, parquet.ParquetWriter(columns, schema) as writer:
        lines = csv.writer(file)
        lines.writerow([field.name for field in table.fields])
        while page := list(islice(rows, CHUNK_SIZE)):
            values = [[_value(field, cell) for field, cell in zip(table.fields, row, strict=True)] for row in page]
            lines.writerows([_cell(value) for value in row] for row in values)
            writer.write_batch(_batch(values, schema))
            count += len(page)
    for path in (text, columns):
        archive.write(path, path.name)
        yield {"name": path.name, "rows": count, "bytes": path.stat().st_size, "sha256": _digest(path)}
        path.unlink()


def _value(field: Field, value: Value) -> Any:
    if field.kind == "points":
        assert isinstance(value, int)
        return Decimal(value).scaleb(-2)
    return "" if value is None and field.kind == "text" else value


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return to_cell(value) if isinstance(value, str) else str(value)


def _batch(rows: Sequence[Sequence[Any]], schema: pyarrow.Schema) -> pyarrow.RecordBatch:
    columns = list(zip(*rows, strict=True))
    return pyarrow.record_batch(
        [pyarrow.array(c, field.type) for c, field in zip(columns, schema, strict=True)], schema
    )


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
