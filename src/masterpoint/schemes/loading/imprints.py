"""`edition.toml`: the first page of an edition, and the editions it is based on."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime

import msgspec

from masterpoint.core.typed_data import convert
from masterpoint.schemes.loading.folders import Folder

FILE = "edition.toml"
KEYS = ("title", "in_force_from", "based_on")


class Imprint(msgspec.Struct, frozen=True):
    """The first page of an edition."""

    title: str
    in_force_from: date
    based_on: str = ""


def imprint(folder: Folder) -> Imprint | None:
    """The first page; `None` if it cannot be read."""
    if not folder.has(FILE):
        folder.refuse(FILE, "", "this file is missing", "add it, with `title` and `in_force_from`")
        return None
    data = folder.toml(FILE)
    if data is None:
        return None
    problem_count = len(folder.problems)
    for key in data:
        if key not in KEYS:
            folder.refuse(f"{FILE}, {key}", data[key], "there is no such key", f"keys it may have: {', '.join(KEYS)}")
    title, first_day, based_on = (data.get(key) for key in KEYS)
    if not isinstance(title, str) or not title.strip():
        message = "an edition needs a title, as text"
        folder.refuse(f"{FILE}, title", "" if title is None else title, message, 'write title = "…" with its name')
    if not isinstance(first_day, date) or isinstance(first_day, datetime):
        message = "an edition needs its first day, as a date"
        value = "" if first_day is None else first_day
        folder.refuse(f"{FILE}, in_force_from", value, message, "write in_force_from = 2027-08-01, without quotes")
    if based_on is not None and not isinstance(based_on, str):
        folder.refuse(f"{FILE}, based_on", based_on, "this is not text", "write the name of a folder between quotes")
    if len(folder.problems) > problem_count:
        return None
    return convert(data, Imprint)


def ancestries(folders: Mapping[str, Folder], imprints: Mapping[str, Imprint | None]) -> dict[str, list[str]]:
    """Each edition, earliest first, with those it is based on, oldest first.

    Editions that cannot be put in order are left out, and their folders report why.
    """
    valid_imprints = {name: imprint for name, imprint in imprints.items() if imprint is not None}
    by_day: dict[date, str] = {}
    by_title: dict[str, str] = {}
    ancestries = {}
    for name in sorted(valid_imprints, key=lambda name: (valid_imprints[name].in_force_from, name)):
        day, title = valid_imprints[name].in_force_from, valid_imprints[name].title
        if title in by_title:
            fix = "give each edition a title of its own: awards name their edition by it"
            folders[name].refuse(f"{FILE}, title", title, f"{by_title[title]} has this title too", fix)
        by_title.setdefault(title, name)
        if day in by_day:
            message = f"{by_day[day]} begins on the same day"
            folders[name].refuse(f"{FILE}, in_force_from", day, message, "give each edition a first day of its own")
        by_day.setdefault(day, name)
        names = _ancestry(name, valid_imprints, folders)
        if names:
            ancestries[name] = names
    return ancestries


def _ancestry(name: str, valid_imprints: Mapping[str, Imprint], folders: Mapping[str, Folder]) -> list[str]:
    names = [name]
    while base := valid_imprints[names[0]].based_on:
        if base in names:
            if base == name:  # otherwise the editions in the circle report it
                circle = " → ".join([*reversed(names), name])
                fix = "let one of them be based on an edition outside the circle, or on none"
                folders[name].refuse(
                    f"{FILE}, based_on", base, f"these editions are based on each other: {circle}", fix
                )
            return []
        if base not in valid_imprints:
            if base not in folders:
                others = ", ".join(other for other in valid_imprints if other != name)
                fix = f"write one of: {others}" if others else "leave `based_on` out: there is no other edition"
                folders[names[0]].refuse(f"{FILE}, based_on", base, "there is no edition with this name", fix)
            return []
        names.insert(0, base)
    return names
