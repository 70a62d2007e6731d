"""`masterpoint conformance`: the cases of the books as JSON, and a test of another program with them."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import click

from masterpoint.cli.atomic_files import write_atomically
from masterpoint.cli.options import SCHEME
from masterpoint.cli.outputs import echo_json, table
from masterpoint.conformance.programs import Command
from masterpoint.conformance.report import Report, Tally
from masterpoint.conformance.running import answerable_cases, verdicts
from masterpoint.conformance.suite import Suite, full_suite
from masterpoint.core.errors import NotUnderstood, Problem
from masterpoint.core.plurals import count_text

DIFFERENCES_SHOWN = 50
"""Differences in the text; the JSON has them all."""


@click.command()
@click.option("--scheme", type=SCHEME, default=None, help="The cases of one federation.")
@click.option("--edition", default="", help="Of one edition: 2014.")
@click.option("--clause", default="", help="Of one clause and those under it: 4.1.")
@click.option("--out", type=click.Path(path_type=Path), help="Write to this file; to a folder, one file per edition.")
@click.option("--against", default="", help="Run this command on every case and report where it differs.")
@click.option("--each", is_flag=True, help="Start the command afresh for each event.")
@click.option("--seconds", type=click.FloatRange(0.1, 3600), default=10, show_default=True, help="For each answer.")
@click.option("--json", "as_json", is_flag=True, help="The report as JSON.")
@click.pass_context
def conformance(
    ctx: click.Context,
    /,
    scheme: str | None,
    edition: str,
    clause: str,
    out: Path | None,
    against: str,
    each: bool,
    seconds: float,
    as_json: bool,
) -> None:
    """Write the cases of the books as JSON for other programs, or run them against another program."""
    suite = full_suite()
    if scheme or edition or clause:
        suite = suite.select(scheme=scheme or "", edition=edition, clause=clause)
    if not suite.cases:
        choice = " ".join(word for word in (scheme, edition, clause) if word)
        raise NotUnderstood(Problem("cases", choice, "there is no such case", "choose less narrowly"))
    if not against:
        _write(suite, out)
        return
    report = _run(suite, _command(against, seconds), each)
    if as_json:
        echo_json(report.as_data())
    else:
        click.echo(_text(report))
    ctx.exit(0 if report.total.conforms else 1)


def _write(suite: Suite, out: Path | None) -> None:
    if out is None:
        click.echo(suite.as_json().decode(), nl=False)
    elif out.is_dir():
        for edition in suite.editions:
            section = suite.select(scheme=edition.scheme, edition=edition.edition)
            file = out / f"{edition.scheme}-{edition.edition}.json"
            write_atomically(file, section.as_json())
            click.echo(f"{file}: {_cases(edition.cases)} of the {edition.title}, version {section.version}")
    else:
        write_atomically(out, suite.as_json())
        click.echo(f"{out}: {_cases(len(suite.cases))}, version {suite.version}")


def _command(against: str, seconds: float) -> Command:
    try:
        return Command(tuple(shlex.split(against)), seconds)
    except ValueError as error:
        fix = "close every quotation mark in it"
        raise NotUnderstood(Problem("--against", against, f"cannot be split into words: {error}", fix)) from None


def _run(suite: Suite, command: Command, each: bool) -> Report:
    cases = answerable_cases(suite.cases, command)
    pending = verdicts(cases, command, one_by_one=each)
    with click.progressbar(pending, length=len(cases), label="Asking", file=sys.stderr) as progress:
        return Report(suite.version, tuple(progress), len(suite.cases) - len(cases))


def _text(report: Report) -> str:
    blocks = [
        f"Conformance suite {report.version}",
        _tally_table(report.by_federation(), "Edition"),
        _tally_table(report.by_chapter(), "Chapter"),
    ]
    if report.differences:
        blocks.append(_tally_table([tally for tally in report.by_clause() if tally.differs], "Clause with differences"))
        lines = [
            f"  {verdict.case.id}  {verdict.case.name}\n      {verdict.reason}"
            for verdict in report.differences[:DIFFERENCES_SHOWN]
        ]
        if len(report.differences) > DIFFERENCES_SHOWN:
            lines.append(f"  {len(report.differences) - DIFFERENCES_SHOWN} more; --json lists them all.")
        blocks.append("\n".join(["Differences:", *lines]))
    if report.not_asked:
        blocks.append(
            f"Not asked: {_cases(report.not_asked)} whose day of play belongs to another edition."
            " Put {edition} into the command to ask them too."
        )
    blocks.append("\n".join([*_skipped_text(report), _conclusion(report.total)]))
    return "\n\n".join(blocks)


def _skipped_text(report: Report) -> list[str]:
    """The cases that the program skipped, by book."""
    return [
        f"Skipped of {' '.join(tally.subject)}: {tally.skipped} of {_cases(tally.cases)}."
        + ("" if tally.judged_count else " Nothing can be said about this book.")
        for tally in report.by_federation()
        if tally.skipped
    ]


def _conclusion(total: Tally) -> str:
    if total.differs:
        return f"{_cases(total.differs)} answered differently."
    if not total.judged_count:
        return "The program answered no case, so nothing can be said about it."
    if total.skipped:
        return f"The program conforms where it answered: in {total.agrees} of {_cases(total.cases)}."
    return "The program conforms."


def _tally_table(tallies: list[Tally], heading: str) -> str:
    rows = [
        [" ".join(tally.subject), str(tally.cases), str(tally.agrees), str(tally.differs), str(tally.skipped)]
        for tally in tallies
    ]
    return table(rows, [heading, "Cases", "Agrees", "Differs", "Skipped"], right_aligned=(1, 2, 3, 4))


def _cases(count: int) -> str:
    return f"{count_text(count, 'case')}"
