"""Pages of another day: the figures of a record as at it, and links into the book that was in force on it."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import reverse

from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.schemes import FEDERATIONS
from schemes.test_editions import EBU


@pytest.fixture
def line(db: None) -> Line:
    """The last award of somebody who has more than one."""
    awards = Line.objects.filter(posting__kind=Posting.Kind.AWARDS, posting__reversed_by=None, person__anonymous=False)
    for line in awards.filter(person__federation="ebu").select_related("person").order_by("-day", "pk"):
        if awards.filter(person=line.person, day__lt=line.day).exists():
            return line
    raise LookupError


@pytest.mark.parametrize("page", ["player", "player-figures"])
def test_figures_as_at_a_day_know_nothing_later(client: Client, line: Line, page: str) -> None:
    address = reverse(page, args=["ebu", line.person.number])
    before = client.get(address, {"as_at": (line.day - timedelta(days=1)).isoformat()})
    assert before.context["best"] and all(award.day < line.day for award in before.context["best"])
    after = client.get(address, {"as_at": line.day.isoformat()})
    assert max(award.day for award in after.context["best"]) <= line.day
    assert "This is the record as at" in after.content.decode()


def test_the_way_to_a_rank_cites_the_book_of_the_day(
    client: Client, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An invented 8th edition comes in August 2027: until then the 7th says where points are won."""
    monkeypatch.setitem(FEDERATIONS.loaded, "ebu", EBU)
    address = reverse("player", args=["ebu", line.person.number])
    for day, edition in ((date(2027, 7, 31), "2014"), (date(2027, 8, 1), "2027"), (date(2028, 8, 1), "2028")):
        page = client.get(address, {"as_at": day.isoformat()})
        cited = "".join(way.sources for way in page.context["ahead"].ways)
        assert f'href="{reverse("edition", args=["ebu", edition])}#' in cited


def test_a_refusal_cites_the_book_of_the_day(rf: RequestFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FEDERATIONS.loaded, "ebu", EBU)
    for edition in EBU.editions:
        problem = edition.book.problem("boards", 8, "too few boards", "play more", "3.1.2")
        context = {"problems": [problem], "edition": edition, "request": rf.get("/")}
        page = render_to_string("masterpoint/problems.html", context)
        assert f'[<a href="{reverse("edition", args=["ebu", edition.name])}#' in page
