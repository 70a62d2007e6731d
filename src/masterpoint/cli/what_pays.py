"""`masterpoint what-pays`: what an event would pay, without names."""

from __future__ import annotations

from datetime import date
from typing import Any

import click

from masterpoint import schemes
from masterpoint.cli.inputs import assignments, set_nested
from masterpoint.cli.options import AS_JSON, DAY, EXPLAIN, SCHEME
from masterpoint.cli.outputs import echo_json, steps_text, table
from masterpoint.cli.result_text import as_text
from masterpoint.core.derivation import Award
from masterpoint.core.errors import NotUnderstood, Problem
from masterpoint.core.events import FORMS
from masterpoint.core.exact import figure_text
from masterpoint.core.hypothetical import LARGEST_FIELD, RANKED_FORMS, hypothetical_event, hypothetical_lists
from masterpoint.core.parsing import event_from, value_of
from masterpoint.core.serialisation import result_as_data


@click.command("what-pays")
@click.option("--scheme", type=SCHEME, required=True)
@click.option("--form", type=click.Choice(list(FORMS)), default="session", show_default=True)
@click.option("--pairs", type=click.IntRange(1, LARGEST_FIELD), help="Pairs in the field.")
@click.option("--teams", type=click.IntRange(1, LARGEST_FIELD), help="Teams in the field.")
@click.option("--players", type=click.IntRange(1, LARGEST_FIELD), help="Players in the field (individual).")
@click.option("--boards", type=int, help="Boards each contestant plays.")
@click.option("--winners", type=click.Choice(["1", "2", "4"]), default="1", show_default=True, help="Ranking lists.")
@click.option("--level", default="club", show_default=True, help="Who runs it, in the scheme's words.")
@click.option("--grade", default="", help="Status, grade or class, if the event does not show it.")
@click.option("--colour", default="")
@click.option("--day", type=DAY, default=date.today, help="Day of play; today by default.")
@click.option(
    "--set", "settings", multiple=True, help="Any other field of the form: original_tables=60, facts.members_only=true."
)
@EXPLAIN
@AS_JSON
def what_pays(settings: tuple[str, ...], explain: bool, as_json: bool, **data: Any) -> None:
    """Show what an event would pay: `masterpoint what-pays --scheme ebu --pairs 24 --boards 24 --winners 2`"""
    event = event_from(_raw(data, settings), schemes.FACTS)
    result = schemes.award(event)
    if as_json:
        echo_json(result_as_data(result))
        return
    winners = [award for award in result.awards if award.points]
    if not winners:
        click.echo(as_text(result, explain=False))
        return
    click.echo(f"{result.edition}\n")
    click.echo(table([_row(award) for award in winners], ["Place", "List", "Points", "Colour"], right_aligned=(0, 2)))
    entries = {id(award.entry) for award in result.awards}
    click.echo(f"\n{len({id(award.entry) for award in winners})} of {len(entries)} are paid.")
    if explain:
        for award in winners:
            click.echo(f"\nplace {award.entry.place} {award.ranking}".rstrip())
            click.echo(steps_text(award.step))


def _row(award: Award) -> list[str]:
    return [str(award.entry.place), award.ranking, figure_text(award.points), award.colour]


def _raw(data: dict[str, Any], settings: tuple[str, ...]) -> dict[str, Any]:
    if data["form"] not in RANKED_FORMS:
        raise NotUnderstood(
            Problem(
                "--form",
                data["form"],
                "this form needs more than a number of contestants",
                f"edit `masterpoint example {data['form']}` and award that",
            )
        )
    contest, count = _field(data)
    raw = hypothetical_event(
        data["form"],
        data["scheme"],
        data["day"],
        contest,
        level=data["level"],
        lists=hypothetical_lists(count, int(data["winners"])),
        grade=data["grade"],
        colour=data["colour"],
        boards=data["boards"],
    )
    for key, text in assignments(settings).items():
        set_nested(raw, key.split("."), value_of(text))
    return raw


def _field(data: dict[str, Any]) -> tuple[str, int]:
    fields = [
        (name, data[key])
        for name, key in (("pairs", "pairs"), ("teams", "teams"), ("individual", "players"))
        if data[key]
    ]
    if len(fields) != 1:
        raise NotUnderstood(
            Problem("--pairs", "", "how large is the field?", "give one of --pairs, --teams or --players")
        )
    return fields[0]
