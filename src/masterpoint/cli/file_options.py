"""Options for what a results file may leave open, and the event that a file gives with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from masterpoint import intake
from masterpoint.cli.inputs import read_bytes
from masterpoint.cli.options import DAY, SCHEME
from masterpoint.intake import Options
from masterpoint.intake.added_fields import with_added_fields


def file_options(command: Any) -> Any:
    """Options for what a results file may leave open."""
    for option in reversed(
        [
            click.option("--scheme", type=SCHEME, help="Whose rules: needed if the file does not show it."),
            click.option("--level", default="", help="Who ran it, in the scheme's words; a club by default."),
            click.option("--grade", default="", help="Status, grade or class, if the event does not show it."),
            click.option("--colour", default="", help="The colour it is licensed to give."),
            click.option("--form", default="", help="session, final, matches …; read from the file by default."),
            click.option("--boards", type=click.IntRange(1, 2000), help="Boards scheduled for each contestant."),
            click.option("--day", type=DAY, help="Day of play."),
            click.option("--scoring", default="", help="How boards were scored: matchpoints, cross-imps, butler …"),
            click.option("--session", default="", help="Which session, if the file holds several."),
            click.option("--names", type=click.Path(path_type=Path, exists=True), help="CSV of names, for .bws files."),
            click.option(
                "--set", "more", multiple=True, help="Any other field: stage=qualifying, facts.members_only=true."
            ),
        ]
    ):
        command = option(command)
    return command


def options_of(data: dict[str, Any], home: str = "") -> Options:
    """The options for reading a file, from what the command was given."""
    options = Options(
        scheme=data["scheme"] or "",
        home=home,
        level=data["level"],
        grade=data["grade"],
        colour=data["colour"],
        form=data["form"],
        boards=data["boards"],
        day=data["day"],
        session=data["session"],
        scoring=data["scoring"] or "",
    )
    return with_added_fields(options, data["more"])


def imported_from(path: Path, data: dict[str, Any], home: str = "") -> intake.ImportedFile:
    """The event of a file, read with the options of the command."""
    return intake.read_event(read_bytes(path), str(path), options_of(data, home), names_from(data))


def names_from(data: dict[str, Any]) -> bytes | None:
    """The list of names for a file that has only numbers."""
    return data["names"].read_bytes() if data["names"] else None
