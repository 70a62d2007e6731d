"""Doubts about a tournament: contradictions between its sessions and its overall ranking that deserve a second look."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from masterpoint.core.events import Entry, Player, Session, TournamentEvent
from masterpoint.core.person_doubts import differing_boards
from masterpoint.core.places import size_of
from masterpoint.core.sentences import Message, sentence

WHOLE_FIELD_STAGES = ("", "qualifying")
"""Stages in which the whole field plays."""


def tournament_doubts(event: TournamentEvent) -> Iterator[Message]:
    """Days, boards and people in an overall ranking and in the sessions that led to it."""
    days = [session.day for session in event.sessions if session.day is not None]
    last = max(days, default=event.day)
    if last > event.day or (last < event.day and len(days) == len(event.sessions)):
        template = "the last session was played on {last}, and the event has another day, {day}: check both"
        yield sentence(template, last=last.isoformat(), day=event.day.isoformat())
    total_boards = sum(session.boards for session in event.sessions)
    if event.sessions and event.boards > total_boards:
        template = "{boards} boards for each contestant, but {together} in all sessions together: check both"
        yield sentence(template, boards=event.boards, together=total_boards)
    longest = max((session.boards for session in event.sessions), default=0)
    if event.boards < longest:
        template = "{boards} boards for each contestant over the event, and {longest} in one session: check both"
        yield sentence(template, boards=event.boards, longest=longest)
    yield from _order_doubts(event)
    yield from _size_doubts(event)
    yield from _finalist_doubts(event)
    yield from _contestant_doubts(event)
    yield from differing_boards(event)
    if event.contest == "pairs":
        yield from _partner_doubts(event)


def _order_doubts(event: TournamentEvent) -> Iterator[Message]:
    """A session that was played before one that is listed above it."""
    dated = [(_name(number, session), session.day) for number, session in enumerate(event.sessions, 1) if session.day]
    for (first, first_day), (second, second_day) in pairwise(dated):
        if second_day < first_day:
            template = "{second} was played on {later}, before {first} on {earlier}: list the sessions as played"
            days = {"later": second_day.isoformat(), "earlier": first_day.isoformat()}
            yield sentence(template, second=second, first=first, **days)
            return


def _finalist_doubts(event: TournamentEvent) -> Iterator[Message]:
    """A final or a plate with more contestants than all qualifying sessions."""
    sizes = [(session.stage, sum(map(size_of, session.lists))) for session in event.sessions]
    heats = sum(size for stage, size in sizes if stage == "qualifying")
    for stage, size in sizes:
        if stage in ("final", "plate") and 0 < heats < size:
            template = "{heats} contestants in the qualifying sessions, and {size} in the {stage}: check the stages"
            yield sentence(template, heats=heats, size=size, stage=stage)
            return


def _size_doubts(event: TournamentEvent) -> Iterator[Message]:
    """Sessions of the whole field that differ in size, from each other or from the overall ranking."""
    session_sizes = {
        _name(number, session): sum(map(size_of, session.lists))
        for number, session in enumerate(event.sessions, 1)
        if session.lists and session.stage in WHOLE_FIELD_STAGES
    }
    overall_size = sum(map(size_of, event.overall))
    if not session_sizes or not overall_size or _are_heats(event):
        return
    divided = event.plate or any(session.stage not in WHOLE_FIELD_STAGES for session in event.sessions)
    if overall_size > max(session_sizes.values()) if divided else {overall_size} != set(session_sizes.values()):
        sizes = ", ".join(f"{size} in {name}" for name, size in session_sizes.items())
        template = (
            "contestants: {sizes}, {ranked} in the overall ranking: list everybody, or give the size of each field"
        )
        yield sentence(template, sizes=sizes, ranked=overall_size)


def _are_heats(event: TournamentEvent) -> bool:
    """Whether nobody plays in two of the whole-field sessions."""
    people = [_all_people(session) for session in event.sessions if session.stage in WHOLE_FIELD_STAGES]
    return all(people) and len(people) > 1 and sum(map(len, people)) == len(set[str]().union(*people))


def _contestant_doubts(event: TournamentEvent) -> Iterator[Message]:
    """Contestants in the overall ranking or the plate, and members of a team, who are in no session."""
    session_players = set[str]().union(*map(_all_people, event.sessions))
    unknown = [
        entry.name or _names_of(entry)
        for ranking in ((*event.overall, *event.plate) if session_players else ())
        for entry in ranking.entries
        if entry.players and not _people(entry) & session_players
    ]
    unknown += [
        f"{player.name or player.id} ({entry.name or 'a team'})"
        for ranking in (event.overall if session_players and event.contest == "teams" else ())
        for entry in ranking.entries
        for player in entry.players
        if _people(entry) & session_players
        and _has_no_record(player)
        and (player.id or player.name) not in session_players
    ]
    if unknown:
        template = "in the final ranking but in no session: {names}: check the names and numbers"
        yield sentence(template, names="; ".join(unknown))


def _has_no_record(player: Player) -> bool:
    """A member of a team, not its captain, with no record of what they played."""
    return player.boards is None and player.matches is None and not player.captain


def _partner_doubts(event: TournamentEvent) -> Iterator[Message]:
    """Pairs in the overall ranking of whom one played a session with somebody else who is not a substitute."""
    pairs = [entry for ranking in event.overall for entry in ranking.entries if _is_pair(entry)]
    for number, session in enumerate(event.sessions, 1):
        session_pairs = [entry for ranking in session.lists for entry in ranking.entries if _is_pair(entry)]
        for pair in pairs:
            others = [_names_of(entry) for entry in session_pairs if len(_people(pair) & _people(entry)) == 1]
            if others:
                template = (
                    "{pair} are a pair overall; in {session} {others}: mark the substitutes, or correct the names"
                )
                session_name = _name(number, session)
                yield sentence(template, pair=_names_of(pair), session=session_name, others="; ".join(others))
                return


def _is_pair(entry: Entry) -> bool:
    """Two players, neither of whom is marked as a substitute or shares a seat."""
    has_shared_seat = any(player.substitute or player.boards for player in entry.players)
    return len(_people(entry)) == len(entry.players) == 2 and not has_shared_seat


def _name(number: int, session: Session) -> str:
    return session.name or f"session {number}"


def _names_of(entry: Entry) -> str:
    return " and ".join(player.name or player.id for player in entry.players)


def _all_people(session: Session) -> set[str]:
    return set[str]().union(*[_people(entry) for ranking in session.lists for entry in ranking.entries])


def _people(entry: Entry) -> set[str]:
    return {player.id or player.name for player in entry.players if player.id or player.name}
