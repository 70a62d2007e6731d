"""Sentences as templates with named values: put together only when somebody reads them, and ready to be translated."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from masterpoint.core.exact import Surd, shown


class Sentence(msgspec.Struct, frozen=True, gc=False):
    """`place {place} of {places}`, and the values that belong in it."""

    template: str
    values: tuple[tuple[str, object], ...]

    def __str__(self) -> str:
        return self.template.format_map({name: _rendered(value) for name, value in self.values})


Message = str | Sentence
"""What is said to a reader; a plain string is a sentence without values."""


def sentence(template: str, **values: object) -> Sentence:
    """A sentence to be put together when it is shown; exact numbers are written as people write them."""
    return Sentence(template, tuple(values.items()))


def _rendered(value: object) -> object:
    if isinstance(value, int | str):
        return value
    return shown(value) if isinstance(value, Fraction | Surd) else str(value)
