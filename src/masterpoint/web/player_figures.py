"""A record in figures: best results, clubs and partners."""

from __future__ import annotations

from datetime import date
from math import floor
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from masterpoint.centre.filing import player_figures
from masterpoint.centre.records import queries as records
from masterpoint.centre.registry import queries as registry
from masterpoint.core.exact import Exact, shown
from masterpoint.web.charts import Bar, bars
from masterpoint.web.common import user_of
from masterpoint.web.public import shown_person

MOST = 10
BESIDE_A_BAR = 20


class Share(NamedTuple):
    """What an organiser or a partner brought: together as the book counts it, and colour by colour."""

    name: str
    number: str
    together: Exact
    sums: dict[str, int]
    evenings: int = 0


def figures(request: HttpRequest, code: str, number: str) -> HttpResponse:
    person = shown_person(request, code, number)
    if person.merged_into_id is not None:
        return redirect("player-figures", code=code, number=registry.survivor(person).number)
    ladder = records.edition_of(person.federation, date.today()).ranks
    lines = player_figures.best_lines(person, MOST)
    lines.sort(key=lambda line: (-records.total_of(ladder, {line.colour: line.hundredths}), -line.hundredths, line.day))
    organisers = [
        Share(row.name, row.number, records.total_of(ladder, row.sums), row.sums)
        for row in player_figures.from_organisers(person)
    ]
    organisers.sort(key=lambda share: (-share.together, share.name))
    partners = [
        Share(row.partner.name, row.partner.number, records.total_of(ladder, row.sums), row.sums, row.evenings)
        for row in player_figures.with_partners(person, user_of(request))[:MOST]
    ]
    context = {
        "federation": person.federation,
        "person": person,
        "best": lines[:MOST],
        "organisers": organisers[:MOST],
        "partners": partners,
        "evenings": player_figures.EVENINGS,
        "organisers_chart": _chart(organisers[:MOST], "Where the points come from"),
    }
    return render(request, "masterpoint/player_figures.html", context)


def _short(name: str) -> str:
    """As much of a name as stands beside a bar."""
    return name if len(name) <= BESIDE_A_BAR else f"{name[: BESIDE_A_BAR - 1].rstrip()}…"


def _chart(shares: list[Share], title: str) -> str:
    rows = [Bar(_short(share.name), floor(share.together * 100), shown(share.together)) for share in shares]
    return bars(rows, title)
