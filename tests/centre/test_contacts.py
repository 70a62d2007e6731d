"""Contact details: checked together, kept apart from what is public, in no chain, and found by number and address."""

from __future__ import annotations

from datetime import date

import pytest

from masterpoint.centre.accounts.models import User
from masterpoint.centre.journal.models import Entry
from masterpoint.centre.registry import contacts
from masterpoint.centre.registry.audit import NotRegistered
from masterpoint.centre.registry.contacts import Details
from masterpoint.centre.registry.models import (
    Change,
    Federation,
    Organisation,
    OrganisationContact,
    Person,
    PersonContact,
)
from masterpoint.centre.verifying import differences

pytestmark = pytest.mark.django_db
DAY = date(2026, 6, 1)
LATER = date(2026, 7, 1)
REACHED = Details(" Ada@Example.org ", "+44 1865  123456", "1 High Street\n\n  Fernton ")


def save_contact(
    person: Person, details: Details = REACHED, consent: bool = True, on: date = DAY, by: User | None = None
) -> PersonContact:
    return contacts.set_contact(person, details, consent=consent, by=by, on=on)


def test_details_are_kept_tidy_with_the_day_of_consent(people: list[Person], officer: User) -> None:
    save_contact(people[0], by=officer)
    contact = PersonContact.objects.get(person=people[0])
    assert (contact.email, contact.phone, contact.post) == (
        "ada@example.org",
        "+44 1865 123456",
        "1 High Street\nFernton",
    )
    assert contact.consented_on == DAY
    save_contact(people[0], Details(email="ada@example.org"), on=LATER)
    contact.refresh_from_db()
    assert (contact.consented_on, contact.phone) == (DAY, "")
    save_contact(people[0], Details(email="ada@example.org"), consent=False, on=LATER)
    contact.refresh_from_db()
    assert contact.consented_on is None


def test_the_register_notes_which_details_changed_and_no_chain_holds_them(
    people: list[Person], officer: User, federation: Federation
) -> None:
    save_contact(people[0], by=officer)
    save_contact(people[0], by=officer)
    change = Change.objects.get(person=people[0], what="contact details changed")
    assert change.detail == {"details": ["e-mail", "telephone", "postal address", "consent"]}
    for entry in Entry.objects.filter(federation=federation):
        assert "ada@example.org" not in str(entry.facts) and "1865" not in str(entry.facts)
    assert list(differences([federation])) == []


def test_everything_wrong_is_said_at_once_and_nothing_is_written(people: list[Person]) -> None:
    with pytest.raises(NotRegistered) as refused:
        save_contact(people[0], Details("ada at home", "ask my son", "x" * 301))
    assert [problem.place for problem in refused.value.problems] == ["e-mail", "telephone", "postal address"]
    assert not PersonContact.objects.exists()
    assert not Change.objects.filter(what="contact details changed").exists()


@pytest.mark.parametrize("phone", ["01865 123456", "(09) 555-1234", "+61 2 5550 1234 ext 12", "555.1234 x 3", ""])
def test_telephone_numbers_are_written_as_people_write_them(people: list[Person], phone: str) -> None:
    assert save_contact(people[0], Details(phone=phone)).phone == phone


@pytest.mark.parametrize("phone", ["-", "call me", "+44<script>", "٠١٢ home"])
def test_what_is_no_number_is_refused(people: list[Person], phone: str) -> None:
    with pytest.raises(NotRegistered):
        save_contact(people[0], Details(phone=phone))


def test_a_person_is_found_by_number_and_the_address_held(people: list[Person], federation: Federation) -> None:
    save_contact(people[0])
    number = people[0].number
    assert contacts.person_with_address(federation, f"0{number}", "ADA@example.org ") == people[0]
    assert contacts.person_with_address(federation, people[1].number, "ada@example.org") is None
    assert contacts.person_with_address(federation, number, "") is None
    save_contact(people[1], Details(phone="123"))
    assert contacts.person_with_address(federation, people[1].number, "") is None


def test_a_merged_record_is_not_found_by_its_address(people: list[Person], federation: Federation) -> None:
    save_contact(people[0])
    type(people[0]).objects.filter(pk=people[0].pk).update(merged_into=people[1])
    assert contacts.person_with_address(federation, people[0].number, "ada@example.org") is None


def test_an_organisation_has_details_that_are_public_only_when_it_says_so(
    club: Organisation, officer: User, federation: Federation
) -> None:
    details = Details("secretary@example.org", "", "The Hall")
    contacts.set_organisation_contact(club, details, public=False, by=officer)
    contact = OrganisationContact.objects.get(organisation=club)
    assert (contact.email, contact.public) == ("secretary@example.org", False)
    contacts.set_organisation_contact(club, details, public=True, by=officer)
    contact.refresh_from_db()
    assert contact.public
    changes = Change.objects.filter(what="contact details changed").order_by("pk")
    assert [change.detail["details"] for change in changes] == [["e-mail", "postal address"], ["public"]]
    assert list(differences([federation])) == []
