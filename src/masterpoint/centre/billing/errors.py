"""The error of the accounts."""

from __future__ import annotations

from masterpoint.core.errors import MasterpointError


class NotBilled(MasterpointError):
    """The accounts refuse something. Every problem says how to fix it."""
