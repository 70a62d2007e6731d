"""How somebody finished, and with whom: what the lines of a statement say beside their points."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.judging import key_of, load_result
from masterpoint.centre.filing.models import Version
from masterpoint.centre.filing.public_results import GUEST, Competitor, competitor
from masterpoint.centre.ledger.queries import StatementLine
from masterpoint.centre.registry.models import Person
from masterpoint.centre.registry.queries import records_of
from masterpoint.core.events import Player


class Appearance(NamedTuple):
    """A place in a ranking, and the others of the pair or team."""

    place: str
    partners: tuple[Competitor, ...]


class _Played(NamedTuple):
    """An award a line rests on: its place, and who received it with the person, none for whom nobody knows."""

    place: str
    others: tuple[int | None, ...]


def appearances(person: Person, lines: Iterable[StatementLine], user: User | None) -> dict[int, Appearance]:
    """By line, for those lines that rest on an award; three queries, however many lines there are."""
    played = _played(person, lines)
    wanted = {pk for line in played.values() for pk in line.others if pk is not None}
    people = Person.objects.select_related("home_club", "merged_into").in_bulk(wanted)
    shown = {pk: competitor(user, other) for pk, other in people.items()}
    guest = Competitor(GUEST)
    return {
        line: Appearance(place, tuple(guest if other is None else shown.get(other, guest) for other in others))
        for line, (place, others) in played.items()
    }


def _played(person: Person, lines: Iterable[StatementLine]) -> dict[int, _Played]:
    own = set(records_of([person.pk]))
    awarded = [
        (line.pk, line.version, line.award) for line in lines if line.version is not None and line.award is not None
    ]
    wanted = {version for _, version, _ in awarded}
    versions = Version.objects.filter(pk__in=wanted).values_list("pk", "result", "people")
    results = {pk: (load_result(result)["awards"], people) for pk, result, people in versions}
    played = {}
    for line, version, index in awarded:
        awards, people = results[version]
        award = awards[index]
        others = (people.get(key_of(Player(**player))) for player in award["players"])
        played[line] = _Played(award["place"], tuple(other for other in others if other not in own))
    return played
