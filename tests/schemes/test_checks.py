"""A check that an event gives no cause for would have found nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

import pytest

from handbook_cases import cases_of
from masterpoint import schemes
from masterpoint.core import doubts
from masterpoint.core.checks import Check, Checks
from masterpoint.core.derivation import Award
from masterpoint.core.editions import Edition
from masterpoint.core.errors import NotReadable, Refused
from masterpoint.core.events import AnyEvent, SimultaneousEvent
from masterpoint.core.parsing import event_from, facts_from
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.organisations import organisers
from masterpoint.schemes.ebu.rules.records import crediting

EVENING = {
    "form": "session",
    "scheme": "ebu",
    "day": "2026-11-10",
    "contest": "pairs",
    "boards": 24,
    "organiser": {"level": "club"},
    "lists": [{"places": "1 2 3 4 5 6 7 8 9 10"}],
}
EVENTS = {
    "all in order": EVENING,
    "a county": EVENING | {"organiser": {"level": "county"}},
    "the national body": EVENING | {"organiser": {"level": "national"}},
    "a licensed organiser": EVENING | {"organiser": {"level": "licensed organiser"}},
    "nobody's": EVENING | {"organiser": {"level": "village"}},
    "teams": EVENING | {"contest": "teams"},
    "individuals": EVENING | {"contest": "individual"},
    "a ladder of counties": {name: value for name, value in EVENING.items() if name != "boards"}
    | {"form": "ladder", "organiser": {"level": "inter-county"}, "games": 4, "counted": 2},
}


def events_of(scheme: str) -> Iterator[AnyEvent]:
    for case in cases_of(scheme):
        if "form" in case["event"]:
            with suppress(NotReadable):
                yield event_from(case["event"], schemes.FACTS)


@pytest.mark.parametrize("scheme", schemes.FEDERATIONS)
def test_no_doubt_is_missed(scheme: str) -> None:
    form_alone = [check for check in doubts.CHECKS.checks if check.forms]
    for event in events_of(scheme):
        due = doubts.CHECKS.select_for(event)
        for check in doubts.CHECKS.checks:
            if check.function not in due and check not in form_alone:
                assert list(check.function(event)) == [], f"{check.function.__name__}: {event}"


def test_no_problem_and_no_remark_of_the_ebu_is_missed() -> None:
    edition = schemes.FEDERATIONS["ebu"].editions[0]
    book = edition.book
    for event in [*events_of("ebu"), *(event_from(raw, schemes.FACTS) for raw in EVENTS.values())]:
        facts, awards = facts_from(event, Facts), awards_of(edition, event)
        for problems in set(organisers.CHECKS.all) - set(organisers.CHECKS.select_for(event)):
            assert list(problems(book, event, facts)) == [], f"{problems.__name__}: {event}"
        for remarks in set(crediting.REMARKS.all) - set(crediting.REMARKS.select_for(event)):
            assert list(remarks(book, event, facts, awards)) == [], f"{remarks.__name__}: {event}"


def awards_of(edition: Edition, event: AnyEvent) -> Sequence[Award]:
    """What an event is paid; nothing where it is refused."""
    try:
        return edition.by_rule(event).awards
    except Refused:
        return ()


def _never(event: AnyEvent) -> list[str]:
    return []


def due(check: Check[Callable[[AnyEvent], list[str]]], **args: object) -> bool:
    return bool(Checks(check).select_for(event_from(EVENING | args, schemes.FACTS)))


def test_each_cause_is_enough_by_itself() -> None:
    assert due(Check(_never)), "without a cause it is always made"
    assert due(Check(_never, fields=("event.facts", "event.grade")), grade="county")
    assert due(Check(_never, fields=("event.grade",), levels=("club",)))
    assert due(Check(_never, fields=("event.grade",), contests=("teams",)), contest="teams")
    assert due(Check(_never, forms=(SimultaneousEvent,)), form="simultaneous")
    assert not due(Check(_never, fields=("event.grade",), levels=("county",), contests=("teams",)))
    assert not due(Check(_never, forms=(SimultaneousEvent,)))
