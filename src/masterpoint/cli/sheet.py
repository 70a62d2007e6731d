"""`masterpoint sheet`: the forms of the New Zealand manual, to print, to fill in and to have checked."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from masterpoint import schemes
from masterpoint.cli.award import as_text
from masterpoint.cli.common import echo_json, read_text, remarks_text
from masterpoint.core.serialisation import remark_as_data, result_as_data
from masterpoint.schemes.nz.rules.office.sheet_people import register_from
from masterpoint.schemes.nz.rules.office.sheets import SHEETS, check_sheet, form_named, template


@click.command()
@click.argument("name", required=False)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--members", type=click.Path(path_type=Path), help="CSV of members: number,name,status,grade.")
@click.option("--explain", is_flag=True, help="Show the steps behind every figure.")
@click.option("--json", "as_json", is_flag=True, help="Awards and remarks as JSON.")
def sheet(name: str | None, file: Path | None, members: Path | None, explain: bool, as_json: bool) -> None:
    """List the sheets; print the template of NAME; or check FILE and show its awards or its error list."""
    book = schemes.edition_for("nz", date.today()).book
    if name is None:
        for known, form in SHEETS.items():
            click.echo(f"{known:18} {form.title}  [{book.clause(form.number)}]")
        return
    form_named(name)
    if file is None:
        click.echo(template(book, name), nl=False)
        return
    register = register_from(book, read_text(members), source=str(members)) if members else None
    checked = check_sheet(book, name, read_text(file), source=str(file), register=register)
    result = schemes.award(checked.event) if checked.event is not None else None
    if as_json:
        remarks = [remark_as_data(remark) for remark in checked.remarks]
        echo_json({"sheet": name, "remarks": remarks, "result": result_as_data(result) if result else None})
        return
    if result is not None:
        click.echo(as_text(result, explain=explain))
    click.echo(remarks_text(checked.remarks))
