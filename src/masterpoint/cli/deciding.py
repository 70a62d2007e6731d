"""`masterpoint decide`: proposals that wait for a second person or for the office."""

from __future__ import annotations

import click

from masterpoint.cli.django_setup import set_up_django
from masterpoint.cli.lookups import federation_named, staff_named
from masterpoint.core.errors import NotUnderstood, Problem


@click.command()
@click.argument("code")
@click.argument("number", type=int, required=False)
@click.option("--refuse", is_flag=True, help="Refuse it; needs --note.")
@click.option("--note", default="", help="What was decided, and why.")
@click.option("--officer", default="", help="E-mail address of the officer who decides.")
def decide(code: str, number: int | None, refuse: bool, note: str, officer: str) -> None:
    """Accept or refuse a proposal; without NUMBER, list those that are waiting."""
    set_up_django()
    from masterpoint.centre.deciding import services as deciding
    from masterpoint.centre.proposals import services
    from masterpoint.centre.proposals.models import Proposal

    federation = federation_named(code)
    if number is None:
        for pending in services.waiting(federation):
            act, author = Proposal.Act(pending.act).label, pending.by or "the Centre"
            click.echo(f"{pending.pk}  {act}: {pending.summary} ({author}: {pending.reason})")
        return
    proposal = Proposal.objects.filter(federation=federation, pk=number).first()
    if proposal is None:
        raise NotUnderstood(Problem("number", str(number), "no such proposal", "list them first"))
    by = staff_named(federation, officer)
    if refuse:
        deciding.refuse(proposal, by=by, note=note)
        click.echo(f"Refused: {proposal.summary}.")
    else:
        deciding.accept(proposal, by=by, note=note)
        click.echo(f"Done: {proposal.summary}.")
