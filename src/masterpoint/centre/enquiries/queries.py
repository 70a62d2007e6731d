"""All reads of enquiries, and what became of a day's results."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from django.db.models import Q, QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.enquiries.models import Enquiry
from masterpoint.centre.filing import judging
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.queries import current_version
from masterpoint.centre.filing.stored import stored_event
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.centre.registry.name_keys import likeness

LIKE = 0.75


class Received(NamedTuple):
    """One event of the day, and where the person stands in it."""

    filing: Filing
    hundredths: int
    named: bool
    """The person stands in the results under their own number."""
    like: bool
    """Somebody with a name like theirs stands in the results under another number."""


def received(person: Person, organisation: Organisation, day: date) -> list[Received]:
    """What came in from an organisation for a day, and what it says of a person."""
    filings = Filing.objects.filter(organisation=organisation, day=day)
    standing = filings.exclude(state__in=[Filing.State.WITHDRAWN, Filing.State.REJECTED])
    return [_received(person, filing) for filing in standing.order_by("pk")]


def _received(person: Person, filing: Filing) -> Received:
    version = current_version(filing)
    lines = Line.objects.filter(person=person, posting__version__filing=filing)
    named = person.pk in version.people.values()
    others = [
        player.name
        for player in judging.players_of(stored_event(version))
        if version.people.get(judging.key_of(player)) != person.pk
    ]
    like = not named and any(likeness(person.name, name) >= LIKE for name in others)
    return Received(filing, sum(lines.values_list("hundredths", flat=True)), named, like)


def asked(user: User) -> QuerySet[Enquiry]:
    """What an account asked, or what was asked about its own records."""
    own = Q(asked_by=user) | Q(person__account=user)
    return _in_order(Enquiry.objects.filter(own))


def to_answer(user: User) -> QuerySet[Enquiry]:
    """What an account is asked, for the organisations it answers for."""
    kept = access.organisations_for(user, access.Action.CORRECT)
    return _in_order(Enquiry.objects.filter(organisation__in=kept))


def visible(user: User, key: str) -> Enquiry | None:
    """An enquiry, to those it concerns."""
    enquiry = _in_order(Enquiry.objects.filter(key=key)).first()
    if enquiry is None:
        return None
    concerned = enquiry.asked_by_id == user.pk or enquiry.person.account_id == user.pk
    return enquiry if concerned or access.may(user, access.Action.CORRECT, enquiry.organisation) else None


def _in_order(enquiries: QuerySet[Enquiry]) -> QuerySet[Enquiry]:
    related = enquiries.select_related("person__federation", "person__home_club", "organisation", "filing", "asked_by")
    return related.order_by("-state", "asked_at")
