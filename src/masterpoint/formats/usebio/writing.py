"""Writes USEBIO 1.2 and 1.3 in the form that most programs accept.

UTF-8 with a declaration, PAIRS / TEAMS / INDIVIDUAL with BOARD_SCORING_METHOD, ties marked with `=`, awards wrapped, in
whole hundredths and only for those who have one. CONTACT is never written: it holds personal data.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Literal, TypeAlias, TypeVar

from lxml import etree

from masterpoint.core.boards import Board, Match, Traveller
from masterpoint.core.results import Entry, Player, Ranking, Results, Scoring, written_places
from masterpoint.formats.usebio.contestants import hundredths
from masterpoint.formats.usebio.hand_records import write_deals
from masterpoint.formats.values import day_first

Version: TypeAlias = Literal["1.2", "1.3"]

CONTEST_TYPE = {"pairs": "PAIRS", "teams": "TEAMS", "individual": "INDIVIDUAL"}
SWISS_TYPE = {"pairs": "SWISS_PAIRS", "teams": "SWISS_TEAMS", "individual": "INDIVIDUAL"}
METHOD: dict[Scoring, str] = {
    "match points": "MATCH_POINTS",
    "cross-IMPs": "CROSS_IMPS",
    "Butler IMPs": "BUTLER_IMPS",
    "IMPs": "IMPS",
    "aggregate": "AGGREGATE",
    "board-a-match": "BAM",
    "point-a-board": "PAB",
    "hybrid": "HYBRID",
    "other": "OTHER",
}
MATCH_METHOD = {"VPs": "VPS", "IMPs": "IMPS", "point-a-board": "PAB", "other": "OTHER"}
POINTS: dict[Scoring | None, str] = {"cross-IMPs": "CROSS_IMP_POINTS", "Butler IMPs": "BUTLER_POINTS"}

# What XML cannot contain: control characters and halves of surrogate pairs.
_NOT_WRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write(results: Results, *, version: Version = "1.2") -> bytes:
    """The results as a file that reads back with the same content."""
    root = etree.Element("USEBIO", Version=version)
    club = _add_child(root, "CLUB")
    _text(club, "CLUB_NAME", results.club_name)
    _text(club, "CLUB_ID_NUMBER", results.club_number)
    kinds = SWISS_TYPE if results.swiss else CONTEST_TYPE
    event = etree.SubElement(root, "EVENT", EVENT_TYPE=kinds[results.contest])
    _head(event, results, version)
    _strata(event, results)
    _parts(event, results)
    write_deals(event, results.deals)
    etree.indent(root)
    doctype = f'<!DOCTYPE USEBIO SYSTEM "usebio_v{version.replace(".", "_")}.dtd">'
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", doctype=doctype) + b"\n"


def _add_child(parent: etree._Element, name: str, **attributes: str) -> etree._Element:
    return etree.SubElement(parent, name, {key: _writable(value) for key, value in attributes.items()})


def _writable(text: str) -> str:
    return _NOT_WRITABLE.sub("\ufffd", text)


def _text(parent: etree._Element, name: str, text: str) -> None:
    etree.SubElement(parent, name).text = _writable(text)


def _optional_text(parent: etree._Element, name: str, value: str | int | Decimal | None) -> None:
    if value is not None and value != "":
        _text(parent, name, f"{value:f}" if isinstance(value, Decimal) else str(value))


def _day(day: date | None, as_written: str, version: Version) -> str:
    if day is None:
        return as_written
    return day.isoformat() if version == "1.3" else day_first(day)


def _head(event: etree._Element, results: Results, version: Version) -> None:
    newer = version == "1.3"
    counts = results.counts
    flag = {True: "Y", False: "N", None: ""}[results.awards_flag]
    fields: list[tuple[str, str | int | Decimal | None]] = [
        ("PROGRAM_NAME", results.program_name),
        ("PROGRAM_VERSION", results.program_version),
        ("EVENT_ID" if newer else "EVENT_IDENTIFIER", results.event_id),
        ("EVENT_DESCRIPTION", results.event_name),
        ("TITLE", results.title),
        ("DATE", _day(results.played, results.played_as_written, version)),
        ("BOARD_SCORING_METHOD", METHOD[results.scoring] if results.scoring else ""),
        ("MATCH_SCORING_METHOD", MATCH_METHOD[results.match_scoring] if results.match_scoring else ""),
        ("WINNER_TYPE", results.winners),
        ("PAIRS", counts.pairs),
        ("NS_PAIRS", counts.ns_pairs),
        ("EW_PAIRS", counts.ew_pairs),
        ("SESSION_COUNT", counts.sessions),
        ("SECTION_COUNT", counts.sections),
        ("BOARDS_PLAYED", results.boards_played),
        ("BOARDS_PER_ROUND", results.boards_per_round),
        ("EVENT_RATING" if newer else "MASTER_POINT_SCALE", results.rating),
        ("MASTER_POINT_TYPE", results.colour.upper()),
        ("EBU_CHARGE_CODE" if newer else "P2P_CHARGE_RATE", results.charge_code),
        ("MPS_AWARDED_FLAG", flag),
    ]
    for name, value in fields:
        _optional_text(event, name, value)


def _strata(event: etree._Element, results: Results) -> None:
    if not results.strata:
        return
    stratification = _add_child(event, "STRATIFICATION")
    _optional_text(stratification, "STRATIFICATION_TYPE", results.strata_type)
    strats = _add_child(stratification, "STRATS")
    for stratum in results.strata:
        strat = _add_child(strats, "STRAT")
        _optional_text(strat, "STRAT_NUMBER", stratum.number)
        _optional_text(strat, "STRAT_LABEL", stratum.label)
        _optional_text(strat, "UPPER_LIMIT", stratum.upper_limit)
        for direction, count in stratum.pairs:
            attributes = {"DIRECTION": direction} if direction else {}
            _add_child(strat, "NUMBER_OF_PAIRS", **attributes).text = _writable(count)


Position: TypeAlias = tuple[str, str]


def _parts(event: etree._Element, results: Results) -> None:
    """Contestants, boards and matches, each under its session and section."""
    entries_and_places = [(entry, place) for ranking in results.rankings for entry, place in _with_places(ranking)]
    entries: dict[Position, list[tuple[Entry, str]]] = defaultdict(list)
    for entry, place in entries_and_places:
        entries[entry.session, entry.section].append((entry, place))
    boards, matches = _by_place(results.boards), _by_place(results.matches)
    sessions: dict[str, etree._Element] = {"": event}
    for session, section in dict.fromkeys((*entries, *boards, *matches)):
        if session not in sessions:
            sessions[session] = _add_child(event, "SESSION", SESSION_ID=session)
        part = _add_child(sessions[session], "SECTION", SECTION_ID=section) if section else sessions[session]
        if (session, section) in entries:
            participants = _add_child(part, "PARTICIPANTS")
            for entry, place in entries[session, section]:
                _entry(participants, results, entry, place)
        for match in matches.get((session, section), ()):
            _match(part, results, match)
        for board in boards.get((session, section), ()):
            _board(part, results, board)


Part = TypeVar("Part", Board, Match)


def _by_place(parts: Iterable[Part]) -> dict[Position, list[Part]]:
    groups: dict[Position, list[Part]] = defaultdict(list)
    for part in parts:
        groups[part.session, part.section].append(part)
    return groups


def _with_places(ranking: Ranking) -> list[tuple[Entry, str]]:
    places = written_places(entry.place for entry in ranking.entries)
    return list(zip(ranking.entries, places, strict=True))


def _entry(participants: etree._Element, results: Results, entry: Entry, place: str) -> None:
    names = {"pairs": "PAIR", "teams": "TEAM", "individual": "PLAYER"}
    attributes = {"TEAM_ID": entry.number, "TEAM_NAME": entry.team_name} if results.contest == "teams" else {}
    element = _add_child(participants, names[results.contest], **attributes)
    if results.contest != "teams":
        _optional_text(element, "PAIR_NUMBER" if results.contest == "pairs" else "PLAYER_NUMBER", entry.number)
    fields: list[tuple[str, str | int | Decimal | None]] = [
        ("DIRECTION", entry.direction),
        ("PLACE", place),
        ("PERCENTAGE", entry.percentage),
        ("TOTAL_SCORE", entry.score),
        ("BOARDS_PLAYED", entry.boards_played),
        ("ADJUSTMENT", entry.adjustment),
        ("HANDICAP", entry.handicap),
        ("WINS_OR_DRAWS", entry.wins_or_draws),
        ("STRAT_PLACE", entry.stratum_place),
        ("STRAT_NUMBER", entry.stratum),
    ]
    for name, value in fields:
        _optional_text(element, name, value)
    _awards(element, entry)
    for label, value in entry.labels:
        holder = _add_child(element, "LABEL")
        _text(holder, "NAME", label)
        _text(holder, "VALUE", value)
    _people(element, results, entry)


def _awards(element: etree._Element, entry: Entry) -> None:
    for award in entry.awards:
        if award.points:
            wrapper = _add_child(element, "MASTER_POINTS")
            _text(wrapper, "MASTER_POINTS_AWARDED", hundredths(award.points))
            _optional_text(wrapper, "MASTER_POINT_TYPE", award.colour.upper())


def _people(element: etree._Element, results: Results, entry: Entry) -> None:
    if results.contest == "individual":
        for player in entry.players[:1]:
            if player.rateable is not None:
                element.set("RATEABLE", "Y" if player.rateable else "N")
            _person(element, player)
        return
    in_pairs = {(player.name, player.national) for pair in entry.pairs for player in pair.players}
    for pair in entry.pairs:
        holder = _add_child(element, "PAIR")
        _optional_text(holder, "PAIR_NUMBER", pair.number)
        _optional_text(holder, "BOARDS_PLAYED", pair.boards_played)
        _optional_text(holder, "PAIR_IMPS", pair.imps)
        _add_players(holder, pair.players)
    _add_players(element, (player for player in entry.players if (player.name, player.national) not in in_pairs))


def _add_players(element: etree._Element, players: Iterable[Player]) -> None:
    for player in players:
        holder = _add_child(element, "PLAYER")
        if player.rateable is not None:
            holder.set("RATEABLE", "Y" if player.rateable else "N")
        _person(holder, player)


def _person(holder: etree._Element, player: Player) -> None:
    _text(holder, "PLAYER_NAME", player.name)
    _optional_text(holder, "CLUB_ID_NUMBER", player.club_number)
    _optional_text(holder, "NATIONAL_ID_NUMBER", player.national)


def _match(part: etree._Element, results: Results, match: Match) -> None:
    element = _add_child(part, "MATCH")
    teams = results.contest == "teams"
    home_tag, away_tag = ("TEAM", "OPPOSING_TEAM") if teams else ("NS", "EW")
    fields: list[tuple[str, str | int | Decimal | None]] = [
        ("ROUND_NUMBER", match.round),
        ("TEAM" if teams else "NS_PAIR_NUMBER", match.home),
        ("OPPOSING_TEAM" if teams else "EW_PAIR_NUMBER", match.away),
        ("START_BOARD_NUMBER", match.first_board),
        ("END_BOARD_NUMBER", match.last_board),
        (f"{home_tag}_SCORE", match.home_score),
        (f"{away_tag}_SCORE", match.away_score),
        (f"{home_tag}_VICTORY_POINTS", match.home_vps),
        (f"{away_tag}_VICTORY_POINTS", match.away_vps),
    ]
    for name, value in fields:
        _optional_text(element, name, value)
    for board in match.boards:
        _board(element, results, board)


def _board(part: etree._Element, results: Results, board: Board) -> None:
    element = _add_child(part, "BOARD")
    _text(element, "BOARD_NUMBER", str(board.number))
    _optional_text(element, "BOARD_AVERAGE", board.datum)
    _optional_text(element, "IMPS", board.imps)
    _optional_text(element, "TEAM_POINTS", board.home_points)
    _optional_text(element, "OPPOSING_TEAM_POINTS", board.away_points)
    for line in board.travellers:
        for _ in range(line.multiplicity):
            _line(element, results, line)


def _line(board: etree._Element, results: Results, line: Traveller) -> None:
    element = _add_child(board, "TRAVELLER_LINE")
    if line.seats is None:
        _optional_text(element, "NS_PAIR_NUMBER", line.ns)
        _optional_text(element, "EW_PAIR_NUMBER", line.ew)
    else:
        for seat, number in zip("NESW", line.seats, strict=True):
            _text(element, f"{seat}_PLAYER_NUMBER", number)
    artificial = line.adjusted.as_written if line.adjusted else None
    points = POINTS.get(results.scoring, "MATCH_POINTS")
    fields: list[tuple[str, str | int | Decimal | None]] = [
        ("DIRECTION", line.room),
        ("CONTRACT", str(line.contract) if line.contract else None),
        ("PLAYED_BY", line.declarer),
        ("LEAD", line.lead),
        ("TRICKS", line.tricks),
        ("SCORE", artificial or line.score),
        (f"NS_{points}", line.ns_points),
        (f"EW_{points}", line.ew_points),
    ]
    for name, value in fields:
        _optional_text(element, name, value)
