"""Reports about members: the ranking, renewals, cards, and their facts in the register."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django.db.models import Q

from masterpoint.centre.records.grades import grades_with_ratings, has_grades
from masterpoint.centre.records.queries import edition_of
from masterpoint.centre.registry.models import Change, Federation, Organisation, Person
from masterpoint.centre.reporting.people import (
    Holding,
    alternate_members,
    by_points,
    holdings,
    home_members,
    public_name,
    public_number,
)
from masterpoint.centre.reporting.periods import Period
from masterpoint.centre.reporting.person_rows import PersonRows, member_rows
from masterpoint.centre.reporting.tables import (
    Column,
    Report,
    Table,
    blank_columns,
    figure_columns,
    points,
    points_by_colour,
    text_columns,
)
from masterpoint.core.exact import figure_text
from masterpoint.schemes import FEDERATIONS

CARD_CHANGES = ("renamed", "transfer", "registered")
"""Changes that make a new card necessary (ABF 1.4.3)."""
BLANK_ROWS = 20


def report(title: str, organisation: Organisation, period: Period, *tables: Table, notes: Any = ()) -> Report:
    return Report(title, f"{organisation.name}, number {organisation.number}", period.name, list(tables), notes)


def ranking(organisation: Organisation, period: Period) -> Report:
    """Totals of all home members and alternates at the end of the period, most points first (ABF 1.4.3)."""
    colours = edition_of(organisation.federation, period.last).colours
    columns = [
        *(Column("Place", is_figure=True), *text_columns("Number", "Name", "Rank")),
        *figure_columns(*(colour.capitalize() for colour in colours), "Total"),
    ]
    home_people, alternate = (
        list(people) for people in (home_members(organisation), alternate_members(organisation, period.last))
    )
    return report(
        "Ranking",
        organisation,
        period,
        Table("Home members", columns, _ranked_rows(home_people, period.last, colours, public=False)),
        Table("Alternate members", columns, _ranked_rows(alternate, period.last, colours, public=True)),
        notes=[f"Points as at {period.last:%-d %B %Y}. Total: all colours together, as the book counts them."],
    )


def _ranked_rows(people: list[Person], on: date, colours: Any, *, public: bool) -> list[list[str]]:
    holding_by_person = holdings(people, on)
    rows: list[list[str]] = []
    previous: tuple[Any, str] = (None, "")
    for count, person in enumerate(by_points(people, holding_by_person), 1):
        holding = holding_by_person[person.pk]
        place = previous[1] if holding.total == previous[0] else str(count)
        previous = holding.total, place
        number, name = (public_number(person), public_name(person)) if public else (person.number, person.name)
        amounts = points_by_colour(holding.by_colour, colours)
        rows.append([place, number, name, holding.rank, *amounts, figure_text(holding.total)])
    return rows


def renewals(organisation: Organisation, period: Period) -> Report:
    """Every registered home member, with a box for those who do not renew (ABF 1.4.2b, 1.4.3)."""
    people = home_members(organisation).filter(status=Person.Status.ACTIVE)
    rows = member_rows(people, lambda person: [person.number, person.name, _day(person.joined_on), person.rank, ""])
    columns = [*text_columns("Number", "Name", "Member since", "Rank"), *blank_columns("Does not renew")]
    note = "Tick members who do not renew. All others are renewed for the year at the deadline."
    return report("Member schedule", organisation, period, Table("Home members", columns, rows), notes=[note])


def contacts(organisation: Organisation, period: Period) -> Report:
    """Current contact details of home members, including members without any."""
    people = home_members(organisation).filter(status=Person.Status.ACTIVE).select_related("contact")
    rows = member_rows(people, lambda person: [person.number, person.name, *_contact_cells(person)])
    columns = text_columns("Number", "Name", "E-mail", "Telephone", "Postal address", "Agrees to letters since")
    note = "For the club's work only. Members who have not agreed to letters get only necessary ones."
    return report("Address list", organisation, period, Table("Home members", columns, rows), notes=[note])


def _contact_cells(person: Person) -> list[str]:
    details = getattr(person, "contact", None)
    if details is None:
        return ["", "", "", ""]
    return [details.email, details.phone, ", ".join(details.post.splitlines()), _day(details.consented_on)]


def cards(organisation: Organisation, period: Period) -> Report:
    """Registration cards of new members and members with changed details; for a whole year, of everybody."""
    members = home_members(organisation).filter(status=Person.Status.ACTIVE)
    if period.length != "year":
        changed_people = Change.objects.filter(
            what__in=CARD_CHANGES, at__date__gte=period.first, at__date__lte=period.last, person__isnull=False
        )
        joined_condition = Q(joined_on__gte=period.first, joined_on__lte=period.last)
        members = members.filter(joined_condition | Q(pk__in=changed_people.values("person")))
    valid = valid_to(organisation, period.last)
    valid_texts = [f"{valid:%-d %b %Y}"] if valid else []

    def cells(person: Person) -> list[str]:
        club = person.home_club.name if person.home_club else ""
        return [person.number, person.name, club, person.rank, *valid_texts]

    rows = member_rows(members, cells)
    columns = text_columns("Number", "Name", "Club", "Rank", *(["Valid to"] if valid else []))
    return report("Registration cards", organisation, period, Table("Cards", columns, rows))


def valid_to(organisation: Organisation, day: date) -> date | None:
    """The last day of the membership year of a day, if the book has one (ABF 1.4.3)."""
    renewal = FEDERATIONS[organisation.federation.scheme].renewal
    if renewal is None:
        return None
    first_day = renewal.inactive_from(edition_of(organisation.federation, day).book)
    last_day = date(day.year, *first_day) - timedelta(days=1)
    return last_day if day <= last_day else date(day.year + 1, *first_day) - timedelta(days=1)


def player_status(organisation: Organisation, period: Period) -> Report:
    """What the register and the ledger say about every member: status, rank, grade and points (NZ E35.4, E24.1b)."""
    federation = organisation.federation
    colours = edition_of(federation, period.last).colours
    graded = has_grades(federation.scheme)
    columns = [*text_columns("Number", "Name", "Status", "Rank"), *(text_columns("Grade") if graded else [])]
    columns += figure_columns(*(["Rating"] if graded else []), *(colour.capitalize() for colour in colours), "Total")
    rows = PersonRows(home_members(organisation), lambda people: _status_rows(federation, people, period.last))
    table = Table("Members", columns, rows)
    note = f"As at {period.last:%-d %B %Y}. A rank is official once a promotion run has announced it."
    return report("Player status", organisation, period, table, notes=[note])


def _status_rows(federation: Federation, people: list[Person], on: date) -> list[list[str]]:
    colours = edition_of(federation, on).colours
    holding_by_person = holdings(people, on)
    grades = grades_with_ratings(federation.scheme, people, on) if has_grades(federation.scheme) else {}
    rows = []
    for person in people:
        grade = grades.get(person.pk)
        grade_cells = [grade.name] if grade else []
        rating = [points(grade.hundredths) if grade.year is not None else ""] if grade else []
        rows.append(
            [
                *_person_cells(person, holding_by_person[person.pk]),
                *grade_cells,
                *rating,
                *_holding_cells(holding_by_person[person.pk], colours),
            ]
        )
    return rows


def _person_cells(person: Person, holding: Holding) -> list[str]:
    return [person.number, person.name, person.get_status_display(), holding.rank]


def _holding_cells(holding: Holding, colours: Any) -> list[str]:
    return [*points_by_colour(holding.by_colour, colours), figure_text(holding.total)]


def register_form(organisation: Organisation, period: Period) -> Report:
    """The Club Player Awards Register on paper: home and alternate members with room for their points (ABF E)."""
    colours = edition_of(organisation.federation, period.last).colours
    points = blank_columns(*(colour.capitalize() for colour in colours))
    columns = [*text_columns("Number", "Name"), *points]
    other_columns = [*blank_columns("Number"), *text_columns("Name"), *points]
    blank = [""] * len(colours)
    home_rows = member_rows(home_members(organisation), lambda person: [person.number, person.name, *blank])
    alternate = [
        [public_number(person), public_name(person), *blank] for person in alternate_members(organisation, period.last)
    ]
    return report(
        "Club player awards register",
        organisation,
        period,
        Table("Home members", columns, home_rows),
        Table("Alternate members", columns, alternate),
        Table("Sundry awards: other players", other_columns, [["", "", *blank] for _ in range(BLANK_ROWS)]),
        notes=["Write the points of the period beside each name. The same page can be keyed on the site."],
    )


def _day(day: date | None) -> str:
    return f"{day:%-d %b %Y}" if day else ""
