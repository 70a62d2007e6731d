"""Findings on the people listed: no name or number, listed twice, or a number that cannot be theirs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import TypeAlias

from masterpoint.core.results import Entry, Player, Results, plain_number
from masterpoint.core.sentences import join_words
from masterpoint.intake import numbers
from masterpoint.intake.findings.base import Finding, error, warning
from masterpoint.intake.wording import contestant, person, position_in_words

NOBODY = frozenset(("phantom", "sitout", "sit out", "sit-out", "missing", "director"))
VISITOR = frozenset(("visitor", "guest"))
SIZES = {"pairs": (2,), "individual": (1,), "teams": tuple(range(4, 13))}
Seat: TypeAlias = tuple[Entry, Player]


def people_findings(results: Results, federation: str) -> Iterator[Finding]:
    by_number: dict[tuple[str, str], list[Seat]] = defaultdict(list)
    by_name: dict[tuple[str, str], list[Seat]] = defaultdict(list)
    for entry in results.entries:
        for player in entry.players:
            yield from _person_findings(entry, player, federation)
            digits = plain_number(player.national)
            if digits and not numbers.is_guest(digits):
                by_number[entry.session, digits].append((entry, player))
            elif player.name.strip().lower() not in NOBODY | VISITOR:
                by_name[entry.session, " ".join(player.name.lower().split())].append((entry, player))
    for (_, number), sharing in by_number.items():
        if len(sharing) > 1:
            yield _double_number(number, sharing)
    for (_, name), sharing in by_name.items():
        if name and len({entry.number for entry, _ in sharing}) > 1:
            places = join_words([position_in_words(entry) for entry, _ in sharing])
            message = f"{sharing[-1][1].name} appears {places}, without a number."
            yield warning(sharing[-1][1].line, sharing[-1][1].name, message, "Give each player the national number.")


def _person_findings(entry: Entry, player: Player, federation: str) -> Iterator[Finding]:
    name = player.name.strip()
    if not name:
        message = f"A player {position_in_words(entry)} has no name."
        yield warning(player.line, player.national, message, "Write the name.")
    if name.lower() in NOBODY:
        yield warning(player.line, name, f"{name} is listed as a player.", "Remove it: it is not a contestant.")
    elif not plain_number(player.national):
        message = f"{name or 'A player'} has no national number."
        fix = "Without a national number nobody can be credited: add it, unless this is a visitor."
        yield warning(player.line, name, message, fix)
    if reason := numbers.number_problem(player.national, federation):
        message = f"{player.national} cannot be the number of {name or 'a player'}: {reason}."
        yield error(player.line, player.national, message, "Correct it.")


def _double_number(number: str, sharing: list[Seat]) -> Finding:
    names = sorted({player.name for _, player in sharing})
    line = sharing[-1][1].line
    if len(names) > 1:
        message = f"{number} is the number of {len(names)} players: {join_words(names)}."
        return error(line, number, message, "Each player has a number of their own: correct the wrong one.")
    if len({entry.number for entry, _ in sharing}) == 1:
        message = f"{person(sharing[0][1])} is listed twice in one entry, {position_in_words(sharing[0][0])}."
        return error(line, number, message, "Name the partner.")
    times = "twice" if len(sharing) == 2 else f"{len(sharing)} times"
    places = join_words([position_in_words(entry) for entry, _ in sharing])
    message = f"{person(sharing[0][1])} appears {times}: {places}."
    return error(line, number, message, "Nobody plays in two pairs or teams: correct one of them.")


def contestant_findings(results: Results) -> Iterator[Finding]:
    yield from _unnamed_findings(results)
    key_counts: Counter[tuple[str, str, str, str]] = Counter()
    for entry in results.entries:
        key = (entry.session, entry.section, entry.number, entry.direction)
        key_counts[key] += 1
        if not entry.number:
            message = f"{contestant(entry)} has no number."
            yield warning(entry.line, "", message, "Give every pair or team a number.")
        elif key_counts[key] == 2:
            message = f"{entry.number} is the number of two contestants, {contestant(entry)} among them."
            yield error(entry.line, entry.number, message, "Give each number once.")
        if entry.players and len(entry.players) not in SIZES[results.contest]:
            count = len(entry.players)
            message = f"{contestant(entry)} has {count} player{'s' if count > 1 else ''}."
            yield warning(entry.line, entry.number, message, "List every player who took part, once.")


def _unnamed_findings(results: Results) -> Iterator[Finding]:
    """Contestants without players, for whom nobody can be credited."""
    unnamed_entries = [entry for entry in results.entries if not any(p.name or p.national for p in entry.players)]
    if unnamed_entries and len(unnamed_entries) == len(results.entries):
        message = "The file names no players, so nobody can be credited."
        yield error(0, "", message, "Export it again with the players, or add a list of their names.")
        return
    for entry in unnamed_entries:
        message = f"{contestant(entry)}, {position_in_words(entry)}, names no players."
        yield error(entry.line, entry.number, message, "Name the players, or leave out the phantom.")
