"""One limit for all workers: what one process counts, another one knows; and pages that are asked too often say so."""

from __future__ import annotations

import re
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

import commands
from answers import Answer, existing
from masterpoint.centre import limits
from masterpoint.centre.shared_cache import SharedCache
from site_server import environment, serving, status

WORKERS, TIMES = 4, 200
COUNTING = """
import os, sys
import django
django.setup()
from django.core.cache import cache
workers, times = map(int, sys.argv[1:])
waiting, go = os.pipe()
children = []
for _ in range(workers):
    children.append(os.fork())
    if children[-1] == 0:
        os.close(go)
        os.read(waiting, 1)
        for _ in range(times):
            cache.add("shared", 0, timeout=None)
            cache.incr("shared")
        os._exit(0)
os.close(go)
print([os.waitpid(child, 0)[1] for child in children])
"""
"""Processes that have nothing in common but the folder, let go at the same moment."""


@pytest.fixture
def shared_cache(tmp_path: Path) -> SharedCache:
    return SharedCache(str(tmp_path / "folder" / "counts.sqlite3"), {})


def test_what_several_processes_count_at_once_is_counted_whole(tmp_path: Path) -> None:
    result = commands.run_program(COUNTING, environment(tmp_path), str(WORKERS), str(TIMES))
    assert result.stdout.strip() == str([0] * WORKERS), result.stderr
    assert SharedCache(str(tmp_path / "counts.sqlite3"), {}).get("shared") == WORKERS * TIMES


class TestTheCache:
    def test_it_keeps_what_django_asks_a_cache_to_keep(self, shared_cache: SharedCache) -> None:
        for value in (7, -1, "seven", "7", 0.5, True, None, [1, {"a": "é"}]):
            shared_cache.set("key", value)
            assert shared_cache.get("key", "nothing") == value
            assert type(shared_cache.get("key", "nothing")) is type(value)
        assert shared_cache.delete("key")
        assert not shared_cache.delete("key")
        assert shared_cache.get("key", "nothing") == "nothing"

    def test_only_the_first_adds(self, shared_cache: SharedCache) -> None:
        assert shared_cache.add("key", 1)
        assert not shared_cache.add("key", 2)
        assert shared_cache.incr("key", 4) == 5
        with pytest.raises(ValueError, match="other"):
            shared_cache.incr("other")

    def test_what_is_over_is_gone(self, shared_cache: SharedCache) -> None:
        shared_cache.set("over", 1, timeout=-1)
        shared_cache.set("lasting", 1, timeout=None)
        assert shared_cache.get("over") is None
        assert not shared_cache.touch("over")
        assert shared_cache.touch("lasting", timeout=-1)
        assert shared_cache.add("over", 2)
        assert shared_cache.add("lasting", 3)
        assert (shared_cache.get("over"), shared_cache.get("lasting")) == (2, 3)
        shared_cache.clear()
        assert shared_cache.get("over") is None

    def test_a_spoilt_file_is_begun_anew(self, tmp_path: Path) -> None:
        path = tmp_path / "counts.sqlite3"
        path.write_bytes(b"this is no database" * 500)
        assert SharedCache(str(path), {}).add("key", 1)
        assert SharedCache(str(path), {}).get("key") == 1


@pytest.mark.django_db
class TestThePages:
    @pytest.fixture(autouse=True)
    def clean_cache(self, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
        settings.MASTERPOINT_LIMITS = settings.MASTERPOINT_LIMITS | {"check": 2}
        monkeypatch.setattr(limits, "now", lambda: 600.0 + 20)

    def check(self, client: Client, **options: Any) -> Answer:
        return client.post(reverse("check"), {"file": SimpleUploadedFile("x.csv", b"x"), "scheme": "ebu"}, **options)

    def test_checking_files_has_a_limit_and_looking_at_the_page_has_none(self, client: Client) -> None:
        assert [self.check(client).status_code for _ in range(3)] == [200, 200, 429]
        answer = self.check(client)
        assert answer["Retry-After"] == "40"
        assert b"Wait 40 seconds" in answer.content
        assert client.get(reverse("check")).status_code == 200
        assert self.check(client, REMOTE_ADDR="192.0.2.7").status_code == 200

    def test_entry_lists_count_with_it(self, client: Client) -> None:
        address = reverse("entry-list", args=["ebu"])
        assert [client.post(address, {"list": "a"}).status_code for _ in range(3)] == [200, 200, 429]


@pytest.mark.parametrize("limit", ["address=many", "address", "60"])
def test_limits_that_cannot_be_read_stop_the_start(tmp_path: Path, limit: str) -> None:
    result = commands.run_program("import django; django.setup()", environment(tmp_path, MASTERPOINT_LIMITS=limit))
    assert result.returncode != 0
    assert "address=60,token=600" in result.stderr


# The real server with two workers: whichever of them answers, the limit is one.


@pytest.fixture(scope="module")
def address(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    settings = {
        "MASTERPOINT_LIMITS": "address=12,check=6",
        "DJANGO_SETTINGS_MODULE": "settings_in_one_minute",
        "PYTHONPATH": str(Path(__file__).parents[1]),
    }
    with serving(tmp_path_factory.mktemp("served"), **settings) as site:
        yield site


def form(address: str) -> Any:
    """A browser of its own, and the token its forms need."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    page = opener.open(address).read().decode()
    return opener, existing(re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)).group(1)


def test_two_workers_share_the_limit_of_an_address(address: str) -> None:
    answers = [status(f"{address}/api/v1/schemes/ebu") for _ in range(20)]
    assert answers == [200] * 12 + [429] * 8


def test_two_workers_share_the_limit_of_checking_files(address: str) -> None:
    opener, token = form(f"{address}/check/")
    data = urlencode({"csrfmiddlewaretoken": token}).encode()
    answers = [status(f"{address}/check/", opener, data) for _ in range(10)]
    assert answers == [200] * 6 + [429] * 4


def test_two_workers_share_the_count_of_wrong_passwords(address: str) -> None:
    opener, token = form(f"{address}/sign-in/")
    fields = {"csrfmiddlewaretoken": token, "username": "nobody@example.org", "password": "wrong"}
    answers = [status(f"{address}/sign-in/", opener, urlencode(fields).encode()) for _ in range(8)]
    assert answers == [200] * 5 + [429] * 3
