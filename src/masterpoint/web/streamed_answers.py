"""Send responses: at once if small, otherwise in pieces, each of which the client must accept within a time limit.

A file is read piece by piece, so it is never in memory as a whole, however many clients download it, and however
slowly. A client that stops reading is disconnected.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from concurrent.futures import Executor
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


async def send_answer(
    answer: Answer, scope: Message, receive: Receive, send: Send, threads: Executor, piece_seconds: float
) -> None:
    """Send the whole response, or as much of it as the client accepts."""
    body = answer.body
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    try:
        if isinstance(body, bytes) and len(body) <= PIECE:
            await send({"type": "http.response.body", "body": body})
        elif scope["method"] == "HEAD":
            await send({"type": "http.response.body", "body": b""})
        else:
            await _send_pieces(_pieces(body, threads), receive, send, piece_seconds)
    finally:
        if isinstance(body, OpenFile):
            await asyncio.get_running_loop().run_in_executor(threads, body.close)


async def _send_pieces(pieces: AsyncIterator[bytes], receive: Receive, send: Send, piece_seconds: float) -> None:
    """Send one piece after the other, until the client disconnects or is too slow."""
    end_of_request = asyncio.ensure_future(receive())  # after a request, only its end can still be received
    try:
        async for piece in pieces:
            async with asyncio.timeout(piece_seconds):
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            if end_of_request.done():
                return
        async with asyncio.timeout(piece_seconds):
            await send({"type": "http.response.body", "body": b""})
    except TimeoutError:
        return
    finally:
        end_of_request.cancel()


async def _pieces(body: bytes | OpenFile, threads: Executor) -> AsyncIterator[bytes]:
    if isinstance(body, bytes):
        for start in range(0, len(body), PIECE):
            yield body[start : start + PIECE]
        return
    while piece := await asyncio.get_running_loop().run_in_executor(threads, body.read, PIECE):
        yield piece
