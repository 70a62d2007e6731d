"""Whatever the register of clauses says is recorded: the page opens, the report is made, the command and form work."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from django.test import Client

from answers import existing
from masterpoint.centre.registry.models import Organisation
from masterpoint.centre.reporting.catalogue import report_named
from masterpoint.centre.reporting.periods import read_period
from masterpoint.cli import main
from masterpoint.core.editions import Edition
from masterpoint.core.office_forms import FormText
from masterpoint.core.parsing import event_from, parse
from masterpoint.schemes import FACTS, FEDERATIONS
from web.recorded_facts import FACTS_SHOWN
from web.recorded_uses import USES
from web.recorded_visits import visit

pytestmark = pytest.mark.django_db
PAGES = USES | FACTS_SHOWN
CREDITS = Path(__file__).parents[1] / "formats" / "data" / "credits.grn"
ON_IT = ["--name", "Ann Bell", "--event", "Pairs", "--part", "Pairs; 18"]
EDITIONS = [edition for federation in FEDERATIONS.values() for edition in federation.editions]
LINKS = sorted(
    {
        (edition.scheme, edition.name, by)
        for edition in EDITIONS
        for clause in edition.clauses.values()
        for by in clause.recorded_by
    }
)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.title)
def test_a_clause_is_recorded_only_by_something_and_nothing_else_is(edition: Edition) -> None:
    for clause in edition.clauses.values():
        assert (clause.treatment == "recorded") == bool(clause.recorded_by), clause


def test_every_page_that_is_named_is_used_and_no_other() -> None:
    assert set(PAGES) == {name for _, _, by in LINKS for kind, name in [by.split(" ")] if kind == "page"}


@pytest.mark.parametrize(("scheme", "edition", "by"), LINKS, ids=lambda value: value)
def test_every_link_leads_somewhere_that_works(client: Client, scheme: str, edition: str, by: str) -> None:
    kind, name = by.split(" ")
    {"page": page, "report": report, "command": command, "form": form, "sheet": sheet}[kind](
        client, scheme, edition, name
    )


def page(client: Client, scheme: str, edition: str, name: str) -> None:
    """The page opens for the federation's staff, about something that is there; it is used, or shows what it must."""
    shown = visit(client, scheme, name)
    assert shown.page.status_code == 200, name
    PAGES[name](shown)


def report(client: Client, scheme: str, edition: str, name: str) -> None:
    club = Organisation.objects.get(federation=scheme, number="1001")
    report = report_named(club, name).make(club, read_period("2026"))
    assert report.tables and all(len(row) == len(table.columns) for table in report.tables for row in table.rows)


def command(client: Client, scheme: str, edition: str, name: str) -> None:
    """The command does what the clause wants, with what the demo has."""
    sue = ["--officer", f"secretary@{scheme}.example"]
    words = {
        "work-out": ["work-out", "--scheme", scheme],
        "rank": ["rank", "--scheme", scheme, "local=1"],
        "credits": ["credits", "view", str(CREDITS)],
        "certificate": ["certificate", "issue", scheme, "1001", *sue, *ON_IT],
    }
    result = CliRunner().invoke(main, words[name])
    assert (result.exit_code, bool(result.output.strip())) == (0, True), result.output


def form(client: Client, scheme: str, edition: str, name: str) -> None:
    """The form is one of the book, and the example of it is judged."""
    shown_edition = FEDERATIONS[scheme].edition(edition)
    example = parse(shown_edition.book.examples[name], source=name)
    assert shown_edition.award(event_from(example, FACTS)).awards


def sheet(client: Client, scheme: str, edition: str, name: str) -> None:
    """The form of the office as the book's example fills it in has no error."""
    forms, book = FEDERATIONS[scheme].office_forms, FEDERATIONS[scheme].edition(edition).book
    checked = existing(forms).check(book, name, FormText(existing(forms).template(book, name), name), None)
    assert checked.event is not None or checked.remarks
