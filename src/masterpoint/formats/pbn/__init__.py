"""PBN 2.1: results from ScoreTable (a board at all tables), TotalScoreTable (the ranking), or one game per result.

PBN has no member numbers and no awards. If it has no ranking either, `intake.rescoring.with_our_places` makes one from
the boards. A hand record without results is refused as such.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from decimal import Decimal

from masterpoint.core.boards import Board, Traveller
from masterpoint.core.errors import Problem
from masterpoint.core.results import Entry, Player, Ranking, Results, Scoring, parse_place
from masterpoint.core.scoring import adjusted_scores
from masterpoint.formats import values
from masterpoint.formats.lists import in_order
from masterpoint.formats.pbn import ending
from masterpoint.formats.pbn.deals import deals_of
from masterpoint.formats.pbn.games import UNKNOWN, Game, Table, games_of
from masterpoint.formats.problems import problem, refuse
from masterpoint.formats.seating import TWO_LISTS_FROM_SEATING, seating_of, unranked_lists, with_directions
from masterpoint.formats.text import decode

SCORING: dict[str, Scoring] = {
    "MP": "match points",
    "MATCHPOINTS": "match points",
    "IMP": "cross-IMPs",
    "CAVENDISH": "cross-IMPs",
    "BAM": "board-a-match",
    "BUTLER": "Butler IMPs",
    "TOTAL": "aggregate",
}
MATCH_POINT_COLUMNS = frozenset(("MP", "Percentage", "TotalMP", "TotalPercentage", "MeanMP", "MeanPercentage"))
IMP_COLUMNS = frozenset(("IMP", "TotalIMP", "MeanIMP"))
HANDS_ONLY = "This file holds hands only: it is a hand record, without results."
NO_NUMBERS = "PBN carries no member numbers: players can only be looked up by name, or named in a CSV list."


def read(data: bytes, *, source: str, winners: int | None = None) -> Results:
    """The results, or a refusal that says that there are only hands."""
    decoded = decode(data, "utf-8" if _is_utf8(data) else "iso-8859-1")  # the standard says Latin-1
    games = games_of(decoded.text)
    if not games:
        refuse(0, "", "is not a PBN file", "Choose the file with the results.")
    notices: list[Problem] = [*ending.few_rows(games)]
    ending.refuse_teams(games)
    ending.refuse_if_cut(decoded.text, games)
    boards = _boards(games, notices)
    entries = _ranking(games, notices)
    if not boards and not entries:
        fix = "Export the results as USEBIO from the scoring program; the hands are not needed."
        refuse(0, "", HANDS_ONLY, fix)
    first = _first(games)
    day = first("Date") or first("EventDate")
    remarks: tuple[str, ...] = (*decoded.remarks, NO_NUMBERS)
    seating = seating_of((line.ns, line.ew) for board in boards for line in board.travellers if line.ns or line.ew)
    has_numbers = any(line.ns for board in boards for line in board.travellers)
    rankings: tuple[Ranking, ...] = (Ranking(in_order(entries)),) if entries else ()
    if not entries and has_numbers:
        boards = with_directions(boards, seating)
        rankings = unranked_lists(boards, seating, _named_players(boards))
        if winners is None and seating.two_lists:
            remarks = (*remarks, TWO_LISTS_FROM_SEATING)
    return Results(
        format="PBN",
        source=source,
        contest="individual" if first("Competition") == "Individuals" else "pairs",
        scoring=_scoring(games, first("Scoring")),
        event_name=first("Event"),
        played=values.day(day),
        played_as_written=day,
        club_name=first("Site"),
        winners=len(rankings) or None,
        program_name=_creator(decoded.text),
        rankings=rankings,
        boards=boards,
        deals=deals_of(games),
        remarks=remarks,
        notices=tuple(notices),
    )


def _scoring(games: Sequence[Game], text: str) -> Scoring | None:
    """The scoring that the file names, or else the one its columns suggest: match points, percentages or IMPs."""
    if text:
        return SCORING.get(text.partition(";")[0].strip().upper(), "other")
    columns = {column for game in games for table in game.tables.values() for column in table.columns}
    if any(column.partition("_")[0] in MATCH_POINT_COLUMNS for column in columns):
        return "match points"
    return "cross-IMPs" if any(column.partition("_")[0] in IMP_COLUMNS for column in columns) else None


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _creator(text: str) -> str:
    line = next((line for line in text[:2000].splitlines() if line.startswith("%Creator:")), "")
    return line.partition(":")[2].strip()


def _first(games: Sequence[Game]) -> Callable[[str], str]:
    """A function that looks up the first known value of a tag in any game."""

    def value(name: str) -> str:
        tag_values = (game.tags.get(name, "").strip() for game in games)
        return next((value for value in tag_values if value not in UNKNOWN), "")

    return value


def _boards(games: Sequence[Game], notices: list[Problem]) -> tuple[Board, ...]:
    lines: dict[tuple[str, int], list[Traveller]] = defaultdict(list)
    for game in games:
        number = values.whole(game.tags.get("Board", ""))
        section = game.tags.get("Section", "").strip()
        section = "" if section in UNKNOWN else section
        if number is None or number < 1:
            continue
        table = game.tables.get("ScoreTable")
        table_lines = _table_lines(table, notices) if table else _game_line(game)
        if table_lines:
            lines[section, number] += table_lines
    return tuple(Board(number, tuple(results), section=section) for (section, number), results in lines.items())


def _table_lines(table: Table, notices: list[Problem]) -> list[Traveller]:
    lines = []
    for n, cells in table.rows:
        if len(cells) > len(table.columns):
            notices.append(_long_row(n, cells))
            continue
        line = _table_line(n, dict(zip(table.columns, cells, strict=False)))
        if line is not None:
            lines.append(line)
    return lines


def _long_row(n: int, cells: Sequence[str]) -> Problem:
    fix = "A name with spaces needs quotation marks around it."
    return problem(n, " ".join(cells), "has more cells than the table has columns", fix)


def _table_line(n: int, row: dict[str, str]) -> Traveller | None:
    def get(name: str) -> str:
        value = row.get(name, "").strip()
        return "" if value in UNKNOWN else value

    def points(side: str) -> Decimal | None:
        amounts = (values.decimal(get(f"{kind}_{side}").lstrip("^")) for kind in ("MP", "IMP"))
        return next((number for number in amounts if number is not None), None)

    contract = values.contract(get("Contract"))
    score_text = get("Score_NS") or _negative(get("Score_EW"))
    artificial = adjusted_scores.parse(score_text.lstrip("^")) if "%" in score_text else None
    score = values.whole(score_text)
    if contract is None and score is None and artificial is None:
        return None
    is_played = contract is not None and contract.level > 0
    return Traveller(
        ns=get("PairId_NS") or get("Names_NS"),
        ew=get("PairId_EW") or get("Names_EW"),
        contract=contract,
        declarer=values.seat(get("Declarer")) if is_played else "",
        tricks=_tricks(get("Result")) if is_played else None,
        lead=values.card(get("Lead")),
        score=score,
        adjusted=artificial,
        ns_points=points("NS"),
        ew_points=points("EW"),
        table=get("Table"),
        round=get("Round"),
        multiplicity=min(max(values.whole(get("Multiplicity")) or 1, 1), 10_000),
        line=n,
    )


def _negative(score: str) -> str:
    number = values.whole(score)
    return "" if number is None else str(-number)


def _tricks(text: str) -> int | None:
    """`9`, or `NS 9`."""
    number = values.whole(text.split()[-1]) if text else None
    return number if number is not None and 0 <= number <= 13 else None


def _game_line(game: Game) -> list[Traveller]:
    """A game with one result; the seat tags name the players."""

    def get(name: str) -> str:
        value = game.tags.get(name, "").strip()
        return "" if value in UNKNOWN else value

    contract = values.contract(get("Contract"))
    tricks = _tricks(get("Result"))
    seats = [get(seat) for seat in ("North", "East", "South", "West")]
    if contract is None or (contract.level and (tricks is None or not values.seat(get("Declarer")))) or not all(seats):
        return []
    north, east, south, west = seats
    return [
        Traveller(
            ns=_pair(north, south),
            ew=_pair(east, west),
            contract=contract,
            declarer=values.seat(get("Declarer")) if contract.level else "",
            tricks=tricks if contract.level else None,
            table=get("Table"),
            round=get("Round"),
            line=game.line,
        )
    ]


def _pair(first: str, second: str) -> str:
    return first if first == second else f"{first} & {second}"


def _named_players(boards: Sequence[Board]) -> dict[tuple[str, str], tuple[Player, ...]]:
    """Players by pair, if the file's pair numbers are names: `North & South`."""
    players: dict[tuple[str, str], tuple[Player, ...]] = {}
    for board in boards:
        for line in board.travellers:
            for number in (line.ns, line.ew):
                if " & " in number or ";" in number:
                    parts = number.replace(";", " & ").split(" & ")
                    players[board.section, number] = tuple(_player(part) for part in parts if part.strip())
    return players


def _player(text: str, line: int = 0) -> Player:
    """A name, with a member number after it if the program writes one: `Ann Bell#48661`."""
    name, _, number = text.strip().partition("#")
    has_number = number.strip().isdigit()
    return Player(name.strip() if has_number else text.strip(), number.strip() if has_number else "", line=line)


def _ranking(games: Sequence[Game], notices: list[Problem]) -> list[Entry]:
    """The entries of the longest TotalScoreTable: a file may also hold a shortened one."""
    tables = [game.tables["TotalScoreTable"] for game in games if "TotalScoreTable" in game.tables]
    table = max(tables, key=lambda table: len(table.rows), default=None)
    if table is None:
        return []
    entries: list[Entry] = []
    for n, cells in table.rows:
        if len(cells) > len(table.columns):
            notices.append(_long_row(n, cells))
            continue
        entries.append(_entry(n, dict(zip(table.columns, cells, strict=False)), len(entries) + 1))
    return entries


def _entry(n: int, row: dict[str, str], default_number: int) -> Entry:
    def get(*names: str) -> str:
        cells = (row.get(name, "").strip() for name in names)
        return next((value for value in cells if value not in UNKNOWN), "")

    names = [name.strip() for name in get("Names").split(";") if name.strip()]
    return Entry(
        number=get("PairId", "PlayerId", "TeamId") or str(default_number),
        players=tuple(_player(name, n) for name in names),
        place_as_written=get("Rank"),
        place=parse_place(get("Rank")),
        percentage=values.decimal(get("TotalPercentage", "Percentage", "MeanPercentage")),
        score=values.decimal(get("TotalIMP", "TotalMP", "TotalScore", "MP", "IMP", "MeanIMP", "MeanScore")),
        boards_played=values.whole(get("NrBoards")),
        line=n,
    )
