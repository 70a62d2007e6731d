"""The ABF's national files (appendix F): NATIONAL.TXT and ALTERNAT.TXT in fixed columns, the others with tabs.

The manual prints no layout for CLUBS, EVENTS, HISTORY and PRE82: here they have a heading and one record per line, with
tabs between the fields. Every file can be read back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from masterpoint.core.errors import NotReadable, Problem

LINE_END = "\r\n"
CLUBS = ("number", "name", "level", "belongs to", "active")
EVENTS = ("code", "day", "organiser", "event")
HISTORY = ("number", "day", "code", "colour", "points")
PRE82 = ("number", "red points")
SURNAME_WIDTH, GIVEN_NAME_WIDTH = 18, 9
ACTIVE, INACTIVE = "-", "i"


class NationalPlayer(NamedTuple):
    """A line of NATIONAL.TXT; amounts in points with two decimals."""

    number: str
    surname: str
    given_name: str
    gold: Decimal
    red: Decimal
    green: Decimal
    this_year: Decimal
    last_year: Decimal
    before: Decimal
    rank_letter: str
    """At the start of the year: `a` for no rank, and the next letters up the ladder."""
    quarter: tuple[Decimal, Decimal, Decimal]
    """Gold, red and green of this quarter."""
    promoted: bool
    rank: str
    club: str
    is_active: bool = True

    @property
    def total(self) -> Decimal:
        return self.gold + self.red + self.green


def national_line(player: NationalPlayer) -> str:
    """A line of 132 columns; names and ranks are cut to fit."""
    gold, red, green = player.quarter
    mark = ACTIVE if player.is_active else INACTIVE
    club = f"{player.club[:1]}{mark}{player.club[1:4]}" if player.club else ""
    return (
        f"{player.number:>7} {_fit(player.surname.upper(), SURNAME_WIDTH)}{_fit(player.given_name, GIVEN_NAME_WIDTH)}"
        f"{player.total:9.2f}{player.gold:8.2f}{player.red:8.2f}{player.green:8.2f}"
        f"{player.this_year:10.2f}{player.last_year:9.2f} {player.before:8.2f}{player.rank_letter:1}"
        f"{gold:6.2f}{red:7.2f}{green:7.2f}{'+' if player.promoted else ' '}{_fit(player.rank, 9)}{club:5}"
    )


def _fit(text: str, width: int) -> str:
    return f"{text[:width]:{width}}"


def read_national(text: str) -> list[NationalPlayer]:
    """The players of NATIONAL.TXT, or every line that cannot be read."""
    players, problems = [], []
    for count, line in enumerate(text.splitlines()[1:], 2):
        if not line.strip():
            continue
        try:
            players.append(_player(line))
        except (InvalidOperation, IndexError):
            message = "the columns do not match"
            problems.append(Problem(f"line {count}", line[:30], message, "compare it with the layout"))
    if problems:
        raise NotReadable(problems)
    return players


def _player(line: str) -> NationalPlayer:
    def points(first: int, last: int) -> Decimal:
        return Decimal(line[first - 1 : last].strip())

    club = line[127:132]
    return NationalPlayer(
        number=line[:7].strip(),
        surname=line[8:26].strip(),
        given_name=line[26:35].strip(),
        gold=points(45, 52),
        red=points(53, 60),
        green=points(61, 68),
        this_year=points(69, 78),
        last_year=points(79, 87),
        before=points(89, 96),
        rank_letter=line[96],
        quarter=(points(98, 103), points(104, 110), points(111, 117)),
        promoted=line[117] == "+",
        rank=line[118:127].strip(),
        club=(club[:1] + club[2:]).strip(),
        is_active=club[1:2] != INACTIVE,
    )


class Alternate(NamedTuple):
    """A line of ALTERNAT.TXT: a player, the home club and every club where the player is an alternate."""

    number: str
    surname: str
    given_name: str
    home: str
    clubs: tuple[str, ...]


def alternate_line(player: Alternate) -> str:
    clubs = "".join(f"{club[:4]:4} " for club in player.clubs)
    return (
        f"{player.number:>7} {_fit(player.surname.upper(), 19)}{_fit(player.given_name, 10)}{player.home[:4]:4} {clubs}"
    )


def read_alternates(text: str) -> list[Alternate]:
    return [
        Alternate(
            line[:7].strip(), line[8:27].strip(), line[27:37].strip(), line[37:41].strip(), tuple(line[42:].split())
        )
        for line in text.splitlines()
        if line.strip()
    ]


def tab_separated(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A heading and one record per line; a tab or a line end inside a field becomes a space."""
    yield "\t".join(heading) + LINE_END
    for row in rows:
        yield "\t".join(" ".join(cell.split()) for cell in row) + LINE_END


def read_tab_separated(text: str, heading: Sequence[str]) -> list[Mapping[str, str]]:
    """Every record as a dictionary by field name."""
    first, *lines = text.splitlines() or [""]
    if first.split("\t") != list(heading):
        message, fix = "this is not the heading of the file", f"it should be: {', '.join(heading)}"
        raise NotReadable(Problem("line 1", first[:40], message, fix))
    return [dict(zip(heading, line.split("\t"), strict=False)) for line in lines if line]
