"""The club's corrections of a filing's charge code, with history. The charges are updated."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.db.models import QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing.chain import new_posting
from masterpoint.centre.billing.charging import charge_filings
from masterpoint.centre.billing.errors import NotBilled
from masterpoint.centre.billing.models import ChargeCode, Posting
from masterpoint.centre.billing.payer_facts import charge_code
from masterpoint.centre.filing.correcting import lock_in_force
from masterpoint.centre.filing.models import Filing
from masterpoint.core.errors import Problem
from masterpoint.schemes import FEDERATIONS
from masterpoint.schemes.charging import charge_codes


def codes_for(filing: Filing) -> Mapping[str, str]:
    """The codes that an event of this day may have, each with its meaning."""
    return charge_codes(FEDERATIONS[filing.federation.scheme], filing.day)


def code_history(filing: Filing) -> QuerySet[ChargeCode]:
    """Every change of a filing's code, newest first."""
    return ChargeCode.objects.filter(filing=filing).select_related("posting__by").order_by("-pk")


@transaction.atomic
def correct_code(filing: Filing, code: str, *, by: User | None, reason: str) -> ChargeCode | None:
    """Change the code and post the difference in charges, in one transaction. The same code again changes nothing."""
    lock_in_force(filing)
    codes = codes_for(filing)
    problems = []
    if code not in codes:
        code_list = ", ".join(codes) or "this federation's book has no charge codes"
        problems.append(Problem("code", code[:20], f"no event of {filing.day} may carry this code", code_list))
    if not reason.strip():
        problems.append(Problem("reason", "", "a reason is needed", "say in a few words what was wrong"))
    if problems:
        raise NotBilled(problems)
    current = charge_code(filing)
    if code == current:
        return None
    with new_posting(filing.federation, Posting.Kind.CHARGE_CODE, by=by, reason=reason.strip()) as posting:
        change = ChargeCode.objects.create(posting=posting, filing=filing, before=current, code=code)
    charge_filings([filing], by=by, reason=reason.strip())
    return change
