"""How the WBU charges: licence fees by sessions and tables, and certificates by the book (1.8.1, 3.4, 3.5.4, 5.2.5)."""

from __future__ import annotations

from masterpoint.core.charges import ChargeKind, Charging, Currency, PeriodicCharge
from masterpoint.schemes.families.tariffs import load_items
from masterpoint.schemes.wbu.rules.organisations import licence_fees

ITEMS, INVENTED = load_items("masterpoint.schemes.wbu")

CHARGING = Charging(
    currency=Currency("GBP", "£"),
    items=ITEMS,
    invented=INVENTED,
    kinds={
        licence_fees.LICENCE_FEE: ChargeKind(title="Licence fee", period="at once", item="licence_table"),
        licence_fees.CERTIFICATES: ChargeKind(title="Certificates", period="at once", item="certificate_book"),
        licence_fees.AREA_FEE: ChargeKind(title="Licence fee of the Area", period="at once", item="area_licence_table"),
    },
    facts=licence_fees.LicenceFacts,
    event_charges=licence_fees.event_charges,
    periodic={
        "certificates": PeriodicCharge(
            title="Books of certificates",
            clause="1.8.1",
            facts=licence_fees.BooksOrdered,
            charges=licence_fees.certificate_books,
            period="time",
        )
    },
    tax="tax_rate",
    tax_name="VAT",
    payment_days="payment_days",
)
