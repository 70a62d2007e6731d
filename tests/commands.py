"""The `masterpoint` command, and programs over the Centre, in processes of their own, without loading all anew.

`preloaded.py` runs as a parent process that has loaded everything once. It forks a child for every command: the child
reads its settings from the environment it is given, as any other process of the command does.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from answers import existing

TESTS = Path(__file__).parent


class Done(NamedTuple):
    """How a command ended, and what it printed."""

    returncode: int
    stdout: str
    stderr: str


def run(words: list[str], environment: Mapping[str, str], *, source: str = "") -> Done:
    """One `masterpoint` command, start to end; of another copy of the program, where its folder is given."""
    return _ask("command", words, environment, source)


def run_program(program: Path | str, environment: Mapping[str, str], *words: str) -> Done:
    """A program that sets up Django by itself, from its file or as text, start to end."""
    return _ask("file" if isinstance(program, Path) else "text", [str(program), *words], environment)


def rows_of(program: Path, environment: Mapping[str, str], *words: str) -> list[dict[str, Any]]:
    """What a program that has to end well prints: one JSON line a row."""
    done = run_program(program, environment, *words)
    assert done.returncode == 0, done.stdout[-500:] + done.stderr[-3000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


@contextmanager
def serving(module: str, *words: str, environment: Mapping[str, str]) -> Iterator[None]:
    """A module as `python -m` runs it, beside the test; it is asked to end afterwards, and waited for."""
    child = _answer("begin", "", words=[module, *words], environment=dict(environment), folder=str(Path.cwd()))
    try:
        yield
    finally:
        _answer("end", "", child=child)


def _ask(kind: str, words: list[str], environment: Mapping[str, str], source: str = "") -> Done:
    request = {"kind": kind, "words": words, "environment": dict(environment), "folder": str(Path.cwd())}
    return Done(*_answer("run", source, **request))


def _answer(act: str, source: str, **request: Any) -> Any:
    parent = _parent(source)
    existing(parent.stdin).write(json.dumps([act, request]) + "\n")
    existing(parent.stdin).flush()
    return json.loads(existing(parent.stdout).readline())


@cache
def _parent(source: str) -> subprocess.Popen[str]:
    path = os.pathsep.join(filter(None, (source, *map(str, (TESTS, TESTS / "centre", TESTS.parent)))))
    parent = subprocess.Popen(
        [sys.executable, TESTS / "preloaded.py"],
        env=os.environ | {"PYTHONPATH": path},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    atexit.register(_end, parent)
    return parent


def _end(parent: subprocess.Popen[str]) -> None:
    """Waited for, so that its time counts as that of the tests."""
    parent.kill()
    parent.wait()
