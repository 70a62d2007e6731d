"""The site of a sixth federation: whoever follows its links meets no page that fails."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import resolve, reverse
from pytest_django import DjangoDbBlocker

import databases
from answers import existing
from conftest import add_sixth_federation
from demo_centre import SIZE, UNTIL
from masterpoint.centre import demo
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import Draft, Filing
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.web.templatetags.points import step_value

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("season")]
LINK = re.compile(r'href="(/[^"#]*)')
OF_EACH_KIND = 2
THE_SAME_FOR_ALL = ("/handbooks/", "/calculator/")
JOINED = date(2020, 1, 1)
OFFICE = ("office", "organisations", "queue", "officers", "ledger", "balances", "proposals", "duplicates")


@pytest.fixture(scope="module")
def season(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A season of the sixth federation, filed once."""
    with pytest.MonkeyPatch.context() as monkeypatch, databases.rolled_back(django_db_blocker):
        add_sixth_federation(monkeypatch)
        demo.build(SIZE, UNTIL)
        yield


@pytest.fixture
def league() -> Any:
    return Federation.objects.get(code="abl")


def sign_in(client: Client, role: str) -> Any:
    user = User.objects.get(email=f"{role}@abl.example")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def walk(client: Client, starts: Any, past: Any = ()) -> Any:
    """Follow the links of some pages, a few of each kind, but what begins as one of `past`; the names of all seen."""
    waiting, seen = list(starts), set()
    kinds: Counter[str] = Counter()
    while waiting:
        address = waiting.pop(0)
        if address in seen or "sign-out" in address or address.startswith(past):
            continue
        seen.add(address)
        kind = resolve(address.partition("?")[0]).view_name
        if kinds[kind] >= OF_EACH_KIND:
            continue
        kinds[kind] += 1
        page = client.get(address)
        assert page.status_code in (200, 302), address
        if page.status_code == 200 and "html" in page["Content-Type"]:
            waiting += [
                link.replace("&amp;", "&") for link in LINK.findall(page.content.decode()) if "abl" in link.lower()
            ]
    return set(kinds)


def test_everybody_can_follow_every_link(client: Client, league: Any) -> None:
    filing = existing(Filing.objects.filter(federation="abl", organisation__number="1001").first())
    person = User.objects.get(email="player@abl.example").people.get()
    public = [
        reverse("federation", args=["abl"]),
        reverse("player", args=["abl", person.number]),
        reverse("leaders", args=["abl"]),
        reverse("entry-list", args=["abl"]),
        reverse("book", args=["abl"]),
        reverse("readings", args=["abl"]),
        reverse("scales", args=["abl"]),
        reverse("calculator"),
        *(reverse("work-out", args=["abl", form]) for form in ("session", "tournament")),
    ]
    assert {"club", "player", "calculate", "why"} <= walk(client, public)
    walk(sign_in(client, "player"), [*public, reverse("account")], THE_SAME_FOR_ALL)
    walk(sign_in(client, "scorer"), [reverse("filing", args=[filing.receipt]), reverse("filings")], THE_SAME_FOR_ALL)
    walk(sign_in(client, "secretary"), [reverse("members", args=["abl", "1001"])], THE_SAME_FOR_ALL)
    office = [reverse(name, args=["abl"]) for name in OFFICE]
    office += [
        reverse("adjust", args=["abl", person.number]),
        reverse("bring", args=["abl", person.number, "transfer"]),
        reverse("move", args=["abl", person.number]),
        reverse("month-end", args=["abl", "2026-11"]),
        reverse("year-end", args=["abl", 2025]),
    ]
    walk(sign_in(client, "staff"), office, THE_SAME_FOR_ALL)


def test_the_record_names_its_colours_and_what_the_next_rank_needs(client: Client, league: Any) -> None:
    person = existing(Person.objects.filter(federation=league, lines__colour="black", anonymous=False).first())
    page = sign_in(client, "staff").get(reverse("player", args=["abl", person.number])).content.decode()
    assert "Junior Master" in page and "black" in page


def test_the_calculator_answers_with_its_own_words(client: Client) -> None:
    fields = {"count": "12", "boards": "24", "grade": "club championship"}
    page = client.get(reverse("calculate", args=["abl"]), fields).content.decode()
    assert "Kind of event" in page and "0.90" in page  # 0.10 x 6 tables x 3/2
    assert "ABL Codification 2020" in client.get(reverse("calculator")).content.decode()


def test_the_steps_of_a_ladder_are_decimals_where_they_end(client: Client) -> None:
    """Three quarters of three quarters …: 0.50625 is no 81/160 beside a sentence that says 0.50625."""
    page = client.get(reverse("calculate", args=["abl"]), {"count": "24", "boards": "26"}).content.decode()
    values = re.findall(r"<b>([^<]*)</b>", page)
    assert {"0.50625", "0.16…"} <= set(values)
    assert [value for value in values if "/" in value] == []
    assert [step_value(value) for value in ("1/3", "-81/160", "18", "0.75")] == ["1/3", "-0.50625", "18", "0.75"]


def test_a_file_with_lettered_numbers_is_read_and_filed(client: Client, league: Any) -> None:
    club = league.organisations.get(number="1001")
    people = [
        registering.register(league, "Ada", f"Lettered{n}", on=JOINED, by=None, club=club, number=f"{letter}00000{n}")
        for n in (1, 2)
        for letter in "JKLMNO"
    ]
    rows = [
        f"{place},{item.name},{item.number},{two.name},{two.number}"
        for place, (item, two) in enumerate(zip(people[::2], people[1::2], strict=True), 1)
    ]
    data = "\n".join(["Place,Name 1,National number 1,Name 2,National number 2", *rows]).encode()
    scorer = sign_in(client, "scorer")
    upload = SimpleUploadedFile("tuesday.csv", data)
    scorer.post(reverse("file"), {"organisation": club.pk, "file": upload})
    draft = Draft.objects.get(federation=league)
    page = scorer.post(
        reverse("draft", args=[draft.key]), {"day": "2026-11-12", "boards": "24", "form": "session"}, follow=True
    )
    assert page.status_code == 200
    page = scorer.post(reverse("file-draft", args=[draft.key]), follow=True)
    holdings = [ledger.holding(person) for person in people]
    assert holdings[::2] == [{"black": 30}, {"black": 23}, {"black": 17}, {}, {}, {}], page.content.decode()
