"""Load boards, the scores at each table, as a results file that has nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import groupby

from masterpoint.centre.filing.public_boards import ADJUSTED, Side
from masterpoint.centre.filing.public_results import GUEST
from masterpoint.centre.open_data.archives import Row
from masterpoint.centre.open_data.result_tables import SEPARATOR
from masterpoint.core.boards import AdjustedScore, Board, Direction, Traveller
from masterpoint.core.deals import SEATS, Deal, deal_of, hand_of
from masterpoint.core.results import Entry, Player, Ranking, Results
from masterpoint.formats import WRITERS
from masterpoint.formats.values import contract, seat

HANDS = tuple(seat.lower() for seat in SEATS)
DIRECTIONS: tuple[Direction, ...] = ("NS", "EW")
MAX_TRICKS = 13


class BoardFiles:
    """The boards of each result. Read them in the order of the results."""

    def __init__(self, rows: Iterable[Row], names: Mapping[str, str]) -> None:
        self.groups = groupby(rows, key=lambda row: row["receipt"])
        self.names = names
        """The names of people, by number."""
        self.next = self._group()

    def file_of(self, receipt: str) -> bytes | None:
        """A file with the boards of a result; None if it has none."""
        if self.next is None or self.next[0] != receipt:
            return None
        file = board_file(self.next[1], self.names)
        self.next = self._group()
        return file

    def _group(self) -> tuple[str, list[Row]] | None:
        group = next(self.groups, None)
        return None if group is None else (group[0], list(group[1]))


def board_file(rows: Sequence[Row], names: Mapping[str, str]) -> bytes:
    """The results file of one event."""
    sides: dict[Side, Entry] = {}
    deals: dict[tuple[str, int], Deal] = {}
    boards = []
    for _, of_board in groupby(rows, key=lambda row: row["order"]):
        lines = list(of_board)
        heading = lines[0]
        number, session, section = int(heading["board"]), heading["session"], heading["section"]
        if deal := _deal(heading):
            deals[session, number] = deal
        for row in lines:
            for direction in DIRECTIONS:
                pair_number, text = row[direction.lower()], row[f"{direction.lower()}_players"]
                if text:
                    sides[section, direction, pair_number] = _entry(pair_number, section, direction, text, names)
        boards.append(Board(number, tuple(_traveller(row) for row in lines), session, section))
    ranking = Ranking(tuple(sides.values()))
    results = Results("json", "", rankings=(ranking,), boards=tuple(boards), deals=tuple(deals.values()))
    return WRITERS["json"].write(results)


def _entry(number: str, section: str, direction: Direction, text: str, names: Mapping[str, str]) -> Entry:
    players = (
        Player(names[name], name) if name in names else Player("" if name == GUEST else name)
        for name in text.split(SEPARATOR)
    )
    return Entry(number, tuple(players), section=section, direction=direction)


def _deal(row: Row) -> Deal | None:
    return deal_of(int(row["board"]), [hand_of(row[name].split(".")) for name in HANDS], row["session"])


def _traveller(row: Row) -> Traveller:
    contract_text, _, adjustment = row["contract"].partition(" ")
    adjusted = AdjustedScore(as_written=adjustment) if contract_text == ADJUSTED else None
    return Traveller(
        ns=row["ns"],
        ew=row["ew"],
        contract=None if adjusted else contract(row["contract"]),
        declarer=seat(row["declarer"]),
        tricks=int(row["tricks"]) if row["tricks"] else None,
        lead=row["lead"],
        score=int(row["score"]) if row["score"] else None,
        adjusted=adjusted,
        ns_points=_points(row["ns_points"]),
        ew_points=_points(row["ew_points"]),
    )


def _points(text: str) -> Decimal | None:
    return Decimal(text) if text else None


def board_problems(row: Row) -> Iterator[tuple[str, str]]:
    """Problems of impossible scores."""
    line = _traveller(row)
    if int(row["board"]) < 0:
        yield row["board"], "this is not the number of a board"
    if any(row[name] for name in HANDS) and _deal(row) is None:
        yield row["north"], "these four hands are not a pack of cards"
    if row["contract"] and line.adjusted is None and line.contract is None:
        yield row["contract"], "this is not a contract"
    if row["declarer"] != line.declarer:
        yield row["declarer"], "this is not a seat"
    if line.tricks is not None and not 0 <= line.tricks <= MAX_TRICKS:
        yield row["tricks"], "nobody can make so many tricks"
    for points in (line.ns_points, line.ew_points):
        if points is not None and not points.is_finite():
            yield str(points), "these are not points"
