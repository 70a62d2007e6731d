"""`masterpoint quote FILE`: what an event would cost its organiser, and why."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from masterpoint import intake, schemes
from masterpoint.cli.file_options import file_options, imported_from
from masterpoint.cli.inputs import assignments, set_nested
from masterpoint.cli.options import AS_JSON
from masterpoint.cli.outputs import echo_json, remarks_text, steps_text, table
from masterpoint.core.charge_data import assessment_as_data, tax_as_data
from masterpoint.core.charge_taxes import quoted_tax
from masterpoint.core.charges import Assessment, Currency
from masterpoint.core.federations import Federation
from masterpoint.core.heads import player_sessions
from masterpoint.core.parsing import value_of
from masterpoint.schemes.charging import quoted_charges, tariff_with


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--rate", "rates", multiple=True, help="An amount that a board set: standard_charge=0.40.")
@click.option(
    "--fact", "facts", multiple=True, help="What the book asks about the payer: code=20, received=2026-11-20."
)
@click.option("--invented", is_flag=True, help="Use the demo's amounts where the book prints none.")
@click.option("--explain", is_flag=True, help="Show the steps behind every amount.")
@AS_JSON
@file_options
def quote(
    file: Path,
    rates: tuple[str, ...],
    facts: tuple[str, ...],
    invented: bool,
    explain: bool,
    as_json: bool,
    **data: Any,
) -> None:
    """Show what an event file or a results file would cost, by what its book prints and the given rates.

    FILE may be - for the standard input.
    """
    result = intake.judge(imported_from(file, data))
    federation = schemes.federation(result.event.scheme)
    tariff = tariff_with(federation, assignments(rates), result.event.day, invented=invented)
    assessment = quoted_charges(result, tariff, _facts(facts), "--rate {name}=0.40")
    tax = quoted_tax(federation.charging, assessment.charges, tariff)
    if as_json:
        echo_json(assessment_as_data(assessment, federation.charging.currency) | tax_as_data(tax))
    else:
        click.echo(_as_text(federation, assessment, tax.sentence, explain=explain))


def _facts(arguments: tuple[str, ...]) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    for key, text in assignments(arguments).items():
        set_nested(facts, key.split("."), text if key == "code" else value_of(text))
    return facts


def _as_text(federation: Federation, assessment: Assessment, tax: str, *, explain: bool) -> str:
    currency = federation.charging.currency
    lines = (
        [_charges(federation, assessment, currency)] if assessment.charges else [f"{federation.name} charges nothing."]
    )
    lines += ["", tax] if tax else []
    for charge in assessment.charges:
        lines += ["", f"{federation.charging.kinds[charge.kind].title}: {charge.why(currency)}"]
        lines += [steps_text(charge.step)] if explain else []
    if any(charge.is_invented for charge in assessment.charges):
        lines += ["", "These amounts are invented for the demo: the book prints none."]
    if assessment.remarks:
        lines += ["", remarks_text(assessment.remarks)]
    return "\n".join(lines)


def _charges(federation: Federation, assessment: Assessment, currency: Currency) -> str:
    rows = [
        [
            federation.charging.kinds[charge.kind].title,
            charge.code,
            str(player_sessions(charge.heads) or ""),
            currency.text(charge.amount),
            str(charge.clause),
        ]
        for charge in assessment.charges
    ]
    rows.append(["Together", "", "", currency.text(assessment.total), ""])
    return table(rows, ["Charge", "Code", "Player sessions", "Amount", "Clause"], right_aligned=(2, 3))
