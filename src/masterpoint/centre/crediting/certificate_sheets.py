"""Certificates of points on paper: two per A4 page, each with its code and a line for the signature."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from importlib.resources import files
from typing import Any

from masterpoint.centre.crediting.certificates import facts_of, rules_of
from masterpoint.centre.crediting.models import PointCertificate
from masterpoint.centre.records.certificates import code_of
from masterpoint.centre.registry import papers
from masterpoint.core.exact import exact, grouped_text

PAGE = files("masterpoint.centre.crediting") / "pages" / "certificates.typ"


def certificate_sheets(certificates: Sequence[PointCertificate], link: Callable[[PointCertificate], str]) -> bytes:
    """The certificates as one PDF. `link` gives the address for the QR code."""
    data = [_data(certificate, link(certificate)) for certificate in certificates]
    titles = [f"Certificate {certificate.code}" for certificate in certificates]
    title = titles[0] if len(titles) == 1 else "Certificates"
    federation = certificates[0].federation if certificates else None
    return papers.compile_pdf(PAGE.read_bytes(), data, title=title, federation=federation)


def _data(certificate: PointCertificate, link: str) -> dict[str, Any]:
    facts = facts_of(certificate)
    rules = rules_of(certificate.federation)
    colours = list(facts.points)
    rows = [[part.title, *(_points(part.points.get(colour)) for colour in colours)] for part in facts.parts]
    if len(rows) > 1:
        rows.append(["Together", *(_points(facts.points[colour]) for colour in colours)])
    return {
        "federation": certificate.federation.name,
        "organisation": certificate.organisation.name,
        "name": certificate.name,
        "event": certificate.event,
        "kind": rules.kinds[facts.kind] if rules else facts.kind,
        "colours": [colour.capitalize() for colour in colours],
        "rows": rows,
        "issued": f"{facts.issued:%-d %B %Y}",
        "expires": f"{facts.expires:%-d %B %Y}" if facts.expires else "",
        "replaces": certificate.replaces.code if certificate.replaces else "",
        "officer": str(certificate.issued_by) if certificate.issued_by else "",
        "code": certificate.code,
        "image": code_of(link),
    }


def _points(points: Decimal | None) -> str:
    return grouped_text(exact(points)) if points else "0"
