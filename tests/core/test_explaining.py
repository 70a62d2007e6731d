"""One sentence for each award, built from its steps."""

from __future__ import annotations

from fractions import Fraction

import pytest

from masterpoint import schemes
from masterpoint.core.derivation import derive, fact
from masterpoint.core.exact import grouped_text
from masterpoint.core.explaining import explain, is_trivial, phrase_of, reason_of
from masterpoint.core.mechanisms import identity, product, with_reason
from masterpoint.core.parsing import event_from, parse
from masterpoint.core.places import ordinal
from masterpoint.core.sentences import sentence
from masterpoint.core.serialisation import result_as_data
from masterpoint.schemes import FEDERATIONS, example

CLAUSE = example.FEDERATION.editions[0].clauses["4.1"]
EXAMPLES = [
    pytest.param(text, id=f"{federation.code} {name}")
    for federation in FEDERATIONS.values()
    for name, text in federation.editions[-1].book.examples.items()
]


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (102, "102nd"),
        (111, "111th"),
    ],
)
def test_ordinals(number: int, written: str) -> None:
    assert ordinal(number) == written


def test_a_count_stands_before_its_noun_and_other_figures_after() -> None:
    assert phrase_of(fact(12, CLAUSE, "full tables")) == "12 full tables"
    assert phrase_of(fact(1, CLAUSE, "sessions", reading="R1")) == "1 session"
    assert phrase_of(fact(40, CLAUSE, "top award")) == "top award: 40"


def test_a_product_is_an_equation() -> None:
    step = derive(product, fact(3, CLAUSE, "places"), fact(10, CLAUSE, "a place"), clause=CLAUSE, message="3 × 10")
    assert phrase_of(step) == "3 × 10 = 30"


def test_thousands_are_set_apart() -> None:
    teams = fact(2129, CLAUSE, sentence("a third of the field, {places} places, earn", places=2129))
    assert phrase_of(fact(12345, CLAUSE, "full tables")) == "12,345 full tables"
    assert phrase_of(fact(Fraction(2469, 2), CLAUSE, "top award")) == "top award: 1,234.50"
    assert phrase_of(teams) == "a third of the field, 2,129 places, earn"


def test_a_factor_of_one_is_folded_away() -> None:
    factor = fact(1, CLAUSE, "Club = 1 × Club")
    assert is_trivial(factor)
    assert is_trivial(derive(product, factor, clause=CLAUSE, message="Club status"))
    assert not is_trivial(fact(2, CLAUSE, "County = 2 × Club"))


def test_a_reason_is_named_though_it_changes_no_figure() -> None:
    """A step that passes a figure on is left out, unless nobody would understand the figure without it."""
    top = fact(24, CLAUSE, "top award")
    printed = derive(identity, top, clause=CLAUSE, message="the scale of the book")
    reason = derive(with_reason, printed, clause=CLAUSE, message="flight A is paid as flight B")
    assert reason_of(derive(product, fact(2, CLAUSE, "tables"), reason, clause=CLAUSE, message="both")) == (
        "2 tables; top award: 24; flight A is paid as flight B; both: 48"
    )


def test_once_a_figure_is_the_figure() -> None:
    assert phrase_of(derive(product, fact(6, CLAUSE, "a place"), clause=CLAUSE, message="place 4 of 4: 1 × 6")) == (
        "place 4 of 4: 6"
    )
    assert phrase_of(fact(132, CLAUSE, "11 × 12")) == "11 × 12 = 132"


def test_a_product_with_one_is_left_out_at_the_end_too() -> None:
    table, factor = fact(40, CLAUSE, "Basic Table, place 1"), fact(1, CLAUSE, "factor of a club session")
    last = derive(product, table, factor, clause=CLAUSE, message="Basic Table × factor")
    assert reason_of(last) == "Basic Table, place 1: 40"


def test_the_number_of_a_place_is_not_what_it_earns() -> None:
    """Sixth of 18 pairs over 24 boards, EBU 4.1: the last of six awards, 6."""
    raw = {
        "form": "session",
        "scheme": "ebu",
        "day": "2026-11-10",
        "contest": "pairs",
        "boards": 24,
        "organiser": {"level": "club"},
        "lists": [{"size": 18, "places": "6"}],
    }
    assert explain(schemes.award(event_from(raw, schemes.FACTS)))[0].endswith("place 6 of 6: 6.")


def test_a_percentage_is_written_once() -> None:
    part = fact(Fraction(3, 4), CLAUSE, "75% of a major")
    assert phrase_of(part) == "75% of a major"


def test_a_team_of_a_division_is_one_of_all_its_teams() -> None:
    divisions = [{"level": 1, "size": 6, "entries": [{"place": 1, "matches": [{"boards": 24, "won": 3}]}]}]
    common = {"scheme": "ebu", "day": "2026-11-10", "organiser": {"level": "club"}, "contest": "teams"}
    raw = {**common, "form": "league", "boards": 120, "divisions": divisions}
    assert explain(schemes.award(event_from(raw, schemes.FACTS)))[0].startswith("1st of 6 teams: ")


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_award_of_every_example_has_its_sentence(text: str) -> None:
    result = schemes.award(event_from(parse(text, source="example"), schemes.FACTS))
    sentences = explain(result)
    assert sentences == [award["why"] for award in result_as_data(result)["awards"]]
    for award, reason in zip(result.awards, sentences, strict=True):
        assert reason[0].isupper() or reason[0].isdigit()
        assert reason.endswith(".")
        if award.points:
            assert grouped_text(award.points) in reason


def test_a_club_evening() -> None:
    raw = {
        "form": "session",
        "scheme": "ebu",
        "day": "2026-11-10",
        "contest": "pairs",
        "boards": 24,
        "organiser": {"level": "club"},
        "lists": [{"places": " ".join(str(place) for place in range(1, 18))}],
    }
    second = explain(schemes.award(event_from(raw, schemes.FACTS)))[1]
    assert second.startswith("2nd of 17 pairs: ")
    assert "6 points a place at Club status (Scale A-E, one-winner pairs); 8 full tables" in second
    assert "; 24 boards: a third of the field, rounded up to 6 places, earn; " in second
    assert second.endswith("place 2 of 6: 5 × 6 = 30.")
