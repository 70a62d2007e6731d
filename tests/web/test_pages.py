"""Every page answers, for everybody who may see it, and refuses everybody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, get_resolver, resolve, reverse

import databases
from answers import existing
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import payments
from masterpoint.centre.billing.models import Charge, Invoice, InvoiceCounter, InvoiceDelivery
from masterpoint.centre.billing.models import Posting as AccountPosting
from masterpoint.centre.enquiries import services as enquiries
from masterpoint.centre.enquiries.models import Note, new_key
from masterpoint.centre.filing import approving
from masterpoint.centre.filing.models import Draft, Filing, Month
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.proofs import award_token
from masterpoint.centre.records.models import Promotion, PromotionRun
from masterpoint.centre.registry.models import Appointment, Change, Membership, Organisation, Person
from masterpoint.centre.sheets.models import Sheet

if TYPE_CHECKING:
    from pytest_django import DjangoDbBlocker

pytestmark = pytest.mark.django_db
ROLES = ("nobody", "player", "scorer", "secretary", "treasurer", "finance", "staff", "staff of another federation")

RENAMED = {"given_name": "Ada", "family_name": "Newly-Named", "reason": "married"}


def sign_in(client: Client, role: str) -> Any:
    if role != "nobody":
        email = "staff@nz.example" if role == "staff of another federation" else f"{role}@ebu.example"
        client.force_login(User.objects.get(email=email), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture(scope="module")
def records(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Any]:
    """Made once: each test changes them in a transaction of its own."""
    with databases.rolled_back(django_db_blocker):
        yield create()


def create() -> dict[str, Any]:
    line = existing(
        Line.objects.filter(person__federation="ebu", person__anonymous=False, posting__version__isnull=False).first()
    )
    filing = existing(Filing.objects.filter(federation="ebu", organisation__number="1001").first())
    player, scorer = (User.objects.get(email=f"{role}@ebu.example") for role in ("player", "scorer"))
    draft = Draft.objects.create(
        key=new_key(),
        federation=filing.federation,
        organisation=filing.organisation,
        user=scorer,
        original=b"form = 'session'",
        original_name="tuesday.toml",
    )
    run = existing(PromotionRun.objects.filter(federation="ebu").order_by("-as_at").first())
    lines = [NewLine(person.pk, "local", 100, line.day) for person in (line.person, player.people.get())]
    official = existing(
        Filing.objects.filter(federation="ebu", organisation=filing.organisation, state="official").last()
    )
    bank_payment = payments.NewPayment("bank 1", filing.day, 500, "Somebody", "no reference")
    (payment,) = payments.enter(filing.federation, [bank_payment], by=scorer)
    return {
        "sheet": Sheet.objects.create(
            organisation=Organisation.objects.get(federation="nz", number="1001"), form="addition"
        ),
        "proposal": approving.propose_withdrawal(official, by=scorer, reason="wrong evening"),
        "balances": ledger.open_balances(filing.federation, lines, by=scorer, reason="the old register"),
        "person": line.person,
        "line": line,
        "promotion": Promotion.objects.create(
            run=run, person=player.people.get(), rank="Local Master", reached_on=line.day
        ),
        "hidden": Person.objects.filter(federation="ebu", anonymous=True, home_club__number="1001").first(),
        "filing": filing,
        "other": Filing.objects.filter(federation="ebu", organisation__number="1002").first(),
        "draft": draft,
        "player": player.people.get(),
        "invoice": Invoice.objects.get(organisation=filing.organisation),
        "charge": Charge.objects.filter(organisation=filing.organisation).exclude(billed=None).first(),
        "payment": payment,
        "enquiry": enquiries.ask(
            player.people.get(), filing.organisation, filing.day, "Where are my points?", by=player
        ),
        "run": run,
        "office": Appointment.objects.get(user=scorer),
        "other club": Membership.objects.create(
            person=player.people.get(),
            organisation=Organisation.objects.get(federation="ebu", number="1002"),
            kind="alternate",
            first_day=line.day,
        ),
        "flagged": Promotion.objects.create(
            run=run, person=line.person, rank="Master", reached_on=line.day, flagged="corrected"
        ),
    }


def pages(records: Any) -> Any:
    person, line = records["person"], records["line"]
    filing, other, player, sheet = records["filing"], records["other"], records["player"], records["sheet"]
    roles = set(ROLES)
    signed_in = roles - {"nobody"}
    filers = {"scorer", "secretary", "staff"}
    keepers = {"secretary", "staff"}
    finance = {"finance", "staff"}
    treasurers = {"secretary", "treasurer", *finance}
    return {
        reverse("home"): roles,
        reverse("help"): roles,
        reverse("help-for", args=["players"]): roles,
        reverse("about"): roles,
        reverse("privacy-notice"): roles,
        reverse("find") + "?q=a": roles,
        reverse("federation", args=["ebu"]): roles,
        reverse("head", args=["ebu"]): roles,
        reverse("conformance"): roles,
        reverse("suite"): roles,
        reverse("event-schema"): roles,
        reverse("edition-suite", args=["sbu", "2016"]): roles,
        reverse("search", args=["ebu"]) + "?q=a": roles,
        reverse("leaders", args=["ebu"]): roles,
        reverse("leaders", args=["ebu"]) + "?year=2026&colour=local&within=1001": roles,
        reverse("leaders", args=["ebu"]) + "?page=2": roles,
        reverse("yearly-trophy", args=["abf"]): roles,
        reverse("yearly-trophy", args=["abf"]) + "?year=2025": roles,
        reverse("entry-list", args=["ebu"]): roles,
        reverse("club", args=["ebu", "1001"]): roles,
        reverse("sessions", args=["ebu", "1001"]): roles,
        reverse("result", args=["ebu", filing.receipt]): roles,
        reverse("result-why", args=["ebu", filing.receipt, 0]): roles,
        reverse("result-boards", args=["ebu", filing.receipt]): roles,
        reverse("player", args=["ebu", person.number]): roles,
        reverse("player", args=["ebu", person.number]) + "?as_at=2026-10-01": roles,
        reverse("why", args=["ebu", person.number, line.pk]): roles,
        reverse("award-proof", args=[award_token(line)]): roles,
        reverse("rank-proof", args=[records["promotion"].key]): roles,
        reverse("certificate", args=[records["promotion"].key]): {"player", *keepers},
        reverse("player-figures", args=["ebu", person.number]): roles,
        reverse("player-figures", args=["ebu", records["hidden"].number]): {"secretary", "staff"},
        reverse("player", args=["ebu", records["hidden"].number]): {"secretary", "staff"},
        reverse("missing", args=["ebu", player.number]): {"player", *keepers},
        reverse("check"): roles,
        reverse("calculator"): roles,
        reverse("calculate", args=["ebu"]): roles,
        reverse("work-out", args=["ebu", "session"]): roles,
        reverse("books"): roles,
        reverse("book", args=["ebu"]): roles,
        reverse("scales", args=["ebu"]): roles,
        reverse("readings", args=["ebu"]): roles,
        reverse("edition", args=["ebu", "2014"]): roles,
        reverse("edition-scales", args=["ebu", "2014"]): roles,
        reverse("edition-readings", args=["ebu", "2014"]): roles,
        reverse("changes", args=["ebu", "2014", "2014"]): roles,
        reverse("awards-statement", args=["ebu", person.number, "csv"]): roles,
        reverse("credit-tool"): roles,
        reverse("open-data", args=["ebu"]): roles,
        reverse("open-data-file", args=["ebu", "2026-11-01"]): set(),  # none was made that day
        reverse("sheets", args=["nz", "1001"]): {"staff of another federation"},
        reverse("sheet-template", args=["nz", "1001", "addition", "csv"]): {"staff of another federation"},
        reverse("sheet", args=["nz", "1001", sheet.pk]): {"staff of another federation"},
        reverse("sheet-pdf", args=["nz", "1001", sheet.pk, "form"]): {"staff of another federation"},
        reverse("national-files", args=["abf"]): roles,
        reverse("national-file", args=["abf", "CLUBS"]): roles,
        # Points are reported in files in Australia alone, and only Australia has a schedule of renewals.
        reverse("my-credit-returns"): set(),
        reverse("credit-returns", args=["abf", "1001"]): set(),
        reverse("claims-file", args=["sbu", "1001", 1]): set(),
        reverse("awards-register", args=["abf", "1001"]): set(),
        reverse("renewals", args=["ebu", "1001"]): set(),
        # Certificates of points are Welsh; who may do what with them is in test_certificates.
        reverse("my-certificates"): set(),
        reverse("point-certificates", args=["wbu", "1001"]): set(),
        reverse("point-certificate", args=["wbu", "1001", "WBU-7KQ2-M9TR-C"]): set(),
        reverse("point-certificate-sheet", args=["wbu", "1001", "WBU-7KQ2-M9TR-C"]): set(),
        reverse("register-certificates", args=["wbu"]): set(),
        reverse("my-reports"): {*treasurers, "staff of another federation"},
        reverse("reports", args=["ebu", "1001"]): treasurers,
        reverse("report", args=["ebu", "1001", "noticeboard"]): keepers,
        reverse("report-file", args=["ebu", "1001", "noticeboard", "csv"]): keepers,
        reverse("report-certificates", args=["ebu", "1001", "promotions"]): keepers,
        reverse("result-sheet", args=[filing.receipt, "csv"]): filers,
        reverse("sign-in"): roles,
        reverse("forgotten"): roles,
        reverse("join"): roles,
        reverse("join-by-address"): roles,
        reverse("sign-in-mail"): roles,
        reverse("sign-in-mail-code"): roles,
        reverse("join-address"): roles,
        reverse("join-code"): roles,
        reverse("join-password"): roles,
        reverse("forgotten-sent"): roles,
        reverse("new-password", args=["MQ", "old"]): roles,
        reverse("file"): signed_in,
        # Everything in the demo was filed by the scorer, who corrects what they filed.
        reverse("file") + f"?corrects={filing.receipt}": filers,
        reverse("draft", args=[records["draft"].key]): {"scorer"},
        reverse("filings"): signed_in,
        reverse("filing", args=[filing.receipt]): filers,
        reverse("original", args=[filing.receipt, 1]): filers,
        # Everything in the demo was filed by the scorer, who may always see what they filed.
        reverse("filing", args=[other.receipt]): {"scorer", "staff"},
        reverse("enquiries"): signed_in,
        reverse("enquiry", args=[records["enquiry"].key]): {"player", *keepers},
        reverse("my-members"): {*keepers, "staff of another federation"},
        reverse("members", args=["ebu", "1001"]): keepers,
        reverse("members", args=["ebu", "1002"]): {"staff"},
        reverse("new-member", args=["ebu", "1001"]) + "?given=Ada&family=Ambleford": keepers,
        reverse("load-members", args=["ebu", "1001"]): keepers,
        reverse("member", args=["ebu", "1001", player.number]): keepers,
        reverse("office", args=["ebu"]): {"staff"},
        reverse("status"): {"staff", "staff of another federation"},
        reverse("promotions", args=["ebu", records["run"].as_at.isoformat()]): {"staff"},
        reverse("officers", args=["ebu"]): {"staff"},
        reverse("appearance", args=["ebu"]): {"staff"},
        reverse("report-letters", args=["ebu"]): {"staff"},
        reverse("colours", args=["0b4f6c"]): roles,
        reverse("federation-mark", args=["ebu", "0" * 64]): set(),  # it has none
        reverse("organisations", args=["ebu"]): {"staff"},
        reverse("organisation", args=["ebu", "1001"]): {"staff"},
        reverse("ledger", args=["ebu"]) + "?q=a": {"staff"},
        reverse("balances", args=["ebu"]): {"staff"},
        reverse("ratings", args=["nz"]): {"staff of another federation"},
        reverse("adjust", args=["ebu", person.number]): {"staff"},
        reverse("proposals", args=["ebu"]): {"staff"},
        reverse("take-back", args=["ebu", records["balances"].number]): {"staff"},
        reverse("bring", args=["ebu", person.number, "transfer"]): {"staff"},
        reverse("move", args=["ebu", person.number]): {"staff"},
        reverse("duplicates", args=["ebu"]): {"staff"},
        reverse("queue", args=["ebu"]): {"staff"},
        reverse("rederive", args=["ebu"]): {"staff"},
        reverse("month-end", args=["ebu", "2026-11"]): {"staff"},
        reverse("promotions-due", args=["ebu", "2026-11"]): {"staff"},
        reverse("club-month", args=["ebu", "1001", "2026-11"]): keepers,
        reverse("club-month", args=["ebu", "1002", "2026-11"]): {"staff"},
        reverse("certificates", args=["ebu", records["run"].as_at.isoformat()]): {"staff"},
        reverse("year-end", args=["ebu", 2025]): {"staff"},
        reverse("billing"): signed_in,
        reverse("finance", args=["ebu"]): finance,
        reverse("invoice-run", args=["ebu"]) + "?as_at=2026-10-31": finance,
        reverse("tariff", args=["ebu"]): finance,
        reverse("periodic", args=["ebu"]): finance,
        reverse("periodic", args=["nz"]): {"staff of another federation"},
        reverse("payments", args=["ebu"]): finance,
        reverse("billing-export", args=["ebu", "invoices"]): finance,
        reverse("billing-export", args=["ebu", "xero"]): finance,
        reverse("billing-export", args=["ebu", "journal"]): finance,
        reverse("club-account", args=["ebu", "1001"]): treasurers,
        reverse("club-account", args=["ebu", "1002"]): finance,
        reverse("statement", args=["ebu", "1001"]): treasurers,
        reverse("statement", args=["ebu", "1001"]) + "?pdf=1": treasurers,
        reverse("invoice", args=["ebu", records["invoice"].number]): treasurers,
        reverse("statement", args=["ebu", "1001"]) + "?csv=1": treasurers,
        reverse("invoice-pdf", args=["ebu", records["invoice"].number]): treasurers,
        reverse("invoice-csv", args=["ebu", records["invoice"].number]): treasurers,
        reverse("invoice-line", args=["ebu", records["invoice"].number, 1]): treasurers,
        reverse("charge", args=["ebu", records["charge"].pk]): treasurers,
        reverse("account"): signed_in,
        reverse("second-factor"): signed_in,
        reverse("passkeys"): signed_in,
        reverse("password"): signed_in,
        reverse("my-data"): signed_in,
        reverse("stop-monthly-letters", args=["x"]): set(),
        reverse("erase-me"): {"player"},
        reverse("erase-me-confirm"): {"player"},
    }


REDIRECTED = {
    **dict.fromkeys(("join-address", "join-code", "join-password"), ROLES),
    "my-members": ("secretary",),
    "my-reports": ("secretary", "treasurer"),
    "sign-in": [role for role in ROLES if role != "nobody"],
    "sign-in-mail": [role for role in ROLES if role != "nobody"],
    "sign-in-mail-code": ROLES,
}


STRANGERS = ("nobody", "player", "treasurer", "staff of another federation")
"""Who reads no name of an anonymous member of club 1001 on any page."""


@pytest.mark.parametrize("role", ROLES)
def test_each_role_sees_its_own_pages_and_no_others(client: Client, records: Any, role: str) -> None:
    """Each page is locked down whoever asks for it, and names no anonymous member to those who may not know."""
    sign_in(client, role)
    hidden = records["hidden"].name.encode()
    for address, allowed in pages(records).items():
        answer = client.get(address)
        assert role not in STRANGERS or hidden not in answer.getvalue(), address
        locked_down(answer)
        if role in allowed:
            elsewhere = role in REDIRECTED.get(existing(resolve(address.partition("?")[0]).url_name), ())
            assert answer.status_code == (302 if elsewhere else 200), f"{role} {address}"
        else:
            assert answer.status_code in (302, 403, 404), f"{role} {address}"
            assert answer.status_code != 302 or answer["Location"].startswith(reverse("sign-in"))


ACTS = {
    "decide",
    "not-the-same",
    "confirm-organiser",
    "file-all",
    "file-draft",
    "discard",
    "end-filing",
    "two-events",
    "month",
    "promote",
    "settle",
    "two-people",
    "approve-clean",
    "approve",
    "revoke-promotions",
    "decide-proposal",
    "dismiss",
    "different",
    "member-act",
    "privacy",
    "letters",
    "language",
    "new-token",
    "revoke-token",
    "second-factor-off",
    "sign-in-code",
    "sign-in-passkey",
    "sign-in-passkey-options",
    "passkey-options",
    "change-passkey",
    "passkey-later",
    "require-second-factor",
    "reset-second-factor",
    "public-reasons",
    "sign-out",
    "ask-about-line",
    "charge-code",
    "charge-fact",
    "charge-waiting",
    "credit-invoice",
    "send-invoice",
    "delete-address",
    "payment",
    "remind",
    "take-back-return",
    "certificate-act",
}


def test_every_route_is_in_the_list_above(records: Any) -> None:
    """A page that nobody tests as every role cannot be added unseen."""
    address_names = {resolve(address.partition("?")[0]).url_name for address in pages(records)}
    names = {item.name for item in get_resolver().url_patterns if isinstance(item, URLPattern) and item.name}
    assert names == address_names | ACTS


def acts(records: Any) -> Any:
    """Everything that changes something, and who may do it."""
    filing, draft, player = records["filing"], records["draft"], records["player"]
    member = ["ebu", "1001", player.number]
    elsewhere = Organisation.objects.get(federation="ebu", number="1002").pk
    return [
        (reverse("decide", args=[draft.key]), {"player": "1", "person": "new"}, {"scorer"}),
        (reverse("not-the-same", args=[draft.key]), {"receipt": filing.receipt}, {"scorer"}),
        (reverse("confirm-organiser", args=[draft.key]), {}, {"scorer"}),
        (reverse("file-draft", args=[draft.key]), {}, {"scorer"}),
        (reverse("discard", args=[draft.key]), {}, {"scorer"}),
        (reverse("end-filing", args=[filing.receipt]), {"reason": "mistake", "withdraw": "1"}, {"secretary", "staff"}),
        (reverse("end-filing", args=[filing.receipt]), {"reason": "mistake", "reject": "1"}, {"staff"}),
        (reverse("two-events", args=[filing.receipt]), {"other": filing.receipt, "reason": "two"}, {"staff"}),
        (reverse("approve", args=[filing.receipt]), {}, {"staff"}),
        (reverse("approve-clean", args=["ebu"]), {"receipt": filing.receipt}, {"staff"}),
        (reverse("two-people", args=["ebu"]), {"wanted": "on"}, {"staff"}),
        (reverse("take-back", args=["ebu", records["balances"].number]), {"reason": "wrong", "people": "2"}, {"staff"}),
        (reverse("revoke-promotions", args=["ebu", records["run"].as_at.isoformat()]), {"reason": "early"}, {"staff"}),
        (reverse("decide-proposal", args=["ebu"]), {"proposal": records["proposal"].pk, "note": "yes"}, {"staff"}),
        (
            reverse("officers", args=["ebu"]),
            {"email": "new@example.org", "role": "staff", "organisation": elsewhere},
            {"staff"},
        ),
        (reverse("organisations", args=["ebu"]), {"number": "77", "name": "New", "level": "county"}, {"staff"}),
        (reverse("organisation", args=["ebu", "1001"]), {"name": "Renamed"}, {"staff"}),
        (reverse("dismiss", args=["ebu"]), {"office": records["office"].pk}, {"staff"}),
        (reverse("different", args=["ebu"]), {"one": player.number, "other": records["person"].number}, {"staff"}),
        (
            reverse("adjust", args=["ebu", player.number]),
            {"kind": "adjustment", "colour": "local", "points": "1", "day": "2026-11-01", "reason": "x", "post": "1"},
            {"staff"},
        ),
        (
            reverse("balances", args=["ebu"]),
            {
                "post": "1",
                "name": "old.csv",
                "data": f"number,colour,points,day,reason\n{player.number},local,5,2026-01-01,the old register\n",
            },
            {"staff"},
        ),
        (reverse("bring", args=["ebu", player.number, "transfer"]), {"post": "1"}, {"staff"}),
        (reverse("year-end", args=["ebu", 2025]), {}, {"staff"}),
        (reverse("settle", args=["ebu"]), {"promotion": records["flagged"].pk, "note": "the rank stays"}, {"staff"}),
        (
            reverse("member-act", args=[*member, "status"]),
            {"status": "lapsed", "reason": "left"},
            {"secretary", "staff"},
        ),
        (reverse("member-act", args=[*member, "status"]), {"status": "suspended", "reason": "rude"}, {"staff"}),
        (reverse("member-act", args=[*member, "overseas"]), {"visitor": "yes"}, {"secretary", "staff"}),
        (reverse("member-act", args=[*member, "contact"]), {"email": "x@example.org"}, {"secretary", "staff"}),
        (reverse("member-act", args=[*member, "name"]), RENAMED, {"secretary", "staff"}),
        (reverse("member-act", args=[*member, "invite"]), {"email": "new@home.example"}, {"secretary", "staff"}),
        (reverse("member-act", args=[*member, "transfer"]), {"club": elsewhere}, {"staff"}),
        (reverse("member-act", args=[*member, "join"]), {"club": elsewhere}, {"staff"}),
        (reverse("member-act", args=[*member, "leave"]), {"membership": records["other club"].pk}, {"staff"}),
        (
            reverse("member-act", args=[*member, "county"]),
            {"county": Organisation.objects.get(federation="ebu", number="10").pk},
            {"staff"},
        ),
        (reverse("member-act", args=[*member, "merge"]), {"duplicate": "1002", "reason": "same"}, {"staff"}),
        (
            reverse("charge-code", args=["ebu", records["charge"].pk]),
            {"code": "22", "reason": "novices"},
            {"secretary", "treasurer", "finance", "staff"},
        ),
        (
            reverse("charge-fact", args=["ebu", records["charge"].pk]),
            {"fact": "sessions", "value": "2", "reason": "two sessions"},
            {"secretary", "treasurer", "finance", "staff"},
        ),
        (
            reverse("ask-about-line", args=["ebu", records["invoice"].number, 1]),
            {"text": "Why 28?"},
            {"secretary", "treasurer", "finance", "staff"},
        ),
        (reverse("invoice-run", args=["ebu"]), {"as_at": "2026-10-31"}, {"finance", "staff"}),
        (reverse("charge-waiting", args=["ebu"]), {}, {"finance", "staff"}),
        (reverse("remind", args=["ebu"]), {}, {"finance", "staff"}),
        (
            reverse("tariff", args=["ebu"]),
            {"name": "standard_charge", "value": "0.5", "first_day": "2026-11-01"},
            {"finance", "staff"},
        ),
        (
            reverse("credit-invoice", args=["ebu", records["invoice"].number]),
            {"line-1": "0.50", "reason": "agreed"},
            {"finance", "staff"},
        ),
        (reverse("send-invoice", args=["ebu", records["invoice"].number]), {}, {"finance", "staff"}),
        (reverse("delete-address", args=["ebu", records["invoice"].number]), {}, {"finance", "staff"}),
        (
            reverse("payments", args=["ebu"]),
            {"day": "2026-11-02", "amount": "5", "number": "1001"},
            {"finance", "staff"},
        ),
        (reverse("payment", args=["ebu", records["payment"].pk]), {"number": "1001"}, {"finance", "staff"}),
        (reverse("require-second-factor", args=["ebu"]), {"wanted": "no"}, {"staff"}),
        (reverse("public-reasons", args=["ebu"]), {"public": "yes"}, {"staff"}),
        (reverse("reset-second-factor", args=["ebu"]), {"office": records["office"].pk, "reason": "lost"}, {"staff"}),
        (reverse("privacy"), {"anonymous": "yes"}, {"player"}),
        (reverse("letters"), {"wanted": "no"}, set(ROLES) - {"nobody"}),
        (reverse("language"), {"language": "en-gb"}, set(ROLES)),
        (reverse("enquiry", args=[records["enquiry"].key]), {"text": "Here"}, {"player", "secretary", "staff"}),
        (reverse("load-members", args=["ebu", "1001"]), {}, {"secretary", "staff"}),
        (reverse("new-member", args=["ebu", "1001"]), {"family": "Newcomer"}, {"secretary", "staff"}),
    ]


WATCHED = (
    *(Filing, Draft, Person, Posting, Change, Note, Promotion, Month, Membership, Appointment, Organisation),
    *(AccountPosting, InvoiceCounter, InvoiceDelivery, Letter),
)


def state() -> Any:
    return [list(model.objects.order_by("pk").values()) for model in WATCHED]


@pytest.mark.parametrize("role", ROLES)
def test_each_role_does_what_is_its_own_and_nothing_else(client: Client, records: Any, role: str) -> None:
    sign_in(client, role)
    before = state()
    for address, fields, allowed in acts(records):
        if role not in allowed:
            answer = client.post(address, fields)
            assert answer.status_code in (302, 403, 404), f"{role} {address} {fields}"
            assert answer.status_code != 302 or answer["Location"].startswith(reverse("sign-in"))
    assert state() == before


@pytest.mark.parametrize("role", ROLES)
def test_those_who_may_do(client: Client, records: Any, role: str) -> None:
    sign_in(client, role)
    for address, fields, allowed in acts(records):
        if role in allowed:
            with transaction.atomic():
                answer = client.post(address, fields)
                assert answer.status_code in (200, 302), f"{role} {address} {fields}"
                assert answer.status_code == 200 or not answer["Location"].startswith(reverse("sign-in"))
                transaction.set_rollback(True)


def test_acts_are_posts(client: Client, records: Any) -> None:
    sign_in(client, "scorer")
    for address, _, _ in acts(records):
        if resolve(address).url_name in ACTS:
            answer = client.get(address)
            assert answer.status_code == 405 and "Nothing was done" in answer.content.decode(), address


@pytest.mark.parametrize("role", [role for role in ROLES if role != "staff"])
@pytest.mark.parametrize("act", ["month", "promote"])
def test_only_staff_close_and_promote(client: Client, role: str, act: str) -> None:
    answer = sign_in(client, role).post(reverse(act, args=["ebu"]), {"month": "2026-11"})
    assert answer.status_code in (302, 404)
    assert answer.status_code == 404 or answer["Location"].startswith(reverse("sign-in"))
    assert Filing.objects.filter(federation="ebu", day__month=11, state="official").count() == 0


@pytest.mark.parametrize("role", STRANGERS)
def test_anonymous_members_are_neither_searched_for_nor_named_beside_a_partner(
    client: Client, records: Any, role: str
) -> None:
    sign_in(client, role)
    hidden = records["hidden"]
    shown = [reverse("search", args=["ebu"]) + f"?q={hidden.family_name}"]
    partners = Line.objects.filter(
        posting__version__filing__federation="ebu", award__isnull=False, person__anonymous=False
    ).filter(posting__in=Posting.objects.filter(lines__person=hidden))
    assert partners.exists()
    shown += [reverse("why", args=["ebu", line.person.number, line.pk]) for line in partners.select_related("person")]
    for address in shown:
        assert hidden.name.encode() not in client.get(address).getvalue(), address
    page = client.post(reverse("entry-list", args=["ebu"]), {"list": f"{hidden.name}\n{hidden.number}"})
    assert hidden.name not in page.content.decode().replace(f">{hidden.name}<", "").replace(f"{hidden.name}\n", "")


def test_a_list_of_members_names_clubs_only_where_there_are_several(client: Client) -> None:
    sign_in(client, "staff")
    heading = '<th scope="col">Club</th>'
    national = Organisation.objects.get(federation="ebu", parent=None)
    of_all = client.get(reverse("members", args=["ebu", national.number])).content.decode()
    of_one = client.get(reverse("members", args=["ebu", "1001"])).content.decode()
    assert heading in of_all and "Riverside Bridge Club</td>" in of_all
    assert heading not in of_one and "Riverside Bridge Club</td>" not in of_one


def test_trophies_of_another_book_are_no_page(client: Client) -> None:
    assert client.get(reverse("yearly-trophy", args=["ebu"])).status_code == 404


def locked_down(answer: Any) -> None:
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert b" style=" not in answer.getvalue()
