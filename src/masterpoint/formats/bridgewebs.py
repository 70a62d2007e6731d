"""BridgeWebs CSV: blocks that begin with `#`, a ranking in `#SCORES`, a second one for East-West.

The columns of its travellers are not known, so boards are passed over. It has no member numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

from masterpoint.core.results import Counts, Direction, Entry, Player, Ranking, Results, parse_place, written_places
from masterpoint.formats import values
from masterpoint.formats.lists import in_order
from masterpoint.formats.problems import Problems, refuse
from masterpoint.formats.text import csv_text, decode, rows_of

BOARDS_PASSED_OVER = "The file has board results in a layout that is not published; they were passed over."
NO_NUMBERS = "BridgeWebs files carry no member numbers: players have to be found by name."
NAMES = ("NAME1", "NAME2")
PLAIN_HEADINGS = ("POSITION", "PAIR", *NAMES, "PERCENT")


def read(data: bytes, *, source: str) -> Results:
    """The ranking lists and the head."""
    decoded = decode(data)
    head, blocks, boards = _blocks(rows_of(decoded.text))
    if not blocks:
        refuse(0, "", "has no #SCORES block", "Export it again with the ranking list.")
    problems = Problems()
    two = len(blocks) > 1
    rankings = []
    for block, direction in zip(blocks, _directions(len(blocks)), strict=True):
        entries = [_entry(row, line, direction, problems) for line, row in block]
        rankings.append(Ranking(in_order(entries), direction=direction))
    problems.refuse_if_any()
    day = head.get("DATE", "")
    return Results(
        format="BridgeWebs CSV",
        source=source,
        scoring="match points" if any(entry.percentage for ranking in rankings for entry in ranking.entries) else None,
        event_name=head.get("TITLE", ""),
        played=values.day(day),
        played_as_written=day,
        winners=values.whole(head.get("WINNERS", "")) or (2 if two else 1),
        boards_played=values.whole(head.get("BOARDS", "")),
        counts=Counts(pairs=values.whole(head.get("PAIRS", ""))),
        program_name=head.get("VERSION", ""),
        rankings=tuple(rankings),
        remarks=(*decoded.remarks, NO_NUMBERS, *((BOARDS_PASSED_OVER,) if boards else ())),
    )


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
    inside = boards = False
    for line, cells in rows:
        if cells[0].startswith("#"):
            name = cells[0][1:].strip().upper()
            inside = name == "SCORES"
            boards = boards or name in ("TRAVELLERS", "BOARD")
            headings = None
            if inside:
                blocks.append([])
            elif len(cells) > 1:
                head[name] = ",".join(cells[1:]).strip() if name == "TITLE" else cells[1]
        elif inside and headings is None:
            headings = [cell.upper() for cell in cells]
        elif inside and headings is not None:
            blocks[-1].append((line, dict(zip(headings, cells, strict=False))))
    return head, blocks, boards


def _entry(row: dict[str, str], line: int, direction: Direction, problems: Problems) -> Entry:
    written = row.get("POSITION", "")
    place = parse_place(written)
    if place is None and written not in ("", "-"):
        problems.add(line, written, "is not a place", "Write 3, or 3= for a tie.")
    percent = row.get("PERCENT", "").rstrip("%")
    number = values.decimal(percent)
    if number is None and percent not in ("", "-"):
        problems.add(line, percent, "the percentage should be a number", "Write it like 54.17.")
    return Entry(
        number=row.get("PAIR", ""),
        players=tuple(Player(row[name], line=line) for name in NAMES if row.get(name)),
        place_as_written=written,
        place=place,
        percentage=number,
        direction=direction,
        line=line,
    )


def write(results: Results) -> bytes:
    """The ranking lists: North-South first."""
    head = [
        ["#VERSION", results.program_name or "Masterpoint"],
        ["#DATE", f"{results.played:%d/%m/}{results.played.year:04d}" if results.played else results.played_as_written],
        ["#TITLE", results.event_name],
        ["#PAIRS", str(len(results.entries))],
        ["#WINNERS", str(len(results.rankings))],
    ]
    if results.boards_played is not None:
        head.append(["#BOARDS", str(results.boards_played)])
    rows = head
    for ranking in sorted(results.rankings, key=lambda ranking: ranking.direction != "NS"):
        rows += [["#SCORES"], list(PLAIN_HEADINGS)]
        written = written_places(entry.place for entry in ranking.entries)
        rows += [_row(entry, place) for entry, place in zip(ranking.entries, written, strict=True)]
    return csv_text(rows).encode()


def _row(entry: Entry, place: str) -> list[str]:
    names = [player.name for player in entry.players[:2]]
    percent = "" if entry.percentage is None else f"{entry.percentage:f}"
    return [place, entry.number, *names, *[""] * (2 - len(names)), percent]
