"""Awards for matches won need the matches: what to say where they are missing."""

from __future__ import annotations

from masterpoint.core.events import AnyEvent, Entry
from masterpoint.core.sentences import Message, sentence
from masterpoint.core.traversal import all_entries


def missing_matches(event: AnyEvent) -> Message | None:
    """How many contestants have a place but no matches, if any do."""
    entries = [entry for _, entry in all_entries(event) if entry.standing != "none"]
    missing = sum(not _has_matches(entry) for entry in entries)
    if not missing:
        return None
    if missing == len(entries):
        return sentence("no matches are given: the awards for matches won are not in here")
    template = "no matches are given for {missing} of {listed} contestants: their awards for them are not in here"
    return sentence(template, missing=missing, listed=len(entries))


def _has_matches(entry: Entry) -> bool:
    return bool(entry.matches) or any(player.matches is not None for player in entry.players)
