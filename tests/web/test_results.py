"""The results of every session, as everybody may see them."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from centre.making import ORIGINAL
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import correcting, ending, services
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.core.boards import Board, Contract, Traveller
from masterpoint.core.deals import Deal, Hand
from masterpoint.core.parsing import event_from
from masterpoint.core.results import Entry, Ranking, Results
from masterpoint.core.results import Player as FilePlayer
from masterpoint.formats import WRITERS
from masterpoint.schemes import FACTS

DEAL = Deal(
    7,
    Hand("KJT65", "98742", "Q", "J3"),
    Hand("A", "5", "KJT875", "K9542"),
    Hand("Q", "KT63", "9643", "QT86"),
    Hand("987432", "AQJ", "A2", "A7"),
)
pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Organisation:
    return Organisation.objects.get(federation="ebu", number="1001")


@pytest.fixture
def scorer() -> User:
    return User.objects.get(email="scorer@ebu.example")


@pytest.fixture
def pairs(club: Organisation) -> list[tuple[Person, Person]]:
    people = list(Person.objects.filter(home_club=club, anonymous=False).order_by("pk")[:12])
    return [(people[index], people[index + 1]) for index in range(0, 12, 2)]


def evening(pairs: list[tuple[Person, Person]], scores: tuple[str, ...] = ()) -> dict[str, Any]:
    entries = [{"place": place, "players": [_player(person) for person in pair]} for place, pair in enumerate(pairs, 1)]
    for entry, score in zip(entries, scores, strict=False):
        entry["score"] = score
    return {
        "form": "session",
        "scheme": "ebu",
        "day": "2026-11-12",
        "name": "Thursday pairs",
        "contest": "pairs",
        "boards": 24,
        "organiser": {"level": "club"},
        "lists": [{"entries": entries}],
    }


def _player(person: Person) -> dict[str, str]:
    return {"id": person.number, "name": person.name}


def file_session(
    pairs: list[tuple[Person, Person]], club: Organisation, scorer: User, scores: tuple[str, ...] = ()
) -> Filing:
    return services.file_event(club, event_from(evening(pairs, scores), FACTS), ORIGINAL, by=scorer, choices={}).filing


def page_text(client: Client, filing: Filing, name: str = "result", *args: int) -> str:
    answer = client.get(reverse(name, args=["ebu", filing.receipt, *args]))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_places_scores_players_and_points(
    client: Client, pairs: list[tuple[Person, Person]], club: Organisation, scorer: User
) -> None:
    """Six pairs at a club, EBU 4.1: two earn, 12 and 6; the others nothing, and that has its reason too."""
    filing = file_session(pairs, club, scorer, ("62.50", "55", "51.39"))
    page = page_text(client, filing)
    assert "Thursday 12 November 2026" in page and "Provisional" in page
    for pair in pairs:
        for person in pair:
            assert f'<a href="{reverse("player", args=["ebu", person.number])}">{person.name}</a>' in page
    assert "62.50" in page and "51.39" in page
    assert "12 local" in page and "6 local" in page and "0 local" in page
    assert filing.receipt in page and scorer.name not in page


def test_the_points_open_to_their_reason_nothing_included(
    client: Client, pairs: list[tuple[Person, Person]], club: Organisation, scorer: User
) -> None:
    filing = file_session(pairs, club, scorer)
    first, last = (page_text(client, filing, "result-why", index) for index in (0, 5))
    assert "Why 12 local?" in first and "1st of 6 pairs" in first and pairs[0][0].name in first
    assert "Why 0 local?" in last
    assert (
        "6th of 6 pairs: 3 full tables; 24 boards: a third of the field, 2 places, earn; awards end at place 2" in last
    )
    assert client.get(reverse("result-why", args=["ebu", filing.receipt, 6])).status_code == 404


def test_the_anonymous_have_no_name(
    client: Client, pairs: list[tuple[Person, Person]], club: Organisation, scorer: User
) -> None:
    filing, hidden = file_session(pairs, club, scorer), pairs[0][0]
    Person.objects.filter(pk=hidden.pk).update(anonymous=True)
    for page in (page_text(client, filing), page_text(client, filing, "result-why", 0)):
        assert hidden.name not in page and "Anonymous member" in page and pairs[0][1].name in page
    secretary = User.objects.get(email="secretary@ebu.example")
    client.force_login(secretary, backend="django.contrib.auth.backends.ModelBackend")
    assert hidden.name in page_text(client, filing)


def test_whoever_plays_under_the_number_for_visitors_is_a_guest(client: Client) -> None:
    """NZ E9 7c: 99900 stands for anybody who is no member."""
    club = Organisation.objects.get(federation="nz", number="1001")
    people = list(Person.objects.filter(home_club=club, anonymous=False).order_by("pk")[:11])
    entries: list[dict[str, Any]] = [
        {"place": place, "players": [_player(person) for person in people[2 * place - 2 : 2 * place]]}
        for place in range(1, 7)
    ]
    entries[-1]["players"].append({"id": "99900", "name": "Gus Guesterson"})
    raw = evening([]) | {"scheme": "nz", "lists": [{"entries": entries}]}
    scorer = User.objects.get(email="scorer@nz.example")
    filing = services.file_event(club, event_from(raw, FACTS), ORIGINAL, by=scorer, choices={}).filing
    page = client.get(reverse("result", args=["nz", filing.receipt])).content.decode()
    assert "Guesterson" not in page and "Guest" in page and people[10].name in page


def test_a_correction_says_what_changed(
    client: Client, pairs: list[tuple[Person, Person]], club: Organisation, scorer: User
) -> None:
    filing = file_session(pairs, club, scorer)
    swapped = [pairs[1], pairs[0], *pairs[2:]]
    event = event_from(evening(swapped), FACTS)
    correcting.correct(filing, event, ORIGINAL, by=scorer, reason="read the wrong way round", choices={})
    page = page_text(client, filing)
    assert "points changed for 4 players" in page
    assert f"{pairs[1][0].name}: 6 became 12 local" in page
    assert f"{pairs[0][0].name}: 12 became 6 local" in page
    assert "wrong way round" not in page


def test_what_was_withdrawn_shows_nobody(
    client: Client, pairs: list[tuple[Person, Person]], club: Organisation, scorer: User
) -> None:
    filing = file_session(pairs, club, scorer)
    ending.withdraw(filing, by=User.objects.get(email="secretary@ebu.example"), reason="not played")
    page = page_text(client, filing)
    assert "no longer count" in page and "not played" not in page
    assert not any(person.name in page for pair in pairs for person in pair)
    assert client.get(reverse("result-why", args=["ebu", filing.receipt, 0])).status_code == 404
    sessions = client.get(reverse("sessions", args=["ebu", "1001"])).content.decode()
    assert filing.receipt not in sessions


def test_results_of_another_federation_are_not_under_this_one(
    client: Client, pairs: list[tuple[Person, Person]], club: Organisation, scorer: User
) -> None:
    filing = file_session(pairs, club, scorer)
    assert client.get(reverse("result", args=["nz", filing.receipt])).status_code == 404


def test_a_clubs_sessions_by_year(client: Client, club: Organisation) -> None:
    page = client.get(reverse("sessions", args=["ebu", "1001"]) + "?year=2026")
    rows = page.context["page"].object_list
    assert rows and all(filing.day.year == 2026 for filing in rows)
    assert not client.get(reverse("sessions", args=["ebu", "1001"]) + "?year=1999").context["page"].object_list


def test_the_statement_names_place_and_partner_as_far_as_they_may_be_seen(
    client: Client, pairs: list[tuple[Person, Person]], club: Organisation, scorer: User
) -> None:
    filing = file_session(pairs, club, scorer)
    winner, partner = pairs[0]
    address = reverse("player", args=["ebu", winner.number])
    page = " ".join(client.get(address).content.decode().split())
    assert f'href="{reverse("result", args=["ebu", filing.receipt])}"' in page
    assert "Place 1, with " in page and f">{partner.name}</a>" in page
    assert 'aria-label="Why 12 local? Thursday pairs, 12 Nov 2026"' in page
    Person.objects.filter(pk=partner.pk).update(anonymous=True)
    assert "Place 1, with Anonymous member" in " ".join(client.get(address).content.decode().split())


def test_the_boards_of_the_file_with_names_that_may_be_seen(
    client: Client, pairs: list[tuple[Person, Person]], club: Organisation, scorer: User
) -> None:
    """Pair 1 bid four spades doubled and made ten tricks against pair 2; pair 2's first player is anonymous."""
    entries = tuple(
        Entry(str(number), tuple(FilePlayer(person.name, person.number) for person in pair), str(number), number)
        for number, pair in enumerate(pairs, 1)
    )
    line = Traveller("1", "2", Contract(4, "S", 2), "N", 10, "HT", 790, ns_points=Decimal(2), ew_points=Decimal(0))
    results = Results(format="x", source="x", rankings=(Ranking(entries),), boards=(Board(7, (line,)),), deals=(DEAL,))
    original = services.Original(WRITERS["json"].write(results), "thursday.json", "Masterpoint results")
    filing = services.file_event(club, event_from(evening(pairs), FACTS), original, by=scorer, choices={}).filing
    Person.objects.filter(pk=pairs[1][0].pk).update(anonymous=True)
    assert reverse("result-boards", args=["ebu", filing.receipt]) in page_text(client, filing)
    page = page_text(client, filing, "result-boards")
    assert "South deals; vulnerable: all." in page and "KJT65" in page
    assert "Board 7" in page and "4SX" in page and "+790" in page and "HT" in page
    assert f"1. {pairs[0][0].name} &amp; {pairs[0][1].name}" in page
    assert pairs[1][0].name not in page and f"2. Anonymous member &amp; {pairs[1][1].name}" in page
    cells = re.findall(r"<td[^>]*>", page)
    unnamed = [cell for cell in cells if "data-label=" not in cell]
    assert unnamed == ['<td class="head">', '<td class="side number">'], "on a phone contract and score begin the card"


def test_a_file_without_boards_says_so(
    client: Client, pairs: list[tuple[Person, Person]], club: Organisation, scorer: User
) -> None:
    filing = file_session(pairs, club, scorer)
    assert "boards/" not in page_text(client, filing)
    assert "lists no boards" in page_text(client, filing, "result-boards")


def test_the_season_of_a_club_is_a_table_too(client: Client, club: Organisation) -> None:
    page = client.get(reverse("club", args=["ebu", "1001"]) + "?year=2026").content.decode()
    november = club.filings.filter(day__year=2026, day__month=11, state__in=["provisional", "official"]).count()
    rows = re.findall(r'<td translate="no">(\w+)</td>\s*<td class="number">(\d+)</td>', page)
    assert november and ("November", str(november)) in rows


def test_the_month_of_a_club_lists_what_was_filed_for_it(client: Client) -> None:
    secretary = User.objects.get(email="secretary@ebu.example")
    client.force_login(secretary, backend="django.contrib.auth.backends.ModelBackend")
    filings = Filing.objects.filter(organisation__number="1001", federation="ebu", day__year=2026, day__month=10)
    page = client.get(reverse("club-month", args=["ebu", "1001", "2026-10"])).content.decode()
    assert filings and all(filing.receipt in page for filing in filings)
