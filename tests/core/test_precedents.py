"""Events that differ only in their day and in who came where get word for word the same result by precedent."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from answers import existing
from invented_editions import ONLY_2014
from masterpoint import schemes
from masterpoint.core.derivation import Result
from masterpoint.core.editions import Edition
from masterpoint.core.errors import MasterpointError
from masterpoint.core.events import AnyEvent, SessionEvent, form_of
from masterpoint.core.parsing import event_from
from masterpoint.core.places import parse_places
from masterpoint.core.precedents import MAX_OUTLINES, Precedents, outline_of
from masterpoint.schemes.cases import cases_of

EVENING = {
    "form": "session",
    "scheme": "ebu",
    "day": "2026-11-10",
    "contest": "pairs",
    "boards": 24,
    "organiser": {"level": "club"},
    "lists": [{"places": "1 2= 2= 4 5 6 7 8 9 10 11 12"}],
}
EBU = ONLY_2014.edition("2014")


def evening(**changes: Any) -> AnyEvent:
    return event_from({**EVENING, **changes}, schemes.FACTS)


def similar_event(event: SessionEvent, edition: Edition, choice: Random, sizes: list[int]) -> SessionEvent:
    """The same event on another day of the edition, with other places, including ties of every length."""
    lists = [
        replace(ranking, entries=parse_places(_places(size, choice)))
        for ranking, size in zip(event.lists, sizes, strict=True)
    ]
    day = edition.in_force_from + timedelta(days=choice.choice([0, 1, 90, 365, 1500, choice.randrange(3000)]))
    return replace(event, day=day, lists=tuple(lists))


def _places(size: int, choice: Random) -> str:
    words: list[str] = []
    while len(words) < size:
        sharing = min(choice.choice([1, 1, 1, 1, 2, 2, 3, 5, size]), size - len(words))
        words += [f"{len(words) + 1}{'=' if sharing > 1 else ''}"] * sharing
    return " ".join(words)


def as_data(result: Result) -> object:
    """Every word of a result, and whose award each is."""
    awards = [
        (id(award.entry), award.colour, award.kind, award.players, award.ranking, list(map(str, award.steps)))
        for award in result.awards
    ]
    return result.event, result.edition, awards, result.remarks


def plain_events(scheme: str) -> list[Any]:
    """Events from a book's cases whose entries give nothing but places, one for each outline."""
    events: dict[object, Any] = {}
    for case in cases_of(scheme):
        try:
            event = event_from(case.get("event"), schemes.FACTS)
        except MasterpointError:
            continue
        if form_of(event) in schemes.edition_for(scheme, event.day).paid_by_place and outline_of(event):
            events[outline_of(event)] = event
    return list(events.values())


@pytest.mark.parametrize(
    "scheme", [code for code, federation in schemes.FEDERATIONS.items() if federation.editions[0].paid_by_place]
)
def test_a_precedent_gives_what_the_rules_give(scheme: str) -> None:
    choice, served = Random(scheme), 0
    events = plain_events(scheme)
    assert events, "the book names forms that are paid by place, and has no case of them"
    for event in events:
        edition = schemes.edition_for(scheme, event.day)
        counts = [len(ranking.entries) for ranking in event.lists]
        for extra in (0, *[choice.randrange(-4, 20) for _ in range(2)]):
            sizes = [max(2, count + extra) for count in counts]
            served += _served_by_precedent(edition, [similar_event(event, edition, choice, sizes) for _ in range(12)])
    assert served > 10, "hardly an event met a precedent: nothing was compared"


def _served_by_precedent(edition: Edition, events: list[SessionEvent]) -> int:
    precedents, served = Precedents(), 0
    for event in events:
        try:
            judged = edition.judge(event)
        except MasterpointError:
            continue
        if (result := precedents.result(event, existing(outline_of(event)))) is not None:
            assert as_data(result) == as_data(judged)
            served += 1
        precedents.keep(existing(outline_of(event)), judged)
    return served


@pytest.mark.parametrize(
    "changes",
    [
        {"facts": {"members_only": True}},
        {"lists": [{"entries": [{"place": 1, "players": [{"name": "Ann Bell"}]}, {"place": 2}]}]},
        {"lists": [{"entries": [{"place": 1, "standing": "none"}, {"place": 2}]}]},
        {"lists": [{"places": "1 2 3", "size": 12}]},
        {"lists": [{"places": "1 2 3", "tables": 6}]},
        {"lists": [{"places": "1 2 3", "direction": "NS"}]},
        {"scoring": "imps"},
        {"colour": "blue"},
    ],
    ids=["facts", "players", "standing", "size", "tables", "direction", "scoring", "colour"],
)
def test_an_event_that_gives_more_has_no_outline(changes: dict[str, Any]) -> None:
    assert outline_of(evening(**changes)) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"boards": 12},
        {"contest": "individual"},
        {"organiser": {"level": "county"}},
        {"lists": [{"places": "1 2= 2= 4 5 6 7 8 9 10 11"}]},
        {"lists": [{"places": "1 2= 2= 4 5 6 7 8 9 10 11 12", "section": "B"}]},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_what_an_event_gives_beside_its_places_is_in_the_outline(changes: dict[str, Any]) -> None:
    assert outline_of(evening(**changes)) != outline_of(evening())


def test_names_places_and_the_day_are_not() -> None:
    titled = evening(name="Tuesday", organiser={"level": "club", "name": "Ashby", "id": "7"}, day="2026-10-06")
    assert outline_of(titled) == outline_of(evening())
    assert outline_of(evening(lists=[{"places": "1= 1= 3 4 5 6 7 8 9 10 11 12"}])) == outline_of(evening())


def test_a_refused_event_leaves_no_precedent() -> None:
    EBU.precedents.cache_clear()
    refused = evening(organiser={"level": "village"})
    for _ in range(2):
        with pytest.raises(MasterpointError, match="no such organisation"):
            schemes.award(refused)
    assert EBU.precedents.result(refused, existing(outline_of(refused))) is None


def test_an_edition_with_rules_of_its_own_goes_by_them_alone() -> None:
    other = replace(EBU, book=replace(EBU.book, rules={len: len}), precedents=Precedents())
    event = evening()
    other.award(event)
    assert other.precedents.result(event, existing(outline_of(event))) is None
    other = replace(EBU, precedents=Precedents())
    other.award(event)
    assert other.precedents.result(event, existing(outline_of(event))) is not None, "or the test would show nothing"


def test_awards_in_another_order_or_several_to_an_entry_are_no_precedent() -> None:
    event, precedents = evening(), Precedents()
    result = EBU.judge(event)
    for awards in (result.awards[::-1], (*result.awards, result.awards[0]), result.awards[1:]):
        precedents.keep(existing(outline_of(event)), replace(result, awards=awards))
        assert precedents.result(event, existing(outline_of(event))) is None


def test_other_remarks_begin_a_precedent_anew() -> None:
    event, precedents = evening(), Precedents()
    first = EBU.judge(event)
    later = replace(first, remarks=())
    precedents.keep(existing(outline_of(event)), first)
    precedents.keep(existing(outline_of(event)), later)
    assert precedents.result(event, existing(outline_of(event))) == later


def test_so_many_are_kept_and_no_more() -> None:
    precedents, result = Precedents(), EBU.judge(evening())
    for number in range(MAX_OUTLINES + 1):
        precedents.keep((number,), result)
    assert precedents.result(result.event, (MAX_OUTLINES,)) is not None
    assert precedents.result(result.event, (0,)) is None
