"""The API's own errors, raised before a service is called. Each says how to fix it."""

from __future__ import annotations

from masterpoint.core.errors import MasterpointError, Problem


class NotFound(MasterpointError):
    """There is nothing here that this caller may see."""


class TokenNeeded(MasterpointError):
    """There is no token, or it is not valid."""


class ScopeNeeded(MasterpointError):
    """The token is valid, but lacks the scope."""


class TooLarge(MasterpointError):
    """The request is larger than we accept."""


class OtherContentType(MasterpointError):
    """The request is in a format that this operation does not accept."""


def not_found(kind: str, value: object) -> NotFound:
    return NotFound(Problem(kind, str(value), "there is none, or it is not public", "check how it is written"))
