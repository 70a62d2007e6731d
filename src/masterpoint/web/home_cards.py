"""Cards on the home page for tasks that wait for a user, by the user's offices."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from django.urls import reverse

from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import accounts
from masterpoint.centre.billing.tariffs import charges_anything, charging_of
from masterpoint.centre.enquiries import queries as enquiries
from masterpoint.centre.enquiries.models import Enquiry
from masterpoint.centre.filing import queries
from masterpoint.centre.filing.models import Draft, Filing
from masterpoint.centre.proposals import services as proposals
from masterpoint.centre.records import queries as records
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.exact import grouped_text
from masterpoint.core.ranks import Gap
from masterpoint.web.templatetags.money import money

CARDS_SHOWN = 12
"""The number of organisations whose accounts and months are shown. Users with more have their own page for it."""


class Card(NamedTuple):
    """A waiting task, and the page for it."""

    title: str
    address: str
    text: str


def cards_of(user: User) -> list[Card]:
    """The cards of a user, by the user's offices. No card links to a page that would be refused."""
    return [*_own_record(user), *_office(user), *_clubs(user), *_questions(user), *_drafts(user), *_due(user)]


def _own_record(user: User) -> list[Card]:
    people = list(user.people.select_related("federation").order_by("federation"))
    return [
        Card(
            "My record" if len(people) == 1 else f"My record at {person.federation.name}",
            reverse("player", args=[person.federation_id, person.number]),
            _progress_text(person),
        )
        for person in people
    ]


def _progress_text(person: Person) -> str:
    """The progress to the next rank, such as `District Master, 2105 points. 395 more points for County Master.`"""
    record = records.record(person)
    total = records.total_of(records.edition_of(person.federation, date.today()).ranks, record.holding)
    text = f"{person.rank or 'No rank yet'}, {grouped_text(total)} {'point' if total == 1 else 'points'}."
    gaps = record.standing.gaps
    if not gaps:
        return text
    points = " and ".join(f"{grouped_text(gap.missing)} more {_points_text(gap)}" for gap in gaps)
    return f"{text} {points} for {record.standing.next_rank}."


def _points_text(gap: Gap) -> str:
    points = "point" if gap.missing == 1 else "points"
    return points if gap.what == "total" else f"{gap.what} {points}"


def _office(user: User) -> list[Card]:
    return [card for federation in access.federations_for(user) for card in _office_of(federation)]


def _office_of(federation: Federation) -> list[Card]:
    """The queue, the decisions and the month."""
    waiting = queries.waiting(federation)
    count, oldest = waiting.count(), waiting.order_by("day").first()
    proposed = proposals.waiting(federation).count()
    cards = [
        Card(
            f"Queue of {federation.name}",
            reverse("queue", args=[federation.code]),
            f"{_count(count, 'filing waits', 'filings wait')} to be approved.",
        ),
        Card(
            "Decisions",
            reverse("proposals", args=[federation.code]),
            f"{_count(proposed, 'decision', 'decisions')} to confirm.",
        ),
    ]
    if oldest is not None:
        cards.append(_month_of(federation, oldest.day.replace(day=1)))
    return cards


def _month_of(federation: Federation, first_day: date) -> Card:
    """The first month with a filing that is not official."""
    is_over = first_day < date.today().replace(day=1)
    next_step = "It is over and can be closed." if is_over else "It can be closed when it is over."
    address = reverse("month-end", args=[federation.code, f"{first_day:%Y-%m}"])
    return Card(f"{first_day:%B %Y}", address, f"The first month that is still open. {next_step}")


def _clubs(user: User) -> list[Card]:
    """The month of each club whose members the user manages. The office has its own pages."""
    if access.federations_for(user):
        return []
    first_day = date.today().replace(day=1)
    cards = []
    for club in access.organisations_for(user, Action.MEMBERS)[:CARDS_SHOWN]:
        filed = club.filings.filter(day__gte=first_day)
        provisional = filed.filter(state=Filing.State.PROVISIONAL).count()
        address = reverse("club-month", args=[club.federation_id, club.number, f"{first_day:%Y-%m}"])
        text = f"{_count(filed.count(), 'session', 'sessions')} filed, {provisional} not official yet."
        cards.append(Card(f"{first_day:%B %Y} at {club.name}", address, text))
    return cards


def _questions(user: User) -> list[Card]:
    """Questions to answer, for users who may answer them."""
    open_questions = enquiries.to_answer(user).filter(state=Enquiry.State.OPEN).count()
    if not open_questions and not access.organisations_for(user, Action.MEMBERS):
        return []
    return [Card("Questions", reverse("enquiries"), f"{_count(open_questions, 'question', 'questions')} to answer.")]


def _drafts(user: User) -> list[Card]:
    drafts = Draft.objects.filter(user=user).count()
    if not drafts:
        return []
    return [Card("Not yet filed", reverse("file"), f"{_count(drafts, 'file waits', 'files wait')} for your decision.")]


def _due(user: User) -> list[Card]:
    """What is due from organisations whose accounts the user manages. Finance has its own page."""
    finance = [row for row in access.federations_for(user, Action.BILLING) if charges_anything(row)]
    if finance:
        return [
            Card(
                f"Finance of {federation.name}",
                reverse("finance", args=[federation.code]),
                "Invoices, payments and what is owed.",
            )
            for federation in finance
        ]
    today = date.today()
    cards = []
    organisations = access.organisations_for(user, Action.CHARGES)
    for organisation in [row for row in organisations if charges_anything(row.federation)][:CARDS_SHOWN]:
        ageing = accounts.ageing_of(organisation, accounts.account_state(organisation, today), today)
        currency = charging_of(organisation.federation).currency
        due = f"{money(ageing.not_due + ageing.total_overdue, currency)} to pay"
        overdue = f", {money(ageing.total_overdue, currency)} of it overdue" if ageing.total_overdue else ""
        address = reverse("club-account", args=[organisation.federation_id, organisation.number])
        cards.append(Card(f"Account of {organisation.name}", address, f"{due}{overdue}."))
    return cards


def _count(number: int, singular: str, plural: str) -> str:
    return f"{number} {singular if number == 1 else plural}"
