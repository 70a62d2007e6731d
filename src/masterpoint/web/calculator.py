"""The calculator: common events by a few fields, and other forms by an example to change."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from masterpoint import schemes
from masterpoint.centre.filing import explaining
from masterpoint.core.editions import Edition
from masterpoint.core.errors import MasterpointError, NotReadable, Problem
from masterpoint.core.levels import organiser_in_words
from masterpoint.core.parsing import event_from, parse
from masterpoint.schemes.examples import example_on
from masterpoint.web import calculating, event_form
from masterpoint.web.books import edition_on_or_404
from masterpoint.web.common import day_of

MAX_EVENT_LENGTH = 200_000
"""The maximum length of an event in the form, in characters. The page that checks files accepts longer ones."""


def calculator(request: HttpRequest) -> HttpResponse:
    editions = [schemes.edition_or_first(scheme, date.today()) for scheme in schemes.FEDERATIONS]
    return render(request, "masterpoint/calculator.html", {"editions": editions})


def calculate(request: HttpRequest, scheme: str) -> HttpResponse:
    """Common events by a few fields in the address, so that an answer can be bookmarked or shared."""
    day = day_of(request.GET.get("day", ""))
    edition = edition_on_or_404(scheme, day or date.today())
    data = calculating.fields_of(scheme, edition, request.GET)
    context = {
        "edition": edition,
        "asked_day": day.isoformat() if day else "",
        "fields": data,
        "kinds": {form: message for form, message in calculating.FORMS.items() if form in edition.forms},
        "kind": calculating.FORMS[data["form"]],
        "contests": calculating.CONTESTS,
        "contestants": calculating.CONTESTS[data["contest"]],
        "organiser": organiser_in_words(data["level"]),
        "levels": {level: level.capitalize() for level in edition.levels},
        "winners": calculating.WINNERS,
        "grade_name": schemes.FEDERATIONS[scheme].evening.grade_name,
        "grades": calculating.grades(edition),
        "examples": _examples(edition),
    }
    return render(request, "masterpoint/calculate.html", context | calculating.answer(scheme, data))


def _examples(edition: Edition) -> dict[str, list[tuple[str, str]]]:
    """The edition's examples by kind of event, each with its address and description."""
    choices: dict[str, list[tuple[str, str]]] = {}
    for name, text in edition.book.examples.items():
        kind = calculating.ALL_FORMS.get(name.partition("-")[0], name)
        choices.setdefault(kind, []).append((name, _title(text)))
    return choices


def _title(example: str) -> str:
    """The description of an example, from its first line."""
    return example.partition("\n")[0].lstrip("# ").strip()


def work_out(request: HttpRequest, scheme: str, form: str) -> HttpResponse:
    """An example as a form to change. Every figure of its awards is explained, by the book of the event's day."""
    day = day_of(request.GET.get("day", ""))
    edition = edition_on_or_404(scheme, day or date.today())
    if form not in edition.book.examples:
        raise Http404
    return render(request, "masterpoint/work_out.html", example_context(request.POST, edition, form, day))


def example_context(fields: Mapping[str, str], edition: Edition, form: str, day: date | None = None) -> dict[str, Any]:
    """The page of an example, with or without submitted fields, by the book of the event's day.

    Without fields, the event is on the requested day, or on a day that the edition judges.
    """
    example = example_on(edition, form, day, date.today())
    edition = _edition_on(fields.get(f"{event_form.PREFIX}day"), edition)
    context: dict[str, Any] = {
        "edition": edition,
        "kind": calculating.ALL_FORMS.get(form.partition("-")[0], form),
        "title": _title(example),
        "text": fields.get("event", example).replace("\r\n", "\n"),
        "all_fields": "everything" in fields,
        "is_text": "event" in fields,
        "problems": (),
        "judged": None,
        "awards": [],
    }
    try:
        raw = _raw_event(fields, edition, example, context["text"])
        edition = context["edition"] = _edition_on(raw.get("day"), edition)
        context["groups"] = event_form.groups_of(
            raw, edition, all_fields=context["all_fields"], extra_fields=fields.keys()
        )
        data = explaining.for_page(schemes.award(event_from(raw, schemes.FACTS)))
    except MasterpointError as error:
        context["problems"] = error.problems
    else:
        context |= {"judged": data, "awards": explaining.awards_for_page(data)}
    if "groups" not in context:
        context["groups"] = event_form.groups_of(parse(example, source="the example"), edition)
    return context


def _edition_on(day: Any, edition: Edition) -> Edition:
    """The edition of the event's day; the given one if the event has no readable day."""
    on = day if isinstance(day, date) else day_of(str(day))
    return schemes.edition_or_first(edition.scheme, on) if on else edition


def _raw_event(fields: Mapping[str, str], edition: Edition, example: str, text: str) -> dict[str, Any]:
    """The event in the fields, with the requested row added or removed, or the event written as text."""
    if "event" in fields or not any(name.startswith(event_form.PREFIX) for name in fields):
        if len(text) > MAX_EVENT_LENGTH:
            raise NotReadable(_too_long(text))
        raw = parse(text, source="the event")
        event_from(raw, schemes.FACTS)
        return raw
    raw = event_form.raw_from(fields, parse(example, source="the example")["form"], edition)
    if "more" in fields:
        raw = event_form.with_new_row(raw, fields["more"])
    if "less" in fields:
        raw = event_form.without_row(raw, fields["less"])
    return raw


def _too_long(text: str) -> Problem:
    message = f"an event written here may have {MAX_EVENT_LENGTH:,} characters"
    return Problem("event", f"{len(text):,} characters", message, "Save it as a file and use Check a file instead.")
