"""A small Centre with a season filed through the real path."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from demo_centre import build, last


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker, prepared_folder):
    """The demo, made once: tests change it inside transactions that are rolled back."""
    with django_db_blocker.unblock():
        build(prepared_folder)


@pytest.fixture(autouse=True)
def nothing_counted():
    """All tests ask from one address: on a quick machine one of them would use up the minute of another."""
    cache.clear()


def pytest_collection_modifyitems(items):
    last(items)
