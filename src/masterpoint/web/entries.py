"""Check an entry list: paste names or numbers; see rank, grade and points as at a day, and who may enter."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from masterpoint.centre.accounts.models import User
from masterpoint.centre.records import eligibility, entrants
from masterpoint.centre.records import queries as records
from masterpoint.centre.records.entrants import Entrant
from masterpoint.centre.records.grades import grade_names, has_grades
from masterpoint.centre.records.leaderboards import ranks_of
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Federation
from masterpoint.core.errors import NotReadable
from masterpoint.core.serialisation import exact_text
from masterpoint.formats.text import csv_text
from masterpoint.web.common import day_of, user_of

LINES_SHOWN = 200
EVERYBODY = {"": "everybody"}


def entry_list(request: HttpRequest, code: str) -> HttpResponse:
    """Nothing is stored. The form uses POST only because a long list does not fit into an address."""
    federation = get_object_or_404(Federation, code=code)
    text = request.POST.get("list", "")[:20_000]
    day = day_of(request.POST.get("day", "")) or date.today()
    lines = [line.strip()[:120] for line in text.splitlines() if line.strip()]
    context: dict[str, Any] = {
        "federation": federation,
        "text": text,
        "day": day,
        "fields": request.POST,
        "grades": EVERYBODY | {grade: f"{grade} or lower" for grade in grade_names(federation.scheme)[:-1]},
        "has_grades": has_grades(federation.scheme),
        "ranks": EVERYBODY | {rank: rank for rank in ranks_of(federation, day)},
        "left_out": max(0, len(lines) - LINES_SHOWN),
        "max_lines": LINES_SHOWN,
        "problems": (),
        "rule": None,
        "rows": [],
    }
    try:
        rule = eligibility.rule_from(federation, request.POST, day)
    except NotReadable as error:
        return render(request, "masterpoint/entry_list.html", context | {"problems": error.problems})
    user = user_of(request)
    rows = entrants.look_up(user, federation, lines[:LINES_SHOWN], day, rule)
    if "csv" in request.POST:
        return _as_csv(user, federation, rows, day)
    row_texts = [(row, records.points(row.holding), message(row)) for row in rows]
    counts = {"rule": None if rule.is_open else rule, "barred_count": sum(bool(row.ineligible) for row in rows)}
    return render(request, "masterpoint/entry_list.html", context | counts | {"rows": row_texts})


def message(row: Entrant) -> str:
    """Why a line does not identify anybody."""
    if row.code:
        return f"This code stands for {row.code}. It is nobody's number."
    names = [f"{match.person.name} {match.person.number}" for match in row.matches]
    if not names:
        return "Nobody has this name or number."
    if row.matches[0].score < 1 or len(names) == 1:
        return f"No exact match. Did you mean {names[0]}?"
    return f"Several have this name: {', '.join(names)}. Write the number."


def _as_csv(user: User | None, federation: Federation, rows: Sequence[Entrant], day: date) -> HttpResponse:
    """The list as CSV with exact figures."""
    colours = records.edition_of(federation, day).colours
    heading = ["as written", "number", "name", "club", "rank", "grade", "total", *colours, "may enter", "remark"]
    table = [heading, *(_cells(user, row, colours) for row in rows)]
    answer = HttpResponse(csv_text(table), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="entry-list-{federation.code}-{day}.csv"'
    return answer


def _cells(user: User | None, row: Entrant, colours: Sequence[str]) -> list[str]:
    if row.person is None:
        return [row.written, *[""] * (len(colours) + 6), "", message(row)]
    points = records.points(row.holding)
    return [
        row.written,
        row.person.number,
        access.shown_name(user, row.person),
        row.person.home_club.name if row.person.home_club else "",
        row.rank,
        row.grade,
        exact_text(row.total),
        *(exact_text(points.get(colour, 0)) for colour in colours),
        "no" if row.ineligible else "yes",
        "; ".join([*row.ineligible, *row.remarks]),
    ]
