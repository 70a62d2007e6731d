"""The real server, as `masterpoint serve` starts it, with two workers and a database of its own."""

from __future__ import annotations

import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import socket
from typing import Any, TypeVar

import commands
import databases
from masterpoint.cli.serving import server

PATIENCE = 600
"""Seconds after which something is given up that should have happened: a slow machine is no fault."""


def environment(folder: Path, **fields: Any) -> dict[str, str]:
    return os.environ | {
        "MASTERPOINT_HOME": str(folder),
        "MASTERPOINT_DATABASE": "",
        "DJANGO_SETTINGS_MODULE": "masterpoint.centre.settings",
        **fields,
    }


T = TypeVar("T")


def until(condition: Callable[[], T]) -> T:
    """Ask again and again until it is true, and give what it is; only what never happens is given up."""
    deadline = time.monotonic() + PATIENCE
    while not (result := condition()):
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)
    return result


def free_port() -> int:
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@contextmanager
def serving(folder: Path, **settings: Any) -> Iterator[Any]:
    port = free_port()
    databases.embedded(folder)
    with commands.serving(*server("127.0.0.1", port, workers=2), environment=environment(folder, **settings)):
        address = f"http://127.0.0.1:{port}"
        until(lambda: status(f"{address}/static/masterpoint/site.css") != 0)
        yield address


def status(address: Any, opener: Any = None, data: Any = None) -> Any:
    """The status of a fresh connection each time, so that the workers take turns."""
    try:
        with (opener or urllib.request.build_opener()).open(address, data) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0
