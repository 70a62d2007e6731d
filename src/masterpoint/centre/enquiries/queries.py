"""All reads of enquiries, and the results received for a day."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from django.db.models import Q, QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.enquiries.models import Enquiry
from masterpoint.centre.filing import judging
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.queries import current_version
from masterpoint.centre.filing.stored_events import event_of_version
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.centre.registry.name_keys import name_similarity

SIMILARITY = 0.75


class Received(NamedTuple):
    """One event of the day, and the person's part in it."""

    filing: Filing
    hundredths: int
    is_named: bool
    """The person is in the results under their own number."""
    has_similar_name: bool
    """Somebody with a similar name is in the results under another number."""


def received_results(person: Person, organisation: Organisation, day: date) -> list[Received]:
    """The results of an organisation for a day, and what they say about a person."""
    filings = Filing.objects.filter(organisation=organisation, day=day)
    in_force = filings.exclude(state__in=[Filing.State.WITHDRAWN, Filing.State.REJECTED])
    return [_result_for(person, filing) for filing in in_force.order_by("pk")]


def _result_for(person: Person, filing: Filing) -> Received:
    version = current_version(filing)
    lines = Line.objects.filter(person=person, posting__version__filing=filing)
    is_named = person.pk in version.people.values()
    other_names = [
        player.name
        for player in judging.players_of(event_of_version(version))
        if version.people.get(judging.key_of(player)) != person.pk
    ]
    has_similar_name = not is_named and any(name_similarity(person.name, name) >= SIMILARITY for name in other_names)
    return Received(filing, sum(lines.values_list("hundredths", flat=True)), is_named, has_similar_name)


def asked_by(user: User) -> QuerySet[Enquiry]:
    """Questions that an account asked, and questions about its own records."""
    condition = Q(asked_by=user) | Q(person__account=user)
    return _in_order(Enquiry.objects.filter(condition))


def to_answer(user: User) -> QuerySet[Enquiry]:
    """Questions to the organisations that an account acts for."""
    organisations = access.organisations_for(user, access.Action.CORRECT)
    return _in_order(Enquiry.objects.filter(organisation__in=organisations))


def visible(user: User, key: str) -> Enquiry | None:
    """The enquiry with a key, if the account may see it."""
    enquiry = _in_order(Enquiry.objects.filter(key=key)).first()
    if enquiry is None:
        return None
    concerned = enquiry.asked_by_id == user.pk or enquiry.person.account_id == user.pk
    return enquiry if concerned or access.may(user, access.Action.CORRECT, enquiry.organisation) else None


def _in_order(enquiries: QuerySet[Enquiry]) -> QuerySet[Enquiry]:
    related = enquiries.select_related("person__federation", "person__home_club", "organisation", "filing", "asked_by")
    return related.order_by("-state", "asked_at")
