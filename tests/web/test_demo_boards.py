"""The evening of the demo that has boards and hands."""

from __future__ import annotations

from collections import Counter
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from masterpoint.centre import demo_boards
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.schemes import FEDERATIONS

DAY = date(2026, 11, 14)
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("code", FEDERATIONS)
def test_a_visitor_sees_travellers_and_hands(client: Client, code: str) -> None:
    club = Organisation.objects.get(federation=code, number="1001")
    people = list(Person.objects.filter(home_club=club).order_by("pk"))
    scorer = User.objects.get(email=f"scorer@{code}.example")
    demo_boards.file_evening(FEDERATIONS[code], club, people, DAY, scorer)
    filing = Filing.objects.get(organisation=club, day=DAY)
    result = client.get(reverse("result", args=[code, filing.receipt])).content.decode()
    assert "<h2>North-South</h2>" in result and "<h2>East-West</h2>" in result
    assert reverse("result-boards", args=[code, filing.receipt]) in result
    boards = client.get(reverse("result-boards", args=[code, filing.receipt])).context["boards"]
    assert len(boards) == FEDERATIONS[code].evening.boards // 7 * 7
    assert all(board.deal and len(board.tables) == 7 and board.has_points for board in boards)


def test_every_pair_plays_every_board_once_and_every_card_is_dealt() -> None:
    people = [Person(given_name="A", family_name=str(number), number=str(number)) for number in range(28)]
    results = demo_boards.evening(FEDERATIONS["ebu"], people, DAY)
    for board in results.boards:
        assert sorted(line.ns for line in board.travellers) == sorted(line.ew for line in board.travellers)
        assert len({line.ns for line in board.travellers}) == 7
    meetings = Counter((line.ns, line.ew) for board in results.boards for line in board.travellers)
    assert len(meetings) == 49 and set(meetings.values()) == {3}
    for deal in results.deals:
        for suit in range(4):
            assert sorted("".join(hand.suits[suit] for hand in deal.hands)) == sorted("AKQJT98765432")
        assert all(len("".join(hand.suits)) == 13 for hand in deal.hands)
