"""BOARD, TRAVELLER_LINE and MATCH: what happened at the tables.

Awards rest on places, not on these, so a value that cannot be read is ignored with a notice.
"""

from __future__ import annotations

from decimal import Decimal

from lxml import etree

from masterpoint.core.boards import AdjustedScore, Board, Match, Traveller
from masterpoint.core.scoring import adjusted_scores
from masterpoint.formats import values
from masterpoint.formats.usebio import words
from masterpoint.formats.usebio.contestants import direction
from masterpoint.formats.usebio.tree import Notes, line_of, texts

_POINTS = ("MATCH_POINTS", "CROSS_IMP_POINTS", "BUTLER_POINTS")


def board_of(element: etree._Element, session: str, section: str, notes: Notes) -> Board:
    fields: dict[str, str] = {}
    lines = []
    for child in element:
        if child.tag == "TRAVELLER_LINE":
            lines.append(_line(child, notes))
        else:
            fields[child.tag] = (child.text or "").strip()
    if unknown := fields.keys() - words.BOARD:
        notes.unknown(element, set(unknown))
    number = values.whole(fields.get("BOARD_NUMBER", ""))
    if number is None or number < 1:
        fix = "Number the boards 1, 2, 3; this one cannot be compared."
        notes.notice(line_of(element), fields.get("BOARD_NUMBER", ""), "a board has no number", fix)
    return Board(
        number=max(number or 0, 0),
        travellers=tuple(lines),
        session=session,
        section=section,
        datum=values.decimal(fields.get("BOARD_AVERAGE", "")),
        imps=values.decimal(fields.get("IMPS", "")),
        home_points=values.decimal(fields.get("TEAM_POINTS", "")),
        away_points=values.decimal(fields.get("OPPOSING_TEAM_POINTS", "")),
        line=line_of(element),
    )


def _line(element: etree._Element, notes: Notes) -> Traveller:
    fields = {child.tag: child.text or "" for child in element}
    get = fields.get
    if not fields.keys() <= words.LINE:
        notes.unknown(element, set(fields.keys() - words.LINE))
    contract_text = get("CONTRACT", "")
    contract = values.contract(contract_text)
    is_played = contract is not None and contract.level > 0
    if contract is None and contract_text.strip():
        fix = "Write 4S, 3NTX, or PASS. The score of the line counts."
        notes.notice(line_of(element), contract_text, "is not a contract", fix)
    score, artificial = _score(element, get("SCORE", ""), notes)
    tricks = values.whole(get("TRICKS", ""))
    ns_points, ew_points = _points(fields)
    return Traveller(
        ns=get("NS_PAIR_NUMBER", "").strip(),
        ew=get("EW_PAIR_NUMBER", "").strip(),
        contract=contract,
        declarer=values.seat(get("PLAYED_BY", "")) if is_played else "",
        tricks=tricks if is_played and tricks is not None and 0 <= tricks <= 13 else None,
        lead=values.card(get("LEAD", "")),
        score=score,
        adjusted=artificial,
        ns_points=ns_points,
        ew_points=ew_points,
        seats=_seats(fields) if "N_PLAYER_NUMBER" in fields else None,
        room=direction(fields["DIRECTION"]) if "DIRECTION" in fields else "",
        line=line_of(element),
    )


def _points(fields: dict[str, str]) -> tuple[Decimal | None, Decimal | None]:
    for kind in _POINTS:
        ns = fields.get("NS_" + kind)
        if ns is not None:
            return values.decimal(ns), values.decimal(fields.get("EW_" + kind, ""))
    return None, None


def _seats(fields: dict[str, str]) -> tuple[str, str, str, str]:
    north, east, south, west = (fields.get(f"{seat}_PLAYER_NUMBER", "").strip() for seat in "NESW")
    return north, east, south, west


def _score(element: etree._Element, text: str, notes: Notes) -> tuple[int | None, AdjustedScore | None]:
    score = values.whole(text)
    score_text = text.strip()
    if score is not None or not score_text:
        return score, None
    artificial = adjusted_scores.parse(score_text)
    if artificial is None:
        fix = "Write the score North-South got, or A6040 for an adjusted score."
        notes.notice(line_of(element), score_text, "is not a score", fix)
        artificial = AdjustedScore(as_written=score_text)
    return None, artificial


def match_of(element: etree._Element, session: str, section: str, notes: Notes) -> Match:
    fields = texts(element)
    if unknown := fields.keys() - words.MATCH:
        notes.unknown(element, set(unknown))

    def first(*names: str) -> str:
        return next((fields[name] for name in names if fields.get(name)), "")

    return Match(
        home=first("TEAM", "NS_PAIR_NUMBER"),
        away=first("OPPOSING_TEAM", "EW_PAIR_NUMBER"),
        round=fields.get("ROUND_NUMBER", ""),
        session=session,
        section=section,
        first_board=notes.whole(fields, "START_BOARD_NUMBER", element),
        last_board=notes.whole(fields, "END_BOARD_NUMBER", element),
        home_score=values.decimal(first("TEAM_SCORE", "NS_SCORE")),
        away_score=values.decimal(first("OPPOSING_TEAM_SCORE", "EW_SCORE")),
        home_vps=values.decimal(first("TEAM_VICTORY_POINTS", "NS_VICTORY_POINTS")),
        away_vps=values.decimal(first("OPPOSING_TEAM_VICTORY_POINTS", "EW_VICTORY_POINTS")),
        boards=tuple(board_of(board, "", "", notes) for board in element.iterchildren("BOARD")),
        line=line_of(element),
    )
