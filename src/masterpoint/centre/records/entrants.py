"""An entry list looked up: who everybody on it is, with rank, points and grade as at a day."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import Sum

from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger.models import Line, Total
from masterpoint.centre.records import queries as records
from masterpoint.centre.records.models import Rating
from masterpoint.centre.registry import access
from masterpoint.centre.registry import queries as registry
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.registry.name_keys import number_key
from masterpoint.centre.registry.queries import Match

LONGEST_NUMBER = 40
MOST_OF_A_NAME = 5


class Entrant(NamedTuple):
    """One line of a list: whoever it is, or who it may be."""

    written: str
    person: Person | None = None
    rank: str = ""
    holding: dict[str, int] = {}
    """Hundredths by colour."""
    grade: str = ""
    matches: tuple[Match, ...] = ()


def look_up(user: User | None, federation: Federation, written: Sequence[str], as_at: date | None) -> list[Entrant]:
    """One for each line, in order. Numbers take a handful of questions to the database, names one or two each."""
    known = _by_number(user, federation, written)
    others = {line: _by_name(user, federation, line) for line in written if number_key(line) not in known}
    known |= {number_key(line): person for line, (person, _) in others.items() if person is not None}
    people = {person.pk: person for person in known.values()}.values()
    held, graded = holdings(people, as_at), grades(people, as_at)
    ladder = records.edition_of(federation, as_at).ranks

    def entrant(line: str) -> Entrant:
        person = known.get(number_key(line))
        if person is None:
            return Entrant(line, matches=others[line][1])
        holding = held.get(person.pk, {})
        # What waits for people who are no members counts as their record says, one by one: they are few.
        alone = person.status != Person.Status.ACTIVE
        standing = records.standing(person, as_at) if alone else ladder.standing(records.points(holding))
        return Entrant(line, person, standing.rank, holding, graded[person.pk])

    return [entrant(line) for line in written]


def matches_for(user: User | None, federation: Federation, name: str, club: str = "") -> list[Match]:
    """Who a name may be, best first with reasons, as far as this reader may see them."""
    within = federation.organisations.filter(number=club).first() if club else None
    return [
        match for match in registry.likely_matches(federation, name, within) if not access.is_hidden(user, match.person)
    ]


def _by_number(user: User | None, federation: Federation, written: Sequence[str]) -> dict[str, Person]:
    storable = [line for line in written if line.isprintable() and len(line) <= LONGEST_NUMBER]
    found = registry.by_numbers(federation, {number_key(line): line for line in storable}.values())
    people = Person.objects.select_related("home_club", "federation").in_bulk({one.pk for one in found.values()})
    return {
        number_key(line): people[person.pk]
        for line, person in found.items()
        if not access.is_hidden(user, people[person.pk])
    }


def _by_name(user: User | None, federation: Federation, line: str) -> tuple[Person | None, tuple[Match, ...]]:
    """The one person of a name, or all of them, or those with a name like it."""
    if not line.isprintable() or not any(letter.isalpha() for letter in line):
        return None, ()
    named = registry.search(federation, line).select_related("federation")[:MOST_OF_A_NAME]
    found = [person for person in named if not access.is_hidden(user, person)]
    if len(found) == 1:
        return found[0], ()
    if found:
        return None, tuple(Match(person, 1, "has this name") for person in found)
    return None, tuple(matches_for(user, federation, line))


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
