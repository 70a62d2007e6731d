"""Acts on the accounts: by several people at once, and killed at every write.

python accounts_program.py     prints one JSON line a race and one a kill
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from functools import partial
from typing import Any

from django.db import transaction

from answers import existing
from centre import fault_program as program
from centre.races_program import at_once
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import charge_codes, charge_facts, crediting, invoicing, payments, periodic, tariffs
from masterpoint.centre.billing.models import Charge, ChargeFact, Invoice, InvoiceCounter, Payment, TariffEntry
from masterpoint.centre.crediting import certificates
from masterpoint.centre.crediting.models import PointCertificate
from masterpoint.centre.deciding import services as deciding
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.people import merging
from masterpoint.centre.proposals.models import Proposal
from masterpoint.centre.registry import offices, organisations, registering, setup
from masterpoint.centre.registry.models import Appointment, Federation, Organisation, Person

CLUBS = 2
TABLES = program.PAIRS // 2
ISSUED = date(2026, 11, 1)


def scotland() -> Federation:
    return Federation.objects.get(code="sbu")


def world() -> None:
    """Beside the club of the other programs, a federation that charges its clubs by the year."""
    with transaction.atomic():
        federation, national = setup.new_federation("sbu", "Scottish Bridge Union", "sbu", next_number=1001)
    for number in range(CLUBS):
        organisations.add_organisation(
            federation, str(number + 7), f"Loch {number}", level="club", parent=national, on=date(1950, 1, 1), by=None
        )
    tariffs.enter(federation, "affiliation", "25", date(1950, 1, 1), by=program.officer())
    tariffs.enter(program.club().federation, "licence_table", "1", program.BEGINNING, by=program.officer())


def wales() -> None:
    """And one whose players collect certificates; the officer keeps its office."""
    with transaction.atomic():
        federation, national = setup.new_federation("wbu", "Welsh Bridge Union", "wbu", next_number=1001)
    valley = organisations.add_organisation(
        federation, "7", "Valley", level="club", parent=national, on=date(1950, 1, 1), by=None
    )
    offices.appoint(program.officer(), national, Appointment.Role.STAFF, on=date(1950, 1, 1), by=None)
    registering.register(federation, "Ann", "Bell", on=date(1950, 1, 1), by=None, club=valley)


def issue_certificate(number: int) -> None:
    raw: dict[str, Any] = {"kind": "game", "name": "Ann Bell", "issued": str(ISSUED)}
    raw["parts"] = [{"title": "Pairs", "points": {"local": "18", "green": "0.25"}}]
    valley = Organisation.objects.get(federation="wbu", number="7")
    certificates.issue(valley, f"Evening {number}", raw, by=program.officer())


def certificate_of(number: int) -> PointCertificate:
    return PointCertificate.objects.select_related("federation", "organisation__parent").get(event=f"Evening {number}")


def register_certificate(number: int) -> str:
    ann = Person.objects.get(federation="wbu")
    certificates.register(certificate_of(number), ann, on=ISSUED, by=program.officer())
    return "registered"


def registered(number: int) -> bool:
    """State, posting and points together, or none of them."""
    certificate = certificate_of(number)
    postings = Posting.objects.filter(detail__certificate=certificate.code)
    assert postings.count() <= 1, "registered once"
    assert (certificate.state == "claimed") == postings.exists() == (certificate.posting_id is not None)
    return postings.exists()


def year_of(number: int) -> date:
    return date(1960 + number, 3, 1)


def run_year(number: int) -> str:
    """The fees of a year, a club in each transaction."""
    periodic.ORGANISATIONS_PER_PAGE = 1
    periodic.post(scotland(), "affiliation", year_of(number), by=program.officer())
    return "run"


def ran_year(number: int) -> bool:
    charges = Charge.objects.filter(posting__federation="sbu", subject__startswith=f"affiliation {1960 + number} ")
    assert charges.count() <= CLUBS, "nobody is charged twice"
    return charges.count() == CLUBS


def invoice_of(number: int) -> Invoice:
    """The invoice of an evening of its own."""
    program.file_one(number)
    issued = invoicing.issue(program.club(), program.event(number + 31).day, on=ISSUED, by=program.officer())
    assert issued is not None
    return issued


def credit(number: int) -> str:
    invoice = Invoice.objects.filter(kind="invoice").latest("pk")
    return crediting.credit(invoice, {1: 100}, on=ISSUED, by=program.officer(), reason="agreed").number


def credited(number: int) -> bool:
    notes = Invoice.objects.filter(kind="credit note").count()
    assert Invoice.objects.count() == InvoiceCounter.objects.get(federation="ebu").last, "numbers without gaps"
    assert all(note.lines.exists() for note in Invoice.objects.all()), "an invoice has its lines"
    return Invoice.objects.filter(kind="invoice").latest("pk").credit_notes.count() == 1 and notes > 0


def enter(number: int) -> str:
    value = f"0.{number:04}"
    return tariffs.enter(program.club().federation, "standard_charge", value, ISSUED, by=program.officer()).value


def entered(number: int) -> bool:
    return TariffEntry.objects.filter(value=f"0.{number:04}").count() == 1


def filing_of(number: int) -> Filing:
    return Filing.objects.get(federation="ebu", day=program.event(number).day)


def license_evening(number: int) -> None:
    """An evening that pays by tables and sessions."""
    program.file_one(number)
    charge_codes.correct_code(filing_of(number), "30", by=program.officer(), reason="it was licensed")


def enter_sessions(number: int) -> str:
    fact = charge_facts.enter(filing_of(number), "sessions", 2, by=program.officer(), reason="two sessions")
    return "entered" if fact else "there before"


def entered_sessions(number: int) -> bool:
    """The fact, and with it the charge: as much again, or neither of them."""
    filing = filing_of(number)
    facts = ChargeFact.objects.filter(filing=filing).count()
    owed = sum(Fraction(charge.amount) for charge in Charge.objects.filter(subject=filing.receipt))
    assert facts <= 1, "a fact is entered once"
    assert owed == TABLES * (1 + facts), "the charge follows from the facts"
    return facts == 1


def day_of_month(number: int) -> int:
    """An invoice of its own each time needs a month of its own."""
    return 100 + 31 * number


PREPARED = {
    "credit note": lambda number: invoice_of(day_of_month(number)),
    "tariff": lambda number: None,
    "certificate": issue_certificate,
    "charge fact": license_evening,
}
"""Acts that are one transaction, and what has to be there before each."""


def killed_in_every_year() -> None:
    """Fees of a year are a transaction for each club: every kill has a year of its own, which is then run again."""
    for at in range(1, program.MAX_WRITES):
        answer, status = program.in_child(run_year, at, killer=program.Killer(at))
        exists, problems = ran_year(at), []
        if answer and not exists:
            problems.append("acknowledged but not there")
        if not exists:
            program.in_child(run_year, at)
            if not ran_year(at):
                problems.append("cannot be done again")
        problems += program.differences() if status == 0 else []
        fields = {"act": "periodic", "there": exists, "status": status, "problems": problems}
        print(json.dumps(fields), flush=True)
        if status == 0:
            return


def issue(last: date) -> str:
    issued = invoicing.issue(program.club(), last, on=ISSUED, by=program.officer())
    return issued.number if issued else "nothing due"


def pay(key: str) -> str:
    payment = payments.NewPayment(key, ISSUED, 1000, "Riverside", "26-00001-0")
    rows = payments.enter(program.club().federation, [payment], by=program.officer())
    return f"{len(rows)} entered, {Payment.objects.filter(key=key).count()} there"


def credit_all(invoice: Invoice, coins: int) -> str:
    crediting.credit(invoice, {1: coins}, on=ISSUED, by=program.officer(), reason="all of it")
    return "credited"


def races() -> None:
    program.file_one(31)
    at_once("invoice", *[partial(issue, program.event(62).day)] * 3)
    at_once("payment", *[partial(pay, "line 1")] * 3)
    invoice = Invoice.objects.latest("pk")
    at_once("credit note", *[partial(credit_all, invoice, crediting.creditable(invoice)[1])] * 2)
    at_once("tariff", *[partial(enter, number) for number in (9001, 9002, 9003)])
    at_once("periodic", *[partial(run_year, 60)] * 3)
    issue_certificate(1999)
    at_once("certificate", *[partial(register_certificate, 1999)] * 3)
    license_evening(1999)
    at_once("charge fact", *[partial(enter_sessions, 1999)] * 3)
    assert entered_sessions(1999)


def decisions() -> None:
    """Two of the staff decide one thing at the same moment, each in their own way."""
    officer, club = program.officer(), program.club()
    colleagues = [
        User.objects.create_user(f"{name}@example.org", "a long enough password", name=name) for name in ("Ann", "Bob")
    ]
    for user in (officer, *colleagues):
        offices.appoint(user, existing(club.parent), Appointment.Role.STAFF, on=date(2020, 1, 1), by=None)
    Federation.objects.filter(code="ebu").update(two_people=True)
    program.set_up(Federation.objects.get(code="ebu"))
    proposing: dict[str, Callable[..., Proposal]] = {
        "accept": deciding.accept,
        "refuse": partial(deciding.refuse, note="no"),
    }
    for turn, answers in enumerate((("accept", "accept"), ("accept", "refuse"))):
        twins = [
            registering.register(club.federation, "Ada", f"Both{turn}{n}", on=date(2020, 1, 1), by=None) for n in (0, 1)
        ]
        proposal = merging.ask_to_merge(*twins, by=officer, reason="one person")

        def decided(way: str, by: User, proposal: Posting | Proposal = proposal) -> str:
            return str(proposing[way](Proposal.objects.get(pk=proposal.pk), by=by).state)

        acts = [partial(decided, way, by) for way, by in zip(answers, colleagues, strict=True)]
        at_once("decide a merge", *acts)


if __name__ == "__main__":
    program.world()
    world()
    wales()
    races()
    killed_in_every_year()
    program.FIRST |= {"charge fact": 2000}
    program.PREPARE |= PREPARED
    program.ACTS |= {
        "credit note": credit,
        "tariff": enter,
        "certificate": register_certificate,
        "charge fact": enter_sessions,
    }
    program.DONE |= {
        "credit note": credited,
        "tariff": entered,
        "certificate": registered,
        "charge fact": entered_sessions,
    }
    for act in PREPARED:
        program.killed_everywhere(act)
    decisions()
