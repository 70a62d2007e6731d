"""Work in the background goes on, whatever fails, and does not fill the log with it."""

from __future__ import annotations

import os
import time

import pytest

from masterpoint.cli import working


def rounds(monkeypatch: pytest.MonkeyPatch, *errors: Exception | None) -> list[float]:
    """Work that fails as given, one round each, until the program that started it is gone; how long it waited."""
    waits: list[float] = []
    monkeypatch.setattr(os, "getppid", lambda: 1 if len(waits) < len(errors) else 2)
    monkeypatch.setattr(time, "sleep", waits.append)
    left = list(errors)

    def work() -> None:
        error = left.pop(0)
        if error is not None:
            raise error

    working.keep_doing(work, 5, "letters could not be sent")
    return waits


@pytest.mark.django_db
def test_the_same_failure_is_logged_once(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    full, away = OSError("disk full"), OSError("the database is away")
    assert rounds(monkeypatch, None, full, full, full, away, away, None, None, full) == [5] * 9
    assert [record.getMessage() for record in caplog.records] == [
        "letters could not be sent; trying again",
        "letters could not be sent; trying again",
        "no longer: letters could not be sent",
        "letters could not be sent; trying again",
    ]
