"""The exported session of the New Zealand program "Scorer": XML with attributes only.

Pair numbers start again in each section and direction (North-South 1 and East-West 1 both exist), so numbers here
include the direction: `1 NS`, `1 EW`. A Howell has plain numbers. Places are given by section and direction, even if
the sections were scored as one field.
"""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal

from lxml import etree

from masterpoint.core.boards import AdjustedScore, Board, Direction, Traveller
from masterpoint.core.results import DeclaredCounts, Entry, FileAward, Player, Ranking, Results, Scoring, parse_place
from masterpoint.core.scoring import adjusted_scores
from masterpoint.formats import safe_xml, values
from masterpoint.formats.lists import in_order
from masterpoint.formats.problems import problem, refuse
from masterpoint.formats.usebio.tree import Notes, line_of

SCORING: dict[str, Scoring] = {"MP": "match points", "BUTLER": "Butler IMPs", "XIMP": "cross-IMPs", "IMP": "cross-IMPs"}
DIRECTION_BY_LETTER: dict[str, Direction] = {"N": "NS", "E": "EW", "H": ""}
PHANTOM = "-9999"
POINTS_UNIT = 10  # match points in tenths

_SESSION = ("club", "club_no", "field_scoring", "scoring_type", "event_name", "event_date", "event_time")
_PEOPLE = ("player_name_1", "player_name_2", "nzb_no_1", "nzb_no_2")
_FIGURES = ("match_points", "place", "dir", "no", "apoints", "bpoints", "cpoints", "res", "raw_score", "handicap")
_KNOWN_FIELDS = {
    "session": frozenset(_SESSION),
    "section": frozenset(("sectid", "tables", "room", "colour", "handicap")),
    "pair": frozenset((*_PEOPLE, *_FIGURES)),
}


def read(data: bytes, *, source: str) -> Results:
    """The session."""
    document = safe_xml.parse(data)
    root = document.root
    if root.tag != "session":
        refuse(line_of(root), str(root.tag), "is not a Scorer session", "Choose the session exported by Scorer.")
    notes = Notes()
    entries = [
        _entry(pair, (section.get("id") or "").strip(), notes)
        for section in root.iterfind("scores/scsection")
        for pair in section.iterchildren("pair")
    ]
    if not entries:
        notes.problems.add(line_of(root), "", "the session has no pairs", "Export it again, with the scores.")
        notes.problems.refuse_if_any()
    for element in root.iter("session", "section", "pair"):
        if unknown := set(map(str, element.keys())) - _KNOWN_FIELDS[str(element.tag)]:
            notes.unknown(element, unknown)
    written_day = (root.get("event_date") or "").strip()
    sections = root.findall("sections/section")
    tables = [values.whole(section.get("tables") or "") for section in sections]
    results = Results(
        format="NZ Scorer",
        source=source,
        scoring=_scoring(root, notes),
        event_name=(root.get("event_name") or "").strip(),
        title=(root.get("event_time") or "").strip(),
        played=values.day(written_day),
        played_as_written=written_day,
        club_name=(root.get("club") or "").strip(),
        club_number=(root.get("club_no") or "").strip(),
        awards_flag=any(entry.awards for entry in entries) or None,
        winners=2 if any(entry.direction for entry in entries) else 1,
        across_field=(root.get("field_scoring") or "").strip().lower() == "true",
        counts=DeclaredCounts(
            sections=len(sections) or None,
            tables=sum(count for count in tables if count) or None,
        ),
        program_name="Scorer",
        rankings=_rankings(entries),
        boards=_boards(root, {(entry.section, entry.number) for entry in entries}),
        remarks=document.remarks,
        notices=notes.all_notices(),
    )
    notes.problems.refuse_if_any(results)
    return results


def _scoring(root: etree._Element, notes: Notes) -> Scoring | None:
    text = (root.get("scoring_type") or "").strip()
    scoring = SCORING.get(text.upper())
    if scoring is None:
        fix = f"We know {', '.join(SCORING)}; the boards cannot be scored again."
        notes.notices.append(problem(line_of(root), text, "is not a way of scoring we know", fix))
    return scoring


def _entry(pair: etree._Element, section: str, notes: Notes) -> Entry:
    fields = {str(name): str(value).strip() for name, value in pair.items()}
    direction = DIRECTION_BY_LETTER.get(fields.get("dir", "").upper(), "")
    place_text = fields.get("place", "")
    place = parse_place(place_text)
    if place is None and place_text:
        notes.problems.add(line_of(pair), place_text, "is not a place", "Write 3; tied pairs have the same place.")
    return Entry(
        number=_number(fields.get("no", ""), direction),
        players=tuple(_player(fields, n, line_of(pair)) for n in (1, 2)),
        place_as_written=place_text,
        place=place,
        percentage=notes.number(fields, "res", pair),
        direction=direction,
        section=section,
        handicap=notes.number(fields, "handicap", pair),
        raw_percentage=notes.number(fields, "raw_score", pair),
        awards=_awards(fields, pair, notes),
        line=line_of(pair),
    )


def _number(number: str, direction: Direction) -> str:
    return f"{number} {direction}".strip()


def _player(fields: dict[str, str], n: int, line: int) -> Player:
    return Player(fields.get(f"player_name_{n}", ""), fields.get(f"nzb_no_{n}", ""), line=line)


def _awards(fields: dict[str, str], pair: etree._Element, notes: Notes) -> tuple[FileAward, ...]:
    """Whole points; those who won none have 0."""
    figures = ((colour, notes.number(fields, f"{colour}points", pair)) for colour in "abc")
    return tuple(FileAward(points, colour) for colour, points in figures if points)


def _rankings(entries: list[Entry]) -> tuple[Ranking, ...]:
    lists: dict[tuple[str, Direction], list[Entry]] = defaultdict(list)
    for entry in entries:
        lists[entry.section, entry.direction].append(entry)
    return tuple(
        Ranking(in_order(group), section=section, direction=direction) for (section, direction), group in lists.items()
    )


def _boards(root: etree._Element, pair_keys: set[tuple[str, str]]) -> tuple[Board, ...]:
    boards: dict[tuple[str, int], list[Traveller]] = defaultdict(list)
    for part in root.iterfind("board_results/brsection"):
        section = (part.get("id") or "").strip()
        for result in part.iterchildren("result"):
            number = values.whole(result.get("bd") or "")
            if number and PHANTOM not in (result.get("mp_ns"), result.get("mp_ew")):
                boards[section, number].append(_line(result, section, pair_keys))
    return tuple(Board(number, tuple(lines), section=section) for (section, number), lines in boards.items())


def _line(result: etree._Element, section: str, pair_keys: set[tuple[str, str]]) -> Traveller:
    def get(name: str) -> str:
        return (result.get(name) or "").strip()

    def side(name: str, direction: Direction) -> str:
        # A Howell has one range of numbers; a Mitchell has one for each direction.
        number = get(name)
        return number if (section, number) in pair_keys else _number(number, direction)

    contract = values.contract(get("cont"))
    score = values.whole(get("score"))
    tricks = values.tricks(get("res"), contract.level) if contract and contract.level else None
    return Traveller(
        ns=side("ns", "NS"),
        ew=side("ew", "EW"),
        contract=contract,
        declarer=values.seat(get("dec")) if contract and contract.level else "",
        tricks=tricks,
        lead=values.card(get("lead")),
        score=score,
        adjusted=(adjusted_scores.parse(get("score")) or AdjustedScore(as_written=get("score")))
        if score is None
        else None,
        ns_points=_tenths(get("mp_ns")),
        ew_points=_tenths(get("mp_ew")),
        table=get("tab"),
        round=get("rnd"),
        line=line_of(result),
    )


def _tenths(text: str) -> Decimal | None:
    number = values.decimal(text)
    return None if number is None else number / POINTS_UNIT
