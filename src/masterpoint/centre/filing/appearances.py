"""How somebody finished, and with whom: what the lines of a statement say beside their points."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from typing import NamedTuple, cast

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.judging import key_of, load_result
from masterpoint.centre.filing.models import Version
from masterpoint.centre.filing.public_results import GUEST, PUBLIC, Competitor, competitor, stranger
from masterpoint.centre.ledger.queries import StatementLine
from masterpoint.centre.registry.models import Person
from masterpoint.centre.registry.queries import records_of
from masterpoint.core.events import Player


class Appearance(NamedTuple):
    """A place in a ranking, and the others of the pair or team."""

    place: str
    partners: tuple[Competitor, ...]
    award: int
    """Which award of the version says so."""
    why: str
    """The sentence of the award; nothing in a result that was kept without."""


class _Played(NamedTuple):
    """An award a line rests on: its place, and who received it with the person; strangers as they are called."""

    place: str
    others: tuple[int | Competitor, ...]
    award: int
    why: str


class Wanted(NamedTuple):
    """An award of a version; of an evening that brought nothing, the first that names the person."""

    key: Hashable
    version: int
    award: int | None


def appearances(person: Person, lines: Iterable[StatementLine], user: User | None) -> dict[int, Appearance]:
    """By line, for those lines that rest on an award; three queries, however many lines there are."""
    wanted = [
        Wanted(line.pk, line.version, line.award)
        for line in lines
        if line.version is not None and line.award is not None
    ]
    return {cast(int, key): appearance for key, appearance in find_appearances(person, wanted, user).items()}


def find_appearances(person: Person, wanted: Collection[Wanted], user: User | None) -> dict[Hashable, Appearance]:
    """How somebody finished in each of these, as this reader may see it."""
    played = _played(person, wanted)
    others = {pk for appearance in played.values() for pk in appearance.others if isinstance(pk, int)}
    people = Person.objects.select_related("home_club", "merged_into").in_bulk(others)
    shown = {pk: competitor(user, other) for pk, other in people.items()}
    guest = Competitor(GUEST)
    return {
        key: Appearance(
            place, tuple(shown.get(other, guest) if isinstance(other, int) else other for other in others), award, why
        )
        for key, (place, others, award, why) in played.items()
    }


def _played(person: Person, wanted: Collection[Wanted]) -> dict[Hashable, _Played]:
    """Of what was withdrawn or rejected nobody else is named, as on its page."""
    own = set(records_of([person.pk]))
    versions = Version.objects.filter(pk__in={row.version for row in wanted})
    rows = versions.values_list("pk", "result", "people", "filing__state")
    results = {pk: (load_result(result)["awards"], people, state in PUBLIC) for pk, result, people, state in rows}
    played: dict[Hashable, _Played] = {}
    for key, version, index in wanted:
        awards, people, is_public = results[version]
        numbers = range(len(awards)) if index is None else (index,)
        for number in numbers:
            players = [Player(**player) for player in awards[number]["players"]]
            receivers = [people.get(key_of(player)) or stranger(player) for player in players]
            if index is not None or own.intersection(receivers):
                others = tuple(other for other in receivers if other not in own) if is_public else ()
                played[key] = _Played(awards[number]["place"], others, number, awards[number].get("why", ""))
                break
    return played
