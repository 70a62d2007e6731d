"""The calculator's plain fields: every scheme and kind of event is answered, with awards or with a clause."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import product
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.test.utils import ContextList
from django.urls import reverse
from msgspec.structs import replace

from answers import existing
from masterpoint import schemes
from masterpoint.core.fields import FormFields
from masterpoint.web import calculating
from masterpoint.web.calculator import example_context
from masterpoint.web.event_form import Group
from schemes.test_editions import EBU, FIGURE, FIRST_DAY, LAST_DAY

pytestmark = pytest.mark.django_db

DAY = date(2026, 11, 15)

CASES = [
    (scheme, form, contest)
    for scheme, form, contest in product(schemes.FEDERATIONS, calculating.FORMS, calculating.CONTESTS)
    if form in schemes.edition_for(scheme, DAY).forms
]
EXAMPLES = [(scheme, form) for scheme in schemes.FEDERATIONS for form in schemes.edition_for(scheme, DAY).book.examples]


def answer_of(scheme: str, **fields: Any) -> dict[str, Any]:
    edition = schemes.edition_for(scheme, DAY)
    return calculating.answer(scheme, calculating.fields_of(scheme, edition, fields))


def test_nothing_is_filled_in_that_the_book_cannot_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """A book that knows neither scorings nor grades of a match event is not given the usual ones."""
    rules = schemes.FEDERATIONS["nz"]
    edition = schemes.edition_for("nz", DAY)
    usable = FormFields(frozenset({"entry.matches", "matches.won"}), frozenset())
    book = msgspec.structs.replace(edition.book, fields={**edition.book.fields, "matches": usable})
    changed = msgspec.structs.replace(edition, book=book, grades=("club",))
    evening = msgspec.structs.replace(rules.evening, grade="club")
    federation = msgspec.structs.replace(rules, load_editions=lambda _: (changed,), evening=evening)
    monkeypatch.setitem(schemes.FEDERATIONS.loaded, "nz", federation)
    assert calculating.fields_of("nz", changed, {})["grade"] == "club"
    problems = answer_of("nz", form="matches", contest="teams").get("problems", ())
    assert {"scoring", "grade"}.isdisjoint({problem.place for problem in problems})


@pytest.mark.parametrize(("scheme", "form", "contest"), CASES)
def test_plain_fields_are_answered(scheme: str, form: str, contest: str) -> None:
    answer = answer_of(scheme, form=form, contest=contest)
    if answer["problems"]:
        assert all(problem.clause for problem in answer["problems"])
    else:
        assert answer["award_count"] and all(award["steps"] for award in answer["awards"])


def test_the_same_as_the_book() -> None:
    answer = answer_of("ebu", count="24")
    assert [award["points"] for award in answer["awards"]] == ["48", "42", "36", "30", "24", "18", "12", "6"]
    assert calculating.BySize(40, "84", "local") in answer["by_size"]


@pytest.mark.parametrize("wrong", [{"count": "0"}, {"count": "1e9"}, {"boards": "-3"}, {"count": "½"}, {"boards": ""}])
def test_what_is_no_number_is_said(wrong: dict[str, str]) -> None:
    assert len(answer_of("ebu", **wrong)["problems"]) == 1


def test_made_up_choices_fall_back_to_the_ordinary() -> None:
    assert answer_of("nz", form="<x>", contest="bingo", winners="9", level="moon")["awards"]


@pytest.mark.parametrize(("scheme", "form"), EXAMPLES)
def test_every_example_works_out(client: Client, scheme: str, form: str) -> None:
    page = client.get(reverse("work-out", args=[scheme, form]))
    assert page.status_code == 200 and page.context["awards"] and not page.context["problems"]


def fields_of(groups: list[Group]) -> Iterator[Any]:
    for group in groups:
        yield from group.fields
        yield from fields_of(group.groups)


@pytest.mark.parametrize(("scheme", "form"), EXAMPLES)
def test_every_example_as_fields_pays_the_same(scheme: str, form: str) -> None:
    """What the labelled fields tell is what the example tells, whether or not everything else is asked as well."""
    edition = schemes.edition_for(scheme, DAY)
    example = example_context({}, edition, form)
    for extra in ({}, {"everything": "1"}):
        fields = extra | values_of(example)
        shown = example_context(fields, edition, form)
        refilled = extra | values_of(shown)
        again = (
            shown if refilled == fields else example_context(refilled, edition, form)
        )  # the same fields are the same page
        for page in (shown, again):
            assert not page["problems"], page["problems"]
            assert page["awards"] == example["awards"]
        assert values_of(example).keys() <= values_of(again).keys()


def values_of(page: dict[str, Any] | ContextList) -> dict[str, str]:
    return {field.name: field.value for field in fields_of(page["groups"])}


@pytest.mark.parametrize("scheme", schemes.FEDERATIONS)
def test_everything_that_can_be_told_is_asked_on_the_page(client: Client, scheme: str) -> None:
    form = next(iter(schemes.edition_for(scheme, DAY).book.examples))
    address = reverse("work-out", args=[scheme, form])
    short = client.get(address)
    page = client.post(address, {"everything": "1"} | values_of(short.context))
    assert values_of(short.context).keys() < values_of(page.context).keys()
    assert all(f'name="{name}"' in page.content.decode() for name in values_of(page.context))


def test_rows_are_added_and_left_out(client: Client) -> None:
    address = reverse("work-out", args=["ebu", "knockout"])
    fields = {field.name: field.value for field in fields_of(client.get(address).context["groups"])}
    names = [award["who"] for award in client.post(address, fields | {"less": "entries.0"}).context["awards"]]
    assert names == ["Herons", "Voles"]
    longer = client.post(address, fields | {"more": "entries.2"})
    assert len(longer.context["awards"]) == 4
    for odd in ("entries.9", "nowhere.1", "entries", "entries.x.y", "form"):
        assert len(client.post(address, fields | {"less": odd}).context["awards"]) == 3


def test_fields_that_do_not_read_are_explained_and_kept(client: Client) -> None:
    address = reverse("work-out", args=["ebu", "final"])
    fields = {field.name: field.value for field in fields_of(client.get(address).context["groups"])}
    page = client.post(
        address, fields | {"e.boards": "many", "e.day": "soon", "e.lists.0.places": "1 1st", "e.x.y": "z"}
    )
    assert {"boards", "day"} <= {problem.place for problem in page.context["problems"]}
    assert {"many", "soon"} <= {field.value for field in fields_of(page.context["groups"])}


def test_problems_stand_before_the_form_and_lead_to_their_fields(client: Client) -> None:
    address = reverse("work-out", args=["ebu", "final"])
    fields = {field.name: field.value for field in fields_of(client.get(address).context["groups"])}
    answer = client.post(address, fields | {"e.boards": "many", "e.lists.0.places": "1 1st"})
    assert [problem.place for problem in answer.context["problems"]] == ["boards", "lists[0].entries[1].place"]
    page = answer.content.decode()
    assert "<title>Error: " in page
    assert page.index('role="alert"') < page.index('<form method="post"')
    for name in ("e.boards", "e.lists.0.places"):
        assert f'<a href="#{name}">' in page and f'id="{name}"' in page
    assert page.count('id="answer"') == 1 and "What it pays" not in page


def test_an_event_that_does_not_read_is_explained(client: Client) -> None:
    address = reverse("work-out", args=["ebu", "session"])
    for text in ("form = ", "[" * 5000, "form = 'session'", "{}", "\0"):
        page = client.post(address, {"event": text})
        assert page.status_code == 200 and page.context["problems"]


def test_an_event_that_is_too_long_is_refused_with_the_limit(client: Client) -> None:
    address = reverse("work-out", args=["ebu", "session"])
    example = schemes.edition_for("ebu", DAY).book.examples["session"]
    page = client.post(address, {"event": example + "\n#" + "x" * 200_000})
    (problem,) = page.context["problems"]
    assert "200,000 characters" in problem.message and "Check a file" in problem.fix
    assert not page.context["awards"]


class TestTheDayDecides:
    """A later edition of the EBU, from August 2027 on, that asks one more fact and has one more example."""

    @pytest.fixture(autouse=True)
    def both_editions(self, monkeypatch: pytest.MonkeyPatch) -> None:
        fields = [("teaching", bool, False)]
        facts = msgspec.defstruct("Facts", fields, bases=(FIGURE.facts,), module=__name__, frozen=True, kw_only=True)
        examples = {**FIGURE.book.examples, "session-new": FIGURE.book.examples["session"]}
        later = replace(FIGURE, facts=facts, book=replace(FIGURE.book, examples=examples))
        federation = replace(schemes.FEDERATIONS["ebu"], load_editions=lambda _: (EBU.edition("2014"), later))
        monkeypatch.setitem(schemes.FEDERATIONS.loaded, "ebu", federation)

    def shown(self, client: Client, day: str) -> ContextList | dict[str, Any]:
        page = client.get(reverse("work-out", args=["ebu", "session"]))
        fields = {"everything": "1"} | values_of(page.context) | {"e.day": day}
        return client.post(reverse("work-out", args=["ebu", "session"]), fields).context

    def test_the_form_asks_what_the_book_of_the_day_asks(self, client: Client) -> None:
        assert "e.facts.teaching" not in values_of(self.shown(client, LAST_DAY.isoformat()))
        later = self.shown(client, FIRST_DAY.isoformat())
        assert "e.facts.teaching" in values_of(later)
        assert later["judged"]["edition"] == later["edition"].title == FIGURE.title

    def test_an_event_as_text_is_asked_about_by_the_book_of_its_day(self, client: Client) -> None:
        text = FIGURE.book.examples["session"]
        day = existing(re.search(r"^day = .*$", text, re.MULTILINE)).group()
        posted = {"event": text.replace(day, f"day = {FIRST_DAY}"), "everything": "1"}
        assert "e.facts.teaching" in values_of(
            client.post(reverse("work-out", args=["ebu", "session"]), posted).context
        )

    def test_an_example_of_another_day_is_that_days(self, client: Client) -> None:
        address = reverse("work-out", args=["ebu", "session-new"])
        assert client.get(address).status_code == 404
        assert client.get(address, {"day": FIRST_DAY.isoformat()}).status_code == 200
        page = client.get(reverse("calculate", args=["ebu"]), {"day": FIRST_DAY.isoformat()}).content.decode()
        assert f"{address}?day={FIRST_DAY.isoformat()}" in page


@pytest.mark.parametrize(
    ("level", "text"), [("club", "run by a club."), ("national", "run by a national organisation.")]
)
def test_the_answer_names_the_organiser_in_a_sentence(client: Client, level: str, text: str) -> None:
    page = client.get(reverse("calculate", args=["ebu"]), {"level": level}).content.decode()
    assert text in " ".join(page.split())
