"""The page of a member: the registered data, and what may be changed."""

from __future__ import annotations

from datetime import date

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render

from masterpoint.centre.records.leaderboards import ranks_of
from masterpoint.centre.records.yearly_trophy import trophy_of
from masterpoint.centre.registry import access, contacts, memberships
from masterpoint.centre.registry.models import Person, PersonContact
from masterpoint.web.common import SignedInRequest
from masterpoint.web.members.access import (
    BY_SECRETARIES,
    clubs_for,
    counties_of,
    managed_organisation,
    may_end,
    member_of,
)


@login_required
def member(request: SignedInRequest, code: str, organisation_number: str, number: str) -> HttpResponse:
    """The page of a member: the registered data, and what may be changed."""
    organisation = managed_organisation(request, code, organisation_number)
    person = member_of(request, organisation, number)
    staff = access.may(request.user, access.Action.LEDGER, organisation)
    statuses = [choice for choice in Person.Status.choices if staff or choice[0] in BY_SECRETARIES]
    context = {
        "federation": organisation.federation,
        "organisation": organisation,
        "person": person,
        "statuses": [status for status in statuses if status[0] != person.status],
        "periods": person.status_periods.order_by("-first_day", "-pk"),
        "memberships": person.memberships.select_related("organisation").order_by("-first_day", "-pk"),
        "changes": person.changes.select_related("by").order_by("-at")[:20],
        "clubs": clubs_for(request, organisation, staff),
        "current_memberships": [
            (membership, may_end(request, membership))
            for membership in memberships.memberships_on(person, date.today())
        ],
        "allegiance": memberships.allegiance(organisation.federation),
        "counties": counties_of(organisation.federation) if staff else [],
        "may_merge": staff,
        "overseas": ranks_of(organisation.federation, date.today()) if trophy_of(organisation.federation) else (),
        "merged": person.merged_from.order_by("pk"),
        "account": person.account if person.account is not None and person.account.is_active else None,
        "invitation": person.invitations.filter(used_at=None, last_day__gte=date.today()).order_by("-pk").first(),
        "contact": contacts.contact_of(person) or PersonContact(person=person),
        "today": date.today(),
    }
    return render(request, "masterpoint/member.html", context)
