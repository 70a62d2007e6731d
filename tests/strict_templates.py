"""Templates that read what does not exist: Django shows nothing there; in tests, it is noted as a mistake.

Noted are: a name that no view gives, an attribute or a key that does not exist, a method that needs arguments, a
condition that cannot be worked out, and a value that would be shown as `None`. It makes no difference where they are:
in a value, a filter, a condition, a loop or a tag.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cache
from inspect import getclosurevars
from pathlib import Path
from types import FrameType
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.template import base, smartif
from django.template.base import Node, Variable, VariableDoesNotExist
from django.template.context import BaseContext, Context
from django.template.engine import Engine

from template_mistakes import note


class NothingShown(str):
    """The empty text that Django shows in place of what cannot be read. No other empty text is this object."""


NOTHING_SHOWN = NothingShown()
DJANGO: dict[str, Any] = {"lookup": vars(Variable)["_resolve_lookup"], "text": base.render_value_in_context}
"""What Django does by itself."""


def install() -> None:
    """Note mistakes of templates from now on, in this process and in all that are forked from it."""
    variable: Any = Variable
    engine: Any = Engine
    variable._resolve_lookup = _lookup
    engine.string_if_invalid = property(lambda _: NOTHING_SHOWN, lambda *_: None)
    missing_row: Any = ObjectDoesNotExist
    missing_row.silent_variable_failure = False
    base.render_value_in_context = _text
    for operator in smartif.OPERATORS.values():
        function = getclosurevars(operator.eval).nonlocals.get("func")
        if function is not None:
            operator.eval = _evaluation(function)


def _lookup(variable: Any, context: Any) -> Any:
    try:
        value = DJANGO["lookup"](variable, context)
    except VariableDoesNotExist as error:
        name, holder = error.params
        if isinstance(holder, BaseContext):
            _note(f"no view gives “{name}”")
        elif not _is_empty_box(holder, name):
            _note(f"{_kind(holder)} has no “{name}”")
        raise
    except ObjectDoesNotExist:
        return ""  # as Django does: the name is right, and there is no such row
    if value is NOTHING_SHOWN and context.get(variable.lookups[0]) is not value:
        _note(f"“{variable.var}” cannot be read")
    return value


def _text(value: Any, context: Context) -> str:
    if value is None:
        _note("would be shown as “None”")
    text: str = DJANGO["text"](value, context)
    return text


def _evaluation(function: Callable[..., Any]) -> Callable[..., Any]:
    def evaluate(operator: Any, context: Context) -> Any:
        operands = (operator.first,) if operator.second is None else (operator.first, operator.second)
        try:
            return function(context, *operands)
        except Exception as error:
            _note(f"the condition cannot be worked out: {error}")
            return False

    return evaluate


def _is_empty_box(holder: Any, name: str) -> bool:
    """Whether this is the value of a box that nobody has filled in: the template has a box of this name."""
    node = _node(sys._getframe(2))
    return isinstance(holder, Mapping) and node is not None and f'"{name}"' in _source(node.origin.name)


@cache
def _source(path: str) -> str:
    return Path(path).read_text(encoding="utf-8") if Path(path).exists() else ""


def _kind(holder: Any) -> str:
    return "None" if holder is None else f"a value of type {type(holder).__name__}"


def _note(mistake: str) -> None:
    """With the template, the line and the tag. Programs that look a name up without a template are no concern here."""
    node = _node(sys._getframe(2))
    if node is not None:
        note(f"{node.origin.template_name}, line {node.token.lineno}, “{node.token.contents}”: {mistake}")


def _node(frame: FrameType | None) -> Any:
    """The innermost node of a template that is being rendered."""
    while frame is not None:
        node = frame.f_locals.get("self")
        if isinstance(node, Node) and node.token is not None and getattr(node, "origin", None) is not None:
            return node
        frame = frame.f_back
    return None
