"""Thousands are set apart the same way in sentences, on paper and in letters, and as the reader's language does it."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from django.utils import translation

from masterpoint.centre.filing.news import points_in_words
from masterpoint.centre.registry import papers
from masterpoint.centre.registry.models import Federation
from masterpoint.centre.reporting import printing
from masterpoint.centre.reporting.tables import Report, Table, as_csv, figure_columns, text_columns
from masterpoint.centre.translation.texts import in_language
from masterpoint.core.charges import Currency
from masterpoint.core.sentences import sentence

POUNDS = Currency(code="GBP", sign="£", digits=2)
ROWS = [["12345", "Ann Bell", "12345.50"], ["1002", "Ben Cole", "999"]]
TABLE = Table(
    "Points", [*text_columns("Number", "Name"), *figure_columns("Points")], ROWS, ["", "Together", "13344.50"]
)
REPORT = Report("Ranking", "Riverside", "2026", [TABLE])


@pytest.fixture
def page(federation: Federation, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What a printed report hands to its page."""
    tables: list[dict[str, Any]] = []

    def compile_paper(source: bytes, data: dict[str, Any], **_: Any) -> bytes:
        tables.extend(data["tables"])
        return b""

    monkeypatch.setattr(papers, "compile_pdf", compile_paper)
    printing.print_report("ranking", REPORT, by=federation, on=date(2026, 11, 16))
    return tables[0]


def test_figures_of_a_report_on_paper_and_not_in_the_csv(page: dict[str, Any]) -> None:
    assert page["rows"] == [["12345", "Ann Bell", "12,345.50"], ["1002", "Ben Cole", "999"]]
    assert page["sums"] == ["", "Together", "13,344.50"]
    assert "12345,Ann Bell,12345.50" in as_csv(REPORT).decode("utf-8-sig")


def test_points_of_a_letter() -> None:
    assert points_in_words({"green": 1234550, "local": -100000}) == "12,345.50 green, -1,000 local"


@pytest.mark.parametrize(
    ("amount", "read"),
    [(Fraction(24691, 2), "£12,345.50"), (Fraction(-1000), "-£1,000.00"), (Fraction(2000001, 1000), "£2,000.001")],
)
def test_money(amount: Fraction, read: str) -> None:
    assert POUNDS.text(amount) == read


@pytest.mark.parametrize(
    ("language", "points", "unit"),
    [
        ("en-gb", "12,345.50", "1,204"),
        ("fr", "12\u202f345.50", "1\u202f204"),
        ("de", "12\u202f345.50", "1\u202f204"),
        ("cy", "12,345.50", "1,204"),
    ],
)
def test_a_sentence_in_the_language_of_its_reader(language: str, points: str, unit: str) -> None:
    text = sentence("{points} of {of}, on 2026-11-16, 4.2.1, 1,2,3", points=Fraction(24691, 2), of=1204)
    with translation.override(language):
        assert str(in_language(text)) == f"{points} of {unit}, on 2026-11-16, 4.2.1, 1,2,3"


def test_a_name_and_a_number_by_name_stay_as_they_are() -> None:
    with translation.override("fr"):
        assert in_language("Club 1,234", is_name=True) == "Club 1,234"
    assert str(sentence("in {year}, number {number}", year="2026", number="12345")) == "in 2026, number 12345"
