"""Where invoices go: an address beside each, which can be deleted; and nobody is written to without a word."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from django.apps import apps

from answers import existing
from centre import making
from centre.billing_kit import ISSUED, OCTOBER, evening, require_sound, set_charge
from centre.open_data_kit import left_of
from masterpoint.centre import backups, personal_data
from masterpoint.centre.accounts.models import User
from masterpoint.centre.backup_rows import insert_page
from masterpoint.centre.billing import deliveries, exports, invoicing, letters, tariffs
from masterpoint.centre.billing.documents import invoice_pdf
from masterpoint.centre.billing.models import Invoice, TariffEntry
from masterpoint.centre.erasing.services import erase
from masterpoint.centre.journal.models import Entry
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.registry import contacts, offices, organisations
from masterpoint.centre.registry.contacts import Details
from masterpoint.centre.registry.models import Appointment, Federation, Organisation, OrganisationContact, Person

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 15)
HOME = "c/o Ada Ashby\n1 High Street\nFernton"


@pytest.fixture
def standard_charge(federation: Federation, officer: User) -> TariffEntry:
    return set_charge(federation, officer)


def lives_at(club: Organisation, post: str, email: str = "") -> None:
    contacts.set_organisation_contact(club, Details(email, "", post), public=False, by=None)


def issue_invoice(club: Organisation, people: list[Person], officer: User, day: str = "2026-10-06") -> Invoice:
    evening(club, people, officer, day)
    return existing(invoicing.issue(club, OCTOBER, on=ISSUED, by=officer))


def test_an_invoice_keeps_the_address_it_was_issued_to(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    lives_at(club, "The Old Hall\nFernton")
    first = issue_invoice(club, people, officer)
    lives_at(club, "The New Hall\nFernton")
    second = issue_invoice(club, people, officer, "2026-10-13")
    assert deliveries.address_of(first) == ["The Old Hall", "Fernton"]
    assert deliveries.address_of(second) == ["The New Hall", "Fernton"]
    require_sound(club.federation)


def test_a_deleted_address_is_nowhere_and_the_accounts_are_sound(
    club: Organisation,
    people: list[Person],
    officer: User,
    standard_charge: TariffEntry,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """From one of two invoices, then from the other; the act is noted by number, and no chain ever held the address."""
    lives_at(club, HOME)
    first, second = issue_invoice(club, people, officer), issue_invoice(club, people, officer, "2026-10-13")
    with_address = invoice_pdf(first)
    assert deliveries.delete_addresses(club, by=officer, on=DAY, invoice=first) == 1
    assert (deliveries.address_of(first), existing(deliveries.delivery_of(first)).post_deleted_on) == ([], DAY)
    assert deliveries.address_of(second) == HOME.splitlines()
    assert invoice_pdf(first) != with_address
    assert deliveries.delete_addresses(club, by=officer, on=DAY) == 1
    assert deliveries.delete_addresses(club, by=officer, on=DAY) == 0
    facts = [entry.facts for entry in Entry.objects.filter(federation=club.federation)]
    assert "High Street" not in str(facts)
    assert [entry for entry in facts if first.number in str(entry) and deliveries.DELETED in str(entry)]
    require_sound(club.federation)


def test_a_restored_backup_has_the_addresses_that_were_kept_and_not_those_deleted(tmp_path: Path) -> None:
    """Of three invoices: the address of the first, none where it was deleted, none where there was none."""
    copy = tmp_path / "copy.jsonl.gz"

    def stored_numbers() -> list[str]:
        club = making.club(making.county(making.federation()))
        officer, people = making.officer(), making.people(club)
        set_charge(club.federation, officer)
        without = issue_invoice(club, people, officer)
        lives_at(club, HOME)
        remaining, deleted = (issue_invoice(club, people, officer, day) for day in ("2026-10-13", "2026-10-20"))
        deliveries.delete_addresses(club, by=officer, on=DAY, invoice=deleted)
        backups.save(copy)
        return [without.number, remaining.number, deleted.number]

    numbers = left_of(stored_numbers)
    assert not Invoice.objects.exists()
    with backups._open_lines(copy) as file:  # a restore without new tables, which no transaction may hold
        for page in backups._pages(file, apps):
            insert_page(*page)
    restored = [Invoice.objects.get(number=number) for number in numbers]
    assert [deliveries.address_of(invoice) for invoice in restored] == [[], HOME.splitlines(), []]
    assert existing(deliveries.delivery_of(restored[2])).post_deleted_on == DAY
    require_sound(restored[0].federation)
    club, officer = restored[0].organisation, User.objects.get()
    assert deliveries.delete_addresses(club, by=officer, on=DAY) == 1, "and can still be deleted"


@pytest.mark.parametrize("post", [HOME, "A. Ashby, 1 High Street", "Ashby, Ada", "The Hall,\n7, Mill Lane", ""])
def test_the_address_of_somebody_erased_is_erased_with_them(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry, post: str
) -> None:
    """By name, by initial, or because it is where they live; the e-mail of the club goes if it is theirs."""
    contacts.set_contact(people[0], Details("ada@home.example", "", "7 Mill Lane"), consent=True, by=None, on=DAY)
    lives_at(club, post, "ada@home.example")
    invoice = issue_invoice(club, people, officer)
    assert personal_data._data_about_player(people[0])["postal addresses on invoices and of clubs"] == (
        [post] if post else []
    )
    erase(people[0], by=officer, on=DAY)
    assert (deliveries.address_of(invoice), OrganisationContact.objects.get().post) == ([], "")
    assert OrganisationContact.objects.get().email == ""
    require_sound(club.federation)


@pytest.mark.parametrize("post", ["Ashby House\nFernton", "c/o Adam Ashby", "17 Mill Lane"])
def test_somebody_elses_address_stays(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry, post: str
) -> None:
    contacts.set_contact(people[0], Details("ada@home.example", "", "7 Mill Lane"), consent=True, by=None, on=DAY)
    lives_at(club, post, "club@example.org")
    invoice = issue_invoice(club, people, officer)
    erase(people[0], by=officer, on=DAY)
    assert deliveries.address_of(invoice) == post.splitlines()
    assert OrganisationContact.objects.get().email == "club@example.org"


def test_an_invoice_that_nobody_gets_says_so_until_it_is_sent(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    Appointment.objects.all().delete()
    invoice = issue_invoice(club, people, officer)
    invoices = Letter.objects.filter(subject__startswith="Invoice")
    assert not invoices.exists()
    assert "sent to nobody: Riverside Bridge Club has no treasurer" in deliveries.recipient_warning(invoice)
    assert list(deliveries.without_recipient(club.federation)) == [invoice]
    offices.appoint(officer, club, Appointment.Role.TREASURER, on=DAY, by=None)
    assert letters.send_invoice(invoice) == 1
    assert (deliveries.letters_of(invoice), invoices.get().to) == (1, officer.email)
    assert deliveries.recipient_warning(invoice) == ""
    assert not deliveries.without_recipient(club.federation).exists()


def test_a_treasurer_without_letters_is_nobody(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    Appointment.objects.all().delete()
    offices.appoint(officer, club, Appointment.Role.TREASURER, on=DAY, by=None)
    officer.wants_letters = False
    officer.save()
    assert deliveries.letters_of(issue_invoice(club, people, officer)) == 0


def test_what_is_not_to_be_sent_waits_for_nobody(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    evening(club, people, officer)
    (invoice,) = invoicing.issue_all(club.federation, OCTOBER, on=ISSUED, by=officer, send=False)
    assert deliveries.letters_of(invoice) is None
    assert not deliveries.without_recipient(club.federation).exists()


@pytest.mark.parametrize("export", sorted(exports.EXPORTS))
def test_exports_name_an_organisation_as_it_was_called_then(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry, export: str
) -> None:
    """Two invoices with a new name between them, and another after both."""
    first = issue_invoice(club, people, officer)
    organisations.change_organisation(club, "Lakeside", parent=club.parent, active=True, by=officer)
    issue_invoice(club, people, officer, "2026-10-13")
    organisations.change_organisation(club, "Seaside", parent=club.parent, active=True, by=officer)
    text = exports.EXPORTS[export](club.federation, ISSUED, ISSUED)
    assert (text.count("Riverside Bridge Club"), text.count("Lakeside"), text.count("Seaside")) == (1, 1, 0)
    assert "Riverside Bridge Club" in exports.invoice_csv(Invoice.objects.get(pk=first.pk))


@pytest.mark.parametrize("invented_first", [True, False])
def test_one_invented_amount_is_enough_to_say_so(
    club: Organisation,
    people: list[Person],
    officer: User,
    federation: Federation,
    invented_first: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of two evenings on one line, either may rest on an amount that no board has set."""
    tariffs.enter(federation, "standard_charge", "0.405", date(2026, 4, 1), by=officer, invented=invented_first)
    tariffs.enter(federation, "standard_charge", "0.405", date(2026, 10, 10), by=officer, invented=not invented_first)
    evening(club, people, officer, "2026-10-13")
    invoice = issue_invoice(club, people, officer)
    pages = []
    monkeypatch.setattr("masterpoint.centre.billing.documents._compile", lambda page, data, *_: pages.append(data))
    invoice_pdf(invoice)
    assert [page["invented"] for page in pages] == [True]
    assert invoice.lines.get().count == 2
