"""Bank statements as CSV. The meaning of the columns is chosen once and stored, and every line is loaded once."""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections import Counter
from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import NamedTuple

from masterpoint.centre.billing.errors import NotBilled
from masterpoint.centre.billing.models import BankFormat
from masterpoint.centre.billing.payments import NewPayment
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.registry.models import Federation
from masterpoint.centre.spreadsheets import text_of
from masterpoint.core.errors import Problem

REQUIRED = ("day", "amount", "reference")
COLUMNS = (*REQUIRED, "payer")
DAY_FORMATS = {"2026-10-31": "%Y-%m-%d", "31/10/2026": "%d/%m/%Y", "31.10.2026": "%d.%m.%Y", "31 Oct 2026": "%d %b %Y"}
DAY_FORMATS |= {"31/10/26": "%d/%m/%y", "31-10-2026": "%d-%m-%Y", "31-Oct-2026": "%d-%b-%Y", "10/31/2026": "%m/%d/%Y"}
"""Date formats, by example."""
MAX_ROWS = 20_000
AMOUNT = re.compile(
    r"(?P<open>\()?\s*(?:[A-Z]{3}|[£$€])?\s*(?P<minus>-)?\+?\s*(?:[A-Z]{3}|[£$€])?\s*"
    r"(?P<number>(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,15})(?:\.[0-9]{1,6})?)\s*(?:[A-Z]{3})?\s*(?P<close>\))?"
)
"""An amount: the currency may stand before or after it, and brackets mean money that went out."""


class Statement(NamedTuple):
    """The contents of a bank's file: the payments received, and the number of other lines."""

    payments: list[NewPayment]
    other_lines: int
    """The number of lines that are not payments to us."""


def save_format(federation: Federation, name: str, columns: Mapping[str, str], day_format: str) -> BankFormat:
    """Save the meaning of the columns in a bank's files. The same name again replaces the format."""
    problems = [
        Problem(f"column of the {column}", "", "no column is named", "write the heading as it is in the bank's file")
        for column in REQUIRED
        if not columns.get(column, "").strip()
    ]
    if not name.strip():
        problems.append(Problem("bank", "", "the format needs a name", "write the name of the bank"))
    if day_format not in DAY_FORMATS:
        fix = f"write one of: {', '.join(DAY_FORMATS)}"
        problems.append(Problem("days", day_format[:20], "days are not written like this", fix))
    if problems:
        raise NotBilled(problems)
    mapping = {column: columns.get(column, "").strip()[:80] for column in COLUMNS} | {"days": day_format}
    bank_format, _ = BankFormat.objects.update_or_create(
        federation=federation, name=name.strip()[:60], defaults={"columns": mapping}
    )
    return bank_format


def read_statement(bank: BankFormat, file: bytes, source: str) -> Statement:
    """Every payment in a bank's file. Raises all problems of the file at once."""
    rows = csv.DictReader(io.StringIO(text_of(file), newline=""))
    try:
        return _read_rows(bank, rows, source)
    except csv.Error:
        message, fix = "this is not a table", "export it again as CSV"
        raise NotBilled(Problem(f"{source}, line {rows.line_num}", "", message, fix)) from None


def _read_rows(bank: BankFormat, rows: csv.DictReader[str], source: str) -> Statement:
    headings = [heading.strip() for heading in rows.fieldnames or ()]
    missing = [name for column in COLUMNS if (name := bank.columns.get(column)) and name not in headings]
    if missing:
        fix = f"choose another format; this file has the columns {', '.join(headings)[:200]}"
        raise NotBilled(
            [Problem(f"{source}, line 1", name, f"{bank.name} has no such column here", fix) for name in missing]
        )
    rows.fieldnames = headings
    return _read(bank, rows, source)


def _read(bank: BankFormat, rows: csv.DictReader[str], source: str) -> Statement:
    digits = charging_of(bank.federation).currency.digits
    payments: list[NewPayment] = []
    problems: list[Problem] = []
    other_lines, counts = 0, Counter[str]()
    for row in rows:
        place = f"{source}, line {rows.line_num}"
        day, coins, cell_problems = _cells(bank, row, digits, place)
        problems += cell_problems
        if cell_problems or day is None or coins is None:
            continue
        if coins <= 0:
            other_lines += 1
            continue
        payer, reference = (_cell(row, bank.columns.get(name, "")) for name in ("payer", "reference"))
        text = f"{day} {coins} {payer} {reference}"
        counts[text] += 1
        payments.append(NewPayment(_key(bank, text, counts[text]), day, coins, payer, reference))
        if len(payments) > MAX_ROWS:
            raise NotBilled(Problem(place, "", f"more than {MAX_ROWS} payments", "load the statement in parts"))
    if problems:
        raise NotBilled(problems)
    return Statement(payments, other_lines)


def _key(bank: BankFormat, text: str, count: int) -> str:
    """The key of a payment.

    The same line is the same payment in any file, but two equal lines of one file are two payments.
    """
    digest = hashlib.sha256(f"{bank.name} {text}".encode()).hexdigest()[:40]
    return f"bank {digest} {count}"


def _cells(
    bank: BankFormat, row: Mapping[str, str], digits: int, place: str
) -> tuple[date | None, int | None, list[Problem]]:
    texts = {name: _cell(row, bank.columns[name]) for name in ("day", "amount")}
    day = _day(texts["day"], DAY_FORMATS[bank.columns["days"]])
    # A bank with separate columns for money in and money out leaves one of them empty.
    coins = _coins(texts["amount"] or "0", digits)
    problems = []
    if day is None:
        fix = f"days are written as {bank.columns['days']} in this format"
        problems.append(Problem(f"{place}, day", texts["day"][:40], "this is not a date", fix))
    if coins is None:
        fix = "write it as 1,205.40"
        problems.append(Problem(f"{place}, amount", texts["amount"][:40], "this is not an amount", fix))
    return day, coins, problems


def _cell(row: Mapping[str, str], name: str) -> str:
    return (row.get(name) or "").replace("\0", "").strip() if name else ""


def _day(text: str, example: str) -> date | None:
    try:
        return datetime.strptime(text, example).date()
    except ValueError:
        return None


def _coins(text: str, digits: int) -> int | None:
    """Parse `1,205.40`, `£12`, `-3.00` or `(3.00)`, but nothing smaller than a coin.

    A comma only separates thousands.
    """
    match = AMOUNT.fullmatch(text.replace("\N{MINUS SIGN}", "-"))
    if match is None or bool(match["open"]) != bool(match["close"]):
        return None
    amount = Decimal(match["number"].replace(",", "")).scaleb(digits)
    if amount != amount.to_integral_value() or abs(amount) >= 10**15:
        return None
    return -int(amount) if match["open"] or match["minus"] else int(amount)


def coins_in(federation: Federation, text: str) -> int | None:
    """A typed amount in coins; None if it is not an amount."""
    return _coins(text.strip(), charging_of(federation).currency.digits)
