"""Whatever the register of clauses says is recorded: the page opens, the report is made, the command and form work."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from django.urls import get_resolver, reverse

from masterpoint.centre.filing.models import Filing
from masterpoint.centre.journal.models import Entry
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.centre.reporting.catalogue import report_named
from masterpoint.centre.reporting.periods import read_period
from masterpoint.cli import main
from masterpoint.core.office_forms import Written
from masterpoint.core.parsing import event_from, parse
from masterpoint.schemes import FACTS, FEDERATIONS
from web.test_every_door import signed_in

pytestmark = pytest.mark.django_db
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
def test_a_clause_is_recorded_only_by_something_and_nothing_else_is(edition):
    for clause in edition.clauses.values():
        assert (clause.treatment == "recorded") == bool(clause.recorded_by), clause


@pytest.mark.parametrize(("scheme", "edition", "by"), LINKS, ids=lambda value: value)
def test_every_link_leads_somewhere_that_works(client, scheme, edition, by):
    kind, name = by.split(" ")
    {"page": page, "report": report, "command": command, "form": form, "sheet": sheet}[kind](
        client, scheme, edition, name
    )


CONTACT = {"email": "district@example.org", "phone": "", "post": "", "public": "yes", "contact": "1"}
USES = {
    "new-member": {"given": "Ines", "family": "Newcomer", "joined": "2026-10-01"},
    "organisation": CONTACT,
    "point-certificates": {
        "name": "Ann Bell",
        "event": "Pairs",
        "kind": "game",
        "parts": "Pairs; 18",
        "issued": "2026-11-10",
    },
    "adjust": {"kind": "adjustment", "points": "1", "day": "2026-11-10", "reason": "left out", "post": "1"},
    "organisations": {"number": "9001", "name": "A new club", "level": "club"},
}
"""What is written on pages that record by a form of their own."""


def page(client, scheme, edition, name):
    """The page opens for the federation's staff, about something that is there; where it records, it is used."""
    signed_in(client, "finance" if name in ("tariff", "invoice-run") else "staff", scheme)
    club = Organisation.objects.get(federation=scheme, number="1001")
    person = Person.objects.filter(home_club=club, lines__isnull=False).first()
    values = {
        "code": scheme,
        "organisation": club.number,
        "number": club.number if name in ("organisation", "club") else person.number,
        "receipt": Filing.objects.filter(federation=scheme).first().receipt,
        "sheet": next((transfer.sheet for transfer in FEDERATIONS[scheme].transfers), ""),
        "ending": "csv",
        "year": 2026,
    }
    wanted = get_resolver().reverse_dict.getlist(name)[0][0][0][1]
    address = reverse(name, kwargs={key: values[key] for key in wanted})
    answer = client.get(address)
    assert answer.status_code == 200, name
    if name in USES:
        before = kept(scheme)
        more = {"under": str(club.parent.pk)} if name == "organisations" else {}
        if name == "adjust":
            more = {"colour": answer.context["colours"][0], "seen": str(answer.context["seen"])}
        assert client.post(address, USES[name] | more).status_code == 302, name
        assert kept(scheme) > before, name


def kept(scheme):
    """How much journal and ledger hold of a federation."""
    return Entry.objects.filter(federation=scheme).count() + Posting.objects.filter(federation=scheme).count()


def report(client, scheme, edition, name):
    club = Organisation.objects.get(federation=scheme, number="1001")
    made = report_named(club, name).make(club, read_period("2026"))
    assert made.tables and all(len(row) == len(table.columns) for table in made.tables for row in table.rows)


def command(client, scheme, edition, name):
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


def form(client, scheme, edition, name):
    """The form is one of the book, and the example of it is judged."""
    chosen = FEDERATIONS[scheme].edition(edition)
    example = parse(chosen.book.examples[name], source=name)
    assert chosen.award(event_from(example, FACTS)).awards


def sheet(client, scheme, edition, name):
    """The form of the office as the book's example fills it in has no error."""
    forms, book = FEDERATIONS[scheme].office_forms, FEDERATIONS[scheme].edition(edition).book
    assert forms.check(book, name, Written(forms.template(book, name), name), None).remarks
