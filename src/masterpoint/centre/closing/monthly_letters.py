"""The monthly letter for players who want it: news of the record, the total, and the next rank."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

from django.core import signing
from django.db import transaction

from masterpoint.centre.accounts import services as accounts
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.news import News, news, points_in_words
from masterpoint.centre.mail import services as mail
from masterpoint.centre.mail.models import MonthlyLetter
from masterpoint.centre.records import queries as records
from masterpoint.centre.registry.models import Person
from masterpoint.core.exact import grouped_text

SALT = "monthly letter"
SUMMARY = """What was new on your record at {person.federation.name} in {month:%B %Y}:

{events}

Together: {together}
Your points now: {total}
{rank}

Your record, with the reason for each figure:
{address}

To stop these monthly letters, open this page and press the button:
{stop}"""


def write_due(today: date | None = None) -> int:
    """Write last month's letters to everybody who wants one and has none yet; returns the number of letters."""
    last_day = (today or datetime.now(UTC).date()).replace(day=1) - timedelta(days=1)
    month = last_day.replace(day=1)
    waiting = Person.objects.filter(
        account__wants_summary=True, account__wants_letters=True, account__is_active=True, merged_into=None
    ).exclude(monthly_letters__month=month)
    people = waiting.select_related("account", "federation").order_by("pk")
    return sum(_write(person, month) for person in people.iterator(chunk_size=200))


@transaction.atomic
def _write(person: Person, month: date) -> bool:
    """Write the letter of a record and a month, once however many processes try. Without news there is none."""
    _, is_new = MonthlyLetter.objects.get_or_create(person=person, month=month)
    user = person.account
    if not is_new or user is None:
        return False
    events = news(person, _midnight(month), _midnight(_next_month(month)), user)
    if not events:
        return False
    stop_address = mail.address_of("stop-monthly-letters", stop_key(user))
    subject = f"Your points in {month:%B %Y}, {person.federation.name}"
    mail.write_to(user, subject, _text(person, month, events, stop_address), stop_address=stop_address)
    return True


def _next_month(month: date) -> date:
    return (month + timedelta(days=32)).replace(day=1)


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def _text(person: Person, month: date, events: list[News], stop_address: str) -> str:
    record = records.record(person)
    ladder = records.edition_of(person.federation, date.today()).ranks
    return SUMMARY.format(
        person=person,
        month=month,
        events="\n\n".join("\n".join(_lines(event)) for event in events),
        together=points_in_words(_net_points(events)) or "0",
        total=grouped_text(records.total_of(ladder, record.holding)),
        rank="\n".join(_rank(record)),
        address=mail.address_of("player", person.federation_id, person.number),
        stop=stop_address,
    )


def _lines(event: News) -> Iterable[str]:
    """The lines about an event: its day and name, the place and the points."""
    yield f"  {event.day:%-d %B %Y}, {event.name}{f', {event.organisation}' if event.organisation else ''}"
    if event.appearance is not None and event.appearance.place:
        partners = ", ".join(partner.name for partner in event.appearance.partners)
        yield f"  place {event.appearance.place}, with {partners}" if partners else f"  place {event.appearance.place}"
    yield f"  {event.points}"


def _net_points(events: list[News]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for event in events:
        for colour, amount in event.amounts.items():
            sums[colour] = sums.get(colour, 0) + amount
    return {colour: amount for colour, amount in sums.items() if amount}


def _rank(record: records.Record) -> Iterable[str]:
    progress = record.standing
    yield f"Your rank: {progress.rank}" if progress.rank else "No rank yet"
    if progress.next_rank:
        yield f"The next rank: {progress.next_rank}"
    for gap in progress.gaps:
        yield f"Still needed: {grouped_text(gap.missing)} {gap.what}"


def stop_key(user: User) -> str:
    """The key in a letter that lets its reader stop these letters without signing in. It is good for nothing else."""
    return signing.dumps([user.pk, user.email], salt=SALT)


def reader_of(key: str) -> User | None:
    """The account of a key; None if it is closed or has another address."""
    try:
        pk, email = signing.loads(key, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return User.objects.filter(pk=pk, email=email, is_active=True).first()


def stop_letters(user: User) -> User:
    return accounts.set_wants_summary(user, False)
