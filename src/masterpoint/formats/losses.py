"""What a format cannot hold: a file just written is read again and compared with the original."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from masterpoint.core.errors import MasterpointError
from masterpoint.core.results import Entry, Results

Facet = Callable[[Results], Any]


def _of_entries(value: Callable[[Entry], Any]) -> Facet:
    """A fact of every contestant, independent of the order of the lists."""

    def facet(results: Results) -> Any:
        return sorted(((entry.place or 0, entry.number, value(entry)) for entry in results.entries), key=str)

    return facet


FACETS: dict[str, Facet] = {
    "the kind of contest": lambda results: results.contest,
    "the way of scoring": lambda results: results.scoring,
    "the day": lambda results: results.played,
    "the name of the event": lambda results: results.event_name,
    "the club": lambda results: (results.club_name, results.club_number),
    "the number of boards": lambda results: results.boards_played,
    "the charge code": lambda results: results.charge_code,
    "the status of the event": lambda results: results.rating,
    "the ranking lists": lambda results: sorted(len(ranking.entries) for ranking in results.rankings),
    "players": _of_entries(lambda entry: [player.name for player in entry.players]),
    "member numbers": _of_entries(lambda entry: [player.national for player in entry.players]),
    "club numbers of players": _of_entries(lambda entry: [player.club_number for player in entry.players]),
    "names of teams": _of_entries(lambda entry: entry.team_name),
    "who played with whom in a team": _of_entries(lambda entry: [pair.number for pair in entry.pairs]),
    "directions": _of_entries(lambda entry: entry.direction),
    "sections": _of_entries(lambda entry: entry.section),
    "sessions": _of_entries(lambda entry: entry.session),
    "percentages": _of_entries(lambda entry: entry.percentage),
    "scores": _of_entries(lambda entry: entry.score),
    "handicaps": _of_entries(lambda entry: (entry.handicap or 0, entry.raw_percentage)),
    "boards each contestant played": _of_entries(lambda entry: entry.boards_played),
    "awards": _of_entries(lambda entry: sorted((award.colour, award.points) for award in entry.awards)),
    "strata": lambda results: len(results.strata),
    "board results": lambda results: sum(len(board.travellers) for board in results.boards),
    "matches": lambda results: len(results.matches),
}


def losses(original: Results, data: bytes, read: Callable[..., Any]) -> Iterator[str]:
    """What the written file lacks, in words."""
    try:
        copy = read(data, source="")
    except MasterpointError:
        yield "the results as a whole: the file cannot be read again"
        return
    for words, facet in FACETS.items():
        if facet(original) != facet(copy):
            yield words
