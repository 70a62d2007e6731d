"""`rules.py`: functions with which an edition replaces rules, because the words of a clause changed."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Mapping
from importlib import resources
from types import FunctionType, TracebackType
from typing import Any

from masterpoint.core.books import as_written, is_rule
from masterpoint.schemes.loading.folders import Folder

FILE, NAME = "rules.py", "RULES"
Replacements = dict[Callable[..., Any], Callable[..., Any]]


def replacements(folder: Folder) -> Replacements:
    """`RULES` of one folder: the function that replaces each rule."""
    if not folder.has(FILE):
        return {}
    namespace = _run(folder)
    if namespace is None:
        return {}
    if not isinstance(namespace.get(NAME), Mapping):
        fix = f"end it with {NAME} = {{module.rule: own_function}}"
        value = namespace.get(NAME, "")
        folder.refuse(f"{FILE}, {NAME}", value, "it does not say which rules it replaces", fix)
        return {}
    rules = namespace[NAME]
    return {rule: function for rule, function in rules.items() if _may_replace(folder, rule, function)}


def _run(folder: Folder) -> dict[str, Any] | None:
    with resources.as_file(folder.files.joinpath(FILE)) as path:
        try:
            return runpy.run_path(str(path))
        except Exception as error:  # a program of somebody else may fail in any way
            line = (error.lineno if isinstance(error, SyntaxError) else _line(error.__traceback__, str(path))) or 1
            message = f"this does not run: {error} ({type(error).__name__})"
            text = (folder.text(FILE) or "").splitlines()
            value = text[line - 1].strip() if line <= len(text) else ""
            folder.refuse(f"{FILE}, line {line}", value, message, "correct the program there")
            return None


def _line(trace: TracebackType | None, path: str) -> int:
    """The last line of the file that was run."""
    line = 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _may_replace(folder: Folder, rule: Any, function: Any) -> bool:
    """Whether this is a rule, and the function can be called with the same arguments."""
    name = getattr(rule, "__name__", repr(rule))
    if not is_rule(rule):
        fix = "replace a function that is marked @rule, or mark this one"
        folder.refuse(f"{FILE}, {NAME}", name, "only a rule can be replaced, and this is not one", fix)
        return False
    if not isinstance(function, FunctionType):
        fix = f"give a function with the arguments of {name}"
        folder.refuse(f"{FILE}, {NAME}, {name}", function, "this is not a function", fix)
        return False
    expected, offered = _arguments(as_written(rule)), _arguments(function)
    if expected != offered:
        message = f"its arguments are not those of {name}"
        folder.refuse(f"{FILE}, {NAME}, {name}", ", ".join(offered), message, f"let it take {', '.join(expected)}")
        return False
    return True


def _arguments(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of a function's arguments."""
    code = function.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
