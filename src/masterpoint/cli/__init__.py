"""The command line: each command parses its arguments, calls one function, and shows what it returns."""

from __future__ import annotations

import errno
import importlib
import sys
from contextlib import suppress
from typing import Any

import click

from masterpoint import __version__
from masterpoint.cli.fixes import fix_of
from masterpoint.core.errors import MasterpointError, Problem

COMMANDS = {
    "award": "masterpoint.cli.award:award",
    "batch": "masterpoint.cli.batch:batch",
    "check": "masterpoint.cli.award:check",
    "clauses": "masterpoint.cli.books:clauses",
    "compare": "masterpoint.cli.compare:compare",
    "conformance": "masterpoint.cli.conformance:conformance",
    "convert": "masterpoint.cli.convert:convert",
    "certificate": "masterpoint.cli.certificates:certificate",
    "credits": "masterpoint.cli.credits:credits",
    "diff": "masterpoint.cli.diff:diff",
    "example": "masterpoint.cli.vocabulary:example",
    "formalities": "masterpoint.cli.award:formalities",
    "programme": "masterpoint.cli.records:programme",
    "quote": "masterpoint.cli.quote:quote",
    "rank": "masterpoint.cli.records:rank",
    "readings": "masterpoint.cli.books:readings",
    "schema": "masterpoint.cli.vocabulary:schema",
    "schemes": "masterpoint.cli.books:schemes",
    "sheet": "masterpoint.cli.sheet:sheet",
    "what-pays": "masterpoint.cli.what_pays:what_pays",
    "watch": "masterpoint.cli.watching:watch",
    "work-out": "masterpoint.cli.records:work_out",
    "account": "masterpoint.cli.billing:account",
    "add-club": "masterpoint.cli.centre:add_club",
    "approve": "masterpoint.cli.centre:approve",
    "backup": "masterpoint.cli.copies:backup",
    "charges": "masterpoint.cli.billing:charges",
    "close": "masterpoint.cli.centre:close",
    "correct": "masterpoint.cli.filing:correct",
    "decide": "masterpoint.cli.deciding:decide",
    "demo": "masterpoint.cli.serving:demo",
    "erase": "masterpoint.cli.erasing:erase",
    "export": "masterpoint.cli.copies:export",
    "file": "masterpoint.cli.filing:file",
    "file-sheet": "masterpoint.cli.file_sheet:file_sheet",
    "head": "masterpoint.cli.proving:head",
    "housekeeping": "masterpoint.cli.housekeeping:housekeeping",
    "init": "masterpoint.cli.centre:init",
    "invoice": "masterpoint.cli.invoices:invoice",
    "load-open-data": "masterpoint.cli.open_data:load_open_data",
    "load-members": "masterpoint.cli.centre:load_members",
    "move-in": "masterpoint.cli.moving:move_in",
    "move-out": "masterpoint.cli.moving:move_out",
    "nightly": "masterpoint.cli.working:nightly",
    "open-balances": "masterpoint.cli.holdings:open_balances",
    "open-data": "masterpoint.cli.open_data:open_data",
    "open-ratings": "masterpoint.cli.holdings:open_ratings",
    "payments": "masterpoint.cli.payments:payments",
    "periodic": "masterpoint.cli.periodic:periodic",
    "promote": "masterpoint.cli.centre:promote",
    "rederive": "masterpoint.cli.rederiving:rederive",
    "report": "masterpoint.cli.reporting:report",
    "appearance": "masterpoint.cli.appearance:appearance",
    "reset-second-factor": "masterpoint.cli.accounts:reset_second_factor",
    "restore": "masterpoint.cli.copies:restore",
    "schedule-reports": "masterpoint.cli.reporting:schedule_reports",
    "send-reports": "masterpoint.cli.reporting:send_reports",
    "send-mail": "masterpoint.cli.working:send_mail",
    "serve": "masterpoint.cli.serving:serve",
    "statement": "masterpoint.cli.holdings:statement",
    "status": "masterpoint.cli.status:status",
    "turn-of-year": "masterpoint.cli.centre:turn_of_year",
    "upgrade": "masterpoint.cli.upgrading:upgrade",
    "verify": "masterpoint.cli.proving:verify",
    "work": "masterpoint.cli.working:work",
}


class LazyGroup(click.Group):
    """Imports a command when called, and turns an error that a person can correct into a message and exit code 2."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name].split(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except MasterpointError as error:
            click.echo(_message(error), err=True)
            ctx.exit(2)
        except OSError as error:
            problem = _file_problem(error)
            if problem is None:
                raise
            click.echo(_message(MasterpointError(problem)), err=True)
            ctx.exit(2)
        except Exception as error:
            if not _is_database_error(error):
                raise
            click.echo(_database_message(error), err=True)
            ctx.exit(3)


def _file_problem(error: OSError) -> Problem | None:
    """The reason why a file cannot be written or read: a full disk, a missing folder, no permission."""
    from masterpoint.centre import disk

    if error.errno not in (errno.EACCES, errno.EPERM) and (problem := disk.problem_of(error)):
        return problem
    if error.filename is None or not error.strerror:
        return None
    return Problem(str(error.filename), "", error.strerror.lower(), "name another place")


def _is_database_error(error: Exception) -> bool:
    """Whether the database is down, full, busy or of another version. Only commands that need Django load it."""
    django = sys.modules.get("django.db.utils")
    return django is not None and isinstance(error, django.DatabaseError | django.InterfaceError)


def _database_message(error: Exception) -> str:
    """Why the database cannot be used, as far as we can tell."""
    from masterpoint.centre import disk, upgrading

    with suppress(Exception):
        problem = disk.problem_of(error) or upgrading.schema_problem(upgrading.schema())
        if problem is not None:
            return f"{problem.statement} Nothing is half done.\n      → {problem.fix}"
    reason = f"The records cannot be reached: {disk.reason_of(error)}. Nothing is half done."
    fix = "\n      → put back the newest backup that is sound: `masterpoint restore --replace`"
    return reason + fix if disk.is_damage(error) else reason


def _message(error: MasterpointError) -> str:
    count = len(error.problems)
    heading = "This cannot be done:" if count == 1 else f"{count} things to put right:"
    lines = [heading]
    for problem in error.problems:
        lines.append(f"  {problem.statement}")
        lines.append(f"      → {fix_of(problem)}" + (f"  [{problem.clause}]" if problem.clause else ""))
    return "\n".join(lines)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="masterpoint")
def main() -> None:
    """Award bridge master points by the handbook, with an explanation of every figure."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
