"""Whoever wants to write is next: a run of many short transactions keeps nobody out of an embedded database."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from pytest_django import DjangoDbBlocker

from masterpoint.centre.sqlite import turns
from masterpoint.centre.sqlite.base import DatabaseWrapper
from site_server import until


@pytest.fixture
def connections(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[Callable[..., DatabaseWrapper]]:
    """Connections to one embedded database, as the Centre opens it."""

    def connect() -> DatabaseWrapper:
        embedded = {"NAME": str(tmp_path / "one.sqlite3"), "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 600}}
        return DatabaseWrapper(settings.DATABASES["default"] | {"TIME_ZONE": None} | embedded)

    with django_db_blocker.unblock():
        yield connect


def step(connection: DatabaseWrapper, work: Callable[..., Any] = lambda: None) -> None:
    connection.ensure_connection()
    connection._start_transaction_under_autocommit()
    work()
    connection.cursor().execute("COMMIT")


def test_between_two_steps_of_a_run_it_is_the_turn_of_whoever_waits(
    connections: Callable[..., DatabaseWrapper], tmp_path: Path
) -> None:
    order = []

    def file() -> None:
        other = connections()
        step(other, lambda: order.append("filing"))
        other.close()

    with ThreadPoolExecutor(1) as thread:

        def somebody_files() -> None:
            futures.append(thread.submit(file))
            until(lambda: has_its_place(tmp_path / "one.sqlite3-turn"))

        run = connections()
        futures: list[Future[None]] = []
        step(run, somebody_files)
        step(run, lambda: order.append("next step"))
        futures[0].result()
        run.close()
    assert order == ["filing", "next step"]


def has_its_place(queue: Path) -> bool:
    with queue.open() as file:
        return not turns._try_lock(file.fileno())


def test_a_process_that_dies_at_the_head_of_the_queue_holds_nobody_up(tmp_path: Path) -> None:
    queue = tmp_path / "turn"
    with pytest.raises(KeyError), turns.write_turn(queue, 600):
        raise KeyError
    with turns.write_turn(queue, 600):
        before = time.monotonic()
        with turns.write_turn(queue, 0.01):
            assert time.monotonic() >= before + 0.01, "in vain: then SQLite decides"


def test_without_a_file_there_is_no_queue(tmp_path: Path) -> None:
    with turns.write_turn(tmp_path / "no such folder" / "turn", 600):
        pass
