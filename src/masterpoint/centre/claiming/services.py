"""All writes of invitations: invite somebody, check the code, and give the record to an account."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import F

from masterpoint.centre.accounts.models import User
from masterpoint.centre.claiming import codes, letters
from masterpoint.centre.claiming.models import Invitation
from masterpoint.centre.locking import lock
from masterpoint.centre.registry import contacts, own_records
from masterpoint.centre.registry.audit import note
from masterpoint.centre.registry.codes import number_forms
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.registry.queries import survivor
from masterpoint.centre.registry.renames import require_not_erased
from masterpoint.core.errors import MasterpointError, Problem

LIFETIME = timedelta(days=60)
MAX_TRIES = 10
REFUSED = Problem(
    "code",
    "",
    "this number and code do not match, or the invitation has ended",
    "copy both from the letter; if it still fails, ask your club's secretary for a new one",
)


class NotClaimed(MasterpointError):
    """The record cannot be claimed like this."""


@transaction.atomic
def invite(person: Person, email: str, *, by: User | None, today: date) -> str:
    """Invite somebody to an account, by e-mail if there is an address. Returns the code. Earlier invitations end."""
    lock(person.federation)
    require_not_erased(person)
    if person.merged_into_id is not None or person.status == Person.Status.DECEASED:
        message = "nobody can sign in for this record"
        raise NotClaimed(Problem("person", person.name, message, "invite the person to the record they have now"))
    address = User.objects.normalise(email)
    if address:
        require_address(address)
    Invitation.objects.filter(person=person, used_at=None).delete()
    code = codes.new_code()
    Invitation.objects.create(
        person=person, email=address, digest=codes.digest(code, person.pk), last_day=today + LIFETIME, by=by
    )
    note(person, "invited to an account", by, email=address)
    if address:
        letters.invite(person, address, code)
    return code


def require_address(email: str) -> None:
    try:
        validate_email(email)
    except ValidationError:
        problem = Problem("e-mail", email[:60], "this is not an e-mail address", "write it as name@example.org")
        raise NotClaimed(problem) from None


def invitation_for(federation: Federation, number: str, code: str, *, today: date) -> Invitation:
    """The open invitation with this code. Wrong codes are counted, and ten of them void the invitation."""
    numbers = number_forms(federation.scheme, number)
    person = Person.objects.filter(federation=federation, number__in=numbers).first()
    if person is None:
        raise NotClaimed(REFUSED)
    open_invitations = Invitation.objects.filter(person=person, used_at=None, last_day__gte=today, tries__lt=MAX_TRIES)
    for invitation in open_invitations.select_related("person__federation").order_by("-pk"):
        if codes.fits(code, invitation.person_id, invitation.digest):
            return invitation
    open_invitations.update(tries=F("tries") + 1)
    raise NotClaimed(REFUSED)


@transaction.atomic
def invitation_by_address(federation: Federation, number: str, email: str, *, today: date) -> Invitation | None:
    """An invitation for a person whose number and address are in the register; None if they do not match.

    Nobody gets its code, because a letter confirms the address. Other invitations are not affected.
    """
    person = contacts.person_with_address(federation, number, email)
    if person is None or person.status == Person.Status.DECEASED:
        return None
    lock(federation)
    note(person, "asked for an account", None)
    return Invitation.objects.create(
        person=person, email=email, digest=codes.digest(codes.new_code(), person.pk), last_day=today
    )


@transaction.atomic
def claim(invitation: Invitation, user: User) -> Person:
    """Give the record to an account. An earlier account of the record loses it."""
    own_records.lock_all(invitation.person, user, survivor(invitation.person).account)
    count = Invitation.objects.filter(pk=invitation.pk, used_at=None).update(used_at=datetime.now(UTC))
    if not count:
        raise NotClaimed(REFUSED)
    person = survivor(Person.objects.select_related("federation", "account").get(pk=invitation.person_id))
    _require_no_other_number(user, person)
    previous_owner = own_records.give_record(person, user, by=user)
    if previous_owner is not None:
        letters.write_to_old_account(previous_owner, person)
    note(person, "record claimed", user, account=user.email)
    return person


def open_account(invitation: Invitation, email: str, password: str) -> User:
    """Open an account for the person, with a confirmed address."""
    try:
        with transaction.atomic():
            user = User.objects.create_user(email, password, name=invitation.person.name)
            claim(invitation, user)
    except IntegrityError:
        message = "this address has an account already"
        raise NotClaimed(Problem("e-mail", email, message, "sign in with it, then claim the record")) from None
    return user


def _require_no_other_number(user: User, person: Person) -> None:
    """Refuse a second record in a federation; it must be merged into the first."""
    other = user.people.filter(federation=person.federation_id).exclude(pk=person.pk).first()
    if other is not None:
        message = f"your account has another record at {person.federation.name}: {other}"
        fix = f"if both are yours, ask your club's secretary or the office to join {person.number} to {other.number}"
        raise NotClaimed(Problem("number", person.number, message, fix))
