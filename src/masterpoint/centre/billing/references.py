"""References for bank transfers: short, with a check digit that reveals typing errors.

The check digit is Damm's, which detects every wrong digit and every swap of neighbouring digits.
"""

from __future__ import annotations

import re
from typing import NamedTuple

DAMM = (
    (0, 3, 1, 7, 5, 9, 8, 6, 4, 2),
    (7, 0, 9, 2, 1, 5, 4, 8, 6, 3),
    (4, 2, 0, 6, 8, 7, 1, 3, 5, 9),
    (1, 7, 5, 0, 9, 8, 3, 4, 2, 6),
    (6, 1, 2, 3, 0, 4, 5, 9, 7, 8),
    (3, 6, 7, 4, 2, 0, 9, 5, 8, 1),
    (5, 8, 6, 9, 7, 2, 0, 1, 3, 4),
    (8, 9, 4, 5, 3, 6, 2, 0, 1, 7),
    (9, 4, 3, 8, 6, 1, 7, 2, 0, 5),
    (2, 5, 8, 1, 4, 3, 6, 7, 9, 0),
)
INVOICE = re.compile(r"(?<![\dA-Z])(\d{2})[-/ .]?(\d{5})[-/ .]?(\d)(?!\d)", re.I)
ACCOUNT = re.compile(r"(?<![A-Z])A[-/ .]?(\d{5,9})[-/ .]?(\d)(?!\d)", re.I)


class References(NamedTuple):
    """The references in a text: invoices by number, organisations by account, and those with a wrong check digit."""

    invoices: tuple[str, ...]
    organisations: tuple[int, ...]
    mistyped: tuple[str, ...]


def check_digit(digits: str) -> int:
    """Damm's check digit of some digits."""
    interim = 0
    for digit in digits:
        interim = DAMM[interim][int(digit)]
    return interim


def invoice_reference(number: str) -> str:
    """The reference of an invoice, such as `26-00041-3` for `26-00041`."""
    return f"{number}-{check_digit(number.replace('-', ''))}"


def account_reference(organisation: int) -> str:
    """An organisation's own reference for payments on account, such as `A00012-4`."""
    digits = f"{organisation:05}"
    return f"A{digits}-{check_digit(digits)}"


def references_in(text: str) -> References:
    """Every reference in a payer's text, with any spacing."""
    invoices: dict[str, None] = {}
    organisations: dict[int, None] = {}
    errors: dict[str, None] = {}
    for match in ACCOUNT.finditer(text):
        if check_digit(match[1]) == int(match[2]):
            organisations[int(match[1])] = None
        else:
            errors[match[0]] = None
    for match in INVOICE.finditer(ACCOUNT.sub(" ", text)):
        if check_digit(match[1] + match[2]) == int(match[3]):
            invoices[f"{match[1]}-{match[2]}"] = None
        else:
            errors[match[0]] = None
    return References(tuple(invoices), tuple(organisations), tuple(errors))
