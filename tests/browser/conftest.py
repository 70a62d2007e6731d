"""A real browser against the real site, each test in a transaction that is rolled back.

The server runs in this process, on threads that take turns with the test's own database connection: so every test
starts from the same demo within milliseconds, on SQLite and on PostgreSQL, and what one test files no other sees.
In CI a missing browser is a failure; elsewhere the tests are skipped and say why.
"""

from __future__ import annotations

import os
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.servers.basehttp import WSGIRequestHandler, WSGIServer
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, connections
from django.test import Client
from playwright.sync_api import expect, sync_playwright
from tools import chromium

import databases
from browser.page_errors import keep_errors
from demo_centre import build, last
from masterpoint.centre.accounts.models import User

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper
    from playwright.sync_api import Browser, BrowserContext, Page
    from pytest_django import DjangoDbBlocker

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright keeps a loop of its own in this thread
TURN = threading.RLock()
PATIENCE = 120_000
"""Milliseconds after which a page is given up: a slow machine is no fault."""
expect.set_options(timeout=PATIENCE)
WIDTH = 1100
"""An ordinary screen."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    last(items)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker, prepared_folder: Path) -> None:
    with django_db_blocker.unblock():
        build(prepared_folder)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium.find()
    if not path:
        try:
            path = chromium.install()
        except chromium.NoChromium as error:
            if os.environ.get("CI"):
                pytest.fail(f"no browser: {error}")
            pytest.skip(f"no browser: {error}")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
        yield opened
        opened.close()


class Serving(socketserver.ThreadingMixIn, WSGIServer):
    """A thread for each connection the browser opens; none of them ends the database's."""

    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, *_: str) -> None:
        pass


class InTurn:
    """The site, one request at a time, on the connection of the test that is running."""

    def __init__(self) -> None:
        self.site = StaticFilesHandler(get_wsgi_application())
        self.connection: BaseDatabaseWrapper | None = None

    def __call__(self, environ: dict[str, str], start_response: Callable[..., Any]) -> list[bytes]:
        with TURN:
            if self.connection is None:
                start_response("503 Between tests", [])
                return []
            connections["default"] = self.connection
            try:
                with closing(self.site(environ, start_response)) as answer:
                    return list(answer)  # what is sent line by line looks into the register underway
            finally:
                del connections["default"]


@pytest.fixture(scope="session")
def server() -> Iterator[tuple[InTurn, str]]:
    app = InTurn()
    ends = (request_started, request_finished)
    for signal in ends:  # a request of ours ends no connection: the test's transaction is on it
        signal.disconnect(close_old_connections)
    serving = Serving(("127.0.0.1", 0), Quiet)
    serving.set_app(app)
    thread = threading.Thread(target=serving.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    yield app, f"http://127.0.0.1:{serving.server_port}"
    serving.shutdown()
    serving.server_close()
    for signal in ends:
        signal.connect(close_old_connections)


@contextmanager
def answering(server: tuple[InTurn, str]) -> Iterator[str]:
    """The address of the site while it answers from this thread's own connection to the database."""
    app, address = server
    app.connection = shared_connection = connections["default"]
    shared_connection.inc_thread_sharing()
    yield address
    with TURN:
        shared_connection.dec_thread_sharing()
        app.connection = None


@pytest.fixture
def address(db: None, server: tuple[InTurn, str]) -> Iterator[str]:
    with answering(server) as address:
        yield address


def opened(browser: Browser, address: str, role: str, *, width: int = WIDTH, **how: Any) -> BrowserContext:
    """A fresh browser, signed in as somebody."""
    context = browser.new_context(
        base_url=address, viewport={"width": width, "height": 900}, locale="en-GB", accept_downloads=True, **how
    )
    context.set_default_timeout(PATIENCE)
    if role != "nobody":
        context.add_cookies([{"name": "sessionid", "value": session_of(role), "url": address}])
    return context


def new_page(context: BrowserContext) -> Page:
    """A page that keeps the errors it meets."""
    page = context.new_page()
    keep_errors(page)
    page.on("filechooser", lambda _: None)  # so that the browser is asked from the start to leave it to us
    return page


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Open pages as somebody: `visit("scorer")` gives a page of a fresh browser that is signed in."""
    contexts = []

    def page_for(role: str = "nobody", **how: Any) -> Page:
        contexts.append(opened(browser, address, role, **how))
        return new_page(contexts[-1])

    yield page_for
    for context in contexts:
        context.close()


@pytest.fixture(params=["desktop"] if databases.ON_POSTGRES else ["desktop", "phone"])
def visit_on_each(visit: Callable[..., Page], request: pytest.FixtureRequest) -> Callable[..., Any]:
    """`visit`, once at a desk and once on a phone; what a page looks like does not depend on the database."""
    return partial(visit, width={"desktop": 1280, "phone": 360}[request.param])


def session_of(role: str) -> str:
    """A session as signing in makes it; the sign-in page has tests of its own."""
    client = Client()
    email = role if "@" in role else f"{role}@ebu.example"
    with TURN:
        client.force_login(User.objects.get(email=email), backend="django.contrib.auth.backends.ModelBackend")
    return client.cookies["sessionid"].value


@pytest.fixture
def register() -> Callable[..., Any]:
    """The test's own look into the register, while no request is being answered."""

    @contextmanager
    def looking() -> Iterator[None]:
        with TURN:
            yield

    return looking
