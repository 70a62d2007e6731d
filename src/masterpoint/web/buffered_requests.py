"""A request reaches the site only once all of it has arrived.

Bodies arrive on the event loop, where a client that sends slowly, or not at all, costs some memory and no thread. A
body that is too large is refused by its announced length, or as soon as it has grown too long; nothing of it is stored.
"""

from __future__ import annotations

import asyncio
import functools
import io
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from asgiref.wsgi import WsgiToAsgiInstance

from masterpoint.centre.operations import requests
from masterpoint.core.file_size import MEGABYTE
from masterpoint.web.body_refusals import RefusedBody, answer_to

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Site = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Limits(NamedTuple):
    """How long a server waits and how much it holds while bodies arrive."""

    largest: int = 12 * MEGABYTE
    """Bytes of one body: the largest file, with a form around it."""
    held: int = 256 * MEGABYTE
    """Bytes of all bodies that one worker waits for."""
    seconds: float = 20
    """Seconds everybody has for a body,"""
    slowest: float = 20_000
    """and for every so many bytes of it a second more."""


LIMITS = Limits()


class Answer(NamedTuple):
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class WholeRequests:
    """An ASGI application around a WSGI site: it reads, a few threads answer."""

    def __init__(self, site: Site, threads: int, patience: Limits = LIMITS) -> None:
        self._site, self._patience, self._held = site, patience, 0
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="site")

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        body, started_at = bytearray(), time.monotonic()
        try:
            await self._read(scope, receive, body)
            answer = await asyncio.get_running_loop().run_in_executor(self._threads, self._answer, scope, body)
        except RefusedBody as error:
            await self._refuse(error, scope, send, started_at)
            return
        except ConnectionError:
            return
        finally:
            self._held -= len(body)
        await _send(answer, send)

    async def _refuse(self, error: RefusedBody, scope: Message, send: Send, started_at: float) -> None:
        """Answer at once, and count it when a thread has time: the site, which counts the others, never sees it."""
        milliseconds = round((time.monotonic() - started_at) * 1000)
        await _send(Answer(*answer_to(error, scope, milliseconds)), send)
        count = functools.partial(requests.note, scope["method"], error.status, milliseconds)
        await asyncio.get_running_loop().run_in_executor(self._threads, count)

    async def _read(self, scope: Message, receive: Receive, body: bytearray) -> None:
        """Fill the body, whole; a client that is gone ends in a ConnectionError."""
        self._require_room(_announced_length(scope), 0)
        started_at = time.monotonic()
        has_more = True
        while has_more:
            seconds_left = started_at + self._patience.seconds + len(body) / self._patience.slowest - time.monotonic()
            try:
                message = await asyncio.wait_for(receive(), seconds_left)
            except TimeoutError:
                raise RefusedBody(408) from None
            if message["type"] != "http.request":
                raise ConnectionError
            piece = message.get("body", b"")
            self._require_room(len(body) + len(piece), len(piece))
            body += piece
            self._held += len(piece)
            has_more = message.get("more_body", False)

    def _require_room(self, size: int, piece: int) -> None:
        if size > self._patience.largest:
            raise RefusedBody(413, size)
        if self._held + piece > self._patience.held:
            raise RefusedBody(503)

    def _answer(self, scope: Message, body: bytearray) -> Answer:
        """The answer of the site, in a thread of its own."""
        responses: list[tuple[str, list[tuple[str, str]]]] = []
        call = WsgiToAsgiInstance(self._site)  # type: ignore[no-untyped-call] # asgiref has no types
        call.scope = scope
        try:
            environ = call.build_environ(scope, io.BytesIO(body))  # type: ignore[no-untyped-call] # nor here
        except ValueError:  # characters that no address has, or one header a hundred times
            raise RefusedBody(400) from None
        environ["CONTENT_LENGTH"] = str(len(body))
        environ.pop("HTTP_TRANSFER_ENCODING", None)
        pieces = self._site(environ, lambda status, headers, error=None: responses.append((status, headers)))
        try:
            content = b"".join(pieces)
        finally:
            getattr(pieces, "close", lambda: None)()
        status, headers = responses[-1]
        encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        return Answer(int(status.split(" ", 1)[0]), encoded, content)


async def _send(answer: Answer, send: Send) -> None:
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    await send({"type": "http.response.body", "body": answer.body})


def _announced_length(scope: Message) -> int:
    """The length a client announces; chunks have none, and are counted as they arrive."""
    length = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(length) if length.isdigit() else 0
