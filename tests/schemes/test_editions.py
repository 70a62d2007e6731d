"""A new edition is a page of data: two invented ones of the EBU, and what they change from their first day on."""

from __future__ import annotations

from datetime import date
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from answers import of_kind
from invented_editions import FOLDER, ebu_with
from masterpoint import schemes
from masterpoint.cli import main
from masterpoint.core.editions import Edition, in_force
from masterpoint.core.errors import NotReadable, Refused
from masterpoint.core.events import SessionEvent
from masterpoint.core.exact import Exact
from masterpoint.core.parsing import event_from, parse
from masterpoint.schemes import FEDERATIONS
from masterpoint.schemes.examples import example_on

EBU = ebu_with("2027", "2028")
FIGURE, RULE = EBU.edition("2027"), EBU.edition("2028")
LAST_DAY, FIRST_DAY = date(2027, 7, 31), date(2027, 8, 1)


def raw_evening(day: date | str, boards: int = 24, places: str = "1 2= 2= 4 5 6 7 8 9 10 11 12") -> dict[str, Any]:
    return {
        "form": "session",
        "scheme": "ebu",
        "day": day,
        "contest": "pairs",
        "boards": boards,
        "organiser": {"level": "club"},
        "lists": [{"places": places}],
    }


def evening(day: date, *boards_and_places: Any, **kwargs: Any) -> SessionEvent:
    return of_kind(SessionEvent, event_from(raw_evening(day, *boards_and_places, **kwargs), schemes.FACTS))


def points(edition: Edition, event: SessionEvent) -> list[Exact]:
    return [award.points for award in edition.award(event).awards]


def lines_of(name: str) -> int:
    return sum(
        len(file.read_text(encoding="utf-8").splitlines()) for file in (FOLDER / name).iterdir() if file.is_file()
    )


def test_a_refusal_says_of_which_edition_its_clause_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FEDERATIONS.loaded, "ebu", EBU)
    for day in (LAST_DAY, FIRST_DAY):
        with pytest.raises(Refused) as refusal:
            schemes.award(event_from(raw_evening(day) | {"colour": "green"}, schemes.FACTS))
        assert {problem.edition for problem in refusal.value.problems} == {schemes.edition_for("ebu", day).title}


def test_an_example_is_of_a_day_that_its_edition_judges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FEDERATIONS.loaded, "ebu", EBU)
    for edition in EBU.editions:
        for name in edition.book.examples:
            for day in (None, edition.in_force_from):
                text = example_on(edition, name, day, today=edition.in_force_from)
                event = event_from(parse(text, source=name), schemes.FACTS)
                assert schemes.edition_for("ebu", event.day) is edition and event.day == (day or event.day)
    assert example_on(EBU.edition("2014"), "session", None, FIRST_DAY) == EBU.edition("2014").book.examples["session"]
    printed = CliRunner().invoke(main, ["example", "session", "--scheme", "ebu", "--on", "2027-09-01"]).output
    assert "\nday = 2027-09-01" in printed


def test_one_changed_figure_is_a_few_lines_of_data() -> None:
    assert lines_of("2027") < 30
    assert [point for point in points(FIGURE, evening(FIRST_DAY, 10, "1 2 3 4 5 6 7 8 9 10 11 12")) if point] == [
        18,
        12,
        6,
    ]
    assert not any(points(EBU.edition("2014"), evening(LAST_DAY, boards=10)))


def test_one_changed_rule_is_one_function() -> None:
    assert lines_of("2028") < 60
    assert points(EBU.edition("2014"), evening(FIRST_DAY))[:3] == [24, 15, 15]
    assert points(RULE, evening(FIRST_DAY))[:3] == [24, 18, 18]


def test_the_day_decides() -> None:
    assert in_force(EBU.editions, LAST_DAY).name == "2014"
    assert in_force(EBU.editions, FIRST_DAY).name == "2027"
    assert in_force(EBU.editions, date(2028, 8, 1)).name == "2028"


def test_an_edition_entered_early_changes_nothing_before_its_day(monkeypatch: pytest.MonkeyPatch) -> None:
    event = evening(LAST_DAY)
    before = schemes.award(event)
    monkeypatch.setitem(FEDERATIONS.loaded, "ebu", EBU)
    after = schemes.award(event)
    assert points(in_force(EBU.editions, LAST_DAY), event) == [award.points for award in after.awards]
    assert [award.points for award in before.awards] == [award.points for award in after.awards]
    assert schemes.award(evening(FIRST_DAY, boards=10)).edition == FIGURE.title
    assert schemes.edition_for("ebu", LAST_DAY).ranks.progress({"local": 5000}).rank == "Master"


def test_steps_cite_the_clause_of_their_edition() -> None:
    for edition in (EBU.edition("2014"), FIGURE, RULE):
        cited = {step.clause.edition for award in edition.award(evening(FIRST_DAY)).awards for step in award.steps}
        assert cited == {edition.name}


def test_what_an_edition_does_not_change_it_has_from_the_one_before() -> None:
    old = EBU.edition("2014")
    assert FIGURE.clauses.keys() == old.clauses.keys()
    assert FIGURE.readings == old.readings
    assert FIGURE.book.printed == old.book.printed
    assert RULE.clauses["3.5.1"].gist != old.clauses["3.5.1"].gist
    assert RULE.clauses["4.1.2"].gist == old.clauses["4.1.2"].gist


def test_what_only_a_later_book_asks_an_earlier_one_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The day decides what `[facts]` may hold: an event that reads one day before does not."""
    fields = [("teaching", bool, False)]
    facts = msgspec.defstruct("Facts", fields, bases=(EBU.edition("2014").facts,), frozen=True, kw_only=True)
    later = msgspec.structs.replace(FIGURE, facts=facts)
    federation = msgspec.structs.replace(ebu_with(), load_editions=lambda _: (EBU.edition("2014"), later))
    monkeypatch.setitem(FEDERATIONS.loaded, "ebu", federation)
    assert event_from(raw_evening(FIRST_DAY) | {"facts": {"teaching": True}}, schemes.FACTS).facts == {"teaching": True}
    for day in (LAST_DAY, LAST_DAY.isoformat()):
        with pytest.raises(NotReadable, match="teaching"):
            event_from(raw_evening(day) | {"facts": {"teaching": True}}, schemes.FACTS)


def test_the_forms_of_a_federation_are_listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FEDERATIONS.loaded, "ebu", ebu_with("2027", "2028"))
    output = CliRunner().invoke(main, ["schemes"]).output
    assert output.count("EBU Handbook, an invented") == 2 and output.count("  ebu: session, ") == 1


@pytest.mark.parametrize("words", [["clauses", "ebu", "3.5.1"], ["readings", "ebu"]], ids=" ".join)
def test_a_command_shows_the_edition_of_the_day_it_is_given(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FEDERATIONS.loaded, "ebu", EBU)
    for day, title in (("2027-07-31", "7th edition"), ("2027-08-01", "8th edition"), ("2028-08-01", "9th edition")):
        result = CliRunner().invoke(main, [*words, "--on", day])
        assert result.exit_code == 0 and title in result.output, result.output


@pytest.mark.parametrize(
    "words",
    [
        ["rank", "--scheme", "ebu", "local=5000"],
        ["schema", "--facts", "ebu"],
        ["schema", "--scheme", "ebu", "--form", "league"],
        ["example", "session", "--scheme", "ebu"],
        ["work-out", "--scheme", "ebu"],
    ],
    ids=" ".join,
)
def test_a_command_knows_no_book_of_a_day_before_the_first(words: list[str]) -> None:
    assert CliRunner().invoke(main, [*words, "--on", "2014-08-01"]).exit_code == 0
    refused = CliRunner().invoke(main, [*words, "--on", "1900-01-01"])
    assert refused.exit_code == 2 and "before the first edition" in refused.output


def test_the_invented_editions_are_not_shipped() -> None:
    shipped = {edition.title for edition in FEDERATIONS["ebu"].editions}
    assert shipped.isdisjoint((FIGURE.title, RULE.title))
