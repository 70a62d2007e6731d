"""Certificates of points: an organisation issues, replaces and prints them; the office registers them."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from masterpoint.centre.crediting import certificates
from masterpoint.centre.crediting.certificate_sheets import certificate_sheets
from masterpoint.centre.crediting.models import PointCertificate
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.core.errors import MasterpointError, NotReadable, Problem
from masterpoint.core.plurals import count_text
from masterpoint.formats.certificate_parts import parts_of
from masterpoint.web.common import SignedInRequest, day_of, page_of, query_without_page, show_problems
from masterpoint.web.credits.returns import choose_organisation

CERTIFICATES_A_PAGE = 50
DAYS = ("issued", "started", "finished", "eliminated", "expires")


@login_required
def my_certificates(request: SignedInRequest) -> HttpResponse:
    """The organisations for which this account may issue certificates."""
    organisations = access.organisations_for(request.user, Action.FILE)
    rows = [row for row in organisations if certificates.rules_of(row.federation)]
    return choose_organisation(request, rows, "point-certificates", "Certificates")


@login_required
def issued_certificates(request: SignedInRequest, code: str, organisation_number: str) -> HttpResponse:
    """The certificates of an organisation, and the form for a new one."""
    organisation = issuing_organisation(request, code, organisation_number)
    problems: list[Problem] = []
    if request.method == "POST":
        try:
            event, raw = _read_form(request, organisation.federation)
            certificate = certificates.issue(organisation, event, raw, by=request.user)
        except MasterpointError as error:
            problems = list(error.problems)
        else:
            messages.success(request, f"Certificate {certificate.code} is issued. Print it and sign it.")
            return redirect(
                "point-certificate", code=code, organisation_number=organisation_number, certificate=certificate.code
            )
    context = {
        "federation": organisation.federation,
        "organisation": organisation,
        "rules": certificates.rules_of(organisation.federation),
        "page": page_of(request, certificates.certificates_of(organisation), CERTIFICATES_A_PAGE),
        "query": query_without_page(request),
        "fields": request.POST,
        "problems": problems,
        "today": date.today(),
        "registers": access.may(request.user, Action.LEDGER, organisation),
    }
    return render(request, "masterpoint/credits/certificates.html", context)


def _read_form(request: SignedInRequest, federation: Federation) -> tuple[str, dict[str, Any]]:
    """The form in the format that the rules expect."""
    data = request.POST
    rules = certificates.rules_of(federation)
    raw: dict[str, Any] = {
        "kind": data.get("kind", ""),
        "name": data.get("name", "").strip(),
        "parts": parts_of(data.get("parts", ""), rules.colours if rules else ()),
        "licensed": "licensed" in data,
    }
    raw |= {name: data[name] for name in DAYS if data.get(name)}
    return data.get("event", ""), raw


@login_required
def certificate(request: SignedInRequest, code: str, organisation_number: str, certificate: str) -> HttpResponse:
    """A certificate, with its contents and its state."""
    row = _certificate(request, code, organisation_number, certificate)
    facts = certificates.facts_of(row)
    rules = certificates.rules_of(row.federation)
    context = {
        "federation": row.federation,
        "organisation": row.organisation,
        "certificate": row,
        "facts": facts,
        "kind": rules.kinds.get(facts.kind, facts.kind) if rules else facts.kind,
        "registered": certificates.is_registered(row),
        "replaced_by": PointCertificate.objects.filter(replaces=row).first(),
    }
    return render(request, "masterpoint/credits/certificate.html", context)


@login_required
def sheet(request: SignedInRequest, code: str, organisation_number: str, certificate: str) -> HttpResponse:
    """The certificate on paper."""
    row = _certificate(request, code, organisation_number, certificate)
    address = request.build_absolute_uri(reverse("point-certificate", args=[code, organisation_number, certificate]))
    answer = HttpResponse(certificate_sheets([row], lambda _: address), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="certificate-{row.code}.pdf"'
    return answer


@login_required
@require_POST
def act(request: SignedInRequest, code: str, organisation_number: str, certificate: str) -> HttpResponse:
    """Report it lost or wrong, or issue a replacement."""
    row, current = _certificate(request, code, organisation_number, certificate), certificate
    reason, action = request.POST.get("reason", ""), request.POST.get("act", "")
    try:
        if action == "replace":
            current = certificates.replace(row, by=request.user, reason=reason, amended=_amendments(request, row)).code
        elif action == "lost":
            certificates.report_lost(row, by=request.user, reason=reason)
        else:
            certificates.report_wrong(row, by=request.user, reason=reason)
    except MasterpointError as error:
        show_problems(request, error)
    else:
        messages.success(request, "Done. What became of the certificate stays with it.")
    return redirect("point-certificate", code=code, organisation_number=organisation_number, certificate=current)


def _amendments(request: SignedInRequest, row: PointCertificate) -> dict[str, Any]:
    """The changes in the new certificate: its day and, if they were wrong, its points."""
    rules = certificates.rules_of(row.federation)
    amended: dict[str, Any] = {"issued": date.today().isoformat()}
    if request.POST.get("parts", "").strip():
        amended["parts"] = parts_of(request.POST["parts"], rules.colours if rules else ())
    return amended


@login_required
def register(request: SignedInRequest, code: str) -> HttpResponse:
    """Let the office register certificates that a member sent in, by their printed codes."""
    federation = next((row for row in access.federations_for(request.user, Action.LEDGER) if row.code == code), None)
    if federation is None or certificates.rules_of(federation) is None:
        raise Http404
    problems: list[Problem] = []
    if request.method == "POST":
        try:
            count = _register(request, federation)
        except MasterpointError as error:
            problems = list(error.problems)
        else:
            messages.success(request, f"{count_text(count, 'certificate')} registered.")
            return redirect("register-certificates", code=code)
    context = {"federation": federation, "fields": request.POST, "problems": problems, "today": date.today()}
    return render(request, "masterpoint/credits/register_certificates.html", context)


def _register(request: SignedInRequest, federation: Federation) -> int:
    data = request.POST
    person = Person.objects.filter(federation=federation, number=data.get("number", "").strip()).first()
    if person is None:
        fix = "write the number of a member"
        raise NotReadable(Problem("member", data.get("number", "")[:20], "nobody has this number", fix))
    rows = certificates.certificates_by_codes(federation, data.get("codes", "").split())
    on = day_of(data.get("day", "")) or date.today()
    certificates.register_all(rows, person, on=on, by=request.user, evidence=data.get("evidence", "")[:300])
    return len(rows)


def issuing_organisation(request: SignedInRequest, code: str, number: str) -> Organisation:
    """An organisation this account files for, in a federation that has certificates."""
    organisation = (
        Organisation.objects.filter(federation=code, number=number).select_related("federation", "parent").first()
    )
    if organisation is None or certificates.rules_of(organisation.federation) is None:
        raise Http404
    if not access.may(request.user, Action.FILE, organisation):
        raise Http404
    return organisation


def _certificate(request: SignedInRequest, code: str, organisation_number: str, certificate: str) -> PointCertificate:
    organisation = issuing_organisation(request, code, organisation_number)
    return get_object_or_404(certificates.certificates_of(organisation), code=certificate)
