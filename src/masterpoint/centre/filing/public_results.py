"""The results of a filing as everybody may see them: rankings, scores, awards, and what each correction changed.

Members who chose to be anonymous are shown as such. So are players who are not in the register, because nobody asked
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import pairwise
from typing import Any, NamedTuple

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.explaining import with_steps
from masterpoint.centre.filing.judging import key_of, load_result
from masterpoint.centre.filing.models import Filing, Version
from masterpoint.centre.filing.queries import Gain, amounts_of, changes, with_people
from masterpoint.centre.filing.stored_events import event_of_version, in_force
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Person
from masterpoint.centre.registry.queries import survivor
from masterpoint.core.events import AnyEvent, Entry, Player
from masterpoint.core.exact import exact, figure_text
from masterpoint.core.serialisation import entry_name
from masterpoint.core.traversal import all_entries

GUEST = "Guest"
PUBLIC = (Filing.State.PROVISIONAL, Filing.State.OFFICIAL)
"""States with public results: withdrawn and rejected filings show nobody's name."""


class Competitor(NamedTuple):
    """A player of a result, with the number of the record that this reader may open."""

    name: str
    number: str = ""


class Cell(NamedTuple):
    """One award of a contestant; `number` finds its explanation."""

    number: int
    points: str
    colour: str
    kind: str
    only: tuple[Competitor, ...]
    """The receivers, if they are not all of the contestant's players."""


class Row(NamedTuple):
    """A contestant: place, players, score and awards."""

    place: str
    team: str
    players: tuple[Competitor, ...]
    score: str
    cells: list[Cell]


class Table(NamedTuple):
    """One ranking list."""

    title: str
    rows: list[Row]

    @property
    def has_scores(self) -> bool:
        return any(row.score for row in self.rows)


class Correction(NamedTuple):
    """A later version: its time, and who gained and lost."""

    number: int
    at: datetime
    gains: list[Gain]


Names = Mapping[str, Competitor]
"""The players of a version by key."""


def is_public(filing: Filing) -> bool:
    return filing.state in PUBLIC


def names_in(version: Version, user: User | None) -> Names:
    """The registered players, by name if this reader may see it."""
    people = Person.objects.select_related("home_club", "merged_into").in_bulk(set(version.people.values()))
    return {key: competitor(user, people[pk]) for key, pk in version.people.items() if pk in people}


def competitor(user: User | None, person: Person) -> Competitor:
    """A person of the register as this reader may see them."""
    if access.is_hidden(user, person):
        return Competitor(access.ANONYMOUS)
    return Competitor(person.name, survivor(person).number)


def tables_of(version: Version, names: Names) -> list[Table]:
    """The rankings of a version, by its awards."""
    entries = _entries(event_of_version(version))
    tables: dict[str, dict[tuple[str, str], Row]] = {}
    for number, award in enumerate(load_result(version.result)["awards"]):
        rows, contestant = tables.setdefault(award["list"], {}), (award["place"], award["who"])
        if contestant not in rows:
            rows[contestant] = _row(award["place"], entries.get(contestant, Entry()), names)
        row = rows[contestant]
        receivers = _competitors((Player(**player) for player in award["players"]), names)
        partly = receivers if len(receivers) < len(row.players) else ()
        row.cells.append(Cell(number, award["points"], award["colour"], award["kind"], partly))
    return [Table(title, list(rows.values())) for title, rows in tables.items()]


def _entries(event: AnyEvent) -> dict[tuple[str, str], Entry]:
    """The contestants of an event, by place and by their name in awards."""
    return {(str(entry.place or ""), entry_name(entry)): entry for _, entry in all_entries(event)}


def _row(place: str, entry: Entry, names: Names) -> Row:
    """A row. A team's name may contain names of players, so it is shown only if all its players may be seen."""
    players = _competitors(entry.players, names)
    team = entry.name if players and all(player.number for player in players) else ""
    score = "" if entry.score is None else figure_text(exact(entry.score))
    return Row(place, team, players or (Competitor(GUEST),), score, [])


def _competitors(players: Iterable[Player], names: Names) -> tuple[Competitor, ...]:
    return tuple(names.get(key_of(player)) or stranger(player) for player in players)


def stranger(player: Player) -> Competitor:
    """A player who is not in the register; in loaded open data this includes anonymous members."""
    return Competitor(access.ANONYMOUS if player.name.startswith(access.ANONYMOUS) else GUEST)


def award_in(version: Version, number: int, names: Names) -> dict[str, Any] | None:
    """One award with its steps and receivers, as this reader may see them."""
    data = load_result(version.result)
    if not 0 <= number < len(data["awards"]):
        return None
    award = with_steps(data, number)
    return award | {"competitors": _competitors((Player(**player) for player in award["players"]), names)}


def corrections_of(filing: Filing) -> list[Correction]:
    """What each later version changed, newest first."""
    versions = list(in_force().filter(filing=filing).order_by("number"))
    pairs = pairwise(versions)
    return [
        Correction(later.number, later.at, with_people(changes(amounts_of(earlier), amounts_of(later))))
        for earlier, later in reversed(list(pairs))
    ]
