"""Options that several commands have, and the types of their values."""

from __future__ import annotations

from datetime import date
from typing import Any

import click

from masterpoint import schemes

SCHEME = click.Choice(sorted(schemes.FEDERATIONS))


class Day(click.DateTime):
    """A day, written as 2026-11-15."""

    def __init__(self) -> None:
        super().__init__(["%Y-%m-%d"])

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """The day; a default value is one already."""
        day: date = value if isinstance(value, date) else super().convert(value, param, ctx).date()
        return day


DAY = Day()
ON = click.option("--on", type=DAY, default=date.today, help="By the edition in force on this day; today by default.")
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
EXPLAIN = click.option("--explain", is_flag=True, help="Show the steps behind every figure.")
OFFICER = click.option("--officer", default="", help="E-mail address of the officer responsible.")
