"""Shared by all tests: the repository's own root, and hypothesis without deadlines on noisy machines."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from masterpoint.schemes import FEDERATIONS

ROOT = Path(__file__).parent.parent

settings.register_profile("house", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


@pytest.fixture
def sixth_federation(monkeypatch):
    """The invented sixth federation, added by its one line; nothing of it is left afterwards."""
    monkeypatch.setattr(FEDERATIONS, "loaded", dict(FEDERATIONS.loaded))
    monkeypatch.setitem(FEDERATIONS.modules, "abl", "schemes.abl")
    return FEDERATIONS["abl"]
