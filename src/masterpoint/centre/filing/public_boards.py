"""The boards of a filing as everybody may see them: what was bid, made and scored at each table.

They are read from the file as it came, for they decide no award.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import NamedTuple

from masterpoint.centre.filing.judging import key_of
from masterpoint.centre.filing.models import Version
from masterpoint.centre.filing.public_results import GUEST, Competitor, Names
from masterpoint.core import events as played
from masterpoint.core.boards import Board, Traveller
from masterpoint.core.deals import Deal, dealer_of, vulnerable_on
from masterpoint.core.errors import MasterpointError
from masterpoint.core.exact import exact, shown
from masterpoint.core.results import Player, Results
from masterpoint.formats import read_results


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


def boards_of(version: Version, names: Names) -> list[BoardResults]:
    """Every board the file lists results for, in order; none where it has only a ranking."""
    try:
        results = read_results(bytes(version.original), source=version.original_name)
    except MasterpointError:  # an event file, or one that only its own time could read
        return []
    sides = _sides(results, names)
    boards = [*results.boards, *(board for match in results.matches for board in match.boards)]
    several = len({(board.session, board.section) for board in boards}) > 1
    listed = sorted(boards, key=lambda board: (board.session, board.section, board.number))
    dealt = {(deal.session, deal.number): deal for deal in results.deals}
    return [
        _board(board, sides, several)._replace(
            deal=dealt.get((board.session, board.number)) or dealt.get(("", board.number)),
            dealer=dealer_of(board.number),
            vulnerable=vulnerable_on(board.number),
        )
        for board in listed
        if board.travellers
    ]


Sides = Mapping[tuple[str, str, str], str]
"""By section, direction and number: the contestants with their names."""


def _sides(results: Results, names: Names) -> Sides:
    sides: dict[tuple[str, str, str], str] = {}
    for entry in results.entries:
        players = [_name(player, names) for player in entry.players]
        text = " & ".join(players) or entry.team_name
        sides[entry.section, entry.direction, entry.number] = f"{entry.number}. {text}" if text else entry.number
    return sides


def _name(player: Player, names: Names) -> str:
    """By the key the version keeps them under, whichever number that is; nobody else is named."""
    keys = [key_of(played.Player(name=player.name, id=number)) for number in (player.national, player.club_number, "")]
    return next((names[key] for key in keys if key in names), Competitor(GUEST)).name


def _board(board: Board, sides: Sides, several: bool) -> BoardResults:
    where = [f"session {board.session}"] * bool(board.session) + [f"section {board.section}"] * bool(board.section)
    title = f"Board {board.number}" + (f", {', '.join(where)}" if several and where else "")
    return BoardResults(title, [_table(line, board.section, sides) for line in board.travellers])


def _table(line: Traveller, section: str, sides: Sides) -> TableResult:
    return TableResult(
        _side(sides, section, "NS", line.ns or "-".join((line.seats or ("",) * 4)[::2])),
        _side(sides, section, "EW", line.ew or "-".join((line.seats or ("",) * 4)[1::2])),
        _contract(line),
        line.declarer,
        "" if line.tricks is None else str(line.tricks),
        line.lead,
        "" if line.score is None else f"{line.score:+d}",
        _points(line.ns_points),
        _points(line.ew_points),
    )


def _side(sides: Sides, section: str, direction: str, number: str) -> str:
    ways = ((section, direction), (section, ""), ("", direction), ("", ""))
    return next((sides[*way, number] for way in ways if (*way, number) in sides), number)


def _contract(line: Traveller) -> str:
    if line.adjusted is not None:
        return f"adjusted {line.adjusted.as_written}".strip()
    return "" if line.contract is None else str(line.contract)


def _points(points: Decimal | None) -> str:
    return "" if points is None else shown(exact(points))
