"""Charges of a new filing, computed before the lock is taken. Under the lock, the tariff must be unchanged."""

from __future__ import annotations

from typing import Any, NamedTuple

from masterpoint.centre.billing.assessing import charges_by_tariff
from masterpoint.centre.billing.chain import last_seal_query
from masterpoint.centre.billing.free_sessions import claim_queries
from masterpoint.centre.billing.models import Charge
from masterpoint.centre.billing.payer_facts import RECEIVED
from masterpoint.centre.billing.tariffs import charging_of, payer_query, tariff_with
from masterpoint.centre.filing.consequences import PreparedWork
from masterpoint.centre.filing.models import Version
from masterpoint.centre.statements import Query, select
from masterpoint.core.derivation import Result
from masterpoint.core.errors import Refused


class PreparedCharges(NamedTuple):
    """Charges by the tariff at that time. The journal records everything else that they depend on."""

    charges: list[Charge]
    query: Query
    entries: list[tuple[Any, ...]]

    def is_current(self) -> bool:
        """Whether the tariff is unchanged. Call it under the lock."""
        return select(*self.query) == self.entries


def prepare_charges(version: Version, result: Result) -> PreparedWork | None:
    """Prepare the charges; returns None if there are none, or if they are unknown until the filing is written."""
    filing = version.filing
    charging = charging_of(filing.federation)
    if not charging.kinds or RECEIVED in charging.facts.__struct_fields__:
        return None
    query = payer_query(filing.organisation, filing.day)
    entries = select(*query)
    try:
        charges = charges_by_tariff(version, result, tariff_with(filing.federation, entries))
    except Refused:
        charges = []
    if charges is None:
        return None
    chained = [last_seal_query(filing.federation)] if charges else []
    queries = [query, *chained, *claim_queries(filing)]
    return PreparedWork(PreparedCharges(charges, query, entries), queries)
