"""The handbooks as pages: clauses with what the program does, scales as tables, readings."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from masterpoint import schemes
from masterpoint.core.derivation import Clause
from masterpoint.core.editions import Edition
from masterpoint.web.printed import printed_scales

TREATMENTS = {
    "computed": "works it out",
    "checked": "checks it",
    "recorded": "keeps it on record",
    "left to people": "leaves it to people",
}


class ShownClause(NamedTuple):
    number: str
    gist: str
    does: str
    readings: list[str]


class Chapter(NamedTuple):
    title: str
    clauses: list[ShownClause]


def books(request: HttpRequest) -> HttpResponse:
    editions = [edition for federation in schemes.FEDERATIONS.values() for edition in federation.editions]
    return render(request, "masterpoint/books.html", {"editions": editions})


def book(request: HttpRequest, scheme: str) -> HttpResponse:
    """Every clause, or those with a number, a word or a treatment that is looked for."""
    edition = edition_or_404(scheme)
    text = request.GET.get("q", "").replace("\0", "").strip()[:80]
    treatment = request.GET.get("done", "")
    chapters = list(_chapters(edition, text, treatment))
    context = {
        "edition": edition,
        "chapters": chapters,
        "found": sum(len(chapter.clauses) for chapter in chapters),
        "text": text,
        "example": next((number for number in edition.clauses if number.count(".") > 1), next(iter(edition.clauses))),
        "treatment": treatment,
        "treatments": TREATMENTS,
    }
    return render(request, "masterpoint/book.html", context)


def _chapters(edition: Edition, text: str, treatment: str) -> Iterator[Chapter]:
    for title, clauses in edition.book.chapters.items():
        shown = [
            ShownClause(clause.number, clause.gist, TREATMENTS.get(clause.treatment, ""), _readings(edition, clause))
            for clause in clauses
            if _looked_for(clause, text.casefold()) and treatment in ("", clause.treatment)
        ]
        if shown:
            yield Chapter(title, shown)


def _looked_for(clause: Clause, text: str) -> bool:
    return not text or clause.number.casefold().startswith(text) or text in clause.gist.casefold()


def _readings(edition: Edition, clause: Clause) -> list[str]:
    """The readings that name the clause as the place they are about."""
    return [one.id for one in edition.readings if clause.number in one.where.replace(",", " ").split()]


def readings(request: HttpRequest, scheme: str) -> HttpResponse:
    return render(request, "masterpoint/readings.html", {"edition": edition_or_404(scheme)})


def scales(request: HttpRequest, scheme: str) -> HttpResponse:
    """The tables the book prints, as printed."""
    edition = edition_or_404(scheme)
    return render(request, "masterpoint/scales.html", {"edition": edition, "scales": printed_scales(edition)})


def edition_or_404(scheme: str) -> Edition:
    if scheme not in schemes.FEDERATIONS:
        raise Http404
    return schemes.edition_for(scheme, date.today())
