"""Translate finished English texts into the reader's language."""

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

MONTH_ONLY = re.compile(rf"\b({'|'.join(ENGLISH_MONTHS)})\b")
PERIOD = re.compile(rf"(?:[A-Z][a-z]+ to )?[A-Z][a-z]+ \d{{4}}|{'|'.join(ENGLISH_MONTHS)}")
"""The name of a month or of several."""


THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?!,?\d)")
NARROW_SPACE = "\u202f"


def in_language(value: Any, *, is_name: bool = False) -> Any:
    """A sentence or text in the reader's language. It stays unchanged if it is not a text or in no catalogue."""
    if is_source() or not isinstance(value, str | Sentence | Promise):
        return value
    return _in_language(str(value), get_language() or "", is_name)


def message(text: str) -> str:
    """A message of the catalogue, whose values are filled in later."""
    return text if is_source() else gettext(text)


@lru_cache(maxsize=8192)
def _in_language(text: str, language: str, is_name: bool) -> str:
    translator = recogniser(language)
    if is_name and not PERIOD.fullmatch(text):
        return translator.exact(text, gettext)
    lines = (format_thousands(translator.translate(line, gettext)) for line in text.split("\n"))
    dated = MONTH.sub(_month, "\n".join(lines))
    return MONTH_ONLY.sub(_month, dated) if PERIOD.fullmatch(text) else dated


def format_thousands(text: str) -> str:
    """A text with the thousands separator of the reader's language: `12,345` as `12\u202f345` in French.

    The decimal point stays as in the books. A language that separates thousands with a point gets a thin space.
    """
    separator = str(get_format("THOUSAND_SEPARATOR"))
    thousands_mark = NARROW_SPACE if separator == "." or separator.isspace() else separator
    return text if thousands_mark == "," else THOUSANDS.sub(lambda match: match[0].replace(",", thousands_mark), text)


def _month(match: re.Match[str]) -> str:
    """An English month, translated by Django's own catalogues."""
    number = next(at for at, month in enumerate(ENGLISH_MONTHS, 1) if month.startswith(match[0]))
    is_short = len(match[0]) == 3 and match[0] != "May"
    return str(MONTHS_3[number]).title() if is_short else str(MONTHS[number])
