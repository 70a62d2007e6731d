"""What the books charge, as TOML: an event or facts of a year, a tariff, and what is owed by which clause.

A file names its `edition`, may open with `[tariff]` (amounts that a board set, from `TARIFF_DAY` on) and with
`[defaults]`, merged under each case's event. `charges` lists kind and exact amount of each charge in order; `refused`
names the clause of a refusal instead. A case with `periodic` follows from `facts` alone, on the day `on`.
"""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path

import pytest

from handbook_cases import check_remarks, merged
from masterpoint import schemes
from masterpoint.core.charge_data import assessment_as_data
from masterpoint.core.derivation import recomputed
from masterpoint.core.errors import MasterpointError
from masterpoint.core.exact import exact
from masterpoint.core.heads import player_sessions
from masterpoint.core.parsing import _number, event_from
from masterpoint.core.tariffs import amount_of
from masterpoint.schemes.charging import charge_event, charge_periodic

TARIFF_DAY = date(2000, 1, 1)


def _cases():
    for path in sorted(Path(__file__).parent.glob("*/charges/*.toml")):
        text = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=_number)
        for case in text["case"]:
            yield {
                **case,
                "event": merged(text.get("defaults", {}), case.get("event", {})),
                "tariff": {**text.get("tariff", {}), **case.get("tariff", {})},
                "scheme": path.parts[-3],
                "edition": text["edition"],
                "file": path.name,
            }


def _tariff(case):
    federation = schemes.FEDERATIONS[case["scheme"]]
    items = federation.charging.items
    entries = [amount_of(name, items[name], value, TARIFF_DAY) for name, value in case["tariff"].items() if value]
    return federation.printed_tariff.over(entries)


def _assessed(case):
    facts = case.get("facts", {})
    if "periodic" in case:
        return charge_periodic(case["scheme"], case["periodic"], case["on"], facts, _tariff(case), case["edition"])
    result = schemes.edition_named(case["scheme"], case["edition"]).award(event_from(case["event"], schemes.FACTS))
    return charge_event(result, _tariff(case), facts, case["edition"])


@pytest.mark.parametrize("case", _cases(), ids=lambda case: f"{case['file']}: {case['clause']} {case['name']}")
def test_charge(case):
    if "refused" in case:
        with pytest.raises(MasterpointError) as refusal:
            _assessed(case)
        problems = refusal.value.problems
        assert any(problem.clause.endswith(f" {case['refused']}") for problem in problems), problems
        assert all(problem.fix for problem in problems)
        return
    assessment = _assessed(case)
    charges = assessment.charges
    assert [(charge.kind, charge.amount) for charge in charges] == [
        (kind, exact(amount)) for kind, amount in (text.rsplit(maxsplit=1) for text in case["charges"])
    ]
    cited = {step.clause.number for charge in charges for step in charge.steps}
    cited |= {remark.clause.number for remark in assessment.remarks}
    assert case["clause"] in cited, f"{case['clause']} is not cited; cited: {sorted(cited)}"
    assert all(charge.amount == recomputed(charge.step) for charge in charges)
    check_remarks(assessment.remarks, case.get("message", {}), case.get("silent", ()))
    _check_the_first(case, charges)
    _check_every_charge_is_told(case, assessment)


def _check_the_first(case, charges):
    """What a case may say of its first charge: the player sessions counted, the code, the last day to pay, why less."""
    if "heads" in case:
        assert player_sessions(charges[0].heads) == case["heads"]
    for name in ("code", "due", "payee", "thing"):
        if name in case:
            assert getattr(charges[0], name) == case[name]
    if "exemption" in case:
        assert case["exemption"] in charges[0].exemption


def _check_every_charge_is_told(case, assessment):
    """Each kind is known and dated; whatever is free says why; everything can be kept as data."""
    charging = schemes.FEDERATIONS[case["scheme"]].charging
    data = assessment_as_data(assessment, charging.currency)
    for charge, kept in zip(assessment.charges, data["charges"], strict=True):
        assert charge.kind in charging.kinds
        assert charge.amount or charge.exemption
        assert kept["why"].endswith(".") and kept["steps"] and exact(kept["amount"]) == charge.amount
