"""Form fields with labels, in one line of a template."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.inclusion_tag("masterpoint/field.html")
def field(
    name: str,
    label: str,
    value: Any = "",
    *,
    id: str | int = "",
    type: str = "text",
    help: str = "",
    required: bool = False,
    numeric: bool = False,
    minlength: int = 0,
    maxlength: int = 0,
    fills: str = "",
) -> dict[str, Any]:
    """A labelled box. `fills` is what the browser may fill in, such as `email`; the id is usually the name."""
    return {
        "name": name,
        "label": label,
        "value": "" if value is None else value,
        "id": id or name,
        "type": type,
        "help": help,
        "required": required,
        "numeric": numeric,
        "minlength": minlength,
        "maxlength": maxlength,
        "fills": fills,
    }


@register.inclusion_tag("masterpoint/choice.html")
def choice(name: str, label: str, options: Mapping[str, str], selected: Any = "", *, id: str = "") -> dict[str, Any]:
    """A labelled list to choose from. The id is usually the name."""
    selected = "" if selected is None else str(selected)
    return {"name": name, "label": label, "options": options, "selected": selected, "id": id or name}
