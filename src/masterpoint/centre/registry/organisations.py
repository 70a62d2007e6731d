"""The organisations of a federation, with the levels and parents of its book. They are never deleted."""

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
CHANGE = "organisation changed"
"""What the change log calls a changed organisation; its detail has the earlier state."""


class OrganisationFields(NamedTuple):
    """The fields of an organisation."""

    number: str
    name: str
    level: str
    parent: Organisation | None
    active: bool = True


def levels(federation: Federation) -> Mapping[str, tuple[str, ...]]:
    """The levels this federation may have, each with its possible parents."""
    return FEDERATIONS[federation.scheme].organisations


def with_member_counts(federation: Federation, text: str = "") -> QuerySet[Organisation]:
    """Every organisation with the number of its members, active ones first."""
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
    parent: Organisation | None = None,
    on: date,
    by: User | None,
) -> Organisation:
    """Add a club, county or other organisation, under the national body by default."""
    lock(federation)
    actual_parent = parent or Organisation.objects.filter(federation=federation, parent=None).order_by("pk").first()
    data = OrganisationFields(number.strip(), " ".join(name.split()), level, actual_parent)
    problems = _problems(federation, data)
    if Organisation.objects.filter(federation=federation, number=data.number).exists():
        problems.append(Problem("number", data.number, "this number is taken", "choose another one"))
    if problems:
        raise NotRegistered(problems)
    organisation = Organisation.objects.create(
        federation=federation, parent=actual_parent, level=level, number=data.number, name=data.name, affiliated_on=on
    )
    detail = {
        "organisation": organisation.number,
        "level": level,
        "under": actual_parent.number if actual_parent else "",
    }
    note_act(federation, "affiliated", {"organisation": [organisation.pk]}, by=by, **detail)
    return organisation


@transaction.atomic
def change_organisation(
    organisation: Organisation, name: str, *, parent: Organisation | None, active: bool, by: User | None
) -> Organisation:
    """Change an organisation's name or parent, or make it inactive. Filings and memberships stay."""
    lock(organisation.federation)
    organisation.refresh_from_db()
    data = OrganisationFields(organisation.number, " ".join(name.split()), organisation.level, parent, active)
    problems = _problems(organisation.federation, data) if organisation.parent_id else _national_problems(data)
    if not active and (children := organisation.children.filter(active=True).count()):
        message = f"{children} active organisation{' is' if children == 1 else 's are'} still part of it"
        problems.append(Problem("active", "no", message, "make them part of another one first"))
    if problems:
        raise NotRegistered(problems)
    old_data = _as_data(organisation)
    organisation.name, organisation.active = data.name, active
    organisation.parent = parent if organisation.parent_id else None
    new_data = _as_data(organisation)
    if new_data != old_data:
        organisation.save(update_fields=["name", "parent", "active"])
        note_act(
            organisation.federation,
            CHANGE,
            {"organisation": [organisation.pk]},
            by=by,
            organisation=organisation.number,
            before=old_data,
            after=new_data,
        )
    return organisation


def _as_data(organisation: Organisation) -> dict[str, object]:
    parent_number = organisation.parent.number if organisation.parent else ""
    return {"name": organisation.name, "under": parent_number, "active": organisation.active}


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
    levels_of_federation = levels(federation)
    if data.level not in levels_of_federation:
        problems.append(
            Problem(
                "kind",
                data.level[:40],
                "the book has no such kind of organisation",
                f"one of: {', '.join(levels_of_federation)}",
            )
        )
    elif (
        data.parent is None
        or data.parent.federation_id != federation.pk
        or data.parent.level not in levels_of_federation[data.level]
    ):
        parent_name = data.parent.name if data.parent else ""
        fix = f"choose one of this kind: {', '.join(levels_of_federation[data.level])}"
        problems.append(Problem("under", parent_name, f"no {data.level} belongs there", fix))
    elif data.active and not data.parent.active:
        problems.append(
            Problem("under", data.parent.name, "this organisation is no longer active", "choose another one")
        )
    return problems


@transaction.atomic
def name_national_body(federation: Federation, number: str, name: str, *, by: User | None) -> Organisation:
    """Give the national body of a new federation the number and the name it has elsewhere."""
    national = Organisation.objects.get(federation=federation, parent=None)
    if national.number != number:
        national.number = number
        national.save(update_fields=["number"])
        note_act(federation, "numbered", {"organisation": [national.pk]}, by=by, organisation=national.number)
    return change_organisation(national, name, parent=None, active=True, by=by)
