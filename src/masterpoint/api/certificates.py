"""Certificates of points: issue one, or look one up by its code."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Router, Schema
from ninja.responses import Status
from pydantic import Field

from masterpoint.api.callers import account, organisation_to_file_for
from masterpoint.api.errors import not_found
from masterpoint.api.params import PRINTABLE, Code, Number, ReceiptNumber
from masterpoint.centre.crediting import certificates
from masterpoint.centre.crediting.models import PointCertificate
from masterpoint.centre.registry.models import Organisation
from masterpoint.core.errors import NotUnderstood, Problem
from masterpoint.core.exact import exact
from masterpoint.core.serialisation import exact_text

router = Router(tags=["Filings"])
CERTIFICATES = "/federations/{code}/organisations/{number}/certificates"
SearchText = Annotated[str, Field(min_length=1, max_length=200, pattern=PRINTABLE)]
Day = Annotated[str, Field(max_length=10, description="as 2026-11-15")]


class PartIn(Schema):
    """A game, stage, match or session whose points are on the certificate."""

    title: SearchText
    points: Annotated[dict[str, str], Field(max_length=10, description="by colour, as exact text")]


class CertificateIn(Schema):
    """The contents of a certificate."""

    event: SearchText
    name: SearchText
    kind: Annotated[str, Field(max_length=20)] = "game"
    issued: Day
    parts: Annotated[list[PartIn], Field(min_length=1, max_length=100)]
    licensed: bool = False
    started: Day | None = None
    finished: Day | None = None
    eliminated: Day | None = None
    expires: Day | None = None


class CertificateOut(Schema):
    """A certificate as it was issued, and its current state."""

    certificate: Annotated[str, Field(description="its code")]
    event: str
    name: str
    issued: str
    points: dict[str, str]
    state: str


@router.post(CERTIFICATES, response={201: CertificateOut}, operation_id="issue-certificate", auth=account("file"))
def issue_certificate(request: HttpRequest, code: Code, number: Number, certificate: CertificateIn) -> Status[Any]:
    """Issue a certificate with its own code. All problems are reported at once."""
    user, organisation = organisation_to_file_for(request, code, number)
    _require_certificates(organisation)
    raw = certificate.model_dump(exclude={"event"}, exclude_none=True)
    return Status(201, _certificate_out(certificates.issue(organisation, certificate.event, raw, by=user)))


@router.get(
    f"{CERTIFICATES}/{{certificate}}", response=CertificateOut, operation_id="certificate", auth=account("read")
)
def certificate(request: HttpRequest, code: Code, number: Number, certificate: ReceiptNumber) -> CertificateOut:
    """A certificate that this organisation issued, and its current state."""
    _, organisation = organisation_to_file_for(request, code, number)
    row = certificates.certificates_of(organisation).filter(code=certificate).first()
    if row is None:
        raise not_found("certificate", certificate)
    return _certificate_out(row)


def _require_certificates(organisation: Organisation) -> None:
    if certificates.rules_of(organisation.federation) is None:
        message = f"the book of the {organisation.federation.name} has no certificates of points"
        raise NotUnderstood(Problem("certificate", "", message, "file the results of the event"))


def _certificate_out(row: PointCertificate) -> CertificateOut:
    facts = certificates.facts_of(row)
    return CertificateOut(
        certificate=row.code,
        event=row.event,
        name=row.name,
        issued=facts.issued.isoformat(),
        points={colour: exact_text(exact(points)) for colour, points in facts.points.items()},
        state=row.state,
    )
