"""A record in figures: best results, clubs and partners."""

from __future__ import annotations

from datetime import date
from math import floor

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from masterpoint.centre.filing import player_figures
from masterpoint.centre.records import queries as records
from masterpoint.centre.registry import queries as registry
from masterpoint.core.exact import grouped_text
from masterpoint.web.charts import Bar, bars
from masterpoint.web.common import day_of, user_of
from masterpoint.web.public import shown_person
from masterpoint.web.record_figures import Share, best_of, partners_of

ROWS_SHOWN = 10


def figures(request: HttpRequest, code: str, number: str) -> HttpResponse:
    person = shown_person(request, code, number)
    if person.merged_into_id is not None:
        return redirect("player-figures", code=code, number=registry.survivor(person).number)
    as_at = day_of(request.GET.get("as_at", ""))
    ladder = records.edition_of(person.federation, as_at or date.today()).ranks
    organisers = [
        Share(row.name, row.number, records.total_of(ladder, row.sums), row.sums)
        for row in player_figures.from_organisers(person, as_at)
    ]
    organisers.sort(key=lambda share: (-share.total, share.name))
    context = {
        "federation": person.federation,
        "person": person,
        "as_at": as_at,
        "best": best_of(person, ladder, ROWS_SHOWN, as_at),
        "organisers": organisers[:ROWS_SHOWN],
        "partners": partners_of(person, ladder, user_of(request), ROWS_SHOWN, as_at=as_at),
        "evenings": player_figures.EVENINGS,
        "organisers_chart": _chart(organisers[:ROWS_SHOWN], "Where the points come from"),
    }
    return render(request, "masterpoint/player_figures.html", context)


def _chart(shares: list[Share], title: str) -> str:
    rows = [Bar(share.name, floor(share.total * 100), grouped_text(share.total)) for share in shares]
    return bars(rows, title)
