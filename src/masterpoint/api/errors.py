"""What can go wrong in the API before a service is called, each with its fix."""

from __future__ import annotations

from masterpoint.core.errors import MasterpointError, Problem


class NotFound(MasterpointError):
    """Nothing here, or nothing that this caller may see."""


class TokenNeeded(MasterpointError):
    """No token, or one that is not valid."""


class ScopeNeeded(MasterpointError):
    """The token is valid, but lacks the scope."""


class TooLarge(MasterpointError):
    """The request is larger than we accept."""


class OtherContentType(MasterpointError):
    """The request is in a format that this operation does not take."""


def not_found(kind: str, value: object) -> NotFound:
    return NotFound(Problem(kind, str(value), "there is none, or it is not public", "check how it is written"))
