"""`masterpoint verify` and `masterpoint head`: check that nothing was changed, and print what proves it later."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

from masterpoint.cli.django_setup import set_up_django
from masterpoint.cli.lookups import federation_named
from masterpoint.core.errors import NotUnderstood, Problem
from masterpoint.core.plurals import count_text

if TYPE_CHECKING:
    from masterpoint.centre.registry.models import Federation
    from masterpoint.centre.verifying import Finding

HASH = re.compile(r"[0-9a-f]{64}")


@click.command()
@click.option("--federation", "code", default="", help="One federation only.")
@click.option("--head", "heads", multiple=True, help="A head published earlier, which must still be in the ledger.")
@click.option("--since-sealed", is_flag=True, help="Only what is new since the last seal.")
@click.option(
    "--seal", "seals", is_flag=True, help="Record in the journal how far everything is sound, also during the run."
)
@click.option("--jobs", type=click.IntRange(1, 64), default=os.cpu_count() or 1, show_default="all cores")
@click.pass_context
def verify(
    ctx: click.Context, /, code: str, heads: tuple[str, ...], since_sealed: bool, seals: bool, jobs: int
) -> None:
    """Check every award, total, row and chain, and list each one that was altered.

    Awards that another engine made and this one would make differently are listed separately: they are not errors.
    With --seal --since-sealed, an interrupted run continues where it stopped.
    """
    set_up_django()
    from masterpoint.centre import verifying
    from masterpoint.centre.registry.models import Federation

    head_hashes = [_hash(head) for head in heads]
    federations = [federation_named(code)] if code else list(Federation.objects.order_by("code"))
    scope = verifying.Scope(since_sealed, seals)
    if since_sealed:
        _show_start(federations)
    with click.progressbar(length=verifying.row_count(federations, scope), label="Verifying", file=sys.stderr) as bar:
        findings = list(verifying.findings(federations, bar.update, jobs, head_hashes, scope))
    difference_count = show_findings(findings)
    _show_erased(federations)
    if difference_count:
        ctx.exit(2)


def _show_erased(federations: Iterable[Federation]) -> None:
    """Show how many people were erased from chained rows, which were compared with their digests in the journal."""
    from masterpoint.centre.journal.redactions import erased_count

    for federation in federations:
        if count := erased_count(federation.pk):
            people = "1 person was" if count == 1 else f"{count} people were"
            click.echo(f"{federation.code}: {people} erased; what is kept about them matches the journal.")


def _show_start(federations: Iterable[Federation]) -> None:
    from masterpoint.centre.sealing import last_sealed

    for federation in federations:
        number = last_sealed(federation).posting
        start = f"after posting {number}, the last that was sealed" if number else "everything: nothing was sealed yet"
        click.echo(f"{federation.code}: {start}")


def show_findings(findings: Sequence[Finding]) -> int:
    """Print each difference, then what this engine would award differently. Return the number of differences."""
    alterations = [finding.text for finding in findings if not finding.by_engine]
    other_awards = [finding.text for finding in findings if finding.by_engine]
    for text in alterations:
        click.echo(text)
    click.echo(f"{count_text(len(alterations), 'difference')}.")
    if other_awards:
        click.echo("Nothing of this was altered, but this engine would award differently (see `masterpoint rederive`):")
        for text in other_awards:
            click.echo(f"  {text}")
    return len(alterations)


@click.command()
def head() -> None:
    """Print the heads of ledgers, journals and accounts. Keep them elsewhere: `verify --head` shows what is missing."""
    set_up_django()
    from masterpoint.centre.billing import chain as accounts
    from masterpoint.centre.journal import queries as journal
    from masterpoint.centre.ledger import queries
    from masterpoint.centre.registry.models import Federation

    for federation in Federation.objects.order_by("code"):
        last = queries.head(federation)
        click.echo(f"{federation.code} {last.number} {last.hash}")
        entry = journal.head(federation)
        click.echo(f"{federation.code} journal {entry.number} {entry.hash}")
        account = accounts.head(federation)
        click.echo(f"{federation.code} accounts {account.number} {account.hash}")


def _hash(data: str) -> str:
    """The hash that somebody wrote down, without spaces."""
    digest = "".join(data.split()).lower()
    if not HASH.fullmatch(digest):
        raise NotUnderstood(Problem("--head", data, "this is not a head", "copy all 64 letters and figures of it"))
    return digest
