"""What results files carry that points to one federation: programs, countries, club numbers.

One table, so that each federation can keep its own line of it. Member numbers are in `formats.numbers`, names of
colours in `awards`.
"""

from __future__ import annotations

import re

import msgspec


class FileMarks(msgspec.Struct, frozen=True):
    """How the files of one federation can be known."""

    country: str
    people: str
    """The adjective: an *English* program."""
    programs: re.Pattern[str]
    countries: tuple[str, ...]
    """Other ways to write the country, lower case."""
    club_number: re.Pattern[str]
    colours: dict[str, tuple[str, int]]
    """What files call the federation's colours, and how many of its points make one of the file's."""
    printed: frozenset[str]
    """The colours of its book."""


NEVER = re.compile(r"(?!)")
BRITISH_PROGRAMS = re.compile(r"EBUScore|PairsScorer|TeamsScorer|ScoreBridge|BriAn\b", re.IGNORECASE)
"""Programs of English, Welsh and Scottish clubs alike."""
BRITISH = ("ebu", "wbu", "sbu")
BRITAIN = ("uk", "united kingdom", "gb", "gbr", "great britain", "britain")
LICENSED = {"ebu": frozenset({"green", "blue"}), "wbu": frozenset({"green"})}
"""Colours that a program prints only where it was told that the event is licensed for them."""
BLACK = {"black": ("local", 100), "": ("local", 100), "local": ("local", 100)}

MARKS: dict[str, FileMarks] = {
    "ebu": FileMarks(
        "England",
        "English",
        NEVER,
        ("england", "eng"),
        re.compile(r"\d{6}\Z"),
        BLACK,
        frozenset({"local", "blue", "green", "gold"}),
    ),
    "wbu": FileMarks(
        "Wales", "Welsh", NEVER, ("wales", "wal", "cymru"), NEVER, BLACK, frozenset({"local", "green", "gold"})
    ),
    "sbu": FileMarks(
        "Scotland",
        "Scottish",
        NEVER,
        ("scotland", "sco"),
        re.compile(r"[A-Z]{1,2}\d{1,3}\Z", re.IGNORECASE),
        BLACK,
        frozenset({"local", "national"}),
    ),
    "nz": FileMarks(
        "New Zealand",
        "New Zealand",
        re.compile(r"(?:NZ )?Scorer\Z", re.IGNORECASE),
        ("new zealand", "nz", "nzl", "aotearoa"),
        re.compile(r"\d{1,3}\Z"),
        {"a": ("A", 1), "b": ("B", 1), "c": ("C", 1), "": ("C", 1)},
        frozenset("ABC"),
    ),
    "abf": FileMarks(
        "Australia",
        "Australian",
        re.compile(r"Compscore|Altosoft|ASE\b", re.IGNORECASE),
        ("australia", "aus", "au"),
        re.compile(r"[1-9]-?\d{3}\Z"),
        {"": ("green", 1)},
        frozenset({"green", "red", "gold"}),
    ),
}


def colour_in_book(scheme: str, written: str) -> tuple[str, int]:
    """The book's colour for one a file writes, and how many of its points make one of the file's."""
    colours = MARKS[scheme].colours if scheme in MARKS else {}
    return colours.get(written.lower(), (written.lower(), 1))


def colour_in_file(scheme: str, colour: str) -> tuple[str, int]:
    """The way back: what files call a colour of the book."""
    colours = MARKS[scheme].colours if scheme in MARKS else {}
    return next(((name, unit) for name, (book, unit) in colours.items() if name and book == colour), (colour, 1))


def unit_of(scheme: str, colour: str) -> int:
    return colour_in_file(scheme, colour)[1]
