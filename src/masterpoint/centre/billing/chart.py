"""The account codes of a federation, for the journal and the exports."""

from __future__ import annotations

from masterpoint.centre.billing.models import AccountLine
from masterpoint.core.charges import Charging

CODES = {
    AccountLine.Account.RECEIVABLE: "1100",
    AccountLine.Account.BANK: "1200",
    AccountLine.Account.UNMATCHED: "2150",
    AccountLine.Account.TAX: "2200",
}
FIRST_INCOME = 4000
OTHER_INCOME = "4900"


def income_code(charging: Charging, kind: str) -> str:
    """The income account of a kind of charge, by its position among the federation's kinds."""
    kinds = list(charging.kinds)
    return str(FIRST_INCOME + 10 * kinds.index(kind)) if kind in kinds else OTHER_INCOME
