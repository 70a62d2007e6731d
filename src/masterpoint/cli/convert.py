"""`masterpoint convert FILE --to FORMAT`: writes results with the book's awards for another program or a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from masterpoint import intake
from masterpoint.cli.atomic_files import write_atomically
from masterpoint.cli.file_options import file_options, imported_from
from masterpoint.core.errors import NotUnderstood, Problem
from masterpoint.core.plurals import count_text
from masterpoint.formats import CREDIT_WRITERS, FORMATS, WRITERS
from masterpoint.formats.losses import losses

CLAIMS = "mempad claims"


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", "target", type=click.Choice([*WRITERS, CLAIMS]), required=True)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The file to write.")
@file_options
def convert(file: Path, target: str, out: Path, **data: Any) -> None:
    """Write results with our awards: USEBIO, CSV, BridgeWebs CSV, NZ sheet, MEMPAD claims, Markdown, HTML, JSON."""
    imported = imported_from(file, data)
    if target == CLAIMS:
        claims = intake.credits_of(intake.judge(imported), club=imported.event.organiser.id)
        write_atomically(out, CREDIT_WRITERS[CLAIMS].write(claims))
        click.echo(f"{out}: {count_text(len(claims.credits), 'claim')} written.")
        return
    if imported.results is None:
        raise NotUnderstood(
            Problem(str(file), "event", "an event file holds no results to convert", "give a results file")
        )
    results = intake.with_our_awards(imported, intake.judge(imported))
    writer = WRITERS[target]
    content = writer.write(results)
    write_atomically(out, content)
    click.echo(f"{out}: written as {writer.title}.")
    if writer.reader:
        missing = list(losses(results, content, FORMATS[writer.reader].read))
        if missing:
            click.echo(f"Left out, because this format has no place for it: {', '.join(missing)}.")
