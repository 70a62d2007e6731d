"""Certificates of points: an organisation issues them, and the office registers each once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.crediting.models import PointCertificate
from masterpoint.centre.filing.receipts import new_receipt
from masterpoint.centre.journal import services as journal
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.locking import lock
from masterpoint.centre.registry import access
from masterpoint.centre.registry.days import future_problems
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.registry.queries import statuses_on, survivor
from masterpoint.core.books import Book
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.core.point_certificates import CertificateFacts, ClaimFacts, PointCertificates
from masterpoint.core.schema_problems import schema_problems
from masterpoint.core.typed_data import convert
from masterpoint.schemes import FEDERATIONS, edition_or_first

State = PointCertificate.State


class NotIssued(MasterpointError):
    """A certificate cannot be issued or registered."""


def rules_of(federation: Federation) -> PointCertificates | None:
    """The book's rules of certificates; None if it has none."""
    return FEDERATIONS[federation.scheme].point_certificates


def certificates_of(organisation: Organisation) -> QuerySet[PointCertificate]:
    """The certificates of an organisation, newest first."""
    rows = PointCertificate.objects.filter(organisation=organisation)
    return rows.select_related("person", "posting__reversed_by", "replaces", "replaced_by").order_by("-pk")


def facts_of(certificate: PointCertificate) -> CertificateFacts:
    return convert(certificate.facts, CertificateFacts)


@transaction.atomic
def issue(
    organisation: Organisation,
    event: str,
    raw: dict[str, Any],
    *,
    by: User | None,
    replaces: PointCertificate | None = None,
) -> PointCertificate:
    """Issue a certificate with its own code. Raises all problems at once."""
    access.require(by, access.Action.FILE, organisation)
    federation = organisation.federation
    lock(federation)
    rules, book = _book(federation, raw.get("issued"))
    problems = list(schema_problems(raw, CertificateFacts))
    if problems:
        raise NotIssued(problems)
    facts = convert(raw, CertificateFacts)
    problems += future_problems(federation, facts.issued, "issued")
    problems += rules.issue_problems(book, facts)
    problems += _colour_problems(rules, facts)
    if not event.strip():
        problems.append(Problem("event", "", "the event is missing", "write what was played"))
    if problems:
        raise NotIssued(problems)
    certificate = PointCertificate.objects.create(
        federation=federation,
        organisation=organisation,
        code=new_receipt(federation.code),
        name=facts.name,
        event=event.strip()[:200],
        facts=msgspec.to_builtins(facts),
        issued_by=by,
        replaces=replaces,
    )
    _write(certificate, "issue a certificate", by=by)
    return certificate


@transaction.atomic
def register(
    certificate: PointCertificate, person: Person, *, on: date, by: User | None, evidence: str = ""
) -> Posting:
    """Credit the points of a certificate to a record, once. A lost certificate needs evidence of its issue."""
    access.require(by, access.Action.LEDGER, certificate.organisation)
    lock(certificate.federation)
    certificate = PointCertificate.objects.select_related("posting__reversed_by").get(pk=certificate.pk)
    person = survivor(person)
    facts = facts_of(certificate)
    problems = _register_problems(certificate, person, facts, on, evidence)
    if problems:
        raise NotIssued(problems)
    lines = [
        NewLine(person.pk, colour, int(points * 100), facts.issued) for colour, points in facts.points.items() if points
    ]
    posting = ledger.post(
        certificate.federation,
        Posting.Kind.REPORTED,
        lines,
        by=by,
        reason=f"certificate {certificate.code}, {certificate.event}"[:300],
        detail={"certificate": certificate.code, "organisation": certificate.organisation.number, "evidence": evidence},
    )
    certificate.person, certificate.posting = person, posting
    _set(certificate, State.CLAIMED, evidence, "register a certificate", by=by)
    return posting


@transaction.atomic
def register_all(
    certificates: Sequence[PointCertificate], person: Person, *, on: date, by: User | None, evidence: str = ""
) -> list[Posting]:
    """Register several certificates of a member, all or none. Raises all problems at once."""
    problems: list[Problem] = []
    postings = []
    for certificate in certificates:
        try:
            postings.append(register(certificate, person, on=on, by=by, evidence=evidence))
        except NotIssued as error:
            problems += [
                msgspec.structs.replace(problem, place=_certificate_place(certificate, problem))
                for problem in error.problems
            ]
    if problems:
        raise NotIssued(problems)
    return postings


def _certificate_place(certificate: PointCertificate, problem: Problem) -> str:
    return f"{certificate.code}, {problem.place}"


@transaction.atomic
def report_lost(certificate: PointCertificate, *, by: User | None, reason: str) -> PointCertificate:
    """Report a certificate as lost. It can still be replaced, or registered with evidence."""
    return _end(certificate, State.LOST, "report a certificate lost", by=by, reason=reason)


@transaction.atomic
def report_wrong(certificate: PointCertificate, *, by: User | None, reason: str) -> PointCertificate:
    """Report a certificate as wrong. It can no longer be registered."""
    return _end(certificate, State.WRONG, "report a certificate as wrong", by=by, reason=reason)


@transaction.atomic
def replace(
    certificate: PointCertificate, *, by: User | None, reason: str, amended: dict[str, Any] | None = None
) -> PointCertificate:
    """Issue another certificate to replace a lost or wrong one."""
    raw = {**certificate.facts, **(amended or {})}
    organisation = certificate.organisation
    _end(certificate, State.REPLACED, "replace a certificate", by=by, reason=reason)
    return issue(organisation, certificate.event, raw, by=by, replaces=certificate)


def is_registered(certificate: PointCertificate) -> bool:
    """Whether its points are in the ledger."""
    return certificate.posting is not None and not hasattr(certificate.posting, "reversed_by")


def _end(certificate: PointCertificate, state: State, action: str, *, by: User | None, reason: str) -> PointCertificate:
    access.require(by, access.Action.FILE, certificate.organisation)
    lock(certificate.federation)
    certificate = PointCertificate.objects.select_related("posting__reversed_by").get(pk=certificate.pk)
    problems = _state_problems(certificate)
    if not reason.strip():
        problems.append(Problem("reason", "", "a reason is needed", "say in a few words what happened"))
    if problems:
        raise NotIssued(problems)
    return _set(certificate, state, reason, action, by=by)


def _set(certificate: PointCertificate, state: State, reason: str, action: str, *, by: User | None) -> PointCertificate:
    certificate.state, certificate.state_reason = state, reason.strip()[:300]
    certificate.save()
    _write(certificate, action, by=by)
    return certificate


def _write(certificate: PointCertificate, action: str, *, by: User | None) -> None:
    journal.write(
        certificate.federation, action, {"certificate": [certificate.pk]}, by=by, reason=certificate.state_reason
    )


def _state_problems(certificate: PointCertificate) -> list[Problem]:
    """Problems with the state: a registered or replaced certificate cannot change."""
    if is_registered(certificate):
        message, fix = "its points are registered", "take the posting back in the ledger first"
    elif certificate.state == State.REPLACED:
        message, fix = "it was replaced by another", f"use certificate {certificate.replaced_by.code}"
    else:
        return []
    return [Problem("certificate", certificate.code, message, fix)]


def _register_problems(
    certificate: PointCertificate, person: Person, facts: CertificateFacts, on: date, evidence: str
) -> list[Problem]:
    federation = certificate.federation
    rules, book = _book(federation, on)
    problems = [*_state_problems(certificate), *future_problems(federation, on, "day it was sent in")]
    if certificate.state == State.WRONG:
        fix = "issue another one with the right points"
        problems.append(Problem("certificate", certificate.code, "it was reported as wrong", fix))
    if certificate.state == State.LOST and not evidence.strip():
        message, fix = "a lost certificate is credited on evidence of its issue", "say what was shown"
        problems.append(book.problem("evidence", "", message, fix, rules.lost_clause))
    if person.federation_id != federation.pk:
        problems.append(Problem("person", person.number, "this record is in another federation", "choose another"))
    member = statuses_on([person], on)[person.pk] == Person.Status.ACTIVE
    problems += rules.claim_problems(book, ClaimFacts(certificate=facts, submitted=on, member=member))
    return problems + _member_problems(certificate, person, facts, rules, book)


def _member_problems(
    certificate: PointCertificate, person: Person, facts: CertificateFacts, rules: PointCertificates, book: Book[Any]
) -> list[Problem]:
    """Problems with the member. Points are issued by certificate or by a filing, not both."""
    days = [day for day in (facts.finished, facts.started) if day] or [facts.issued]
    filed = Line.objects.filter(
        person=person,
        day__in=days,
        posting__version__filing__organisation=certificate.organisation,
        posting__version__filing__name=certificate.event,
        posting__reversed_by=None,
    ).select_related("posting__version__filing")
    line = filed.first()
    if line is None or line.posting.version is None:
        return []
    receipt = line.posting.version.filing.receipt
    message = f"{person.name} was credited for {certificate.event} by filing {receipt}"
    return [book.problem("certificate", certificate.code, message, "report it as wrong", rules.direct_clause)]


def _colour_problems(rules: PointCertificates, facts: CertificateFacts) -> list[Problem]:
    wrong_colours = [colour for colour in facts.points if colour not in rules.colours]
    fix = f"write one of: {', '.join(rules.colours)}"
    return [
        Problem("points", colour[:20], "certificates are not issued for these points", fix) for colour in wrong_colours
    ]


def _book(federation: Federation, on: Any) -> tuple[PointCertificates, Book[Any]]:
    rules = rules_of(federation)
    if rules is None:
        raise NotIssued(Problem("federation", federation.name, "its book has no certificates", "file the results"))
    day = on if isinstance(on, date) else _day(on)
    return rules, edition_or_first(federation.scheme, day).book


def _day(text: Any) -> date:
    try:
        return date.fromisoformat(str(text))
    except ValueError:
        return date.today()


def certificates_by_codes(federation: Federation, codes: Sequence[str]) -> list[PointCertificate]:
    """Certificates by their codes. Raises a problem for each code that does not exist."""
    unique_codes = list(dict.fromkeys(code.strip().upper() for code in codes if code.strip()))
    rows = PointCertificate.objects.filter(federation=federation, code__in=unique_codes)
    rows_by_code = {row.code: row for row in rows.select_related("organisation__parent", "federation")}
    missing = [code for code in unique_codes if code not in rows_by_code]
    if missing or not unique_codes:
        fix = "compare it with the certificate, letter by letter"
        raise NotIssued([Problem("code", code[:24], "there is no such certificate", fix) for code in missing or [""]])
    return [rows_by_code[code] for code in unique_codes]
