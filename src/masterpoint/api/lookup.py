"""Many numbers at once, as an organiser checks an entry list: who they are, rank, points and grade as at a day."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from django.db.models import Sum

from masterpoint.api import shown
from masterpoint.api.answers import Entrant, LookupAsked
from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger.models import Line, Total
from masterpoint.centre.records import queries as records
from masterpoint.centre.records.models import Rating
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.registry.names import number_key
from masterpoint.centre.registry.queries import by_numbers


def entrants(user: User | None, federation: Federation, asked: LookupAsked) -> list[Entrant]:
    """One for each number, in order; a handful of questions to the database, however many numbers."""
    storable = [number for number in asked.numbers if number.isprintable() and len(number) <= 40]
    written = by_numbers(federation, {number_key(number): number for number in storable}.values())
    people = Person.objects.select_related("home_club", "federation").in_bulk(
        {person.pk for person in written.values()}
    )
    known = {
        number_key(number): people[person.pk]
        for number, person in written.items()
        if not access.is_hidden(user, people[person.pk])
    }
    held = holdings(known.values(), asked.as_at)
    graded = grades(known.values(), asked.as_at)
    ladder = records.edition_of(federation, asked.as_at).ranks

    def entrant(number: str) -> Entrant:
        person = known.get(number_key(number))
        if person is None:
            return Entrant(asked=number, known=False)
        holding = held.get(person.pk, {})
        # What waits for people who are no members counts as their record says, one by one: they are few.
        alone = person.status != Person.Status.ACTIVE
        standing = records.standing(person, asked.as_at) if alone else ladder.standing(records.points(holding))
        return Entrant(
            asked=number,
            known=True,
            number=person.number,
            name=access.shown_name(user, person),
            club=shown.organisation(person.home_club),
            rank=standing.rank,
            points={colour: shown.points(amount) for colour, amount in holding.items()},
            grade=graded[person.pk],
        )

    return [entrant(number) for number in asked.numbers]


def holdings(people: Collection[Person], as_at: date | None) -> dict[int, dict[str, int]]:
    """Hundredths by person and colour, as `ledger.queries.holding` has them for one."""
    rows = Total.objects.all() if as_at is None else Line.objects.filter(day__lte=as_at)
    rows = rows.filter(person__in=[person.pk for person in people])
    found: dict[int, dict[str, int]] = {}
    for row in rows.values("person", "colour").annotate(sum=Sum("hundredths")).order_by("person", "colour"):
        if row["sum"]:
            found.setdefault(row["person"], {})[row["colour"]] = row["sum"]
    return found


def grades(people: Collection[Person], as_at: date | None) -> dict[int, str]:
    """The grade of the last rating by then; as the register has it, where there was none."""
    found = {person.pk: person.grade for person in people}
    ratings = Rating.objects.filter(person__in=list(found)).order_by("year")
    ratings = ratings.filter(year__lte=as_at.year) if as_at else ratings
    return found | dict(ratings.values_list("person", "grade"))
