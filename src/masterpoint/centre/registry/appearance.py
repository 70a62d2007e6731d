"""A federation's own face: its name, and the mark and colour of its pages and papers."""

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

MOST_BYTES = 20_000
SMALLEST, LARGEST = 32, 512
"""Pixels of a mark, either way."""


CHANGED = "name, mark or colour"
"""What the change log calls it."""


class NotShown(MasterpointError):
    """A federation cannot look like this."""


class Appearance(NamedTuple):
    """What a federation chose; the mark is a PNG picture, or nothing."""

    name: str
    colour: str
    mark: bytes


def appearance_of(federation: Federation) -> Appearance:
    return Appearance(federation.name, federation.colour, mark_of(federation))


def mark_of(federation: Federation) -> bytes:
    """The picture the federation has now; nothing, where it is not the one that was set."""
    mark = Mark.objects.filter(federation=federation, digest=federation.mark).first() if federation.mark else None
    data = bytes(mark.data) if mark is not None else b""
    return data if data and _digest(data) == federation.mark else b""


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def checked(wanted: Appearance) -> Appearance:
    """As it would be kept, or everything that is wrong with it at once."""
    problems: list[Problem] = []
    name = " ".join(wanted.name.replace("\0", "").split())
    if not 2 <= len(name) <= 120:
        problems.append(Problem("name", name[:40], "a name has 2 to 120 letters", "write the federation's name"))
    colour = _checked_colour(wanted.colour, problems)
    mark = _checked_mark(wanted.mark, problems)
    if problems:
        raise NotShown(problems)
    return Appearance(name, colour, mark)


def _checked_colour(text: str, problems: list[Problem]) -> str:
    if not text.strip():
        return ""
    colour = colours.normal(text)
    if colour is None:
        message = "this is not a colour in six digits"
        problems.append(Problem("colour", text[:20], message, "write it like #0b4f6c, or leave it empty"))
        return ""
    weakest = colours.weakest(colour, colours.LIGHT_GROUNDS)
    if weakest < colours.ENOUGH:
        message = (
            f"text in this colour cannot be read: its contrast is {weakest:.1f} to 1, and {colours.ENOUGH} is needed"
        )
        fix = f"the nearest colour that can be read is {colours.nearest_dark_enough(colour)}"
        problems.append(Problem("colour", colour, message, fix))
    return colour


def _checked_mark(data: bytes, problems: list[Problem]) -> bytes:
    if not data:
        return b""
    fix = f"save it as a PNG picture of {SMALLEST} to {LARGEST} pixels and at most {MOST_BYTES // 1000} kB"
    if b"<svg" in data[:1000].lower():
        message = "this is an SVG drawing, which can hold programs"
        problems.append(Problem("mark", "", message, fix))
        return b""
    try:
        mark = png.cleaned(data, smallest=SMALLEST, largest=LARGEST)
    except png.NotAPicture as error:
        problems.append(Problem("mark", "", str(error), fix))
        return b""
    if len(mark) > MOST_BYTES:
        problems.append(Problem("mark", f"{len(mark)} bytes", "the picture is too large", fix))
    return mark


@transaction.atomic
def set_appearance(federation: Federation, wanted: Appearance, *, by: User | None) -> Federation:
    """From now on; what it was before stays in the change log, with every mark there was. Twice changes nothing."""
    new = checked(wanted)
    lock(federation)
    federation.refresh_from_db()
    before = (federation.name, federation.colour, federation.mark)
    after = (new.name, new.colour, _digest(new.mark) if new.mark else "")
    if before == after:
        return federation
    if new.mark:
        Mark.objects.get_or_create(federation=federation, digest=after[2], defaults={"data": new.mark})
    federation.name, federation.colour, federation.mark = after
    federation.save(update_fields=["name", "colour", "mark"])
    changed: dict[str, Any] = {
        what: [old, now] for what, old, now in zip(("name", "colour", "mark"), before, after, strict=True) if old != now
    }
    note_act(federation, CHANGED, {"federation": [federation.pk]}, by=by, **changed)
    return federation
