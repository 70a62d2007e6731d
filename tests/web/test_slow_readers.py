"""Answers to clients that take them slowly, or not at all. `test_slow_clients` has many of them at a real server."""

from __future__ import annotations

import asyncio
import errno
import io
import socket
from collections.abc import MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest

from masterpoint.web import unread_answers
from masterpoint.web.streamed_answers import PIECE, Answer, AnswersInMemory, Client, OpenFile, send_answer
from masterpoint.web.unread_answers import SEND_BUFFER, limit_unread_answers
from site_server import PATIENCE


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
        disconnected = asyncio.Event()

        async def receive() -> MutableMapping[str, Any]:
            await disconnected.wait()
            return {"type": "http.disconnect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            if takes and len(got) >= takes:
                await asyncio.Event().wait()
            got.append(message.get("body", b""))
            if leaves_after and len(got) >= leaves_after:
                disconnected.set()
            await asyncio.sleep(0)

        answer = Answer(200, [], body if isinstance(body, bytes) else OpenFile(body))
        client = Client(receive, send, 0.01 if takes else PATIENCE)
        with ThreadPoolExecutor(1) as threads:
            await send_answer(answer, {"method": method}, client, threads, AnswersInMemory(0))
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


def test_answers_that_wait_for_slow_clients_do_not_fill_the_memory() -> None:
    """The one that has waited for the longest gives way; who takes a file keeps nothing in memory."""

    async def receive() -> MutableMapping[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError

    async def take_nothing(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.body":
            await asyncio.Event().wait()

    async def still_waiting() -> list[bool]:
        in_memory, client = AnswersInMemory(5 * PIECE), Client(receive, take_nothing, PATIENCE)
        bodies = (
            bytes(2 * PIECE),
            OpenFile(File(bytes(50 * PIECE))),
            bytes(3 * PIECE),
            bytes(2 * PIECE),
            bytes(4 * PIECE),
        )
        with ThreadPoolExecutor(1) as threads:
            tasks = []
            for body in bodies:
                answer = Answer(200, [], body)
                tasks.append(asyncio.create_task(send_answer(answer, {"method": "GET"}, client, threads, in_memory)))
                await asyncio.sleep(0.1)
            waiting = [not task.done() for task in tasks]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return waiting

    assert asyncio.run(still_waiting()) == [False, True, False, False, True]


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux ends such connections")
def test_the_system_ends_the_connection_of_who_takes_nothing() -> None:
    """A connection that is there already, and one that comes later."""
    with socket.create_server(("127.0.0.1", 0)) as server, ExitStack() as connections:
        for is_limited in (False, True):
            client = connections.enter_context(socket.create_connection(server.getsockname()))
            connection = connections.enter_context(server.accept()[0])
            if not is_limited:
                limit_unread_answers(0.1)
            assert connection.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) == 2 * SEND_BUFFER
            assert client.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 0, "other sockets are left alone"
            connection.settimeout(PATIENCE)
            with pytest.raises(TimeoutError) as ended:
                while True:
                    connection.send(bytes(PIECE))
            assert ended.value.errno == errno.ETIMEDOUT


def test_the_first_request_sets_the_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []
    monkeypatch.setattr(unread_answers, "limit_unread_answers", calls.append)

    async def answer(scope: MutableMapping[str, Any], *_: object) -> None:
        calls.append(scope["path"])

    application: Any = unread_answers.with_limits(answer, 20)
    for path in ("/", "/check/"):
        asyncio.run(application({"path": path}, None, None))
    assert calls == [20, "/", "/check/"]
