"""Files made to stop a server: each is answered, in bounded memory and with a page of bounded size."""

from __future__ import annotations

import io
import resource
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

pytestmark = pytest.mark.django_db
MEGABYTES = 1500
MB = 1024 * 1024


def zipped(data: bytes) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", data)
        archive.writestr("[Content_Types].xml", data)
    return held.getvalue()


ENTRY = '{"place": %d, "players": [{"id": "%d", "name": "A B"}, {"id": "%d", "name": "C D"}]}'
MANY = ",".join(ENTRY % (n, 2 * n, 2 * n + 1) for n in range(1, 60_000))
LAUGHS = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
HEAD = b'{"form": "session", "scheme": "ebu", "day": "2026-11-10", "contest": "pairs", "boards": '
HEAVY = {
    "deep.json": b"[" * 500_000,
    "deep-objects.json": b'{"a":' * 200_000,
    "deep.toml": b"a = " + b"[" * 500_000,
    "dotted.toml": b".".join([b"a"] * 200_000) + b" = 1",
    "deep.xml": b"<a>" * 500_000,
    "laughs.xml": f'<!DOCTYPE a [<!ENTITY a0 "ha">{LAUGHS}]><USEBIO>&a9;</USEBIO>'.encode(),
    "outside.xml": b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><USEBIO>&x;</USEBIO>',
    "attributes.xml": b"<USEBIO " + b" ".join(b'a%d="1"' % n for n in range(200_000)) + b"/>",
    "bomb.xlsx": zipped(b"0" * (400 * MB)),
    "bomb.zip": zipped(b"0" * (400 * MB)),
    "figures.json": HEAD + b"9" * 5_000_000 + b"}",
    "many.json": (HEAD + b'24, "organiser": {"level": "club"}, "lists": [{"entries": [%s]}]}') % MANY.encode(),
    "wide.csv": b"place," * 1_500_000,
    "long.csv": b"place,player1,player2\n" + b"1,100,101\n" * 900_000,
    "quoted.csv": b'"' + b"a,\n" * 3_000_000,
    "spaces.txt": b" " * (9 * MB) + b"x",
    "lines.txt": b"\n" * (9 * MB),
    "nothing.bws": b"\x00\x01\x00\x00Standard Jet DB\x00" + b"\xff" * (9 * MB),
}


@pytest.mark.parametrize("name", HEAVY)
def test_it_is_answered_in_bounds(client, settings, name):
    settings.MASTERPOINT_LIMITS = {"check": 10_000}
    before = resource.getrusage(resource.RUSAGE_SELF)
    upload = SimpleUploadedFile(name, HEAVY[name][: 10 * MB])
    answer = client.post(reverse("check"), {"scheme": "ebu", "file": upload})
    after = resource.getrusage(resource.RUSAGE_SELF)
    assert answer.status_code == 200
    assert b"root:" not in answer.content
    assert len(answer.content) < 10 * MB
    assert (after.ru_maxrss - before.ru_maxrss) / 1024 < MEGABYTES
