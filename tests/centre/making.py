"""A federation with a club and its members, and an evening there, as the tests of the Centre file it."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, TypeVar

from django.db import models

from answers import of_kind
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import services
from masterpoint.centre.journal import services as journal
from masterpoint.centre.records import opening_balances, opening_ratings
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.registry.renames import index_words
from masterpoint.core.events import SessionEvent
from masterpoint.core.parsing import event_from
from masterpoint.schemes import FACTS

if TYPE_CHECKING:
    from masterpoint.centre.ledger.models import Posting

ORIGINAL = services.Original(b"as it came", "tuesday.toml", "event")


Row = TypeVar("Row", bound=models.Model)


def sealed(*rows: Row) -> Row:
    """Rows that a test has made itself, as if a service had: the journal knows of them. Gives the first."""
    kind = type(rows[0]).__name__.lower()
    first: Any = rows[0]
    federation = first if kind == "federation" else first.federation
    journal.write(federation, "made for a test", {kind: [row.pk for row in rows]}, by=None)
    return rows[0]


def federation() -> Federation:
    return sealed(Federation.objects.create(code="ebu", name="English Bridge Union", scheme="ebu"))


def county(federation: Federation) -> Organisation:
    union = {"federation": federation, "level": "national", "number": "1", "name": "The Union"}
    national = sealed(Organisation.objects.create(**union))
    return sealed(
        Organisation.objects.create(
            federation=federation, parent=national, level="county", number="10", name="Ferncestershire"
        )
    )


def club(county: Organisation) -> Organisation:
    return sealed(
        Organisation.objects.create(
            federation=county.federation, parent=county, level="club", number="1001", name="Riverside Bridge Club"
        )
    )


def officer() -> User:
    return User.objects.create_user("officer@example.org", "a long enough password", name="Olive Officer")


def people(club: Organisation) -> list[Person]:
    names = [("Ada", "Ashby"), ("Ben", "Brook"), ("Cleo", "Carr"), ("Dan", "Dale"), ("Eve", "Elm"), ("Finn", "Fell")]
    members = Person.objects.bulk_create(
        Person(
            federation=club.federation,
            number=str(100 + index),
            given_name=given_name,
            family_name=family,
            sort_key=f"{family} {given_name}".lower(),
            home_club=club,
            joined_on=date(2020, 1, 1),
        )
        for index, (given_name, family) in enumerate(names)
    )
    index_words(members)
    sealed(*members)
    return members


def session(people: list[Person], order: tuple[int, ...] = (0, 1, 2, 3, 4, 5), **fields: Any) -> SessionEvent:
    """A one-winner club session of six pairs: three from the register, three visitors of the same club."""
    pairs = [(people[a], people[b]) for a, b in ((0, 1), (2, 3), (4, 5))]
    entries = [
        {"place": place, "players": [{"id": person.number, "name": person.name} for person in pairs[index]]}
        for place, index in enumerate([index for index in order if index < 3], 1)
    ]
    raw = {
        "form": "session",
        "scheme": "ebu",
        "day": "2026-11-10",
        "name": "Tuesday",
        "contest": "pairs",
        "boards": 24,
        "organiser": {"level": "club"},
        "lists": [{"entries": entries, "size": 6}],
    }
    return session_from(raw | fields)


def session_from(raw: dict[str, Any]) -> SessionEvent:
    """A session as its facts tell it."""
    return of_kind(SessionEvent, event_from(raw, FACTS))


def brought_rating(person: Person, year: int, rating: int | str, grade: str, officer: User) -> list[Posting]:
    """A rating from an older system, by the way a list of them comes in."""
    file = f"number,year,rating,grade,reason\n{person.number},{year},{rating},{grade},from the old system\n".encode()
    ratings = opening_ratings.read_ratings(person.federation, file, source="old.csv", today=date(2027, 6, 1))
    return opening_ratings.post_ratings(person.federation, ratings, by=officer)


def brought_balances(federation: Federation, officer: User, *rows: str, today: date = date(2027, 6, 1)) -> Posting:
    """Balances from a list: number, colour, points, day, year of each."""
    lines = ["number,colour,points,day,year,reason", *(f"{row},from the old system" for row in rows)]
    file = "\n".join(lines).encode()
    balances = opening_balances.read_balances(federation, file, source="old.csv", today=today)
    return opening_balances.post_balances(federation, balances, by=officer)
