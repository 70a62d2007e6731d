"""Send responses: at once if small, otherwise in pieces, each of which the client must accept within a time limit.

A file is read piece by piece, so it is never in memory as a whole, however many clients download it, and however
slowly. A client that stops reading is disconnected. Pages and data are in memory until they are sent. If all of them
together take too much, the client that has been receiving one for the longest is disconnected.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from typing import Any, BinaryIO, NamedTuple

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
PIECE = 64 * 1024


class OpenFile:
    """A file in a response: the `wsgi.file_wrapper` of PEP 3333."""

    def __init__(self, file: BinaryIO, block_size: int = PIECE) -> None:
        self.read, self.close = file.read, file.close


class Answer(NamedTuple):
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes | OpenFile


class AnswersInMemory:
    """The responses that clients are still receiving, and how many bytes they may take together."""

    def __init__(self, max_total: int) -> None:
        self._max_total = max_total
        self._sizes: dict[asyncio.Timeout, int] = {}  # the oldest first

    @asynccontextmanager
    async def sending(self, size: int) -> AsyncIterator[None]:
        """Send a response of this size. Raises a TimeoutError when newer ones need its memory."""
        async with asyncio.timeout(None) as clock:
            if size:
                self._sizes[clock] = size
                self._drop_oldest(newest=clock)
            try:
                yield
            finally:
                self._sizes.pop(clock, None)

    def _drop_oldest(self, newest: asyncio.Timeout) -> None:
        while sum(self._sizes.values()) > self._max_total:
            oldest = next(iter(self._sizes))
            if oldest is newest:
                return
            del self._sizes[oldest]
            oldest.reschedule(0)


class Client(NamedTuple):
    """How to reach a client, and how long it may take for each piece of a response."""

    receive: Receive
    send: Send
    piece_seconds: float


async def send_answer(
    answer: Answer, scope: Message, client: Client, threads: Executor, in_memory: AnswersInMemory
) -> None:
    """Send the whole response, or as much of it as the client accepts."""
    body, send = answer.body, client.send
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    try:
        if isinstance(body, bytes) and len(body) <= PIECE:
            await send({"type": "http.response.body", "body": body})
        elif scope["method"] == "HEAD":
            await send({"type": "http.response.body", "body": b""})
        else:
            async with in_memory.sending(len(body) if isinstance(body, bytes) else 0):
                await _send_pieces(_pieces(body, threads), client)
    except TimeoutError:
        return
    finally:
        if isinstance(body, OpenFile):
            await asyncio.get_running_loop().run_in_executor(threads, body.close)


async def _send_pieces(pieces: AsyncIterator[bytes], client: Client) -> None:
    """Send one piece after the other, until the client disconnects. Raises a TimeoutError if it is too slow."""
    end_of_request = asyncio.ensure_future(client.receive())  # after a request, only its end can still be received
    try:
        async for piece in pieces:
            async with asyncio.timeout(client.piece_seconds):
                await client.send({"type": "http.response.body", "body": piece, "more_body": True})
            if end_of_request.done():
                return
        async with asyncio.timeout(client.piece_seconds):
            await client.send({"type": "http.response.body", "body": b""})
    finally:
        end_of_request.cancel()


async def _pieces(body: bytes | OpenFile, threads: Executor) -> AsyncIterator[bytes]:
    if isinstance(body, bytes):
        for start in range(0, len(body), PIECE):
            yield body[start : start + PIECE]
        return
    while piece := await asyncio.get_running_loop().run_in_executor(threads, body.read, PIECE):
        yield piece
