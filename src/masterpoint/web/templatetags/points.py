"""Figures, names and fixes as pages show them."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from django import template
from django.http import HttpRequest
from django.template.defaultfilters import capfirst

from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Person
from masterpoint.centre.translation.texts import in_language
from masterpoint.core.errors import Problem
from masterpoint.core.exact import exact, shown, tidy
from masterpoint.web import field_words
from masterpoint.web.words import fix_of

register = template.Library()


@register.filter
def points(hundredths: int) -> str:
    """Ledger hundredths as points: 1800 as 18, 75 as 0.75."""
    return shown(tidy(Fraction(hundredths, 100)))


@register.filter
def figure(value: Any) -> str:
    """An exact figure, or the text of one."""
    return (
        shown(exact(value))
        if isinstance(value, str) and value.replace("/", "").replace(".", "").isdigit()
        else (value if isinstance(value, str) else shown(value))
    )


register.filter("fix", fix_of)


@register.filter
def in_words(place: str) -> str:
    """Where something is wrong, for people: `lists[0].entries[2].place` as `ranking 1, contestant 3, place`."""
    if re.match(r"\w+", place) is None or not field_words.known(re.split(r"[.\[]", place)[0]):
        return place
    steps = re.sub(r"\[(\d+)\]", lambda match: f" {int(match.group(1)) + 1}", place).split(".")
    return ", ".join(re.sub(r"^\w+", lambda match: field_words.title(match.group()).lower(), step) for step in steps)


@register.filter
def where(problem: Problem) -> str:
    """Line, people and place of a problem, for people; the name of a file stays as it is written."""
    text = problem.where(in_words(problem.place))
    return text if "." in text.split(",")[0].split(":")[0] else str(capfirst(text))


@register.filter
def field_in(problem: Problem, request: HttpRequest) -> str:
    """The field of the form sent that a problem is about: that of its place, "family" for "family name"."""
    place, sent = problem.place, request.POST or request.GET
    return next((name for name in (place, place.replace(" ", "_"), *place.split()[:1]) if name in sent), "")


@register.filter
def is_sentence(message: str) -> bool:
    """It needs no place before it and no value after it."""
    return message.endswith((".", "?"))


@register.filter
def sentence(text: str) -> str:
    """Words with one full stop after them."""
    return f"{text.rstrip(' .')}."


@register.simple_tag(takes_context=True)
def name(context: dict[str, Any], person: Person) -> str:
    """A person's name as this reader may see it."""
    request = context.get("request")
    return str(in_language(access.shown_name(getattr(request, "user", None), person), is_name=True))
