"""Who may do what. Every page, act and API call asks this module.

An appointment lets an account do certain things for its organisation and everything below it. Players may see their own
record in full. Everybody may see records and leaderboards, where anonymous members are shown as such.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from enum import StrEnum
from typing import Any

from django.db.models import Q, QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.registry.models import Appointment, Federation, Organisation, Person
from masterpoint.centre.registry.queries import survivor
from masterpoint.centre.statements import select, select_models
from masterpoint.core.errors import MasterpointError, Problem


class Action(StrEnum):
    """Something that an account may do for an organisation."""

    FILE = "file results"
    CORRECT = "correct and withdraw filings"
    MEMBERS = "see and keep members"
    CHARGES = "see charges"
    BILLING = "set tariffs, issue invoices and enter payments"
    APPROVE = "approve, reject and close"
    LEDGER = "adjust, transfer, merge and split records"


ROLE_ACTIONS: dict[str, frozenset[Action]] = {
    Appointment.Role.SCORER: frozenset({Action.FILE}),
    Appointment.Role.ORGANISER: frozenset({Action.FILE}),
    Appointment.Role.SECRETARY: frozenset({Action.FILE, Action.CORRECT, Action.MEMBERS, Action.CHARGES}),
    Appointment.Role.TREASURER: frozenset({Action.CHARGES}),
    Appointment.Role.FINANCE: frozenset({Action.CHARGES, Action.BILLING}),
    Appointment.Role.STAFF: frozenset(Action),
}


APPOINTMENTS = """
    SELECT {columns} FROM registry_appointment
    WHERE user_id = %s AND first_day <= %s AND (last_day IS NULL OR last_day >= %s)
"""
ORGANISATIONS_BY_KEY = "SELECT {columns} FROM registry_organisation WHERE id = ANY(%s)"
FEDERATIONS_BY_CODE = "SELECT {columns} FROM registry_federation WHERE code = ANY(%s)"
NATIONAL = (
    "SELECT {columns} FROM registry_organisation WHERE federation_id = %s AND parent_id IS NULL ORDER BY id LIMIT 1"
)
UPWARDS = """
    WITH RECURSIVE upwards (id, parent_id) AS (
        SELECT id, parent_id FROM registry_organisation WHERE id = %s
        UNION
        SELECT above.id, above.parent_id FROM registry_organisation AS above
        JOIN upwards ON above.id = upwards.parent_id
    )
    SELECT id FROM upwards
"""
DOWNWARDS = """
    WITH RECURSIVE downwards (id) AS (
        SELECT organisation_id FROM registry_appointment
        WHERE user_id = %s AND role = ANY(%s) AND first_day <= %s AND (last_day IS NULL OR last_day >= %s)
        UNION
        SELECT below.id FROM registry_organisation AS below JOIN downwards ON below.parent_id = downwards.id
    )
    SELECT {columns} FROM registry_organisation WHERE id IN (SELECT id FROM downwards)
"""


class NotAllowed(MasterpointError):
    """The account may not do this."""


def may(user: User | None, action: Action, organisation: Organisation) -> bool:
    """Whether an account may do something for an organisation today."""
    if user is None or not user.is_authenticated or not user.is_active:
        return False
    keys = set(_organisations_of(user.pk, _roles(action), date.today()))
    return organisation.pk in keys or (bool(keys) and not keys.isdisjoint(_upwards(organisation)))


def _roles(action: Action) -> list[str]:
    """The roles that may do something."""
    return [str(role) for role, actions in ROLE_ACTIONS.items() if action in actions]


@cached_query
def _organisations_of(user: Any, roles: Any, day: Any) -> QuerySet[Appointment, int]:
    """The organisations for which an account has one of these roles on a day."""
    return Appointment.objects.filter(_in_office_on(day), user=user, role__in=roles).values_list(
        "organisation", flat=True
    )


def require(user: User | None, action: Action, organisation: Organisation) -> User:
    """The account, if it may do this. Otherwise the error says whom to ask."""
    if user is None or not may(user, action, organisation):
        raise NotAllowed(
            Problem(
                "permission",
                str(action),
                f"your account may not do this for {organisation.name}",
                "ask your secretary or the federation's office for the role that may",
            )
        )
    return user


def appointments(user: User) -> QuerySet[Appointment]:
    """The appointments an account holds today."""
    return Appointment.objects.filter(_in_office_on(date.today()), user=user)


def appointments_today(user: User) -> list[Appointment]:
    """Today's appointments with their organisations and federations, for the menu of every page."""
    today = date.today()
    rows = select_models(Appointment, APPOINTMENTS, user.pk, today, today)
    organisations = {
        row.pk: row for row in select_models(Organisation, ORGANISATIONS_BY_KEY, [row.organisation_id for row in rows])
    }
    _add_federations(organisations.values())
    for appointment in rows:
        appointment.organisation = organisations[appointment.organisation_id]
    return rows


def _add_federations(organisations: Collection[Organisation]) -> None:
    """Read each federation once for all of its organisations."""
    codes = {organisation.federation_id for organisation in organisations}
    federations = (
        {row.code: row for row in select_models(Federation, FEDERATIONS_BY_CODE, sorted(codes))} if codes else {}
    )
    for organisation in organisations:
        organisation.federation = federations[organisation.federation_id]


def _in_office_on(day: Any) -> Q:
    return Q(first_day__lte=day) & (Q(last_day=None) | Q(last_day__gte=day))


def organisations_for(user: User | None, action: Action) -> list[Organisation]:
    """The organisations an account may act for, including those below its own."""
    if user is None or not user.is_authenticated:
        return []
    today = date.today()
    organisations = select_models(Organisation, DOWNWARDS, user.pk, _roles(action), today, today)
    _add_federations(organisations)
    return sorted(organisations, key=lambda organisation: (organisation.federation_id, organisation.name))


def nearest_officers(action: Action, organisation: Organisation) -> list[User]:
    """The officers who may act for an organisation: its own or, if it has none, those of the nearest one above it."""
    roles = _roles(action)
    nearest: Organisation | None = organisation
    while nearest is not None:
        keys = dict.fromkeys(_officers(nearest.pk, roles, date.today()))
        if keys:
            officers = User.objects.in_bulk(keys)
            return [officers[key] for key in keys]
        nearest = nearest.parent
    return []


@cached_query
def _officers(organisation: Any, roles: Any, day: Any) -> QuerySet[Appointment, int]:
    """The accounts with one of these roles on a day, in the order of their appointments."""
    appointments = Appointment.objects.filter(organisation=organisation, role__in=roles, user__is_active=True)
    return appointments.filter(_in_office_on(day)).order_by("pk").values_list("user", flat=True)


def federations_for(user: User | None, action: Action = Action.APPROVE) -> list[Federation]:
    """The federations an account acts for. Staff of a county or a club do not act for the federation."""
    national = (organisation for organisation in organisations_for(user, action) if organisation.parent_id is None)
    return list({organisation.federation_id: organisation.federation for organisation in national}.values())


def sees_in_full(user: User | None, person: Person) -> bool:
    """Whether a reader sees the name of an anonymous member and other private facts of a record."""
    if user is None or not user.is_authenticated:
        return False
    if person.account_id == user.pk:
        return True
    organisation = person.home_club or _national(person)
    return organisation is not None and may(user, Action.MEMBERS, organisation)


def _national(person: Person) -> Organisation | None:
    """The national body, which looks after people without a club."""
    return next(iter(select_models(Organisation, NATIONAL, person.federation_id)), None)


def _upwards(organisation: Organisation) -> set[int]:
    """The keys of an organisation and of everything above it."""
    return {key for (key,) in select(UPWARDS, organisation.pk)}


ANONYMOUS = "Anonymous member"


def is_hidden(user: User | None, person: Person) -> bool:
    """Whether a person is anonymous to this reader. A merged record follows the one it was merged into."""
    current = survivor(person)
    return (person.anonymous or current.anonymous) and not sees_in_full(user, current)


def hidden_people(federation: Federation) -> set[int]:
    """Everybody who is anonymous to strangers, and every record merged into theirs."""
    people = Person.objects.filter(federation=federation).select_related("home_club", "merged_into")
    candidates = people.filter(Q(anonymous=True) | Q(merged_into__isnull=False))
    return {person.pk for person in candidates if is_hidden(None, person)}


def shown_name(user: User | None, person: Person) -> str:
    """A person's name as this reader may see it."""
    return person.name if person.erased_on or not is_hidden(user, person) else ANONYMOUS
