"""5.2, how the League charges: by the table, with the month, in dollars of a thousand mills."""

from __future__ import annotations

from masterpoint.core.charges import Assessment, Charge, ChargeKind, Charging, Currency, amounts_of
from masterpoint.core.derivation import Result, derive, fact
from masterpoint.core.heads import heads_of
from masterpoint.core.mechanisms import product
from masterpoint.core.tariffs import Tariff
from masterpoint.schemes.families.tariffs import load_items
from schemes.abl.book import Book
from schemes.abl.rules.office import tables_played

ITEMS, INVENTED = load_items("schemes.abl")
FEE = "table fee"


def event_charges(book: Book, result: Result, _facts: object, tariff: Tariff) -> Assessment:
    """5.2: so much for each table."""
    event = result.event
    rate = tariff.step(book, "table", event.day)
    tables = fact(tables_played(event), book.clause("5.2"), "tables")
    step = derive(product, tables, rate, clause=book.clause("5.2"), message="tables × fee")
    amounts = amounts_of(tariff, ["table"], event.day)
    return Assessment((Charge(kind=FEE, step=step, day=event.day, heads=heads_of(event), amounts=amounts),))


CHARGING = Charging(
    currency=Currency("AVD", "$", 3),
    items=ITEMS,
    invented=INVENTED,
    kinds={FEE: ChargeKind(title="Tables", period="month", item="table")},
    event_charges=event_charges,
)
