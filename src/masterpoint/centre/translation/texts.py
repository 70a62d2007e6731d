"""A text that was made in English, in the reader's language."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext

from masterpoint.centre.translation.catalogues import recogniser
from masterpoint.centre.translation.languages import is_source
from masterpoint.core.sentences import Sentence


def in_language(value: Any) -> Any:
    """A sentence or text in the reader's language; what is no text, or is in no catalogue, as it is."""
    if is_source() or not isinstance(value, str | Sentence | Promise):
        return value
    return _in_language(str(value), get_language() or "")


@lru_cache(maxsize=8192)
def _in_language(text: str, language: str) -> str:
    known = recogniser(language)
    return "\n".join(known.translated(line, gettext) for line in text.split("\n"))
