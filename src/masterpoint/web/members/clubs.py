"""Changes of a member's clubs: a transfer, another club, leaving a club, the primary county."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.http import Http404
from django.shortcuts import get_object_or_404

from masterpoint.centre.people import statuses
from masterpoint.centre.registry import access, memberships
from masterpoint.centre.registry.models import Membership, Organisation, Person
from masterpoint.web.common import SignedInRequest, organisation_in
from masterpoint.web.members.access import clubs_for, counties_of, day_given, may_end, member_of, record_in


def _club_for(request: SignedInRequest, organisation: Organisation, number: str) -> tuple[Person, Organisation]:
    """One of the clubs that this account manages. It must be allowed to see a person from elsewhere."""
    person = record_in(organisation, number)
    if person.anonymous and not access.sees_in_full(request.user, person):
        raise Http404
    staff = access.may(request.user, access.Action.LEDGER, organisation)
    club = organisation_in(clubs_for(request, organisation, staff), request.POST, "club")
    if club is None:
        raise Http404
    return person, club


def transfer(request: SignedInRequest, organisation: Organisation, number: str) -> Person:
    person, club = _club_for(request, organisation, number)
    if club.pk != person.home_club_id:
        memberships.transfer(person, club, on=day_given(request), by=request.user)
        messages.success(request, f"{person.name} is now a member of {club.name}.")
    if person.status == Person.Status.LAPSED and "reactivate" in request.POST:
        statuses.reactivate(person, on=day_given(request), by=request.user)
    return person


def join(request: SignedInRequest, organisation: Organisation, number: str) -> Person:
    person, club = _club_for(request, organisation, number)
    memberships.join(person, club, Membership.Kind.ALTERNATE, on=day_given(request), by=request.user)
    messages.success(request, f"{person.name} also belongs to {club.name}.")
    return person


def leave(request: SignedInRequest, organisation: Organisation, number: str) -> Person:
    person = member_of(request, organisation, number)
    key = request.POST.get("membership", "")
    membership = get_object_or_404(memberships.memberships_on(person, date.today()), pk=key if key.isdecimal() else 0)
    if not may_end(request, membership):
        raise Http404
    memberships.leave(membership, on=day_given(request), by=request.user)
    messages.success(request, f"{person.name} no longer belongs to {membership.organisation.name}.")
    return person


def county(request: SignedInRequest, organisation: Organisation, number: str) -> Person:
    access.require(request.user, access.Action.LEDGER, organisation)
    person = member_of(request, organisation, number)
    county = organisation_in(counties_of(organisation.federation), request.POST, "county")
    if county is None:
        raise Http404
    memberships.join(person, county, Membership.Kind.PRIMARY, on=day_given(request), by=request.user)
    messages.success(request, f"{person.name}: primary allegiance to {county.name}.")
    return person
