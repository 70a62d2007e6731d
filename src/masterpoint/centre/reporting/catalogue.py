"""Every report by name: what it is, who may read it, its usual period, and the function that makes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from masterpoint.centre.billing.tariffs import charges_anything
from masterpoint.centre.records.grades import has_grades
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Organisation
from masterpoint.centre.reporting import announcements, awards, membership
from masterpoint.centre.reporting.periods import Length, Period
from masterpoint.centre.reporting.tables import Report
from masterpoint.core.errors import NotUnderstood, Problem


class ReportKind(NamedTuple):
    """A kind of report."""

    name: str
    title: str
    about: str
    """Its contents in a sentence."""
    make: Callable[[Organisation, Period], Report]
    action: Action = Action.MEMBERS
    """The permission needed to read it."""
    length: Length = "month"
    """The usual period; any other is possible."""
    applies: Callable[[Organisation], bool] = lambda organisation: True
    by_mail: bool = True
    """Whether it may be sent by e-mail. Reports with people's addresses are only on the site."""


def _is_graded(organisation: Organisation) -> bool:
    return has_grades(organisation.federation.scheme)


def _is_charged(organisation: Organisation) -> bool:
    return charges_anything(organisation.federation)


KINDS = (
    ReportKind(
        "events",
        "Events",
        "Every event of the period with the points it gave.",
        awards.events,
        Action.CHARGES,
        applies=lambda organisation: not _is_charged(organisation),
    ),
    ReportKind(
        "events",
        "Events and charges",
        "Every event of the period with the points it gave and what is charged for it.",
        awards.events,
        Action.CHARGES,
        applies=_is_charged,
    ),
    ReportKind(
        "elsewhere",
        "Credits won elsewhere",
        "What home members won at other clubs, congresses and championships, as it was posted.",
        awards.won_elsewhere,
    ),
    ReportKind(
        "promotions",
        "Promotions",
        "Home members who were promoted, with their certificates.",
        announcements.promotions,
    ),
    ReportKind(
        "newsletter",
        "Newsletter",
        "The month in brief, to send round: promotions, most points, new members, events.",
        announcements.newsletter,
    ),
    ReportKind(
        "noticeboard",
        "Noticeboard",
        "A sheet to pin up in the club room.",
        announcements.noticeboard,
    ),
    ReportKind(
        "ranking",
        "Ranking",
        "Totals of all home and alternate members, most points first.",
        membership.ranking,
        length="quarter",
    ),
    ReportKind(
        "printout",
        "Printout to check",
        "What every player won here in the period, for the club to compare with its own results.",
        awards.printout,
        length="quarter",
    ),
    ReportKind(
        "costs",
        "Costs",
        "What the period cost, by kind, the invoices issued and what is owed.",
        awards.costs,
        Action.CHARGES,
        "quarter",
        _is_charged,
    ),
    ReportKind(
        "register",
        "Club player awards register",
        "The register on paper: every player with room for points, and a sheet for other players.",
        membership.register_form,
        length="quarter",
    ),
    ReportKind(
        "status",
        "Player status",
        "What the register and the ledger say about every member: status, rank, grade, points.",
        membership.player_status,
        length="quarter",
    ),
    ReportKind(
        "renewals",
        "Member schedule",
        "Every home member: tick those who do not renew.",
        membership.renewals,
        length="year",
    ),
    ReportKind(
        "contacts",
        "Address list",
        "How to reach home members, and who agrees to optional letters. Keep it confidential.",
        membership.contacts,
        length="year",
        by_mail=False,
    ),
    ReportKind(
        "cards",
        "Registration cards",
        "Cards for new members and changed details; for a whole year, for everybody.",
        membership.cards,
    ),
    ReportKind(
        "grades",
        "Tournament grades",
        "The grades that follow from the ratings of a year, with a certificate for each player.",
        announcements.grades,
        length="year",
        applies=_is_graded,
    ),
)


def reports_for(organisation: Organisation) -> list[ReportKind]:
    """The reports that apply to an organisation, by its book."""
    return [kind for kind in KINDS if kind.applies(organisation)]


def report_named(organisation: Organisation, name: str) -> ReportKind:
    """The report with this name; the error lists the names."""
    kinds = {kind.name: kind for kind in reports_for(organisation)}
    if name not in kinds:
        fix = f"write one of: {', '.join(kinds)}"
        raise NotUnderstood(Problem("report", name, f"{organisation.name} has no such report", fix))
    return kinds[name]
