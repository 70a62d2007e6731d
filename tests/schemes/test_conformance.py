"""What every edition in FEDERATIONS must keep, whatever its book says."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from answers import of_kind
from masterpoint.core.editions import Edition
from masterpoint.core.events import SessionEvent
from masterpoint.core.federations import Federation
from masterpoint.core.parsing import event_from
from masterpoint.schemes import FEDERATIONS, example
from schemes import abl
from schemes.from_schema import examples_of

HERE = Path(__file__).parent
EDITIONS = [
    edition for item in (*FEDERATIONS.values(), example.FEDERATION, abl.FEDERATION) for edition in item.editions
]
TREATMENTS = {"computed", "checked", "recorded", "left to people"}


def _id(edition: Edition) -> str:
    return edition.title


@pytest.mark.parametrize("edition", EDITIONS, ids=_id)
def test_every_clause_of_the_inventory_is_in_the_register(edition: Edition) -> None:
    with (HERE / edition.scheme / "inventory.csv").open(encoding="utf-8") as inventory:
        expected = {row["clause"] for row in csv.DictReader(inventory)}
    assert expected <= set(edition.clauses)


@pytest.mark.parametrize("edition", EDITIONS, ids=_id)
def test_every_clause_says_what_is_done_with_it(edition: Edition) -> None:
    for clause in edition.clauses.values():
        assert clause.treatment in TREATMENTS, clause
        assert clause.gist, clause
        if clause.kinds[0] in ("COMPUTE", "VALIDATE"):
            assert clause.treatment in ("computed", "checked"), f"{clause} is a rule, yet {clause.treatment}"


@pytest.mark.parametrize("federation", FEDERATIONS.values(), ids=lambda federation: federation.code)
def test_first_days_ascend(federation: Federation) -> None:
    days = [edition.in_force_from for edition in federation.editions]
    assert days == sorted(set(days))


@pytest.mark.parametrize("edition", EDITIONS, ids=_id)
def test_readings_have_one_id_each(edition: Edition) -> None:
    ids = [reading.id for reading in edition.readings]
    assert len(ids) == len(set(ids))
    assert all(reading.taken for reading in edition.readings)


@pytest.mark.parametrize("edition", EDITIONS, ids=_id)
def test_awards_stand_in_the_order_of_the_list(edition: Edition) -> None:
    """Whoever reads awards beside a list, another program among them, relies on it; the best need not come first."""
    raw = examples_of(edition, "session")[0]
    for ranking in raw["lists"]:
        places = ranking.pop("places", "").split()
        ranking["entries"] = [{"place": place} for place in places] or ranking["entries"]
        ranking["entries"].reverse()
    event = of_kind(SessionEvent, event_from(raw, {edition.scheme: edition.facts}))
    list_places = [entry.place for ranking in event.lists for entry in ranking.entries]
    awards = {id(award.entry): award.entry.place for award in edition.by_rule(event).awards}
    assert list(awards.values()) == list_places


@pytest.mark.parametrize("edition", EDITIONS, ids=_id)
def test_whatever_a_rank_needs_says_which_points_fill_it_and_where_they_are_won(edition: Edition) -> None:
    ladder = edition.ranks
    names = {need.what for rung in ladder.rungs_up_to(10**6) for need in rung.needs}
    assert set(ladder.colours_by_need) == names
    won = {colour for colours in ladder.colours_by_need.values() for colour in colours}
    assert set(ladder.won_in) == won <= set(edition.colours)
    assert all(
        remark.clause == edition.clauses[remark.clause.number] for all_ in ladder.won_in.values() for remark in all_
    )


@pytest.mark.parametrize("edition", EDITIONS, ids=_id)
def test_only_the_colours_that_fill_a_need_fill_it(edition: Edition) -> None:
    """Enough of each colour that counts brings a need nearer; any amount of another colour does not."""
    ladder = edition.ranks
    for rung in ladder.rungs_up_to(0):
        for need in rung.needs:
            zero = ladder.measure_for({})(rung, need).value
            for colour in edition.colours:
                larger = ladder.measure_for({colour: 1000})(rung, need).value
                assert (larger > zero) == (colour in ladder.colours_by_need[need.what]), (
                    f"{rung.name}, {need.what}, {colour}"
                )
