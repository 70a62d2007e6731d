"""The rule that two people are needed: switching it, and appointing staff while it is on."""

from __future__ import annotations

from datetime import date

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger.services import requires_two_people
from masterpoint.centre.proposals.models import Proposal
from masterpoint.centre.proposals.services import Act, NotDecided, propose
from masterpoint.centre.registry import offices
from masterpoint.centre.registry.models import Appointment, Federation, Organisation
from masterpoint.core.errors import Problem


@transaction.atomic
def propose_two_people(federation: Federation, required: bool, *, by: User | None, today: date) -> Proposal:
    """A member of staff proposes to switch the rule on or off, and another one confirms it."""
    if requires_two_people(federation) == required:
        message = "approving takes two people already" if required else "one person is enough already"
        raise NotDecided(Problem("two people", "", message, "nothing to change"))
    staff = offices.appointments_on(federation, today).filter(role=Appointment.Role.STAFF, organisation__parent=None)
    if staff.filter(user__is_active=True).values("user").distinct().count() < 2:
        message = "the federation has one member of staff, and this takes two"
        raise NotDecided(Problem("two people", "", message, "appoint a colleague first"))
    summary = "Nobody alone makes points official" if required else "One person is enough to make points official"
    return propose(federation, Act.TWO_PEOPLE, summary, by=by, arguments={"wanted": required})


@transaction.atomic
def appoint(
    email: str, name: str, organisation: Organisation, role: str, *, on: date, by: User | None
) -> Appointment | Proposal:
    """Give somebody an office. If two people are required, nobody may appoint their own second person alone."""
    offices.require_appointable(email, role)
    federation = organisation.federation
    if role != Appointment.Role.STAFF or not requires_two_people(federation):
        return offices.invite(email, name, organisation, role, on=on, by=by)
    arguments = {"email": email, "name": name.strip()[:120], "organisation": organisation.pk, "role": role}
    return propose(federation, Act.APPOINTMENT, f"{email}: staff of {organisation.name}", by=by, arguments=arguments)
