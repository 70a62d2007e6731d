"""What the words of a step alone show: whose trophy it is, and whose grade an award rests on."""

from __future__ import annotations

from answers import of_kind
from handbook_cases import by_rule
from masterpoint.core.derivation import Step
from masterpoint.core.editions import work_out
from masterpoint.schemes import FEDERATIONS
from masterpoint.schemes.abf.rules.grades.weights import grade_of_award


def test_the_trophy_names_those_with_the_most_points() -> None:
    year = [{"name": name, "points": points, "rank": "Life"} for name, points in (("Ann", 9), ("Ben", 12), ("Cid", 12))]
    best, *_ = work_out(FEDERATIONS["abf"].editions[0], "mccutcheon", {"players": year})
    assert (of_kind(Step, best).value, str(best.message)) == (12, "McCutcheon Trophy: Ben, Cid")


def test_a_consolation_rests_on_the_grade_of_its_event() -> None:
    raw = {
        "form": "consolation",
        "scheme": "abf",
        "day": "2026-11-10",
        "contest": "pairs",
        "boards": 24,
        "grade": "B4",
        "organiser": {"level": "state"},
        "original_tables": 24,
        "premier_tables": 6,
        "lists": [{"size": 12, "places": "1"}],
    }
    assert [grade_of_award(award) for award in by_rule(raw).awards if award.points] == ["B4"]
