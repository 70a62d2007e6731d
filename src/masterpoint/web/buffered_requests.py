"""Pass a request to the site only when all of it has arrived.

Bodies arrive on the event loop, where a client that sends slowly, or nothing, costs some memory but no thread. A body
that is too large is refused by its announced length, or as soon as it gets too long, and nothing of it is stored. If
all bodies together take too much memory, the oldest incomplete one is dropped, so that a client that never finishes
does not keep others from sending. The same holds for answers that clients are slow to receive.
"""

from __future__ import annotations

import asyncio
import functools
import io
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from asgiref.wsgi import WsgiToAsgiInstance

from masterpoint.centre.operations import requests
from masterpoint.core.file_size import MEGABYTE
from masterpoint.web.body_refusals import RefusedBody, answer_to
from masterpoint.web.streamed_answers import (
    Answer,
    AnswersInMemory,
    Client,
    Message,
    OpenFile,
    Receive,
    Send,
    send_answer,
)

Site = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes] | OpenFile]
T = TypeVar("T")


class Limits(NamedTuple):
    """The time limits for clients, and the memory for bodies."""

    max_body: int = 12 * MEGABYTE
    """The bytes of one body: the largest file with a form around it."""
    max_total: int = 256 * MEGABYTE
    """The bytes of all bodies that a worker waits for."""
    body_seconds: float = 20
    """The seconds that every client has for a body."""
    bytes_per_second: float = 20_000
    """The bytes for which a client gets another second."""
    max_answers: int = 256 * MEGABYTE
    """The bytes of all pages and data that clients of a worker are receiving."""
    piece_seconds: float = 20
    """The seconds in which a client must accept the next part of a response."""


LIMITS = Limits()


class Upload:
    """A body that is arriving, and the deadline for the rest of it."""

    def __init__(self, body_seconds: float) -> None:
        self.body, self.clock, self.started_at = bytearray(), asyncio.timeout(body_seconds), time.monotonic()
        self.was_dropped = False

    def drop(self) -> None:
        self.was_dropped = True
        self.body.clear()
        if not self.clock.expired():
            self.clock.reschedule(0)


class WholeRequests:
    """An ASGI application around a WSGI site: it reads requests, and a few threads answer them."""

    def __init__(self, site: Site, threads: int, limits: Limits = LIMITS) -> None:
        self._site, self._limits, self._bytes_waiting = site, limits, 0
        self._uploads: dict[Upload, None] = {}  # the oldest first
        self._in_memory = AnswersInMemory(limits.max_answers)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="site")

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        upload = Upload(self._limits.body_seconds)
        try:
            await self._read(scope, receive, upload)
            answer = await self._in_thread(functools.partial(self._answer, scope, upload.body))
        except RefusedBody as error:
            milliseconds = round((time.monotonic() - upload.started_at) * 1000)
            await self._send(Answer(*answer_to(error, scope, milliseconds)), scope, receive, send)
            # Count it in a thread, because the site, which counts other requests, never sees this one.
            await self._in_thread(functools.partial(requests.note, scope["method"], error.status, milliseconds))
            return
        finally:
            self._bytes_waiting -= len(upload.body)
            upload.body.clear()  # its client may take long to receive the response
        await self._send(answer, scope, receive, send)

    async def _send(self, answer: Answer, scope: Message, receive: Receive, send: Send) -> None:
        client = Client(receive, send, self._limits.piece_seconds)
        await send_answer(answer, scope, client, self._threads, self._in_memory)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def _read(self, scope: Message, receive: Receive, upload: Upload) -> None:
        """Read the whole body, or refuse it."""
        self._require_size(_announced_length(scope))
        try:
            async with upload.clock:
                await self._fill(receive, upload)
        except TimeoutError:
            raise RefusedBody(503 if upload.was_dropped else 408) from None
        finally:
            self._uploads.pop(upload, None)

    async def _fill(self, receive: Receive, upload: Upload) -> None:
        deadline = asyncio.get_running_loop().time() + self._limits.body_seconds
        has_more = True
        while has_more:
            message = await receive()
            if upload.was_dropped:
                raise RefusedBody(503)
            if message["type"] != "http.request":  # the client has gone, or its chunks cannot be read
                raise RefusedBody(400)
            piece = message.get("body", b"")
            self._require_size(len(upload.body) + len(piece))
            self._make_room(len(piece), upload)
            upload.body += piece
            self._bytes_waiting += len(piece)
            self._uploads[upload] = None
            upload.clock.reschedule(deadline + len(upload.body) / self._limits.bytes_per_second)
            has_more = message.get("more_body", False)

    def _require_size(self, size: int) -> None:
        if size > self._limits.max_body:
            raise RefusedBody(413, size)

    def _make_room(self, size: int, upload: Upload) -> None:
        """Drop the oldest incomplete body if there is too little memory for all."""
        while size and self._bytes_waiting + size > self._limits.max_total:
            oldest = next(iter(self._uploads), upload)
            if oldest is upload:
                raise RefusedBody(503)
            del self._uploads[oldest]
            self._bytes_waiting -= len(oldest.body)
            oldest.drop()

    def _answer(self, scope: Message, body: bytearray) -> Answer:
        """The site's response, computed in a thread."""
        responses: list[tuple[str, list[tuple[str, str]]]] = []
        call = WsgiToAsgiInstance(self._site)  # type: ignore[no-untyped-call] # asgiref has no types
        call.scope = scope = _without_underscores(scope)
        try:
            environ = call.build_environ(scope, io.BytesIO(body))  # type: ignore[no-untyped-call] # nor here
        except ValueError:  # characters that no address has, or a header repeated a hundred times
            raise RefusedBody(400) from None
        environ["CONTENT_LENGTH"] = str(len(body))
        environ.pop("HTTP_TRANSFER_ENCODING", None)
        environ["wsgi.file_wrapper"] = OpenFile
        pieces = self._site(environ, lambda status, headers, error=None: responses.append((status, headers)))
        content = pieces if isinstance(pieces, OpenFile) else _join(pieces)
        status, headers = responses[-1]
        encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        return Answer(int(status.split(" ", 1)[0]), encoded, content)


def _join(pieces: Iterable[bytes]) -> bytes:
    try:
        return b"".join(pieces)
    finally:
        getattr(pieces, "close", lambda: None)()


def _without_underscores(scope: Message) -> Message:
    """The request without headers that have an underscore in their name.

    To the site `X_Forwarded_For`, which a client may send, is the same as `X-Forwarded-For`, which our proxy sets.
    """
    return {**scope, "headers": [header for header in scope["headers"] if b"_" not in header[0]]}


def _announced_length(scope: Message) -> int:
    """The length that a client announces. Chunked bodies announce none, and are counted as they arrive."""
    length = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(length) if length.isdigit() else 0
