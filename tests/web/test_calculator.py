"""The calculator's plain fields: every scheme and kind of event is answered, with awards or with a clause."""

from __future__ import annotations

from itertools import product

import pytest
from django.urls import reverse

from masterpoint import schemes
from masterpoint.schemes.families.handbook import examples_of
from masterpoint.web import calculating

CASES = [
    (scheme, form, contest)
    for scheme, form, contest in product(schemes.FEDERATIONS, calculating.FORMS, calculating.CONTESTS)
    if form in schemes.edition_for(scheme).forms
]
EXAMPLES = [
    (scheme, form) for scheme in schemes.FEDERATIONS for form in examples_of(schemes.edition_for(scheme).package)
]


def answered(scheme, **asked):
    edition = schemes.edition_for(scheme)
    return calculating.answer(scheme, calculating.told_by(scheme, edition, asked))


@pytest.mark.parametrize(("scheme", "form", "contest"), CASES)
def test_plain_fields_are_answered(scheme, form, contest):
    answer = answered(scheme, form=form, contest=contest)
    if "problems" in answer:
        assert all(problem.clause for problem in answer["problems"])
    else:
        assert answer["paid"] and all(award["steps"] for award in answer["awards"])


def test_the_same_as_the_book():
    answer = answered("ebu", count="24")
    assert [award["points"] for award in answer["awards"]] == ["48", "42", "36", "30", "24", "18", "12", "6"]
    assert dict(answer["by_size"])[40] == "84 local"


@pytest.mark.parametrize("wrong", [{"count": "0"}, {"count": "1e9"}, {"boards": "-3"}, {"count": "½"}, {"boards": ""}])
def test_what_is_no_number_is_said(wrong):
    assert len(answered("ebu", **wrong)["problems"]) == 1


def test_made_up_choices_fall_back_to_the_ordinary():
    assert "awards" in answered("nz", form="<x>", contest="bingo", winners="9", level="moon")


@pytest.mark.django_db
@pytest.mark.parametrize(("scheme", "form"), EXAMPLES)
def test_every_example_works_out(client, scheme, form):
    page = client.get(reverse("work-out", args=[scheme, form]))
    assert page.status_code == 200 and page.context["awards"] and "problems" not in page.context


@pytest.mark.django_db
def test_an_event_that_does_not_read_is_explained(client):
    address = reverse("work-out", args=["ebu", "session"])
    for text in ("form = ", "[" * 5000, "form = 'session'", "{}", "\0"):
        page = client.post(address, {"event": text})
        assert page.status_code == 200 and page.context["problems"]
