"""Clauses and readings as links to the handbook's pages."""

from __future__ import annotations

import re
from datetime import date
from functools import cache

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from masterpoint import schemes
from masterpoint.core.editions import Edition

register = template.Library()


@register.filter
def anchor(number: str) -> str:
    """The anchor of a clause on its book's page."""
    return "clause-" + re.sub(r"[^0-9A-Za-z.]+", "-", number).strip("-")


@cache
def _known_clauses() -> dict[str, tuple[str, str]]:
    """Scheme and number of every clause of every edition, by the text with which steps cite it."""
    return {
        str(clause): (scheme, clause.number)
        for scheme, federation in schemes.FEDERATIONS.items()
        for edition in federation.editions
        for clause in edition.clauses.values()
    }


@register.filter
def clause_link(clause: str, edition: str = "") -> SafeString | str:
    """`EBU 4.1.3` as a link to the clause. `edition` is a title; by default it is today's edition."""
    if clause not in _known_clauses():
        return clause
    scheme, number = _known_clauses()[clause]
    return format_html('<a href="{}#{}">{}</a>', page_of(scheme, edition), anchor(number), clause)


@register.simple_tag(takes_context=True)
def cite(context: template.Context, clause: str, edition: str = "") -> SafeString | str:
    """A clause as a link to its edition, or to the edition that judged the contents of the page."""
    return clause_link(clause, edition or _judging(context))


def _judging(context: template.Context) -> str:
    """The title of the edition that judged the contents of the page, or would judge them; empty if there is none."""
    for name in ("award", "result", "judged"):
        judged = context.get(name)
        title = judged.get("edition") if isinstance(judged, dict) else getattr(judged, "edition", "")
        if title:
            return str(title)
    edition = context.get("edition")
    return edition.title if isinstance(edition, Edition) else ""


def page_of(scheme: str, title: str = "", page: str = "edition", of_today: str = "book") -> str:
    """The page of an edition by its title; without a title, of today's edition."""
    for edition in schemes.FEDERATIONS[scheme].editions:
        if edition.title == title:
            return reverse(page, args=[scheme, edition.name])
    return reverse(of_today, args=[scheme])


@register.simple_tag
def edition_page(scheme: str, title: str) -> str:
    """The address of the edition with this title."""
    return page_of(scheme, title)


@register.simple_tag
def readings_page(scheme: str, title: str) -> str:
    """The address of the readings of the edition with this title."""
    return page_of(scheme, title, "edition-readings", "readings")


@register.simple_tag
def calculator_page(edition: Edition) -> str:
    """The calculator for an edition: for today, or for the first day of an edition not in force."""
    page = reverse("calculate", args=[edition.scheme])
    in_force = schemes.edition_or_first(edition.scheme, date.today())
    return page if edition is in_force else f"{page}?day={edition.in_force_from.isoformat()}"


@register.simple_tag(takes_context=True)
def cite_reading(context: template.Context, reading: str, clause: str) -> SafeString | str:
    """A reading as a link to the register of the edition that judged. The clause beside it determines the book."""
    if clause not in _known_clauses():
        return reading
    page = page_of(_known_clauses()[clause][0], _judging(context), "edition-readings", "readings")
    return format_html('<a href="{}#{}">{}</a>', page, reading, reading)


@register.filter
def with_clauses(text: str, edition: Edition) -> SafeString:
    """Text in which every clause number of the edition is a link."""
    book = reverse("edition", args=[edition.scheme, edition.name])
    words = re.split(r"((?:[A-Z]\.?)?\d[\w.]*(?:\([a-z]\))?)", text)
    return mark_safe(  # every part is escaped by format_html
        "".join(
            format_html('<a href="{}#{}">{}</a>', book, anchor(word), word)
            if word in edition.clauses
            else format_html("{}", word)
            for word in words
        )
    )
