"""WBU events for tests, made from plain figures and awarded along the real path."""

from __future__ import annotations

import csv
from datetime import date
from typing import Any

from handbook_cases import printed_tables
from masterpoint import schemes
from masterpoint.core.derivation import Result
from masterpoint.core.exact import Exact
from masterpoint.core.reading import event_from

PRINTED = printed_tables("wbu")
STATUSES = ("club", "district", "area", "regional", "national")
SEATED = {"pairs": 2, "teams": 1, "individual": 4}


def told(form: str, contest: str = "pairs", status: str = "club", **more: Any) -> dict[str, Any]:
    """An event of any status: a licence may quote what does not follow from the organiser (3.6.4)."""
    facts = more.pop("facts", {})
    return {
        "form": form,
        "scheme": "wbu",
        "day": date(2026, 11, 10),
        "organiser": {"level": "club"},
        "contest": contest,
        "grade": status,
        "facts": {"licence": "L1", "special_status": True, **facts},
        **more,
    }


def area_event(form: str, contest: str, **more: Any) -> dict[str, Any]:
    """An event of an Area Association, without a licence."""
    return {
        "form": form,
        "scheme": "wbu",
        "day": date(2026, 3, 14),
        "organiser": {"level": "area"},
        "contest": contest,
        **more,
    }


def awarded(event: dict[str, Any]) -> Result:
    return schemes.award(event_from(event, schemes.FACTS))


def points(event: dict[str, Any], kind: str = "ranking") -> list[Exact]:
    return [award.points for award in awarded(event).awards if award.kind == kind]


def coloured(event: dict[str, Any], colour: str, kind: str = "ranking") -> list[Exact]:
    """The awards of one colour that pay something."""
    return [
        award.points
        for award in awarded(event).awards
        if award.colour == colour and award.kind == kind and award.points
    ]


def paid(event: dict[str, Any]) -> list[Exact]:
    """The ranking awards that pay something."""
    return [figure for figure in points(event) if figure]


def places(count: int) -> str:
    return " ".join(str(place) for place in range(1, count + 1))


def field(contest: str, tables: int, *, listed: int | None = None) -> list[dict[str, Any]]:
    """One list of a whole field."""
    size = tables * SEATED[contest]
    return [{"places": places(size if listed is None else min(size, listed)), "size": size}]


def two_winners(tables: int, contest: str = "pairs") -> list[dict[str, Any]]:
    directions = ("NS", "EW") if contest == "pairs" else ("N", "S", "E", "W")
    return [{"direction": direction, "places": places(tables)} for direction in directions]


def rows(name: str) -> list[dict[str, str]]:
    with (PRINTED / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def counts(cell: str) -> range:
    """The table numbers a printed cell stands for: `27-28`, `16` or none."""
    if not cell:
        return range(0)
    first, _, last = cell.partition("-")
    return range(int(first), int(last or first) + 1)


def read_down(table: list[dict[str, str]], row: int, column: str) -> list[int]:
    """4.1.5: from the row, or the next figure above where it is blank, down to the lowest."""
    start = next((index for index in range(row, -1, -1) if table[index][column]), None)
    if start is None:
        return []
    return [int(line[column].rstrip("*")) for line in table[start:] if line[column]]
