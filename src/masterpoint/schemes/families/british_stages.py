"""Stages in the English and Welsh books that are paid in another form than they are given in."""

from __future__ import annotations

from typing import Any

from masterpoint.core.events import ConsolationEvent, Event, FinalEvent, MatchEvent, SessionEvent


def stage_fields(event: SessionEvent | FinalEvent | ConsolationEvent | MatchEvent) -> dict[str, Any]:
    """The fields that every event has, and those that a stage has besides."""
    names = (*Event.__struct_fields__, "boards", "lists", "sessions", "movement_boards")
    return {name: getattr(event, name) for name in names}


def as_ranked_stage(event: MatchEvent) -> FinalEvent | ConsolationEvent:
    """A match event for which contestants qualified, as a final or consolation paid by its ranking only."""
    fields = stage_fields(event) | {"original_tables": event.original_tables}
    if event.premier_tables is None:
        return FinalEvent(**fields, last=event.last)
    return ConsolationEvent(**fields, premier_tables=event.premier_tables)
