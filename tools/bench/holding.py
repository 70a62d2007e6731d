"""How long others wait for a run: as long as its longest transaction, which holds the federation's lock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time
from types import TracebackType
from unittest.mock import patch

from django.db import connection
from django.db.transaction import Atomic

from masterpoint.centre.snapshots import REPEATABLE_READ
from tools.bench.timing import server_process, working_time


class Holding:
    """The processor time of each transaction of some work, in this process and in the database."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    @property
    def longest(self) -> float:
        return max(self.seconds, default=0.0)


def _only_reads() -> bool:
    """Whether a transaction that begins now is a snapshot (`snapshots`), which takes no lock."""
    if connection.vendor == "sqlite":
        return getattr(connection, "transaction_mode", "") == "DEFERRED"
    return getattr(connection.connection, "isolation_level", None) == REPEATABLE_READ


@contextmanager
def transactions_timed() -> Iterator[Holding]:
    """Time every outermost transaction from here on, except snapshots, which nobody waits for."""
    holding, server = Holding(), server_process()
    starts: list[float | None] = []
    enter, leave = Atomic.__enter__, Atomic.__exit__

    def processor_seconds() -> float:
        return process_time() + working_time(server)

    def timed_enter(atomic: Atomic) -> None:
        outermost = not connection.in_atomic_block
        reads = _only_reads()
        enter(atomic)
        starts.append(processor_seconds() if outermost and not reads else None)

    def timed_exit(
        atomic: Atomic, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        leave(atomic, kind, error, trace)
        start = starts.pop()
        if start is not None:
            holding.seconds.append(processor_seconds() - start)

    def timed_commit() -> None:
        """Nobody waits for what happens after a commit."""
        if starts and starts[-1] is not None:
            holding.seconds.append(processor_seconds() - starts[-1])
            starts[-1] = None
        run_hooks()

    run_hooks = connection.run_and_clear_commit_hooks
    with (
        patch.object(Atomic, "__enter__", timed_enter),
        patch.object(Atomic, "__exit__", timed_exit),
        patch.object(connection, "run_and_clear_commit_hooks", timed_commit),
    ):
        yield holding
