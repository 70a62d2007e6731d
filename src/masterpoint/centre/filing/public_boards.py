"""The boards of a filing as everybody may see them: bids, tricks and scores at each table.

They are read from the original file, because no award depends on them.
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
from masterpoint.core.exact import exact, figure_text
from masterpoint.core.results import Entry, Player, Results
from masterpoint.formats import read_results

T = TypeVar("T")
WITHOUT_BOARDS = ("event", "ranked list", "spreadsheet", "BridgeWebs CSV")
"""Formats that never list boards."""
ADJUSTED = "adjusted"


class TableResult(NamedTuple):
    """One result on a board: the players, and the outcome for North-South."""

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
    def has_leads(self) -> bool:
        return any(table.lead for table in self.tables)

    @property
    def has_points(self) -> bool:
        return any(table.ns_points or table.ew_points for table in self.tables)


class ListedBoard(NamedTuple):
    """A board with results, and its hands if the file has them."""

    board: Board
    deal: Deal | None


def boards_of(version: Version, names: Names) -> list[BoardResults]:
    """Every board with results in the file, in order; none if it has only a ranking."""
    results = results_of(version)
    if results is None:
        return []
    sides = _sides(results, names)
    board_list = listed_boards(results)
    is_named = len({(board.session, board.section) for board, _ in board_list}) > 1
    return [
        _board(board, sides, is_named)._replace(
            deal=deal, dealer=dealer_of(board.number), vulnerable=vulnerable_on(board.number)
        )
        for board, deal in board_list
    ]


def may_have_boards(version: Version) -> bool:
    """Whether to link to a page of boards. For a file loaded as open data, it must be read to find out."""
    if version.format in (LOADED, REPORTED):
        results = results_of(version)
        return results is not None and bool(listed_boards(results))
    return version.format not in WITHOUT_BOARDS


def results_of(version: Version) -> Results | None:
    """The results in the file; None for an event file, or one that this version cannot read."""
    try:
        return read_results(bytes(version.original), source=version.original_name)
    except MasterpointError:
        return None


def listed_boards(results: Results) -> list[ListedBoard]:
    """The boards with results, including those of matches, by session, section and number."""
    boards = [*results.boards, *(board for match in results.matches for board in match.boards)]
    dealt = {(deal.session, deal.number): deal for deal in results.deals}
    return [
        ListedBoard(board, dealt.get((board.session, board.number)) or dealt.get(("", board.number)))
        for board in sorted(boards, key=lambda board: (board.session, board.section, board.number))
        if board.travellers
    ]


Side = tuple[str, str, str]
"""Section, direction and number of a contestant."""


def contestants(results: Results) -> dict[Side, Entry]:
    """The names of contestants for boards."""
    return {(entry.section, entry.direction, entry.number): entry for entry in results.entries}


def contestant(sides: Mapping[Side, T], section: str, direction: str, number: str) -> T | None:
    """The contestant with a number, by section and direction as far as the file has them."""
    prefixes = ((section, direction), (section, ""), ("", direction), ("", ""))
    return next((sides[*prefix, number] for prefix in prefixes if (*prefix, number) in sides), None)


def pair_numbers(line: Traveller) -> tuple[str, str]:
    """The numbers of North-South and East-West; for individuals, both numbers of each side."""
    seats = line.seats or ("",) * 4
    return line.ns or "-".join(seats[::2]), line.ew or "-".join(seats[1::2])


def keys_of(player: Player) -> list[str]:
    """The keys that a player of the file may have in the version."""
    numbers = (player.national, player.club_number, "")
    return [key_of(played.Player(name=player.name, id=number)) for number in numbers]


def _sides(results: Results, names: Names) -> dict[Side, str]:
    """The contestants with their players' names. A team's name may contain names of players, so it is left out."""
    sides: dict[Side, str] = {}
    for side, entry in contestants(results).items():
        text = " & ".join(_name(player, names) for player in entry.players)
        sides[side] = f"{entry.number}. {text}" if text else entry.number
    return sides


def _name(player: Player, names: Names) -> str:
    known_names = (names[key] for key in keys_of(player) if key in names)
    return next(known_names, stranger(played.Player(name=player.name))).name


def _board(board: Board, sides: Mapping[Side, str], is_named: bool) -> BoardResults:
    parts = [f"session {board.session}"] * bool(board.session) + [f"section {board.section}"] * bool(board.section)
    title = f"Board {board.number}" + (f", {', '.join(parts)}" if is_named and parts else "")
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
    """The contract, or how the score was adjusted."""
    if line.adjusted is not None:
        return f"{ADJUSTED} {line.adjusted.as_written}".strip()
    return "" if line.contract is None else str(line.contract)


def _points(points: Decimal | None) -> str:
    return "" if points is None else figure_text(exact(points))
