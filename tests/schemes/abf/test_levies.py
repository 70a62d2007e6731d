"""8.1 and 8.3: the levy counts every point once, at the grade it was issued at."""

from __future__ import annotations

from fractions import Fraction

import pytest

from masterpoint.core.derivation import Result
from masterpoint.core.parsing import event_from
from masterpoint.schemes import FACTS, FEDERATIONS, award
from masterpoint.schemes.charging import charge_event

ABF = FEDERATIONS["abf"]
PLACES = "1 2 3 4 5 6 7 8 9 10 11 12"
LIST = {"places": PLACES}
CONGRESS = {
    "form": "tournament",
    "scheme": "abf",
    "day": "2026-05-12",
    "contest": "pairs",
    "boards": 48,
    "grade": "B5",
    "organiser": {"level": "club"},
    "sessions": [{"boards": 24, "lists": [LIST]}, {"boards": 24, "lists": [LIST]}],
    "overall": [LIST],
    "facts": {"congress": "state", "session_grades": ["B5", "E"]},
}


@pytest.fixture
def result() -> Result:
    return award(event_from(CONGRESS, FACTS))


def test_each_session_pays_the_levy_of_its_own_grade(result: Result) -> None:
    """0.36 0.25 0.18 0.12 0.09 0.07 of the grade E session are 2.14 for two players each, at $2.53."""
    levies = {charge.thing: charge for charge in charge_event(result).charges}
    assert set(levies) == {"grade B5", "grade E"}
    assert sum(head.points for head in levies["grade E"].heads) == Fraction("2.14")
    assert levies["grade E"].amount == Fraction("5.4142")
    assert levies["grade B5"].amount == sum(head.points for head in levies["grade B5"].heads) * Fraction("2.68")


def test_every_point_is_levied_once(result: Result) -> None:
    """Nobody is named in these lists, so every award goes to two players."""
    issued = sum(2 * award.points for award in result.awards)
    levied = sum(head.points for charge in charge_event(result).charges for head in charge.heads)
    assert levied == issued > 0


def test_points_are_levied_for_the_players_who_receive_them() -> None:
    """Three players of a pair, one of them for half of the boards: the levy is on what each receives."""
    players = [{"name": "Ann"}, {"name": "Bob", "boards": 12}, {"name": "Cat", "boards": 12, "substitute": True}]
    entries = [{"place": place} for place in range(2, 13)]
    event = {
        **CONGRESS,
        "form": "session",
        "boards": 24,
        "grade": "E",
        "facts": {},
        "lists": [{"entries": [{"place": 1, "players": players}, *entries]}],
    }
    del event["sessions"], event["overall"]
    result = award(event_from(event, FACTS))
    (levy,) = charge_event(result).charges
    received = {head.name: head.points for head in levy.heads if head.name}
    awarded = {
        player.name: award.points
        for award in result.awards
        if award.points
        for player in award.recipients
        if player.name
    }
    assert received == awarded and received["Ann"] == Fraction("0.36")
    assert levy.amount == sum(head.points for head in levy.heads) * Fraction("2.53")
