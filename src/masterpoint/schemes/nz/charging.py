"""How NZ Bridge charges: by the player and session and by the A Point, invoiced by the quarter (E8.7, E35.4)."""

from __future__ import annotations

from masterpoint.core.charges import ChargeKind, Charging, Currency
from masterpoint.schemes.families.tariffs import load_items
from masterpoint.schemes.nz.rules.office import event_fees

ITEMS, INVENTED = load_items("masterpoint.schemes.nz")

CHARGING = Charging(
    currency=Currency("NZD", "$"),
    items=ITEMS,
    invented=INVENTED,
    kinds={
        event_fees.SESSIONS: ChargeKind(title="Club sessions", period="quarter", item="club_session"),
        event_fees.TOURNAMENT: ChargeKind(title="Tournament sessions", period="quarter", item="tournament_session"),
        event_fees.DISCOUNT: ChargeKind(
            title="Discount for prompt tournament results", period="quarter", item="tournament_session"
        ),
        event_fees.A_POINTS: ChargeKind(title="A Points", period="quarter", item="a_point"),
    },
    facts=event_fees.FeeFacts,
    event_charges=event_fees.event_charges,
    entry_remarks=event_fees.entry_remarks,
    tax="tax_rate",
    tax_name="GST",
    payment_days="payment_days",
)
