"""Reports for everybody, to read out, pin up or send round: promotions, grades, newsletter, noticeboard."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.db.models import QuerySet

from masterpoint.centre.filing.models import ENDED_STATES, Filing
from masterpoint.centre.records.grades import in_force_from as rating_in_force_from
from masterpoint.centre.records.models import Promotion, Rating
from masterpoint.centre.records.queries import edition_of
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.centre.registry.queries import descendants
from masterpoint.centre.reporting.membership import report
from masterpoint.centre.reporting.people import home_members, public_name, public_number, won_by_colour
from masterpoint.centre.reporting.periods import Period
from masterpoint.centre.reporting.tables import Column, Report, Table, figure_columns, points, text_columns
from masterpoint.schemes import FEDERATIONS

TOP = 10
EVENTS_SHOWN = 20


def promotions_in(organisation: Organisation, period: Period) -> QuerySet[Promotion]:
    """Promotions of home members that were announced in a period and are in force."""
    rows = Promotion.in_force.filter(
        person__home_club__in=descendants(organisation),
        run__as_at__gte=period.first,
        run__as_at__lte=period.last,
        run__revoked_at=None,
        flagged="",
    )
    return rows.select_related("person__home_club", "run").order_by("run__as_at", "person__sort_key", "pk")


def promotions(organisation: Organisation, period: Period) -> Report:
    """Home members promoted in the period; certificates go with this report (ABF 1.4.3, 1.8e)."""
    rows = [
        [
            *(row.person.number, row.person.name, row.before, row.rank),
            *(f"{row.reached_on:%-d %b %Y}", f"{row.run.as_at:%-d %b %Y}"),
        ]
        for row in promotions_in(organisation, period)
    ]
    columns = text_columns("Number", "Name", "From", "To", "Reached", "Announced")
    table = Table("Promotions", columns, rows, when_empty="Nobody was promoted.")
    return report("Promotions", organisation, period, table)


def ratings_in(organisation: Organisation, period: Period) -> QuerySet[Rating]:
    """The ratings of home members at the end of the period's season."""
    rows = Rating.objects.filter(person__in=home_members(organisation), year=season_of(organisation, period))
    return rows.select_related("person__federation", "person__home_club").order_by("person__sort_key", "pk")


def grades(organisation: Organisation, period: Period) -> Report:
    """The grades from the ratings of a year, and the earlier ones (NZ E35.4)."""
    ratings = list(ratings_in(organisation, period))
    earlier = Rating.objects.filter(
        person__in=[row.person_id for row in ratings], year=season_of(organisation, period) - 1
    )
    earlier_grades = dict(earlier.values_list("person", "grade"))
    rows = [
        [row.person.number, row.person.name, earlier_grades.get(row.person_id, ""), points(row.hundredths), row.grade]
        for row in ratings
    ]
    columns = [*text_columns("Number", "Name", "Grade before"), Column("Rating", is_figure=True), Column("Grade")]
    table = Table("Grades", columns, rows, when_empty="The ratings of this year are not worked out yet.")
    notes = [f"In force from {in_force_from(organisation, period):%-d %B %Y}."] if ratings else []
    return report("Tournament grades", organisation, period, table, notes=notes)


def in_force_from(organisation: Organisation, period: Period) -> date:
    """The day from which the ratings of a year count."""
    return rating_in_force_from(organisation.federation.scheme, season_of(organisation, period))


def season_of(organisation: Organisation, period: Period) -> int:
    """The season that a period ends in."""
    return FEDERATIONS[organisation.federation.scheme].season.year_of(period.last)


def newsletter(organisation: Organisation, period: Period) -> Report:
    """The month in brief, for everybody: promotions, most points, new members, events (ABF 1.4.3)."""
    members = list(home_members(organisation).filter(status=Person.Status.ACTIVE))
    new_members = [person for person in members if person.joined_on and period.first <= person.joined_on <= period.last]
    return report(
        "Newsletter",
        organisation,
        period,
        _congratulations(organisation, period),
        *_most_points(members, organisation, period),
        Table("New members", text_columns("Name"), _names(new_members), when_empty="Nobody joined."),
        _events(organisation, period),
    )


def noticeboard(organisation: Organisation, period: Period) -> Report:
    """A sheet to pin up: who was promoted, who won most, what was played."""
    members = list(home_members(organisation).filter(status=Person.Status.ACTIVE))
    tables = [_congratulations(organisation, period), *_most_points(members, organisation, period)]
    notes = ["Look up your record on the site: open any figure to see why."]
    return report("Noticeboard", organisation, period, *tables, _events(organisation, period), notes=notes)


def _congratulations(organisation: Organisation, period: Period) -> Table:
    rows = [[public_name(row.person), row.rank] for row in promotions_in(organisation, period)]
    return Table("Promotions", text_columns("Name", "New rank"), rows, when_empty="Nobody was promoted.")


def _most_points(members: list[Person], organisation: Organisation, period: Period) -> Iterable[Table]:
    won = won_by_colour(members, period.first, period.last)
    for colour in edition_of(organisation.federation, period.last).colours:
        best_first = sorted(
            (person for person in members if won.get(person.pk, {}).get(colour, 0) > 0),
            key=lambda person: (-won[person.pk][colour], person.sort_key, person.pk),
        )
        if best_first:
            rows = [[public_name(person), points(won[person.pk][colour])] for person in best_first[:TOP]]
            yield Table(f"Most {colour} points", [*text_columns("Name"), *figure_columns("Points")], rows)


def _names(people: Iterable[Person]) -> list[list[str]]:
    return [[public_name(person)] for person in people if public_number(person)]


def _events(organisation: Organisation, period: Period) -> Table:
    filings = Filing.objects.filter(
        organisation__in=descendants(organisation), day__gte=period.first, day__lte=period.last
    )
    latest = (
        filings.exclude(state__in=ENDED_STATES).select_related("organisation").order_by("-day", "-pk")[:EVENTS_SHOWN]
    )
    rows = [[f"{filing.day:%-d %b %Y}", filing.name, filing.organisation.name] for filing in latest]
    columns = text_columns("Day", "Event", "Organiser")
    if all(filing.organisation_id == organisation.pk for filing in latest):
        rows, columns = [row[:2] for row in rows], columns[:2]
    return Table("Events", columns, rows, when_empty="No event was filed.")
