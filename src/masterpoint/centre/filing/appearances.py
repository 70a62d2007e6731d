"""How somebody finished, and with whom, for the lines of a statement."""

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
    """A place in a ranking, and the partners in the pair or team."""

    place: str
    partners: tuple[Competitor, ...]
    award: int
    """The index of the award in the version."""
    why: str
    """The sentence of the award; empty if the stored result has none."""


class _AwardRow(NamedTuple):
    """The award of a line: the place, and the other receivers (people not in the register by name)."""

    place: str
    others: tuple[int | Competitor, ...]
    award: int
    why: str


class AwardKey(NamedTuple):
    """An award of a version; for a zero evening, the first that names the person."""

    key: Hashable
    version: int
    award: int | None


def appearances(person: Person, lines: Iterable[StatementLine], user: User | None) -> dict[int, Appearance]:
    """Find the appearances of lines with an award. The number of queries does not depend on the number of lines."""
    award_keys = [
        AwardKey(line.pk, line.version, line.award)
        for line in lines
        if line.version is not None and line.award is not None
    ]
    return {cast(int, key): appearance for key, appearance in find_appearances(person, award_keys, user).items()}


def find_appearances(person: Person, award_keys: Collection[AwardKey], user: User | None) -> dict[Hashable, Appearance]:
    """Find how somebody finished for each of these awards, as far as this reader may see it."""
    rows = _award_rows(person, award_keys)
    partner_keys = {pk for appearance in rows.values() for pk in appearance.others if isinstance(pk, int)}
    people = Person.objects.select_related("home_club", "merged_into").in_bulk(partner_keys)
    competitors = {pk: competitor(user, person) for pk, person in people.items()}
    guest = Competitor(GUEST)
    return {
        key: Appearance(
            place,
            tuple(competitors.get(partner, guest) if isinstance(partner, int) else partner for partner in partners),
            award,
            reason,
        )
        for key, (place, partners, award, reason) in rows.items()
    }


def _award_rows(person: Person, award_keys: Collection[AwardKey]) -> dict[Hashable, _AwardRow]:
    """Read the awards as rows. Partners are left out if the filing was withdrawn or rejected."""
    own_records = set(records_of([person.pk]))
    versions = Version.objects.filter(pk__in={row.version for row in award_keys})
    rows = versions.values_list("pk", "result", "people", "filing__state")
    results = {pk: (load_result(result)["awards"], people, state in PUBLIC) for pk, result, people, state in rows}
    award_rows: dict[Hashable, _AwardRow] = {}
    for key, version, index in award_keys:
        awards, people, is_public = results[version]
        numbers = range(len(awards)) if index is None else (index,)
        for number in numbers:
            players = [Player(**player) for player in awards[number]["players"]]
            receivers = [people.get(key_of(player)) or stranger(player) for player in players]
            if index is not None or own_records.intersection(receivers):
                partners = tuple(receiver for receiver in receivers if receiver not in own_records) if is_public else ()
                award_rows[key] = _AwardRow(awards[number]["place"], partners, number, awards[number].get("why", ""))
                break
    return award_rows
