"""Credit notes for wrong invoices, line by line, with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from math import floor

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing.errors import NotBilled
from masterpoint.centre.billing.invoice_lines import CarriedSums, LineKind, new_line
from masterpoint.centre.billing.invoice_papers import Draft, Heading, paper_for, write_paper
from masterpoint.centre.billing.models import Invoice, InvoiceLine
from masterpoint.centre.billing.money import decimal_text, from_coins
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.locking import lock
from masterpoint.core.errors import Problem
from masterpoint.core.exact import tidy
from masterpoint.core.serialisation import exact_text


@transaction.atomic
def credit(invoice: Invoice, amounts: Mapping[int, int], *, on: date, by: User | None, reason: str) -> Invoice:
    """Issue a credit note for some lines of an invoice; `amounts` are coins by line number."""
    lock(invoice.federation)
    lines = {line.number: line for line in invoice.lines.order_by("number")}
    problems = [*_reason_problems(reason), *_amount_problems(invoice, lines, amounts)]
    if problems:
        raise NotBilled(problems)
    remaining = creditable(invoice)
    credit_lines = [
        _credit_line(lines[number], coins, remaining[number]) for number, coins in sorted(amounts.items()) if coins
    ]
    draft = Draft(invoice.organisation, credit_lines, [[] for _ in credit_lines])
    heading = Heading(
        Invoice.Kind.CREDIT_NOTE, invoice.period, invoice.period_last_day, on, reason.strip(), credits=invoice
    )
    note = write_paper(paper_for(draft, heading), by=by)
    assert note is not None, "nobody else takes its number while the lock is held"
    return note


def creditable(invoice: Invoice) -> dict[int, int]:
    """The coins of each line that are not credited yet."""
    remaining = dict(invoice.lines.values_list("number", "amount"))
    titles = {(line.kind, line.title, line.tax_rate, line.due_on): line.number for line in invoice.lines.all()}
    credit_lines = InvoiceLine.objects.filter(invoice__credits=invoice)
    for kind, title, rate, due_on, amount in credit_lines.values_list("kind", "title", "tax_rate", "due_on", "amount"):
        remaining[titles[kind, title, rate, due_on]] += amount
    return remaining


def _credit_line(line: InvoiceLine, coins: int, remaining: int) -> InvoiceLine:
    """The negative of some coins of a line, with their part of its tax. All parts add up to the whole line."""
    charging = charging_of(line.invoice.federation)
    line_kind = LineKind(line.kind, line.title, line.tax_rule, line.tax_rate)
    new = new_line(charging, line_kind, [], CarriedSums(from_coins(charging.currency, coins) * -1), line.due_on)
    new.exact = exact_text(tidy(-from_coins(charging.currency, coins)))
    credited_before = line.amount - remaining
    new.tax = tax_of(line, credited_before) - tax_of(line, credited_before + coins)
    new.net = new.amount - new.tax if line.tax_rule == "included" else new.amount
    return new


def tax_of(line: InvoiceLine, coins: int) -> int:
    """The part of a line's tax that belongs to some of its coins; halves are rounded up."""
    return floor(Fraction(line.tax * coins, line.amount) + Fraction(1, 2))


def _reason_problems(reason: str) -> list[Problem]:
    if reason.strip():
        return []
    return [Problem("reason", "", "a credit note needs a reason", "say in a few words what was wrong")]


def _amount_problems(invoice: Invoice, lines: Mapping[int, InvoiceLine], amounts: Mapping[int, int]) -> list[Problem]:
    currency = charging_of(invoice.federation).currency
    if invoice.kind != Invoice.Kind.INVOICE:
        return [Problem("invoice", invoice.number, "this is a credit note", "choose the invoice that it credits")]
    if not any(amounts.values()):
        return [Problem("amount", "0", "nothing would be credited", "write an amount on at least one line")]
    remaining, problems = creditable(invoice), []
    for number, coins in amounts.items():
        if number not in lines:
            problems.append(Problem("line", str(number), "the invoice has no such line", f"1 to {len(lines)}"))
        elif not 0 <= coins <= remaining[number]:
            fix = f"write an amount up to {decimal_text(currency, remaining[number])}"
            message = f"more than is left of line {number}"
            problems.append(Problem("amount", decimal_text(currency, coins), message, fix))
    return problems
