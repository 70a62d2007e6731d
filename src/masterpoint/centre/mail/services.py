"""All writes of letters: write one, send those that are due, and delete old ones."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import wraps
from typing import NamedTuple, ParamSpec, TypeVar

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language

from masterpoint.centre.accounts.models import User
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.statements import insert
from masterpoint.centre.translation.languages import SOURCE, is_offered
from masterpoint.centre.translation.texts import in_language

MAX_TRIES = 12
FIRST_WAIT = timedelta(minutes=1)
"""Doubled after each try. The last of twelve tries is a day and a half after the first."""
CLAIM_TIME = timedelta(minutes=10)
BATCH_SIZE = 50
log = logging.getLogger("masterpoint.mail")
P = ParamSpec("P")
R = TypeVar("R")


class Attachment(NamedTuple):
    """A PDF that goes with a letter."""

    name: str
    data: bytes


def write(to: str, subject: str, text: str, *, kind: str = "") -> Letter:
    """Put a letter into the outbox, in the current transaction.

    It is in the language of the account with this address or, without an account, in the current one.
    """
    account = User.objects.filter(email=to).only("language").first()
    language = language_of(account) if account is not None else get_language() or SOURCE
    letter = _letter(to, _translate(language, subject), _translate(language, text), kind=kind)
    insert(letter)
    return letter


def write_to(
    user: User | None, subject: str, text: str, attachment: Attachment | None = None, *, stop_address: str = ""
) -> Letter | None:
    """Write to an active account that wants letters, in its language."""
    letter = letter_to(user, subject, text, attachment, stop_address=stop_address)
    if letter is not None:
        insert(letter)
    return letter


def letter_to(
    user: User | None, subject: str, text: str, attachment: Attachment | None = None, *, stop_address: str = ""
) -> Letter | None:
    """A letter that is not saved yet, for `write_all`. It can be prepared before a lock is taken."""
    if user is None or not user.is_active or not user.wants_letters:
        return None
    farewell = f"You can switch these letters off on the page “My account”:\n{address_of('account')}"
    language, body = language_of(user), f"{text}\n\n-- \n{farewell}\n"
    return _letter(
        user.email, _translate(language, subject), _translate(language, body), attachment, stop_address=stop_address
    )


def write_all(letters: Sequence[Letter]) -> None:
    """Put prepared letters into the outbox."""
    Letter.objects.bulk_create(letters, batch_size=BATCH_SIZE)


def _letter(
    to: str, subject: str, text: str, attachment: Attachment | None = None, *, stop_address: str = "", kind: str = ""
) -> Letter:
    return Letter(
        to=to,
        subject=_plain(subject),
        text=text,
        attachment=attachment.data if attachment else None,
        attachment_name=attachment.name if attachment else "",
        stop_address=stop_address,
        kind=kind,
    )


def written_today(user: User, subject: str) -> bool:
    """Whether a letter with this subject was written to somebody today, whether or not it was sent."""
    midnight = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    translated = _plain(_translate(language_of(user), subject))
    return Letter.objects.filter(to=user.email, subject=translated, written_at__gte=midnight).exists()


def language_of(user: User) -> str:
    """The language that somebody chose, if the Centre has it."""
    return user.language if is_offered(user.language) else SOURCE


def _translate(language: str, text: str) -> str:
    with translation.override(language):
        return str(in_language(text))


def _plain(subject: str) -> str:
    return " ".join(subject.split())[:200]


def address_of(page: str, *args: object) -> str:
    """The full address of a page of this Centre."""
    return f"{settings.MASTERPOINT_SITE}{reverse(page, args=args)}"


def load_addresses() -> None:
    """Load the addresses of all pages. Call it before taking a lock under which letters are written.

    In a command they are not loaded yet: the first address loads the whole site, which takes a second or two.
    """
    reverse("home")


def transaction_with_letters(act: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function that may write letters as one transaction. The addresses are loaded before it begins."""

    @wraps(act)
    def in_transaction(*args: P.args, **kwargs: P.kwargs) -> R:
        load_addresses()
        with transaction.atomic():
            return act(*args, **kwargs)

    return in_transaction


def send_due(now: datetime | None = None) -> int:
    """Send the letters that are due, and return how many were sent. A failed letter is tried again later, after longer
    waits.

    If the mail server cannot be reached, the other letters wait for the next round, so that a dead server costs one
    attempt per round, not one per letter.
    """
    moment = now or datetime.now(UTC)
    count = 0
    for letter in _claim_due(moment):
        letter.tries += 1
        is_connected = False
        try:
            with get_connection() as server:
                is_connected = True
                server.send_messages([_message(letter)])
        except Exception as error:  # keep the letter whatever the mail server does
            _note_failure(letter, error, moment)
            if not is_connected:
                break
        else:
            _note_sent(letter, moment)
            count += 1
    Letter.objects.filter(next_try_at=None, written_at__lt=_first_stored_day(moment)).delete()
    return count


def _first_stored_day(now: datetime) -> datetime:
    return now - timedelta(days=settings.MASTERPOINT_LETTER_DAYS)


def _claim_due(now: datetime) -> Iterator[Letter]:
    """Claim each letter that is due. For other senders it is then due much later."""
    for letter in Letter.objects.filter(next_try_at__lte=now).order_by("next_try_at", "pk")[:BATCH_SIZE]:
        rows = Letter.objects.filter(pk=letter.pk, next_try_at=letter.next_try_at)
        if rows.update(next_try_at=now + CLAIM_TIME):
            yield letter


def _message(letter: Letter) -> EmailMessage:
    headers = {"Auto-Submitted": "auto-generated"}
    if letter.stop_address:
        list_headers = {
            "List-Unsubscribe": f"<{letter.stop_address}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
        headers |= list_headers
    message = EmailMessage(letter.subject, letter.text, to=[letter.to], headers=headers)
    if letter.attachment is not None:
        message.attach(letter.attachment_name, bytes(letter.attachment), "application/pdf")
    return message


def _note_sent(letter: Letter, now: datetime) -> None:
    """Mark it as sent and delete its text, which may give access to an account."""
    letter.sent_at, letter.next_try_at, letter.went_wrong = now, None, ""
    letter.text, letter.attachment = "", None
    letter.save(update_fields=["tries", "sent_at", "next_try_at", "went_wrong", "text", "attachment"])


def _note_failure(letter: Letter, error: Exception, now: datetime) -> None:
    letter.went_wrong = f"{type(error).__name__}: {error}"[:300]
    is_last_try = letter.tries >= MAX_TRIES
    letter.next_try_at = None if is_last_try else now + FIRST_WAIT * 2 ** (letter.tries - 1)
    if is_last_try:
        letter.text, letter.attachment = "", None
    letter.save(update_fields=["tries", "next_try_at", "went_wrong", "text", "attachment"])
    log.warning("letter %s, try %s: %s", letter.pk, letter.tries, letter.went_wrong)
