"""Who may read which report: one rule for the site and the API."""

from __future__ import annotations

from masterpoint.centre.accounts.models import User
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Organisation
from masterpoint.centre.reporting.catalogue import ReportKind, reports_for

REPORT_ACTIONS = (Action.MEMBERS, Action.CHARGES)


def organisations_of(user: User | None) -> list[Organisation]:
    """Organisations with reports that somebody may read."""
    rows = [row for action in REPORT_ACTIONS for row in access.organisations_for(user, action)]
    return sorted({row.pk: row for row in rows}.values(), key=lambda row: (row.federation_id, row.name))


def may_read(user: User | None, organisation: Organisation) -> bool:
    """Whether somebody may read any report of an organisation."""
    return any(access.may(user, action, organisation) for action in REPORT_ACTIONS)


def kinds_for(user: User | None, organisation: Organisation) -> list[ReportKind]:
    """The reports of an organisation that somebody may read."""
    allowed = {action for action in REPORT_ACTIONS if access.may(user, action, organisation)}
    return [kind for kind in reports_for(organisation) if kind.action in allowed]


def kind_named(user: User | None, organisation: Organisation, name: str) -> ReportKind | None:
    """The report with this name, if somebody may read it."""
    return next((kind for kind in kinds_for(user, organisation) if kind.name == name), None)
