"""Clients that send slowly, too much, or nothing: the site answers everybody else, and keeps nothing of theirs."""

from __future__ import annotations

import asyncio
import json
import re
import urllib.request
from collections.abc import Iterator, MutableMapping
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from socket import SO_RCVBUF, SOL_SOCKET, create_connection, socket
from typing import Any
from urllib.parse import SplitResult, urlsplit

import pytest

import commands
from answers import existing
from masterpoint.centre.logs import JsonLines
from masterpoint.centre.operations import requests
from masterpoint.core.file_size import LARGEST_FILE, MEGABYTE
from masterpoint.web.buffered_requests import Limits, WholeRequests
from masterpoint.web.unread_answers import SEND_BUFFER
from site_server import PATIENCE, environment, serving, status, until

CLIENTS = 200
READERS = 100
INIT = ("init", "ebu", "--name", "The Union", "--staff", "staff@example.org", "--password", "long enough for staff")
ZIP, ZIP_SIZE = "/f/ebu/data/2026-01-01.zip", 50_000_000
NOTHING_AFTER = (
    b"POST /check/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n",
    b"POST /check/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
    b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\nusername=",
    b"GET / HTTP/1.1\r\nHost: loc",
)


@pytest.fixture(scope="module")
def address(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SplitResult]:
    """A Centre with a large file of open data."""
    home = tmp_path_factory.mktemp("slow")
    (home / "open-data").mkdir()
    with (home / "open-data" / "ebu-2026-01-01.zip").open("wb") as file:
        file.truncate(ZIP_SIZE)
    with serving(home) as site:
        cheap_password = {"DJANGO_SETTINGS_MODULE": "settings_for_tests"}
        assert commands.run([*INIT], environment(home, **cheap_password)).returncode == 0
        yield urlsplit(site)


def test_pages_answer_while_200_clients_send_half_a_request(address: SplitResult) -> None:
    with ExitStack() as open_connections:
        for number in range(CLIENTS):
            client = open_connections.enter_context(create_connection((address.hostname, existing(address.port))))
            client.sendall(NOTHING_AFTER[number % len(NOTHING_AFTER)])
        answers = {path: status(address.geturl() + path) for path in ("/", "/check/", "/sign-in/", "/api/v1/schemes")}
        assert set(answers.values()) == {200}, answers


def test_who_sends_nothing_or_speaks_another_protocol_is_not_waited_for(address: SplitResult) -> None:
    for sent in (b"", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0"):
        with create_connection((address.hostname, existing(address.port)), timeout=PATIENCE) as client:
            client.sendall(sent)
            while client.recv(4096):
                pass  # until the server ends it


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


def test_who_takes_nothing_of_an_answer_keeps_no_connection(address: SplitResult) -> None:
    """Nor of what the server has taken from the site already: only the system can end that."""
    with ExitStack() as open_connections:
        clients = [open_connections.enter_context(ask_and_take_nothing(address)) for _ in range(10)]
        until(lambda: waiting_bytes(clients) > 0)
        assert waiting_bytes(clients) < len(clients) * 2 * SEND_BUFFER, "the system holds little for each"
        until(lambda: waiting_bytes(clients) == 0)


def waiting_bytes(clients: list[socket]) -> int:
    """Bytes that the system holds for clients which do not take them, in connections that the server has open."""
    numbers = {f"{client.getsockname()[1]:04X}" for client in clients}
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(int(row[4].partition(":")[0], 16) for row in rows if row[2].rpartition(":")[2] in numbers)


def test_a_large_file_comes_whole(address: SplitResult) -> None:
    with urllib.request.urlopen(address.geturl() + ZIP) as answer:
        assert answer.headers["Content-Length"] == str(ZIP_SIZE)
        assert len(answer.read()) == ZIP_SIZE
    with urllib.request.urlopen(urllib.request.Request(address.geturl() + ZIP, method="HEAD")) as answer:
        assert answer.headers["Content-Length"] == str(ZIP_SIZE)
        assert answer.read() == b""


def send(address: SplitResult, path: str, headers: Any, pieces: Any = ()) -> Any:
    """The answer to a request of which only the head, or some pieces, are sent."""
    connection = HTTPConnection(existing(address.hostname), address.port, timeout=PATIENCE)
    connection.putrequest("POST", path)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    try:
        for piece in pieces:
            connection.send(b"%x\r\n%s\r\n" % (len(piece), piece))
    except OSError:  # the server has answered already, and takes no more
        pass
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def test_200_megabytes_are_refused_by_their_announced_length_alone(address: SplitResult) -> None:
    code, page = send(address, "/check/", {"Content-Length": str(200 * MEGABYTE)})
    assert code == 413
    assert "200 MB" in page and "at most 10 MB" in page


def test_a_body_without_a_length_is_refused_as_it_grows(address: SplitResult) -> None:
    megabytes = (b"x" * MEGABYTE for _ in range(200))
    code, page = send(address, "/check/", {"Transfer-Encoding": "chunked"}, megabytes)
    assert code == 413
    assert int(existing(re.search(r"(\d+) MB", page)).group(1)) == 13, "13 came, one more than there is room for"


def test_a_program_gets_the_refusal_as_a_problem(address: SplitResult) -> None:
    code, text = send(address, "/api/v1/check", {"Content-Length": str(200 * MEGABYTE)})
    problem = json.loads(text)
    assert (code, problem["status"], problem["type"]) == (413, 413, "/api/v1/docs#too-large")
    assert re.search(r"\(request [0-9a-f]{16}\)$", problem["detail"])
    assert problem["problems"][0]["fix"] == "Send the results of one event, at most 10 MB."


@pytest.mark.parametrize("chunk", [b"zz\r\nabc", b"FFFFFFFFFFFFFFFFFF\r\nabc", b"-1\r\nabc"])
def test_chunks_that_cannot_be_read_are_the_fault_of_who_sent_them(address: SplitResult, chunk: bytes) -> None:
    with create_connection((address.hostname, existing(address.port)), timeout=PATIENCE) as client:
        client.sendall(b"POST /check/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk)
        text = b"".join(iter(lambda: client.recv(4096), b"")).decode()
    assert text.startswith("HTTP/1.1 400 ") and "This request cannot be read." in text
    assert re.search(r"say: request [0-9a-f]{16}\.", text)


def test_chunks_of_an_ordinary_size_are_taken(address: SplitResult) -> None:
    headers = {"Transfer-Encoding": "chunked", "Content-Type": "application/json"}
    code, text = send(address, "/api/v1/check", headers, [b'{"form": ', b'"no such"}', b""])
    assert code == 200
    assert json.loads(text)["findings"][0]["value"] == "no such"


# The same application without a server: its limits, to the byte.


def site(environ: Any, start_response: Any) -> Any:
    start_response("200 OK", [("Content-Type", "text/plain")])
    body = environ["wsgi.input"].read()
    return [f"{environ['CONTENT_LENGTH']} {len(body)}".encode()]


async def ask(
    door: WholeRequests, pieces: Any, *, ends: bool = True, announced: Any = None, waits: Any = None, heads: Any = ()
) -> Any:
    """Status and text for a body in pieces; one that does not end is waited for in vain, which sets `waits`."""
    sent = []
    waiting = list(pieces)

    async def receive() -> Any:
        if not waiting and not ends:
            if waits:
                waits.set()
            await asyncio.Event().wait()
        return {"type": "http.request", "body": waiting.pop(0), "more_body": bool(waiting) or not ends}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    headers = [*heads] if announced is None else [(b"content-length", str(announced).encode())]
    scope = {"type": "http", "method": "POST", "path": "/check/", "query_string": b"", "http_version": "1.1"}
    await door(scope | {"headers": headers}, receive, send)
    return sent[0]["status"], sent[1]["body"].decode()


def answer_of(limits: Any, pieces: Any, **options: Any) -> Any:
    """At a door where nobody else is."""

    async def answer() -> Any:
        return await ask(WholeRequests(site, threads=1, limits=limits), pieces, **options)

    return asyncio.run(answer())


def test_the_site_gets_a_body_whole_with_its_true_length() -> None:
    assert answer_of(Limits(), [b"ab", b"c", b""]) == (200, "3 3")
    assert answer_of(Limits(max_body=3), [b"abc"]) == (200, "3 3")


def test_one_byte_too_many_is_too_many() -> None:
    assert answer_of(Limits(max_body=3), [b"abc", b"d"])[0] == 413
    assert answer_of(Limits(max_body=3), [b""], announced=4)[0] == 413


def test_a_body_that_does_not_come_is_not_waited_for() -> None:
    code, page = answer_of(Limits(body_seconds=0.01), [b"abc"], ends=False)
    assert code == 408
    assert "did not arrive in time" in page


def refused_writes() -> int:
    return next(count for kind, status, count in requests.request_counts() if (kind, status) == ("write", "4xx"))


def test_what_was_refused_is_numbered_logged_and_counted(caplog: pytest.LogCaptureFixture) -> None:
    before = refused_writes()
    caplog.handler.setFormatter(JsonLines())
    with caplog.at_level("INFO", "masterpoint.requests"):
        code, page = answer_of(Limits(max_body=3), [b"abcd"])
    number = existing(re.search(r"say: request ([0-9a-f]{16})\.", page)).group(1)
    (line,) = map(json.loads, caplog.text.splitlines())
    assert (line["message"], line["request"], code) == ("POST /check/ 413", number, 413)
    assert refused_writes() == before + 1


def test_many_bodies_at_once_do_not_fill_the_memory() -> None:
    assert answer_of(Limits(max_total=3), [b"abcd"])[0] == 503


def test_a_body_that_does_not_end_gives_way_to_one_that_comes_later() -> None:
    """Or a few clients that leave theirs unfinished would keep everybody else from sending."""

    async def answers() -> tuple[Any, Any]:
        door, waits = WholeRequests(site, threads=1, limits=Limits(max_total=10)), asyncio.Event()
        unfinished = asyncio.create_task(ask(door, [b"x" * 8], ends=False, waits=waits))
        await waits.wait()
        assert await ask(door, [b"xx"]) == (200, "2 2"), "both have room"
        assert not unfinished.done()
        return await ask(door, [b"xxx"]), await unfinished

    whole, (status_of_unfinished, page) = asyncio.run(answers())
    assert whole == (200, "3 3")
    assert status_of_unfinished == 503
    assert "Wait half a minute" in page


def test_a_header_that_only_looks_like_that_of_the_proxy_does_not_count() -> None:
    """WSGI knows no hyphens: of `X-Forwarded-For` and `X_Forwarded_For` the site would read one list of addresses."""

    def echo_address(environ: Any, start_response: Any) -> Any:
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [environ.get("HTTP_X_FORWARDED_FOR", "").encode()]

    async def answer() -> Any:
        heads = [
            (b"x-forwarded-for", b"192.0.2.1"),
            (b"x_forwarded_for", b"10.0.0.1"),
            (b"x-forwarded_for", b"10.0.0.2"),
        ]
        return await ask(WholeRequests(echo_address, threads=1), [b""], heads=heads)

    assert asyncio.run(answer()) == (200, "192.0.2.1")


def test_the_largest_file_has_room_in_a_form() -> None:
    assert Limits().max_body > LARGEST_FILE + 100_000
