"""What a connection may keep of an answer that its client does not take.

The site lets such a client go (`streamed_answers`), but the server waits for ever to send what it has taken from the
site already. So the system ends the connection of a client that takes nothing for a while, and holds little for it.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path

from masterpoint.web.streamed_answers import Message, Receive, Send

SEND_BUFFER = 128 * 1024
"""Bytes of an answer that the system may hold for a client; Linux doubles it. Without a limit it holds up to 4 MB."""
OPEN_FILES = Path("/proc/self/fd")
Application = Callable[[Message, Receive, Send], Awaitable[None]]


def with_limits(application: Application, seconds: float) -> Application:
    """The application, whose first request sets the limits: the server listens only after it has loaded the site."""
    is_limited = False

    async def answer(scope: Message, receive: Receive, send: Send) -> None:
        nonlocal is_limited
        if not is_limited:
            is_limited = True
            limit_unread_answers(seconds)
        await application(scope, receive, send)

    return answer


def limit_unread_answers(seconds: float) -> None:
    """For all connections to this process, later ones as well: they have the options of the socket that listens.

    Only on Linux; elsewhere a client may keep its connection until a proxy ends it.
    """
    if not hasattr(socket, "TCP_USER_TIMEOUT") or not OPEN_FILES.is_dir():
        return
    ports = {
        connection.getsockname()[1]
        for connection in _sockets()
        if connection.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
    }
    for connection in _sockets():
        if connection.getsockname()[1] in ports:
            with suppress(OSError):  # it ends at this moment
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(seconds * 1000))
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)


def _sockets() -> Iterator[socket.socket]:
    """The TCP sockets of this process, one after the other."""
    for file in list(OPEN_FILES.iterdir()):
        with suppress(OSError):  # a file that was closed meanwhile
            if str(file.readlink()).startswith("socket:"):
                with socket.socket(fileno=os.dup(int(file.name))) as connection:
                    if connection.family in (socket.AF_INET, socket.AF_INET6) and connection.type == socket.SOCK_STREAM:
                        yield connection
