"""The handbooks as pages: clauses with what the program does, scales as tables, and readings."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from masterpoint import schemes
from masterpoint.core.derivation import Clause
from masterpoint.core.editions import Edition
from masterpoint.core.errors import NotReadable
from masterpoint.schemes.differences import Differences, differences
from masterpoint.web.printed_tables import scales_with_sources

TREATMENTS = {
    "computed": "works it out",
    "checked": "checks it",
    "recorded": "keeps it on record",
    "left to people": "leaves it to people",
}


MAX_SHOWN = {"most_cells": 30, "most_effects": 8, "most_rows": 5}
"""The maximum numbers on the page of changes. The page with all of them has the rest."""


class ShownClause(NamedTuple):
    number: str
    gist: str
    does: str
    readings: list[str]
    recorded_by: tuple[str, ...]


class Chapter(NamedTuple):
    title: str
    clauses: list[ShownClause]


def books(request: HttpRequest) -> HttpResponse:
    editions = [
        (edition, last_day_of(edition))
        for federation in schemes.FEDERATIONS.values()
        for edition in federation.editions
    ]
    return render(request, "masterpoint/books.html", {"editions": editions})


def last_day_of(edition: Edition) -> date | None:
    """The day before the next edition comes into force; None if there is no next edition."""
    later_days = [
        other.in_force_from
        for other in schemes.FEDERATIONS[edition.scheme].editions
        if other.in_force_from > edition.in_force_from
    ]
    return min(later_days) - timedelta(days=1) if later_days else None


def book(request: HttpRequest, scheme: str, edition: str = "") -> HttpResponse:
    """Every clause of an edition, or those that match a number, a word or a treatment."""
    shown_edition = edition_or_404(scheme, edition)
    text = request.GET.get("q", "").strip()[:80]
    treatment = request.GET.get("done", "")
    chapters = list(_chapters(shown_edition, text, treatment))
    context = {
        "edition": shown_edition,
        "others": [other for other in schemes.FEDERATIONS[scheme].editions if other is not shown_edition],
        "today": date.today(),
        "last_day": last_day_of(shown_edition),
        "chapters": chapters,
        "count": sum(len(chapter.clauses) for chapter in chapters),
        "text": text,
        "example": next(
            (number for number in shown_edition.clauses if number.count(".") > 1), next(iter(shown_edition.clauses))
        ),
        "treatment": treatment,
        "treatments": TREATMENTS,
    }
    return render(request, "masterpoint/book.html", context)


def _chapters(edition: Edition, text: str, treatment: str) -> Iterator[Chapter]:
    for title, clauses in edition.book.chapters.items():
        shown = [
            ShownClause(
                clause.number,
                clause.gist,
                TREATMENTS.get(clause.treatment, ""),
                _readings(edition, clause),
                clause.recorded_by,
            )
            for clause in clauses
            if _matches(clause, text.casefold()) and treatment in ("", clause.treatment)
        ]
        if shown:
            yield Chapter(title, shown)


def _matches(clause: Clause, text: str) -> bool:
    return not text or clause.number.casefold().startswith(text) or text in clause.gist.casefold()


def _readings(edition: Edition, clause: Clause) -> list[str]:
    """The readings that are about this clause."""
    return [reading.id for reading in edition.readings if clause.number in reading.where.replace(",", " ").split()]


def readings(request: HttpRequest, scheme: str, edition: str = "") -> HttpResponse:
    return render(request, "masterpoint/readings.html", {"edition": edition_or_404(scheme, edition)})


def scales(request: HttpRequest, scheme: str, edition: str = "") -> HttpResponse:
    """The tables of the book, as printed."""
    shown_edition = edition_or_404(scheme, edition)
    return render(
        request, "masterpoint/scales.html", {"edition": shown_edition, "scales": scales_with_sources(shown_edition)}
    )


def changes(request: HttpRequest, scheme: str, earlier: str, later: str) -> HttpResponse:
    """The changes from one edition to another, and their effect on standard events. With `all`, nothing is left out."""
    first, second = edition_or_404(scheme, earlier), edition_or_404(scheme, later)
    context: dict[str, Any] = {"earlier": first, "later": second, "shows_all": "all" in request.GET, **MAX_SHOWN}
    context["problems"] = ()
    try:
        context["differences"] = _differences(first, second)
    except NotReadable as error:
        context["problems"] = error.problems
    return render(request, "masterpoint/changes.html", context)


@lru_cache(maxsize=32)
def _differences(earlier: Edition, later: Edition) -> Differences:
    """The differences between two editions.

    They never change, and finding them means judging every standard event by both.
    """
    return differences(schemes.FEDERATIONS[earlier.scheme], earlier, later)


def edition_on_or_404(scheme: str, day: date) -> Edition:
    """The edition in force on a day; for a day before all editions, the first one."""
    if scheme not in schemes.FEDERATIONS:
        raise Http404
    return schemes.edition_or_first(scheme, day)


def edition_or_404(scheme: str, name: str = "") -> Edition:
    """An edition by its name; without a name, today's edition."""
    if scheme not in schemes.FEDERATIONS:
        raise Http404
    if not name:
        return schemes.edition_or_first(scheme, date.today())
    for edition in schemes.FEDERATIONS[scheme].editions:
        if edition.name == name:
            return edition
    raise Http404
