"""One thing done to a member, with its reason, noted for ever."""

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
from masterpoint.web.common import WAITS, SignedInRequest, day_of, tell
from masterpoint.web.members import clubs
from masterpoint.web.members.door import BY_SECRETARIES, day_given, is_within, kept_organisation, member_of, record_in


@login_required
@require_POST
def act(request: SignedInRequest, code: str, organisation: str, number: str, what: str) -> HttpResponse:
    """One thing done to a member, with its reason, noted for ever."""
    kept = kept_organisation(request, code, organisation)
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
    if what not in acts:
        raise Http404
    try:
        person: Person | None = acts[what](request, kept, number)
    except MasterpointError as error:
        if isinstance(error, access.NotAllowed):
            raise
        tell(request, error)
        person = person_in(kept.federation_id, number)
    if person is None or not is_within(kept, person):
        return redirect("members", code=code, organisation=organisation)
    return redirect("member", code=code, organisation=organisation, number=person.number)


def _status(request: SignedInRequest, kept: Organisation, number: str) -> Person:
    person = member_of(request, kept, number)
    status = request.POST.get("status", "")
    reason = request.POST.get("reason", "").strip()[:200]
    if status not in Person.Status.values:
        raise Http404
    if status not in BY_SECRETARIES:
        access.require(request.user, access.Action.LEDGER, kept)
    if not reason:
        raise audit.NotRegistered(Problem("reason", "", "a reason is needed", "say in a few words why"))
    until = day_of(request.POST.get("until", ""))
    statuses.set_status(person, status, on=day_given(request), by=request.user, reason=reason, until=until)
    messages.success(
        request, f"{person.name}: {person.get_status_display().lower()}, from {day_given(request):%-d %B %Y}."
    )
    return person


def _name(request: SignedInRequest, kept: Organisation, number: str) -> Person:
    person = member_of(request, kept, number)
    given, family = (request.POST.get(name, "").replace("\0", "")[:80] for name in ("given_name", "family_name"))
    renames.rename(person, given, family, by=request.user, reason=request.POST.get("reason", "")[:300])
    messages.success(request, f"The name is {person.name}.")
    return person


def _overseas(request: SignedInRequest, kept: Organisation, number: str) -> Person:
    person = member_of(request, kept, number)
    rank = request.POST.get("rank_abroad", "").replace("\0", "")[:60]
    person_flags.set_from_overseas(person, "visitor" in request.POST, rank, on=date.today(), by=request.user)
    messages.success(request, f"{person.name}: noted.")
    return person


def _contact(request: SignedInRequest, kept: Organisation, number: str) -> Person:
    person = member_of(request, kept, number)
    details = contacts.Details(*(request.POST.get(name, "").replace("\0", "") for name in contacts.Details._fields))
    consent = "consent" in request.POST
    contacts.set_contact(person, details, consent=consent, by=request.user, on=date.today())
    messages.success(request, f"{person.name}: the contact details are saved.")
    return person


def _invite(request: SignedInRequest, kept: Organisation, number: str) -> Person:
    """By e-mail the code goes out at once; for paper it is shown here, and never again."""
    person = member_of(request, kept, number)
    email = request.POST.get("email", "").replace("\0", "").strip()[:254]
    code = claiming.invite(person, email, by=request.user, today=date.today())
    if email:
        messages.success(request, f"{person.name} is invited: a letter with the code goes to {email}.")
    else:
        messages.success(request, f"For {person.name}, number {person.number}: the code is {code}. Write it down now.")
    return person


def _merge(request: SignedInRequest, kept: Organisation, number: str) -> Person:
    access.require(request.user, access.Action.LEDGER, kept)
    person = record_in(kept, number)
    other = person_in(kept.federation_id, request.POST.get("duplicate", "").strip()[:40])
    if other is None:
        written = request.POST.get("duplicate", "")[:40]
        raise audit.NotRegistered(Problem("number", written, "nobody has this number", "look the duplicate up first"))
    done = merging.ask_to_merge(other, person, by=request.user, reason=request.POST.get("reason", "")[:300])
    joined = f"{other.name}, {other.number}, is joined to this record. No point is lost."
    messages.success(request, WAITS if isinstance(done, Proposal) else joined)
    return person


def _split(request: SignedInRequest, kept: Organisation, number: str) -> Person:
    access.require(request.user, access.Action.LEDGER, kept)
    person = record_in(kept, number)
    other = get_object_or_404(person.merged_from, number=request.POST.get("duplicate", ""))
    reason = request.POST.get("reason", "")[:300] or "they are two people"
    done = merging.ask_to_split(other, by=request.user, reason=reason)
    alone = f"{other.name}, {other.number}, is a record of its own again."
    messages.success(request, WAITS if isinstance(done, Proposal) else alone)
    return person
