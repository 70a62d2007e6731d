"""The menu offers what a reader may do; every page says where it stands."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from masterpoint.centre.accounts.models import User
from masterpoint.web import breadcrumbs
from masterpoint.web.navigation import sections_for

BACKEND = "django.contrib.auth.backends.ModelBackend"
pytestmark = pytest.mark.django_db


def user_named(name: str) -> User:
    return User.objects.get(email=f"{name}@ebu.example")


def texts(user: User | None, path: str = "/") -> dict[str, list[str]]:
    return {section.text: [item.text for item in section.items] for section in sections_for(user, path)}


def test_a_visitor_has_four_pages() -> None:
    assert list(texts(None)) == ["Check a file", "Calculator", "Handbooks", "Sign in"]


@pytest.mark.parametrize(
    ("who", "offered", "kept_back"),
    [
        ("scorer", {"Results"}, {"Office", "Charges", "Members"}),
        ("secretary", {"Results", "Members", "Charges", "Questions"}, {"Office"}),
        ("treasurer", {"Charges", "Members"}, {"Office"}),
        ("staff", {"Results", "Members", "Charges", "Office", "Questions"}, set()),
    ],
)
def test_a_section_is_there_for_those_who_may(client: Client, who: str, offered: set[str], kept_back: set[str]) -> None:
    user = user_named(who)
    sections = texts(user)
    assert offered <= set(sections)
    assert not kept_back & set(sections)
    client.force_login(user, backend=BACKEND)
    for section in sections_for(user, "/"):
        for item in section.items:
            assert client.get(item.address).status_code in (200, 302), item


def test_a_scorer_reaches_the_sheets_where_the_federation_has_some(client: Client) -> None:
    scorer = User.objects.get(email="scorer@nz.example")
    assert "Sheets" in texts(scorer)["Results"] and "Sheets" not in texts(user_named("scorer"))["Results"]
    client.force_login(scorer, backend=BACKEND)
    (address,) = (item.address for part in sections_for(scorer, "/") for item in part.items if item.text == "Sheets")
    assert client.get(address).status_code == 200


def test_the_menu_marks_the_nearest_page() -> None:
    sections = sections_for(user_named("staff"), "/office/ebu/queue/")
    assert [section.text for section in sections if section.is_current] == ["Office"]
    assert [item.text for section in sections for item in section.items if item.is_current] == ["Queue"]


def test_the_way_to_a_page_leads_from_the_first_page_down(client: Client) -> None:
    client.force_login(user_named("staff"), backend=BACKEND)
    page = client.get("/office/ebu/ledger/balances/").content.decode()
    way = re.search(r'<nav class="crumbs".*?</nav>', page, re.S)
    assert way is not None
    assert re.findall(r'href="([^"]*)"', way.group()) == ["/", "/office/ebu/", "/office/ebu/ledger/"]


def test_every_page_above_is_a_page_of_the_list() -> None:
    fixed = {page.parent for page in breadcrumbs.PAGES.values() if isinstance(page.parent, str)}
    assert fixed - {""} <= set(breadcrumbs.PAGES)
