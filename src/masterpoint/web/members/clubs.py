"""What is done about a member's clubs: a transfer, another club, the end of it, the primary county."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.http import Http404
from django.shortcuts import get_object_or_404

from masterpoint.centre.people import statuses
from masterpoint.centre.registry import access, memberships
from masterpoint.centre.registry.models import Membership, Organisation, Person
from masterpoint.web.common import SignedInRequest, organisation_in
from masterpoint.web.members.door import clubs_for, counties_of, day_given, may_end, member_of, record_in


def _club_for(request: SignedInRequest, kept: Organisation, number: str) -> tuple[Person, Organisation]:
    """One of the clubs this account keeps; whoever comes from elsewhere must be one it may see."""
    person = record_in(kept, number)
    if person.anonymous and not access.sees_in_full(request.user, person):
        raise Http404
    staff = access.may(request.user, access.Action.LEDGER, kept)
    club = organisation_in(clubs_for(request, kept, staff), request.POST, "club")
    if club is None:
        raise Http404
    return person, club


def transfer(request: SignedInRequest, kept: Organisation, number: str) -> Person:
    person, club = _club_for(request, kept, number)
    if club.pk != person.home_club_id:
        memberships.transfer(person, club, on=day_given(request), by=request.user)
        messages.success(request, f"{person.name} is now a member of {club.name}.")
    if person.status == Person.Status.LAPSED and "reactivate" in request.POST:
        statuses.reactivate(person, on=day_given(request), by=request.user)
    return person


def join(request: SignedInRequest, kept: Organisation, number: str) -> Person:
    person, club = _club_for(request, kept, number)
    memberships.join(person, club, Membership.Kind.ALTERNATE, on=day_given(request), by=request.user)
    messages.success(request, f"{person.name} also belongs to {club.name}.")
    return person


def leave(request: SignedInRequest, kept: Organisation, number: str) -> Person:
    person = member_of(request, kept, number)
    asked = request.POST.get("membership", "")
    membership = get_object_or_404(memberships.held_on(person, date.today()), pk=asked if asked.isdecimal() else 0)
    if not may_end(request, membership):
        raise Http404
    memberships.leave(membership, on=day_given(request), by=request.user)
    messages.success(request, f"{person.name} no longer belongs to {membership.organisation.name}.")
    return person


def county(request: SignedInRequest, kept: Organisation, number: str) -> Person:
    access.require(request.user, access.Action.LEDGER, kept)
    person = member_of(request, kept, number)
    chosen = organisation_in(counties_of(kept.federation), request.POST, "county")
    if chosen is None:
        raise Http404
    memberships.join(person, chosen, Membership.Kind.PRIMARY, on=day_given(request), by=request.user)
    messages.success(request, f"{person.name}: primary allegiance to {chosen.name}.")
    return person
