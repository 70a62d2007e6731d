"""Facts that a charge depends on and that no results file has. They are entered later, with history."""

from __future__ import annotations

from typing import Any

import msgspec
from django.db import transaction
from django.db.models import QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing.chain import new_posting
from masterpoint.centre.billing.charging import charge_filings
from masterpoint.centre.billing.errors import NotBilled
from masterpoint.centre.billing.models import ChargeFact, Posting
from masterpoint.centre.billing.payer_facts import FACTS, entered_facts
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.filing.correcting import lock_in_force
from masterpoint.centre.filing.models import Filing
from masterpoint.core.errors import Problem
from masterpoint.core.schema_problems import schema_problems

COUNTED_BY_US = ("free_sessions_used", "player_sessions")
"""Facts about a year that the Centre counts itself."""


def facts_for(filing: Filing) -> list[str]:
    """The facts that can be entered: those the book needs and the Centre does not know."""
    questions = charging_of(filing.federation).facts
    return [field.name for field in msgspec.structs.fields(questions) if field.name not in (*FACTS, *COUNTED_BY_US)]


def fact_history(filing: Filing) -> QuerySet[ChargeFact]:
    """Every fact that was entered, newest first."""
    return ChargeFact.objects.filter(filing=filing).select_related("posting__by").order_by("-pk")


@transaction.atomic
def enter(filing: Filing, name: str, value: Any, *, by: User | None, reason: str) -> ChargeFact | None:
    """Enter a fact and post the difference in charges, in one transaction. The same fact again changes nothing."""
    lock_in_force(filing)
    names = facts_for(filing)
    problems = []
    if name not in names:
        fix = f"write one of: {', '.join(names)}" if names else "its book asks for no such facts"
        problems.append(Problem("fact", name[:40], f"{filing.federation.name} does not charge by such a fact", fix))
    else:
        problems += schema_problems({name: value}, charging_of(filing.federation).facts)
    if not reason.strip():
        problems.append(Problem("reason", "", "a reason is needed", "say in a few words how you know"))
    if problems:
        raise NotBilled(problems)
    if entered_facts(filing).get(name) == value:
        return None
    with new_posting(filing.federation, Posting.Kind.FACT, by=by, reason=reason.strip()) as posting:
        fact = ChargeFact.objects.create(posting=posting, filing=filing, name=name, value=value)
    charge_filings([filing], by=by, reason=reason.strip())
    return fact
