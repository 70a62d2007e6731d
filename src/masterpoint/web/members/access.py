"""Whose members a user manages, which records the user may open, and which clubs may be chosen."""

from __future__ import annotations

from datetime import date

from django.http import Http404
from django.shortcuts import get_object_or_404

from masterpoint.centre.registry import access, memberships, queries
from masterpoint.centre.registry.models import Federation, Membership, Organisation, Person
from masterpoint.web.common import SignedInRequest, day_of, keeps_members

BY_SECRETARIES = ("active", "lapsed", "inactive", "deceased")


def managed_organisation(request: SignedInRequest, code: str, number: str) -> Organisation:
    for organisation in keeps_members(request):
        if organisation.federation_id == code and organisation.number == number:
            return organisation
    raise Http404


def is_within(organisation: Organisation, person: Person) -> bool:
    """Whether somebody is a member of the organisation. A national body also manages members without a club."""
    if person.federation_id != organisation.federation_id:
        return False
    return (
        person.home_club_id in queries.descendants(organisation)
        if person.home_club_id
        else organisation.parent_id is None
    )


def member_of(request: SignedInRequest, organisation: Organisation, number: str) -> Person:
    person = record_in(organisation, number)
    if not is_within(organisation, person):
        raise Http404
    return person


def record_in(organisation: Organisation, number: str) -> Person:
    people = Person.objects.select_related("federation", "home_club", "merged_into")
    return get_object_or_404(people, federation=organisation.federation, number=number)


def clubs_for(request: SignedInRequest, keeper: Organisation, staff: bool) -> list[Organisation]:
    """The clubs to which a member may be transferred: any club for staff, for a secretary those they manage."""
    if staff:
        return list(
            Organisation.objects.filter(federation=keeper.federation, level="club", active=True).order_by("name")
        )
    return [
        organisation
        for organisation in keeps_members(request)
        if organisation.federation_id == keeper.federation_id and organisation.level == "club"
    ]


def counties_of(federation: Federation) -> list[Organisation]:
    kind = memberships.allegiance(federation)
    return list(federation.organisations.filter(level=kind, active=True).order_by("name"))


def may_end(request: SignedInRequest, membership: Membership) -> bool:
    """Whether the user may end a membership: of a club its own secretary, of a county only the federation's staff."""
    if membership.kind == Membership.Kind.ALTERNATE:
        return access.may(request.user, access.Action.MEMBERS, membership.organisation)
    national = membership.organisation.federation.organisations.filter(parent=None).order_by("pk").first()
    is_staff = national is not None and access.may(request.user, access.Action.LEDGER, national)
    return membership.kind == Membership.Kind.PRIMARY and is_staff


def day_given(request: SignedInRequest) -> date:
    return day_of(request.POST.get("on", "")) or date.today()
