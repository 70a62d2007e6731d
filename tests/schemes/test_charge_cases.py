"""What the five books charge, and an invented sixth: every amount and exemption as a case, worked out by hand.

`charges` lists kind and exact amount of each charge in order; `refused` names the clause of a refusal instead.
"""

from __future__ import annotations

from typing import Any

import pytest

from handbook_cases import check_remarks, name_of
from masterpoint import schemes
from masterpoint.core.charge_data import assessment_as_data
from masterpoint.core.charges import Assessment, Charge
from masterpoint.core.derivation import recompute
from masterpoint.core.errors import MasterpointError
from masterpoint.core.exact import exact
from masterpoint.core.heads import player_sessions
from schemes.charging_cases import assessed, charge_cases, clauses_cited

CASES = [case for scheme in schemes.FEDERATIONS for case in charge_cases(scheme)]
CASES += charge_cases("abl", "schemes.abl")


@pytest.mark.usefixtures("sixth_federation")
@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_charge(case: dict[str, Any]) -> None:
    if "refused" in case:
        with pytest.raises(MasterpointError) as refusal:
            assessed(case)
        problems = refusal.value.problems
        assert any(problem.clause.endswith(f" {case['refused']}") for problem in problems), problems
        assert all(problem.fix for problem in problems)
        return
    assessment = assessed(case)
    charges = assessment.charges
    assert [(charge.kind, charge.amount) for charge in charges] == [
        (kind, exact(amount)) for kind, amount in (text.rsplit(maxsplit=1) for text in case["charges"])
    ]
    cited = clauses_cited(assessment)
    assert case["clause"] in cited, f"{case['clause']} is not cited; cited: {sorted(cited)}"
    assert all(charge.amount == recompute(charge.step) for charge in charges)
    check_remarks(assessment.remarks, case.get("message", {}), case.get("silent", ()))
    _check_the_first(case, charges)
    _check_every_charge_is_told(case, assessment)


def _check_the_first(case: dict[str, Any], charges: tuple[Charge, ...]) -> None:
    """What a case may say of its first charge: the player sessions counted, the code, the last day to pay, why less.

    `payees`: who receives each charge, in order.

    `rests_on`: the entries of the tariff behind each charge, in order; `readings`: those that the first rests on.
    """
    if "readings" in case:
        assert {step.reading for step in charges[0].steps} - {""} == set(case["readings"])
    if "rests_on" in case:
        assert [" ".join(amount.name for amount in charge.amounts) for charge in charges] == case["rests_on"]
    if "heads" in case:
        assert player_sessions(charges[0].heads) == case["heads"]
    for name in ("code", "due", "payee", "thing"):
        if name in case:
            assert getattr(charges[0], name) == case[name]
    if "exemption" in case:
        assert case["exemption"] in charges[0].exemption and bool(case["exemption"]) == bool(charges[0].exemption)
    if "payees" in case:
        assert [charge.payee for charge in charges] == case["payees"]


def _check_every_charge_is_told(case: dict[str, Any], assessment: Assessment) -> None:
    """Each kind and reading is known; whatever is free says why; everything can be kept as data."""
    charging = schemes.FEDERATIONS[case["scheme"]].charging
    readings = {reading.id for reading in schemes.edition_named(case["scheme"], case["edition"]).readings}
    data = assessment_as_data(assessment, charging.currency)
    for charge, row in zip(assessment.charges, data["charges"], strict=True):
        assert charge.kind in charging.kinds
        assert charge.amount or charge.exemption
        assert charge.amounts or not charge.amount, "a charge rests on entries of the tariff"
        assert {step.reading for step in charge.steps if step.reading} <= readings
        assert row["why"].endswith(".") and row["steps"] and exact(row["amount"]) == charge.amount
