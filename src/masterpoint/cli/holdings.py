"""What players hold: load it from an older system, or show it with what the next rank needs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import click

from masterpoint.cli.django_setup import set_up_django
from masterpoint.cli.lookups import federation_named, staff_named
from masterpoint.cli.options import DAY
from masterpoint.core.errors import NotUnderstood, Problem
from masterpoint.core.plurals import count_text


def _list_to_post(command: Callable[..., None]) -> Callable[..., None]:
    """The arguments of a command that shows a list from a file, asks, and posts it."""
    for option in reversed(
        (
            click.argument("code"),
            click.argument("file", type=click.Path(path_type=Path, exists=True)),
            click.option("--officer", required=True, help="E-mail address of the officer responsible."),
            click.option("--yes", is_flag=True, help="Post without asking."),
        )
    ):
        command = option(command)
    return command


def _is_confirmed(yes: bool) -> bool:
    """Whether to post what was shown; asks, unless `yes`."""
    answer = yes or click.confirm("Post them?")
    if not answer:
        click.echo("Nothing is posted.")
    return answer


@click.command("open-balances")
@_list_to_post
def open_balances(code: str, file: Path, officer: str, yes: bool) -> None:
    """Show opening balances from a CSV file (number, colour, points, day or year, reason), then post them once."""
    set_up_django()
    from masterpoint.centre.ledger.services import NeedsSecondPerson
    from masterpoint.centre.proposals.services import propose_posting
    from masterpoint.centre.records import opening_balances, queries
    from masterpoint.core.exact import figure_text

    federation = federation_named(code)
    by = staff_named(federation, officer)
    data = opening_balances.read_balances(federation, file.read_bytes(), source=file.name, today=date.today())
    click.echo(f"{count_text(len(data.rows), 'balance')} of {count_text(data.players, 'player')}: {data.reason}")
    for colour, amount in queries.points(data.sums).items():
        click.echo(f"  {colour}: {figure_text(amount)}")
    if not _is_confirmed(yes):
        return
    try:
        posting = opening_balances.post_balances(federation, data, by=by)
    except NeedsSecondPerson as error:
        proposal = propose_posting(error, by=by)
        click.echo(f"Proposed, as number {proposal.pk}: this federation wants a second person to confirm it.")
        return
    click.echo(f"Posted, as number {posting.number} of the ledger.")


@click.command("open-ratings")
@_list_to_post
def open_ratings(code: str, file: Path, officer: str, yes: bool) -> None:
    """Show ratings of past years from a CSV file (number, year, rating, grade, reason), then post them once."""
    set_up_django()
    from masterpoint.centre.records import opening_ratings

    federation = federation_named(code)
    by = staff_named(federation, officer)
    ratings = opening_ratings.read_ratings(federation, file.read_bytes(), source=file.name, today=date.today())
    years = ", ".join(map(str, ratings.years))
    click.echo(f"{count_text(len(ratings.rows), 'rating')} of {count_text(ratings.players, 'player')}: {years}")
    for row in ratings.different:
        click.echo(f"  {row.person}, {row.year}: {row.grade}, but the rating points alone give {row.by_the_book}")
    if not _is_confirmed(yes):
        return
    for posting in opening_ratings.post_ratings(federation, ratings, by=by):
        click.echo(f"Ratings of {posting.facts['year']} posted, as number {posting.number} of the ledger.")


@click.command()
@click.argument("code")
@click.argument("number")
@click.option("--as-at", type=DAY, help="As it stood on this day; now by default.")
def statement(code: str, number: str, as_at: date | None) -> None:
    """Show a player's record: holding, rank, grade, gap and every line."""
    set_up_django()
    from masterpoint.centre.ledger import queries as ledger
    from masterpoint.centre.records import queries as records
    from masterpoint.centre.records.grades import grades_on
    from masterpoint.centre.registry.queries import by_numbers
    from masterpoint.core.exact import figure_text

    federation = federation_named(code)
    person = by_numbers(federation, [number]).get(number)
    if person is None:
        raise NotUnderstood(
            Problem("number", number, "nobody has this number", "search on the site, or check the number")
        )
    record = records.record(person, as_at)
    grade = grades_on(federation.scheme, [person], as_at or date.today())[person.pk]
    click.echo(f"{person}\n{record.standing.rank or 'No rank yet'}{f', graded {grade}' if grade else ''}")
    for colour, amount in records.points(record.holding).items():
        click.echo(f"  {colour}: {figure_text(amount)}")
    total = records.total_of(records.edition_of(federation, as_at or date.today()).ranks, record.holding)
    click.echo(f"  together, as the book counts them: {figure_text(total)}")
    for gap in record.standing.gaps:
        click.echo(f"  to {record.standing.next_rank}: {figure_text(gap.missing)} {gap.what}")
    for line in ledger.statement(person, last=as_at).iterator(chunk_size=500):
        name = line.posting.version.filing.name if line.posting.version else line.posting.get_kind_display()
        click.echo(f"{line.day}  {figure_text(records.points({'x': line.hundredths})['x']):>8} {line.colour}  {name}")
