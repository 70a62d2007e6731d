"""The boards of a filing as everybody may see them: what was bid, made and scored at each table.

They are read from the file as it came, for they decide no award.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import NamedTuple, TypeVar

from masterpoint.centre.filing.judging import key_of
from masterpoint.centre.filing.models import LOADED, REPORTED, Version
from masterpoint.centre.filing.public_results import Names, stranger
from masterpoint.core import events as played
from masterpoint.core.boards import Board, Traveller
from masterpoint.core.deals import Deal, dealer_of, vulnerable_on
from masterpoint.core.errors import MasterpointError
from masterpoint.core.exact import exact, shown
from masterpoint.core.results import Entry, Player, Results
from masterpoint.formats import read_results

T = TypeVar("T")
WITHOUT_BOARDS = ("event", "ranked list", "spreadsheet", "BridgeWebs CSV")
"""Formats that never list boards."""
ADJUSTED = "adjusted"


class TableResult(NamedTuple):
    """One result on a board: who played it, and what came of it, from the side of North and South."""

    ns: str
    ew: str
    contract: str
    declarer: str
    tricks: str
    lead: str
    score: str
    ns_points: str
    ew_points: str


class BoardResults(NamedTuple):
    """A board and its results."""

    title: str
    tables: list[TableResult]
    deal: Deal | None = None
    dealer: str = ""
    vulnerable: str = ""

    @property
    def led(self) -> bool:
        return any(table.lead for table in self.tables)

    @property
    def pointed(self) -> bool:
        return any(table.ns_points or table.ew_points for table in self.tables)


class Listed(NamedTuple):
    """A board with results, and its hands where the file has them."""

    board: Board
    deal: Deal | None


def boards_of(version: Version, names: Names) -> list[BoardResults]:
    """Every board the file lists results for, in order; none where it has only a ranking."""
    results = results_of(version)
    if results is None:
        return []
    sides = _sides(results, names)
    listed = listed_boards(results)
    several = len({(board.session, board.section) for board, _ in listed}) > 1
    return [
        _board(board, sides, several)._replace(
            deal=deal, dealer=dealer_of(board.number), vulnerable=vulnerable_on(board.number)
        )
        for board, deal in listed
    ]


def may_have_boards(version: Version) -> bool:
    """Whether a page of boards is worth a link: a file that was loaded as open data is looked into."""
    if version.format in (LOADED, REPORTED):
        results = results_of(version)
        return results is not None and bool(listed_boards(results))
    return version.format not in WITHOUT_BOARDS


def results_of(version: Version) -> Results | None:
    """What the file holds; nothing where it is an event file, or one that only its own time could read."""
    try:
        return read_results(bytes(version.original), source=version.original_name)
    except MasterpointError:
        return None


def listed_boards(results: Results) -> list[Listed]:
    """The boards with results, those of matches too, by session, section and number."""
    boards = [*results.boards, *(board for match in results.matches for board in match.boards)]
    dealt = {(deal.session, deal.number): deal for deal in results.deals}
    return [
        Listed(board, dealt.get((board.session, board.number)) or dealt.get(("", board.number)))
        for board in sorted(boards, key=lambda board: (board.session, board.section, board.number))
        if board.travellers
    ]


Side = tuple[str, str, str]
"""Section, direction and number of a contestant."""


def contestants(results: Results) -> dict[Side, Entry]:
    """Everybody who may stand beside a board."""
    return {(entry.section, entry.direction, entry.number): entry for entry in results.entries}


def contestant(sides: Mapping[Side, T], section: str, direction: str, number: str) -> T | None:
    """Who played under a number: as narrowly as the file gives it."""
    ways = ((section, direction), (section, ""), ("", direction), ("", ""))
    return next((sides[*way, number] for way in ways if (*way, number) in sides), None)


def pair_numbers(line: Traveller) -> tuple[str, str]:
    """The numbers of North-South and East-West; of individuals, both numbers of each side."""
    seats = line.seats or ("",) * 4
    return line.ns or "-".join(seats[::2]), line.ew or "-".join(seats[1::2])


def keys_of(player: Player) -> list[str]:
    """The keys a version may keep a player of its file under, whichever number that is."""
    numbers = (player.national, player.club_number, "")
    return [key_of(played.Player(name=player.name, id=number)) for number in numbers]


def _sides(results: Results, names: Names) -> dict[Side, str]:
    """The contestants with their names. A team's name may hold its players', so it does not stand here."""
    sides: dict[Side, str] = {}
    for side, entry in contestants(results).items():
        text = " & ".join(_name(player, names) for player in entry.players)
        sides[side] = f"{entry.number}. {text}" if text else entry.number
    return sides


def _name(player: Player, names: Names) -> str:
    known = (names[key] for key in keys_of(player) if key in names)
    return next(known, stranger(played.Player(name=player.name))).name


def _board(board: Board, sides: Mapping[Side, str], several: bool) -> BoardResults:
    where = [f"session {board.session}"] * bool(board.session) + [f"section {board.section}"] * bool(board.section)
    title = f"Board {board.number}" + (f", {', '.join(where)}" if several and where else "")
    return BoardResults(title, [_table(line, board.section, sides) for line in board.travellers])


def _table(line: Traveller, section: str, sides: Mapping[Side, str]) -> TableResult:
    ns, ew = pair_numbers(line)
    return TableResult(
        contestant(sides, section, "NS", ns) or ns,
        contestant(sides, section, "EW", ew) or ew,
        contract_of(line),
        line.declarer,
        "" if line.tricks is None else str(line.tricks),
        line.lead,
        "" if line.score is None else f"{line.score:+d}",
        _points(line.ns_points),
        _points(line.ew_points),
    )


def contract_of(line: Traveller) -> str:
    """What was bid, or how the score was adjusted."""
    if line.adjusted is not None:
        return f"{ADJUSTED} {line.adjusted.as_written}".strip()
    return "" if line.contract is None else str(line.contract)


def _points(points: Decimal | None) -> str:
    return "" if points is None else shown(exact(points))
