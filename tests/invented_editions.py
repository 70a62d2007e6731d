"""The EBU's handbook of 2014 with invented editions after it, whatever other editions are shipped."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources.abc import Traversable
from pathlib import Path

from msgspec.structs import replace

from masterpoint.core.editions import Edition
from masterpoint.core.federations import Federation
from masterpoint.schemes import FEDERATIONS
from masterpoint.schemes.ebu.contents import contents
from masterpoint.schemes.ebu.figures import Figures
from masterpoint.schemes.ebu.figures.checks import conflicts
from masterpoint.schemes.loading import editions_of, load_books

FOLDER = Path(__file__).parent / "schemes" / "ebu" / "editions"
FIRST = {"2014": editions_of("masterpoint.schemes.ebu")["2014"]}


def _load(more: Mapping[str, Traversable]) -> tuple[Edition, ...]:
    return tuple(contents(book) for book in load_books("ebu", "EBU", Figures, {**FIRST, **more}, conflicts))


ONLY_2014 = replace(FEDERATIONS["ebu"], load_editions=_load)


def ebu_with(*names: str) -> Federation:
    """With the invented editions of these names: `2027` is one changed figure, `2028` one changed rule."""
    return ONLY_2014.with_editions({name: FOLDER / name for name in names})
