"""Figures, names and fixes on pages."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from django import template
from django.http import HttpRequest
from django.template.defaultfilters import capfirst
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timesince import timesince

from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.translation.texts import in_language
from masterpoint.core.errors import Problem
from masterpoint.core.event_paths import path_of
from masterpoint.core.exact import DECIMALS_SHOWN, exact, figure_text, group_thousands, grouped_text, in_decimals, tidy
from masterpoint.schemes import FEDERATIONS
from masterpoint.web import wording
from masterpoint.web.event_form import PREFIX
from masterpoint.web.wording import directions, fix_of, plain_sentence

register = template.Library()
SIMPLE_DENOMINATOR = 100


@register.filter
def ago(moment: datetime, now: datetime | None = None) -> str:
    """How long ago something was: `just now`, `3 days ago`."""
    now = now or timezone.now()
    if now - moment < timedelta(minutes=1):
        return "just now"
    return f"{timesince(moment, now, depth=1)} ago"


@register.filter
def points(hundredths: int) -> str:
    """Ledger hundredths as points: 1800 as 18, 75 as 0.75, 212900 as 2,129."""
    return grouped_text(tidy(Fraction(hundredths, 100)))


@register.filter
def figure(value: Any) -> str:
    """An exact figure, or the text of one."""
    return group_thousands(
        figure_text(exact(value))
        if isinstance(value, str) and value.removeprefix("-").replace("/", "").replace(".", "").isdigit()
        else (value if isinstance(value, str) else figure_text(value))
    )


@register.filter
def step_value(value: str) -> str:
    """The value of a step as its sentence writes it: 81/160 as 0.50625. A simple fraction without end stays: 1/3."""
    if "/" not in value:
        return value
    number = Fraction(value)
    is_simple = number.denominator < SIMPLE_DENOMINATOR and not in_decimals(abs(number), DECIMALS_SHOWN)
    return value if is_simple else figure_text(number)


@register.filter
def season(year: int, federation: Federation) -> str:
    """A season of a federation, by the year in which it begins: 2026, or 2026/27."""
    return FEDERATIONS[federation.scheme].season.name(year)


register.filter("fix", fix_of)
register.filter("plainly", plain_sentence)
register.filter("directions", directions)


@register.filter
def location(problem: Problem) -> str:
    """Line, people and place of a problem, for people. The name of a file is not changed."""
    text = wording.location_of(problem)
    return text if "." in text.split(",")[0].split(":")[0] else str(capfirst(text))


@register.filter
def field_in(problem: Problem, request: HttpRequest) -> str:
    """The field of the submitted form that a problem is about, by its place: "family" for "family name"."""
    place, data = problem.place, request.POST or request.GET
    names = (place, place.replace(" ", "_"), *place.split()[:1])
    return next((name for name in names if name in data), "") or _event_field(place, data)


def _event_field(place: str, names_sent: Iterable[str]) -> str:
    """In the form of an event: the field itself, or the first field of the part that the problem is about.

    Contestants without names are entered by their places only, in one field.
    """
    names, path = list(names_sent), path_of(place)
    while path:
        prefix = PREFIX + ".".join(map(str, path))
        inner_names = (name for name in names if f"{name}.".startswith(f"{prefix}."))
        match = next((name for name in names if name == f"{prefix}.places"), "") or next(inner_names, "")
        if match:
            return match
        path = path[:-1]
    return ""


@register.filter
def is_sentence(message: str) -> bool:
    """Whether a message needs no place before it and no value after it."""
    return message.endswith((".", "?"))


@register.filter
def sentence(text: str) -> str:
    """Text that ends with exactly one full stop."""
    return f"{text.rstrip(' .')}."


@register.filter
def with_code(text: str) -> SafeString:
    """Text in the reader's language, in which what stands in backticks is code: "Run `masterpoint nightly`"."""
    pieces = str(in_language(text)).split("`")
    return mark_safe(
        "".join(format_html("<code>{}</code>" if number % 2 else "{}", piece) for number, piece in enumerate(pieces))
    )


@register.simple_tag(takes_context=True)
def name(context: dict[str, Any], person: Person) -> str:
    """A person's name as this reader may see it."""
    request = context.get("request")
    return str(in_language(access.shown_name(getattr(request, "user", None), person), is_name=True))
