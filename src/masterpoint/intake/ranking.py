"""The ranking lists of one event: of the chosen session, by section if the book wants that, without phantoms."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.results import Entry, Ranking, Results
from masterpoint.core.sentences import join_words
from masterpoint.intake.options import Options
from masterpoint.intake.wording import contestant

PHANTOM = re.compile(
    r"(?:phantom|sit[ -]?out|bye|missing|vacant|no pair)(?: pair| player)?\W*(?:[a-z]|\d*)", re.IGNORECASE
)
"""A whole name that is nobody's: `Phantom 2`, never `Byers`."""


def lists_of_session(results: Results, options: Options) -> list[Ranking]:
    sessions = list(dict.fromkeys(ranking.session for ranking in results.rankings))
    if len(sessions) < 2:
        return list(results.rankings)
    if options.session in sessions:
        return [ranking for ranking in results.rankings if ranking.session == options.session]
    if options.form == "tournament":
        return list(results.rankings)
    message = f"the file holds {len(sessions)} sessions"
    raise NotReadable(Problem("session", ", ".join(sessions), message, "choose one of them", prompt="session"))


def split_by_section(rankings: Sequence[Ranking], assumptions: list[str]) -> list[Ranking]:
    """Split lists over several sections into one for each section and direction, in the order of the whole."""
    section_lists: list[Ranking] = []
    for ranking in rankings:
        groups: dict[tuple[str, str], list[Entry]] = {}
        for entry in ranking.entries:
            groups.setdefault((ranking.section or entry.section, ranking.direction or entry.direction), []).append(
                entry
            )
        if len(groups) > 1:
            assumptions.append(f"{len(groups)} sections and directions, each a ranking list of its own.")
        for (section, direction), entries in groups.items():
            section_lists.append(
                msgspec.structs.replace(
                    ranking, section=section, direction=direction, entries=_ranked_among_themselves(entries)
                )
            )
    return section_lists


def _ranked_among_themselves(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    places = [entry.place for entry in entries if entry.place is not None]
    return tuple(
        entry
        if entry.place is None
        else msgspec.structs.replace(entry, place=1 + sum(other < entry.place for other in places))
        for entry in entries
    )


def ranked_list(ranking: Ranking, assumptions: list[str]) -> Ranking:
    """The list without phantoms, ranked by scores if it has no places, or by those before the handicap if known."""
    entries = _contestants(ranking, assumptions)
    if any(entry.handicap for entry in entries) and has_raw_scores([msgspec.structs.replace(ranking, entries=entries)]):
        assumptions.append(f"Ranked without the handicap: {ranking.label()}.")
        figures = [entry.raw_percentage for entry in entries]
    elif all(entry.place is not None for entry in entries):
        return msgspec.structs.replace(ranking, entries=entries)
    else:
        figures = [entry.percentage if entry.percentage is not None else entry.score for entry in entries]
        if None in figures:
            return msgspec.structs.replace(ranking, entries=entries)
        assumptions.append(f"Ranked by scores, because it gives no places: {ranking.label()}.")
    known_figures = [figure for figure in figures if figure is not None]
    places = [1 + sum(other > figure for other in known_figures) for figure in known_figures]
    new_entries = tuple(
        msgspec.structs.replace(entry, place=place) for entry, place in zip(entries, places, strict=True)
    )
    return msgspec.structs.replace(ranking, entries=new_entries)


def has_raw_scores(rankings: Sequence[Ranking]) -> bool:
    return all(entry.raw_percentage is not None for ranking in rankings for entry in ranking.entries)


def _has_name(entry: Entry) -> bool:
    return bool(entry.team_name) or any(player.name.strip() for player in entry.players)


def _contestants(ranking: Ranking, assumptions: list[str]) -> tuple[Entry, ...]:
    """The entries that played; whatever stands for a missing pair is left out, with a note."""
    has_known_entries = any(_has_name(entry) or entry.place is not None for entry in ranking.entries)
    phantoms = [entry for entry in ranking.entries if has_known_entries and _is_phantom(entry)]
    if phantoms:
        assumptions.append(
            f"Left out, because nobody played there: {join_words([contestant(entry) for entry in phantoms])}."
        )
    return tuple(entry for entry in ranking.entries if entry not in phantoms)


def _is_phantom(entry: Entry) -> bool:
    """Whether this is the missing pair of a half table: no names and no place, or names that say so."""
    names = [player.name.strip() for player in entry.players if player.name.strip()]
    if not names:
        return entry.place is None and not entry.team_name
    return all(PHANTOM.fullmatch(name) for name in names)
