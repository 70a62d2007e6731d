"""BridgeWebs CSV: blocks that begin with `#`, a ranking in `#SCORES`, a second one for East-West.

The columns of its travellers are not published, so boards are ignored. The known columns have two names and no member
numbers. Other columns may follow, so the files we write add the rest there: further names, numbers, scores, teams.
"""

from __future__ import annotations

from collections.abc import Sequence

from masterpoint.core.boards import Direction
from masterpoint.core.results import (
    Contest,
    DeclaredCounts,
    Entry,
    Player,
    Ranking,
    Results,
    Scoring,
    parse_place,
    written_places,
)
from masterpoint.formats import values
from masterpoint.formats.lists import in_order
from masterpoint.formats.problems import Problems, refuse, short_value
from masterpoint.formats.ranked_list import SCORINGS
from masterpoint.formats.text import csv_text, decode, rows_of

BOARDS_LEFT_OUT = "The file has board results in a layout that is not published; they were left out."
NO_NUMBERS = "BridgeWebs files carry no member numbers: players can only be looked up by name."
MAX_PLAYERS = 12
CONTESTS: dict[str, Contest] = {"pairs": "pairs", "teams": "teams", "individual": "individual"}


def read(data: bytes, *, source: str) -> Results:
    """The ranking lists and the head of the file."""
    decoded = decode(data)
    head, blocks, boards = _blocks(rows_of(decoded.text))
    if not blocks:
        refuse(0, "", "has no #SCORES block", "Export it again with the ranking list.")
    problems = Problems()
    rankings = []
    for block, direction in zip(blocks, _directions(len(blocks)), strict=True):
        entries = [_entry(row, line, direction, problems) for line, row in block]
        rankings.append(Ranking(in_order(entries), direction=direction))
    entries = [entry for ranking in rankings for entry in ranking.entries]
    has_numbers = any(player.national for entry in entries for player in entry.players)
    results = Results(
        format="BridgeWebs CSV",
        source=source,
        contest=_contest(head.get("CONTEST", ""), entries),
        scoring=_scoring(head.get("SCORING", ""), entries),
        event_name=head.get("TITLE", ""),
        played=values.day(head.get("DATE", "")),
        played_as_written=head.get("DATE", ""),
        club_name=head.get("CLUB", ""),
        club_number=head.get("CLUBNUMBER", ""),
        winners=values.whole(head.get("WINNERS", "")) or len(blocks),
        boards_played=values.whole(head.get("BOARDS", "")),
        counts=DeclaredCounts(pairs=values.whole(head.get("PAIRS", ""))),
        program_name=head.get("VERSION", ""),
        rankings=tuple(rankings),
        remarks=(
            *decoded.remarks,
            *(() if has_numbers else (NO_NUMBERS,)),
            *((BOARDS_LEFT_OUT,) if boards else ()),
        ),
    )
    problems.refuse_if_any(results)
    return results


def _contest(text: str, entries: Sequence[Entry]) -> Contest:
    """The contest named in files that we wrote, or else inferred from the number of players."""
    sizes = {len(entry.players) for entry in entries if entry.players}
    by_size: Contest = "teams" if sizes and min(sizes) > 2 else "pairs"
    return CONTESTS.get(text.lower(), by_size)


def _scoring(text: str, entries: Sequence[Entry]) -> Scoring | None:
    listed_scoring = next((scoring for scoring in SCORINGS if scoring == text), None)
    return listed_scoring or ("match points" if any(entry.percentage for entry in entries) else None)


def _directions(count: int) -> list[Direction]:
    if count > 2:
        refuse(
            0, str(count), "has more than two #SCORES blocks", "One list, or North-South and East-West, is expected."
        )
    return ["NS", "EW"] if count == 2 else [""]


Block = list[tuple[int, dict[str, str]]]


def _blocks(rows: Sequence[tuple[int, list[str]]]) -> tuple[dict[str, str], list[Block], bool]:
    head: dict[str, str] = {}
    blocks: list[Block] = []
    headings: list[str] | None = None
    in_scores = boards = False
    for line, cells in rows:
        if cells[0].startswith("#"):
            name = cells[0][1:].strip().upper()
            in_scores = name == "SCORES"
            boards = boards or name in ("TRAVELLERS", "BOARD")
            headings = None
            if in_scores:
                blocks.append([])
            elif len(cells) > 1:
                head[name] = ",".join(cells[1:]).strip() if name in ("TITLE", "CLUB") else cells[1]
        elif in_scores and headings is None:
            headings = [cell.upper() for cell in cells]
        elif in_scores and headings is not None:
            blocks[-1].append((line, dict(zip(headings, cells, strict=False))))
    return head, blocks, boards


def _entry(row: dict[str, str], line: int, direction: Direction, problems: Problems) -> Entry:
    players = _players(row, line)
    owners = f" of {' and '.join(player.name for player in players)}" if players else ""
    place_text = row.get("POSITION", "")
    place = parse_place(place_text)
    if place is None and place_text not in ("", "-"):
        message = f"The place{owners} is written “{short_value(place_text)}”, which is not a place."
        problems.add(line, place_text, message, "Write 3, or 3= for a tie.")
    figures = {}
    for name, words in (("PERCENT", "percentage"), ("SCORE", "score")):
        text = row.get(name, "").rstrip("%")
        figures[name] = values.decimal(text)
        if figures[name] is None and text not in ("", "-"):
            problems.add(line, text, f"the {words}{owners} should be a number", "Write it like 54.17.")
    return Entry(
        number=row.get("PAIR", ""),
        players=players,
        place_as_written=place_text,
        place=place,
        percentage=figures["PERCENT"],
        score=figures["SCORE"],
        direction=direction,
        team_name=row.get("TEAM", ""),
        line=line,
    )


def _players(row: dict[str, str], line: int) -> tuple[Player, ...]:
    seats = [(row.get(f"NAME{n}", ""), row.get(f"NUMBER{n}", "")) for n in range(1, MAX_PLAYERS + 1)]
    return tuple(Player(name, number, line=line) for name, number in seats if name or number)


def write(results: Results) -> bytes:
    """The ranking lists, North-South first."""
    if len(results.rankings) > 2:
        message = f"A BridgeWebs file has one ranking list or two, and this event has {len(results.rankings)}."
        refuse("lists", str(len(results.rankings)), message, "Write it as USEBIO, which BridgeWebs also reads.")
    rows = _head(results)
    size = max((len(entry.players) for entry in results.entries), default=0)
    has_numbers = any(player.national for entry in results.entries for player in entry.players)
    has_scores = any(entry.score is not None for entry in results.entries)
    has_team_names = any(entry.team_name for entry in results.entries)
    names = [f"NAME{n}" for n in range(3, size + 1)]
    numbers = [f"NUMBER{n}" for n in range(1, size + 1)] if has_numbers else []
    extra_columns = [*names, *numbers, *(["SCORE"] if has_scores else []), *(["TEAM"] if has_team_names else [])]
    for ranking in sorted(results.rankings, key=lambda ranking: ranking.direction != "NS"):
        rows += [["#SCORES"], ["POSITION", "PAIR", "NAME1", "NAME2", "PERCENT", *extra_columns]]
        places = written_places(entry.place for entry in ranking.entries)
        rows += [_row(entry, place, extra_columns) for entry, place in zip(ranking.entries, places, strict=True)]
    return csv_text(rows).encode()


def _head(results: Results) -> list[list[str]]:
    head = [
        ["#VERSION", results.program_name or "Masterpoint"],
        ["#DATE", values.day_first(results.played) or results.played_as_written],
        ["#TITLE", results.event_name],
        ["#PAIRS", str(len(results.entries))],
        ["#WINNERS", str(len(results.rankings))],
    ]
    percentages = any(entry.percentage for entry in results.entries)
    optional_fields = {
        "#BOARDS": "" if results.boards_played is None else str(results.boards_played),
        "#CLUB": results.club_name,
        "#CLUBNUMBER": results.club_number,
        "#CONTEST": "" if results.contest == "pairs" else results.contest,
        "#SCORING": "" if results.scoring == "match points" and percentages else results.scoring or "",
    }
    return head + [[name, value] for name, value in optional_fields.items() if value]


def _row(entry: Entry, place: str, extra_columns: Sequence[str]) -> list[str]:
    cells = {f"NAME{n}": player.name for n, player in enumerate(entry.players, 1)}
    cells |= {f"NUMBER{n}": player.national for n, player in enumerate(entry.players, 1)}
    cells |= {"SCORE": "" if entry.score is None else f"{entry.score:f}", "TEAM": entry.team_name}
    percent = "" if entry.percentage is None else f"{entry.percentage:f}"
    basic_cells = [place, entry.number, cells.get("NAME1", ""), cells.get("NAME2", ""), percent]
    return basic_cells + [cells.get(name, "") for name in extra_columns]
