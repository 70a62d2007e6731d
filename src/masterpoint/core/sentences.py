"""Sentences as templates with named values: put together only when somebody reads them, and ready for translation."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec

from masterpoint.core.exact import Surd, figure_text, grouped_text
from masterpoint.core.plurals import agreeing


class Sentence(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """`place {place} of {places}`, and the values that go in it."""

    template: str
    values: tuple[tuple[str, object], ...]

    def __str__(self) -> str:
        return _compose(self)


@lru_cache(maxsize=8192)
def _compose(sentence: Sentence) -> str:
    return agreeing(sentence.template.format_map({name: _render(value) for name, value in sentence.values}))


Message = str | Sentence
"""Text for a reader; a plain string is a sentence without values."""


def sentence(template: str, **values: object) -> Sentence:
    """A sentence that is put together when it is shown; exact numbers are written as people write them.

    Write counted nouns in the plural, `{boards} boards are`: they agree with the count, `1 board is`.
    """
    return Sentence(template, tuple(values.items()))


def _render(value: object) -> object:
    """Numbers get thousands separators; pass a number that is only a name, such as a year, as text."""
    if isinstance(value, int):
        return f"{value:,}" if value >= 1_000 else value
    if isinstance(value, str):
        return value
    return grouped_text(value) if isinstance(value, Fraction | Surd) else str(value)


def join_words(words: Sequence[str]) -> str:
    """`a, b and c`."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def join_alternatives(words: Sequence[str]) -> str:
    """`a, b or c`; separate from `join_words`, because translators need it as a sentence of its own."""
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else "".join(words)


FRACTION_WORDS = {
    Fraction(1, 2): "half",
    Fraction(1, 3): "a third",
    Fraction(2, 3): "two thirds",
    Fraction(1, 4): "a quarter",
    Fraction(3, 4): "three quarters",
    Fraction(1, 5): "a fifth",
    Fraction(3, 5): "three fifths",
    Fraction(1, 6): "a sixth",
    Fraction(1, 8): "an eighth",
    Fraction(1, 10): "a tenth",
}


def part_in_words(part: int | Fraction) -> str:
    """`a third` rather than `0.33…`."""
    return FRACTION_WORDS.get(Fraction(part)) or figure_text(part)
