"""`masterpoint rank`, `work-out` and `programme`: computations in a book that are not about an event."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import click
import msgspec

from masterpoint.cli.inputs import assignments, read_raw
from masterpoint.cli.options import AS_JSON, EXPLAIN, ON, SCHEME
from masterpoint.cli.outputs import echo_json, remarks_text, steps_text
from masterpoint.core import editions
from masterpoint.core.amounts import holding_from
from masterpoint.core.derivation import Remark, Step
from masterpoint.core.exact import figure_text
from masterpoint.core.parsing import value_of
from masterpoint.core.serialisation import exact_text, remark_as_data, steps_as_data
from masterpoint.schemes import edition_for


@click.command()
@click.option("--scheme", type=SCHEME, required=True)
@click.argument("holding", nargs=-1, required=True)
@ON
@EXPLAIN
@AS_JSON
def rank(scheme: str, holding: tuple[str, ...], on: date, explain: bool, as_json: bool) -> None:
    """Show the rank of a holding, and how far it is to the next: `local=4344 green=7.25`."""
    ladder = edition_for(scheme, on).ranks
    progress = ladder.progress(holding_from(assignments(holding), ladder.holding_parts))
    if as_json:
        echo_json(
            {
                "rank": progress.rank,
                "next_rank": progress.next_rank,
                "gaps": {gap.what: exact_text(gap.missing) for gap in progress.gaps},
                "steps": steps_as_data([*progress.steps, *(gap.step for gap in progress.gaps)]),
            }
        )
        return
    click.echo(progress.rank or "No rank yet")
    if progress.next_rank:
        missing = ", ".join(f"{figure_text(gap.missing)} {gap.what}" for gap in progress.gaps)
        click.echo(f"Next: {progress.next_rank}, still needed: {missing or 'nothing'}")
    if explain:
        for step in [*progress.steps, *(gap.step for gap in progress.gaps)]:
            click.echo(steps_text(step))


@click.command("work-out")
@click.option("--scheme", type=SCHEME, required=True)
@click.argument("sheet", required=False)
@click.argument("facts", nargs=-1)
@ON
@AS_JSON
def work_out(scheme: str, sheet: str | None, facts: tuple[str, ...], on: date, as_json: bool) -> None:
    """Fill in a worksheet of the book (fees, ratings, deadlines, conversions …); without SHEET, list them."""
    edition = edition_for(scheme, on)
    if sheet is None:
        for name, worksheet in edition.worksheets.items():
            fields = ", ".join(field.encode_name for field in msgspec.structs.fields(worksheet.facts))
            click.echo(f"{name}: {worksheet.title} [{worksheet.clause}]\n    asks: {fields}")
        return
    definition = edition.worksheets.get(sheet)
    answers = editions.work_out(
        edition, sheet, _facts(facts, text_fields(definition.facts) if definition else frozenset())
    )
    if as_json:
        echo_json(
            {
                "answers": [_answer(answer) for answer in answers],
                "steps": steps_as_data([answer for answer in answers if isinstance(answer, Step)]),
            }
        )
        return
    for answer in answers:
        click.echo(steps_text(answer, "") if isinstance(answer, Step) else remarks_text([answer]))


def _answer(answer: Step | Remark) -> dict[str, str]:
    if isinstance(answer, Remark):
        return remark_as_data(answer)
    return {"clause": str(answer.clause), "message": str(answer.message), "value": exact_text(answer.value)}


def text_fields(questions: type[msgspec.Struct]) -> frozenset[str]:
    """The fields of a worksheet that hold text, even if it looks like a number, such as the charge code 21."""
    kinds = msgspec.inspect.type_info(questions)
    fields = kinds.fields if isinstance(kinds, msgspec.inspect.StructType) else ()
    return frozenset(field.name for field in fields if isinstance(field.type, msgspec.inspect.StrType))


def _facts(arguments: tuple[str, ...], texts: frozenset[str]) -> dict[str, Any]:
    """Facts from `key=value` arguments or from one file; text fields are not converted."""
    if len(arguments) == 1 and "=" not in arguments[0]:
        return read_raw(Path(arguments[0]))
    answers = {key.replace("-", "_"): text for key, text in assignments(arguments).items()}
    return {key: text if key in texts else value_of(text) for key, text in answers.items()}


@click.command()
@click.option("--scheme", type=SCHEME, required=True)
@click.argument("file", type=click.Path(path_type=Path))
@ON
@AS_JSON
def programme(scheme: str, file: Path, on: date, as_json: bool) -> None:
    """Check a year's programme of one organisation against what the book allows."""
    findings = editions.check_programme(edition_for(scheme, on), read_raw(file))
    if as_json:
        echo_json([remark_as_data(remark) for remark in findings])
        return
    click.echo(remarks_text(findings) or "Everything is within what the book allows.")
