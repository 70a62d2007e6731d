"""Boards as a results file gives them: contracts, results at the tables, and the boards of a match."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal, TypeAlias

import msgspec

Direction: TypeAlias = Literal["", "NS", "EW"]
Seat: TypeAlias = Literal["", "N", "E", "S", "W"]
Denomination: TypeAlias = Literal["", "C", "D", "H", "S", "NT"]
Level: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=7)]
Stake: TypeAlias = Literal[1, 2, 4]
Tricks: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=13)]
TableCount: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=10_000)]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=10**12)]


class Contract(msgspec.Struct, frozen=True, gc=False):
    """Level 1 to 7, or 0 for a board passed out; stake 1, 2 (doubled) or 4 (redoubled)."""

    level: Level
    denomination: Denomination = ""
    stake: Stake = 1

    def __str__(self) -> str:
        if not self.level:
            return "PASS"
        return f"{self.level}{self.denomination}{ {1: '', 2: 'X', 4: 'XX'}[self.stake] }"


PASSED_OUT = Contract(0)


class AdjustedScore(msgspec.Struct, frozen=True, gc=False):
    """An artificial score: each side's percentage of the top, or `None` if only the points are known."""

    ns: Decimal | None = None
    ew: Decimal | None = None
    as_written: str = ""


class Traveller(msgspec.Struct, frozen=True, gc=False):
    """One result on one board. Scores and points are from the side named."""

    ns: str
    ew: str
    contract: Contract | None = None
    declarer: Seat = ""
    tricks: Tricks | None = None
    lead: str = ""
    """Suit first, ten as T: `HT`. Empty when unknown."""
    score: int | None = None
    """From the North-South side; `None` for adjusted and unknown results."""
    adjusted: AdjustedScore | None = None
    ns_points: Decimal | None = None
    ew_points: Decimal | None = None
    """Match points or IMPs the file gives for this line."""
    seats: tuple[str, str, str, str] | None = None
    """Individuals: the numbers of North, East, South and West; `ns` and `ew` are then empty."""
    room: Direction = ""
    """In a match: `NS` where the match's first side sat North-South."""
    table: str = ""
    round: str = ""
    multiplicity: TableCount = 1
    """How many tables had this result, if the file gives a count instead of a line for each."""
    line: int = 0


class Board(msgspec.Struct, frozen=True, gc=False):
    """A board and its results; in a match also the points won on it."""

    number: Count
    travellers: tuple[Traveller, ...] = ()
    session: str = ""
    section: str = ""
    datum: Decimal | None = None
    imps: Decimal | None = None
    """In a match, as its first side sees it."""
    home_points: Decimal | None = None
    away_points: Decimal | None = None
    line: int = 0


class Match(msgspec.Struct, frozen=True):
    """A match between two teams, or two pairs in a Swiss pairs. Each match is listed once."""

    home: str
    away: str
    round: str = ""
    session: str = ""
    section: str = ""
    first_board: int | None = None
    last_board: int | None = None
    home_score: Decimal | None = None
    away_score: Decimal | None = None
    """In the event's match scoring: VPs, IMPs or points."""
    home_vps: Decimal | None = None
    away_vps: Decimal | None = None
    boards: tuple[Board, ...] = ()
    line: int = 0

    @property
    def board_count(self) -> int | None:
        """How many boards the match had, from its range or from the boards listed."""
        if self.first_board is not None and self.last_board is not None:
            return self.last_board - self.first_board + 1
        return len(self.boards) or None
