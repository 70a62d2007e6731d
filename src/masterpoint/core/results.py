"""Results: what a results file says about play, in neutral words and exact numbers.

Readers in `formats` make these values and writers write them. They are never our own awards: a `FileAward` is what some
scoring program worked out. Text that is an identifier (pair, member and club numbers) stays text; figures are `int` or
`Decimal`, never `float`.

`line` is the line in the file, 0 when unknown. It is kept for messages only: two results are the same when
`content(results)` is. The small values are `gc=False`: they cannot refer to themselves, and a file has thousands of
them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Literal, TypeAlias

import msgspec

from masterpoint.core.boards import Board, Count, Direction, Match
from masterpoint.core.deals import Deal
from masterpoint.core.errors import Problem

Contest: TypeAlias = Literal["pairs", "teams", "individual"]
Scoring: TypeAlias = Literal[
    "match points",
    "cross-IMPs",
    "Butler IMPs",
    "IMPs",
    "aggregate",
    "board-a-match",
    "point-a-board",
    "hybrid",
    "other",
]
MatchScoring: TypeAlias = Literal["", "VPs", "IMPs", "point-a-board", "other"]


class Player(msgspec.Struct, frozen=True, gc=False):
    """A person as the file names them. `national` and `club_number` are as written, spaces stripped."""

    name: str
    national: str = ""
    club_number: str = ""
    """The number in the scorer's own list of members, not a club's number."""
    rateable: bool | None = None
    line: int = 0


class FileAward(msgspec.Struct, frozen=True, gc=False):
    """An award found in the file: in points (0.36, 40), not in the unit that the file counts in."""

    points: Decimal
    colour: str
    """As the file calls it, lower case: black, green, red, gold, a, b, c; empty when it does not say."""


def points_of_colour(awards: Iterable[FileAward], colour: str) -> Decimal:
    """The points of one colour among some awards."""
    return sum((award.points for award in awards if award.colour == colour), Decimal(0))


class TeamPair(msgspec.Struct, frozen=True, gc=False):
    """A pair inside a team, if the file says who played with whom."""

    number: str
    players: tuple[Player, ...]
    boards_played: Count | None = None
    imps: Decimal | None = None


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A contestant in one ranking list: a pair, a team or a player."""

    number: str
    players: tuple[Player, ...]
    place_as_written: str = ""
    place: Count | None = None
    """The best of the places shared; `None` if the file gives none. For ties, see `Ranking.sharing`."""
    percentage: Decimal | None = None
    score: Decimal | None = None
    """IMPs, VPs or points: the contestant's total, if it is not a percentage."""
    direction: Direction = ""
    session: str = ""
    section: str = ""
    team_name: str = ""
    pairs: tuple[TeamPair, ...] = ()
    boards_played: Count | None = None
    adjustment: Decimal | None = None
    handicap: Decimal | None = None
    raw_percentage: Decimal | None = None
    """Before the handicap, if the file gives it."""
    wins_or_draws: Decimal | None = None
    awards: tuple[FileAward, ...] = ()
    stratum: int | None = None
    stratum_place: str = ""
    labels: tuple[tuple[str, str], ...] = ()
    line: int = 0


class Ranking(msgspec.Struct, frozen=True):
    """One list of places. Equal places within it are ties; equal places in two lists are not."""

    entries: tuple[Entry, ...]
    session: str = ""
    section: str = ""
    """Empty when several sections are ranked together: the entries then carry their own."""
    direction: Direction = ""

    def sharing(self, entry: Entry) -> int:
        """How many share this entry's place, itself included; 0 for an entry without a place."""
        return 0 if entry.place is None else sum(other.place == entry.place for other in self.entries)

    def label(self) -> str:
        """The list in a few words, for messages."""
        parts = [f"session {self.session}" if self.session else "", f"section {self.section}" if self.section else ""]
        parts.append({"NS": "North-South", "EW": "East-West", "": ""}[self.direction])
        return ", ".join(part for part in parts if part) or "the ranking list"


class Stratum(msgspec.Struct, frozen=True):
    """A class of contestants with a ranking of its own; number 1 is the whole field."""

    number: int
    label: str = ""
    upper_limit: str = ""
    pairs: tuple[tuple[str, str], ...] = ()
    """(direction or empty, count as written)"""


class DeclaredCounts(msgspec.Struct, frozen=True):
    """What the head of the file says it holds: never trusted, only checked."""

    pairs: int | None = None
    ns_pairs: int | None = None
    ew_pairs: int | None = None
    sessions: int | None = None
    sections: int | None = None
    tables: int | None = None


class Results(msgspec.Struct, frozen=True):
    """One event as one file gives it."""

    format: str
    source: str
    contest: Contest = "pairs"
    scoring: Scoring | None = None
    match_scoring: MatchScoring = ""
    event_name: str = ""
    title: str = ""
    event_id: str = ""
    played: date | None = None
    played_as_written: str = ""
    club_name: str = ""
    club_number: str = ""
    country: str = ""
    """As the file writes it: England."""
    programme: str = ""
    """The kind of event as the file writes it (`SWISS_PAIRS`), which the neutral words above may lose."""
    swiss: bool = False
    rating: str = ""
    """Status of the event as written: Club, County, National."""
    charge_code: str = ""
    colour: str = ""
    """Default colour of awards, lower case."""
    awards_flag: bool | None = None
    winners: int | None = None
    """As stated; the lists themselves are `rankings`."""
    across_field: bool | None = None
    """True when sections were scored against each other."""
    boards_played: Count | None = None
    """Boards a contestant that never sat out played, as stated."""
    boards_per_round: int | None = None
    counts: DeclaredCounts = DeclaredCounts()
    program_name: str = ""
    program_version: str = ""
    rankings: tuple[Ranking, ...] = ()
    boards: tuple[Board, ...] = ()
    matches: tuple[Match, ...] = ()
    deals: tuple[Deal, ...] = ()
    """The hands, if the file has them: no award needs them, but players like to see them."""
    strata: tuple[Stratum, ...] = ()
    strata_type: str = ""
    remarks: tuple[str, ...] = ()
    """What the reader wants people to know: decoded as Windows-1252, hands left out."""
    notices: tuple[Problem, ...] = msgspec.field(default=(), name="noticed")
    """What the reader ignored: unknown elements and the like. `intake.findings` turns them into warnings."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All contestants of all lists, in the file's order of lists."""
        return tuple(entry for ranking in self.rankings for entry in ranking.entries)


_PLACE = re.compile(r"\s*=?\s*(\d{1,6})\s*(?:=|st|nd|rd|th)?\s*=?\s*\Z", re.IGNORECASE)


def parse_place(text: str) -> int | None:
    """`3`, `3=`, `=3`, `3rd` as 3; `None` if it is not a place. Ties come from equal numbers, not from `=`."""
    match = _PLACE.match(text)
    number = int(match[1]) if match else 0
    return number or None


def written_places(places: Iterable[int | None]) -> list[str]:
    """Places as they are written, with `=` on ties: 1, 2=, 2=, 4."""
    place_list = list(places)
    sharing = Counter(place_list)
    return ["" if place is None else f"{place}=" if sharing[place] > 1 else str(place) for place in place_list]


def plain_number(number: str) -> str:
    """A member or club number for comparing: without spaces and leading zeros."""
    return "".join(number.split()).lstrip("0")


def content(results: Results) -> Results:
    """The results without details that depend on their file, to compare two readings.

    Line numbers go, and so do the order of sections and the spelling of what was understood: `3=` and `3` are one
    place.
    """
    replace = msgspec.structs.replace

    def player(value: Player) -> Player:
        return replace(value, line=0)

    def entry(value: Entry) -> Entry:
        pairs = tuple(replace(pair, players=tuple(map(player, pair.players))) for pair in value.pairs)
        place_text = value.place_as_written if value.place is None else ""
        players = tuple(map(player, value.players))
        return replace(value, line=0, players=players, pairs=pairs, place_as_written=place_text)

    def board(value: Board) -> Board:
        return replace(value, line=0, travellers=tuple(replace(line, line=0) for line in value.travellers))

    def match(value: Match) -> Match:
        return replace(value, line=0, boards=tuple(map(board, value.boards)))

    def ranking(value: Ranking) -> Ranking:
        return replace(value, entries=tuple(map(entry, value.entries)))

    def position(value: Ranking | Board | Match) -> tuple[str, str]:
        return value.session, value.section

    return replace(
        results,
        format="",
        source="",
        programme="",
        played_as_written="" if results.played else results.played_as_written,
        remarks=(),
        notices=(),
        rankings=tuple(sorted((ranking(value) for value in results.rankings), key=position)),
        boards=tuple(sorted((board(value) for value in results.boards), key=position)),
        matches=tuple(sorted((match(value) for value in results.matches), key=position)),
    )
