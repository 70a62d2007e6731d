"""`masterpoint schema` and `masterpoint example`: how an event is told."""

from __future__ import annotations

from datetime import date
from typing import Any

import click

from masterpoint.cli.common import SCHEME, echo_json
from masterpoint.core.errors import NotUnderstood, Problem
from masterpoint.core.events import FORMS, VOCABULARY, AnyEvent
from masterpoint.core.parsing import schema_of
from masterpoint.schemes import FACTS, FEDERATIONS, edition_for


@click.command()
@click.option("--form", type=click.Choice(list(FORMS)), help="One form only.")
@click.option("--facts", type=SCHEME, help="What `[facts]` may hold under one scheme.")
def schema(form: str | None, facts: str | None) -> None:
    """The vocabulary of events as JSON Schema."""
    if facts:
        echo_json(schema_of(FACTS[facts]))
        return
    data: dict[str, Any] = dict(schema_of(FORMS[form]) if form else schema_of(AnyEvent))
    data = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Masterpoint event",
        "x-masterpoint-vocabulary": VOCABULARY,
        **data,
        "x-masterpoint-facts": {scheme: schema_of(FACTS[scheme]) for scheme in FEDERATIONS},
    }
    echo_json(data)


@click.command()
@click.argument("form", required=False)
@click.option("--scheme", type=SCHEME, default=None, help="Of this federation; otherwise of the first that has one.")
def example(form: str | None, scheme: str | None) -> None:
    """A commented example of an event, ready to be edited; without FORM, the list of examples."""
    editions = [edition_for(name, date.today()) for name in ([scheme] if scheme else FEDERATIONS)]
    if form is None:
        for edition in editions:
            click.echo(f"{edition.scheme}: {', '.join(edition.book.examples)}")
        return
    for edition in editions:
        examples = edition.book.examples
        if form in examples:
            click.echo(examples[form], nl=False)
            return
    known = sorted({name for edition in editions for name in edition.book.examples})
    raise NotUnderstood(Problem("form", form, "there is no example of it", f"write one of: {', '.join(known)}"))
