"""Options that several commands have, and the types of their values."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import click

from masterpoint import schemes

SCHEME = click.Choice(sorted(schemes.FEDERATIONS))


class Day(click.ParamType):  # type: ignore[type-arg] # it is generic only in newer versions of click
    """A day, written as 2026-11-15."""

    name = "yyyy-mm-dd"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """The day; a default value is one already."""
        if isinstance(value, date):
            return value
        try:
            return datetime.strptime(value, "%Y-%m-%d").date()
        except ValueError:
            self.fail(f"{value!r} is not a day; write it as 2026-11-15", param, ctx)


DAY = Day()
ON = click.option("--on", type=DAY, default=date.today, help="By the edition in force on this day; today by default.")
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
EXPLAIN = click.option("--explain", is_flag=True, help="Show the steps behind every figure.")
OFFICER = click.option("--officer", default="", help="E-mail address of the officer responsible.")
