"""Every demo written as open data, loaded into an empty Centre and written again: the same rows, the same pages."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

import databases
from answers import existing
from centre import making
from centre.open_data_kit import left_of, rows_of, shown_on
from masterpoint.centre import demo, verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.crediting.returns import uses_credit_files
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.ledger.reasons import set_public
from masterpoint.centre.open_data.reloading import Reloaded, reload
from masterpoint.centre.open_data.writing import write_open_data
from masterpoint.centre.people import statuses
from masterpoint.centre.records import yearly
from masterpoint.centre.registry import memberships, person_flags, registering, setup
from masterpoint.centre.registry.models import Federation, Membership, Organisation, Person
from masterpoint.schemes import FEDERATIONS

pytestmark = pytest.mark.django_db
SMALL = demo.Size(clubs=2, members=12, sessions=1, years=1)
FILES = ("ALTERNAT", "CLUBS", "HISTORY", "EVENTS", "PRE82")


@pytest.fixture(scope="module")
def reloaded_demos(
    tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[dict[str, Any]]:
    """Of every federation the rows and the pages there were; then each in a Centre that had nothing of it."""
    folder, today = tmp_path_factory.mktemp("open data"), date.today()

    def built() -> dict[str, Any]:
        demo.build(SMALL, today)
        for federation in Federation.objects.all():
            _happen(federation, today)
        return {
            federation.code: (write_open_data(federation, folder / "old", today), _pages(federation, today))
            for federation in Federation.objects.all()
        }

    with databases.rolled_back(django_db_blocker):
        before = left_of(built)
        loaded = {code: _load(code, archive, today) for code, (archive, _) in before.items()}
        yield {
            code: (*before[code], loaded[code], write_open_data(_federation(code), folder / "new", today))
            for code in before
        }


def _federation(code: str) -> Federation:
    return Federation.objects.get(code=code)


def _happen(federation: Federation, today: date) -> None:
    """What a demo does not have: everything else that a public page can show of somebody."""
    staff = User.objects.get(email=f"staff@{federation.code}.example")
    players = Person.objects.filter(federation=federation)
    anonymous, lapsed, back, suspended, deceased, visitor, elsewhere = players.order_by("-pk")[:7]
    month = timedelta(days=31)
    person_flags.set_anonymous(anonymous, True, by=staff)
    statuses.set_status(lapsed, "lapsed", on=today - month, by=staff, reason="not paid")
    statuses.set_status(back, "inactive", on=today - 3 * month, by=staff, reason="away")
    statuses.reactivate(back, on=today - month, by=staff)
    statuses.set_status(suspended, "suspended", on=today - month, by=staff, reason="a quarrel", last_day=today)
    statuses.set_status(deceased, "deceased", on=today, by=staff, reason="died")
    person_flags.set_from_overseas(visitor, True, "", by=staff, on=today)
    other = Organisation.objects.filter(federation=federation, level="club").exclude(
        pk=existing(elsewhere.home_club_id)
    )[0]
    memberships.join(elsewhere, other, Membership.Kind.ALTERNATE, on=today - month, by=staff)
    new = registering.register(federation, "Nye", "Newcome", on=today - month, by=staff, status="potential")
    colour = Line.objects.filter(posting__federation=federation).values_list("colour", flat=True)[0]
    for person in (new, lapsed, visitor):
        ledger.adjust(person, colour, 300, today - timedelta(days=1), by=staff, reason="an opinion")
    if yearly.has_ratings(federation):
        making.brought_rating(back, today.year - 2, "84.25", "", staff)
        yearly.rate(federation, today.year - 1, by=staff)
    set_public(federation, federation.code == "nz", by=staff)


def _pages(federation: Federation, today: date) -> dict[str, tuple[int, list[str]]]:
    """Every public page and answer but those that rank anonymous people among others."""
    client, code = Client(), federation.code
    addresses = [reverse("federation", args=[code])]
    receipts = Filing.objects.filter(federation=federation).order_by("pk").values_list("receipt", flat=True)
    addresses += [reverse(page, args=[code, receipt]) for receipt in receipts for page in ("result", "result-boards")]
    addresses += [reverse("result-why", args=[code, receipt, 0]) for receipt in receipts]
    people = Person.objects.filter(federation=federation, anonymous=False)
    for number in people.order_by("-pk").values_list("number", flat=True)[:8]:
        record = reverse("player", args=[code, number])
        addresses += [record, f"{record}?as_at={today - timedelta(days=40)}"]
    if uses_credit_files(federation):
        addresses += [reverse("national-file", args=[code, name]) for name in FILES]
    return {address: shown_on(client.get(address)) for address in addresses}


def _load(code: str, archive: Path, today: date) -> Reloaded:
    staff = f"staff@{code}.example"
    name = f"{FEDERATIONS[code].name} (demo)"
    setup.set_up(code, name, code, staff, "a long enough password", today=today)
    return reload(_federation(code), archive, by=User.objects.get(email=staff), today=today)


@pytest.mark.parametrize("code", FEDERATIONS)
def test_the_same_rows_are_written_again(reloaded_demos: dict[str, Any], code: str) -> None:
    old, _, _, new = reloaded_demos[code]
    again = rows_of(new)
    for name, rows in rows_of(old).items():
        assert again[name] == rows, name
    assert len(again["boards.csv"]) > 70 and len(again["held.csv"]) == 4
    assert (len(again["ratings.csv"]) > 1) == (code == "nz")


@pytest.mark.parametrize("code", FEDERATIONS)
def test_public_pages_read_the_same(reloaded_demos: dict[str, Any], code: str) -> None:
    _, before, _, _ = reloaded_demos[code]
    now = _pages(_federation(code), date.today())
    assert now.keys() == before.keys()
    for address, page in before.items():
        assert now[address] == page, address


@pytest.mark.parametrize("code", FEDERATIONS)
def test_what_was_loaded_is_derived_and_verified(reloaded_demos: dict[str, Any], code: str) -> None:
    _, _, loaded, _ = reloaded_demos[code]
    assert loaded.reported == 0
    assert list(verifying.differences([_federation(code)])) == []


@pytest.mark.parametrize("code", FEDERATIONS)
def test_nothing_is_in_it_that_no_page_shows(reloaded_demos: dict[str, Any], code: str) -> None:
    """Nobody anonymous, no opinion of an officer unless all may read it, no suspension, no day of joining."""
    old, _, _, _ = reloaded_demos[code]
    text = str(rows_of(old))
    hidden = Person.objects.filter(federation=code, status="suspended")
    assert not hidden.exists() and "suspended" not in text and "a quarrel" not in text
    assert ("an opinion" in text) == (code == "nz")
    assert ("deceased" in text) == (code == "abf")
