"""Findings on what happened at the tables: boards and matches that contradict themselves or the list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from masterpoint.core.boards import Board, Traveller
from masterpoint.core.results import Results
from masterpoint.core.scoring import teams
from masterpoint.core.scoring.duplicate import ns_score
from masterpoint.core.scoring.field import raw_score
from masterpoint.intake.findings.base import Finding, error, warning
from masterpoint.intake.findings.head import numbers_of
from masterpoint.intake.wording import contestant

NOT_LISTED = "Correct the number, or add the contestant to the list."


def board_findings(results: Results) -> Iterator[Finding]:
    entry_numbers = {entry.number for entry in results.entries} | {
        pair.number for entry in results.entries for pair in entry.pairs
    }
    board_counts: Counter[str] = Counter()
    boards = [*results.boards, *(board for match in results.matches for board in match.boards)]
    unknown: set[str] = set()
    for board in boards:
        number_counts: Counter[str] = Counter()
        for line in board.travellers:
            number_counts.update(number for number in numbers_of(line) if number)
            yield from _line_findings(board, line)
            for number in numbers_of(line):
                if number and number not in entry_numbers and number not in unknown and results.rankings:
                    unknown.add(number)
                    message = f"Number {number} plays board {board.number} but is not in the list."
                    yield warning(line.line, number, message, NOT_LISTED)
        board_counts.update(number_counts)
        has_multiples = any(line.multiplicity > 1 for line in board.travellers)
        for number, times in number_counts.items():
            if times > 1 and not has_multiples:
                message = f"Number {number} plays board {board.number} {times} times."
                yield warning(board.line, number, message, "Check the pair numbers of this board.")
    if len({entry.session for entry in results.entries}) < 2:
        yield from _boards_played(results, board_counts)


def _boards_played(results: Results, board_counts: Counter[str]) -> Iterator[Finding]:
    for entry in results.entries:
        if (
            entry.boards_played is not None
            and entry.number in board_counts
            and entry.boards_played != board_counts[entry.number]
        ):
            message = (
                f"{contestant(entry)} should have played {entry.boards_played} boards, "
                f"but has {board_counts[entry.number]} results."
            )
            yield warning(entry.line, entry.number, message, "Check whether board results are missing.")


def _line_findings(board: Board, line: Traveller) -> Iterator[Finding]:
    place = f"board {board.number}, {line.ns or '?'} against {line.ew or '?'}"
    if line.seats is None and line.ns and line.ns == line.ew:
        message = f"On board {board.number}, {line.ns} plays against itself."
        yield error(line.line, place, message, "Correct the pair numbers.")
    if line.contract is None or line.score is None or board.number < 1:
        return
    if line.contract.level and (line.tricks is None or not line.declarer):
        return
    our_score = ns_score(line.contract, line.declarer, line.tricks or 0, board=board.number)
    if our_score != line.score:
        result = f"{line.contract} by {line.declarer} with {line.tricks} tricks" if line.contract.level else "a pass"
        message = f"On {place}: {result} is worth {our_score} to North-South, not {line.score}."
        yield warning(line.line, str(line.score), message, "Correct the contract, the tricks or the score.")


def match_findings(results: Results) -> Iterator[Finding]:
    if not results.matches:
        return
    entry_numbers = {entry.number for entry in results.entries}
    for match in results.matches:
        for side in (match.home, match.away):
            if side not in entry_numbers:
                message = f"Number {side} plays a match but is not in the list."
                yield warning(match.line, side, message, NOT_LISTED)
        for board in match.boards:
            rooms = {line.room for line in board.travellers if raw_score(line, board.number) is not None}
            if board.travellers and rooms != {"NS", "EW"}:
                message = f"Board {board.number} of {match.home} against {match.away} has no result from one room."
                yield warning(board.line or match.line, "", message, "Add the missing result.")
    yield from _wins(results)


def _wins(results: Results) -> Iterator[Finding]:
    not_lost: Counter[str] = Counter()
    for match in teams.merge_parts(results.matches):
        outcome = teams.outcome(match)
        if outcome is not None:
            not_lost.update(side for side, sign in ((match.home, 1), (match.away, -1)) if sign * outcome >= 0)
    for entry in results.entries:
        our_count = not_lost[entry.number]
        if entry.wins_or_draws is not None and entry.wins_or_draws != our_count:
            message = (
                f"{contestant(entry)} should have {entry.wins_or_draws:f} matches won or drawn, "
                f"but the matches show {our_count}."
            )
            yield warning(entry.line, entry.number, message, "Correct the matches or the count.")
