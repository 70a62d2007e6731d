"""The demo that the tests of the site and of the browser share, and their place in a whole run."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

import databases
from masterpoint.centre import demo
from masterpoint.centre.registry.models import Federation
from prepared import Prepared

UNTIL = date(2026, 11, 15)
SIZE = demo.Size(clubs=2, members=28, sessions=6, years=0, with_hands=0)
FOLDERS = {Path(__file__).parent / name for name in ("web", "browser")}


def build(folder: Path) -> None:
    """Every federation, small, once in a session; on SQLite it is kept in the folder and copied from there."""
    prepared = Prepared(folder, "demo")
    if Federation.objects.exists():
        return
    if databases.ON_POSTGRES:
        demo.build(SIZE, UNTIL)
        return
    with prepared.locked():
        if prepared.exists():
            prepared.load()
        else:
            demo.build(SIZE, UNTIL)
            prepared.keep()


def last(items: list[pytest.Item]) -> None:
    """Tests that begin with an empty register come before the demo is made, whatever order they were named in."""
    items.sort(key=lambda item: not FOLDERS.isdisjoint(item.path.parents))
