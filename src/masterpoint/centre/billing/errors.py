"""What the accounts refuse."""

from __future__ import annotations

from masterpoint.core.errors import MasterpointError


class NotBilled(MasterpointError):
    """The accounts refuse this; every problem says how to fix it."""
