"""Result pages saved as HTML: the ranking tables of Bridge Base, ACBL Live, RealBridge and similar pages.

Only tables are read, and nothing is fetched. A page may also show leaders, friends and sections: if tables are
captioned with a section or a direction, those are the lists; otherwise the longest table is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lxml import etree, html

from masterpoint.core.results import Results
from masterpoint.formats.foreign import refuse_element
from masterpoint.formats.headings import columns, is_heading
from masterpoint.formats.problems import refuse
from masterpoint.formats.ranked_list import from_sheet
from masterpoint.formats.safe_xml import MAX_MARKS
from masterpoint.formats.sheets import direction_of, sheet_of_rows
from masterpoint.formats.text import MAX_FIELD, MAX_ROWS, decode

MAX_TABLES = 200
MAX_CELLS = 60
OTHER_TABLES = "The page has other tables; we read the lists from those that name a section, or else from the longest."
NAMES_OF_ACCOUNTS = "The page has the names of accounts, as they were at the end of the event."
FACTS = {"title": "Event", "event": "Event", "date": "Date", "club": "Club", "host": "Club", "boards": "Boards"}
NEW_LINE = "\0"
LINES = frozenset(("br", "div", "p", "li", "tr", "td", "th"))

_LETTER = re.compile(r"[^\W\d_]")
_NAME_SEPARATOR = re.compile(r"[&+/;]")
_SECTION = re.compile(r"section\s+(\w{1,6})\b\W*(.*)", re.IGNORECASE | re.DOTALL)
_DIRECTION = re.compile(r"\b(n\W?s|e\W?w|north\W+south|east\W+west)\b", re.IGNORECASE)
_DAY = re.compile(r"\b(\d{4}-\d{2}-\d{2}|\d{1,2}/\d{1,2}/\d{4}|\d{1,2} [A-Z][a-z]+ \d{4})\b")


class PageTable(NamedTuple):
    """A table of a page, and the words right above it."""

    caption: str
    rows: list[list[str]]

    @property
    def heading(self) -> int | None:
        """The index of the row that names the columns."""
        return next((index for index, cells in enumerate(self.rows[:5]) if is_heading(cells)), None)


def read(data: bytes, *, source: str) -> Results:
    """The lists of a page, or the reason why there are none."""
    decoded = decode(data)
    tables = tables_of(decoded.text)
    list_tables = [table for table in tables if table.heading is not None]
    if not list_tables:
        refuse_element("html")
    main_tables = _lists(list_tables)
    facts = [[name, value] for table in tables if table.heading is None for name, value in _facts(table)]
    rows = list(enumerate([*facts, *_rows(main_tables)], 1))
    remarks = [OTHER_TABLES] if len(main_tables) < len(list_tables) else []
    if any("username" in cell.lower() for cell in main_tables[0].rows[main_tables[0].heading or 0]):
        remarks.append(NAMES_OF_ACCOUNTS)
    return from_sheet(sheet_of_rows(rows), source=source, format="web page", remarks=(*decoded.remarks, *remarks))


def has_lists(text: str) -> bool:
    """Whether some table of a page has the headings of a ranking."""
    return "<t" in text.lower() and any(table.heading is not None for table in tables_of(text))


def tables_of(text: str) -> list[PageTable]:
    """The innermost tables of a page, in order."""
    if text.count("<") > MAX_MARKS:
        refuse(0, "", "has far more entries than any event", "Send the results of one event.")
    parser = html.HTMLParser(no_network=True, remove_comments=True, remove_pis=True, huge_tree=False)
    try:
        root = html.document_fromstring(text, parser=parser)
    except (etree.ParserError, ValueError):
        return []
    tables = [table for table in root.iter("table") if table.find(".//table") is None]
    return [PageTable(_caption(table), list(_cells(table))) for table in tables[:MAX_TABLES]]


def _cells(table: etree._Element) -> Iterator[list[str]]:
    carried_cells: dict[int, tuple[str, int]] = {}
    """Cells that span following rows, by column: the words and the number of rows left."""
    for count, row in enumerate(table.iter("tr")):
        if count > MAX_ROWS:
            return
        cells: list[str] = []
        reaching: dict[int, tuple[str, int]] = {}
        for cell in (cell for cell in row if cell.tag in ("td", "th")):
            _reach_down(cells, carried_cells, reaching)
            rows, width = _span(cell, "rowspan"), _span(cell, "colspan")
            for words in (_text(cell), *[""] * (width - 1)):
                if rows > 1:
                    reaching[len(cells)] = words, rows - 1
                cells.append(words)
        _reach_down(cells, carried_cells, reaching)
        carried_cells = reaching
        if any(cells):
            yield cells[:MAX_CELLS]


def _reach_down(
    cells: list[str], carried_cells: dict[int, tuple[str, int]], reaching: dict[int, tuple[str, int]]
) -> None:
    """Fill the next columns with cells that span down from a row above."""
    while len(cells) in carried_cells:
        words, rows = carried_cells[len(cells)]
        if rows > 1:
            reaching[len(cells)] = words, rows - 1
        cells.append(words)


def _span(cell: etree._Element, name: str) -> int:
    """How many columns or rows a cell spans."""
    text = cell.get(name, "").strip()
    return min(max(int(text), 1), MAX_CELLS) if text.isdecimal() and len(text) < 6 else 1


def _text(element: etree._Element) -> str:
    """The words of an element; lines that consist of words, such as the names of a pair, are kept apart."""
    lines = [line for line in (" ".join(part.split()) for part in "".join(_words(element)).split(NEW_LINE)) if line]
    are_lines_apart = len(lines) > 1 and all(
        _LETTER.search(line) and not _NAME_SEPARATOR.search(line) for line in lines
    )
    return (" / " if are_lines_apart else " ").join(lines)[:MAX_FIELD]


def _words(element: etree._Element) -> Iterator[str]:
    """The text of an element and its parts, with a mark where a browser starts a new line."""
    for action, part in etree.iterwalk(element, events=("start", "end")):
        if part.tag in LINES and part is not element:
            yield NEW_LINE
        text = part.text if action == "start" else part.tail if part is not element else ""
        yield str(text or "")


def _caption(table: etree._Element) -> str:
    """The table's own caption, or the nearest words before it that are outside any other table."""
    caption = table.find("caption")
    if caption is not None:
        return _text(caption)
    nearest: etree._Element | None = table
    for _ in range(3):
        if nearest is None:
            break
        previous = nearest.getprevious()
        if previous is not None and previous.tag != "table" and previous.find(".//table") is None and _text(previous):
            return _text(previous)[:200]
        nearest = nearest.getparent()
    return ""


def _lists(tables: Sequence[PageTable]) -> list[PageTable]:
    sections = [table for table in tables if _SECTION.search(table.caption) or _DIRECTION.search(table.caption)]
    if sections:
        first = columns(sections[0].rows[sections[0].heading or 0])
        return [table for table in sections if columns(table.rows[table.heading or 0]) == first]
    return [max(tables, key=lambda table: len(table.rows))]


def _facts(table: PageTable) -> Iterator[tuple[str, str]]:
    for cells in table.rows:
        name = FACTS.get(cells[0].strip(" :").lower(), "") if len(cells) == 2 else ""
        if name and (name != "Boards" or cells[1].isdecimal()):
            yield name, cells[1]
            day = _DAY.search(cells[1]) if name == "Event" else None
            if day:
                yield "Date", day[1]


def _rows(tables: Sequence[PageTable]) -> Iterator[list[str]]:
    """Rows as in a typed list: a direction starts each list, and a column holds the section."""
    for table in tables:
        heading_index = table.heading or 0
        section, direction = _SECTION.search(table.caption), _DIRECTION.search(table.caption)
        if direction and direction_of(direction[1]):
            yield [direction[1]]
        yield [*table.rows[heading_index], *(["Section"] if section else [])]
        yield from ([*cells, *([section[1]] if section else [])] for cells in table.rows[heading_index + 1 :])
