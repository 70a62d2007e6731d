"""All writes of letters: write one, send those that are due, clear away what is long gone."""

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

MOST_TRIES = 12
FIRST_WAIT = timedelta(minutes=1)
"""Doubled after each try: the last of the twelve comes a day and a half after the first."""
CLAIMED_FOR = timedelta(minutes=10)
AT_ONCE = 50
log = logging.getLogger("masterpoint.mail")
P = ParamSpec("P")
R = TypeVar("R")


class Attachment(NamedTuple):
    """A PDF that goes with a letter."""

    name: str
    data: bytes


def write(to: str, subject: str, text: str, *, kind: str = "") -> Letter:
    """Into the outbox, in the transaction that is under way: undone with it, and as quick as a row.

    In the language of the account with this address; where there is none, in the language of whoever asks for it.
    """
    account = User.objects.filter(email=to).only("language").first()
    language = language_of(account) if account is not None else get_language() or SOURCE
    letter = _letter(to, _in(language, subject), _in(language, text), kind=kind)
    insert(letter)
    return letter


def write_to(
    user: User | None, subject: str, text: str, attachment: Attachment | None = None, *, stop: str = ""
) -> Letter | None:
    """To an account that is open and wants letters, in the language it chose."""
    letter = letter_to(user, subject, text, attachment, stop=stop)
    if letter is not None:
        insert(letter)
    return letter


def letter_to(
    user: User | None, subject: str, text: str, attachment: Attachment | None = None, *, stop: str = ""
) -> Letter | None:
    """The same, not written yet: before the lock is taken, for `write_all`."""
    if user is None or not user.is_active or not user.wants_letters:
        return None
    farewell = f"You can switch these letters off on the page “My account”:\n{address_of('account')}"
    language, whole = language_of(user), f"{text}\n\n-- \n{farewell}\n"
    return _letter(user.email, _in(language, subject), _in(language, whole), attachment, stop=stop)


def write_all(letters: Sequence[Letter]) -> None:
    """Letters that are ready go into the outbox."""
    Letter.objects.bulk_create(letters, batch_size=AT_ONCE)


def _letter(
    to: str, subject: str, text: str, attachment: Attachment | None = None, *, stop: str = "", kind: str = ""
) -> Letter:
    return Letter(
        to=to,
        subject=_plain(subject),
        text=text,
        attachment=attachment.data if attachment else None,
        attachment_name=attachment.name if attachment else "",
        stop_address=stop,
        kind=kind,
    )


def written_today(user: User, subject: str) -> bool:
    """Whether a letter of this subject was written to somebody today, sent or not."""
    midnight = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    chosen = _plain(_in(language_of(user), subject))
    return Letter.objects.filter(to=user.email, subject=chosen, written_at__gte=midnight).exists()


def language_of(user: User) -> str:
    """The language somebody chose, if the Centre has it."""
    return user.language if is_offered(user.language) else SOURCE


def _in(language: str, text: str) -> str:
    with translation.override(language):
        return str(in_language(text))


def _plain(subject: str) -> str:
    return " ".join(subject.split())[:200]


def address_of(page: str, *args: object) -> str:
    """Where a page of this Centre is, for people outside it."""
    return f"{settings.MASTERPOINT_SITE}{reverse(page, args=args)}"


def load_addresses() -> None:
    """To be called before the lock is taken where letters are written with it.

    A command knows no page yet: the first address it writes makes it load the whole site, which takes a second or two.
    """
    reverse("home")


def transaction_with_letters(act: Callable[P, R]) -> Callable[P, R]:
    """An act of one transaction that may write letters: what their addresses need is loaded before it begins."""

    @wraps(act)
    def begun(*words: P.args, **more: P.kwargs) -> R:
        load_addresses()
        with transaction.atomic():
            return act(*words, **more)

    return begun


def send_due(now: datetime | None = None) -> int:
    """Send what is due and say how many went. What cannot be sent waits, longer each time.

    When the mail server cannot be reached at all, the others are left for the next round: a dead server costs one
    attempt, not one for each letter.
    """
    moment = now or datetime.now(UTC)
    sent = 0
    for letter in _claimed(moment):
        letter.tries += 1
        reached = False
        try:
            with get_connection() as server:
                reached = True
                server.send_messages([_message(letter)])
        except Exception as error:  # whatever a mail server may do, the letter is kept
            _note_failure(letter, error, moment)
            if not reached:
                break
        else:
            _note_sent(letter, moment)
            sent += 1
    Letter.objects.filter(next_try_at=None, written_at__lt=_kept_since(moment)).delete()
    return sent


def _kept_since(now: datetime) -> datetime:
    return now - timedelta(days=settings.MASTERPOINT_LETTER_DAYS)


def _claimed(now: datetime) -> Iterator[Letter]:
    """Each letter that is due, taken by one sender alone: another one finds it due again only much later."""
    for letter in Letter.objects.filter(next_try_at__lte=now).order_by("next_try_at", "pk")[:AT_ONCE]:
        claimed = Letter.objects.filter(pk=letter.pk, next_try_at=letter.next_try_at)
        if claimed.update(next_try_at=now + CLAIMED_FOR):
            yield letter


def _message(letter: Letter) -> EmailMessage:
    headers = {"Auto-Submitted": "auto-generated"}
    if letter.stop_address:
        stop = {"List-Unsubscribe": f"<{letter.stop_address}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
        headers |= stop
    message = EmailMessage(letter.subject, letter.text, to=[letter.to], headers=headers)
    if letter.attachment is not None:
        message.attach(letter.attachment_name, bytes(letter.attachment), "application/pdf")
    return message


def _note_sent(letter: Letter, now: datetime) -> None:
    """What it said is not kept: it may have held a way into an account."""
    letter.sent_at, letter.next_try_at, letter.went_wrong = now, None, ""
    letter.text, letter.attachment = "", None
    letter.save(update_fields=["tries", "sent_at", "next_try_at", "went_wrong", "text", "attachment"])


def _note_failure(letter: Letter, error: Exception, now: datetime) -> None:
    letter.went_wrong = f"{type(error).__name__}: {error}"[:300]
    given_up = letter.tries >= MOST_TRIES
    letter.next_try_at = None if given_up else now + FIRST_WAIT * 2 ** (letter.tries - 1)
    if given_up:
        letter.text, letter.attachment = "", None
    letter.save(update_fields=["tries", "next_try_at", "went_wrong", "text", "attachment"])
    log.warning("letter %s, try %s: %s", letter.pk, letter.tries, letter.went_wrong)
