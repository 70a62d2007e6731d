"""The `masterpoint` command in a process of its own, as a shell starts it, without loading Django anew each time.

A parent process loads the libraries and the books once and forks a child for every command: the child reads its
settings from the environment it is given, as any other process of the command does.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple


class Done(NamedTuple):
    """How a command ended, and what it printed."""

    returncode: int
    stdout: str
    stderr: str


def run(words: list[str], environment: Mapping[str, str]) -> Done:
    """One command, start to end."""
    parent = _parent()
    parent.stdin.write(json.dumps({"words": words, "environment": dict(environment), "folder": str(Path.cwd())}) + "\n")
    parent.stdin.flush()
    return Done(*json.loads(parent.stdout.readline()))


@cache
def _parent() -> subprocess.Popen[str]:
    parent = subprocess.Popen([sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(parent.kill)
    return parent


def _load() -> None:
    """All that needs no settings."""
    import django.core.management
    import django.db.migrations.executor
    import django.forms
    import django.template
    import django.urls  # noqa: F401
    import openpyxl  # noqa: F401
    import psycopg  # noqa: F401

    import masterpoint.cli  # noqa: F401
    from masterpoint.schemes import FEDERATIONS

    for federation in FEDERATIONS.values():
        assert federation.editions


def _serve() -> None:
    _load()
    for line in sys.stdin:
        print(json.dumps(_forked(**json.loads(line))), flush=True)


def _forked(words: list[str], environment: dict[str, str], folder: str) -> Done:
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            os.chdir(folder)
            os.environ.clear()
            os.environ.update(environment)
            os._exit(_command(words))
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        return Done(status, *(_written(file) for file in (out, err)))


def _command(words: list[str]) -> int:
    from masterpoint.cli import main

    sys.argv = ["masterpoint", *words]
    code: object = 1
    try:
        main()
        code = 0
    except SystemExit as end:
        code = end.code
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return code if isinstance(code, int) else int(code is not None)


def _written(file) -> str:
    file.seek(0)
    return file.read().decode()


if __name__ == "__main__":
    _serve()
