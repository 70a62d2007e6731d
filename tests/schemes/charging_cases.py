"""The cases of what is charged, as TOML: an event or facts of a year, a tariff, and what is owed by which clause.

They stand in `editions/<name>/charge_cases/*.toml`. A file may open with `[tariff]`, the amounts that a board set
before any case. A case with `periodic` follows from `facts` alone, on the day `on`.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from masterpoint import schemes
from masterpoint.core.charges import Assessment
from masterpoint.core.parsing import event_from
from masterpoint.core.tariffs import Tariff, amount_of
from masterpoint.schemes.cases import Case, cases_in
from masterpoint.schemes.charging import charge_event, charge_periodic

TARIFF_DAY = date(2000, 1, 1)


def charge_cases(scheme: str, package: str = "") -> Iterator[Case]:
    """Those of a federation; `package` of one that is not in the list."""
    for case in cases_in(package or schemes.FEDERATIONS.modules[scheme], "charge_cases"):
        yield case | {"scheme": scheme}


def assessed(case: Case) -> Assessment:
    """What is owed, by the edition of the case."""
    facts = case.get("facts", {})
    if "periodic" in case:
        return charge_periodic(case["scheme"], case["periodic"], case["on"], facts, _tariff(case), case["edition"])
    result = schemes.edition_named(case["scheme"], case["edition"]).award(event_from(case["event"], schemes.FACTS))
    return charge_event(result, _tariff(case), facts, case["edition"])


def _tariff(case: Case) -> Tariff:
    """What the book prints, and over it what the file says that a board set; an empty amount is none."""
    federation = schemes.FEDERATIONS[case["scheme"]]
    items = federation.charging.items
    amounts = {name: value for name, value in case.get("tariff", {}).items() if value}
    return federation.printed_tariff.with_amounts(
        amount_of(name, items[name], value, TARIFF_DAY) for name, value in amounts.items()
    )


def clauses_cited(assessment: Assessment) -> set[str]:
    """The clauses that charges and remarks rest on."""
    steps = {step.clause.number for charge in assessment.charges for step in charge.steps}
    return steps | {remark.clause.number for remark in assessment.remarks}
