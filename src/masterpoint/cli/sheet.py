"""`masterpoint sheet`: office forms that a book prints, to print, to fill in and to check."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from masterpoint import schemes
from masterpoint.cli.inputs import read_text
from masterpoint.cli.options import AS_JSON, EXPLAIN, ON
from masterpoint.cli.outputs import echo_json, remarks_text
from masterpoint.cli.result_text import as_text
from masterpoint.core.errors import NotUnderstood, Problem
from masterpoint.core.office_forms import CheckedForm, FormText, OfficeForms
from masterpoint.core.parsing import parse
from masterpoint.core.serialisation import remark_as_data, result_as_data


@click.command()
@click.argument("name", required=False)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--scheme", default="", help="Whose forms; not needed if only one book has any.")
@click.option("--members", type=click.Path(path_type=Path), help="CSV of members: number,name,status,grade.")
@ON
@EXPLAIN
@AS_JSON
def sheet(
    name: str | None, file: Path | None, scheme: str, members: Path | None, on: date, explain: bool, as_json: bool
) -> None:
    """List the sheets; print the template of NAME; or check FILE and show its awards or its errors."""
    code, forms = _forms_of(scheme)
    book = schemes.edition_for(code, on).book
    if name is None:
        for form_name, (title, clause) in forms.titles.items():
            click.echo(f"{form_name:18} {title}  [{book.clause(clause)}]")
        return
    template = forms.template(book, name)
    if file is None:
        click.echo(template, nl=False)
        return
    register = FormText(read_text(members), str(members)) if members else None
    upload = FormText(read_text(file), str(file))
    fields = parse(upload.text, source=upload.source) if name in forms.results else {}
    day = forms.judged_on(name, fields, on)
    checked_form = forms.check(schemes.edition_or_first(code, day).book, name, upload, register)
    _echo(name, checked_form, explain=explain, as_json=as_json)


def _forms_of(scheme: str) -> tuple[str, OfficeForms]:
    """The forms of a book; without a scheme, those of the only book that has any."""
    forms_by_scheme = {
        code: forms
        for code, federation in schemes.FEDERATIONS.items()
        if (forms := federation.office_forms) is not None
    }
    code = scheme or (next(iter(forms_by_scheme)) if len(forms_by_scheme) == 1 else "")
    if code not in forms_by_scheme:
        fix = f"write one of: {', '.join(forms_by_scheme)}"
        raise NotUnderstood(Problem("scheme", scheme, "no book of this scheme prints forms for its office", fix))
    return code, forms_by_scheme[code]


def _echo(name: str, checked_form: CheckedForm, *, explain: bool, as_json: bool) -> None:
    result = schemes.award(checked_form.event) if checked_form.event is not None else None
    if as_json:
        remarks = [remark_as_data(remark) for remark in checked_form.remarks]
        echo_json({"sheet": name, "remarks": remarks, "result": result_as_data(result) if result else None})
        return
    if result is not None:
        click.echo(as_text(result, explain=explain))
    click.echo(remarks_text(checked_form.remarks))
