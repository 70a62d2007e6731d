"""A text that was made in English, in the reader's language."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from django.utils.dates import MONTHS, MONTHS_3
from django.utils.formats import get_format
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext

from masterpoint.centre.translation.catalogues import recogniser
from masterpoint.centre.translation.languages import is_source
from masterpoint.core.sentences import Sentence

ENGLISH_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
MONTH = re.compile(
    rf"\b({'|'.join(f'{month[:3]}(?:{month[3:]})?' for month in ENGLISH_MONTHS)})(?= (?:\d{{4}}|to )\b|$)"
)

ALONE = re.compile(rf"\b({'|'.join(ENGLISH_MONTHS)})\b")
PERIOD = re.compile(rf"(?:[A-Z][a-z]+ to )?[A-Z][a-z]+ \d{{4}}|{'|'.join(ENGLISH_MONTHS)}")
"""The name of a month or of several."""


THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?!,?\d)")
NARROW_SPACE = "\u202f"


def in_language(value: Any, *, is_name: bool = False) -> Any:
    """A sentence or text in the reader's language; what is no text, or is in no catalogue, as it is."""
    if is_source() or not isinstance(value, str | Sentence | Promise):
        return value
    return _in_language(str(value), get_language() or "", is_name)


def message(text: str) -> str:
    """A message of the catalogue, whose values are filled in afterwards."""
    return text if is_source() else gettext(text)


@lru_cache(maxsize=8192)
def _in_language(text: str, language: str, is_name: bool) -> str:
    known = recogniser(language)
    if is_name and not PERIOD.fullmatch(text):
        return known.exact(text, gettext)
    lines = (set_apart(known.translated(line, gettext)) for line in text.split("\n"))
    dated = MONTH.sub(_month, "\n".join(lines))
    return ALONE.sub(_month, dated) if PERIOD.fullmatch(text) else dated


def set_apart(text: str) -> str:
    """The thousands in a text as the reader's language sets them apart: `12,345` as `12\u202f345` in French.

    The point of decimals stays as the books have it; a language that sets thousands apart by a point gets a thin space.
    """
    separator = str(get_format("THOUSAND_SEPARATOR"))
    apart = NARROW_SPACE if separator == "." or separator.isspace() else separator
    return text if apart == "," else THOUSANDS.sub(lambda match: match[0].replace(",", apart), text)


def _month(match: re.Match[str]) -> str:
    """A month that was written by its English name, as Django's own catalogues have it."""
    number = next(at for at, month in enumerate(ENGLISH_MONTHS, 1) if month.startswith(match[0]))
    is_short = len(match[0]) == 3 and match[0] != "May"
    return str(MONTHS_3[number]).title() if is_short else str(MONTHS[number])
