"""Doubts about an event: details that are probably wrong and deserve a second look, but no refusal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import floor
from typing import Any

from masterpoint.core.checks import Check, Checks
from masterpoint.core.event_fields import gives
from masterpoint.core.events import (
    AnyEvent,
    Entry,
    FinalsEvent,
    KnockoutEvent,
    LeagueEvent,
    SectionsEvent,
    SessionEvent,
    TournamentEvent,
)
from masterpoint.core.finals_doubts import finals_doubts
from masterpoint.core.knockout_doubts import knockout_doubts
from masterpoint.core.match_doubts import (
    boards_left_over,
    losers_above_winners,
    margins_beyond_the_boards,
    matches_against_boards,
    players_beyond_the_team,
    too_many_matches,
)
from masterpoint.core.movements import Movement, movements
from masterpoint.core.person_doubts import differing_players
from masterpoint.core.place_words import DIRECTION_NAMES, list_in_words, place_in_words, section_in_words
from masterpoint.core.places import ordinal, place_number, size_of
from masterpoint.core.seats import CONTESTANTS_PER_TABLE, PLAYERS_PER_CONTESTANT
from masterpoint.core.sentences import Message, sentence
from masterpoint.core.tournament_doubts import tournament_doubts
from masterpoint.core.traversal import entry_lists, is_anybody_listed_twice, ranking_lists

MAX_IN_A_TEAM = 8
SECOND = 2
"""The order of a consolation, with one final above it."""
FEWEST_BOARDS = 6
"""A session of fewer boards is doubtful."""
MAX_BOARDS = 100
"""So is a session of more."""
SINGLE_SEATS = frozenset("NSEW")
UNITS = {"individual": "an individual", "pairs": "a pair", "teams": "a team"}


def doubts(event: AnyEvent) -> list[Message]:
    """Contradictions between the parts of an event; the places of each list are checked when it is read."""
    return [message for check in CHECKS.select_for(event) for message in check(event)]


def _entry_doubts(event: AnyEvent) -> Iterator[Message]:
    """Contradictions between the entries of each list."""
    has_scores = gives(event, "entry.score") and not event.handicap
    has_matches, players_have_matches = gives(event, "entry.matches", "player.matches"), gives(event, "player.matches")
    for path, entries in entry_lists(event):
        if has_scores:
            yield from _score_doubts(event, entries, path)
        if any(entry.players for entry in entries):
            yield from _name_doubts(event, entries, path)
            yield from _player_doubts(event, entries, path)
        if has_matches:
            yield from too_many_matches(event, entries, path)
            yield from losers_above_winners(event, entries, path)
        yield from margins_beyond_the_boards(event, entries, path)
        if players_have_matches:
            yield from players_beyond_the_team(event, entries, path)


def _match_doubts(event: AnyEvent) -> Iterable[Message]:
    return tuple(boards_left_over(event)) or matches_against_boards(event)


def _score_doubts(event: AnyEvent, entries: Sequence[Entry], path: str) -> Iterator[Message]:
    scores = [
        (number, entry.score)
        for entry in entries
        if entry.score is not None and entry.standing == "full" and (number := place_number(entry.place))
    ]
    for (upper_place, upper_score), (lower_place, lower_score) in pairwise(sorted(scores, key=lambda pair: pair[0])):
        if lower_score > upper_score and lower_place > upper_place:
            list_name = list_in_words(event, path)
            template = (
                "{where}: {below} place has a better score ({low}) than {above} ({high}): check places and scores"
            )
            yield sentence(
                template,
                where=list_name,
                below=ordinal(lower_place),
                low=str(lower_score),
                above=ordinal(upper_place),
                high=str(upper_score),
            )
            return


def _name_doubts(event: AnyEvent, entries: Sequence[Entry], path: str) -> Iterator[Message]:
    """Names that appear twice without numbers to tell them apart."""
    people = [player for entry in entries for player in entry.players if player.name]
    unnumbered = {player.name.casefold(): player.name for player in people if not player.id}
    names = Counter(player.name.casefold() for player in people) if unnumbered else {}
    duplicates = [name for key, name in unnumbered.items() if names[key] > 1]
    if duplicates:
        template = "{where}: {names} appears more than once: give the numbers, or correct the names"
        yield sentence(template, where=list_in_words(event, path), names=", ".join(duplicates[:5]))


def _player_doubts(event: AnyEvent, entries: Sequence[Entry], path: str) -> Iterator[Message]:
    """The first entry with fewer players than seats, or with more than its seats can hold."""
    contest: str = getattr(event, "unit", None) or event.contest
    all_play_all = not gives(event, "player.boards", "player.captain")
    for index, entry in enumerate(entries):
        if all_play_all and len(entry.players) == PLAYERS_PER_CONTESTANT[contest]:
            continue
        if doubt := _player_doubt(entry, contest, getattr(event, "boards", 0)):
            template, values = doubt
            yield sentence(template, who=place_in_words(event, f"{path}[{index}]"), **values)
            return


def _player_doubt(entry: Entry, contest: str, event_boards: int) -> tuple[str, dict[str, object]] | None:
    """What is doubtful about the players of an entry and their boards, as a template with its values."""
    seats, unit = PLAYERS_PER_CONTESTANT[contest], UNITS[contest]
    players = [player for player in entry.players if not player.captain]
    count = len(players)
    if entry.players and count < seats:
        template = "{who}: the event names only {count} of the {seats} players of {unit}; the others earn nothing"
        return template, {"count": count, "seats": seats, "unit": unit}
    if contest == "teams" and count > MAX_IN_A_TEAM and entry.team_size is None:
        return "{who}: {count} players for a team: check whether it is one team", {"count": count}
    boards, maximum = sum(player.boards or 0 for player in players), (entry.team_size or seats) * event_boards
    if boards > max(maximum, seats * (entry.boards or 0)) > 0:
        template = "{who}: these players have {played} boards in all, but their seats hold only {most}"
        return template, {"played": boards, "most": maximum}
    minimum = seats * (entry.boards or event_boards)
    if players and boards < minimum and all(player.boards is not None for player in players):
        template = "{who}: these players have {played} boards in all, but their seats have {least}: list all who played"
        return template, {"played": boards, "least": minimum}
    has_shared_seat = any(player.substitute or player.boards is not None or player.sessions for player in players)
    if contest != "teams" and count > seats and not has_shared_seat:
        template = "{who}: {count} players for {unit}: give the boards of each, or mark the substitutes"
        return template, {"count": count, "unit": unit}
    return None


def _direction_doubts(event: AnyEvent) -> Iterator[Message]:
    """Directions of one section that differ by more than one contestant, appear twice, or do not suit pairs."""
    event_movements = movements(event)
    if event.contest == "pairs":
        yield from _seat_doubts(event, event_movements)
    for movement in event_movements:
        directions, largest, smallest = movement.directions, movement.largest, movement.smallest
        if len(set(directions)) < len(directions):
            direction = max(directions, key=directions.count)
            template = "{where}: {count} lists of one section sit {direction}: name the section of each, or correct one"
            section, count = _section(event, movement), directions.count(direction)
            yield sentence(template, where=section, count=count, direction=DIRECTION_NAMES[direction])
        elif len(directions) == 1:
            template = "{where}: only {direction} is listed, and its opponents are in no list"
            yield sentence(template, where=_section(event, movement), direction=DIRECTION_NAMES[directions[0]])
        elif largest - smallest > 1:
            template = "{where}: {most} contestants in one direction and {least} in another: check the lists"
            yield sentence(template, where=_section(event, movement), most=largest, least=smallest)


def _section(event: AnyEvent, movement: Movement) -> str:
    return section_in_words(event, movement.stage, movement.section)


def _seat_doubts(event: AnyEvent, event_movements: Sequence[Movement]) -> Iterator[Message]:
    """Lists of pairs with the direction of a single player."""
    if all(SINGLE_SEATS.isdisjoint(movement.directions) for movement in event_movements):
        return
    for path, ranking in ranking_lists(event):
        if ranking.direction in SINGLE_SEATS:
            template = "{where}: a pair sits North-South or East-West, not {seat}: write NS or EW"
            yield sentence(template, where=list_in_words(event, path), seat=ranking.direction)


def _table_doubts(event: AnyEvent) -> Iterator[Message]:
    """Tables that the contestants of a list do not fill, or fill several times over."""
    for path, ranking in ranking_lists(event):
        if ranking.tables is None:
            continue
        occupied = Fraction(size_of(ranking), 1 if ranking.direction else CONTESTANTS_PER_TABLE[event.contest])
        surplus = Fraction(ranking.tables) - occupied
        if surplus < -1 or (ranking.size is not None and surplus > 1):
            template = "{where}: {tables} tables, and contestants for {filled}: check both"
            list_name = list_in_words(event, path)
            yield sentence(template, where=list_name, tables=str(ranking.tables), filled=str(floor(occupied)))


def _duplicate_doubts(event: AnyEvent) -> Iterator[Message]:
    """A player whose number is in two lists of one stage, or both in the overall ranking and in the plate.

    Sections of one event are skipped: they meet in turn.
    """
    if isinstance(event, SectionsEvent):
        return
    first_paths: dict[tuple[str, str], str] = {}
    for path, entries in entry_lists(event) if is_anybody_listed_twice(event) else ():
        stage = path.rpartition("[")[0] if path.startswith("sessions") else path.partition("[")[0]
        stage = "overall" if stage == "plate" else stage
        for player in [player for entry in entries for player in entry.players if player.id]:
            first = first_paths.setdefault((stage, player.id), path)
            if first != path:
                template = "{name} is in {first} and in {other}: leave the player where they played"
                first, other = list_in_words(event, first), list_in_words(event, path)
                yield sentence(template, name=player.name or player.id, first=first, other=other)
                return


def _division_doubts(event: LeagueEvent) -> Iterator[Message]:
    """A team that plays in two divisions."""
    divisions: dict[str, str] = {}
    for division in event.divisions:
        division_name = division.name or f"division {division.level}"
        for name in [entry.name for entry in division.entries if entry.name]:
            first = divisions.setdefault(name.casefold(), division_name)
            if first != division_name:
                template = "{name} is in {first} and in {here}: leave the team where it played, or tell the two apart"
                yield sentence(template, name=name, first=first, here=division_name)
                return


def _length_doubts(event: SessionEvent) -> Iterator[Message]:
    """More boards than this number of sessions can have."""
    if event.boards > event.sessions * MAX_BOARDS:
        template = "{boards} boards in {sessions}: check both"
        sessions = "one session" if event.sessions == 1 else f"{event.sessions} sessions"
        yield sentence(template, boards=event.boards, sessions=sessions)


def _heat_doubts(event: AnyEvent) -> Iterator[Message]:
    """More heats than tables."""
    heats: int = getattr(event, "heats", 1)
    tables = floor(
        sum(Fraction(size_of(ranking), CONTESTANTS_PER_TABLE[event.contest]) for _, ranking in ranking_lists(event))
    )
    if heats > max(tables, 1):
        yield sentence("{heats} heats, and contestants for {tables} tables: check both", heats=heats, tables=tables)


def _stage_doubts(event: AnyEvent) -> Iterator[Message]:
    """Later stages larger than the first, a final without tables, and sessions of a few boards each."""
    original, premier = getattr(event, "original_tables", None), getattr(event, "premier_tables", None) or 0
    tables_above = max(premier, getattr(event, "above_tables", None) or 0)
    if tables_above > premier and getattr(event, "order", None) == SECOND:
        template = "{above} tables above (above_tables), and {premier} in the one final above a consolation: check both"
        yield sentence(template, above=str(tables_above), premier=str(premier))
    if getattr(event, "premier_tables", None) == 0:
        yield sentence("a consolation of a final without tables (premier_tables): check both")
    lists = [ranking for _, ranking in ranking_lists(event)]
    tables = sum(Fraction(size_of(ranking), CONTESTANTS_PER_TABLE[event.contest]) for ranking in lists)
    if original is not None and Fraction(original) < tables + Fraction(tables_above):
        template = "{original} tables in the first stage, but {here} in the later ones: check both"
        yield sentence(template, original=str(original), here=str(floor(tables + Fraction(tables_above))))
    sessions, boards = getattr(event, "sessions", 1), getattr(event, "boards", 0)
    if isinstance(sessions, int) and sessions > 1 and boards < sessions * FEWEST_BOARDS:
        template = "{sessions} sessions over {boards} boards: check both"
        yield sentence(template, sessions=sessions, boards=boards)


CHECKS: Checks[Callable[[Any], Iterable[Message]]] = Checks(
    Check(_entry_doubts, fields=("entry.score", "entry.players", "entry.matches")),
    Check(_heat_doubts, fields=("event.heats",)),
    Check(_match_doubts, fields=("entry.matches", "player.matches", "event.matches_planned")),
    Check(_direction_doubts, fields=("list.direction",)),
    Check(_table_doubts, fields=("list.tables",)),
    Check(_duplicate_doubts, fields=("player.id",)),
    Check(differing_players, fields=("player.membership", "player.grade", "player.rank")),
    Check(_stage_doubts, fields=("event.original_tables", "event.sessions")),
    Check(tournament_doubts, forms=(TournamentEvent,)),
    Check(_division_doubts, forms=(LeagueEvent,)),
    Check(_length_doubts, forms=(SessionEvent,)),
    Check(knockout_doubts, forms=(KnockoutEvent,)),
    Check(finals_doubts, forms=(FinalsEvent,)),
)
