"""No fact is ignored: whatever is told changes the awards, or a remark or a refusal names it."""

from __future__ import annotations

from itertools import islice

import pytest

from masterpoint.core.editions import Edition
from masterpoint.core.errors import Refused
from masterpoint.core.parsing import event_from, parse
from masterpoint.schemes import FACTS, FEDERATIONS, example
from schemes import abl
from schemes.contradictions import lists_of
from schemes.every_fact import (
    Said,
    copied,
    fields_of,
    places_of,
    remarks_in,
    remembering,
    usual_value,
    values_for,
    with_field,
    with_players,
)

ALL = (*FEDERATIONS.values(), example.FEDERATION, abl.FEDERATION)
EDITIONS = [remembering(edition) for federation in ALL for edition in federation.editions]
FORMS = [(edition, form) for edition in EDITIONS for form in edition.forms if form in edition.book.fields]


BASES: dict[tuple[str, str, str], list[Said]] = {}
"""By edition and form, examples that the book awards; what is said of each is worked out once."""


def bases(edition: Edition, form: str) -> list[Said]:
    """Examples of a form that the book awards, with named players."""
    key = (edition.scheme, edition.name, form)
    if key not in BASES:
        raws = [with_players(parse(text, source=name)) for name, text in edition.book.examples.items()]
        examples = [Said(edition, raw) for raw in raws if raw["form"] == form]
        BASES[key] = [example for example in examples if not example.is_refused]
    return BASES[key]


@pytest.mark.parametrize(
    ("edition", "form"), FORMS, ids=lambda value: value if isinstance(value, str) else value.scheme
)
def test_every_field_matters_or_is_answered(edition: Edition, form: str) -> None:
    events = bases(edition, form)
    assert events, "a form needs an example that the book awards"
    ignored = [
        name
        for name, annotation in fields_of(edition, form).items()
        if not any(
            event.differs(changed)
            for event in events
            for value in values_for(name, annotation, edition)
            for changed in with_field(event.raw, name, value)
            if changed != event.raw
        )
    ]
    assert not ignored


@pytest.mark.parametrize(
    ("edition", "form"), FORMS, ids=lambda value: value if isinstance(value, str) else value.scheme
)
def test_every_place_of_a_field_matters_or_is_answered(edition: Edition, form: str) -> None:
    """A field given in two places: to leave it out in either changes the outcome, whatever it does in the other."""
    raw = bases(edition, form)[0].raw
    unnoticed = []
    for name, annotation in fields_of(edition, form).items():
        field = name.partition(".")[2]
        for value in islice(values_for(name, annotation, edition), 4) if places_of(raw, name) else ():
            if value == usual_value(edition, form, name):
                continue
            raw_copy = copied(raw)
            places = places_of(raw_copy, name)
            for place in places:
                place[field] = value
            accepted = Said(edition, copied(raw_copy))
            if accepted.is_refused:
                continue
            for place in places:
                del place[field]
                if not accepted.differs(raw_copy):
                    unnoticed.append((name, value))
                place[field] = value
            break
    assert not unnoticed


@pytest.mark.parametrize(
    ("edition", "form"), FORMS, ids=lambda value: value if isinstance(value, str) else value.scheme
)
def test_the_places_of_every_list_matter_or_are_named(edition: Edition, form: str) -> None:
    """A place cannot be left out, so the list is turned round; some of a larger field finish at its end."""
    unnoticed = []
    for event in bases(edition, form) if form != "knockout" else ():
        for number, ranking in enumerate(lists_of(event.raw)):
            changed = copied(event.raw)
            entries = list(lists_of(changed))[number]["entries"]
            size = ranking.get("size", len(entries))
            places = [entry["place"] for entry in entries]
            reordered = reversed(places) if len(entries) == size else range(size - len(entries) + 1, size + 1)
            for entry, place in zip(entries, reordered, strict=True):
                entry["place"] = place
            is_named = any("places" in message for message in remarks_in(event.in_all))
            if changed != event.raw and not is_named and not event.differs(changed):
                unnoticed.append((number, places))
    assert not unnoticed


def test_places_that_decide_a_bonus_are_not_called_idle() -> None:
    """5.6.4: the first of each section of the C final has a quarter more, whether anybody is named or not."""
    edition = FEDERATIONS["wbu"].editions[0]
    raw = copied(bases(edition, "finals")[0].raw)
    raw["parts"][2]["lists"] = [{"places": "1 2 3"}]
    remarks = [str(remark.message) for remark in edition.award(event_from(raw, FACTS)).remarks]
    assert any("qualifying round of section 1: places" in remark for remark in remarks)
    assert not any("final C: places" in remark for remark in remarks)


def test_the_places_of_a_round_that_pays_for_rounds_won_are_named() -> None:
    """5.6.4: a quarter Green Point for each three rounds won in the qualifying session, whoever leads."""
    edition = FEDERATIONS["wbu"].editions[0]
    (event,) = bases(edition, "finals")
    assert any(
        "the ranking of the qualifying round of section 1: places" in message for message in remarks_in(event.in_all)
    )


def test_the_place_where_a_field_changes_nothing_is_named() -> None:
    """Fourth of twelve pairs in 24 boards earns 6; the fifth earns nothing, however few boards it played (3.3.2)."""
    edition = FEDERATIONS["ebu"].editions[0]
    entries = [{"place": place, "name": f"Pair {place}"} for place in range(1, 13)]
    entries[3]["boards"] = entries[4]["boards"] = 7
    raw = {
        "form": "session",
        "scheme": "ebu",
        "day": "2026-10-10",
        "organiser": {"level": "club"},
        "contest": "pairs",
        "boards": 24,
        "lists": [{"entries": entries}],
    }
    result = edition.award(event_from(raw, FACTS))
    assert [award.points for award in result.awards[:5]] == [24, 18, 12, 0, 0]
    (remark,) = [str(remark.message) for remark in result.remarks if "without effect" in str(remark.message)]
    assert remark == "given here, but without effect on these awards: Pair 5: boards (7)"


def test_a_list_of_numbers_is_one_fact() -> None:
    """Four times ten pairs; those with fewer than the four events needed make the series, not the award (13.7)."""
    edition = FEDERATIONS["sbu"].editions[0]
    raw = {
        "form": "final",
        "scheme": "sbu",
        "day": "2026-10-10",
        "organiser": {"level": "club"},
        "contest": "pairs",
        "boards": 36,
        "original_tables": 8,
        "facts": {"events": 4, "events_played": [4] * 10 + [3] * 6},
        "lists": [{"entries": [{"place": place} for place in range(1, 9)]}],
    }
    result = edition.award(event_from(raw, FACTS))
    assert [award.points for award in result.awards[:5]] == [40, 30, 20, 10, 0]
    assert not [remark for remark in result.remarks if "without effect" in str(remark.message)]


CONFIRMED = ("event.grade", "event.colour")
"""Fields that may say what follows from the rest anyway."""


@pytest.mark.parametrize(
    ("edition", "form"), FORMS, ids=lambda value: value if isinstance(value, str) else value.scheme
)
def test_what_is_said_to_matter_always_does(edition: Edition, form: str) -> None:
    """Such a field is not tried for its effect, so every value of it has to have one."""
    types = fields_of(edition, form)
    base = bases(edition, form)[0]
    unnoticed = [
        (name, value)
        for name in edition.book.fields[form].unconditional - set(CONFIRMED)
        for value in islice(values_for(name, types[name], edition), 4)
        if value != usual_value(edition, form, name)
        for changed in with_field(base.raw, name, value)
        if changed != base.raw and not base.differs(changed)
    ]
    assert not unnoticed


def test_what_only_the_formalities_ask_for_is_named_so() -> None:
    edition = FEDERATIONS["ebu"].editions[0]
    raw = {**bases(edition, "session")[0].raw, "facts": {"exempt": "social"}}
    result = edition.award(event_from(raw, FACTS))
    (remark,) = [remark for remark in result.remarks if "facts.exempt" in str(remark.message)]
    message = "given, and asked for by the formalities, not by these awards: facts.exempt (social)"
    assert (str(remark.message), remark.clause.number) == (message, "2.8.1")


def test_what_a_register_filled_in_needs_no_answer() -> None:
    edition = example.FEDERATION.editions[0]
    raw = copied(bases(edition, "session")[0].raw)
    raw["lists"][0]["entries"][0]["players"][0]["membership"] = "lapsed"
    event = event_from(raw, {edition.scheme: edition.facts})
    with pytest.raises(Refused, match=r"player\.membership"):
        edition.award(event)
    assert edition.award(event, {"player.membership"}).awards
