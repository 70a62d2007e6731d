"""What a filing owes: its facts of play, what its payer was on the day, and the tariff, given to the book's rules."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from masterpoint.centre.billing.free_sessions import claims_free_session, year_facts
from masterpoint.centre.billing.models import Charge
from masterpoint.centre.billing.payer_facts import Facts, payer_facts
from masterpoint.centre.billing.tariffs import charging_of, tariff_of
from masterpoint.centre.engine import engine
from masterpoint.centre.filing import judging
from masterpoint.centre.filing.consequences import Outcome
from masterpoint.centre.filing.models import LOADED, REPORTED, Filing, Version
from masterpoint.centre.filing.similar import ENDED
from masterpoint.centre.filing.stored import current_key, stored_event
from masterpoint.centre.registry.earlier_places import lineage
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.core import charges as rules
from masterpoint.core.charge_data import charge_as_data
from masterpoint.core.derivation import Result
from masterpoint.core.exact import rational
from masterpoint.core.heads import player_sessions
from masterpoint.core.serialisation import exact_text
from masterpoint.core.tariffs import Tariff
from masterpoint.schemes.charging import charge_event

OF_THE_ROW = ("kind", "amount", "day")
"""What a charge says in columns of its own."""


def charges_of(filing: Filing, outcome: Outcome | None = None, *, new: bool = False) -> list[Charge]:
    """What a filing owes as it stands: unsaved charges, none for one that was withdrawn or rejected.

    What was loaded as open data was charged where it was filed.
    `outcome`: what has just been written for it. `new`: it was filed just now.
    """
    if filing.state in ENDED or (not new and filing.versions.filter(format__in=(LOADED, REPORTED)).exists()):
        return []
    version = outcome.version if outcome else current_key(filing)
    facts = payer_facts(filing, new=new)
    result = outcome.result if outcome else judging.judge(stored_event(version))
    assessment = assess(filing.organisation, result, facts, on=filing.day)
    if claims_free_session(assessment):
        facts |= year_facts(filing)
        assessment = assess(filing.organisation, result, facts, on=filing.day)
    return list(new_charges(filing.organisation, assessment, facts, subject=filing.receipt, version=version))


def charges_by_tariff(version: Version, result: Result, tariff: Tariff) -> list[Charge] | None:
    """What a filing owes that is about to be written; nothing is known yet where its club's year decides that."""
    filing = version.filing
    facts = payer_facts(filing, new=True)
    assessment = charge_event(result, tariff, facts)
    if claims_free_session(assessment):
        return None
    return list(new_charges(filing.organisation, assessment, facts, subject=filing.receipt, version=version))


def assess(
    organiser: Organisation, result: Result, facts: Facts, *, on: date, before: int | None = None
) -> rules.Assessment:
    """What the book charges for a result of a day; with the tariff as it was before a posting, where one is named."""
    tariff = tariff_of(organiser.federation, organiser, before, on)
    return charge_event(result, tariff, facts)


def new_charges(
    organiser: Organisation,
    assessment: rules.Assessment,
    facts: Facts,
    *,
    subject: str,
    version: Version | None = None,
) -> Iterator[Charge]:
    """Unsaved charges to whoever pays, and what is collected for a part of the federation credited to that part."""
    charging = charging_of(organiser.federation)
    remarks = [str(remark.message) for remark in assessment.remarks]
    for charge in assessment.charges:
        title = title_of(organiser.federation, charge)
        row = Charge(
            organisation=organiser,
            subject=subject,
            version=version,
            kind=charge.kind,
            title=title,
            day=charge.day,
            amount=exact_text(charge.amount),
            due_on=charge.due,
            player_sessions=player_sessions(charge.heads),
            detail=_detail(charging.currency, charge, facts, remarks),
        )
        yield row
        receiver = _above(organiser, charge.payee, charge.day)
        if receiver is not None:
            yield Charge(
                organisation=receiver,
                subject=subject,
                version=version,
                kind=charge.kind,
                title=f"{title}, collected for you",
                day=charge.day,
                amount=exact_text(-rational(charge.amount)),
                due_on=charge.due,
                player_sessions=row.player_sessions,
                detail=row.detail | {"collected_from": organiser.number},
            )


def title_of(federation: Federation, charge: rules.Charge) -> str:
    """What an invoice calls a charge: `Universal Membership, code 10`."""
    kind = charging_of(federation).kinds[charge.kind]
    parts = [kind.title, f"code {charge.code}" if charge.code else "", charge.thing]
    return ", ".join(part for part in parts if part)[:200]


def _above(organiser: Organisation, level: str, on: date) -> Organisation | None:
    """The part at a level that an organiser belonged to on a day; nothing where no level is named."""
    parts = lineage(organiser, on) if level else []
    return next((part for part in parts if part.level == level), None)


def _detail(currency: rules.Currency, charge: rules.Charge, facts: Facts, remarks: list[str]) -> dict[str, Any]:
    """Everything behind a charge, without what the row itself says."""
    data = charge_as_data(charge, currency)
    data |= {
        "heads": [[head.name, head.id, head.sessions, head.membership] for head in charge.heads],
        "facts": facts,
        "remarks": remarks,
        "engine": engine(),
    }
    return {name: value for name, value in data.items() if value and name not in OF_THE_ROW}
