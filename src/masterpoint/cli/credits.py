"""`masterpoint credits`: view, check, change and file ABF credit files, or create them from an event."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

import click

from masterpoint import intake
from masterpoint.cli.atomic_files import write_atomically
from masterpoint.cli.django_setup import set_up_django
from masterpoint.cli.file_options import file_options, imported_from
from masterpoint.cli.inputs import assignments, read_bytes
from masterpoint.cli.lookups import federation_named, officer_named, organisation_numbered
from masterpoint.cli.options import AS_JSON
from masterpoint.cli.outputs import echo_json, table
from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.plurals import count_text
from masterpoint.formats import credit_changes, credit_files
from masterpoint.formats.credit_files import CreditFile

ABF = "abf"
FILE = click.Path(path_type=Path, exists=True, dir_okay=False)
COLOUR = click.option(
    "--colour",
    type=click.Choice(["green", "red", "gold", "red-and-green"]),
    help="The colour, if the ending of the name (.mp1 …) does not show it.",
)
OUT = click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), default=Path(), help="The folder to write to."
)


@click.group()
def credits() -> None:  # noqa: A001
    """ABF credit files (.grn, .red, .gld, .rag, .mp?), as NAT4WIN handled them."""


def _read_credits(path: Path, colour: str | None) -> CreditFile:
    colours = None if colour is None else tuple(colour.split("-and-"))
    return credit_files.view(read_bytes(path), source=path.name, colours=colours)


def _findings(file: CreditFile) -> str:
    lines = [f"  ✗ {problem}" for problem in file.problems] + [f"  • {problem}" for problem in file.notices]
    return "\n".join(lines)


def _totals(file: CreditFile) -> str:
    sums = ", ".join(f"{points:.2f} {colour or '(colour unknown)'}" for colour, points in file.totals().items())
    return f"{count_text(len(file.lines), 'line')}, {count_text(file.players, 'player')}; {sums}"


def _write(files: Sequence[CreditFile], out: Path) -> None:
    for file in files:
        content = credit_files.file_bytes(file)
        out.mkdir(parents=True, exist_ok=True)
        target = out / file.source
        if target.exists():
            raise NotReadable(
                Problem(str(target), "", "exists already and is not overwritten", "use --out, or move it away")
            )
        write_atomically(target, content)
        click.echo(f"{target}: {_totals(file)}")


@credits.command()
@click.argument("files", nargs=-1, required=True, type=FILE)
@COLOUR
@AS_JSON
def view(files: tuple[Path, ...], colour: str | None, as_json: bool) -> None:
    """Show each player's award and the totals."""
    credit_files = [_read_credits(path, colour) for path in files]
    if as_json:
        echo_json([_as_data(file) for file in credit_files])
        return
    for file in credit_files:
        click.echo(f"{file.source}: {_totals(file)}")
        rows = [
            [str(line.line), str(int(line.number)), *(f"{amount / Decimal(100):.2f}" for amount in line.hundredths)]
            for line in file.lines
        ]
        heading = ["line", "number", *(colour or "points" for colour in file.colours)]
        click.echo(table(rows, heading, right_aligned=range(len(heading))))
        if file.problems or file.notices:
            click.echo(_findings(file))


def _as_data(file: CreditFile) -> dict[str, object]:
    return {
        "file": file.source,
        "colours": list(file.colours),
        "totals": {colour: f"{points:.2f}" for colour, points in file.totals().items()},
        "lines": [
            {"line": line.line, "number": line.number, "points": [f"{n / Decimal(100):.2f}" for n in line.hundredths]}
            for line in file.lines
        ],
        "wrong": [str(problem) for problem in file.problems],
        "noticed": [str(problem) for problem in file.notices],
    }


@credits.command()
@click.argument("files", nargs=-1, required=True, type=FILE)
@COLOUR
@click.pass_context
def check(ctx: click.Context, files: tuple[Path, ...], colour: str | None) -> None:
    """List everything that is wrong, line by line; exit code 1 if the Centre would not accept a file."""
    has_problems = False
    for path in files:
        file = _read_credits(path, colour)
        has_problems = has_problems or bool(file.problems)
        click.echo(f"{file.source}: {_totals(file)}; {len(file.problems)} wrong, {len(file.notices)} to look at")
        if file.problems or file.notices:
            click.echo(_findings(file))
    if has_problems:
        ctx.exit(1)


@credits.command()
@click.argument("files", nargs=-1, required=True, type=FILE)
@click.option("--name", default="merged", help="Name of the new file, without its ending.")
@COLOUR
@OUT
def merge(files: tuple[Path, ...], name: str, colour: str | None, out: Path) -> None:
    """Add up files of one colour: each player once."""
    _write([credit_changes.merge([_read_credits(path, colour) for path in files], source=name)], out)


@credits.command()
@click.argument("files", nargs=-1, required=True, type=FILE)
@click.option(
    "--to",
    default="",
    help="The new ending: .grn, .red, .gld, .rag or an older .mp one; that of the file's colour by default.",
)
@COLOUR
@OUT
def convert(files: tuple[Path, ...], to: str, colour: str | None, out: Path) -> None:
    """Give .mp? files the ending of their colour; join red or green into .rag, or split it again."""
    for path in files:
        _write(credit_changes.convert(_read_credits(path, colour), to), out)


@credits.command()
@click.argument("file", type=FILE)
@click.argument("changes", nargs=-1)
@click.option("--remove", multiple=True, help="The number of a player whose lines are removed.")
@COLOUR
@OUT
def edit(file: Path, changes: tuple[str, ...], remove: tuple[str, ...], colour: str | None, out: Path) -> None:
    """Set awards: `123456=0.42`, or `123456=0.42,0.05` for red and green. The old file stays as it is."""
    amounts = {number: [_points(word) for word in value.split(",")] for number, value in assignments(changes).items()}
    _write([credit_changes.edit(_read_credits(file, colour), new_amounts=amounts, removed_numbers=remove)], out)


def _points(word: str) -> Decimal:
    try:
        return Decimal(word.strip())
    except InvalidOperation:
        raise NotReadable(Problem("changes", word, "this is not a number of points", "write it as 0.42")) from None


@credits.command("from-event")
@click.argument("event", type=FILE)
@click.option("--name", default="credits", help="Name of the new files, without their ending.")
@OUT
@file_options
def from_event(event: Path, name: str, out: Path, **data: Any) -> None:
    """Award an ABF event, or results in any format, and write the credit files, one per colour."""
    imported = imported_from(event, data, home=ABF)
    if imported.event.scheme != ABF:
        message = f"This event is awarded by the rules of {imported.event.scheme}, and credit files are Australian."
        raise NotReadable(Problem("scheme", imported.event.scheme, message, "Give an event of the ABF."))
    result = intake.judge(imported)
    files = credit_changes.from_result(result, stem=name)
    _write(files, out)
    for file in files:
        if file.notices:
            click.echo(_findings(file))
    if not files:
        click.echo("Nobody earns points, so there is no credit file to write.")
    if imported.results is not None:
        click.echo("How we read the file:")
        click.echo("\n".join(f"  • {line}" for line in imported.assumed))


@credits.command("file")
@click.argument("code")
@click.argument("organisation")
@click.argument("files", nargs=-1, required=True, type=FILE)
@click.option("--event", required=True, help="What the points were won in.")
@click.option("--day", required=True, help="The last day of play, as 2026-11-15.")
@click.option("--authorisation", default="", help="The number of the State's authorisation, if there is one.")
@click.option("--authorised", default="", help="How many points it allows in total.")
@click.option("--grade", default="", help="The grade of the event, which decides the levy; a club's own by default.")
@click.option("--officer", required=True, help="E-mail address of the officer who reports them.")
@click.option("--late", default="", help="Why they are reported into a month that is closed.")
@click.option("--yes", is_flag=True, help="Post without asking.")
@COLOUR
def file_credits(
    code: str, organisation: str, files: tuple[Path, ...], officer: str, late: str, yes: bool, **fields: str | None
) -> None:
    """Check the FILES of an organisation, given by its number, against the register, and post them as reported."""
    set_up_django()
    from masterpoint.centre.crediting import files as return_files
    from masterpoint.centre.crediting import services
    from masterpoint.centre.crediting.returns import ReturnFile, read_heading

    owner = organisation_numbered(federation_named(code), organisation)
    by = officer_named(officer)
    heading, problems = read_heading(owner.federation, fields)
    uploads = [ReturnFile(path.name, read_bytes(path)) for path in files]
    credit_return = return_files.read_files(owner, uploads, heading, problems=problems, colour=fields["colour"] or "")
    services.require_postable(credit_return)
    sums = ", ".join(f"{Decimal(amount) / 100:.2f} {colour}" for colour, amount in credit_return.sums.items())
    click.echo(f"{heading.event}, {heading.day}: {count_text(credit_return.players, 'player')}, {sums}")
    for remark in credit_return.remarks:
        click.echo(f"  • {remark}")
    for reason in credit_return.reasons:
        click.echo(f"  {reason}")
    if not (yes or click.confirm("Post them?")):
        click.echo("Nothing is posted.")
        return
    posting = services.post_return(credit_return, by=by, late_reason=late)
    click.echo(f"Posted as reported, as number {posting.number} of the ledger.")
