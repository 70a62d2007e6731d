"""Chapter 8, how the ABF charges: levies on points by the quarter or at processing, capitation, fines."""

from __future__ import annotations

from masterpoint.core.charges import REPORTED, ChargeKind, Charging, Currency, PeriodicCharge
from masterpoint.schemes.abf.rules.levies import capitation_charges, event_levies, fine_charges, reported_levies
from masterpoint.schemes.families.tariffs import load_items

ITEMS, INVENTED = load_items("masterpoint.schemes.abf")

CHARGING = Charging(
    currency=Currency("AUD", "$"),
    items=ITEMS,
    invented=INVENTED,
    kinds={  # 8.1: club events by the quarter, congresses and State events as they are processed
        event_levies.LEVY: ChargeKind(title="Masterpoint levy", period="quarter", item="levy_E"),
        event_levies.CONGRESS_LEVY: ChargeKind(title="Masterpoint levy", period="at once", item="levy_B4"),
        event_levies.LATE_FILE: ChargeKind(title="Fine for a late credit file", period="at once"),
        capitation_charges.CAPITATION: ChargeKind(title="Capitation fees", period="quarter", item="capitation_april"),
        capitation_charges.COMMISSION: ChargeKind(
            title="Commission for new players", period="quarter", item="commission"
        ),
        fine_charges.OVERDUE: ChargeKind(title="Penalty on an overdue account", period="quarter"),
        fine_charges.NO_NUMBER: ChargeKind(title="Payment without the club number", period="quarter"),
    },
    facts=event_levies.LevyFacts,
    event_charges=event_levies.event_charges,
    periodic={
        "capitation": PeriodicCharge(
            title="Capitation fees of the year",
            clause="8.2a",
            facts=capitation_charges.CapitationFacts,
            charges=capitation_charges.renewals,
            period="year",
        ),
        "additions": PeriodicCharge(
            title="Capitation fees of members added in a quarter, and commission",
            clause="8.3b",
            facts=capitation_charges.CapitationFacts,
            charges=capitation_charges.additions,
            period="quarter",
        ),
        "overdue": PeriodicCharge(
            title="Penalty on accounts more than 90 days overdue",
            clause="8.4b",
            facts=fine_charges.OverdueFacts,
            charges=fine_charges.overdue_accounts,
            period="quarter",
        ),
        "payments": PeriodicCharge(
            title="Payments without the club number",
            clause="8.4c",
            facts=fine_charges.PaymentFacts,
            charges=fine_charges.payments_without_number,
            period="time",
        ),
        REPORTED: PeriodicCharge(
            title="Levies on points reported by player",
            clause="8.1",
            facts=reported_levies.ReportedFacts,
            charges=reported_levies.reported_charges,
            period="time",
        ),
    },
    year_begins=(4, 1),  # 8.2: the registration year
    tax="tax_rate",
    tax_name="GST",
    payment_days="payment_days",
)
