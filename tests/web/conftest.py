"""A small Centre with a season filed through the real path."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.core.cache import cache

from demo_centre import build, last

if TYPE_CHECKING:
    from pytest_django import DjangoDbBlocker


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker, prepared_folder: Path) -> None:
    """The demo, made once: tests change it inside transactions that are rolled back."""
    with django_db_blocker.unblock():
        build(prepared_folder)


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    """All tests ask from one address: on a quick machine one of them would use up the minute of another."""
    cache.clear()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    last(items)
