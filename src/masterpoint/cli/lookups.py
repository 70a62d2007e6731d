"""Records that the arguments of commands name: federations, organisations, people and accounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from masterpoint.core.errors import NotUnderstood, Problem

if TYPE_CHECKING:
    from masterpoint.centre.accounts.models import User
    from masterpoint.centre.registry.models import Federation, Organisation, Person


def federation_named(code: str) -> Federation:
    from masterpoint.centre.registry.models import Federation

    federation = Federation.objects.filter(code=code).first()
    if federation is None:
        codes = ", ".join(Federation.objects.values_list("code", flat=True)) or "none yet"
        raise NotUnderstood(Problem("federation", code, "no such federation in this Centre", f"it has: {codes}"))
    return federation


def organisation_numbered(federation: Federation, number: str, place: str = "organisation") -> Organisation:
    from masterpoint.centre.registry.models import Organisation

    organisation = (
        Organisation.objects.filter(federation=federation, number=number).select_related("federation").first()
    )
    if organisation is None:
        fix = "give its number as the register has it"
        raise NotUnderstood(Problem(place, number, "no such organisation", fix))
    return organisation


def person_numbered(federation: Federation, number: str, place: str = "number") -> Person:
    from masterpoint.centre.registry.models import Person

    person = Person.objects.filter(federation=federation, number=number).first()
    if person is None:
        fix = "search on the site, or check the number"
        raise NotUnderstood(Problem(place, number, "nobody has this number", fix))
    return person


def officer_named(email: str) -> User | None:
    """The account of the officer responsible, if one is given."""
    return account_named(email, "--officer") if email else None


def account_named(email: str, place: str) -> User:
    """The account with an e-mail address; `place` names the option that gave it."""
    from masterpoint.centre.accounts.models import User

    user = User.objects.filter(email=User.objects.normalise(email)).first()
    if user is None:
        raise NotUnderstood(Problem(place, email, "nobody signs in with this address", "use an address that does"))
    return user


def staff_named(federation: Federation, email: str) -> User | None:
    """The member of the federation's staff who is responsible for an action of the office."""
    from masterpoint.centre.registry import access

    by = officer_named(email)
    if by is not None and federation not in access.federations_for(by):
        message = f"this account is not on the staff of {federation.name}"
        raise NotUnderstood(Problem("--officer", email, message, "name somebody on its staff"))
    return by


def finance_named(federation: Federation, email: str) -> User | None:
    """The account with a finance office that is responsible for an action."""
    from masterpoint.centre.registry import access

    by = officer_named(email)
    if by is not None and federation not in access.federations_for(by, access.Action.BILLING):
        message = f"this account does not keep the finances of {federation.name}"
        raise NotUnderstood(Problem("--officer", email, message, "name somebody of its finance or staff"))
    return by
