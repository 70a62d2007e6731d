"""The accounts. Rows are never edited: triggers in both databases refuse it, and a hash chain reveals it.

The amount of a charge is exact, in units of the federation's currency: `0.405` is 40.5 pence. A line of an invoice is
rounded once, to whole coins. All other money is in whole coins.
"""

from masterpoint.centre.billing.models.charges import Charge, ChargeCode, ChargeFact, Charges, TariffEntry
from masterpoint.centre.billing.models.invoices import (
    BilledCharge,
    Invoice,
    InvoiceCounter,
    InvoiceDelivery,
    InvoiceLine,
    LineNote,
)
from masterpoint.centre.billing.models.payments import BankFormat, Payment, PaymentMatch
from masterpoint.centre.billing.models.postings import AccountLine, Posting, Seal

__all__ = [
    "AccountLine",
    "BankFormat",
    "BilledCharge",
    "Charge",
    "ChargeCode",
    "ChargeFact",
    "Charges",
    "Invoice",
    "InvoiceCounter",
    "InvoiceDelivery",
    "InvoiceLine",
    "LineNote",
    "Payment",
    "PaymentMatch",
    "Posting",
    "Seal",
    "TariffEntry",
]
