"""Doubts about the boards of an event and of its matches: contradictions that deserve a second look."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from masterpoint.core.event_paths import part_at, path_of
from masterpoint.core.events import AnyEvent, Entry, FinalsEvent, Matches, TournamentEvent
from masterpoint.core.exact import figure_text
from masterpoint.core.place_words import list_in_words, place_in_words
from masterpoint.core.places import ordinal, place_number
from masterpoint.core.sentences import Message, sentence
from masterpoint.core.traversal import all_entries, entry_lists

FEWEST_CONTESTANTS = 2
"""The number of contestants needed for a match."""
MAX_IMPS = 24
"""On one board (Law 78)."""


def boards_in_matches(entry: Entry) -> int:
    """The boards that an entry, or a player of it, certainly played in the matches of its longest stage."""
    return max(_longest_stage(groups) for groups in _match_groups(entry))


def _longest_stage(matches: Sequence[Matches]) -> int:
    groups = [group for group in matches if not group.mini and not group.conceded]
    stages = {group.stage for group in groups}
    return max((boards_of(group for group in groups if group.stage == stage) for stage in stages), default=0)


def _match_groups(entry: Entry) -> list[tuple[Matches, ...]]:
    """The matches of an entry, and those of each player with matches of their own."""
    return [entry.matches, *[player.matches for player in entry.players if player.matches]]


def boards_of(groups: Iterable[Matches]) -> int:
    """The boards in groups of matches, counted from their results, their margins or their scores."""
    return sum(group.boards * _count(group) for group in groups)


def _count(group: Matches) -> int:
    return max(group.won + group.drawn + group.lost, len(group.margins or ()), len(group.scores or ()))


def too_many_matches(event: AnyEvent, entries: Sequence[Entry], path: str) -> Iterator[Message]:
    """Matches of one stage that do not fit into the boards of an entry or of a player."""
    boards: int | None = getattr(event, "boards", None)
    for index, entry in enumerate(entries if boards else ()):
        boards_played = boards_in_matches(entry)
        if boards_played > (entry.boards or boards or 0):
            template = "{who}: {played} boards in matches, and {boards} to play: check both"
            name = place_in_words(event, f"{path}[{index}]")
            yield sentence(template, who=name, played=boards_played, boards=entry.boards or boards)
            return


def players_beyond_the_team(event: AnyEvent, entries: Sequence[Entry], path: str) -> Iterator[Message]:
    """A player who won more matches than the team, or played more boards in matches than in all."""
    for index, entry in enumerate(entries):
        won = sum(group.won for group in entry.matches)
        for seat, player in enumerate(entry.players):
            groups = player.matches or ()
            name = player.name or place_in_words(event, f"{path}[{index}].players[{seat}]")
            if entry.matches and (player_wins := sum(group.won for group in groups)) > won:
                template = "{who}: {own} matches won, and {won} by the team: check both"
                yield sentence(template, who=name, own=player_wins, won=won)
            if player.boards is not None and (boards_played := boards_of(groups)) > player.boards:
                template = "{who}: {played} boards in matches, and {boards} in all: check both"
                yield sentence(template, who=name, played=boards_played, boards=player.boards)


def matches_against_boards(event: AnyEvent) -> Iterator[Message]:
    """Boards that do not make whole matches, or not as many matches as planned."""
    boards, match_count = getattr(event, "boards", None), getattr(event, "matches_planned", None)
    groups = [group for _, entry in all_entries(event) for groups in _match_groups(entry) for group in groups]
    lengths = {group.boards for group in groups if not group.mini}
    length = lengths.pop() if len(lengths) == 1 and len(groups) == sum(not group.mini for group in groups) else 0
    if not boards or isinstance(event, TournamentEvent):
        return
    if match_count and boards != match_count * (length or boards // match_count):
        template = "{planned} matches planned, and {boards} boards to play: check both"
        if length:
            template = "{planned} matches of {length} boards planned, and {boards} boards to play: check both"
        yield sentence(template, planned=match_count, length=length, boards=boards)
    elif length and boards % length:
        template = "{boards} boards do not make whole matches of {length}: check both"
        yield sentence(template, boards=boards, length=length)


def losers_above_winners(event: AnyEvent, entries: Sequence[Entry], path: str) -> Iterator[Message]:
    """An entry that lost every match, placed above one that won every match."""
    lost = [number for entry in entries if (number := place_number(entry.place)) and _all_ended_as(entry, "lost")]
    won = [number for entry in entries if (number := place_number(entry.place)) and _all_ended_as(entry, "won")]
    if lost and won and min(lost) < max(won):
        template = "{where}: {above} place lost every match, and {below} won every match: check places and matches"
        yield sentence(template, where=list_in_words(event, path), above=ordinal(min(lost)), below=ordinal(max(won)))


def margins_beyond_the_boards(event: AnyEvent, entries: Sequence[Entry], path: str) -> Iterator[Message]:
    """A match won by more IMPs than its boards can give."""
    for index, entry in enumerate(entries):
        for group in [group for groups in _match_groups(entry) for group in groups]:
            margin = max(map(abs, group.margins or ()), default=0)
            if margin > MAX_IMPS * group.boards:
                template = "{who}: a margin of {widest} IMPs in a match of {boards} boards: check both"
                yield sentence(
                    template, who=place_in_words(event, f"{path}[{index}]"), widest=margin, boards=group.boards
                )
                return


def _all_ended_as(entry: Entry, result: str) -> bool:
    """Whether all matches of an entry ended in the same way, as far as they are given."""
    counts: dict[str, int] = {
        name: sum(getattr(group, name) for group in entry.matches) for name in ("won", "drawn", "lost")
    }
    return 0 < counts[result] == sum(counts.values())


def boards_left_over(event: AnyEvent) -> Iterator[Message]:
    """More boards than there are matches for. A tournament is skipped: not all its sessions need matches."""
    boards: int | None = getattr(event, "boards", None)
    if boards is None or isinstance(event, TournamentEvent):
        return
    stages = [_most_boards(lists) for lists in _stages(event)]
    if min(stages) > 0 and sum(stages) < boards:
        template = "{boards} boards to play, and nobody has more than {played} in matches: check both"
        yield sentence(template, boards=boards, played=figure_text(sum(stages)))


def _stages(event: AnyEvent) -> list[list[tuple[int, Sequence[Entry]]]]:
    """The fields of each stage that an event has, with their sizes."""
    stages: dict[bool, list[tuple[int, Sequence[Entry]]]] = {}
    for place, entries in entry_lists(event):
        size = getattr(part_at(event, path_of(place)[:-1]), "size", None) or len(entries)
        stages.setdefault(isinstance(event, FinalsEvent) and place.startswith("qualifying"), []).append((size, entries))
    return list(stages.values())


def _most_boards(fields: Iterable[tuple[int, Sequence[Entry]]]) -> Fraction:
    """The most boards that anybody played, if the matches lost are given or every match won is."""
    return max((_boards_of_field(size, entries) for size, entries in fields), default=Fraction(0))


def _boards_of_field(size: int, entries: Sequence[Entry]) -> Fraction:
    owners = [groups for entry in entries for groups in _match_groups(entry)]
    if any(group.lost or group.margins or group.scores for groups in owners for group in groups):
        return Fraction(max(map(boards_of, owners)))
    if len(entries) < size or size < FEWEST_CONTESTANTS or not all(entry.matches for entry in entries):
        return Fraction(0)
    won = sum(group.boards * (2 * group.won + group.drawn) for entry in entries for group in entry.matches)
    return Fraction(won, size - size % 2)
