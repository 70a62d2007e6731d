"""E13, E19, E20 and E23: results of matches that do not show who earned what, or that are impossible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from masterpoint.core.derivation import Step
from masterpoint.core.errors import Problem
from masterpoint.core.events import Contest, Entry, Matches, RankingList
from masterpoint.core.places import entries_of, size_of
from masterpoint.core.seats import PLAYERS_PER_CONTESTANT
from masterpoint.schemes.nz.book import Book
from masterpoint.schemes.nz.rules.issue.contestants import members_of
from masterpoint.schemes.nz.rules.play.match_play import deals_of, deals_show_awards, has_records, played_in


def match_problems(
    book: Book,
    lists: Sequence[RankingList],
    path: str,
    contest: Contest,
    factor: Step | None,
    *,
    boards: int,
    line_ups: bool,
    club: bool,
) -> Iterator[Problem]:
    """What is missing about who played, and impossible results. `boards`: those each contestant plays."""
    number = "E19.2g" if factor is not None else "E13.2a" if club else "E23.4a"
    for list_index, ranking in enumerate(lists):
        yield from _field_problems(book, ranking, boards, f"{path}[{list_index}]", number)
        for index, entry in enumerate(entries_of(ranking)):
            yield from _group_problems(book, entry, boards, f"{path}[{list_index}].entries[{index}]", number)
            place = f"{path}[{list_index}].entries[{index}].players"
            yield from _own_record(book, entry, place, number)
            yield from _seat_problems(book, entry, contest, boards, place, number)
            unrecorded_seats = [
                seat for seat, player in enumerate(entry.players) if player.matches is None and not player.captain
            ]
            if not unrecorded_seats or not _needs_records(entry, contest, factor, line_ups):
                continue
            for seat in unrecorded_seats:
                message = "who played which match is not given"
                fix = "give this player's own matches (an empty list if none)"
                yield book.problem(f"{place}[{seat}].matches", "", message, fix, number)


def _own_record(book: Book, entry: Entry, place: str, number: str) -> Iterator[Problem]:
    """A player's own matches are among those of the entry, if these are given."""
    team = deals_of(entry.matches)
    for seat, player in enumerate(entry.players if entry.matches else ()):
        player_deals = deals_of(player.matches or ())
        if any(player_count > team_count for player_count, team_count in zip(player_deals, team, strict=True)):
            message = "more deals won or tied than the whole entry has"
            fix = "give only those of the entry's matches that this player played in"
            yield book.problem(f"{place}[{seat}].matches", sum(player_deals), message, fix, number)


def _seat_problems(
    book: Book, entry: Entry, contest: Contest, boards: int, place: str, number: str
) -> Iterator[Problem]:
    """E4.D30, E19.2h: four of a team are at the tables, so its players cannot all have won every deal.

    Lost matches are ignored: a blank box of a sheet is a match that was lost, or not played (E29.d).
    """
    seats = PLAYERS_PER_CONTESTANT[contest]
    player_deals = [deals_of(player.matches) for player in members_of(entry) if player.matches is not None]
    won, tied = sum(won for won, _ in player_deals), sum(tied for _, tied in player_deals)
    team_won, team_tied = deals_of(entry.matches) if entry.matches else (boards, boards)
    if won > seats * team_won or tied > seats * team_tied or won + tied > seats * boards:
        message = (
            f"{len(player_deals)} players cannot all have played these deals: a match has {seats} seats for an entry"
        )
        fix = "give each player only the matches played at the table, or the entry's matches alone if nobody noted it"
        yield book.problem(f"{place}.matches", won + tied, message, fix, number)


def _group_problems(book: Book, entry: Entry, boards: int, place: str, number: str) -> Iterator[Problem]:
    """Margins that contradict the matches won, tied and lost; more deals than the event has."""
    yield from _margin_problems(book, entry.matches, place, number)
    for index, player in enumerate(entry.players):
        yield from _margin_problems(book, player.matches or (), f"{place}.players[{index}]", number)
    deals_in_matches = played_in(entry.matches)
    if deals_in_matches > boards:
        message, fix = f"more deals in matches than the {boards} of the event", "correct the boards or the matches"
        yield book.problem(f"{place}.matches", deals_in_matches, message, fix, number)


def _margin_problems(book: Book, groups: Sequence[Matches], place: str, number: str) -> Iterator[Problem]:
    for index, group in enumerate(groups):
        counts, margins = (group.won, group.drawn, group.lost), group.margins
        if margins is None or not any(counts):
            continue
        signs = [(margin > 0) - (margin < 0) for margin in margins]
        if (signs.count(1), signs.count(0), signs.count(-1)) != counts:
            message = "the margins are not those of the matches won, tied and lost"
            fix = "give one margin for each match, or leave them out"
            yield book.problem(f"{place}.matches[{index}].margins", len(margins), message, fix, number)


def _field_problems(book: Book, ranking: RankingList, boards: int, path: str, number: str) -> Iterator[Problem]:
    """A match has one winner: all contestants together cannot win more than half of the deals they play.

    Teams that lost everything may be left out (E29.d), so a list of one says nothing about the others.
    """
    entries = entries_of(ranking)
    deals = [deals_of(entry.matches) for entry in entries]
    won, tied = sum(won for won, _ in deals), sum(tied for _, tied in deals)
    if 1 < len(entries) == size_of(ranking) and 2 * won + tied > boards * len(entries):
        message = f"all contestants together won {won} deals, more than half of those they played"
        yield book.problem(path, won, message, "a match has a winner and a loser: correct the matches", number)


def _needs_records(entry: Entry, contest: Contest, factor: Step | None, line_ups: bool) -> bool:
    if has_records(entry):
        return True
    members = members_of(entry)
    if len(members) <= PLAYERS_PER_CONTESTANT[contest]:
        return False
    if factor is not None and contest == "teams":
        return line_ups
    won, tied = deals_of(entry.matches)
    return bool(won or tied) and not deals_show_awards(entry)
