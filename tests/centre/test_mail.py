"""Letters: written with what they tell of, sent afterwards to a real mail server or as files, and tried again."""

from __future__ import annotations

import os
import re
import socketserver
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from pytest_django import Settings

import commands
from answers import existing
from centre.making import session_from
from masterpoint.centre.accounts.models import User
from masterpoint.centre.enquiries import services as enquiries
from masterpoint.centre.filing import correcting, services
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.refusals import NotFiled
from masterpoint.centre.mail import services as mail
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.registry import access, offices, own_records, registering
from masterpoint.centre.registry.models import Appointment, Federation, Organisation, Person
from masterpoint.core.events import SessionEvent
from masterpoint.core.parsing import event_from
from masterpoint.schemes import FACTS

NOW = datetime(2026, 11, 15, 22, 30, tzinfo=UTC)


def evening(
    people: list[Person],
    *,
    winners: tuple[int, int] = (0, 1),
    day: date = date(2026, 11, 3),
    name: str = "Tuesday pairs",
) -> SessionEvent:
    order = [*winners, *(index for index in range(len(people)) if index not in winners)]
    entries = [
        {"place": 1 + at // 2, "players": [{"id": people[index].number} for index in order[at : at + 2]]}
        for at in range(0, len(order), 2)
    ]
    fields = {"form": "session", "scheme": "ebu", "day": day, "name": name, "contest": "pairs", "boards": 24}
    return session_from(fields | {"organiser": {"level": "club"}, "lists": [{"entries": entries}]})


ORIGINAL = services.Original(b"as it came", "tuesday.csv", "ranked list")


@pytest.fixture
def players(federation: Federation, club: Organisation) -> list[Person]:
    return [
        registering.register(federation, "Ada", f"Player{index}", on=date(2020, 1, 1), by=None, club=club)
        for index in range(12)
    ]


@pytest.fixture
def filed_evening(club: Organisation, players: list[Person], officer: User) -> Filing:
    return services.file_event(club, evening(players), ORIGINAL, by=officer, choices={}).filing


# What is written, and to whom


def test_whoever_files_gets_a_receipt_that_says_it_all(filed_evening: Filing, settings: Settings) -> None:
    settings.MASTERPOINT_SITE = "https://points.example.org"
    letter = Letter.objects.get()
    assert letter.to == "officer@example.org"
    assert letter.subject == f"Filed: Tuesday pairs, 3 November 2026 ({filed_evening.receipt})"
    for item in (filed_evening.receipt, "Tuesday pairs", "3 November 2026", "Riverside Bridge Club", "for 4 players"):
        assert item in letter.text
    assert "provisional until" in letter.text
    assert f"/filings/{filed_evening.receipt}/" in letter.text
    assert "/account/" in letter.text


def test_filing_the_same_again_writes_no_second_letter(
    filed_evening: Filing, club: Organisation, players: list[Person], officer: User
) -> None:
    assert services.file_event(club, evening(players), ORIGINAL, by=officer, choices={}).filed_before
    assert Letter.objects.count() == 1


def test_those_who_want_no_letters_get_none_and_neither_does_nobody(
    club: Organisation, players: list[Person], officer: User
) -> None:
    officer.wants_letters = False
    services.file_event(club, evening(players), ORIGINAL, by=officer, choices={})
    services.file_event(club, evening(players, day=date(2026, 11, 5)), ORIGINAL, by=None, choices={})
    assert not Letter.objects.exists()


def test_a_filing_that_is_refused_or_undone_leaves_no_letter(
    club: Organisation, players: list[Person], officer: User
) -> None:
    with pytest.raises(NotFiled):
        stranger = event_from(_with_a_stranger(evening(players)), FACTS)
        services.file_event(club, stranger, ORIGINAL, by=officer, choices={})
    with transaction.atomic():
        services.file_event(club, evening(players), ORIGINAL, by=officer, choices={})
        transaction.set_rollback(True)
    assert not Letter.objects.exists()


def _with_a_stranger(event: SessionEvent) -> dict[str, Any]:
    entries: list[dict[str, Any]] = [
        {"place": str(entry.place), "players": [{"id": player.id} for player in entry.players]}
        for entry in event.lists[0].entries
    ]
    entries[0]["players"][0] = {"id": "999999", "name": "A Stranger"}
    event_data = {"form": "session", "scheme": "ebu", "day": event.day, "contest": "pairs", "boards": 24}
    return event_data | {"organiser": {"level": "club"}, "lists": [{"entries": entries}]}


def test_a_correction_is_told_with_its_reason(filed_evening: Filing, players: list[Person], officer: User) -> None:
    correcting.correct(
        filed_evening, evening(players, winners=(4, 5)), ORIGINAL, by=officer, reason="wrong winners", choices={}
    )
    letter = Letter.objects.latest("pk")
    assert letter.subject.startswith("Corrected: Tuesday pairs")
    assert "wrong winners" in letter.text


@pytest.fixture
def asker(db: None, players: list[Person]) -> User:
    user = User.objects.create_user("player@example.org", "a long enough password", name="Pat")
    own_records.give_record(players[0], user, by=None)
    return user


@pytest.fixture
def secretary(db: None, club: Organisation) -> User:
    result = User.objects.create_user("secretary@example.org", "a long enough password", name="Sam")
    offices.appoint(result, club, Appointment.Role.SECRETARY, on=date(2020, 1, 1), by=None)
    return result


def test_a_question_reaches_the_officers_and_the_answer_whoever_asked(
    asker: User, secretary: User, club: Organisation, players: list[Person]
) -> None:
    enquiry = enquiries.ask(players[0], club, date(2026, 11, 3), "Where are my points?", by=asker)
    enquiries.ask(players[0], club, date(2026, 11, 3), "Where are my points?", by=asker)
    letter = Letter.objects.get()
    assert letter.to == secretary.email
    assert "Where are my points?" in letter.text
    assert enquiry.key in letter.text
    enquiries.add_note(enquiry, "They come tonight.", by=secretary)
    answer = Letter.objects.latest("pk")
    assert answer.to == asker.email
    assert "They come tonight." in answer.text
    enquiries.add_note(enquiry, "Thank you!", by=asker)
    assert Letter.objects.latest("pk").to == secretary.email


def test_where_a_club_has_no_officer_the_nearest_above_is_asked(
    asker: User, officer: User, secretary: User, club: Organisation, county: Organisation, players: list[Person]
) -> None:
    Appointment.objects.all().delete()
    offices.appoint(secretary, county, Appointment.Role.SECRETARY, on=date(2020, 1, 1), by=None)
    offices.appoint(officer, existing(county.parent), Appointment.Role.STAFF, on=date(2020, 1, 1), by=None)
    assert access.nearest_officers(access.Action.CORRECT, club) == [secretary]
    Appointment.objects.filter(user=secretary).update(last_day=date(2021, 1, 1))
    assert access.nearest_officers(access.Action.CORRECT, club) == [officer]
    User.objects.filter(pk=officer.pk).update(is_active=False)
    assert access.nearest_officers(access.Action.CORRECT, club) == []
    enquiries.ask(players[0], club, date(2026, 11, 3), "Anybody there?", by=asker)
    assert not Letter.objects.exists()


# Sending, to a mail server that really listens


class Mailbox(socketserver.ThreadingTCPServer):
    """A mail server that keeps what it gets, and refuses whom it is told to refuse."""

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Talk)
        self.got: list[tuple[str, EmailMessage]] = []
        self.refused: set[str] = set()
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Talk(socketserver.StreamRequestHandler):
    server: Mailbox

    def handle(self) -> None:
        self.say("220 here")
        to = ""
        while line := self.rfile.readline().decode().strip():
            match line.upper()[:4]:
                case "RCPT":
                    to = existing(re.search(r"<(.*)>", line)).group(1)
                    self.say("550 nobody of this name" if to in self.server.refused else "250 good")
                case "DATA":
                    self.say("354 go on")
                    data = b""
                    while not data.endswith(b"\r\n.\r\n"):
                        data += self.rfile.readline()
                    self.server.got.append((to, message_from_bytes(data[:-5], policy=policy.default)))
                    self.say("250 kept")
                case "QUIT":
                    self.say("221 bye")
                    return
                case _:
                    self.say("250 good")

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


@pytest.fixture
def mailbox(settings: Settings) -> Iterator[Mailbox]:
    with Mailbox() as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.server_address[:2]
        yield server
        server.shutdown()


@pytest.mark.django_db
class TestSending:
    def test_each_letter_goes_once_and_what_it_said_is_not_kept(self, mailbox: Mailbox) -> None:
        for name in ("ada", "ben"):
            mail.write(f"{name}@example.org", "Hello\nthere", f"Dear {name}, é")
        assert mail.send_due(NOW + timedelta(days=999)) == 2
        assert mail.send_due(NOW + timedelta(days=999)) == 0
        assert [to for to, _ in mailbox.got] == ["ada@example.org", "ben@example.org"]
        message = mailbox.got[0][1]
        assert message["Subject"] == "Hello there"
        assert message["Auto-Submitted"] == "auto-generated"
        assert message.get_content().strip() == "Dear ada, é"
        assert not Letter.objects.exclude(text="").exists()

    def test_an_address_that_is_refused_holds_up_nobody(self, mailbox: Mailbox) -> None:
        mailbox.refused.add("gone@example.org")
        for name in ("gone", "ben"):
            mail.write(f"{name}@example.org", "Hello", "text")
        now = datetime.now(UTC)
        assert mail.send_due(now) == 1
        letter = Letter.objects.get(to="gone@example.org")
        assert letter.tries == 1
        assert "550" in letter.went_wrong
        assert letter.next_try_at == now + timedelta(minutes=1)

    def test_a_letter_waits_longer_each_time_and_is_given_up_in_the_end(self, mailbox: Mailbox) -> None:
        mailbox.refused.add("gone@example.org")
        letter = mail.write("gone@example.org", "Hello", "text")
        now, waits = datetime.now(UTC), []
        for _ in range(mail.MAX_TRIES):
            mail.send_due(now)
            letter.refresh_from_db()
            if letter.next_try_at is not None:
                waits.append(letter.next_try_at - now)
                assert mail.send_due(letter.next_try_at - timedelta(seconds=1)) == 0
                now = letter.next_try_at
        assert waits == [timedelta(minutes=2**item) for item in range(mail.MAX_TRIES - 1)]
        assert (letter.tries, letter.next_try_at, letter.sent_at) == (mail.MAX_TRIES, None, None)

    def test_a_server_that_is_away_costs_one_attempt_and_loses_nothing(self, mailbox: Mailbox) -> None:
        for number in range(5):
            mail.write(f"{number}@example.org", "Hello", "text")
        mailbox.shutdown()
        mailbox.server_close()
        now = datetime.now(UTC)
        assert mail.send_due(now) == 0
        assert sorted(Letter.objects.values_list("tries", flat=True)) == [0, 0, 0, 0, 1]
        assert Letter.objects.filter(next_try_at=None).count() == 0

    def test_what_another_sender_has_taken_is_left_to_it(self, mailbox: Mailbox) -> None:
        letter = mail.write("ada@example.org", "Hello", "text")
        now = datetime.now(UTC)
        claims = mail._claim_due(now)
        assert next(claims) == letter
        assert mail.send_due(now) == 0
        assert mailbox.got == []

    def test_what_is_long_gone_is_cleared_away(self, mailbox: Mailbox) -> None:
        mail.write("ada@example.org", "Hello", "text")
        now = datetime.now(UTC)
        mail.send_due(now)
        mail.send_due(now + timedelta(days=29))
        assert Letter.objects.count() == 1
        mail.send_due(now + timedelta(days=31))
        assert not Letter.objects.exists()


# Settings and the command


def told_by(settings_of: dict[str, str], *names: str) -> Any:
    program = "import django; django.setup(); from django.conf import settings as s; "
    program += f"print(*[repr(getattr(s, name)) for name in {names}])"
    environ = os.environ | {"DJANGO_SETTINGS_MODULE": "masterpoint.centre.settings"} | settings_of
    result = commands.run_program(program, environ)
    assert result.returncode == 0, result.stderr
    return result.stdout.split()


@pytest.mark.parametrize(
    ("address", "port", "encrypted", "at_once"),
    [
        ("smtp://mail.example.org", "25", "False", "False"),
        ("smtp://me:s%40crt@mail.example.org", "587", "True", "False"),
        ("smtp://me:s%40crt@mail.example.org:25", "25", "True", "False"),
        ("smtp://mail.example.org:587", "587", "True", "False"),
        ("smtps://me:s%40crt@mail.example.org", "465", "False", "True"),
    ],
)
def test_a_mail_server_is_one_address_and_no_password_travels_in_the_clear(
    tmp_path: Path, address: str, port: str, encrypted: str, at_once: str
) -> None:
    environ = {"MASTERPOINT_MAIL": address, "MASTERPOINT_HOME": str(tmp_path)}
    names = ("EMAIL_HOST", "EMAIL_PORT", "EMAIL_USE_TLS", "EMAIL_USE_SSL", "EMAIL_HOST_PASSWORD")
    password = "'s@crt'" if "@mail" in address else "''"
    assert told_by(environ, *names) == ["'mail.example.org'", port, encrypted, at_once, password]


def test_without_a_mail_server_letters_become_files(tmp_path: Path, new_database: Callable[..., Any]) -> None:
    environ = os.environ | {
        "MASTERPOINT_HOME": str(tmp_path),
        "MASTERPOINT_DATABASE": new_database("letters"),
        "DJANGO_SETTINGS_MODULE": "masterpoint.centre.settings",
    }
    write = "import django; django.setup(); from masterpoint.centre.mail import services; "
    write += "services.write('ada@example.org', 'Hello', 'Dear Ada')"
    assert commands.run_program(write, environ).returncode == 0
    first, second = (commands.run(["send-mail"], environ) for _ in range(2))
    assert (first.stdout, second.stdout) == ("1 letter sent.\n", "0 letters sent.\n")
    (file,) = (tmp_path / "mail").iterdir()
    assert "Dear Ada" in file.read_text()
