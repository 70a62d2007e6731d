"""4.5.1, 4.5.2 and 4.6.7: events told in matches that are no match events by the book, and what they are instead."""

from __future__ import annotations

from typing import Any

from masterpoint.core.derivation import Award, Remark, Step
from masterpoint.core.events import ConsolationEvent, Event, FinalEvent, MatchEvent
from masterpoint.core.places import entries_of
from masterpoint.schemes.ebu.rules.handbook import remark
from masterpoint.schemes.ebu.rules.local import consolation, qualifinal
from masterpoint.schemes.ebu.rules.local.basic import LONG, pay_basic
from masterpoint.schemes.families.british_matches import shortest

SHORTEST_MATCH = 6  # 4.5.1, 4.5.2: pairs and individual events


def basic_only(event: MatchEvent) -> Remark | None:
    """4.5.2: fewer than 36 boards, or shorter matches than 6 boards between pairs, make a basic event."""
    if event.boards < LONG:
        return remark("4.5.2", f"{event.boards} boards in all: a basic event, with no award for each match")
    length = match_length(event)
    if event.contest != "teams" and length is not None and length < SHORTEST_MATCH:
        return remark("4.5.2", f"matches of {length} boards: a basic event, with no award for each match")
    return None


def match_length(event: MatchEvent) -> int | None:
    """Boards of the shortest match, as told or as planned."""
    told = shortest(
        group
        for ranking in event.lists
        for entry in entries_of(ranking)
        for group in (*entry.matches, *(own for player in entry.players for own in player.matches or ()))
    )
    if told is None and event.matches_planned:
        return event.boards // event.matches_planned
    return told


def pay_as_basic(event: MatchEvent, status: Step, colour: str) -> list[Award]:
    """The ranking on the scale of an ordinary event: 4.1, or 4.2 and 4.3 where contestants qualified for it."""
    if event.original_tables is None:
        return pay_basic(event, event.lists, event.boards, status, colour, qualifying=not event.last)
    if event.premier_tables is None:
        final = FinalEvent(**_told(event), original_tables=event.original_tables, last=event.last)
        return list(qualifinal.award(final).awards)
    second = ConsolationEvent(
        **_told(event), original_tables=event.original_tables, premier_tables=event.premier_tables
    )
    return list(consolation.award(second).awards)


def _told(event: MatchEvent) -> dict[str, Any]:
    """What every event tells, and what a ranked stage tells besides."""
    names = (*Event.__struct_fields__, "boards", "lists", "sessions")
    return {name: getattr(event, name) for name in names}
