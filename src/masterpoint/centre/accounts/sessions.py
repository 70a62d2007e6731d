"""Django's sessions in the database, except that disk errors are reported as such."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.utils.timezone import now

from masterpoint.centre import disk
from masterpoint.centre.statements import select

SESSION = "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s"


class SessionStore(db.SessionStore):
    """A session store that tells a full or read-only disk from a missing session. Reading uses a prepared statement."""

    def load(self) -> dict[str, Any]:
        rows = select(SESSION, self.session_key, now())
        if not rows:
            self._session_key = None
            return {}
        return self.decode(rows[0][0])

    def save(self, must_create: bool = False) -> None:
        try:
            super().save(must_create=must_create)
        except UpdateError as error:
            reason = error.__context__
            if reason is not None and disk.problem_of(reason):
                raise reason from reason.__cause__
            raise
