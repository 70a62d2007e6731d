"""Every page of the site with somebody who sees it: the list that axe, the phone and the printer go through."""

from __future__ import annotations

from django.contrib.auth.tokens import default_token_generator
from django.urls import URLPattern, get_resolver, reverse
from django.utils.http import urlsafe_base64_encode

from answers import existing
from browser.files import evening, members
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import payments
from masterpoint.centre.billing.models import Charge, Invoice
from masterpoint.centre.closing import monthly_letters
from masterpoint.centre.crediting import certificates
from masterpoint.centre.enquiries import services as enquiries
from masterpoint.centre.enquiries.models import new_key
from masterpoint.centre.filing import ending
from masterpoint.centre.filing.models import Draft, Filing
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.proofs import award_token
from masterpoint.centre.records.models import Promotion, PromotionRun
from masterpoint.centre.registry.models import Organisation
from masterpoint.centre.sheets import services as sheets

PAGES = {
    "home": ("nobody", "/"),
    "home, scorer": ("scorer", "/"),
    "find": ("nobody", "/find/?q=a"),
    "help": ("nobody", "/help/"),
    "help-for": ("nobody", "/help/players/"),
    "help-for, scorers": ("nobody", "/help/scorers/"),
    "help-for, secretaries": ("nobody", "/help/secretaries/"),
    "help-for, treasurers": ("nobody", "/help/treasurers/"),
    "help-for, office": ("nobody", "/help/office/"),
    "about": ("nobody", "/about/"),
    "privacy-notice": ("nobody", "/privacy/"),
    "federation": ("nobody", "/f/ebu/"),
    "head": ("nobody", "/f/ebu/seal/"),
    "search": ("nobody", "/f/ebu/search/?q=a"),
    "search, nobody found": ("nobody", "/f/ebu/search/?q=zzzz"),
    "leaders": ("nobody", "/f/ebu/leaders/?year=2026"),
    "yearly-trophy": ("nobody", "/f/abf/leaders/trophy/"),
    "entry-list": ("nobody", "/f/ebu/entry-list/"),
    "club": ("nobody", "/f/ebu/club/1001/"),
    "sessions": ("nobody", "/f/ebu/club/1001/sessions/?year=2026"),
    "result": ("nobody", "/f/ebu/results/{receipt}/"),
    "result-why": ("nobody", "/f/ebu/results/{receipt}/why/0/"),
    "result-boards": ("nobody", "/f/ebu/results/{receipt}/boards/"),
    "player": ("nobody", "/f/ebu/player/{person}/"),
    "player, as at": ("player", "/f/ebu/player/{player}/?as_at=2026-10-31"),
    "player-figures": ("nobody", "/f/ebu/player/{person}/figures/"),
    "why": ("nobody", "/f/ebu/player/{person}/why/{line}/"),
    "award-proof": ("nobody", "/proof/award/{token}/"),
    "rank-proof": ("nobody", "/proof/rank/{key}/"),
    "missing": ("player", "/f/ebu/player/{player}/missing/?organisation={club}&day=2026-11-10"),
    "check": ("nobody", "/check/"),
    "calculator": ("nobody", "/calculator/"),
    "calculate": ("nobody", "/calculator/ebu/?form=session&winners=2"),
    "calculate, matches": ("nobody", "/calculator/abf/?form=matches&contest=teams"),
    "calculate, problems": ("nobody", "/calculator/nz/?count=none&boards=none"),
    "work-out": ("nobody", "/calculator/ebu/session/"),
    "books": ("nobody", "/handbooks/"),
    "book": ("nobody", "/handbooks/sbu/"),
    "scales": ("nobody", "/handbooks/ebu/scales/"),
    "readings": ("nobody", "/handbooks/abf/readings/"),
    "edition": ("nobody", "/handbooks/ebu/2014/"),
    "edition-scales": ("nobody", "/handbooks/ebu/2014/scales/"),
    "edition-readings": ("nobody", "/handbooks/ebu/2014/readings/"),
    "changes": ("nobody", "/handbooks/ebu/2014/changes/2014/"),
    "conformance": ("nobody", "/conformance/"),
    "sign-in": ("nobody", "/sign-in/"),
    "credit-tool": ("nobody", "/credits/files/"),
    "open-data": ("nobody", "/f/ebu/data/"),
    "sheets": ("staff@nz.example", "/members/{nz_club}/sheets/"),
    "sheet": ("staff@nz.example", "/members/{nz_club}/sheets/{sheet}/"),
    "national-files": ("nobody", "/f/abf/files/"),
    "my-credit-returns": ("staff@abf.example", "/credits/"),
    "credit-returns": ("secretary@abf.example", "/credits/{abf_club}/"),
    "awards-register": ("secretary@abf.example", "/credits/{abf_club}/register/"),
    "my-certificates": ("staff@wbu.example", "/certificates/"),
    "point-certificates": ("staff@wbu.example", "/certificates/wbu/1001/"),
    "point-certificate": ("staff@wbu.example", "/certificates/wbu/1001/{certificate}/"),
    "register-certificates": ("staff@wbu.example", "/certificates/wbu/register/"),
    "my-reports": ("staff", "/reports/"),
    "reports": ("secretary", "/reports/ebu/1001/"),
    "report": ("secretary", "/reports/ebu/1001/noticeboard/?period=2026-10"),
    "join": ("nobody", "/join/"),
    "join-by-address": ("nobody", "/join/by-address/"),
    "sign-in-mail": ("nobody", "/sign-in/mail/"),
    "file": ("staff", "/file/"),
    "draft": ("scorer", "/file/{draft}/"),
    "draft, wrong": ("scorer", "/file/{wrong}/"),
    "filings": ("secretary", "/filings/"),
    "filing": ("secretary", "/filings/{receipt}/"),
    "enquiries": ("secretary", "/questions/"),
    "enquiry": ("secretary", "/questions/{enquiry}/"),
    "my-members": ("staff", "/members/"),
    "members": ("secretary", "/members/ebu/1001/"),
    "new-member": ("secretary", "/members/ebu/1001/new/?given={given}&family={family}"),
    "load-members": ("secretary", "/members/ebu/1001/load/"),
    "member": ("staff", "/members/ebu/1/person/{person}/"),
    "office": ("staff", "/office/ebu/"),
    "status": ("staff", "/status/"),
    "officers": ("staff", "/office/ebu/officers/"),
    "appearance": ("staff", "/office/ebu/appearance/"),
    "report-letters": ("staff", "/office/ebu/report-letters/"),
    "organisations": ("staff", "/office/ebu/parts/"),
    "organisation": ("staff", "/office/ebu/parts/1001/"),
    "ledger": ("staff", "/office/ebu/ledger/?q=a"),
    "balances": ("staff", "/office/ebu/ledger/balances/"),
    "take-back": ("staff", "/office/ebu/ledger/take-back/{posting}/"),
    "ratings": ("staff@nz.example", "/office/nz/ledger/ratings/"),
    "adjust": ("staff", "/office/ebu/ledger/record/{person}/"),
    "bring": ("staff", "/office/ebu/ledger/record/{person}/transfer/"),
    "move": ("staff", "/office/ebu/ledger/move/{person}/"),
    "duplicates": ("staff", "/office/ebu/duplicates/"),
    "proposals": ("staff", "/office/ebu/proposals/"),
    "queue": ("staff", "/office/ebu/queue/"),
    "rederive": ("staff", "/office/ebu/rederive/"),
    "month-end": ("staff", "/office/ebu/month/2026-11/"),
    "month-end, announced": ("staff", "/office/ebu/month/2026-10/"),
    "club-month": ("secretary", "/months/ebu/1001/2026-10/"),
    "promotions-due": ("staff", "/office/ebu/month/2026-11/promotions/"),
    "promotions": ("staff", "/office/ebu/promotions/{run}/"),
    "year-end": ("staff", "/office/ebu/year/2025/"),
    "year-end, ratings": ("staff@nz.example", "/office/nz/year/2026/"),
    "billing": ("treasurer", "/billing/"),
    "finance": ("finance", "/billing/ebu/"),
    "club-account": ("treasurer", "/billing/ebu/account/1001/"),
    "statement": ("treasurer", "/billing/ebu/account/1001/statement/"),
    "invoice": ("finance", "/billing/ebu/invoice/{invoice}/"),
    "invoice-line": ("treasurer", "/billing/ebu/invoice/{invoice}/1/"),
    "charge": ("treasurer", "/billing/ebu/charge/{charge}/"),
    "invoice-run": ("finance", "/billing/ebu/run/?as_at=2026-11-15"),
    "tariff": ("finance", "/billing/ebu/tariff/"),
    "payments": ("finance", "/billing/ebu/payments/"),
    "periodic": ("finance@abf.example", "/billing/abf/periodic/?name=capitation&day=2026-03-31"),
    "account": ("player", "/account/"),
    "passkeys": ("player", "/account/passkeys/"),
    "second-factor": ("staff", "/account/second-factor/"),
    "stop-monthly-letters": ("nobody", "/letters/stop/{stop}/"),
    "erase-me": ("player", "/account/erase/"),
    "erase-me-confirm": ("player", "/account/erase/confirm/"),
    "account, officer": ("staff", "/account/"),
    "password": ("player", "/account/password/"),
    "forgotten": ("nobody", "/forgotten/"),
    "forgotten-sent": ("nobody", "/forgotten/sent/"),
    "new-password, an old letter": ("nobody", "/forgotten/MQ/old/"),
    "new-password": ("nobody", "{new_password}"),
    "not found": ("nobody", "/f/ebu/player/none/"),
    "forbidden": ("scorer", "/file/?corrects={of_another}"),
    "filing, perhaps credited twice": ("staff", "/filings/{twice}/"),
}
NO_PAGES = {
    *("join-address", "join-code", "join-password", "sign-in-mail-code"),
    *("edition-suite", "event-schema", "suite", "original", "my-data", "certificate", "certificates"),
    *("invoice-pdf", "invoice-csv", "billing-export"),
    *("national-file", "report-file", "report-certificates", "result-sheet", "awards-statement"),
    *("open-data-file", "sheet-template", "sheet-pdf", "claims-file", "point-certificate-sheet"),
    *("renewals", "colours", "federation-mark"),
}
"""Addresses that answer with another page or with a file."""


def test_no_page_is_left_out() -> None:
    acts = {
        "decide",
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
        "confirm-organiser",
        "not-the-same",
        "dismiss",
        "different",
        "member-act",
        "privacy",
        "letters",
    }
    acts |= {"new-token", "revoke-token", "sign-out"}
    acts |= {"second-factor-off", "sign-in-code", "require-second-factor", "reset-second-factor", "public-reasons"}
    acts |= {"sign-in-passkey", "sign-in-passkey-options", "passkey-options", "change-passkey", "passkey-later"}
    acts |= {"ask-about-line", "charge-code", "charge-fact", "charge-waiting", "credit-invoice", "payment", "remind"}
    acts |= {"take-back-return", "certificate-act", "send-invoice", "delete-address"}
    acts |= {"language"}
    names = {item.name for item in get_resolver().url_patterns if isinstance(item, URLPattern) and item.name}
    assert names == {name.partition(",")[0] for name in PAGES} - {"not found", "forbidden"} | NO_PAGES | acts


def addresses() -> dict[str, tuple[str, str]]:
    """Who opens each page, and its address with the demo's own numbers in it."""
    line = existing(Line.objects.filter(person__federation="ebu", person__anonymous=False).first())
    player, scorer = (User.objects.get(email=f"{role}@ebu.example") for role in ("player", "scorer"))
    club = Organisation.objects.get(federation="ebu", number="1001")
    people = members()
    data = evening([*people[:-1], (people[-1].name, "")])
    drafts = [
        Draft.objects.create(
            key=new_key(),
            federation=club.federation,
            organisation=club,
            user=scorer,
            original=original,
            original_name="thursday.toml",
        ).key
        for original in (data, b'form = "session"\nscheme = "ebu"\nday = 2026-11-12\ncontest = "pairs"\n')
    ]
    run = existing(PromotionRun.objects.filter(federation="ebu").first())
    promotion = Promotion.objects.create(run=run, person=player.people.get(), rank="Local Master", reached_on=line.day)
    staff = User.objects.get(email="staff@ebu.example")
    lines = [NewLine(person.pk, "local", 100, line.day) for person in people[:3]]
    posting = ledger.open_balances(club.federation, lines, by=staff, reason="the old register")
    ending.withdraw(Filing.objects.filter(organisation=club, state="official")[0], by=scorer, reason="wrong evening")
    invoice = Invoice.objects.get(organisation=club)
    waiting = payments.NewPayment("bank 1", line.day, 500, "Somebody", "no reference")
    payments.enter(club.federation, [waiting], by=staff)
    of_another, duplicate = Filing.objects.filter(organisation=club, state="provisional").order_by("pk")[:2]
    Filing.objects.filter(pk=of_another.pk).update(filed_by=staff)
    Filing.objects.filter(pk=duplicate.pk).update(day=of_another.day)
    nz_club = Organisation.objects.filter(federation="nz", level="club").order_by("pk")[0]
    sheet = sheets.begin(nz_club, "session-result", by=User.objects.get(email="staff@nz.example"))
    certificate = certificates.issue(
        Organisation.objects.get(federation="wbu", number="1001"),
        "Autumn pairs",
        {
            "kind": "game",
            "name": "Ann Bell",
            "issued": "2026-10-07",
            "parts": [{"title": "Pairs", "points": {"local": "6"}}],
        },
        by=User.objects.get(email="staff@wbu.example"),
    )
    numbers = {
        "certificate": certificate.code,
        "abf_club": f"abf/{Organisation.objects.filter(federation='abf', level='club').order_by('pk')[0].number}",
        "nz_club": f"nz/{nz_club.number}",
        "sheet": sheet.pk,
        "of_another": of_another.receipt,
        "twice": duplicate.receipt,
        "posting": posting.number,
        "invoice": invoice.number,
        "charge": existing(Charge.objects.filter(billed__line__invoice=invoice).first()).pk,
        "token": award_token(line),
        "key": promotion.key,
        "stop": monthly_letters.stop_key(player),
        "person": line.person.number,
        "player": player.people.get().number,
        "line": line.pk,
        "club": club.pk,
        "draft": drafts[0],
        "wrong": drafts[1],
        "receipt": existing(Filing.objects.filter(organisation=club).first()).receipt,
        "enquiry": enquiries.ask(player.people.get(), club, line.day, "Where are they?", by=player).key,
        "new_password": reverse(
            "new-password",
            args=[urlsafe_base64_encode(str(player.pk).encode()), default_token_generator.make_token(player)],
        ),
        "given": people[3].given_name,
        "family": people[3].family_name,
        "run": run.as_at.isoformat(),
    }
    return {name: (role, address.format(**numbers)) for name, (role, address) in PAGES.items()}
