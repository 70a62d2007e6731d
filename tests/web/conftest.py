"""A small Centre with a season filed through the real path."""

from __future__ import annotations

import pytest

from demo_centre import build, last


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker, prepared_folder):
    """The demo, made once: tests change it inside transactions that are rolled back."""
    with django_db_blocker.unblock():
        build(prepared_folder)


def pytest_collection_modifyitems(items):
    last(items)
