"""What the accounts refuse."""

from __future__ import annotations

from masterpoint.core.errors import MasterpointError


class NotBilled(MasterpointError):
    """The accounts do not take this; every problem says what would make it acceptable."""
