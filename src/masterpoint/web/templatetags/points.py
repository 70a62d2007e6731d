"""Figures and names as pages show them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django import template

from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Person
from masterpoint.core.exact import exact, shown, tidy

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


@register.simple_tag(takes_context=True)
def name(context: dict[str, Any], person: Person) -> str:
    """A person's name as this reader may see it."""
    request = context.get("request")
    return access.shown_name(getattr(request, "user", None), person)
