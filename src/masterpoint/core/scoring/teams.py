"""Matches between teams: boards by IMPs or points, matches by VPs, and what a team won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction

import msgspec

from masterpoint.core.boards import Board, Match
from masterpoint.core.scoring.field import raw_score
from masterpoint.core.scoring.imps import board_a_match, team_imps


class Record(msgspec.Struct, frozen=True):
    """A team's matches: won, drawn and lost, in full-length matches, and its total."""

    won: Fraction = Fraction(0)
    drawn: Fraction = Fraction(0)
    lost: Fraction = Fraction(0)
    total: Decimal = Decimal(0)
    matches: int = 0


def room_scores(board: Board) -> tuple[int, int] | None:
    """North-South's scores in the room where the first side sat North-South, and in the other room."""
    scores = {line.room: raw_score(line, board.number) for line in board.travellers}
    ns, ew = scores.get("NS"), scores.get("EW")
    return None if ns is None or ew is None else (ns, ew)


def board_imps(board: Board) -> int | None:
    """IMPs as the match's first side sees them; `None` if a room has no score."""
    rooms = room_scores(board)
    return None if rooms is None else team_imps(*rooms)


def board_points(board: Board) -> tuple[int, int] | None:
    """Point a board: 2 for the better score, 1 each when equal; (first side, second side)."""
    rooms = room_scores(board)
    if rooms is None:
        return None
    points = board_a_match(*rooms)
    return points, 2 - points


def outcome(match: Match) -> int | None:
    """1 if the first side won, -1 if it lost, 0 for a draw; `None` if no score is given."""
    home, away = (match.home_score, match.away_score) if match.home_vps is None else (match.home_vps, match.away_vps)
    if home is None or away is None:
        return None
    return (home > away) - (home < away)


def merge_parts(matches: Sequence[Match]) -> list[Match]:
    """Join two parts of one match in a round: boards are combined, and scores added."""
    matches_by_key: dict[tuple[str, str, str, frozenset[str]], Match] = {}
    for match in matches:
        key = (match.session, match.section, match.round, frozenset((match.home, match.away)))
        matches_by_key[key] = _join(matches_by_key[key], match) if key in matches_by_key and match.round else match
    return list(matches_by_key.values())


def _join(first: Match, second: Match) -> Match:
    if first.home != second.home:
        second = _reverse(second)

    def score_sum(first_score: Decimal | None, second_score: Decimal | None) -> Decimal | None:
        return None if first_score is None or second_score is None else first_score + second_score

    spans = [b for match in (first, second) for b in (match.first_board, match.last_board) if b is not None]
    return msgspec.structs.replace(
        first,
        home_score=score_sum(first.home_score, second.home_score),
        away_score=score_sum(first.away_score, second.away_score),
        home_vps=score_sum(first.home_vps, second.home_vps),
        away_vps=score_sum(first.away_vps, second.away_vps),
        first_board=min(spans, default=None),
        last_board=max(spans, default=None),
        boards=(*first.boards, *second.boards),
    )


def _reverse(match: Match) -> Match:
    return msgspec.structs.replace(
        match,
        home=match.away,
        away=match.home,
        home_score=match.away_score,
        away_score=match.home_score,
        home_vps=match.away_vps,
        away_vps=match.home_vps,
        boards=tuple(_turn_board(board) for board in match.boards),
    )


def _turn_board(board: Board) -> Board:
    rooms = {"NS": "EW", "EW": "NS", "": ""}
    return msgspec.structs.replace(
        board,
        imps=None if board.imps is None else -board.imps,
        home_points=board.away_points,
        away_points=board.home_points,
        travellers=tuple(msgspec.structs.replace(line, room=rooms[line.room]) for line in board.travellers),
    )


def records(matches: Iterable[Match]) -> dict[str, Record]:
    """Each side's wins, draws and losses; a match of half the usual length counts half."""
    match_list = list(matches)
    full_length = max((match.board_count or 0 for match in match_list), default=0)
    by_team: dict[str, Record] = {}
    for match in match_list:
        share = Fraction(match.board_count, full_length) if full_length and match.board_count else Fraction(1)
        result = outcome(match)
        for side, sign, score in ((match.home, 1, match.home_score), (match.away, -1, match.away_score)):
            by_team[side] = _with(by_team.get(side, Record()), share, None if result is None else sign * result, score)
    return by_team


def _with(record: Record, share: Fraction, result: int | None, score: Decimal | None) -> Record:
    return Record(
        won=record.won + (share if result == 1 else 0),
        drawn=record.drawn + (share if result == 0 else 0),
        lost=record.lost + (share if result == -1 else 0),
        total=record.total + (score or 0),
        matches=record.matches + 1,
    )
