"""What a file pays those whom its problems do not affect. It is never filed, since figures can still change."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import msgspec

from masterpoint import schemes
from masterpoint.core.derivation import Result
from masterpoint.core.errors import MasterpointError
from masterpoint.core.event_paths import Path, contestant_name, path_of
from masterpoint.core.events import AnyEvent, Entry
from masterpoint.core.parsing import event_from
from masterpoint.core.plurals import count_text
from masterpoint.core.results import Results
from masterpoint.core.traversal import entry_lists
from masterpoint.intake.event_files import corrected_event
from masterpoint.intake.gaps import Gaps
from masterpoint.intake.lines import entries_at, line_of
from masterpoint.intake.options import Options
from masterpoint.intake.reading import FileContents, draft_with_gaps

ROUNDS = 6
"""How many times unreadable parts are left out, and then what this brings to light."""
NOT_FILED = "Only a preview: nothing can be filed until the problems are put right, and figures may change then."


class Preview(msgspec.Struct, frozen=True):
    """What contestants receive whose own results can be read."""

    result: Result
    left_out: tuple[str, ...]
    """Contestants with something unreadable."""
    format: str
    assumed: tuple[str, ...]
    notes: tuple[str, ...] = (NOT_FILED,)

    def __repr__(self) -> str:
        return f"<Preview: {count_text(len(self.result.awards), 'award')}, {len(self.left_out)} left out>"


def preview_of(
    file: FileContents, options: Options, *, today: date, award: Callable[[AnyEvent], Result] = schemes.award
) -> Preview | None:
    """The awards of players whom no problem affects, or `None` if problems affect everybody.

    `award` applies the book, perhaps with what a register knows of the players.
    """
    try:
        file, options = file.of_event(options)
        raw, assumptions, doubtful_paths = _with_gaps(file, options)
    except MasterpointError:
        return None
    gaps = Gaps(raw, doubtful_paths, today=today)
    result = _award(gaps, award)
    if result is None:
        return None
    entries = [entry for path, entry in _entries(result.event) if path in gaps.doubtful]
    doubtful_identities = {_identity(entry) for entry in entries}
    awards = tuple(award for award in result.awards if _identity(award.entry) not in doubtful_identities)
    if not awards:
        return None
    names = (contestant_name(entry) for entry in entries)
    left_out = tuple(dict.fromkeys(name for name in names if name))
    remainder = msgspec.structs.replace(result, awards=awards)
    return Preview(remainder, left_out, file.format, assumptions, (NOT_FILED, *gaps.notes))


def _with_gaps(file: FileContents, options: Options) -> tuple[dict[str, Any], tuple[str, ...], set[Path]]:
    """The event as raw data, what was assumed, and the contestants whose lines cannot be read."""
    contents = file.contents
    if isinstance(contents, dict):
        raw, repairs = corrected_event(contents, options)
        return raw, repairs, set()
    if not isinstance(contents, Results):
        raise MasterpointError(())
    draft = draft_with_gaps(contents, options)
    unread_entries = entries_at({line_of(problem) for problem in file.problems}, contents)
    lines = {entry.line for entry in unread_entries.values()}
    doubtful_paths: set[Path] = {
        ("lists", number, "entries", index)
        for number, ranking in enumerate(draft.rankings)
        for index, entry in enumerate(ranking.entries)
        if entry.line in lines
    }
    return draft.raw, draft.assumed, doubtful_paths


def _award(gaps: Gaps, award: Callable[[AnyEvent], Result]) -> Result | None:
    for _ in range(ROUNDS):
        try:
            return award(event_from(gaps.raw, schemes.FACTS))
        except MasterpointError as error:
            if not gaps.close(error.problems):
                return None
    return None


def _entries(event: AnyEvent) -> list[tuple[Path, Entry]]:
    return [
        ((*path_of(path), index), entry) for path, entries in entry_lists(event) for index, entry in enumerate(entries)
    ]


def _identity(entry: Entry) -> tuple[object, ...]:
    """What identifies an entry, since a rule may have changed the rest of it."""
    people = tuple((player.name, player.id) for player in entry.players)
    is_identified = bool(entry.name or entry.number or any(name or number for name, number in people))
    return (entry.name, entry.number, people, "" if is_identified else str(entry.place))
