"""The demo that the tests of the site and of the browser share, and their place in a whole run."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from masterpoint.centre import demo

UNTIL = date(2026, 11, 15)
FOLDERS = {Path(__file__).parent / name for name in ("web", "browser")}


def build():
    """Every federation, small; what is there already is left alone."""
    demo.build(demo.Size(clubs=2, members=28, sessions=6, years=0), UNTIL)


def last(items):
    """Tests that begin with an empty register come before the demo is made, whatever order they were named in."""
    items.sort(key=lambda item: not FOLDERS.isdisjoint(item.path.parents))
