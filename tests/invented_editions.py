"""A handbook as it was first shipped, with invented editions after it, whatever other editions are shipped."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from masterpoint.core.editions import Edition
from masterpoint.core.federations import Federation
from masterpoint.schemes import FEDERATIONS
from masterpoint.schemes.loading import editions_of, load_books

FOLDER = Path(__file__).parent / "schemes" / "ebu" / "editions"


def part_of(scheme: str, *names: str) -> Any:
    """Something that the folder of a federation has under one of these names: `contents.contents`."""
    for name in names:
        module, _, attribute = f"{FEDERATIONS.modules[scheme]}.{name}".rpartition(".")
        try:
            return getattr(import_module(module), attribute)
        except ModuleNotFoundError:
            continue
    raise LookupError(f"{scheme} has none of {names}")


def first_edition_of(scheme: str) -> Federation:
    """The federation with the first edition of its handbook alone."""
    name = FEDERATIONS[scheme].editions[0].name
    first = {name: editions_of(FEDERATIONS.modules[scheme])[name]}
    contents, figures = part_of(scheme, "contents.contents"), part_of(scheme, "book.Figures", "figures.Figures")
    conflicts = part_of(scheme, "figure_checks.conflicts", "figures.checks.conflicts")

    def load(proposals: Mapping[str, Traversable]) -> tuple[Edition, ...]:
        return tuple(
            contents(book) for book in load_books(scheme, scheme.upper(), figures, {**first, **proposals}, conflicts)
        )

    return replace(FEDERATIONS[scheme], load_editions=load)


ONLY_2014 = first_edition_of("ebu")


def ebu_with(*names: str) -> Federation:
    """The EBU's of 2014 with invented editions: `2027` is one changed figure, `2028` one changed rule."""
    return ONLY_2014.with_editions({name: FOLDER / name for name in names})
