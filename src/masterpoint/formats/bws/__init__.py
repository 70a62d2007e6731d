"""Bridgemate and BridgeTab `.bws`: results by table, without scores, places or event.

Names come from the file's own player tables if somebody keyed them in, or else from a CSV list. The same tables may
also come as a folder of CSV files, one for each table. What is read here still has to be scored:
`intake.rescoring.with_our_places` works out the places.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from datetime import date, datetime
from typing import TypeAlias

from masterpoint.core.boards import AdjustedScore, Board, Traveller
from masterpoint.core.results import Player, Results, Scoring
from masterpoint.core.scoring import adjusted_scores
from masterpoint.formats import names as names_list
from masterpoint.formats import values
from masterpoint.formats.bws import jet
from masterpoint.formats.problems import refuse
from masterpoint.formats.seating import TWO_LISTS_FROM_SEATING, Seating, seating_of, unranked_lists, with_directions
from masterpoint.formats.text import decode, rows_of

DatabaseTables: TypeAlias = Mapping[str, list[jet.Row]]

TEAMS = 4
NOT_SCORED = "A .bws file holds no scores or places; Masterpoint scored the boards itself."
SCORING_ASSUMED = "The file does not say how the event is scored; we assumed match points."


def read(
    data: bytes, *, source: str, names: bytes | None = None, scoring: Scoring | None = None, winners: int | None = None
) -> Results:
    """The session in a database; `names` is a CSV list of pairs and players."""
    return from_tables(jet.tables(data), source=source, names=names, scoring=scoring, winners=winners)


def read_csv_tables(
    files: Mapping[str, bytes],
    *,
    source: str,
    names: bytes | None = None,
    scoring: Scoring | None = None,
    winners: int | None = None,
) -> Results:
    """The session from a folder of CSV files, given as bytes by table name (`ReceivedData`)."""
    tables = {name.removesuffix(".csv"): _csv_rows(data) for name, data in files.items()}
    return from_tables(tables, source=source, names=names, scoring=scoring, winners=winners)


def read_csv(data: bytes, *, source: str, names: bytes | None = None, scoring: Scoring | None = None) -> Results:
    """The session from the table of results alone (`ReceivedData.csv`)."""
    return read_csv_tables({"ReceivedData": data}, source=source, names=names, scoring=scoring)


def _csv_rows(data: bytes) -> list[jet.Row]:
    rows = rows_of(decode(data).text)
    if not rows:
        return []
    head = rows[0][1]
    return [dict(zip(head, cells, strict=False)) for _, cells in rows[1:]]


def from_tables(
    tables: DatabaseTables, *, source: str, names: bytes | None, scoring: Scoring | None, winners: int | None
) -> Results:
    """Results from the tables, wherever they came from."""
    letters = _letters(tables)
    _refuse_teams(tables)
    result_rows = _valid_rows(tables)
    if not tables.keys() & {"ReceivedData", "Section", "RoundData"}:
        refuse(0, "", "This is a database, but not of a Bridgemate session.", "Choose the .bws file of the session.")
    if not result_rows:
        message = "This file holds no results: it is an empty template, or the session has not been played yet."
        refuse(0, "", message, "Choose the .bws file after the session.")
    seating = seating_of((_text(row.get("PairNS")), _text(row.get("PairEW"))) for row in result_rows)
    stated_winners = winners or next(
        (count for row in tables.get("Section", []) if (count := _integer(row.get("Winners")))), None
    )
    if stated_winners in (1, 2):
        seating = Seating(seating.two_ranges, two_lists=stated_winners == 2)
    boards = with_directions(_boards(result_rows, letters), seating)
    players = _players(tables, letters, seating)
    if names is not None:
        players |= names_list.by_pair(names_list.read(names), boards)
    return Results(
        format="Bridgemate .bws",
        source=source,
        scoring=scoring or "match points",
        event_name=next((_text(row.get("Name")) for row in tables.get("Session", [])), ""),
        played=_day(tables, result_rows),
        winners=2 if seating.two_lists else 1,
        boards_played=_boards_scheduled(tables, result_rows),
        rankings=unranked_lists(boards, seating, players),
        boards=boards,
        remarks=(
            NOT_SCORED,
            *(() if scoring else (SCORING_ASSUMED,)),
            *((TWO_LISTS_FROM_SEATING,) if seating.two_lists and stated_winners is None else ()),
        ),
    )


def _text(value: jet.Value) -> str:
    return "" if value is None else str(value).strip()


def _integer(value: jet.Value) -> int | None:
    return int(value) if isinstance(value, int) else values.whole(_text(value)) if value is not None else None


def _letters(tables: DatabaseTables) -> dict[int, str]:
    return {_integer(row.get("ID")) or 0: _text(row.get("Letter")) for row in tables.get("Section", [])}


def _refuse_teams(tables: DatabaseTables) -> None:
    if any(_integer(row.get("ScoringType")) == TEAMS for row in tables.get("Section", [])):
        message = "This is a teams session, and does not say which two tables make a match."
        refuse(0, "", message, "Export the results from the scoring program, as USEBIO.")


def _valid_rows(tables: DatabaseTables) -> list[jet.Row]:
    """For each table, round and board, the last row that was not erased; sit-outs have no pair and are left out."""
    last: dict[tuple[jet.Value, ...], jet.Row] = {}
    rows = sorted(tables.get("ReceivedData", []), key=lambda row: _integer(row.get("ID")) or 0)
    for row in rows:
        if _integer(row.get("Erased")):
            continue
        if _integer(row.get("PairNS")) and _integer(row.get("PairEW")) and (_integer(row.get("Board")) or 0) > 0:
            last[tuple(_text(row.get(name)) for name in ("Section", "Table", "Round", "Board"))] = row
    return list(last.values())


def _boards_scheduled(tables: DatabaseTables, result_rows: list[jet.Row]) -> int | None:
    """Boards in the movement for a pair that never sits out; rounds that nobody reached do not count."""
    played_rounds = {(_integer(row.get("Section")), _integer(row.get("Round"))) for row in result_rows}
    boards: Counter[tuple[int | None, str, int | None]] = Counter()
    for row in tables.get("RoundData", []):
        section, low, high = _integer(row.get("Section")), _integer(row.get("LowBoard")), _integer(row.get("HighBoard"))
        ns, ew = _integer(row.get("NSPair")), _integer(row.get("EWPair"))
        if not (ns and ew and low and high) or high < low or (section, _integer(row.get("Round"))) not in played_rounds:
            continue
        boards.update({(section, "NS", ns): high - low + 1, (section, "EW", ew): high - low + 1})
    by_pair: Counter[tuple[int | None, int | None]] = Counter()
    for (section, _, pair), count in boards.items():
        by_pair[section, pair] += count
    two_ranges = any(row.get("PairNS") == row.get("PairEW") for row in result_rows)
    return max((boards if two_ranges else by_pair).values(), default=0) or None


def _boards(result_rows: list[jet.Row], letters: dict[int, str]) -> list[Board]:
    has_several_sections = len({_integer(row.get("Section")) for row in result_rows}) > 1
    boards: dict[tuple[str, int], list[Traveller]] = defaultdict(list)
    for row in result_rows:
        section = _integer(row.get("Section")) or 0
        letter = (letters.get(section) or str(section)) if has_several_sections else letters.get(section, "")
        line = _line(row)
        if line is not None:
            boards[letter, _integer(row.get("Board")) or 0].append(line)
    return [Board(number, tuple(lines), section=section) for (section, number), lines in sorted(boards.items())]


def _line(row: jet.Row) -> Traveller | None:
    """One traveller; `None` for a board that was not played or has no result."""
    remarks = _text(row.get("Remarks"))
    artificial: AdjustedScore | None = adjusted_scores.parse(remarks) if "%" in remarks else None
    contract = values.contract(_text(row.get("Contract")))
    seat = values.seat(_text(row.get("NS/EW")))
    if artificial is None and contract is None:
        return None
    tricks = values.tricks(_text(row.get("Result")), contract.level) if contract and contract.level else None
    if artificial is None and contract is not None and contract.level and (tricks is None or not seat):
        return None
    ns, ew = _text(row.get("PairNS")), _text(row.get("PairEW"))
    declaring = _text(row.get("Declarer"))
    # If the declarer's pair does not fit the seat, the pairs sat the other way round.
    if seat and ns != ew and declaring == (ew if seat in "NS" else ns):
        ns, ew = ew, ns
    return Traveller(
        ns=ns,
        ew=ew,
        contract=None if artificial else contract,
        declarer=seat if contract and contract.level and not artificial else "",
        tricks=None if artificial else tricks,
        lead=values.card(_text(row.get("LeadCard"))),
        adjusted=artificial,
        table=_text(row.get("Table")),
        round=_text(row.get("Round")),
    )


def _players(
    tables: DatabaseTables, letters: dict[int, str], seating: Seating
) -> dict[tuple[str, str], tuple[Player, ...]]:
    """Players by pair. Names belong to starting positions: who sat at which table in round 1."""
    names_by_number = {
        _text(row.get("strID")) or _text(row.get("ID")): _text(row.get("Name")) for row in tables.get("PlayerNames", [])
    }
    seats: dict[tuple[int, int, str], Player] = {}
    for row in tables.get("PlayerNumbers", []):
        number, name = _text(row.get("Number")), _text(row.get("Name"))
        name = name or names_by_number.get(number, "")
        if name or number.strip("0"):
            key = (
                _integer(row.get("Section")) or 0,
                _integer(row.get("Table")) or 0,
                values.seat(_text(row.get("Direction"))),
            )
            seats[key] = Player(name, number if number.strip("0") else "")
    players: dict[tuple[str, str], tuple[Player, ...]] = {}
    for row in tables.get("RoundData", []):
        if _integer(row.get("Round")) != 1:
            continue
        section, table = _integer(row.get("Section")) or 0, _integer(row.get("Table")) or 0
        for column, direction in (("NSPair", "NS"), ("EWPair", "EW")):
            pair = tuple(seats[section, table, seat] for seat in direction if (section, table, seat) in seats)
            number = _text(row.get(column))
            if pair and number != "0":
                players[letters.get(section, ""), f"{number} {direction}" if seating.two_ranges else number] = pair
    return players


_MONTH_FIRST = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{2}|\d{4})\b")


def _day(tables: DatabaseTables, result_rows: list[jet.Row]) -> date | None:
    """The day on which most results were keyed in, or else the session's date. Text dumps write the month first."""
    moments = [row.get("DateLog") for row in result_rows] or [row.get("Date") for row in tables.get("Session", [])]
    days = Counter(day for moment in moments if (day := _date(moment)))
    return days.most_common(1)[0][0] if days else None


def _date(value: jet.Value) -> date | None:
    if isinstance(value, datetime):
        return value.date() if value.year > 1980 else None
    match = _MONTH_FIRST.match(_text(value))
    if not match:
        return values.day(_text(value))
    return values.day(f"{match[2]}/{match[1]}/{match[3]}")


__all__ = ["read", "read_csv", "read_csv_tables"]
