"""Load the organisations and the people of a federation."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date

from masterpoint.centre.accounts.models import User
from masterpoint.centre.journal import services as journal
from masterpoint.centre.open_data.archives import Archive, Row
from masterpoint.centre.open_data.people_tables import DECEASED
from masterpoint.centre.open_data.waiting_times import LAPSED, MEMBER, POTENTIAL, WaitingTime, periods_of
from masterpoint.centre.registry import organisations
from masterpoint.centre.registry.audit import change, note_all
from masterpoint.centre.registry.loading import COLUMNS, load_members
from masterpoint.centre.registry.models import Federation, Membership, Organisation, Person, StatusPeriod
from masterpoint.formats.text import csv_text

ROWS_PER_PAGE = 500
IRREGULAR_SINCE = 3
"""The first layout that marks numbers against the federation's rule. Earlier registers allowed any number."""
REASON = "open data loaded"
STATUSES = {
    MEMBER: Person.Status.ACTIVE,
    LAPSED: Person.Status.LAPSED,
    POTENTIAL: Person.Status.POTENTIAL,
    DECEASED: Person.Status.DECEASED,
}
"""The status of the register for each public name."""


def add_organisations(
    federation: Federation, archive: Archive, *, by: User | None, on: date
) -> dict[str, Organisation]:
    """Add organisations from the top of the tree down. The national body exists; it gets its number and name."""
    rows = {row["number"]: row for row in archive.rows("organisations")}
    organisations: dict[str, Organisation] = {}
    for number in rows:
        for row in reversed(_lineage(rows, number)):
            if row["number"] not in organisations:
                organisations[row["number"]] = _add_organisation(federation, row, organisations, by, on)
    return organisations


def _lineage(rows: Mapping[str, Row], number: str) -> list[Row]:
    """An organisation and everything above it, the lowest first."""
    ancestors: list[Row] = []
    while number and rows[number] not in ancestors:
        ancestors.append(rows[number])
        number = rows[number]["belongs_to"]
    return ancestors


def _add_organisation(
    federation: Federation, row: Row, organisations_by_number: Mapping[str, Organisation], by: User | None, on: date
) -> Organisation:
    if row["belongs_to"]:
        return organisations.add_organisation(
            federation,
            row["number"],
            row["name"],
            level=row["level"],
            parent=organisations_by_number[row["belongs_to"]],
            on=on,
            by=by,
        )
    return organisations.name_national_body(federation, row["number"], row["name"], by=by)


def deactivate_organisations(
    organisations_by_number: Mapping[str, Organisation], archive: Archive, *, by: User | None
) -> None:
    """Mark inactive organisations as such, from the bottom of the tree up."""
    inactive_numbers = [row["number"] for row in archive.rows("organisations") if row["active"] == "no"]
    for organisation in reversed(
        [organisations_by_number[number] for number in organisations_by_number if number in set(inactive_numbers)]
    ):
        organisations.change_organisation(
            organisation, organisation.name, parent=organisation.parent, active=False, by=by
        )


def add_people(federation: Federation, archive: Archive, *, by: User | None, today: date) -> dict[str, int]:
    """Add everybody under their number, including merged records; returns the keys by number."""
    rows = list(archive.rows("people"))
    if archive.layout < IRREGULAR_SINCE:
        rows = [row | {"irregular_number": "yes"} for row in rows]
    load_members(federation, _members(rows, today), source="people.csv", by=by, today=today)
    people = {person.number: person for person in Person.objects.filter(federation=federation)}
    merges = [(people[row["number"]], people[row["merged_into"]]) for row in rows if row["merged_into"]]
    for person, target in merges:
        Person.objects.filter(pk=person.pk).update(merged_into=target)
    reason = f"open data of {archive.manifest['made_on']}"
    note_all(federation, [change(person, "merged", by, reason, into=target.number) for person, target in merges])
    _save_waiting_times(federation, archive, people, by=by)
    _save_other_clubs(federation, rows, people, by=by, on=today)
    return {number: person.pk for number, person in people.items()}


def _members(rows: list[Row], today: date) -> bytes:
    columns = ("number", "given_name", "family_name", "club", "visitor", "rank_abroad", "irregular_number")
    cells = [[_cell(row, name, columns, today) for name in COLUMNS] for row in rows]
    return csv_text([list(COLUMNS), *cells]).encode()


def _cell(row: Row, name: str, columns: Collection[str], today: date) -> str:
    if name == "joined":
        return today.isoformat()
    if name == "status":
        return STATUSES[row["standing"] or MEMBER]
    return row[name] if name in columns else ""


def _save_waiting_times(
    federation: Federation, archive: Archive, people: Mapping[str, Person], *, by: User | None
) -> None:
    """Save the times when points waited; they replace the status that began on the day of loading."""
    times: dict[str, list[WaitingTime]] = {}
    for row in archive.rows("held"):
        first, last = (date.fromisoformat(row[name]) if row[name] else None for name in ("first_day", "last_day"))
        times.setdefault(row["number"], []).append((row["standing"], first, last))
    times_by_person = {people[number]: person_times for number, person_times in times.items()}
    for keys in _pages([person.pk for person in times_by_person]):
        StatusPeriod.objects.filter(person__in=keys).delete()
    StatusPeriod.objects.bulk_create(
        [
            StatusPeriod(person=person, status=status, first_day=first, last_day=last, reason=REASON)
            for person, person_times in times_by_person.items()
            for status, first, last in periods_of(person_times, person.status)
        ],
        batch_size=ROWS_PER_PAGE,
    )
    journal.write(federation, REASON, {"person": [person.pk for person in times_by_person]}, by=by)


def _save_other_clubs(
    federation: Federation, rows: list[Row], people: Mapping[str, Person], *, by: User | None, on: date
) -> None:
    clubs = {club.number: club for club in Organisation.objects.filter(federation=federation)}
    kind = Membership.Kind.ALTERNATE
    memberships = [
        Membership(person=people[row["number"]], organisation=clubs[number], kind=kind, first_day=on)
        for row in rows
        for number in row["other_clubs"].split()
    ]
    Membership.objects.bulk_create(memberships, batch_size=ROWS_PER_PAGE)
    journal.write(federation, REASON, {"person": sorted({membership.person_id for membership in memberships})}, by=by)


def _pages(keys: Sequence[int]) -> Iterator[Sequence[int]]:
    yield from (keys[start : start + ROWS_PER_PAGE] for start in range(0, len(keys), ROWS_PER_PAGE))
