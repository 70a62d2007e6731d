"""PDF papers: a page with its data in the reader's language, with the federation's mark and colour."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

import msgspec
from django.utils.translation import get_language

from masterpoint.centre.registry.appearance import mark_of
from masterpoint.centre.registry.models import Federation
from masterpoint.centre.registry.typesetting import set_page
from masterpoint.centre.translation.languages import SOURCE
from masterpoint.centre.translation.texts import in_language, message

FACE = (files("masterpoint.centre.registry") / "pages" / "face.typ").read_bytes()
BLACK = "#000000"
TEXT_CALL = re.compile(r'\b(?:say|said|page-of-pages)\(\s*"([^"]*)"')
"""A text of a page: `say("number {number}", number: it.number)`; `said` is a plain string."""
NAMES = {
    *("name", "number", "federation", "organisation_number", "by", "club", "event", "officer"),
    *("reference", "reason", "clause", "code", "replaces", "credits", "link", "image", "entry", "fingerprint"),
    *("value", "typed", "post"),
}
"""Data that is not translated."""


def compile_pdf(source: bytes, data: Any, *, title: str, federation: Federation | None) -> bytes:
    """A PDF that screen readers can read. Data is never treated as markup, and no files of this machine are read."""
    language, _, region = (get_language() or SOURCE).partition("-")
    inputs = {
        "colour": (federation.colour if federation else "") or BLACK,
        "mark": _json(list(mark_of(federation))) if federation and mark_of(federation) else "",
        "by": federation.name if federation else "",
        "title": str(in_language(title)),
        "data": _json(translate(data)),
        "texts": _json({text: message(text) for text in texts_of(FACE + source)}),
        "language": language,
        "region": region,
    }
    return set_page(FACE + source, inputs)


def texts_of(source: bytes) -> list[str]:
    """The texts in a page's source."""
    return TEXT_CALL.findall(source.decode())


def translate(data: Any, *, is_name: bool = False) -> Any:
    """The data of a page with all texts in the reader's language. Names and numbers are not translated."""
    if isinstance(data, dict):
        return {key: translate(value, is_name=key in NAMES) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [translate(value, is_name=is_name) for value in data]
    return in_language(data, is_name=is_name)


def _json(data: Any) -> str:
    return msgspec.json.encode(data).decode()
