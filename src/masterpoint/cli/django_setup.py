"""Sets Django up for commands that work on the records of a Centre."""

from __future__ import annotations

import gc
import os

import click

from masterpoint.core.errors import NotUnderstood, Problem


def set_up_django(*, any_version: bool = False) -> None:
    """Set up Django, on tables of this version and no records of a demo in production.

    If only the command line is installed, say what to install.
    """
    try:
        import django
    except ModuleNotFoundError:
        fix = "run it on the Centre's server, or install the Centre here: `masterpoint[centre]`"
        problem = Problem("command", "", "this works on the records of a Centre, and none is installed here", fix)
        raise NotUnderstood(problem) from None

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "masterpoint.centre.settings")
    django.setup()
    gc.freeze()  # collecting garbage among all loaded modules takes longer than most actions, while others wait
    if not any_version:
        _require_usable_records()


def _require_usable_records() -> None:
    from masterpoint.centre import upgrading
    from masterpoint.centre.accounts.demo_accounts import refuse_demo_accounts

    upgrading.require_current()
    refuse_demo_accounts()


def require_safe_settings() -> None:
    """Refuse unsafe settings. Long-running programs call this before they connect to the database."""
    set_up_django(any_version=True)
    from masterpoint.centre.checks import unsafe_settings

    problems = unsafe_settings()
    if problems:
        raise click.ClickException("\n  ".join(["these settings are not safe:", *problems]))


def make_tables() -> None:
    """Create the tables of a new Centre; the records of another version are not changed."""
    from django.conf import settings

    from masterpoint.centre import upgrading

    settings.HOME.mkdir(parents=True, exist_ok=True, mode=0o700)
    if upgrading.schema().is_empty:
        upgrading.migrate()
    _require_usable_records()
