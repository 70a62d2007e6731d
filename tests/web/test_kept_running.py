"""`masterpoint serve` as an operator runs it: whatever dies is replaced, pages go on, and all of it ends together."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import commands
import databases
from masterpoint.cli import supervising
from site_server import PATIENCE, environment, free_port, status, until

INIT = ("init", "ebu", "--name", "The Union", "--staff", "staff@example.org", "--password", "long enough for staff")
TOKEN = "a-token-of-an-operator"
WRITE = """
import django
django.setup()
from masterpoint.centre.mail import services
services.write("ada@example.org", "Hello", "Dear Ada")
"""


def children_of(pid: Any) -> Any:
    """Every process started by one, and by those it started: number and words, the elder first."""
    try:
        children = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        return {
            number: text for child in children for number, text in ({child: words(child)} | children_of(child)).items()
        }
    except OSError:
        return {}


def words(pid: Any) -> Any:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return tmp_path_factory.mktemp("served")


@pytest.fixture(scope="module")
def running_server(django_db_setup: None, home: Any) -> Iterator[Any]:
    """The process of a server, and its address; a letter waits for it to be sent."""
    environ = environment(home, MASTERPOINT_LOGS="json", MASTERPOINT_METRICS_TOKEN=TOKEN)
    databases.embedded(home)
    assert commands.run([*INIT], environ).returncode == 0
    assert commands.run_program(WRITE, environ).returncode == 0
    port = free_port()
    program = [sys.executable, "-m", "masterpoint", "serve", "--port", str(port), "--workers", "2"]
    with (home / "log").open("wb") as log:
        process = subprocess.Popen(program, env=environ, stdout=log, stderr=log)
    try:
        until(lambda: status(f"http://127.0.0.1:{port}/healthz") == 200)
        yield process, f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(PATIENCE)


def granian(process: Any) -> list[int]:
    """The server itself, and those that answer requests: it forks each of them."""
    return [pid for pid, text in children_of(process.pid).items() if " granian " in text]


def workers(process: Any) -> set[int]:
    return set(granian(process)[1:])


def senders(process: Any) -> Any:
    return {pid for pid, text in children_of(process.pid).items() if "send-mail" in text}


def test_letters_are_sent_beside_the_site(home: Any, running_server: Any) -> None:
    process, _ = running_server
    assert until(lambda: list((home / "mail").glob("*")))
    assert senders(process) and workers(process)


def test_a_worker_that_dies_is_replaced_and_pages_go_on(running_server: Any) -> None:
    process, address = running_server
    before = until(lambda: workers(process) if len(workers(process)) == 2 else set())
    dead = min(before)
    os.kill(dead, signal.SIGKILL)
    until(lambda: status(f"{address}/") == 200)
    now = until(lambda: workers(process) if dead not in workers(process) and len(workers(process)) == 2 else set())
    assert len(now - before) == 1
    assert [status(f"{address}/") for _ in range(10)] == [200] * 10


def test_a_sender_of_letters_that_dies_is_started_again(running_server: Any) -> None:
    process, address = running_server
    (dead,) = until(lambda: senders(process))
    os.kill(dead, signal.SIGKILL)
    (now,) = until(lambda: senders(process) - {dead})
    assert now != dead

    def sender_state() -> Any:
        request = urllib.request.Request(f"{address}/readyz", headers={"Authorization": f"Bearer {TOKEN}"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["checks"]["sender of letters"] == "in order"

    until(sender_state)


def test_a_server_that_is_killed_is_started_again_and_leaves_no_worker_behind(running_server: Any) -> None:
    process, address = running_server
    dead, *orphans = until(lambda: granian(process) if len(granian(process)) == 3 else [])
    os.kill(dead, signal.SIGKILL)
    until(lambda: [pid for pid in orphans if " granian " in words(pid)] == [])
    now = until(lambda: granian(process) if len(granian(process)) == 3 else [])
    assert dead not in now
    until(lambda: status(f"{address}/") == 200)


def test_all_of_it_ends_together(running_server: Any) -> None:
    process, _ = running_server
    processes = children_of(process.pid)
    process.terminate()
    process.wait(PATIENCE)
    until(lambda: [pid for pid, text in processes.items() if words(pid) == text] == [])


def test_every_line_of_the_log_is_json(home: Any, running_server: Any) -> None:
    """Also what the server tells of its workers, and the supervisor of what died."""
    lines = [json.loads(line) for line in (home / "log").read_text().splitlines()]
    assert {"_granian", "masterpoint.supervisor"} <= {line["logger"] for line in lines}


def test_a_second_server_does_not_share_the_port_of_the_first(django_db_setup: None, tmp_path: Path) -> None:
    """Otherwise each would answer some requests: a demo those of a real Centre, an old version those of a new one."""
    databases.embedded(tmp_path)
    with socket.socket() as first:
        first.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)  # as the workers of a server do
        first.bind(("127.0.0.1", 0))
        first.listen()
        port = str(first.getsockname()[1])
        words = [sys.executable, "-m", "masterpoint", "serve", "--alone", "--port", port]
        result = subprocess.run(words, env=environment(tmp_path), capture_output=True, text=True, timeout=PATIENCE)
    assert result.returncode == 2, "it serves beside the other"
    assert f"(address already in use): “127.0.0.1:{port}”" in result.stderr and "--port" in result.stderr


def test_a_program_that_keeps_dying_is_started_less_and_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    program = supervising.SupervisedProgram(["this-module-is-not-there"])
    started = []
    for _ in range(4):
        program.process.wait(PATIENCE)
        program.check()
        died = clock[0]
        while program.process.poll() is not None:
            clock[0] += 0.5
            program.check()
        started.append(clock[0] - died)
    program.end()
    assert started == [1, 2, 4, 8]


@pytest.mark.parametrize(("status", "lived", "ended"), [(1, 29, True), (1, 31, False), (0, 31, True), (-9, 1, False)])
def test_a_server_that_fails_is_given_up_only_at_its_start(
    monkeypatch: pytest.MonkeyPatch, status: Any, lived: Any, ended: Any
) -> None:
    """A server ends with 1 where it cannot start, and where its workers die faster than it likes."""
    clock, states = [1000.0], [None, status]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(supervising.SupervisedProgram, "start", lambda self: None)
    server = supervising.SupervisedProgram(["granian"])
    server.started = clock[0]
    monkeypatch.setattr(server, "process", SimpleNamespace(poll=lambda: states[0]), raising=False)
    clock[0] += lived
    server.check()
    assert not server.has_ended()
    states.pop(0)
    assert server.has_ended() is ended
