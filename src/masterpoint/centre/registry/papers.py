"""PDF papers: a page with its data, under the mark and in the colour of the federation."""

from __future__ import annotations

from importlib.resources import files

import msgspec
import typst

from masterpoint.centre.registry.appearance import mark_of
from masterpoint.centre.registry.models import Federation

FACE = (files("masterpoint.centre.registry") / "pages" / "face.typ").read_bytes()
BLACK = "#000000"


def compiled(source: bytes, federation: Federation | None, inputs: dict[str, str]) -> bytes:
    """A PDF that screen readers can read; nothing in the data is taken for markup, nor read from this machine."""
    face = {"colour": (federation.colour if federation else "") or BLACK, "mark": ""}
    mark = mark_of(federation) if federation else b""
    if mark:
        face["mark"] = msgspec.json.encode(list(mark)).decode()
    return typst.compile(
        FACE + source, sys_inputs=face | inputs, ignore_system_fonts=True, format="pdf", pdf_standards=["ua-1"]
    )
