"""The sentence an award opens with: it names what mattered, says nothing trivial, and explains a zero too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from handbook_cases import cases_of, edition_of, refusal_in
from masterpoint import schemes
from masterpoint.core.derivation import Award, Result
from masterpoint.core.editions import Edition
from masterpoint.core.errors import MasterpointError
from masterpoint.core.event_fields import given_values
from masterpoint.core.events import AnyEvent
from masterpoint.core.explaining import Explainer, phrase_of
from masterpoint.core.field_places import without
from masterpoint.core.parsing import event_from

FIGURE = re.compile(r"[\d.,/…=]+")
TRIVIAL = re.compile(
    r"(?<![\d.,/])1 × [\d.]+…?(?= =|;|\.$)|× 1(?![\d.,/%])(?= =|;|\.$)|[+-] 0(?![\d.,/])|÷ 1(?![\d.,/])|\b(\d+) to \1\b"
)
"""`1 × 6`, `6 × 1`, `+ 0`, `÷ 1`, `1 to 1`."""
EVERY = 3
"""Of the cases, so many-th is asked what mattered in it."""
NAMED_BY = {
    "event.boards": ("boards altogether",),
    "facts.qualifying_boards": ("boards altogether",),
    "facts.qualifying_sessions": ("boards altogether",),
    "entry.rounds": ("boards altogether",),
    "matches.drawn": ("won or drawn", "won, drawn or lost"),
    "matches.lost": ("won, drawn or lost",),
    "matches.margins": ("sessions played",),
    "matches.stage": ("sessions played",),
    "session.stage": ("sessions played", "sessions this entry played", "in the total field"),
    "event.order": ("consolation",),
    "list.size": (" of ",),
    "list.tables": ("half table",),
    "event.original_entry": (" tables",),
}
"""Fields that go into a sum or a count: what the sentence calls it."""


def whys(result: Result) -> list[str]:
    explainer = Explainer(result)
    return [explainer.why(award) for award in result.awards]


def judge(case: dict[str, Any]) -> tuple[AnyEvent, Edition, Result]:
    event, edition = event_from(case["event"], schemes.FACTS), edition_of(case)
    return event, edition, edition.by_rule(event)


def paid_cases(scheme: str) -> list[dict[str, Any]]:
    return [case for case in cases_of(scheme) if "awards" in case and "form" in case["event"]]


@cache
def results_of(scheme: str) -> list[Result]:
    """What the rules give in each paid case, worked out once for all tests."""
    return [judge(case)[2] for case in paid_cases(scheme)]


def changes_of(event: AnyEvent, edition: Edition) -> Iterator[tuple[str, Any, AnyEvent]]:
    """The event without each field that it gives, and with other boards."""
    for name, value in given_values(event, edition.facts).items():
        yield name, value, without(event, name)
    boards: int | None = getattr(event, "boards", None)
    if boards:
        yield from [("event.boards", boards, replace(event, boards=other)) for other in (12, 24, 36) if other != boards]


def is_named(name: str, value: Any, why: str, otherwise: str) -> bool:
    """Whether a sentence has the value, other words than without it, or the name of the sum that it went into."""
    if FIGURE.sub("#", why) != FIGURE.sub("#", otherwise) or str(value).lower() in re.findall(r"[\w./]+", why.lower()):
        return True
    return any(words in why for words in NAMED_BY.get(name, ()))


def are_equal(first: Award, second: Award) -> bool:
    return (first.colour, first.kind, first.ranking) == (second.colour, second.kind, second.ranking)


def unnamed_in(case: dict[str, Any]) -> Iterator[str]:
    event, edition, result = judge(case)
    sentences = whys(result)
    for name, value, changed in changes_of(event, edition):
        try:
            other = edition.by_rule(changed)
        except MasterpointError:
            continue
        if len(other.awards) != len(result.awards):
            continue
        explainer = Explainer(other)
        for award, why, without_it in zip(result.awards, sentences, other.awards, strict=True):
            is_changed = award.points != without_it.points and are_equal(award, without_it)
            if is_changed and not is_named(name, value, why, explainer.why(without_it)):
                yield f"{case['name']}: {name} ({value}) in: {why}"
                break


@pytest.mark.parametrize("scheme", list(schemes.FEDERATIONS))
def test_every_field_that_mattered_is_named(scheme: str) -> None:
    assert [unnamed for case in paid_cases(scheme)[::EVERY] for unnamed in unnamed_in(case)] == []


@pytest.mark.parametrize("scheme", list(schemes.FEDERATIONS))
def test_nothing_trivial_is_said_and_a_zero_has_its_reason(scheme: str) -> None:
    results = results_of(scheme)
    sentences = [
        (award.points, why) for result in results for award, why in zip(result.awards, whys(result), strict=True)
    ]
    assert [why for _, why in sentences if TRIVIAL.search(why)] == []
    zeros = [why for points, why in sentences if not points]
    assert zeros
    assert [why for why in zeros if not re.search(r"[a-z]{2,}", why.partition(": ")[2] or why)] == []


@pytest.mark.parametrize("scheme", list(schemes.FEDERATIONS))
def test_nothing_beyond_the_paid_places_says_how_many_are_paid_and_why(scheme: str) -> None:
    awards = [award for result in results_of(scheme) for award in result.awards if not award.points]
    beyond = [step for award in awards for step in award.steps if str(step.message).startswith("awards end at place")]
    assert beyond
    for step in beyond:
        (count,) = step.inputs
        assert str(step.message) == f"awards end at place {count.value}"
        assert count.inputs or str(count.value) in str(phrase_of(count)), count


@pytest.mark.parametrize("scheme", list(schemes.FEDERATIONS))
def test_every_refusal_of_a_book_names_its_clause_and_the_way_out(scheme: str) -> None:
    cases = [case for case in cases_of(scheme) if case.keys().isdisjoint(("sheet", "programme", "asks"))]
    refused = [case for case in cases if "refused" in case and "form" in case["event"]]
    assert refused
    for case in refused:
        refusal = refusal_in(case)
        assert refusal is not None, case["name"]
        for problem in refusal.problems:
            assert problem.fix, problem
            assert problem.clause or edition_of(case).title in problem.message, problem
