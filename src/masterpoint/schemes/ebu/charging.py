"""How the EBU charges: Universal Membership by the month, licence fees within 30 days of the event."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from masterpoint.core.charges import ChargeKind, Charging, Currency
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.organisations.charges import charge_codes, in_use
from masterpoint.schemes.ebu.rules.organisations.event_charges import (
    COUNTY_CHARGE,
    LICENCE_FEE,
    SUBSCRIPTION,
    ChargeFacts,
    entry_remarks,
    event_charges,
)
from masterpoint.schemes.families.tariffs import load_items

ITEMS, INVENTED = load_items("masterpoint.schemes.ebu")


def codes_of_the_day(book: Book, day: date) -> Mapping[str, str]:
    """The appendix: the codes in use on a day, and what each is for."""
    return {number: code.title for number, code in charge_codes(book).items() if in_use(code, day)}


CHARGING = Charging(
    currency=Currency("GBP", "£"),
    items=ITEMS,
    invented=INVENTED,
    kinds={
        SUBSCRIPTION: ChargeKind(title="Universal Membership", period="month", item="standard_charge"),
        COUNTY_CHARGE: ChargeKind(title="County charge", period="month", item="county_charge"),
        LICENCE_FEE: ChargeKind(title="Licence fee", period="at once", item="licence_table"),
    },
    facts=ChargeFacts,
    event_charges=event_charges,
    codes=codes_of_the_day,
    entry_remarks=entry_remarks,
    year_begins=(4, 1),  # 1.3.2
    tax="tax_rate",
    tax_name="VAT",
    payment_days="payment_days",
)
