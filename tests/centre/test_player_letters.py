"""Players get a letter about a correction of their points and about a new rank, if they want one."""

from __future__ import annotations

from datetime import date

import pytest
from django.db.models import QuerySet

from centre import making
from masterpoint.centre.accounts import services as accounts
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing.announcing import promote
from masterpoint.centre.filing import correcting, ending, services
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.services import Receipt
from masterpoint.centre.ledger.services import adjust
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.registry import own_records
from masterpoint.centre.registry.models import Federation, Organisation, Person

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 10)


@pytest.fixture
def reader(people: list[Person]) -> User:
    """The account of the winner."""
    user = User.objects.create_user("ada@example.org", "a long enough password", name="Ada")
    own_records.give_record(people[0], user, by=None)
    return user


def file_session(people: list[Person], club: Organisation, officer: User) -> Filing:
    return services.file_event(club, making.session(people), making.ORIGINAL, by=officer, choices={}).filing


def correct_session(filing: Filing, people: list[Person], officer: User) -> Receipt:
    event = making.session(people, order=(2, 1, 0, 3, 4, 5))
    return correcting.correct(filing, event, making.ORIGINAL, by=officer, reason="places swapped", choices={})


def letters() -> QuerySet[Letter]:
    return Letter.objects.filter(to="ada@example.org").order_by("pk")


def test_a_correction_tells_what_it_was_and_what_it_is(
    people: list[Person], club: Organisation, officer: User, reader: User
) -> None:
    filing = file_session(people, club, officer)
    assert not letters().exists()
    correct_session(filing, people, officer)
    letter = letters().get()
    assert letter.subject == "Your points were corrected: Tuesday"
    assert "local: 0, not 12 as before" in letter.text and filing.receipt in letter.text
    assert "places swapped" not in letter.text, "what officers write is on the record, for whoever may read it"


def test_whose_points_stay_the_same_gets_none(
    people: list[Person], club: Organisation, officer: User, reader: User
) -> None:
    reader.people.update(account=None)
    own_records.give_record(people[2], reader, by=None)
    filing = file_session(people, club, officer)
    correct_session(filing, people, officer)
    assert not letters().exists()


def test_a_withdrawal_tells_too(people: list[Person], club: Organisation, officer: User, reader: User) -> None:
    ending.withdraw_now(file_session(people, club, officer), by=officer, reason="never played")
    assert "local: 0, not 12 as before" in letters().get().text


def test_a_new_rank_is_announced_to_its_player(
    people: list[Person], federation: Federation, officer: User, reader: User
) -> None:
    adjust(people[0], "local", 20000, DAY, by=officer, reason="brought forward")
    run = promote(federation, date(2026, 11, 15), by=officer)
    rank = run.promotions.get(person=people[0]).rank
    assert letters().get().subject == f"You are now {rank}"
    promote(federation, date(2026, 11, 15), by=officer)
    assert letters().count() == 1


@pytest.mark.parametrize("switch", ["kinds", "all letters"])
def test_whoever_wants_none_gets_none(
    people: list[Person], club: Organisation, federation: Federation, officer: User, reader: User, switch: str
) -> None:
    if switch == "kinds":
        accounts.set_player_letters(reader, promotions=False, corrections=False, summary=False)
    else:
        accounts.set_wants_letters(reader, False)
    correct_session(file_session(people, club, officer), people, officer)
    adjust(people[0], "local", 20000, DAY, by=officer, reason="brought forward")
    promote(federation, date(2026, 11, 15), by=officer)
    assert not letters().exists()
