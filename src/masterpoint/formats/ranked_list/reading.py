"""Reads a ranked list typed or exported by hand: CSV, or a spreadsheet's rows, with forgiving headings.

Lines above the heading may name the event (`Club,Invented Bridge Club`, `Date,05/02/2024`). A line with only
`North-South` or `East-West` starts a new list. If no places are given, percentages or scores decide them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

import msgspec

from masterpoint.core.boards import Direction
from masterpoint.core.errors import Problem
from masterpoint.core.results import (
    Contest,
    Entry,
    FileAward,
    Results,
    Scoring,
    parse_place,
    written_places,
)
from masterpoint.core.scoring.ranking import places
from masterpoint.formats import values
from masterpoint.formats.headings import RESULT_COLUMNS
from masterpoint.formats.lists import rankings_of
from masterpoint.formats.problems import Problems, problem, refuse, short_value
from masterpoint.formats.sheets import Sheet, SheetRow, direction_of, sheet_of
from masterpoint.formats.text import decode

PLACES_FROM_SCORES = "The list gives no places; we worked them out from the scores."
FRACTIONS_AS_PERCENT = "The percentages are written as parts of 1 (0.58); they were read as per cent (58)."
FACT_NAMES = (
    *("event", "title", "club", "club number", "date", "status", "charge code"),
    *("contest", "scoring", "boards", "winners"),
)
"""Names of facts that a line above the list may give."""
MAX_NAMED = 8
"""The most unused columns or lines that are named."""
SCORINGS: tuple[Scoring, ...] = (
    *("match points", "cross-IMPs", "Butler IMPs", "IMPs", "aggregate"),
    *("board-a-match", "point-a-board", "hybrid", "other"),
)

_DECIMAL_COMMA = re.compile(r"([+-]?\d+),(\d+)\Z")
_COLOURED = re.compile(r"(\d{1,6}(?:\.\d{1,4})?)\s*\(([A-Za-z]{3,12})\)")
_SHARED = re.compile(r"(\d{1,4})\s*[/-]\s*(\d{1,4})\Z", re.ASCII)
"""A tie as written in America: 2/3 is second equal."""
_WITH_DIRECTION = re.compile(r"(\w{1,6})[\s-]+(NS|EW|N-S|E-W)\Z", re.IGNORECASE)


def read(data: bytes, *, source: str) -> Results:
    """The list in a CSV file."""
    decoded = decode(data)
    sheet = sheet_of(decoded.text)
    return from_sheet(sheet, source=source, format="ranked list", remarks=decoded.remarks)


def from_sheet(
    sheet: Sheet | None, *, source: str, format: str, remarks: tuple[str, ...] = (), parts_of_one: bool = False
) -> Results:
    """The list in a sheet, or everything that is wrong with it. With `parts_of_one`, 0.58 may mean 58 per cent."""
    if sheet is None:
        fix = "Begin with a line such as Place,Pair,Name 1,Number 1,Name 2,Number 2,Percentage."
        refuse(1, "", "has no line of headings", fix)
    if not sheet.rows:
        refuse(0, "", "has headings but nobody under them", "Write one line for each pair, team or player.")
    if not sheet.kinds & RESULT_COLUMNS:
        message = "is a list of names without places, percentages or scores"
        refuse(1, "", message, "Add a column Place, or choose the file with the results.")
    reader = _Reader(sheet, parts_of_one)
    entries = reader.entries()
    new_remarks: list[str] = [*reader.remarks, *_not_used(sheet)]
    if not any(entry.place for entry in entries):
        entries, is_ranked = _with_places(entries)
        new_remarks += [PLACES_FROM_SCORES] if is_ranked else []
    has_directions = all(entry.direction for entry in entries)
    winners = values.whole(sheet.facts.get("winners", "")) or (2 if has_directions else 1)
    rankings, list_remarks = rankings_of(entries, winners=winners)
    facts = sheet.facts
    scoring = facts.get("scoring", "")
    results = Results(
        format=format,
        source=source,
        contest=reader.contest(),
        scoring=next((name for name in SCORINGS if name == scoring), None),
        event_name=facts.get("event") or facts.get("title", ""),
        played=values.day(facts.get("date", "")),
        played_as_written=facts.get("date", ""),
        club_name=facts.get("club", ""),
        club_number=facts.get("club number", ""),
        charge_code=facts.get("charge code", ""),
        rating=facts.get("status", ""),
        boards_played=values.whole(facts.get("boards", "")),
        winners=winners,
        rankings=rankings,
        remarks=(*remarks, *new_remarks, *list_remarks),
        notices=tuple(_cut_short(sheet)),
    )
    reader.problems.refuse_if_any(results)
    return results


def _not_used(sheet: Sheet) -> Iterator[str]:
    """Names everything written that was not used, so that nobody thinks it counted."""
    lines = [name for name in sheet.facts if name not in FACT_NAMES]
    for words, subject in ((lines, "Lines above the list"), (sheet.unused, "Columns")):
        if words:
            word_list = ", ".join(f"“{short_value(word)}”" for word in words[:MAX_NAMED])
            others = len(words) - MAX_NAMED
            yield f"{subject} that were not used: {word_list}{f' and {others} more' if others > 0 else ''}."


def _cut_short(sheet: Sheet) -> Iterator[Problem]:
    """A notice if the last line is shorter than all others."""
    lengths = [row.length for row in sheet.rows]
    if len(lengths) > 2 and lengths[-1] < min(lengths[:-1]):
        message = "The last line is shorter than all others: the file may be cut short."
        yield problem(sheet.rows[-1].line, "", message, "Compare it with the list in the scoring program.")


class _Reader:
    """Turns rows into entries and notes every problem."""

    def __init__(self, sheet: Sheet, parts_of_one: bool) -> None:
        self.sheet, self.parts_of_one = sheet, parts_of_one
        self.problems = Problems()
        self.remarks: list[str] = []

    def contest(self) -> Contest:
        text = self.sheet.facts.get("contest", "")
        contests: dict[str, Contest] = {"pairs": "pairs", "teams": "teams", "individual": "individual"}
        if text in contests:
            return contests[text]
        sizes = [len(row.players()) for row in self.sheet.rows]
        if self.sheet.has("team") or max(sizes) > 2:
            return "teams"
        return "individual" if max(sizes) == 1 and not self.sheet.has("number") else "pairs"

    def entries(self) -> list[Entry]:
        entries = []
        previous = ""
        for n, row in enumerate(self.sheet.rows, 1):
            place_text = row.text("place")
            if place_text in ("=", '"'):  # tied with the line above
                place_text = previous
            if match := _SHARED.match(place_text):
                place_text = f"{match[1]}=" if int(match[1]) < int(match[2]) else place_text
            previous = place_text
            entries.append(self._entry(n, row, place_text))
        return self._as_percent(entries) if self.parts_of_one else entries

    def _entry(self, n: int, row: SheetRow, place_text: str) -> Entry:
        place = parse_place(place_text)
        if place is None and place_text not in ("", "-"):
            people = " and ".join(player.name for player in row.players() if player.name)
            owners = f" of {people}" if people else ""
            message = f"The place{owners} is written “{short_value(place_text)}”, which is not a place."
            self.problems.add(row.line, place_text, message, "Write 3, or 3= for a tie.")
        players = tuple(row.players())
        if not players and not row.text("team"):
            self.problems.add(row.line, "", "names nobody", "Write the names, or remove the line.")
        boards = self._figure(row, "boards")
        is_percent = row.text("score").endswith("%") and not self.sheet.has("percentage")
        number, direction = _number_and_direction(row.text("number"))
        return Entry(
            number=number or str(n),
            players=players,
            place_as_written=place_text,
            place=place,
            percentage=self._figure(row, "score" if is_percent else "percentage"),
            score=None if is_percent else self._figure(row, "score"),
            direction=direction_of(row.text("direction")) or direction or row.direction,
            session=row.text("session"),
            section=row.text("section"),
            team_name=row.text("team"),
            boards_played=None if boards is None else int(boards),
            handicap=self._figure(row, "handicap"),
            awards=self._awards(row),
            stratum=self._stratum(row),
            line=row.line,
        )

    def _figure(self, row: SheetRow, kind: str) -> Decimal | None:
        text = row.text(kind).rstrip("%").strip()
        if text in ("", "-"):
            return None
        if match := _DECIMAL_COMMA.match(text):
            if len(match[2]) == 3 and kind != "percentage" and match[1].lstrip("+-") != "0":
                message = f"the {kind} can be read in two ways, as {match[1]}{match[2]} and as {match[1]}.{match[2]}"
                self.problems.add(row.line, text, message, f"Write {match[1]}{match[2]}, or {match[1]}.{match[2]}.")
                return None
            text = f"{match[1]}.{match[2]}"
        number = values.decimal(text)
        if number is None:
            self.problems.add(row.line, text, f"the {kind} should be a number", "Write it like 54.17.")
        return number

    def _stratum(self, row: SheetRow) -> int | None:
        """The number of a stratum, which may be given as a letter: A is 1."""
        text = row.text("stratum").strip().upper()
        if len(text) == 1 and "A" <= text <= "H":
            return ord(text) - ord("A") + 1
        number = self._figure(row, "stratum")
        return None if number is None else int(number)

    def _awards(self, row: SheetRow) -> tuple[FileAward, ...]:
        """The awards in the columns of points. A cell may name colours: `1.20 (Black)`, `0.60 (Red) 0.60 (Black)`."""
        awards: list[FileAward] = []
        for kind in (col.kind for col in row.cells if col.kind.startswith("award")):
            text = row.text(kind)
            coloured_points = _COLOURED.findall(text)
            if coloured_points and not _COLOURED.sub("", text).strip(" ,+"):
                awards += [FileAward(Decimal(points), colour.lower()) for points, colour in coloured_points]
            elif points := self._figure(row, kind):
                awards.append(FileAward(points, kind.removeprefix("award").strip()))
        return tuple(award for award in awards if award.points)

    def _as_percent(self, entries: list[Entry]) -> list[Entry]:
        """A spreadsheet stores 58.33 % as 0.5833; the best of a list has at least half."""
        percentages = [entry.percentage for entry in entries if entry.percentage is not None]
        if not percentages or not Decimal("0.5") <= max(percentages) <= 1:
            return entries
        self.remarks.append(FRACTIONS_AS_PERCENT)
        return [
            entry if entry.percentage is None else msgspec.structs.replace(entry, percentage=entry.percentage * 100)
            for entry in entries
        ]


def _number_and_direction(text: str) -> tuple[str, Direction]:
    """The number of a pair, and its direction if a cell holds both: `6-NS`."""
    match = _WITH_DIRECTION.match(text.strip())
    return (match[1], direction_of(match[2])) if match else (text, "")


def _with_places(entries: list[Entry]) -> tuple[list[Entry], bool]:
    """Places by percentage, or else by score, within each direction."""
    for figure in ("percentage", "score"):
        entry_figures: list[Decimal | None] = [getattr(entry, figure) for entry in entries]
        if any(number is None for number in entry_figures):
            continue
        new_entries = list(entries)
        for direction in {entry.direction for entry in entries}:
            indexes = [i for i, entry in enumerate(entries) if entry.direction == direction]
            numbers = places([number for i in indexes if (number := entry_figures[i]) is not None])
            for i, place, place_text in zip(indexes, numbers, written_places(numbers), strict=True):
                new_entries[i] = msgspec.structs.replace(entries[i], place=place, place_as_written=place_text)
        return new_entries, True
    return entries, False
