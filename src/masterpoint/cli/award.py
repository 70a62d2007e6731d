"""`masterpoint award FILE`, `check FILE` and `formalities EVENT`: from any file to awards, with explanations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import click

from masterpoint import intake, schemes
from masterpoint.cli.file_options import file_options, imported_from, names_from, options_of
from masterpoint.cli.fixes import fix_of
from masterpoint.cli.inputs import read_bytes
from masterpoint.cli.options import AS_JSON, EXPLAIN
from masterpoint.cli.outputs import echo_json, remarks_text, table
from masterpoint.cli.result_text import as_text, award_table
from masterpoint.core.errors import MasterpointError, NotUnderstood, Problem
from masterpoint.core.exact import Exact, figure_text
from masterpoint.core.plurals import count_text
from masterpoint.core.serialisation import exact_text, problem_as_data, remark_as_data, result_as_data
from masterpoint.formats import FORMATS
from masterpoint.intake import Finding


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@EXPLAIN
@AS_JSON
@file_options
def award(file: Path, explain: bool, as_json: bool, **data: Any) -> None:
    """Award an event file (TOML, JSON) or a results file (USEBIO, NZ Scorer, .bws, PBN, CSV, .xlsx …).

    FILE may be - for the standard input.
    """
    try:
        imported = imported_from(file, data)
        result = intake.judge(imported)
    except MasterpointError as error:
        if as_json:
            echo_json({"problems": [_problem(problem) for problem in error.problems]})
        raise
    differences = intake.award_differences(imported, result)
    if as_json:
        echo_json(result_as_data(result) | _file_data(imported, differences))
        return
    click.echo(as_text(result, explain=explain))
    if imported.results is not None:
        click.echo(_file_text(imported, differences))


def _file_data(imported: intake.ImportedFile, differences: list[intake.Difference]) -> dict[str, Any]:
    if imported.comparison is None:
        return {}
    return {
        "file": {
            "format": imported.format,
            "assumed": list(imported.assumed),
            "ranking": {
                "agrees": imported.comparison.agrees,
                "message": imported.comparison.message,
                "differences": [str(difference) for difference in imported.comparison.differences],
            },
            "award_differences": [
                {"who": difference.who, "place": difference.place, "colour": difference.colour,
                 "file": exact_text(difference.file), "ours": exact_text(difference.ours),
                 "why": difference.why, "clause": difference.clause}
                for difference in differences
            ],
        }
    }  # fmt: skip


def _how_read(imported: intake.ImportedFile) -> list[str]:
    heading = f"How we read the file ({FORMATS[imported.format].title}):"
    return ["", heading, *(f"  • {line}" for line in imported.assumed)]


def _file_text(imported: intake.ImportedFile, differences: list[intake.Difference]) -> str:
    lines = _how_read(imported)
    lines += [f"  • {doubt.statement} {doubt.fix}" for doubt in imported.doubts]
    if imported.comparison is not None:
        lines += ["", imported.comparison.message]
        lines += [f"  • {difference}" for difference in imported.comparison.differences[:50]]
    if not intake.has_file_awards(imported):
        return "\n".join([*lines, "", "The file holds no awards to compare with."])
    if not differences:
        return "\n".join([*lines, "", "Every award in the file is what the book gives."])
    rows = [
        [
            difference.place,
            difference.who,
            figure_text(difference.file),
            figure_text(difference.ours),
            difference.colour,
            difference.reason,
        ]
        for difference in differences
    ]
    lines += ["", "Awards in the file that differ from the book:"]
    lines.append(table(rows, ["Place", "Contestant", "File", "Book", "Colour", "Why"], right_aligned=(0, 2, 3)))
    lines.append(_difference_totals(differences))
    return "\n".join(lines)


def _difference_totals(differences: list[intake.Difference]) -> str:
    counts: Counter[str] = Counter()
    book: dict[str, Exact] = {}
    file: dict[str, Exact] = {}
    for difference in differences:
        counts[difference.colour] += 1
        book[difference.colour] = book.get(difference.colour, 0) + difference.ours
        file[difference.colour] = file.get(difference.colour, 0) + difference.file
    return "\n".join(
        f"  {count_text(count, 'contestant')}, {colour}: "
        f"{figure_text(file[colour])} in the file, {figure_text(book[colour])} by the book"
        for colour, count in counts.items()
    )


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@AS_JSON
@file_options
@click.pass_context
def check(ctx: click.Context, /, file: Path, as_json: bool, **data: Any) -> None:
    """List everything wrong with a file at once: errors and warnings, each with its place and its fix."""
    report = intake.check(read_bytes(file), str(file), options_of(data), names_from(data), today=date.today())
    findings = report.findings
    if as_json:
        echo_json([{"severity": finding.severity, **_problem(finding.problem)} for finding in findings])
    else:
        click.echo(_findings_text(findings))
        if report.preview is not None:
            click.echo(_preview_text(report.preview))
        if report.imported is not None and report.imported.results is not None:
            click.echo("\n".join(_how_read(report.imported)))
    if any(finding.severity == "error" for finding in findings):
        ctx.exit(2)


def _preview_text(preview: intake.Preview) -> str:
    names = "; ".join(preview.left_out)
    notes = [
        *preview.notes,
        *([f"Left out, because part of their line cannot be read: {names}."] if names else []),
    ]
    return "\n".join(
        ["", "What it would pay the others:", *(f"  {note}" for note in notes), "", award_table(preview.result)]
    )


def _problem(problem: Problem) -> dict[str, Any]:
    return problem_as_data(problem) | {"fix": fix_of(problem)}


def _findings_text(findings: Sequence[Finding]) -> str:
    if not findings:
        return "Nothing is wrong with this file."
    lines: list[str] = []
    for severity, heading in (("error", "To be corrected before it can be filed"), ("warning", "Worth a look")):
        problems = [finding.problem for finding in findings if finding.severity == severity]
        if problems:
            lines += [f"{heading} ({len(problems)}):"]
        for problem in problems:
            lines += [f"  {problem.statement}", f"      → {fix_of(problem)}"]
    return "\n".join(lines)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@AS_JSON
@file_options
def formalities(file: Path, as_json: bool, **data: Any) -> None:
    """Show what an event needs besides awards: licence, charge code and rate, deadlines."""
    event = imported_from(file, data).event
    edition = schemes.edition_for(event.scheme, event.day)
    if edition.formalities is None:
        raise NotUnderstood(Problem("scheme", event.scheme, "this book has no formalities", "nothing to do"))
    remarks = edition.formalities(event)
    if as_json:
        echo_json([remark_as_data(remark) for remark in remarks])
        return
    click.echo(remarks_text(remarks) or "Nothing is needed.")
