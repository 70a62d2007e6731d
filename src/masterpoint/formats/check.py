"""Everything wrong with a file at once: errors apart from warnings, each with line, value and cure.

An error would put points in the wrong place or make the file be refused; a warning is for a person to
look at. Nothing here needs a handbook: charge codes are only checked for being known, and awards not at
all.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal
from itertools import pairwise
from typing import Literal

import msgspec

from masterpoint import formats
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.core.results import Board, Credits, Entry, Members, Player, Ranking, Results, Traveller, plain_number
from masterpoint.core.scoring import teams
from masterpoint.core.scoring.duplicate import ns_score
from masterpoint.core.scoring.field import raw_score
from masterpoint.core.scoring.ranking import is_ranking
from masterpoint.formats import mempad, numbers
from masterpoint.formats.problems import problem
from masterpoint.formats.usebio.words import CHARGE_CODES

CLAIM_AGE_DAYS = 8
NOBODY = frozenset(("phantom", "sitout", "sit out", "sit-out", "missing", "director"))
VISITOR = frozenset(("visitor", "guest"))


class Finding(msgspec.Struct, frozen=True):
    """An error or a warning."""

    severity: Literal["error", "warning"]
    problem: Problem

    def __str__(self) -> str:
        return f"{self.severity}: {self.problem}"


def _error(place: str | int, value: str, message: str, fix: str) -> Finding:
    return Finding("error", problem(place, value, message, fix))


def _warning(place: str | int, value: str, message: str, fix: str) -> Finding:
    return Finding("warning", problem(place, value, message, fix))


def check(data: bytes, *, source: str, today: date, federation: str = "") -> tuple[Finding, ...]:
    """All findings on a file, errors first. `federation` (ebu, wbu, sbu, abf, nz) sharpens the check of numbers."""
    try:
        found = formats.read(data, source=source)
    except MasterpointError as error:
        return tuple(Finding("error", one) for one in error.problems)
    if isinstance(found, Results):
        return check_results(found, today=today, federation=federation)
    if isinstance(found, Credits):
        return _in_order(_credits(found, today))
    return _in_order(_members(found))


def check_results(results: Results, *, today: date, federation: str = "") -> tuple[Finding, ...]:
    """All findings on results already read, errors first."""
    return _in_order(
        (
            *(Finding("warning", one) for one in results.noticed),
            *_head(results, today),
            *_counts(results),
            *_people(results, federation),
            *_contestants(results),
            *(one for ranking in results.rankings for one in _places(ranking)),
            *_boards(results),
            *_matches(results),
        )
    )


def _in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(dict.fromkeys(findings), key=lambda finding: finding.severity != "error"))


def _head(results: Results, today: date) -> Iterator[Finding]:
    if results.played is None:
        written = results.played_as_written
        message = "the date of play cannot be understood" if written else "the date of play is missing"
        yield _error("date", written, message, "Write it like 05/02/2024, day first.")
    elif results.played > today:
        yield _error("date", results.played_as_written, "the date of play is in the future", "Correct the date.")
    if results.format.startswith("USEBIO"):
        if not results.club_number:
            yield _warning("club", results.club_name, "the club's number is missing", "Set it in the scoring program.")
        if results.charge_code and results.charge_code not in CHARGE_CODES:
            fix = f"Known EBU codes are {', '.join(sorted(CHARGE_CODES))}."
            yield _warning("charge code", results.charge_code, "is not a charge code known here", fix)
        if results.awards_flag and not any(entry.awards for entry in results.entries):
            fix = "Let the scoring program compute them, or ignore this: Masterpoint computes its own."
            yield _warning("awards", "Y", "the file says it holds awards, but holds none", fix)


def _counts(results: Results) -> Iterator[Finding]:
    fix = "The contestants listed were counted; correct the head if it is used elsewhere."
    sessions = {entry.session for entry in results.entries}
    listed = len(results.entries)
    counts = results.counts
    if counts.pairs is not None and len(sessions) < 2 and counts.pairs != listed:
        yield _warning("head", str(counts.pairs), f"the head says {counts.pairs} pairs, but {listed} are listed", fix)
    for said, direction in ((counts.ns_pairs, "NS"), (counts.ew_pairs, "EW")):
        there = sum(entry.direction == direction for entry in results.entries)
        if said is not None and there and said != there:
            yield _warning("head", str(said), f"the head says {said} {direction} pairs, but {there} are listed", fix)
    boards = Counter(number for board in results.boards for line in board.travellers for number in _numbers(line))
    most = max(boards.values(), default=0)
    if results.boards_played is not None and most and len(sessions) < 2 and results.boards_played != most:
        message = f"the head says {results.boards_played} boards, but the most anybody played is {most}"
        yield _warning("head", str(results.boards_played), message, "Check whether board results are missing.")


def _numbers(line: Traveller) -> tuple[str, ...]:
    return (line.ns, line.ew) if line.seats is None else line.seats


def _people(results: Results, federation: str) -> Iterator[Finding]:
    by_number: dict[tuple[str, str], list[tuple[Entry, Player]]] = defaultdict(list)
    by_name: dict[tuple[str, str], list[tuple[Entry, Player]]] = defaultdict(list)
    for entry in results.entries:
        for player in entry.players:
            yield from _person(player, federation)
            plain = plain_number(player.national)
            if plain and not numbers.is_guest(plain):
                by_number[entry.session, plain].append((entry, player))
            elif player.name.strip().lower() not in NOBODY | VISITOR:
                by_name[entry.session, " ".join(player.name.lower().split())].append((entry, player))
    for (_, number), sharing in by_number.items():
        if len(sharing) > 1:
            yield _twice(number, sharing)
    for (_, name), sharing in by_name.items():
        if name and len({entry.number for entry, _ in sharing}) > 1:
            where = ", ".join(entry.number for entry, _ in sharing)
            message = f"plays under the same name in {where}, without a number"
            yield _warning(sharing[-1][1].line, sharing[-1][1].name, message, "Give each player the national number.")


def _person(player: Player, federation: str) -> Iterator[Finding]:
    name = player.name.strip()
    if not name:
        yield _warning(player.line, player.national, "a player has no name", "Write the name.")
    if name.lower() in NOBODY:
        yield _warning(player.line, name, "is listed as a player", "Remove the phantom; it is no contestant.")
    elif not plain_number(player.national):
        fix = "Without a national number nobody can be credited: add it, unless this is a visitor."
        yield _warning(player.line, name, "has no national number", fix)
    if why := numbers.impossible(player.national, federation):
        yield _error(
            player.line, player.national, f"cannot be the number of {name or 'a player'}: {why}", "Correct it."
        )


def _twice(number: str, sharing: list[tuple[Entry, Player]]) -> Finding:
    entries = [entry.number for entry, _ in sharing]
    names = sorted({player.name for _, player in sharing})
    line = sharing[-1][1].line
    if len(names) > 1:
        message = f"is the number of {len(names)} players: {', '.join(names)}"
        return _error(line, number, message, "Each player has a number of their own: correct the wrong one.")
    if len(set(entries)) == 1:
        return _error(line, number, f"{names[0]} is listed twice in {entries[0]}", "Name the partner.")
    message = f"{names[0]} plays in two places: {', '.join(entries)}"
    return _error(line, number, message, "Nobody plays in two pairs or teams: correct one of them.")


def _contestants(results: Results) -> Iterator[Finding]:
    seen: Counter[tuple[str, str, str, str]] = Counter()
    for entry in results.entries:
        key = (entry.session, entry.section, entry.number, entry.direction)
        seen[key] += 1
        if not entry.number:
            yield _warning(entry.line, "", "a contestant has no number", "Give every pair or team a number.")
        elif seen[key] == 2:
            yield _error(entry.line, entry.number, "is the number of two contestants", "Numbers are given once.")
        expected = {"pairs": (2,), "individual": (1,), "teams": tuple(range(4, 13))}[results.contest]
        if entry.players and len(entry.players) not in expected:
            message = f"has {len(entry.players)} players"
            yield _warning(entry.line, entry.number, message, "List every player who took part, once.")


def _places(ranking: Ranking) -> Iterator[Finding]:
    placed = [entry for entry in ranking.entries if entry.place is not None]
    if placed and not is_ranking(entry.place for entry in placed if entry.place is not None):
        written = " ".join(entry.place_as_written for entry in placed)
        message = f"the places of {ranking.named()} do not run 1, 2, 3 with ties"
        yield _error(placed[0].line, written, message, "After 2 and 2 comes 4. Or are these two lists?")
    if any(entry.handicap for entry in placed):
        return
    figures = _figures(placed)
    for (better, high), (worse, low) in pairwise(figures):
        if better.place != worse.place and high < low:
            message = f"is placed before {worse.number} ({low:f}) with less"
            yield _error(better.line, f"{better.number}: {high:f}", message, "Correct the places or the scores.")
        elif better.place == worse.place and high != low:
            message = f"shares place {better.place} with {worse.number} ({low:f}), though the scores differ"
            yield _warning(better.line, f"{better.number}: {high:f}", message, "Check whether this is a tie.")
        elif better.place != worse.place and high == low:
            message = f"has the same score as {worse.number}, but another place"
            yield _warning(worse.line, f"{better.number}: {high:f}", message, "Check whether this is a tie.")


def _figures(placed: list[Entry]) -> list[tuple[Entry, Decimal]]:
    """Percentages where all have one, else scores, else nothing."""
    percentages = [(entry, entry.percentage) for entry in placed if entry.percentage is not None]
    scores = [(entry, entry.score) for entry in placed if entry.score is not None]
    return next((found for found in (percentages, scores) if len(found) == len(placed)), [])


def _boards(results: Results) -> Iterator[Finding]:
    known = {entry.number for entry in results.entries} | {
        pair.number for entry in results.entries for pair in entry.pairs
    }
    played: Counter[str] = Counter()
    boards = [*results.boards, *(board for match in results.matches for board in match.boards)]
    unknown: set[str] = set()
    for board in boards:
        met: Counter[str] = Counter()
        for line in board.travellers:
            met.update(number for number in _numbers(line) if number)
            yield from _line(board, line)
            for number in _numbers(line):
                if number and number not in known and number not in unknown and results.rankings:
                    unknown.add(number)
                    fix = "Correct the number, or add the contestant to the list."
                    yield _warning(line.line, number, f"plays board {board.number} but is not in the list", fix)
        played.update(met)
        counted = any(line.multiplicity > 1 for line in board.travellers)
        for number, times in met.items():
            if times > 1 and not counted:
                message = f"plays board {board.number} {times} times"
                yield _warning(board.line, number, message, "Check the pair numbers of this board.")
    if len({entry.session for entry in results.entries}) < 2:
        yield from _boards_played(results, played)


def _boards_played(results: Results, played: Counter[str]) -> Iterator[Finding]:
    for entry in results.entries:
        if entry.boards_played is not None and entry.number in played and entry.boards_played != played[entry.number]:
            message = f"should have played {entry.boards_played} boards, but has {played[entry.number]} results"
            yield _warning(entry.line, entry.number, message, "Check whether board results are missing.")


def _line(board: Board, line: Traveller) -> Iterator[Finding]:
    where = f"board {board.number}, {line.ns or '?'} against {line.ew or '?'}"
    if line.seats is None and line.ns and line.ns == line.ew:
        yield _error(line.line, where, "a pair plays against itself", "Correct the pair numbers.")
    if line.contract is None or line.score is None or board.number < 1:
        return
    if line.contract.level and (line.tricks is None or not line.declarer):
        return
    ours = ns_score(line.contract, line.declarer, line.tricks or 0, board=board.number)
    if ours != line.score:
        result = f"{line.contract} by {line.declarer} with {line.tricks} tricks" if line.contract.level else "a pass"
        fix = "Correct the contract, the tricks or the score."
        yield _warning(line.line, str(line.score), f"{where}: {result} is worth {ours} to North-South", fix)


def _matches(results: Results) -> Iterator[Finding]:
    if not results.matches:
        return
    known = {entry.number for entry in results.entries}
    for match in results.matches:
        for side in (match.home, match.away):
            if side not in known:
                fix = "Correct the number, or add the contestant to the list."
                yield _warning(match.line, side, "plays a match but is not in the list", fix)
        for board in match.boards:
            given = {line.room for line in board.travellers if raw_score(line, board.number) is not None}
            if board.travellers and given != {"NS", "EW"}:
                message = f"board {board.number} of {match.home} against {match.away} lacks the result of a room"
                yield _warning(board.line or match.line, "", message, "Add the missing result.")
    not_lost: Counter[str] = Counter()
    for match in teams.merged(results.matches):
        result = teams.outcome(match)
        if result is not None:
            not_lost.update(side for side, sign in ((match.home, 1), (match.away, -1)) if sign * result >= 0)
    for entry in results.entries:
        ours = not_lost[entry.number]
        if entry.wins_or_draws is not None and entry.wins_or_draws != ours:
            message = f"should have {entry.wins_or_draws:f} matches won or drawn, but the matches show {ours}"
            yield _warning(entry.line, entry.number, message, "Correct the matches or the count.")


def _credits(found: Credits, today: date) -> Iterator[Finding]:
    yield from (Finding("warning", one) for one in found.noticed)
    federation = "abf" if found.format.startswith("ABF") else "sbu"
    seen: Counter[tuple[str, str]] = Counter()
    for credit in found.credits:
        plain = plain_number(credit.national)
        seen[plain, credit.event_code] += 1
        if seen[plain, credit.event_code] == 2:
            yield _warning(credit.line, credit.national, "has more than one line", "One line a player is preferred.")
        why = "" if federation == "abf" else numbers.impossible(plain, federation)
        if why:
            yield _error(credit.line, credit.national, f"cannot be a member's number: {why}", "Correct it.")
        if credit.claimed and credit.claimed > today:
            yield _error(credit.line, credit.claimed.isoformat(), "the claim is dated in the future", "Correct it.")
        elif credit.claimed and (today - credit.claimed).days > CLAIM_AGE_DAYS:
            message = f"the claim is more than {CLAIM_AGE_DAYS} days old"
            yield _warning(credit.line, credit.claimed.isoformat(), message, "Claim sooner, or explain to MEMPAD.")
        points = sum((award.points for award in credit.awards), Decimal(0))
        if federation == "sbu" and points > mempad.SANITY_LIMIT:
            message = f"claims more than {mempad.SANITY_LIMIT} points at once"
            yield _warning(credit.line, f"{points:f}", message, "Check the points.")


def _members(found: Members) -> Iterator[Finding]:
    seen: Counter[str] = Counter()
    for member in found.members:
        plain = plain_number(member.national)
        seen[plain] += 1
        if seen[plain] == 2:
            yield _error(member.line, member.national, "is the number of two members", "Numbers are given once.")
        if why := numbers.impossible(plain, "sbu"):
            yield _error(member.line, member.national, f"cannot be a member's number: {why}", "Correct it.")
