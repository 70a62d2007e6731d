"""How the SBU charges: each club pays an affiliation fee once a year, and nothing for points (2.6, 3.3)."""

from __future__ import annotations

from masterpoint.core.charges import ChargeKind, Charging, Currency, PeriodicCharge
from masterpoint.schemes.families.tariffs import load_items
from masterpoint.schemes.sbu.rules import affiliation

ITEMS, INVENTED = load_items("masterpoint.schemes.sbu")

CHARGING = Charging(
    currency=Currency("GBP", "£"),
    items=ITEMS,
    invented=INVENTED,
    kinds={affiliation.AFFILIATION: ChargeKind(title="Affiliation fee", period="at once", item="affiliation")},
    event_charges=affiliation.event_charges,
    periodic={
        "affiliation": PeriodicCharge(
            title="Affiliation fees of the year",
            clause="2.6",
            facts=affiliation.AffiliationFacts,
            charges=affiliation.affiliation,
            period="year",
        )
    },
    tax="tax_rate",
    tax_name="VAT",
    payment_days="payment_days",
)
