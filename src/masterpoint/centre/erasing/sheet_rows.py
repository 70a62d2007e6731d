"""Names on sheets of the office that stand in two boxes: the given name in one, the family name in another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from masterpoint.centre.erasing.redacting import PLAYER, Redaction
from masterpoint.centre.sheets.models import Sheet

FIRST, LAST = "first_name", "surname"
ROW = "rows."
AT_ONCE = 200


def erase_sheets(redaction: Redaction, keys: Sequence[int] | None = None) -> None:
    """The rows that name somebody stay, without the name; on all sheets of the federation, or on some."""
    for sheet in _naming(redaction, keys):
        Sheet.objects.filter(pk=sheet.pk).update(fields=without_names(sheet.fields, redaction))


def sheets_naming(redaction: Redaction) -> list[int]:
    """The sheets of a federation that name somebody, by their keys."""
    return [sheet.pk for sheet in _naming(redaction, None)]


def _naming(redaction: Redaction, keys: Sequence[int] | None) -> Iterator[Sheet]:
    sheets = Sheet.objects.filter(organisation__federation=redaction.identity.federation).only("fields")
    sheets = sheets if keys is None else sheets.filter(pk__in=keys)
    for sheet in sheets.iterator(chunk_size=AT_ONCE):
        if without_names(sheet.fields, redaction) != sheet.fields:
            yield sheet


def without_names(fields: dict[str, str], redaction: Redaction) -> dict[str, str]:
    """A box that is empty on the new side of an alteration says that the old name stays."""
    kept = dict(fields)
    for row in {".".join(name.split(".")[:2]) for name in fields if name.startswith(ROW)}:
        for side in ("", "old_", "new_"):
            boxes = (f"{row}.{side}{FIRST}", f"{row}.{side}{LAST}")
            given, family = (fields.get(box) or fields.get(box.replace("new_", "old_"), "") for box in boxes)
            if (given, family) in redaction.identity.names:
                kept |= {box: word for box, word in zip(boxes, PLAYER.split(), strict=True) if fields.get(box)}
    return kept
