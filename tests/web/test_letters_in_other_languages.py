"""Every letter in the language nobody speaks: a line without accents that is no data was missed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import override_settings
from django.utils import translation
from tools.translation import pseudo

from answers import existing
from masterpoint.centre.accounts import services as accounts
from masterpoint.centre.accounts.models import Passkey, User
from masterpoint.centre.claiming import letters, mailed_codes
from masterpoint.centre.closing import monthly_letters
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.mail import passwords
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.registry import passkeys, second_factors

pytestmark = pytest.mark.django_db
ADDRESSES = re.compile(r"\S*://\S+|\S+@\S+|\b[A-Z0-9]{4}(-[A-Z0-9]{4})+\b")


@pytest.fixture
def user() -> Iterator[Any]:
    """A player whose letters are in that language."""
    with override_settings(LANGUAGES=[("en-gb", "English"), (pseudo.CODE, "[Pšéúdó]")]):
        pseudo.install()
        yield accounts.set_language(User.objects.get(email="player@ebu.example"), pseudo.CODE)


def letters_of(user: Any, act: Callable[[], object]) -> Any:
    """The letters that an act has written to somebody."""
    before = set(Letter.objects.values_list("pk", flat=True))
    act()
    return list(Letter.objects.filter(to=user.email).exclude(pk__in=before))


def missing_words(letter: Letter, data: Any) -> Any:
    """Words as they were before: in no catalogue, and no data."""
    words = re.findall(r"[^\W\d_]+", ADDRESSES.sub(" ", f"{letter.subject}\n{letter.text}"))
    return [word for word in words if word not in data and len(word) > 1 and word.translate(pseudo.ACCENTS) != word]


def last_month_is_over() -> Any:
    at = existing(Posting.objects.filter(federation="ebu").order_by("-at").first()).at
    return monthly_letters.write_due((at.date().replace(day=1) + timedelta(days=32)).replace(day=1))


def test_no_line_of_a_letter_is_missed(user: Any) -> None:
    person = user.people.get()
    passkey = Passkey(user=user, name="Telephone")
    accounts.set_wants_summary(user, True)
    acts = {
        "password": lambda: passwords.new_password(user, "key", "token"),
        "digits": lambda: letters.send_code(user.email, "123456"),
        "invitation": lambda: letters.invite(person, user.email, "K7QM-3XTP-9WHD"),
        "taken": lambda: letters.write_to_old_account(user, person),
        "passkey added": lambda: passkeys._write(
            passkeys.ADDITION_LETTER, "A passkey was added to your account", passkey
        ),
        "passkey removed": lambda: passkeys._write(
            passkeys.REMOVAL_LETTER, "A passkey was removed from your account", passkey
        ),
        "second factor off": lambda: second_factors._write_letter(user),
    }
    data = set(re.findall(r"\w+", f"{person} {person.federation.name} Masterpoint Telephone"))
    left = {}
    for name, act in acts.items():
        (letter,) = letters_of(user, act)
        left[name] = missing_words(letter, data)
    assert left == {name: [] for name in acts}


def test_the_monthly_letter_says_everything_but_names_in_it(user: Any) -> None:
    accounts.set_wants_summary(user, True)
    (letter,) = letters_of(user, last_month_is_over)
    for english in (
        "What was new",
        "Together",
        "Your points now",
        "Your rank",
        "The next rank",
        "Still needed",
        "with",
    ):
        assert not re.search(rf"(?m)^\s*{english}\b", letter.text), english
    assert "To stop these monthly letters" not in letter.text and "place" not in letter.text


def test_whoever_has_no_account_is_written_to_in_the_language_of_the_page(user: Any) -> None:
    with translation.override(pseudo.CODE):
        letters.send_code("new@home.example", "123456")
    assert Letter.objects.get(to="new@home.example").subject.startswith("[123456 íš ýóúr")
    letters.send_code("other@home.example", "123456")
    assert Letter.objects.get(to="other@home.example").subject == "123456 is your code for Masterpoint"


def test_codes_are_counted_whatever_language_they_are_in(user: Any) -> None:
    for _ in range(mailed_codes.MAX_PER_DAY + 3):
        mailed_codes.send_to_account(user.email)
    assert Letter.objects.filter(to=user.email, kind=letters.CODE).count() == mailed_codes.MAX_PER_DAY
