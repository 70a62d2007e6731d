"""A federation's appearance: its name, and the mark and colour of its pages and papers."""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.locking import lock
from masterpoint.centre.registry import colours, png
from masterpoint.centre.registry.audit import note_act
from masterpoint.centre.registry.models import Federation, Mark
from masterpoint.core.errors import MasterpointError, Problem

MAX_BYTES = 20_000
SMALLEST, LARGEST = 32, 512
"""The width and height of a mark, in pixels."""


CHANGE = "name, mark or colour"
"""What the change log calls a change of appearance."""


class NotShown(MasterpointError):
    """The federation cannot have this appearance."""


class Appearance(NamedTuple):
    """The appearance a federation chose; the mark is a PNG picture, or empty."""

    name: str
    colour: str
    mark: bytes


def appearance_of(federation: Federation) -> Appearance:
    return Appearance(federation.name, federation.colour, mark_of(federation))


def mark_of(federation: Federation) -> bytes:
    """The federation's current picture; empty if it is not the one that was set."""
    mark = Mark.objects.filter(federation=federation, digest=federation.mark).first() if federation.mark else None
    data = bytes(mark.data) if mark is not None else b""
    return data if data and _digest(data) == federation.mark else b""


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def clean_appearance(appearance: Appearance) -> Appearance:
    """The appearance as it would be stored; raises everything that is wrong with it."""
    problems: list[Problem] = []
    name = " ".join(appearance.name.replace("\0", "").split())
    if not 2 <= len(name) <= 120:
        problems.append(Problem("name", name[:40], "a name has 2 to 120 letters", "write the federation's name"))
    colour = _cleaned_colour(appearance.colour, problems)
    mark = _cleaned_mark(appearance.mark, problems)
    if problems:
        raise NotShown(problems)
    return Appearance(name, colour, mark)


def _cleaned_colour(text: str, problems: list[Problem]) -> str:
    if not text.strip():
        return ""
    colour = colours.normalise(text)
    if colour is None:
        message = "this is not a colour in six digits"
        problems.append(Problem("colour", text[:20], message, "write it like #0b4f6c, or leave it empty"))
        return ""
    weakest = colours.weakest_contrast(colour, colours.LIGHT_GROUNDS)
    if weakest < colours.MIN_CONTRAST:
        contrast_text = f"its contrast is {weakest:.1f} to 1, and {colours.MIN_CONTRAST} is needed"
        message = f"text in this colour cannot be read: {contrast_text}"
        fix = f"the nearest colour that can be read is {colours.nearest_readable(colour)}"
        problems.append(Problem("colour", colour, message, fix))
    return colour


def _cleaned_mark(data: bytes, problems: list[Problem]) -> bytes:
    if not data:
        return b""
    fix = f"save it as a PNG picture of {SMALLEST} to {LARGEST} pixels and at most {MAX_BYTES // 1000} kB"
    if b"<svg" in data[:1000].lower():
        message = "this is an SVG drawing, which can hold programs"
        problems.append(Problem("mark", "", message, fix))
        return b""
    try:
        mark = png.strip(data, smallest=SMALLEST, largest=LARGEST)
    except png.NotAPicture as error:
        problems.append(Problem("mark", "", str(error), fix))
        return b""
    if len(mark) > MAX_BYTES:
        problems.append(Problem("mark", f"{len(mark)} bytes", "the picture is too large", fix))
    return mark


@transaction.atomic
def set_appearance(federation: Federation, appearance: Appearance, *, by: User | None) -> Federation:
    """Set the appearance. The change log keeps earlier ones with their marks. Doing it twice changes nothing."""
    new = clean_appearance(appearance)
    lock(federation)
    federation.refresh_from_db()
    old_values = (federation.name, federation.colour, federation.mark)
    new_values = (new.name, new.colour, _digest(new.mark) if new.mark else "")
    if old_values == new_values:
        return federation
    if new.mark:
        Mark.objects.get_or_create(federation=federation, digest=new_values[2], defaults={"data": new.mark})
    federation.name, federation.colour, federation.mark = new_values
    federation.save(update_fields=["name", "colour", "mark"])
    changes: dict[str, Any] = {
        field: [old_value, new_value]
        for field, old_value, new_value in zip(("name", "colour", "mark"), old_values, new_values, strict=True)
        if old_value != new_value
    }
    note_act(federation, CHANGE, {"federation": [federation.pk]}, by=by, **changes)
    return federation
