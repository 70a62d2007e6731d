"""Files made to stop a server: each is answered, in bounded memory and with a page of bounded size."""

from __future__ import annotations

import io
import resource
import zipfile
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

pytestmark = pytest.mark.django_db
MEGABYTES = 1500
MB = 1024 * 1024


def zip_of(data: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("xl/workbook.xml", data)
        archive.writestr("[Content_Types].xml", data)
    return buffer.getvalue()


ENTRY = '{"place": %d, "players": [{"id": "%d", "name": "A B"}, {"id": "%d", "name": "C D"}]}'
LAUGHS = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
HEAD = b'{"form": "session", "scheme": "ebu", "day": "2026-11-10", "contest": "pairs", "boards": '


def many() -> bytes:
    return ",".join(ENTRY % (n, 2 * n, 2 * n + 1) for n in range(1, 60_000)).encode()


HEAVY: dict[str, Callable[[], bytes]] = {
    "deep.json": lambda: b"[" * 500_000,
    "deep-objects.json": lambda: b'{"a":' * 200_000,
    "deep.toml": lambda: b"a = " + b"[" * 500_000,
    "dotted.toml": lambda: b".".join([b"a"] * 200_000) + b" = 1",
    "deep.xml": lambda: b"<a>" * 500_000,
    "laughs.xml": lambda: f'<!DOCTYPE a [<!ENTITY a0 "ha">{LAUGHS}]><USEBIO>&a9;</USEBIO>'.encode(),
    "outside.xml": lambda: b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><USEBIO>&x;</USEBIO>',
    "attributes.xml": lambda: b"<USEBIO " + b" ".join(b'a%d="1"' % n for n in range(200_000)) + b"/>",
    "bomb.xlsx": lambda: zip_of(b"0" * (400 * MB)),
    "bomb.zip": lambda: zip_of(b"0" * (400 * MB)),
    "exponent.json": lambda: HEAD + b"1e" + b"9" * 50 + b"}",
    "half.json": lambda: HEAD + b'24, "organiser": {"level": "\\ud800", "name": "\\ud800"}}',
    "figures.json": lambda: HEAD + b"9" * 5_000_000 + b"}",
    "many.json": lambda: HEAD + b'24, "organiser": {"level": "club"}, "lists": [{"entries": [' + many() + b"]}]}",
    "wide.csv": lambda: b"place," * 1_500_000,
    "long.csv": lambda: b"place,player1,player2\n" + b"1,100,101\n" * 900_000,
    "quoted.csv": lambda: b'"' + b"a,\n" * 3_000_000,
    "spaces.txt": lambda: b" " * (9 * MB) + b"x",
    "lines.txt": lambda: b"\n" * (9 * MB),
    "nothing.bws": lambda: b"\x00\x01\x00\x00Standard Jet DB\x00" + b"\xff" * (9 * MB),
}
"""Each is made when its test runs: together they are large."""


@pytest.mark.parametrize("name", HEAVY)
def test_it_is_answered_in_bounds(client: Client, settings: Settings, name: str) -> None:
    settings.MASTERPOINT_LIMITS = settings.MASTERPOINT_LIMITS | {"check": 10_000}
    upload = SimpleUploadedFile(name, HEAVY[name]()[: 10 * MB])
    before = resource.getrusage(resource.RUSAGE_SELF)
    answer = client.post(reverse("check"), {"scheme": "ebu", "file": upload})
    after = resource.getrusage(resource.RUSAGE_SELF)
    assert answer.status_code == 200
    assert b"root:" not in answer.content
    assert len(answer.content) < 10 * MB
    assert (after.ru_maxrss - before.ru_maxrss) / 1024 < MEGABYTES
