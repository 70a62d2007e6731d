"""How an answer leaves: at once where it is small, else in pieces, each of which the client takes within a time.

A file is read piece by piece: however many clients fetch a large one, and however slowly, it is never in memory as a
whole. Whoever takes no more of an answer is let go.
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
    """A file that the site answers with: the `wsgi.file_wrapper` of PEP 3333."""

    def __init__(self, file: BinaryIO, block_size: int = PIECE) -> None:
        self.read, self.close = file.read, file.close


class Answer(NamedTuple):
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes | OpenFile


async def send_answer(
    answer: Answer, scope: Message, receive: Receive, send: Send, threads: Executor, patience: float
) -> None:
    """All of an answer, or as much of it as the client takes."""
    body = answer.body
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    try:
        if isinstance(body, bytes) and len(body) <= PIECE:
            await send({"type": "http.response.body", "body": body})
        elif scope["method"] == "HEAD":
            await send({"type": "http.response.body", "body": b""})
        else:
            await _send_pieces(_pieces(body, threads), receive, send, patience)
    finally:
        if isinstance(body, OpenFile):
            await asyncio.get_running_loop().run_in_executor(threads, body.close)


async def _send_pieces(pieces: AsyncIterator[bytes], receive: Receive, send: Send, patience: float) -> None:
    """One after the other, until the client is gone, or lets us wait for too long."""
    end_of_request = asyncio.ensure_future(receive())  # nothing more comes of a request but its end
    try:
        async for piece in pieces:
            async with asyncio.timeout(patience):
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            if end_of_request.done():
                return
        async with asyncio.timeout(patience):
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
