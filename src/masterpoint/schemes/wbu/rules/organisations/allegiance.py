"""3.1.3: the Area of primary allegiance of a member of several Areas."""

from __future__ import annotations

from datetime import date

from masterpoint.core.derivation import Remark, Step
from masterpoint.core.editions import Worksheet
from masterpoint.core.events import EventModel, Text
from masterpoint.schemes.wbu.rules.handbook import clause, problem, refuse


class Subscription(EventModel, frozen=True, kw_only=True):
    """A WBU subscription paid through an Area."""

    area: Text
    received: date
    """The day the WBU received the payment."""


class AllegianceAsked(EventModel, frozen=True, kw_only=True):
    """The subscriptions a member paid in a year."""

    subscriptions: tuple[Subscription, ...]
    nominated: Text = ""
    """The Area nominated in writing, where there were several."""


def allegiance(asked: AllegianceAsked) -> list[Step | Remark]:
    """The Area paid through; of several the one nominated, otherwise the first payment received."""
    areas = {paid.area for paid in asked.subscriptions}
    found = []
    if not areas:
        message = "no subscription was paid through an Area: a direct member has no Area"
        found.append(problem("3.1.3", "subscriptions", "", message, "give the subscriptions of the year"))
    elif asked.nominated and asked.nominated not in areas:
        message = "no subscription was paid through this Area"
        found.append(
            problem("3.1.3", "nominated", asked.nominated, message, f"nominate one of: {', '.join(sorted(areas))}")
        )
    refuse(found)
    if len(areas) == 1:
        return [Remark(clause("3.1.3"), f"primary allegiance: {areas.pop()}, through which the subscription was paid")]
    if asked.nominated:
        return [Remark(clause("3.1.3"), f"primary allegiance: {asked.nominated}, nominated in writing")]
    first = min(asked.subscriptions, key=lambda paid: paid.received)
    return [Remark(clause("3.1.3"), f"primary allegiance: {first.area}, whose payment was received first")]


SHEET = Worksheet("The Area of primary allegiance", clause("3.1.3"), AllegianceAsked, allegiance)
