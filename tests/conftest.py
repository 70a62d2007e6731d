"""Shared by all tests: the repository's own root, and hypothesis without deadlines on noisy machines."""

from __future__ import annotations

import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(Path(__file__).parent))

settings.register_profile("house", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")
