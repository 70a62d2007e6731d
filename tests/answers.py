"""Types and values as tests know them: the answer of Django's test client, and what is there for certain."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse

    Answer = _MonkeyPatchedWSGIResponse
else:
    from django.http import HttpResponse as Answer

__all__ = ["Answer", "existing", "of_kind"]

T = TypeVar("T")


def existing(value: T | None) -> T:
    """A value that a test has made sure of before."""
    assert value is not None
    return value


def of_kind(kind: type[T], value: object) -> T:
    """A value of the one kind that a test has made: this form of event, this part of a file."""
    assert isinstance(value, kind), value
    return value
