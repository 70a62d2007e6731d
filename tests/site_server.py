"""The real server, as `masterpoint serve` starts it, with two workers and a database of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from socket import socket

import databases
from masterpoint.cli.serving import server


def environment(folder, **more):
    return os.environ | {
        "MASTERPOINT_HOME": str(folder),
        "MASTERPOINT_DATABASE": "",
        "DJANGO_SETTINGS_MODULE": "masterpoint.centre.settings",
        **more,
    }


@contextmanager
def serving(folder, **settings):
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environ = environment(folder, **settings)
    databases.embedded(folder)
    words = [sys.executable, "-m", *server("127.0.0.1", port, workers=2)]
    process = subprocess.Popen(words, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{port}"
        deadline = time.monotonic() + 60
        while status(f"{address}/static/masterpoint/site.css") == 0 and time.monotonic() < deadline:
            time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        process.wait(30)


def status(address, opener=None, data=None):
    """The status of a fresh connection each time, so that the workers take turns."""
    try:
        with (opener or urllib.request.build_opener()).open(address, data) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0
