"""Clients that ask for much and take it slowly, or never: everybody else gets their pages, and they cost little."""

from __future__ import annotations

import asyncio
import io
import urllib.request
from collections.abc import Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from socket import SO_RCVBUF, SOL_SOCKET, socket
from typing import Any
from urllib.parse import SplitResult, urlsplit

import pytest

import commands
from answers import existing
from masterpoint.web.streamed_answers import PIECE, Answer, OpenFile, send_answer
from site_server import PATIENCE, environment, serving, status

READERS = 100
SIZE = 50_000_000
INIT = ("init", "ebu", "--name", "The Union", "--staff", "staff@example.org", "--password", "long enough for staff")
ZIP = "/f/ebu/data/2026-01-01.zip"


@pytest.fixture(scope="module")
def address(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SplitResult]:
    """A Centre with a large file of open data."""
    home = tmp_path_factory.mktemp("readers")
    (home / "open-data").mkdir()
    with (home / "open-data" / "ebu-2026-01-01.zip").open("wb") as file:
        file.truncate(SIZE)
    with serving(home) as site:
        assert commands.run([*INIT], environment(home)).returncode == 0
        yield urlsplit(site)


def ask_and_take_nothing(address: SplitResult) -> socket:
    client = socket()
    client.setsockopt(SOL_SOCKET, SO_RCVBUF, 4096)
    client.connect((existing(address.hostname), existing(address.port)))
    client.sendall(b"GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n" % ZIP.encode())
    return client


def test_pages_answer_while_a_hundred_clients_take_nothing_of_a_large_file(address: SplitResult) -> None:
    with ExitStack() as open_connections:
        for _ in range(READERS):
            open_connections.enter_context(ask_and_take_nothing(address))
        answers = {path: status(address.geturl() + path) for path in ("/", "/check/", "/sign-in/", "/api/v1/schemes")}
        assert set(answers.values()) == {200}, answers


def test_a_large_file_comes_whole(address: SplitResult) -> None:
    with urllib.request.urlopen(address.geturl() + ZIP) as answer:
        assert answer.headers["Content-Length"] == str(SIZE)
        assert len(answer.read()) == SIZE
    with urllib.request.urlopen(urllib.request.Request(address.geturl() + ZIP, method="HEAD")) as answer:
        assert answer.headers["Content-Length"] == str(SIZE)
        assert answer.read() == b""


# The same without a server: how much is read for whoever takes nothing.


class File(io.BytesIO):
    """Counts how often it is read."""

    reads = 0

    def read(self, size: int | None = -1, /) -> bytes:
        self.reads += 1
        return super().read(size)


def sent_to(body: bytes | File, *, takes: int = 0, leaves_after: int = 0, method: str = "GET") -> list[bytes]:
    """The pieces that a client got: all of them, or one that takes so many messages, or is gone after so many."""

    async def ask() -> list[bytes]:
        got: list[bytes] = []
        gone = asyncio.Event()

        async def receive() -> MutableMapping[str, Any]:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            if takes and len(got) >= takes:
                await asyncio.Event().wait()
            got.append(message.get("body", b""))
            if leaves_after and len(got) >= leaves_after:
                gone.set()
            await asyncio.sleep(0)

        answer = Answer(200, [], body if isinstance(body, bytes) else OpenFile(body))
        with ThreadPoolExecutor(1) as threads:
            await send_answer(answer, {"method": method}, receive, send, threads, 0.01 if takes else PATIENCE)
        return got

    return asyncio.run(ask())[1:]


@pytest.mark.parametrize("size", [0, 1, PIECE, PIECE + 1, 5 * PIECE])
def test_an_answer_arrives_as_it_is(size: int) -> None:
    content = bytes(range(256)) * (size // 256) + b"x" * (size % 256)
    assert b"".join(sent_to(content)) == content
    assert b"".join(sent_to(File(content))) == content


def test_of_a_file_that_nobody_takes_one_piece_is_read_and_then_it_is_closed() -> None:
    file = File(bytes(50 * PIECE))
    sent_to(file, takes=1)
    assert file.reads == 1
    assert file.closed


def test_whoever_is_gone_is_sent_no_more() -> None:
    file = File(bytes(50 * PIECE))
    sent_to(file, leaves_after=3)
    assert file.reads < 10
    assert file.closed


def test_who_asks_for_the_head_alone_has_nothing_read() -> None:
    file = File(bytes(50 * PIECE))
    assert sent_to(file, method="HEAD") == [b""]
    assert file.reads == 0
    assert file.closed
