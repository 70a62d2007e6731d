"""Columns recognised by their headings, in all the ways volunteers write them."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

MAX_PLAYERS = 12


class Column(msgspec.Struct, frozen=True):
    """What a column holds; `n` is 1, 2 ... if each player has a column, else 0."""

    kind: str
    n: int = 0


_PLAIN = {
    "place": "place pos posn position rank ranking plc pl finish placing #",
    "number": "pair pairno pairnumber pairnum no number num nr team teamno teamnumber contestant startno",
    "team": "teamname",
    "names": "names players playernames pairnames username usernames",
    "percentage": "% percent percentage pct perc scorepercent score% percentscore finalpercent",
    "score": "score total totalscore vp vps imp imps points result totalvps totalimps scoreimps scoreimp scorevps",
    "direction": "dir direction nsew orientation line",
    "session": "session",
    "section": "section sect",
    "boards": "boards boardsplayed bds",
    "handicap": "handicap hcap hcp",
    "seating": "initialseating seating startposition",
    "stratum": "strat stratum",
    "ignored": "phone email mobile telephone",
}
_KINDS = {word: kind for kind, words in _PLAIN.items() for word in words.split()}
_UNION = r"(?:ebu|wbu|sbu|abf|nzb|nzbridge|nz|national|nat|natid|membership|member|computer|grade)"
_NUMBER = r"(?:no|number|num|nr|id)"
_NATIONAL = re.compile(rf"(?:{_UNION}(?:id)?{_NUMBER}?s?|masterpoint{_NUMBER}s?|(?:id|ids)|number(?=\d))(\d{{0,2}})\Z")
_PLAYER_NUMBER = re.compile(rf"player(\d{{1,2}})(?:{_UNION})?(?:id)?{_NUMBER}\Z")
_PERSON = re.compile(r"(?:player|name|playername|partner)(\d{0,2})(?:name)?\Z")
_GIVEN_NAME = re.compile(r"(?:given|givenname|firstname|first|forename|othernames)(\d{0,2})\Z")
_SURNAME = re.compile(r"(?:surname|lastname|last|familyname)(\d{0,2})\Z")
_COLOURS = ("black", "green", "gold", "blue", "red", "local", "a", "b", "c")
_AWARD = re.compile(rf"(?:{'|'.join(_COLOURS)}|national|)(?:masterpoints?|mps?|points|pts|award|awards)\Z")


PATTERNS = (
    (_PERSON, "name"),
    (_PLAYER_NUMBER, "national"),
    (_NATIONAL, "national"),
    (_GIVEN_NAME, "given"),
    (_SURNAME, "surname"),
)


def column(heading: str) -> Column | None:
    """The column under a heading, or `None` if the heading is not known."""
    word = re.sub(r"[^a-z0-9%#]", "", heading.lower())
    if not word:
        return None
    for pattern, kind in PATTERNS:
        if (match := pattern.match(word)) and int(match[1] or 0) <= MAX_PLAYERS:
            return Column(kind, int(match[1] or 0))
    if word in _KINDS:
        return Column(_KINDS[word])
    if word in _COLOURS:
        return Column(f"award {word}")
    if _AWARD.match(word):
        colour = next((name for name in (*_COLOURS, "national") if word.startswith(name)), "")
        return Column(f"award {colour}".strip())
    return None


AWARD_HEADINGS = ("points", "mps")
"""Headings of columns that hold awards when another column holds the score."""


def columns(cells: Sequence[str]) -> list[Column | None]:
    """The columns under a row of headings. Repeated names and numbers are counted: Name, Name is Name 1, Name 2."""
    heading_columns = [column(cell) for cell in cells]
    if sum(col == Column("score") for col in heading_columns) > 1:
        award_flags = [cell.strip().lower() in AWARD_HEADINGS for cell in cells]
        heading_columns = [
            Column("award") if award else col for award, col in zip(award_flags, heading_columns, strict=True)
        ]
    if Column("stratum") in heading_columns:
        heading_columns = _ranks_in_strata(cells, heading_columns)
    heading_columns = _under_one_heading(cells, heading_columns)
    for kind in ("name", "names", "national", "given", "surname"):
        indexes = [i for i, col in enumerate(heading_columns) if col is not None and col.kind == kind]
        if len({heading_columns[i] for i in indexes}) < len(indexes):
            for n, i in enumerate(indexes, 1):
                heading_columns[i] = Column(kind, n)
    return heading_columns


def _under_one_heading(cells: Sequence[str], heading_columns: Sequence[Column | None]) -> list[Column | None]:
    """With one heading for names over several columns, such as merged cells, the unnamed columns hold names too."""
    result = list(heading_columns)
    for i in range(1, len(result)):
        if not cells[i].strip() and result[i - 1] in (Column("name"), Column("names")):
            result[i - 1] = result[i] = Column("names")
    return result


def _ranks_in_strata(cells: Sequence[str], heading_columns: Sequence[Column | None]) -> list[Column | None]:
    """Next to a column of strata, columns A, B and C hold ranks: A in the whole field, the others in a stratum."""
    main_column = Column("ignored") if Column("place") in heading_columns else Column("place")
    ranks = {"a": main_column, "b": Column("ignored"), "c": Column("ignored")}
    return [ranks.get(cell.strip().lower(), col) for cell, col in zip(cells, heading_columns, strict=True)]


PEOPLE = frozenset(("name", "names", "surname", "team"))
RESULT_COLUMNS = frozenset(("place", "percentage", "score"))


def is_heading(cells: Sequence[str]) -> bool:
    """Whether this row names columns: somebody, and how they did or which pair they are."""
    kinds = {col.kind for col in columns(cells) if col is not None}
    has_people = bool(kinds & PEOPLE) or {"national", "place"} <= kinds
    return has_people and bool(kinds & (RESULT_COLUMNS | {"number"}))
