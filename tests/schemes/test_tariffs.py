"""What every federation's charging must keep, whatever its book says."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from invented_editions import first_edition_of
from masterpoint.core.charges import NO_CHARGES, Assessment
from masterpoint.core.derivation import recompute
from masterpoint.core.errors import NotUnderstood, Refused
from masterpoint.core.federations import Federation
from masterpoint.core.parsing import event_from, parse
from masterpoint.core.tariffs import amount_of
from masterpoint.schemes import FACTS, FEDERATIONS, award, example
from masterpoint.schemes.charging import charge_codes, charge_event, charge_periodic

ALL = pytest.mark.parametrize("federation", FEDERATIONS.values(), ids=lambda federation: federation.code)
DAY = date(2026, 5, 12)
PAGE = (Path(__file__).parents[2] / "docs" / "charges.md").read_text(encoding="utf-8")
EXAMPLES = [
    (federation, name, text)
    for federation in FEDERATIONS.values()
    for name, text in federation.editions[-1].book.examples.items()
]


@ALL
def test_every_item_cites_a_clause_and_stands_in_the_docs(federation: Federation) -> None:
    for name, item in federation.charging.items.items():
        assert all(item.clause in edition.clauses for edition in federation.editions), name
        assert f"`{name}`" in PAGE, name
        assert item.scope in ("", *federation.organisations), name


@ALL
def test_what_a_book_prints_is_not_invented(federation: Federation) -> None:
    printed = {amount.name for amount in federation.printed_tariff.amounts}
    invented = {amount.name for amount in federation.charging.invented}
    assert printed == {name for name, item in federation.charging.items.items() if item.figure}
    assert not printed & invented
    assert all(amount.printed and not amount.invented for amount in federation.printed_tariff.amounts)
    assert all(amount.invented and not amount.printed for amount in federation.charging.invented)


@ALL
def test_the_demo_has_every_amount_that_a_charge_may_need(federation: Federation) -> None:
    tariff, book = federation.demo_tariff, federation.editions[-1].book
    assert not list(tariff.problems(book, federation.charging.items, DAY))


@ALL
def test_kinds_have_words_and_known_items(federation: Federation) -> None:
    charging = federation.charging
    assert all(kind.title and kind.item in ("", *charging.items) for kind in charging.kinds.values())
    assert {charging.tax, charging.payment_days} <= {"", *charging.items}
    for name, periodic in charging.periodic.items():
        assert periodic.title and periodic.clause in federation.editions[-1].clauses, name


@pytest.mark.parametrize(("federation", "name", "text"), EXAMPLES, ids=lambda value: getattr(value, "code", None))
def test_every_example_of_a_book_can_be_charged(federation: Federation, name: str, text: str) -> None:
    """Each charge is of a known kind, recomputes, explains itself, and counts nobody twice in one list."""
    event = event_from(parse(text, source=name), FACTS)
    assessment = charge_event(award(event), federation.demo_tariff)
    assert assessment.charges or assessment.remarks, "nothing to pay is an answer too"
    for charge in assessment.charges:
        assert charge.kind in federation.charging.kinds
        assert recompute(charge.step) == charge.amount
        assert charge.amount or charge.exemption
        assert charge.why(federation.charging.currency).endswith(".")
        assert len({(head.path, head.index) for head in charge.heads}) == len(charge.heads)
        assert charge.is_invented == any(amount.invented for amount in charge.amounts)


@ALL
def test_a_federation_says_which_periodic_charges_it_has(federation: Federation) -> None:
    with pytest.raises(NotUnderstood) as refusal:
        charge_periodic(federation.code, "window tax", DAY, {})
    assert all(name in refusal.value.problems[0].fix for name in federation.charging.periodic)


def test_a_federation_without_charges_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its book charges nothing, and no account is needed to say so."""
    monkeypatch.setattr(FEDERATIONS, "loaded", {**FEDERATIONS.loaded, "xbu": example.FEDERATION})
    monkeypatch.setitem(FEDERATIONS.modules, "xbu", "masterpoint.schemes.example")
    xbu = FEDERATIONS["xbu"]
    assert xbu.charging is NO_CHARGES and not xbu.demo_tariff.amounts
    event = event_from(parse(xbu.editions[0].book.examples["session"], source="session"), FACTS)
    assert charge_event(award(event)) == Assessment()


def test_a_sixth_federation_charges_by_what_it_prints_in_a_currency_of_its_own(sixth_federation: Federation) -> None:
    (fee,) = sixth_federation.printed_tariff.amounts
    assert (fee.name, fee.value, fee.printed) == ("table", Fraction(1, 4), True)
    assert sixth_federation.charging.currency.text(Fraction("1.875")) == "$1.875"


def test_codes_of_a_day_have_words() -> None:
    ebu = FEDERATIONS["ebu"]
    assert charge_codes(ebu, date(2014, 9, 30))["04"].startswith("teaching")
    assert "04" not in charge_codes(ebu, date(2014, 10, 1))
    assert not charge_codes(FEDERATIONS["nz"], DAY)


def test_what_a_board_enters_goes_over_what_is_printed() -> None:
    nz = FEDERATIONS["nz"]
    item = nz.charging.items["club_session"]
    tariff = nz.printed_tariff.with_amounts([amount_of("club_session", item, "0.32", date(2026, 5, 1))])
    assert tariff.value("club_session", date(2026, 4, 30)) == Fraction("0.30")
    assert tariff.value("club_session", date(2026, 5, 1)) == Fraction("0.32")


def next_book(tmp_path: Path, code: str, figures: str) -> Federation:
    """A federation with an invented next edition from September 2027 on."""
    federation = first_edition_of(code)
    head = f'title = "A later book"\nin_force_from = 2027-09-01\nbased_on = "{federation.editions[0].name}"\n'
    (tmp_path / "edition.toml").write_text(head)
    (tmp_path / "figures.toml").write_text(figures)
    return federation.with_editions({"2027": tmp_path})


def test_a_later_book_replaces_only_the_amounts_that_it_changes(tmp_path: Path) -> None:
    """What a board has set goes on where the next book prints what the book before printed."""
    nz = next_book(tmp_path, "nz", '[points]\ntournament_fee = { value = "0.60", clause = "E8.7b" }\n')
    set_by_the_board = amount_of("club_session", nz.charging.items["club_session"], "0.32", date(2026, 5, 1))
    tariff = nz.printed_tariff.with_amounts([set_by_the_board])
    assert tariff.value("club_session", date(2027, 9, 1)) == Fraction("0.32")
    assert tariff.value("tournament_session", date(2027, 8, 31)) == Fraction("0.50")
    assert tariff.value("tournament_session", date(2027, 9, 1)) == Fraction("0.60")


def test_an_amount_of_a_later_book_holds_from_no_earlier_day(tmp_path: Path) -> None:
    """The manual names the day of its fees, 1 April 2025, which the next book has from it."""
    levy = FEDERATIONS["abf"].editions[0].book.figures.levies.levy
    lines = "\n".join(f'{grade} = "{rate * 2 if grade == "E" else rate}"' for grade, rate in levy.value.items())
    figures = f'[levies.levy]\nclause = "{levy.clause.number}"\n[levies.levy.value]\n{lines}\n'
    tariff = next_book(tmp_path, "abf", figures).printed_tariff
    assert tariff.value("levy_E", date(2027, 8, 31)) == levy.value["E"]
    assert tariff.value("levy_E", date(2027, 9, 1)) == levy.value["E"] * 2
    assert [amount.first_day for amount in tariff.history("levy_D")] == [date(2025, 4, 1)]


@pytest.mark.parametrize(
    ("code", "name", "first_day", "clause"),
    [
        ("ebu", "standard_charge", date(2026, 4, 1), ""),
        ("ebu", "standard_charge", date(2026, 5, 1), "1.3.2"),
        ("nz", "club_session", date(2026, 8, 16), ""),
        ("nz", "club_session", date(2026, 8, 15), "E7.7"),
    ],
)
def test_an_entry_against_the_book_is_remarked_on(code: str, name: str, first_day: date, clause: str) -> None:
    federation = FEDERATIONS[code]
    amount = amount_of(name, federation.charging.items[name], "0.40", first_day)
    remarks = federation.charging.entry_remarks(federation.editions[-1].book, amount, date(2026, 5, 16))
    assert [remark.clause.number for remark in remarks] == ([clause] if clause else [])


def test_an_amount_that_nobody_set_names_the_clause_and_the_fix() -> None:
    text = FEDERATIONS["ebu"].editions[-1].book.examples["session"]
    with pytest.raises(Refused) as refusal:
        charge_event(award(event_from(parse(text, source="session"), FACTS)))
    (problem,) = refusal.value.problems
    assert problem.clause == "EBU 1.3.2" and "standard_charge" in problem.fix
