"""Runs another program as a command: events go to its standard input and answers come back, one per line."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from time import monotonic
from typing import IO

import msgspec

from masterpoint.core.errors import NotUnderstood, Problem

LONGEST_LINE, MAX_LINES = 10_000_000, 100_000
"""The longest line and the most lines of an answer; the rest is cut off."""
FINISHED = None
"""Marks the end of the queue of answers: the program has closed its output."""


class NoAnswer(Exception):
    """The program gave no answer: it took too long, or it `ended`."""

    def __init__(self, message: str, *, ended: bool = False) -> None:
        super().__init__(message)
        self.ended = ended


class Command(msgspec.Struct, frozen=True):
    """How to start the program, and how long an answer may take."""

    arguments: tuple[str, ...]
    seconds: float


class RunningProgram:
    """A started program. Threads feed it and read its answers, so that we can give up on one that takes too long."""

    def __init__(self, process: subprocess.Popen[bytes], errors: IO[bytes], seconds: float) -> None:
        self.process, self.errors, self.seconds = process, errors, seconds
        self.lines: queue.Queue[str | None] = queue.Queue()

    def line(self) -> str:
        """The next line that the program writes."""
        return self._line(self.seconds)

    def output(self) -> str:
        """Everything that the program writes until it ends."""
        until = monotonic() + self.seconds
        lines = [self._line(self.seconds)]
        try:
            while len(lines) < MAX_LINES:
                lines.append(self._line(until - monotonic()))
        except NoAnswer as failure:
            if not failure.ended:
                raise
        return "\n".join(lines)

    def _line(self, seconds: float) -> str:
        try:
            line = self.lines.get(timeout=max(seconds, 0))
        except queue.Empty:
            raise NoAnswer(f"no answer within {self.seconds:g} seconds") from None
        if line is FINISHED:
            raise NoAnswer(self._end_message(), ended=True)
        return line

    def _end_message(self) -> str:
        code = self.process.wait()
        self.errors.seek(0)
        errors = self.errors.read().decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(errors) if line.strip()), "")
        return f"the program ended without an answer (exit code {code})" + (f": {last[:200]}" if last else "")

    def read(self, output: IO[bytes]) -> None:
        """Queue what the program writes, line by line, until it closes its output."""
        for line in islice(iter(partial(output.readline, LONGEST_LINE), b""), MAX_LINES):
            if line.strip():
                self.lines.put(line.decode(errors="replace").rstrip("\r\n"))
        self.lines.put(FINISHED)


@contextmanager
def running(command: Command, events: Sequence[bytes]) -> Iterator[RunningProgram]:
    """The program with some events as its input; it is stopped at the end if it still runs."""
    with tempfile.TemporaryFile() as errors:
        process = _start(command, errors)
        program = RunningProgram(process, errors, command.seconds)
        assert process.stdin is not None
        assert process.stdout is not None
        threading.Thread(target=_write, args=(process.stdin, events), daemon=True).start()
        threading.Thread(target=program.read, args=(process.stdout,), daemon=True).start()
        try:
            yield program
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _start(command: Command, errors: IO[bytes]) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(command.arguments, stdin=pipe, stdout=pipe, stderr=errors, start_new_session=True)
    except OSError as error:
        message = f"cannot be started: {error.strerror}"
        fix = "give the command as you would type it, with its arguments, in quotation marks"
        raise NotUnderstood(Problem("--against", command.arguments[0], message, fix)) from None


def _write(feed: IO[bytes], events: Sequence[bytes]) -> None:
    """Write the events. A program may close the pipe early; its answers show how far it got."""
    with suppress(BrokenPipeError, ValueError), feed:
        for event in events:
            feed.write(event + b"\n")
