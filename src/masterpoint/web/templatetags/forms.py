"""Form fields with labels, in one line of a template."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.inclusion_tag("masterpoint/field.html")
def field(name: str, label: str, value: Any = "", **options: Any) -> dict[str, Any]:
    """A labelled box. The options are `type`, `help`, `required`, `numeric`, `minlength`, `maxlength` and `fills`."""
    return {"name": name, "label": label, "value": "" if value is None else value, "type": "text", "id": name} | options


@register.inclusion_tag("masterpoint/choice.html")
def choice(name: str, label: str, options: Mapping[str, str], selected: Any = "", **attributes: Any) -> dict[str, Any]:
    """A labelled list to choose from."""
    return {"name": name, "label": label, "options": options, "selected": str(selected), "id": name} | attributes
