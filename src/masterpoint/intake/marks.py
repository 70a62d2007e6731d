"""Marks in results files that point to a federation: programs, countries, club numbers, colours.

Each federation defines its own marks; a mark that several share points to all of them.
"""

from __future__ import annotations

from masterpoint.schemes import FEDERATIONS


def colours_of(scheme: str) -> frozenset[str]:
    """The colours of a federation's books."""
    return frozenset(colour for edition in FEDERATIONS[scheme].editions for colour in edition.colours)


def colour_in_book(scheme: str, colour: str) -> tuple[str, int]:
    """The book's colour for a colour in a file, and how many of its points make one of the file's."""
    colours = FEDERATIONS[scheme].file_marks.colours if scheme in FEDERATIONS else {}
    return colours.get(colour.lower(), (colour.lower(), 1))


def colour_in_file(scheme: str, colour: str) -> tuple[str, int]:
    """The reverse: the colour in files for a colour of the book."""
    colours = FEDERATIONS[scheme].file_marks.colours if scheme in FEDERATIONS else {}
    return next(((name, unit) for name, (book, unit) in colours.items() if name and book == colour), (colour, 1))


def unit_of(scheme: str, colour: str) -> int:
    return colour_in_file(scheme, colour)[1]
