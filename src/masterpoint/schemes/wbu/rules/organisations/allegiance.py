"""3.1.3: the Area of primary allegiance of a member of several Areas."""

from __future__ import annotations

from datetime import date
from functools import partial

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark, Step
from masterpoint.core.editions import Worksheet
from masterpoint.core.events import EventModel, Text
from masterpoint.core.sentences import sentence
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.refusals import refuse


class Subscription(EventModel, frozen=True, kw_only=True):
    """A WBU subscription paid through an Area."""

    area: Text
    received: date
    """The day the WBU received the payment."""


class AllegianceFacts(EventModel, frozen=True, kw_only=True):
    """The subscriptions a member paid in a year."""

    subscriptions: tuple[Subscription, ...]
    nominated: Text = ""
    """The Area nominated in writing, where there were several."""


@rule
def allegiance(book: Book, facts: AllegianceFacts) -> list[Step | Remark]:
    """The Area through which the member paid; of several, the one nominated or else the first whose payment arrived."""
    areas = {subscription.area for subscription in facts.subscriptions}
    problems = []
    if not areas:
        message = "no subscription was paid through an Area: a direct member has no Area"
        problems.append(book.problem("subscriptions", "", message, "give the subscriptions of the year", "3.1.3"))
    elif facts.nominated and facts.nominated not in areas:
        message = "no subscription was paid through this Area"
        problems.append(
            book.problem("nominated", facts.nominated, message, f"nominate one of: {', '.join(sorted(areas))}", "3.1.3")
        )
    refuse(problems)
    if len(areas) == 1:
        return [
            book.remark(
                "3.1.3",
                sentence("primary allegiance: {area}, through which the subscription was paid", area=areas.pop()),
            )
        ]
    if facts.nominated:
        return [
            book.remark(
                "3.1.3",
                sentence("primary allegiance: {nominated}, nominated in writing", nominated=facts.nominated),
            )
        ]
    first = min(facts.subscriptions, key=lambda subscription: subscription.received)
    return [
        book.remark(
            "3.1.3",
            sentence("primary allegiance: {area}, whose payment was received first", area=first.area),
        )
    ]


def worksheet(book: Book) -> Worksheet:
    return Worksheet("The Area of primary allegiance", book.clause("3.1.3"), AllegianceFacts, partial(allegiance, book))
