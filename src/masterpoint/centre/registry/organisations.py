"""The parts of a federation: which ones its book names, where each may stand; added and changed, never deleted."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.audit import NotRegistered, note_act
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.core.errors import Problem
from masterpoint.schemes import FEDERATIONS

NATIONAL = "national"
CLUB = "club"
CLUBS = (CLUB, "online club")
CHANGED = "organisation changed"
"""The note that a change of an organisation leaves, with what it was before."""


class OrganisationFields(NamedTuple):
    """A part of a federation as somebody describes it."""

    number: str
    name: str
    level: str
    under: Organisation | None
    active: bool = True


def levels(federation: Federation) -> Mapping[str, tuple[str, ...]]:
    """The parts this federation may have, each with what it may stand under."""
    return FEDERATIONS[federation.scheme].organisations


def listed(federation: Federation, text: str = "") -> QuerySet[Organisation]:
    """Every part with its members counted: those at work first."""
    parts = Organisation.objects.filter(federation=federation).select_related("parent")
    if text:
        parts = parts.filter(Q(name__icontains=text) | Q(number=text))
    members = Count("home_members", filter=Q(home_members__merged_into=None))
    return parts.annotate(members=members).order_by("-active", "level", "name", "pk")


@transaction.atomic
def add_organisation(
    federation: Federation,
    number: str,
    name: str,
    *,
    level: str = CLUB,
    under: Organisation | None = None,
    on: date,
    by: User | None,
) -> Organisation:
    """A club, county or other part of the tree, under the national body where nothing else is said."""
    lock(federation)
    parent = under or Organisation.objects.filter(federation=federation, parent=None).order_by("pk").first()
    data = OrganisationFields(number.strip(), " ".join(name.split()), level, parent)
    problems = _problems(federation, data)
    if Organisation.objects.filter(federation=federation, number=data.number).exists():
        problems.append(Problem("number", data.number, "this number is taken", "choose another one"))
    if problems:
        raise NotRegistered(problems)
    made = Organisation.objects.create(
        federation=federation, parent=parent, level=level, number=data.number, name=data.name, affiliated_on=on
    )
    detail = {"organisation": made.number, "level": level, "under": parent.number if parent else ""}
    note_act(federation, "affiliated", {"organisation": [made.pk]}, by=by, **detail)
    return made


@transaction.atomic
def change_organisation(
    organisation: Organisation, name: str, *, under: Organisation | None, active: bool, by: User | None
) -> Organisation:
    """A new name, another place in the tree, or no longer active: what was filed and who was a member stays."""
    lock(organisation.federation)
    organisation.refresh_from_db()
    data = OrganisationFields(organisation.number, " ".join(name.split()), organisation.level, under, active)
    problems = _problems(organisation.federation, data) if organisation.parent_id else _national_problems(data)
    if not active and (left := organisation.children.filter(active=True).count()):
        message = f"{left} active organisation{' is' if left == 1 else 's are'} still part of it"
        problems.append(Problem("active", "no", message, "make them part of another one first"))
    if problems:
        raise NotRegistered(problems)
    before = _as_data(organisation)
    organisation.name, organisation.active = data.name, active
    organisation.parent = under if organisation.parent_id else None
    after = _as_data(organisation)
    if after != before:
        organisation.save(update_fields=["name", "parent", "active"])
        note_act(
            organisation.federation,
            CHANGED,
            {"organisation": [organisation.pk]},
            by=by,
            organisation=organisation.number,
            before=before,
            after=after,
        )
    return organisation


def _as_data(organisation: Organisation) -> dict[str, object]:
    under = organisation.parent.number if organisation.parent else ""
    return {"name": organisation.name, "under": under, "active": organisation.active}


def _national_problems(data: OrganisationFields) -> list[Problem]:
    problems = _name_problems(data)
    if not data.active:
        problems.append(Problem("active", "no", "this is the federation itself", "leave it active"))
    return problems


def _name_problems(data: OrganisationFields) -> list[Problem]:
    if not data.name or len(data.name) > 120:
        return [Problem("name", data.name[:60], "a name of up to 120 letters is needed", "write the name")]
    return []


def _problems(federation: Federation, data: OrganisationFields) -> list[Problem]:
    problems = _name_problems(data)
    if not data.number or len(data.number) > 40 or not data.number.isascii() or not data.number.isalnum():
        fix = "use letters and digits, as in 1001 or N12"
        problems.append(Problem("number", data.number[:60], "this cannot be a number in the register", fix))
    known = levels(federation)
    if data.level not in known:
        problems.append(
            Problem("kind", data.level[:40], "the book has no such kind of organisation", f"one of: {', '.join(known)}")
        )
    elif data.under is None or data.under.federation_id != federation.pk or data.under.level not in known[data.level]:
        under = data.under.name if data.under else ""
        fix = f"choose one of this kind: {', '.join(known[data.level])}"
        problems.append(Problem("under", under, f"no {data.level} belongs there", fix))
    elif data.active and not data.under.active:
        problems.append(Problem("under", data.under.name, "this one is no longer active", "choose another one"))
    return problems


@transaction.atomic
def name_national_body(federation: Federation, number: str, name: str, *, by: User | None) -> Organisation:
    """The national body of a new federation under the number and the name it has elsewhere."""
    national = Organisation.objects.get(federation=federation, parent=None)
    if national.number != number:
        national.number = number
        national.save(update_fields=["number"])
        note_act(federation, "numbered", {"organisation": [national.pk]}, by=by, organisation=national.number)
    return change_organisation(national, name, under=None, active=True, by=by)
