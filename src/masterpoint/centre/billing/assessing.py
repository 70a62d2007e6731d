"""What a filing costs by the book's rules: from its facts of play, facts about the payer on the day, and the tariff."""

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
from masterpoint.centre.filing.models import ENDED_STATES, LOADED, REPORTED, Filing, Version
from masterpoint.centre.filing.stored_events import current_key, event_of_version
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.centre.registry.organisation_history import lineage
from masterpoint.core import charges as rules
from masterpoint.core.charge_data import charge_as_data
from masterpoint.core.derivation import Result
from masterpoint.core.exact import rational
from masterpoint.core.heads import player_sessions
from masterpoint.core.serialisation import exact_text
from masterpoint.core.tariffs import Tariff
from masterpoint.schemes.charging import charge_event

ROW_FIELDS = ("kind", "amount", "day")
"""Facts of a charge that have their own columns."""
CHARGED_ELSEWHERE = (LOADED, REPORTED)
"""Formats of filings that came as open data, or whose points were reported; these are charged by what was reported."""


def charges_of(filing: Filing, outcome: Outcome | None = None, *, new: bool = False) -> list[Charge]:
    """The unsaved charges of a filing; none if it was withdrawn or rejected.

    Filings loaded as open data were charged where they were filed. `outcome`: what was just written for the filing.
    `new`: it was filed just now.
    """
    if filing.state in ENDED_STATES or (not new and filing.versions.filter(format__in=CHARGED_ELSEWHERE).exists()):
        return []
    version = outcome.version if outcome else current_key(filing)
    facts = payer_facts(filing, new=new)
    result = outcome.result if outcome else judging.judge(event_of_version(version))
    assessment = assess(filing.organisation, result, facts, on=filing.day)
    if claims_free_session(assessment):
        facts |= year_facts(filing)
        assessment = assess(filing.organisation, result, facts, on=filing.day)
    return list(new_charges(filing.organisation, assessment, facts, subject=filing.receipt, version=version))


def charges_by_tariff(version: Version, result: Result, tariff: Tariff) -> list[Charge] | None:
    """The charges of a filing that is not written yet; None if they depend on the club's year."""
    filing = version.filing
    facts = payer_facts(filing, new=True)
    assessment = charge_event(result, tariff, facts)
    if claims_free_session(assessment):
        return None
    return list(new_charges(filing.organisation, assessment, facts, subject=filing.receipt, version=version))


def assess(
    organiser: Organisation, result: Result, facts: Facts, *, on: date, before_posting: int | None = None
) -> rules.Assessment:
    """What the book charges for a result on a day; with `before_posting`, by the tariff before that posting."""
    tariff = tariff_of(organiser.federation, organiser, before_posting, on)
    return charge_event(result, tariff, facts)


def new_charges(
    organiser: Organisation,
    assessment: rules.Assessment,
    facts: Facts,
    *,
    subject: str,
    version: Version | None = None,
) -> Iterator[Charge]:
    """Unsaved charges to the payer, and credits to the organisation on whose behalf an amount is collected."""
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
        receiver = _ancestor_at(organiser, charge.payee, charge.day)
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
    """The title of a charge on an invoice, such as `Universal Membership, code 10`."""
    kind = charging_of(federation).kinds[charge.kind]
    parts = [kind.title, f"code {charge.code}" if charge.code else "", charge.thing]
    return ", ".join(part for part in parts if part)[:200]


def _ancestor_at(organiser: Organisation, level: str, on: date) -> Organisation | None:
    """The organisation at a level that an organiser belonged to on a day; None if no level is given."""
    parts = lineage(organiser, on) if level else []
    return next((organisation for organisation in parts if organisation.level == level), None)


def _detail(currency: rules.Currency, charge: rules.Charge, facts: Facts, remarks: list[str]) -> dict[str, Any]:
    """Everything that explains a charge, except the facts in the row's own columns."""
    data = charge_as_data(charge, currency)
    data |= {
        "heads": [[head.name, head.id, head.sessions, head.membership] for head in charge.heads],
        "facts": facts,
        "remarks": remarks,
        "engine": engine(),
    }
    return {name: value for name, value in data.items() if value and name not in ROW_FIELDS}
