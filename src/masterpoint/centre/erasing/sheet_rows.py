"""Redact names on the office's sheets, where given and family name are in separate fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from masterpoint.centre.erasing.redacting import PLAYER, Redaction
from masterpoint.centre.sheets.models import Sheet

FIRST, LAST = "first_name", "surname"
ROW = "rows."
ROWS_PER_PAGE = 200


def erase_sheets(redaction: Redaction, keys: Sequence[int] | None = None) -> None:
    """Remove a name from rows on some or all sheets of the federation. The rows stay."""
    for sheet in _naming(redaction, keys):
        Sheet.objects.filter(pk=sheet.pk).update(fields=without_names(sheet.fields, redaction))


def sheets_with_name(redaction: Redaction) -> list[int]:
    """The keys of a federation's sheets that name somebody."""
    return [sheet.pk for sheet in _naming(redaction, None)]


def _naming(redaction: Redaction, keys: Sequence[int] | None) -> Iterator[Sheet]:
    sheets = Sheet.objects.filter(organisation__federation=redaction.identity.federation).only("fields")
    sheets = sheets if keys is None else sheets.filter(pk__in=keys)
    for sheet in sheets.iterator(chunk_size=ROWS_PER_PAGE):
        if without_names(sheet.fields, redaction) != sheet.fields:
            yield sheet


def without_names(fields: dict[str, str], redaction: Redaction) -> dict[str, str]:
    """The fields without names. In an alteration, an empty field for the new name means the old name."""
    new_fields = dict(fields)
    for row in {".".join(name.split(".")[:2]) for name in fields if name.startswith(ROW)}:
        for side in ("", "old_", "new_"):
            boxes = (f"{row}.{side}{FIRST}", f"{row}.{side}{LAST}")
            given_name, family_name = (fields.get(box) or fields.get(box.replace("new_", "old_"), "") for box in boxes)
            if (given_name, family_name) in redaction.identity.names:
                new_fields |= {box: part for box, part in zip(boxes, PLAYER.split(), strict=True) if fields.get(box)}
    return new_fields
