"""Sessions in the database, as Django keeps them; but what keeps one from being saved is said as it is."""

from __future__ import annotations

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import OperationalError


class SessionStore(db.SessionStore):
    """A full or read-only disk is no mistake of the visitor's."""

    def save(self, must_create: bool = False) -> None:
        try:
            super().save(must_create=must_create)
        except UpdateError as error:
            if isinstance(error.__context__, OperationalError):
                raise error.__context__ from error.__context__.__cause__
            raise
