"""What each status of the register earns under each book, on the day of play."""

from __future__ import annotations

import random
from datetime import date

import pytest

from answers import of_kind
from centre.making import brought_rating, session_from
from masterpoint.centre import demo
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import register_status, services
from masterpoint.centre.filing.refusals import NotFiled
from masterpoint.centre.filing.stored_events import event_of_version
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.people import statuses
from masterpoint.centre.records.models import Promotion, PromotionRun
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.core.events import SessionEvent
from masterpoint.core.federations import Federation as Country
from masterpoint.schemes import FEDERATIONS

DAY = date(2026, 11, 10)
ORIGINAL = services.Original(b"as it came", "tuesday.toml", "event")
EARNS = {
    # active, lapsed, potential, suspended, inactive, deceased
    "ebu": "earns held held nothing held nothing",  # 2.7.2, 2.7.4, 2.9.3
    "wbu": "earns held held earns held earns",  # 1.9.2: a certificate is due all the same
    "sbu": "earns held held earns held earns",  # the guide does not speak of membership
    "nz": "earns nothing nothing nothing nothing nothing",  # E9.4, E9.6a
    "abf": "earns held held earns held earns",  # 1.3.2c; only gold events bar those not registered (7.1)
}
STATUSES = ("active", "lapsed", "potential", "suspended", "inactive", "deceased")


def club_of(country: Country) -> Organisation:
    federation = Federation.objects.create(code=country.code, name=country.name, scheme=country.code)
    return Organisation.objects.create(federation=federation, level="club", number="1001", name="Riverside")


def players(club: Organisation, count: int = 32) -> list[Person]:
    new = [registering.NewMember("Ada", f"Example{n}", on=date(2015, 1, 1), club=club) for n in range(count)]
    return registering.register_all(club.federation, new, by=None)


def session(country: Country, club: Organisation, people: list[Person]) -> SessionEvent:
    chance = random.Random(1)
    raw = demo.session(country, club, people, DAY, chance)
    lists = [{"entries": [{"place": n, "players": _pair(people, n)} for n in range(1, len(people) // 2 + 1)]}]
    return session_from(raw | {"lists": lists})


def _pair(people: list[Person], place: int) -> list[dict[str, str]]:
    return [{"id": person.number} for person in people[2 * place - 2 : 2 * place]]


@pytest.mark.parametrize("country", FEDERATIONS.values(), ids=lambda country: country.code)
@pytest.mark.parametrize("status", STATUSES)
def test_every_status_is_understood_by_every_book(db: None, country: Country, status: str) -> None:
    club = club_of(country)
    people = players(club)
    if status != "active":
        statuses.set_status(people[0], status, on=date(2026, 1, 1), by=None, reason="test")
    if status == "deceased":
        with pytest.raises(NotFiled, match="had died by 10 November 2026"):
            services.file_event(club, session(country, club, people), ORIGINAL, by=None, choices={})
        return
    services.file_event(club, session(country, club, people), ORIGINAL, by=None, choices={})
    if country.code in EARNS:
        assert _description(people[0]) == EARNS[country.code].split()[STATUSES.index(status)]
    assert _description(people[1]) == "earns"


def _description(person: Person) -> str:
    if not ledger.holding(person):
        return "nothing"
    return "held" if ledger.waiting_points(person) else "earns"


def test_every_status_has_a_word() -> None:
    assert set(register_status.MEMBERSHIP) == set(Person.Status)


def test_the_day_of_play_decides(db: None) -> None:
    country = FEDERATIONS["ebu"]
    club = club_of(country)
    people = players(club)
    statuses.set_status(people[0], "suspended", on=date(2026, 11, 11), by=None, reason="later")
    services.file_event(club, session(country, club, people), ORIGINAL, by=None, choices={})
    assert ledger.holding(people[0])


def test_grades_and_ranks_come_from_the_register_as_at_the_day(db: None) -> None:
    country = next(item for item in FEDERATIONS.values() if item.code == "nz")
    club = club_of(country)
    people = players(club, 4)
    officer = User.objects.create_user("o@example.org", "a long enough password", name="O")
    for year, grade in ((2023, "Junior"), (2024, "Intermediate"), (2025, "Open")):
        brought_rating(people[0], year, 1, grade, officer)
    for day, before, rank in (
        (date(2025, 6, 30), "", "Club Master"),
        (date(2026, 6, 30), "Club Master", "Local Master"),
    ):
        run = PromotionRun.objects.create(federation=club.federation, as_at=day)
        Promotion.objects.create(run=run, person=people[0], rank=rank, before=before, reached_on=day)
    people[0].refresh_from_db()
    people[0].rank = "Local Master"

    def status_on(day: date) -> tuple[str, str]:
        status = register_status.statuses_of({"k": people[0]}, "nz", day)["k"]
        return status.grade, status.rank

    assert status_on(date(2025, 1, 31)) == ("junior", "")
    assert status_on(date(2025, 2, 1)) == ("intermediate", "")
    assert status_on(date(2026, 1, 31)) == ("intermediate", "Club Master")
    assert status_on(date(2026, 7, 1)) == ("open", "Local Master")


def test_what_the_register_knows_is_kept_with_the_facts(db: None) -> None:
    country = next(item for item in FEDERATIONS.values() if item.code == "abf")
    club = club_of(country)
    people = players(club)
    Person.objects.filter(pk=people[0].pk).update(rank="Life")
    version = services.file_event(club, session(country, club, people), ORIGINAL, by=None, choices={}).version
    player = of_kind(SessionEvent, event_of_version(version)).lists[0].entries[0].players[0]
    assert (player.membership, player.rank) == ("member", "Life")
