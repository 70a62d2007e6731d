"""Stored versions: their facts as events, and which of them count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from django.db.models import Q, QuerySet

from masterpoint.centre.filing.models import Filing, Version
from masterpoint.centre.proposals.models import Proposal
from masterpoint.core.events import FORMS, AnyEvent
from masterpoint.core.typed_data import convert


def event_of_version(version: Version) -> AnyEvent:
    """The event of a version, as it was filed."""
    return event_from_data(version.event)


def event_from_data(data: Mapping[str, Any]) -> AnyEvent:
    """The event of a version's stored facts."""
    return cast(AnyEvent, convert(data, FORMS[data["form"]], strict=False))


def in_force() -> QuerySet[Version]:
    """Versions that are or were in force, without those that wait for the office or were refused."""
    return Version.objects.filter(Q(proposal=None) | Q(proposal__state=Proposal.State.ACCEPTED))


def current_version(filing: Filing) -> Version:
    """The version in force."""
    return in_force().filter(filing=filing).order_by("-number")[0]


def current_key(filing: Filing) -> Version:
    """The version in force; its large columns are read on access."""
    return in_force().filter(filing=filing).order_by("-number").only("number")[0]
