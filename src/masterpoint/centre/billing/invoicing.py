"""Invoices and credit notes: issued once, numbered without gaps, and never edited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from fractions import Fraction

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing.errors import NotBilled
from masterpoint.centre.billing.invoice_lines import charge_lines
from masterpoint.centre.billing.invoice_papers import Draft, Heading, Paper, paper_for, write_paper
from masterpoint.centre.billing.models import Charge, Invoice
from masterpoint.centre.billing.moments import current_moment, is_current
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.garbage_collection import pause_collection
from masterpoint.centre.journal.moments import Moment
from masterpoint.centre.locking import lock
from masterpoint.centre.mail import services as mail
from masterpoint.centre.registry.days import future_problems
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.centre.snapshots import snapshot
from masterpoint.core.charges import period_end

CHARGES_PER_QUERY = 500
MAX_TRIES = 3
"""An invoice is prepared again this often if something changes meanwhile; then it is prepared under the lock."""


def unbilled_charges(
    federation: Federation, as_at: date, organisation: Organisation | None = None
) -> dict[int, list[Charge]]:
    """Charges of each organisation for past periods that are on no invoice, except zeros."""
    charging = charging_of(federation)
    charges = Charge.objects.nonzero().filter(billed=None, day__lte=as_at).defer("detail")
    if organisation is None:
        charges = charges.filter(posting__federation=federation)
    else:  # uses its own index; through the postings, each invoice would read all charges of the federation
        charges = charges.filter(organisation=organisation)
    due: dict[int, list[Charge]] = {}
    for charge in charges.order_by("organisation", "day", "pk").iterator(chunk_size=CHARGES_PER_QUERY):
        kind = charging.kinds.get(charge.kind)
        if kind is None or period_end(kind.period, charge.day) <= as_at:
            due.setdefault(charge.organisation_id, []).append(charge)
    return due


def drafts(federation: Federation, as_at: date, organisation: Organisation | None = None) -> Iterator[Draft]:
    """Every invoice that would be issued for past periods. Nothing is written."""
    if problems := future_problems(federation, as_at, "as at"):
        raise NotBilled(problems)
    due = unbilled_charges(federation, as_at, organisation)
    owners = Organisation.objects.in_bulk(list(due))
    for key in sorted(due, key=lambda pk: (owners[pk].name, pk)):
        draft = _draft(owners[key], due[key])
        if any(line.amount for line in draft.lines):
            yield draft


def _draft(organisation: Organisation, charges: Iterable[Charge]) -> Draft:
    lines = charge_lines(organisation, charges)
    return Draft(organisation, [line for line, _ in lines], [line_charges for _, line_charges in lines])


def issue_all(
    federation: Federation, as_at: date, *, on: date, by: User | None, send: bool = True
) -> Iterator[Invoice]:
    """Issue an invoice for every organisation that owes something, each in its own transaction.

    The run can be repeated.
    """
    mail.load_addresses()
    for organisation in [draft.organisation for draft in drafts(federation, as_at)]:
        invoice = issue(organisation, as_at, on=on, by=by, send=send)
        if invoice is not None:
            yield invoice


def issue(organisation: Organisation, as_at: date, *, on: date, by: User | None, send: bool = True) -> Invoice | None:
    """Issue an organisation's invoice, or a credit note if more is owed to it; returns None if nothing is due.

    It is prepared with its page and letters before the lock is taken, and again if something changes meanwhile.
    """
    mail.load_addresses()
    for _ in range(MAX_TRIES):
        with snapshot():
            moment = current_moment(organisation.federation)
            paper = _paper(organisation, as_at, on=on, send=send)
        if paper is None:
            return None
        invoice = _write(paper, moment, by=by)
        if invoice is not None:
            return invoice
    return _write_under_lock(organisation, as_at, on=on, by=by, send=send)


def _paper(organisation: Organisation, as_at: date, *, on: date, send: bool) -> Paper | None:
    draft = next(drafts(organisation.federation, as_at, organisation), None)
    if draft is None:
        return None
    kind = Invoice.Kind.INVOICE if draft.total >= 0 else Invoice.Kind.CREDIT_NOTE
    period = _period([charge.day for line_charges in draft.charges for charge in line_charges], as_at)
    return paper_for(draft, Heading(kind, period, as_at, on), send=send)


@pause_collection()
@transaction.atomic
def _write(paper: Paper, moment: Moment, *, by: User | None) -> Invoice | None:
    """Write a prepared invoice, if it is still current."""
    organisation = paper.draft.organisation
    lock(organisation.federation)
    if not is_current(organisation.federation, moment, [organisation.pk]):
        return None
    return write_paper(paper, by=by)


@transaction.atomic
def _write_under_lock(
    organisation: Organisation, as_at: date, *, on: date, by: User | None, send: bool
) -> Invoice | None:
    lock(organisation.federation)
    paper = _paper(organisation, as_at, on=on, send=send)
    return write_paper(paper, by=by) if paper else None


def _period(days: Sequence[date], as_at: date) -> str:
    first, last = min(days), max(days)
    if (first.year, first.month) == (last.year, last.month):
        return f"{first:%B %Y}"
    return f"{first:%-d %B %Y} to {last:%-d %B %Y}"


def total_of(amounts: Iterable[str]) -> Fraction:
    """The exact sum of amounts."""
    return sum(map(Fraction, amounts), Fraction(0))
