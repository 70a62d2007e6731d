"""Changes of a member, each with a reason, recorded permanently."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from masterpoint.centre.claiming import services as claiming
from masterpoint.centre.people import merging, statuses
from masterpoint.centre.proposals.models import Proposal
from masterpoint.centre.registry import access, audit, contacts, person_flags, renames
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.centre.registry.queries import person_in
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.web.common import WAITS, SignedInRequest, day_of, show_problems
from masterpoint.web.members import clubs
from masterpoint.web.members.access import (
    BY_SECRETARIES,
    day_given,
    is_within,
    managed_organisation,
    member_of,
    record_in,
)


@login_required
@require_POST
def act(request: SignedInRequest, code: str, organisation_number: str, number: str, action: str) -> HttpResponse:
    """Make one change of a member, with a reason."""
    organisation = managed_organisation(request, code, organisation_number)
    acts = {
        "transfer": clubs.transfer,
        "join": clubs.join,
        "leave": clubs.leave,
        "county": clubs.county,
        "status": _status,
        "name": _name,
        "overseas": _overseas,
        "contact": _contact,
        "invite": _invite,
        "merge": _merge,
        "split": _split,
    }
    if action not in acts:
        raise Http404
    try:
        person: Person | None = acts[action](request, organisation, number)
    except MasterpointError as error:
        if isinstance(error, access.NotAllowed):
            raise
        show_problems(request, error)
        person = person_in(organisation.federation_id, number)
    if person is None or not is_within(organisation, person):
        return redirect("members", code=code, organisation_number=organisation_number)
    return redirect("member", code=code, organisation_number=organisation_number, number=person.number)


def _status(request: SignedInRequest, organisation: Organisation, number: str) -> Person:
    person = member_of(request, organisation, number)
    status = request.POST.get("status", "")
    reason = request.POST.get("reason", "").strip()[:200]
    if status not in Person.Status.values:
        raise Http404
    if status not in BY_SECRETARIES:
        access.require(request.user, access.Action.LEDGER, organisation)
    if not reason:
        raise audit.NotRegistered(Problem("reason", "", "a reason is needed", "say in a few words why"))
    until = day_of(request.POST.get("until", ""))
    statuses.set_status(person, status, on=day_given(request), by=request.user, reason=reason, last_day=until)
    messages.success(
        request, f"{person.name}: {person.get_status_display().lower()}, from {day_given(request):%-d %B %Y}."
    )
    return person


def _name(request: SignedInRequest, organisation: Organisation, number: str) -> Person:
    person = member_of(request, organisation, number)
    given_name, family_name = (request.POST.get(name, "")[:80] for name in ("given_name", "family_name"))
    renames.rename(person, given_name, family_name, by=request.user, reason=request.POST.get("reason", "")[:300])
    messages.success(request, f"The name is {person.name}.")
    return person


def _overseas(request: SignedInRequest, organisation: Organisation, number: str) -> Person:
    person = member_of(request, organisation, number)
    rank = request.POST.get("rank_abroad", "")[:60]
    person_flags.set_from_overseas(person, "visitor" in request.POST, rank, on=date.today(), by=request.user)
    messages.success(request, f"{person.name}: noted.")
    return person


def _contact(request: SignedInRequest, organisation: Organisation, number: str) -> Person:
    person = member_of(request, organisation, number)
    details = contacts.Details(*(request.POST.get(name, "") for name in contacts.Details._fields))
    consent = "consent" in request.POST
    contacts.set_contact(person, details, consent=consent, by=request.user, on=date.today())
    messages.success(request, f"{person.name}: the contact details are saved.")
    return person


def _invite(request: SignedInRequest, organisation: Organisation, number: str) -> Person:
    """Invite a member. By e-mail, the code is sent at once; for paper, it is shown here and never again."""
    person = member_of(request, organisation, number)
    email = request.POST.get("email", "").strip()[:254]
    code = claiming.invite(person, email, by=request.user, today=date.today())
    if email:
        messages.success(request, f"{person.name} is invited: a letter with the code goes to {email}.")
    else:
        messages.success(request, f"For {person.name}, number {person.number}: the code is {code}. Write it down now.")
    return person


def _merge(request: SignedInRequest, organisation: Organisation, number: str) -> Person:
    access.require(request.user, access.Action.LEDGER, organisation)
    person = record_in(organisation, number)
    duplicate = person_in(organisation.federation_id, request.POST.get("duplicate", "").strip()[:40])
    if duplicate is None:
        number_text = request.POST.get("duplicate", "")[:40]
        raise audit.NotRegistered(
            Problem("number", number_text, "nobody has this number", "look the duplicate up first")
        )
    result = merging.ask_to_merge(duplicate, person, by=request.user, reason=request.POST.get("reason", "")[:300])
    message = f"{duplicate.name}, {duplicate.number}, is joined to this record. No point is lost."
    messages.success(request, WAITS if isinstance(result, Proposal) else message)
    return person


def _split(request: SignedInRequest, organisation: Organisation, number: str) -> Person:
    access.require(request.user, access.Action.LEDGER, organisation)
    person = record_in(organisation, number)
    duplicate = get_object_or_404(person.merged_from, number=request.POST.get("duplicate", ""))
    reason = request.POST.get("reason", "")[:300] or "they are two people"
    result = merging.ask_to_split(duplicate, by=request.user, reason=reason)
    message = f"{duplicate.name}, {duplicate.number}, is a record of its own again."
    messages.success(request, WAITS if isinstance(result, Proposal) else message)
    return person
