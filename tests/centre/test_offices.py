"""Offices: appointed with an account, ended without losing what was done, and never the last one."""

from __future__ import annotations

from datetime import date

import pytest

from answers import existing
from masterpoint.centre.accounts.models import User
from masterpoint.centre.registry import access, audit, offices
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Appointment, Change, Federation, Organisation

TODAY = date.today()


@pytest.fixture
def staff(county: Organisation, officer: User) -> Appointment:
    return offices.appoint(officer, existing(county.parent), "staff", on=date(2020, 1, 1), by=None)


def test_somebody_without_an_account_gets_one_that_no_known_password_opens(
    club: Organisation, staff: Appointment, officer: User
) -> None:
    office = offices.invite("New.Scorer@Example.org", "Nell New", club, "scorer", on=TODAY, by=officer)
    assert office.user.name == "Nell New"
    assert office.user.has_usable_password() and not office.user.check_password("")
    assert access.may(office.user, Action.FILE, club) and not access.may(office.user, Action.CORRECT, club)
    again = offices.invite("new.scorer@example.org", "", club, "secretary", on=TODAY, by=officer)
    assert again.user == office.user
    offices.invite("new.scorer@example.org", "", club, "scorer", on=TODAY, by=officer)
    assert Appointment.objects.filter(user=office.user).count() == 2


@pytest.mark.parametrize(("email", "role"), [("nobody", "scorer"), ("", "scorer"), ("a@example.org", "king")])
def test_what_is_no_address_or_no_office_is_refused(
    club: Organisation, staff: Appointment, officer: User, email: str, role: str
) -> None:
    with pytest.raises(audit.NotRegistered):
        offices.invite(email, "", club, role, on=TODAY, by=officer)
    assert User.objects.count() == 1


def test_an_office_ends_at_once_and_is_noted(
    club: Organisation, staff: Appointment, officer: User, federation: Federation
) -> None:
    office = offices.invite("scorer@example.org", "", club, "scorer", on=TODAY, by=officer)
    offices.dismiss(office, on=TODAY, by=officer)
    assert not access.may(office.user, Action.FILE, club)
    assert list(offices.appointments_on(federation, TODAY)) == [staff]
    assert Change.objects.filter(what="office ended", by=officer).count() == 1


def test_the_last_member_of_staff_stays(
    club: Organisation, staff: Appointment, officer: User, federation: Federation
) -> None:
    with pytest.raises(audit.NotRegistered):
        offices.dismiss(staff, on=TODAY, by=officer)
    offices.invite("second@example.org", "", existing(existing(club.parent).parent), "staff", on=TODAY, by=officer)
    offices.dismiss(staff, on=TODAY, by=officer)
    assert not access.may(officer, Action.APPROVE, club)
