"""What a new filing owes, worked out before it takes the lock; with the lock, the tariff must be the same."""

from __future__ import annotations

from typing import Any, NamedTuple

from masterpoint.centre.billing.assessing import charges_by_tariff
from masterpoint.centre.billing.chain import last_question
from masterpoint.centre.billing.free_sessions import claims_questions
from masterpoint.centre.billing.models import Charge
from masterpoint.centre.billing.payer_facts import RECEIVED
from masterpoint.centre.billing.tariffs import charging_of, payer_question, tariff_with
from masterpoint.centre.filing.consequences import WorkedOut
from masterpoint.centre.filing.models import Version
from masterpoint.centre.statements import Query, select
from masterpoint.core.derivation import Result
from masterpoint.core.errors import Refused


class ChargesAhead(NamedTuple):
    """Charges by the tariff as it was; the journal records whatever else they depend on."""

    charges: list[Charge]
    question: Query
    entered: list[tuple[Any, ...]]

    def stands(self) -> bool:
        """Whether nobody has entered another amount since; the lock is held."""
        return select(*self.question) == self.entered


def charges_ahead(version: Version, result: Result) -> WorkedOut | None:
    """Nothing where there is nothing to charge, or where it cannot be said before the filing is written."""
    filing = version.filing
    charging = charging_of(filing.federation)
    if not charging.kinds or RECEIVED in charging.asks.__struct_fields__:
        return None
    question = payer_question(filing.organisation, filing.day)
    entered = select(*question)
    try:
        charges = charges_by_tariff(version, result, tariff_with(filing.federation, entered))
    except Refused:
        charges = []
    if charges is None:
        return None
    chained = [last_question(filing.federation)] if charges else []
    questions = [question, *chained, *claims_questions(filing)]
    return WorkedOut(ChargesAhead(charges, question, entered), questions)
