"""The tree of a federation and its people, as open data has them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date

from masterpoint.centre.accounts.models import User
from masterpoint.centre.journal import services as journal
from masterpoint.centre.open_data.archives import Archive, Row
from masterpoint.centre.open_data.held_times import LAPSED, MEMBER, POTENTIAL, HeldTime, periods_of
from masterpoint.centre.open_data.people_tables import DECEASED
from masterpoint.centre.registry import organisations
from masterpoint.centre.registry.audit import change, note_all
from masterpoint.centre.registry.loading import COLUMNS, load_members
from masterpoint.centre.registry.models import Federation, Membership, Organisation, Person, StatusPeriod
from masterpoint.formats.text import csv_text

AT_ONCE = 500
KNOWS_IRREGULAR = 3
"""The first layout that says which numbers the federation's rule does not allow; registers before took any."""
WHAT = "open data loaded"
STATUSES = {
    MEMBER: Person.Status.ACTIVE,
    LAPSED: Person.Status.LAPSED,
    POTENTIAL: Person.Status.POTENTIAL,
    DECEASED: Person.Status.DECEASED,
}
"""What the register calls each standing."""


def add_organisations(
    federation: Federation, archive: Archive, *, by: User | None, on: date
) -> dict[str, Organisation]:
    """From the top of the tree down; the national body is there already, and takes its number and name."""
    rows = {row["number"]: row for row in archive.rows("organisations")}
    known: dict[str, Organisation] = {}
    for number in rows:
        for row in reversed(_upwards(rows, number)):
            if row["number"] not in known:
                known[row["number"]] = _added(federation, row, known, by, on)
    return known


def _upwards(rows: Mapping[str, Row], number: str) -> list[Row]:
    """An organisation and everything above it."""
    above: list[Row] = []
    while number and rows[number] not in above:
        above.append(rows[number])
        number = rows[number]["belongs_to"]
    return above


def _added(
    federation: Federation, row: Row, known: Mapping[str, Organisation], by: User | None, on: date
) -> Organisation:
    if row["belongs_to"]:
        return organisations.add_organisation(
            federation, row["number"], row["name"], level=row["level"], parent=known[row["belongs_to"]], on=on, by=by
        )
    return organisations.name_national_body(federation, row["number"], row["name"], by=by)


def end_organisations(known: Mapping[str, Organisation], archive: Archive, *, by: User | None) -> None:
    """Those no longer at work, from the bottom of the tree up."""
    ended = [row["number"] for row in archive.rows("organisations") if row["active"] == "no"]
    for organisation in reversed([known[number] for number in known if number in set(ended)]):
        organisations.change_organisation(
            organisation, organisation.name, parent=organisation.parent, active=False, by=by
        )


def add_people(federation: Federation, archive: Archive, *, by: User | None, today: date) -> dict[str, int]:
    """Everybody under their number, records joined to others too; their keys by number."""
    rows = list(archive.rows("people"))
    if archive.layout < KNOWS_IRREGULAR:
        rows = [row | {"irregular_number": "yes"} for row in rows]
    load_members(federation, _members(rows, today), source="people.csv", by=by, today=today)
    people = {person.number: person for person in Person.objects.filter(federation=federation)}
    joined = [(people[row["number"]], people[row["merged_into"]]) for row in rows if row["merged_into"]]
    for person, into in joined:
        Person.objects.filter(pk=person.pk).update(merged_into=into)
    reason = f"open data of {archive.manifest['made_on']}"
    note_all(federation, [change(person, "merged", by, reason, into=into.number) for person, into in joined])
    _keep_held_times(federation, archive, people, by=by)
    _keep_other_clubs(federation, rows, people, by=by, on=today)
    return {number: person.pk for number, person in people.items()}


def _members(rows: list[Row], today: date) -> bytes:
    kept = ("number", "given_name", "family_name", "club", "visitor", "rank_abroad", "irregular_number")
    cells = [[_cell(row, name, kept, today) for name in COLUMNS] for row in rows]
    return csv_text([list(COLUMNS), *cells]).encode()


def _cell(row: Row, name: str, kept: Collection[str], today: date) -> str:
    if name == "joined":
        return today.isoformat()
    if name == "status":
        return STATUSES[row["standing"] or MEMBER]
    return row[name] if name in kept else ""


def _keep_held_times(
    federation: Federation, archive: Archive, people: Mapping[str, Person], *, by: User | None
) -> None:
    """The times in which points waited, in place of the status everybody has since the day of loading."""
    times: dict[str, list[HeldTime]] = {}
    for row in archive.rows("held"):
        first, last = (date.fromisoformat(row[name]) if row[name] else None for name in ("first_day", "last_day"))
        times.setdefault(row["number"], []).append((row["standing"], first, last))
    held = {people[number]: own for number, own in times.items()}
    for keys in _pages([person.pk for person in held]):
        StatusPeriod.objects.filter(person__in=keys).delete()
    StatusPeriod.objects.bulk_create(
        [
            StatusPeriod(person=person, status=status, first_day=first, last_day=last, reason=WHAT)
            for person, own in held.items()
            for status, first, last in periods_of(own, person.status)
        ],
        batch_size=AT_ONCE,
    )
    journal.write(federation, WHAT, {"person": [person.pk for person in held]}, by=by)


def _keep_other_clubs(
    federation: Federation, rows: list[Row], people: Mapping[str, Person], *, by: User | None, on: date
) -> None:
    clubs = {club.number: club for club in Organisation.objects.filter(federation=federation)}
    kind = Membership.Kind.ALTERNATE
    made = [
        Membership(person=people[row["number"]], organisation=clubs[number], kind=kind, first_day=on)
        for row in rows
        for number in row["other_clubs"].split()
    ]
    Membership.objects.bulk_create(made, batch_size=AT_ONCE)
    journal.write(federation, WHAT, {"person": sorted({membership.person_id for membership in made})}, by=by)


def _pages(keys: Sequence[int]) -> Iterator[Sequence[int]]:
    yield from (keys[start : start + AT_ONCE] for start in range(0, len(keys), AT_ONCE))
