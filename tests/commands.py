"""The `masterpoint` command, and programs over the Centre, in processes of their own, without loading all anew.

`tools.preloaded` runs as a parent process that has loaded everything once. It forks a child for every command: the
child reads its settings from the environment it is given, as any other process of the command does.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tools import preloaded
from tools.preloaded import Forker

from answers import existing

STARTED: list[subprocess.Popen[str]] = []


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
    result = run_program(program, environment, *words)
    assert result.returncode == 0, result.stdout[-500:] + result.stderr[-3000:]
    return [json.loads(line) for line in result.stdout.splitlines()]


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
    forker = _forker(source)
    forker.requests.write(json.dumps([act, request]) + "\n")
    forker.requests.flush()
    return json.loads(forker.answers.readline())


@cache
def _forker(source: str) -> Forker:
    """The process that forks commands; where these tests were forked too, there is one of the program as it stands."""
    if preloaded.FORKERS and not source:
        return preloaded.FORKERS[0]
    parent = subprocess.Popen(
        [sys.executable, "-m", preloaded.__name__],
        cwd=preloaded.ROOT,
        env=os.environ | ({"PYTHONPATH": source} if source else {}),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    STARTED.append(parent)
    return Forker(parent.pid, existing(parent.stdin), existing(parent.stdout))


def end() -> None:
    """They are waited for, so that their time counts as that of the tests."""
    for parent in STARTED:
        parent.kill()
        parent.wait()
    for forker in preloaded.FORKERS:
        os.kill(forker.number, signal.SIGKILL)
        os.waitpid(forker.number, 0)
