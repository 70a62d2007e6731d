"""A sentence prints the figure of its edition: no function of the rules writes out a figure that it reads."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import masterpoint.schemes
from invented_editions import first_edition_of
from masterpoint.core.sentences import FRACTION_WORDS
from masterpoint.schemes import FEDERATIONS
from masterpoint.schemes.families.words import NUMBERS, more_in_words
from masterpoint.schemes.loading.figures import figures_in

SCHEMES = Path(masterpoint.schemes.__file__).parent
OTHER_MEANINGS = (
    "half-match",
    "half of a win",  # ABF 4.2.3: that is what a half-match is
    "one day and two sessions",
    "one session",
    "only one championship may be eclectic",
    "one is allowed",
    "one-day",
    "one of",
    "one pairs, one teams event",
    "in place of",
    "the one rules out the other",
    "1 day",
    "four best sessions",
    "one or two sessions",
    "two-winner pairs",
    "two major championships",
    "two open, two closed",
    "teams of eight",
    "a quarter",  # Green Points are given in quarters (WBU 1.4.1)
)
"""Parts of sentences that say something else than the figure of the same value."""


def written_out(value: Any) -> Iterator[str]:
    """How a sentence would write a figure out."""
    if isinstance(value, int) and not isinstance(value, bool):
        yield str(value)
        if 0 < value < len(NUMBERS):
            yield NUMBERS[value]
    elif isinstance(value, Fraction) and value in FRACTION_WORDS:
        yield FRACTION_WORDS[value]
        yield f"{FRACTION_WORDS.get(1 - value, '?')} less"
    elif value == Fraction(3, 2):
        yield more_in_words(value)
    elif isinstance(value, tuple) and len(value) > 1 and all(isinstance(part, int) for part in value):
        with suppress(ValueError):
            day = date(2026, *value[:2])
            yield f"{day.day} {day:%B}"


def sentences_in(function: ast.FunctionDef) -> Iterator[str]:
    """Texts of several words in a function, without its docstring."""
    docstring = ast.get_docstring(function, clean=False)
    for node in ast.walk(function):
        value = node.value if isinstance(node, ast.Constant) else None
        if isinstance(value, str) and " " in value and value != docstring:
            yield value


def figures_written_out(scheme: str) -> Iterator[str]:
    """Every sentence of the rules that writes out a figure which its function reads."""
    figures: dict[str, list[Any]] = {}
    for name, figure in figures_in(first_edition_of(scheme).editions[0].book.figures):
        figures.setdefault(name.rpartition(".")[2], []).append(figure.value)
    for file in sorted((SCHEMES / scheme / "rules").rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            names = {node.attr for node in ast.walk(function) if isinstance(node, ast.Attribute)} & figures.keys()
            words = {word for name in names for value in figures[name] for word in written_out(value)}
            for sentence in sentences_in(function):
                plain = re.sub("|".join(map(re.escape, OTHER_MEANINGS)), "", sentence, flags=re.IGNORECASE)
                for word in words:
                    if re.search(rf"(?<![\w.]){re.escape(word)}(?![\w.])", plain, re.IGNORECASE):
                        yield f"{file.name}, {function.name}: {sentence!r} writes out {word}"


@pytest.mark.parametrize("scheme", FEDERATIONS)
def test_no_sentence_writes_a_figure_out(scheme: str) -> None:
    assert list(figures_written_out(scheme)) == []
