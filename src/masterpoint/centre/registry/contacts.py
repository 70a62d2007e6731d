"""Contact details of people and organisations. The change log names the details that changed, never their values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.audit import NotRegistered, note, note_act
from masterpoint.centre.registry.codes import number_forms
from masterpoint.centre.registry.models import (
    ContactDetails,
    Federation,
    Organisation,
    OrganisationContact,
    Person,
    PersonContact,
)
from masterpoint.centre.registry.renames import require_not_erased
from masterpoint.core.errors import Problem

MAX_LENGTHS = {"email": 254, "phone": 40, "post": 300}
NAMES = {"email": "e-mail", "phone": "telephone", "post": "postal address"}
PHONE = re.compile(r"[0-9+()./ \-]*(?: ?(?:x|ext\.?) ?[0-9]+)?", re.IGNORECASE)


class Details(NamedTuple):
    """Contact details; empty if unknown."""

    email: str = ""
    phone: str = ""
    post: str = ""

    def tidy(self) -> Details:
        lines = (" ".join(line.split()) for line in self.post.splitlines())
        return Details(
            User.objects.normalise(self.email), " ".join(self.phone.split()), "\n".join(line for line in lines if line)
        )


def contact_of(person: Person) -> PersonContact | None:
    return PersonContact.objects.filter(person=person).first()


def organisation_contact_of(organisation: Organisation) -> OrganisationContact | None:
    return OrganisationContact.objects.filter(organisation=organisation).first()


def problems_of(details: Details) -> list[Problem]:
    """All problems of contact details, each with the value and what to write instead."""
    return list(_problems(details.tidy()))


def _problems(details: Details) -> Iterator[Problem]:
    if details.email and not _is_address(details.email):
        yield Problem("e-mail", details.email[:60], "this is not an e-mail address", "write it as name@example.org")
    if not PHONE.fullmatch(details.phone) or (details.phone and not any(map(str.isdecimal, details.phone))):
        yield Problem("telephone", details.phone[:60], "this is not a telephone number", "write it as +44 1865 123456")
    for field, longest in MAX_LENGTHS.items():
        value = getattr(details, field)
        if len(value) > longest:
            message = f"this is longer than {longest} characters"
            yield Problem(NAMES[field], value[:60], message, "leave out what is not needed to reach them")


def _is_address(email: str) -> bool:
    try:
        validate_email(email)
    except ValidationError:
        return False
    return True


@transaction.atomic
def set_contact(person: Person, details: Details, *, consent: bool, by: User | None, on: date) -> PersonContact:
    """Set a person's contact details, and whether they agree to optional letters; the day of consent is stored."""
    _require_valid(details)
    require_not_erased(person)
    lock(person.federation)
    contact = contact_of(person) or PersonContact(person=person)
    changed_names = _fill(contact, details)
    if consent != bool(contact.consented_on):
        contact.consented_on = on if consent else None
        changed_names.append("consent")
    if changed_names:
        contact.save()
        note(person, "contact details changed", by, details=changed_names)
    return contact


@transaction.atomic
def set_organisation_contact(
    organisation: Organisation, details: Details, *, public: bool, by: User | None
) -> OrganisationContact:
    """Set an organisation's contact details, and whether everybody may see them."""
    _require_valid(details)
    lock(organisation.federation)
    contact = organisation_contact_of(organisation) or OrganisationContact(organisation=organisation)
    changed_names = _fill(contact, details)
    if contact.public != public:
        contact.public = public
        changed_names.append("public")
    if changed_names:
        contact.save()
        row_keys = {"organisation": [organisation.pk]}
        act = "contact details changed"
        note_act(organisation.federation, act, row_keys, by=by, organisation=organisation.number, details=changed_names)
    return contact


def _require_valid(details: Details) -> None:
    if problems := problems_of(details):
        raise NotRegistered(problems)


def _fill(contact: ContactDetails, details: Details) -> list[str]:
    """Fill in the details, and return the names of those that changed."""
    changed_names = [
        NAMES[field] for field, value in details.tidy()._asdict().items() if getattr(contact, field) != value
    ]
    contact.email, contact.phone, contact.post = details.tidy()
    return changed_names


def person_with_address(federation: Federation, number: str, email: str) -> Person | None:
    """The person with this number, if this is their e-mail address in the register."""
    numbers = number_forms(federation.scheme, number)
    people = Person.objects.filter(federation=federation, number__in=numbers, merged_into=None)
    return people.filter(contact__email=User.objects.normalise(email)).exclude(contact__email="").first()
