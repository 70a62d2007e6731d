"""A small Centre with a season filed through the real path."""

from __future__ import annotations

from datetime import date

import pytest

from masterpoint.centre import demo

UNTIL = date(2026, 11, 15)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """The demo, made once: tests change it inside transactions that are rolled back."""
    with django_db_blocker.unblock():
        demo.build(demo.Size(clubs=2, members=28, sessions=6), UNTIL)
