"""A walk through the whole site by people who mean harm: every link and every address, as everybody."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterator
from datetime import date
from html import unescape
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import URLPattern, get_resolver, resolve, reverse
from django.urls.exceptions import Resolver404
from pytest_django import Settings

from answers import Answer, existing
from masterpoint.centre import exporting
from masterpoint.centre.accounts.models import User
from masterpoint.centre.demo import PASSWORD
from masterpoint.centre.enquiries.models import Note
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.people import merging
from masterpoint.centre.registry import access, offices
from masterpoint.centre.registry.models import Federation, Organisation, Person

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"
ALL_AT_ONCE = "player, treasurer, scorer, secretary and staff"
STRANGERS = ("nobody", "scorer@two", "secretary@two", ALL_AT_ONCE)
"""Nobody of these keeps the members of club 1001.

Offices only open doors: whoever holds several sees what each of their holders would, and a link more. What a player, a
treasurer and the staff of another federation see apart, page by page, is in `test_pages`.
"""
EACH = 4
"""So many addresses of one kind are visited: a second player's page hides nobody better than the first's. Whoever holds
an office alone visits one: who holds it beside others has been to the rest."""
BY_ITS_KEY = "stop-monthly-letters"
"""Mail programs send this form: whoever has the key of a letter may end the letters, and nobody else may."""
WITHOUT_PEOPLE = ("/handbooks/", "/calculator/", "/conformance/")


@pytest.fixture
def hidden_player() -> Any:
    return Person.objects.filter(federation="ebu", anonymous=True, home_club__number="1001").first()


def visitor(who: str) -> Any:
    client = Client()
    if who == "nobody":
        return client
    role, at, _ = who.partition("@two")
    if at:
        user = User.objects.create_user(f"{role}@two.example", PASSWORD, name=role)
        appoint(user, "1002", role)
    elif who == ALL_AT_ONCE:
        user = User.objects.get(email="player@ebu.example")
        appoint(user, "1001", "treasurer")
        appoint(user, "1002", "scorer")
        appoint(user, "1002", "secretary")
        User.objects.get(email="staff@nz.example").appointments.update(user=user)
    else:
        user = User.objects.get(email=who)
    client.force_login(user, backend=BACKEND)
    return client


def appoint(user: Any, number: Any, role: str) -> None:
    organisation = Organisation.objects.get(federation="ebu", number=number)
    offices.appoint(user, organisation, role, on=date(2020, 1, 1), by=None)


def walk(client: Client, *, each: Any = EACH, past: Any = ()) -> Iterator[Any]:
    """Every page that can be reached by its links, so many of each kind, but what begins as one of `past`."""
    start = ("/", "/f/ebu/", "/f/ebu/leaders/", "/f/ebu/club/1001/")
    waiting, seen = deque(start), set(start)
    kinds: Counter[str] = Counter()
    while waiting:
        address = waiting.popleft()
        answer = client.get(address)
        yield address, answer
        if "text/html" not in answer.get("Content-Type", ""):
            continue
        for link in map(unescape, re.findall(r'href="(/[^"#]*)', answer.content.decode())):
            if link in seen or link.startswith(past):
                continue
            seen.add(link)
            kind = kind_of(link.partition("?")[0])
            if kind and kinds[kind] < each:
                kinds[kind] += 1
                waiting.append(link)


def kind_of(path: str) -> Any:
    try:
        return resolve(path).url_name
    except Resolver404:
        return ""


@pytest.mark.parametrize("who", STRANGERS)
def test_neither_a_link_nor_a_guess_meets_an_anonymous_member_or_an_open_door(who: str, hidden_player: Person) -> None:
    """Pages that read nothing of people are the same for every stranger: nobody walks them, others pass them by."""
    client = visitor(who)
    past, each = () if who == "nobody" else WITHOUT_PEOPLE, 1 if "@" in who else EACH
    queries: list[str] = []
    seen = set()

    def note_statement(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        queries.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(note_statement):
        for address, answer in walk(client, each=each, past=past):
            meets_nobody(address, answer, hidden_player)
            assert not address.startswith(WITHOUT_PEOPLE) or not any("person" in sql for sql in queries), address
            queries.clear()
            seen.add(address)
    assert len(seen) > 30
    assert who != "nobody" or len([address for address in seen if address.startswith(WITHOUT_PEOPLE)]) > 20
    guess(client, hidden_player, lambda address: address in seen or address.startswith(past))


def meets_nobody(address: str, answer: Any, hidden_player: Person) -> None:
    assert answer.status_code < 500, address
    text = answer.getvalue().decode(errors="replace")
    assert hidden_player.name not in text, address
    assert f"/{hidden_player.federation_id}/player/{hidden_player.number}/" not in text, address
    policy = answer["Content-Security-Policy"]
    assert "unsafe" not in policy and "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    elsewhere = re.findall(r'(?:src|href|action)="((?:https?:)?//[^"]*)', text)
    assert all(f"{link}/".startswith(f"{settings.MASTERPOINT_SITE}/") for link in elsewhere), (address, elsewhere)


def guess(client: Client, hidden_player: Person, looked_at: Any) -> None:
    """Every address of the site, but those looked at already: none fails, and none names the anonymous member."""
    for name, address in addresses():
        if name == "sign-out":
            continue
        methods: list[Callable[..., Answer]] = [client.post] if looked_at(address) else [client.get, client.post]
        for method in methods:
            answer = method(address)
            assert answer.status_code < 500, (name, address)
            assert hidden_player.name not in answer.getvalue().decode(errors="replace"), name


def addresses(text: str = "1001", number: str = "1") -> Iterator[Any]:
    """Every address of the site with something in each of its places."""
    fillings = {"slug": "ebu", "str": text, "int": number}
    for pattern in get_resolver().url_patterns:
        if isinstance(pattern, URLPattern):
            yield (
                pattern.name,
                "/" + re.sub(r"<(?:(\w+):)?\w+>", lambda m: fillings[m[1] or "str"], str(pattern.pattern)),
            )


def test_a_number_that_no_database_takes_is_no_fault() -> None:
    client, number = visitor("staff@ebu.example"), str(2**63)
    for name, address in addresses(number=number):
        if number in address:
            for ask in (client.get, client.post):
                assert ask(address).status_code < 500, (name, address)


@pytest.mark.parametrize("who", ["nobody", "staff@ebu.example"])
def test_no_nul_character_comes_to_the_database(who: str) -> None:
    """PostgreSQL takes none: wherever one came through, the page was a fault."""
    client = visitor(who)

    def refuse(execute: Callable[..., Any], sql: str, values: Any, *rest: Any) -> Any:
        assert "\0" not in "".join(map(str, values or ())), sql
        return execute(sql, values, *rest)

    with connection.execute_wrapper(refuse):
        for name, address in addresses("10%0001"):
            for ask in (client.get, client.post):
                statuses = (404, 405, 302) if "%00" in address else (200, 302, 400, 403, 404, 405)
                assert ask(address).status_code in statuses, (name, address)
        for address in ("/f/ebu/leaders/", "/find/", "/f/ebu/search/", "/office/ebu/ledger/", "/members/ebu/1/"):
            fields = {"q": "a\0b", "within": "10\0001", "rank": "\0", "colour": "\0", "a\0": "b"}
            assert client.get(address, fields).status_code in (200, 302, 404), address


def test_forms_are_read_without_nul_characters(client: Client) -> None:
    user = User.objects.get(email="player@ebu.example")
    client.force_login(user, backend=BACKEND)
    club, person = Organisation.objects.get(federation="ebu", number="1001"), user.people.get()
    fields = {"organisation": club.pk, "day": "2026-11-03", "text": "Where\0 are they?", "fil\0ing": "\0"}
    client.post(reverse("missing", args=["ebu", person.number]), fields)
    assert Note.objects.get().text == "Where are they?"


@pytest.mark.parametrize("who", ["nobody", "staff@ebu.example"])
def test_no_address_takes_a_form_that_another_site_sent(who: str) -> None:
    client = visitor(who)
    client.handler.enforce_csrf_checks = True
    for name, address in addresses():
        expected = 404 if name == BY_ITS_KEY else 403
        assert client.post(address, {"text": "x"}).status_code == expected, name


@pytest.mark.parametrize(
    "target",
    [
        "//elsewhere.example/",
        "https://elsewhere.example/",
        "https:elsewhere.example",
        "/\\elsewhere.example",
        "\\\\elsewhere.example",
        "javascript:alert(1)",
        "http:///elsewhere.example",
        " //elsewhere.example",
    ],
)
def test_nobody_is_sent_to_another_site(client: Client, target: str) -> None:
    fields = {"username": "scorer@ebu.example", "password": PASSWORD, "next": target}
    assert client.post(f"{reverse('sign-in')}", fields)["Location"] == "/"
    assert client.get(reverse("sign-in"), {"next": target})["Location"] == "/"


def test_a_session_from_before_signing_in_opens_nothing(client: Client) -> None:
    client.get(reverse("sign-in"))
    session = client.session
    session["planted"] = True
    session.save()
    client.cookies["sessionid"] = existing(session.session_key)
    client.post(reverse("sign-in"), {"username": "scorer@ebu.example", "password": PASSWORD})
    assert client.cookies["sessionid"].value != session.session_key
    thief = Client()
    thief.cookies["sessionid"] = existing(session.session_key)
    assert thief.get(reverse("account")).status_code == 302


def test_what_a_signed_in_account_saw_stays_in_no_cache(client: Client) -> None:
    client.force_login(User.objects.get(email="secretary@ebu.example"), backend=BACKEND)
    for address in (reverse("members", args=["ebu", "1001"]), reverse("filings"), reverse("account")):
        assert "no-store" in client.get(address)["Cache-Control"]


def test_a_made_up_host_is_refused(client: Client) -> None:
    assert client.get("/", headers={"host": "elsewhere.example"}).status_code == 400


class TestThrottle:
    def attempts(self, client: Client, count: int, **headers: Any) -> Any:
        fields = {"username": "scorer@ebu.example", "password": "wrong"}
        return [
            client.post(
                reverse("sign-in"), fields, headers={name: value.format(item) for name, value in headers.items()}
            )
            for item in range(count)
        ]

    def locked(self, client: Client, **options: Any) -> Any:
        fields = {"username": "scorer@ebu.example", "password": PASSWORD}
        return client.post(reverse("sign-in"), fields, **options).status_code == 429

    def test_a_made_up_sender_is_no_new_chance(self, client: Client) -> None:
        self.attempts(client, 7, **{"X-Forwarded-For": "10.0.0.{}", "X-Real-IP": "10.0.1.{}"})
        assert self.locked(client)

    def test_behind_our_proxy_the_one_it_saw_counts_and_others_are_not_kept_out(
        self, client: Client, settings: Settings
    ) -> None:
        settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
        self.attempts(client, 7, **{"X-Forwarded-For": "10.0.0.{}, 192.0.2.1"})
        assert self.locked(client, headers={"X-Forwarded-For": "10.9.9.9, 192.0.2.1"})
        assert not self.locked(client, headers={"X-Forwarded-For": "192.0.2.2"})

    def test_another_address_of_one_household_is_no_new_chance(self, client: Client) -> None:
        fields = {"username": "scorer@ebu.example", "password": "wrong"}
        for item in range(7):
            client.post(reverse("sign-in"), fields, REMOTE_ADDR=f"2001:db8::{item}")
        assert self.locked(client, REMOTE_ADDR="2001:db8::ffff")
        assert not self.locked(client, REMOTE_ADDR="2001:db8:0:1::1")


def test_an_old_weaker_password_is_kept_anew_at_the_next_sign_in(client: Client, settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
    from argon2 import PasswordHasher

    weak = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1).hash("a long enough password")
    user = User.objects.create_user("old@example.org", name="Old")
    User.objects.filter(pk=user.pk).update(password=f"argon2{weak}")
    fields = {"username": "old@example.org", "password": "a long enough password"}
    assert client.post(reverse("sign-in"), fields).status_code == 302
    user.refresh_from_db()
    assert user.password.startswith("argon2$argon2id$") and "m=1024," not in user.password


class TestAnonymous:
    """A choice that holds wherever the person stands."""

    @pytest.fixture
    def merged_record(self, hidden_player: Person) -> Any:
        """Somebody's record that turns out to be another one of the anonymous member's."""
        line = existing(Line.objects.filter(
            person__federation="ebu", person__anonymous=False, award__isnull=False, posting__version__isnull=False
        ).exclude(person__account__isnull=False).first())  # fmt: skip
        staff = User.objects.get(email="staff@ebu.example")
        merging.merge(line.person, hidden_player, by=staff, reason="one person")
        return line

    def test_a_record_joined_to_theirs_does_not_lead_to_them(
        self, client: Client, merged_record: Any, hidden_player: Person
    ) -> None:
        answer = client.get(reverse("player", args=["ebu", merged_record.person.number]))
        assert answer.status_code == 404

    def test_a_record_joined_to_theirs_is_not_named_beside_a_partner(self, client: Client, merged_record: Any) -> None:
        partner = existing(
            Line.objects.filter(posting=merged_record.posting, award=merged_record.award)
            .exclude(person=merged_record.person)
            .first()
        )
        page = client.get(reverse("why", args=["ebu", partner.person.number, partner.pk]))
        assert page.status_code == 200
        assert merged_record.person.name not in page.content.decode()
        data = client.get(f"/api/v1/federations/ebu/players/{partner.person.number}/lines/{partner.pk}")
        assert merged_record.person.name not in data.content.decode()

    def test_the_export_names_nobody_who_is_anonymous(self, hidden_player: Person, merged_record: Any) -> None:
        text = str(list(exporting.lines(Federation.objects.get(code="ebu"))))
        assert hidden_player.name not in text
        assert merged_record.person.name not in text
        assert hidden_player.number in text, "the number stays: without it nobody could add up the lines"


def test_staff_of_a_county_are_not_staff_of_the_federation(client: Client) -> None:
    user = User.objects.create_user("county@example.org", PASSWORD, name="County")
    county = Organisation.objects.filter(federation="ebu").exclude(parent=None).exclude(level="club").first()
    county = county or Organisation.objects.get(federation="ebu", number="1001")
    offices.appoint(user, county, "staff", on=date(2020, 1, 1), by=None)
    assert access.federations_for(user) == []
    client.force_login(user, backend=BACKEND)
    assert client.get(reverse("office", args=["ebu"])).status_code == 404
    assert client.post(reverse("month", args=["ebu"]), {"month": "2026-11"}).status_code == 404


def test_in_production_everything_is_encrypted(settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    settings.SECURE_HSTS_SECONDS = 31_536_000
    client = Client()
    assert client.get("/")["Location"].startswith("https://")
    answer = client.get(reverse("sign-in"), secure=True)
    assert answer["Strict-Transport-Security"].startswith("max-age=31536000")
    answer = client.post(reverse("sign-in"), {"username": "scorer@ebu.example", "password": PASSWORD}, secure=True)
    for cookie in ("sessionid", "csrftoken"):
        assert answer.cookies[cookie]["secure"] and answer.cookies[cookie]["httponly"]
        assert answer.cookies[cookie]["samesite"] in ("Lax", "Strict")
