"""`masterpoint schema` and `masterpoint example`: how to write an event."""

from __future__ import annotations

from datetime import date

import click

from masterpoint.cli.options import ON, SCHEME
from masterpoint.cli.outputs import echo_json
from masterpoint.conformance.vocabulary import event_schema, event_schema_of_book, facts_schema
from masterpoint.core.editions import Edition
from masterpoint.core.errors import NotUnderstood, Problem
from masterpoint.core.events import FORMS
from masterpoint.schemes import FEDERATIONS, edition_for
from masterpoint.schemes.examples import example_on


@click.command()
@click.option("--form", type=click.Choice(list(FORMS)), help="One form only.")
@click.option(
    "--scheme", type=SCHEME, help="With --form: only what this federation's book can use, including its facts."
)
@click.option("--facts", type=SCHEME, help="What `[facts]` may hold in one scheme.")
@ON
def schema(form: str | None, scheme: str | None, facts: str | None, on: date) -> None:
    """Print the vocabulary of events as JSON Schema."""
    if facts:
        echo_json(facts_schema(facts, on))
    elif scheme:
        echo_json(event_schema_of_book(scheme, _form_in(edition_for(scheme, on), form), on))
    else:
        echo_json(event_schema(on, form))


def _form_in(edition: Edition, form: str | None) -> str:
    if form is None or form not in edition.book.fields:
        message = f"the {edition.title} has no such form" if form else "a book has a schema for each form"
        fix = f"write one of: {', '.join(edition.book.fields)}"
        raise NotUnderstood(Problem("form", form or "", message, fix))
    return form


@click.command()
@click.argument("form", required=False)
@click.option(
    "--scheme", type=SCHEME, default=None, help="From this federation; otherwise from the first that has one."
)
@ON
def example(form: str | None, scheme: str | None, on: date) -> None:
    """Print a commented example of an event, ready for editing; without FORM, list the examples."""
    editions = [edition_for(name, on) for name in ([scheme] if scheme else FEDERATIONS)]
    if form is None:
        for edition in editions:
            click.echo(f"{edition.scheme}: {', '.join(edition.book.examples)}")
        return
    for edition in editions:
        examples = edition.book.examples
        if form in examples:
            click.echo(example_on(edition, form, None, on), nl=False)
            return
    names = sorted({name for edition in editions for name in edition.book.examples})
    raise NotUnderstood(Problem("form", form, "there is no example of it", f"write one of: {', '.join(names)}"))
