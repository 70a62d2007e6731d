"""A watched folder: complete files are sent once, nothing is lost while offline, and the scorer sees what happens."""

from __future__ import annotations

import hashlib
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner

from masterpoint.cli import main
from masterpoint.cli.sending import Answer, Destination, Offline, http, outcome_of
from masterpoint.cli.watched_folder import LOG, STATE, WatchedFolder
from masterpoint.core.errors import NotUnderstood

DESTINATION = Destination("http://127.0.0.1:9", "ebu", "1001", "secret")
ELSEWHERE = (
    "waits: nobody at this address takes the files of this club → "
    "look at the connection and at --centre, --federation and --club"
)
FILED = Answer(201, b'{"receipt": "EBU-2345-6789-A"}')


class Centre:
    """Gives prepared answers, and records what it was sent."""

    def __init__(self, *answers: Answer | Offline) -> None:
        self.answers = list(answers)
        self.sent: list[tuple[str, dict[str, str], bytes]] = []

    def __call__(self, address: str, headers: dict[str, str], body: bytes) -> Answer:
        self.sent.append((address, headers, body))
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def watch_folder(folder: Path, *answers: Answer | Offline) -> WatchedFolder:
    return WatchedFolder(folder, DESTINATION, Centre(*answers))


def test_a_file_is_sent_when_it_has_stopped_growing_and_once(tmp_path: Path) -> None:
    folder = watch_folder(tmp_path, FILED)
    (tmp_path / "tuesday.xml").write_text("<USE")
    assert list(folder.scan()) == []
    (tmp_path / "tuesday.xml").write_text("<USEBIO/>")
    assert list(folder.scan()) == []
    (line,) = folder.scan()
    assert line.endswith("tuesday.xml: filed, receipt EBU-2345-6789-A")
    assert list(folder.scan()) == []
    assert isinstance(folder.send, Centre)
    address, headers, body = folder.send.sent[0]
    assert address == "http://127.0.0.1:9/api/v1/federations/ebu/organisations/1001/filings"
    assert headers["Authorization"] == "Bearer secret" and b"<USEBIO/>" in body and b'filename="tuesday.xml"' in body
    assert (tmp_path / LOG).read_text().strip() == line


def test_offline_keeps_the_file_and_says_so_once(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text("a")
    (tmp_path / "b.xml").write_text("b")
    folder = watch_folder(tmp_path, Offline("no route"), Offline("no route"), FILED, FILED)
    (line,) = folder.scan(all_finished=True)
    assert "a.xml: waits: the Centre cannot be reached (no route)" in line and folder.is_offline
    assert list(folder.scan(all_finished=True)) == []
    assert len(list(folder.scan(all_finished=True))) == 2 and not folder.is_offline


def test_a_restart_sends_nothing_twice_and_a_changed_file_again(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text("a")
    list(watch_folder(tmp_path, FILED).scan(all_finished=True))
    assert list(watch_folder(tmp_path).scan(all_finished=True)) == []
    (tmp_path / "a.xml").write_text("put right")
    assert len(list(watch_folder(tmp_path, FILED).scan(all_finished=True))) == 1


def test_a_copy_under_another_name_is_not_sent_and_the_log_says_so_once(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text("a")
    list(watch_folder(tmp_path, FILED).scan(all_finished=True))
    (tmp_path / "copy of a.xml").write_text("a")
    (line,) = watch_folder(tmp_path).scan(all_finished=True)
    assert line.endswith("copy of a.xml: the same as a.xml was sent before: filed, receipt EBU-2345-6789-A")
    assert (tmp_path / LOG).read_text().splitlines()[-1] == line
    assert list(watch_folder(tmp_path).scan(all_finished=True)) == []


def test_what_an_earlier_version_sent_is_not_sent_again(tmp_path: Path) -> None:
    """An earlier version saved what became of each file, but no names."""
    (tmp_path / "a.xml").write_text("a")
    (tmp_path / STATE).write_text(json.dumps({hashlib.sha256(b"a").hexdigest(): "filed, receipt EBU-1"}))
    (line,) = watch_folder(tmp_path).scan(all_finished=True)
    assert line.endswith("a.xml: the same was sent before: filed, receipt EBU-1")
    assert list(watch_folder(tmp_path).scan(all_finished=True)) == []


def test_the_same_key_for_the_same_file_so_that_a_lost_answer_files_nothing_twice() -> None:
    first, again, other = (DESTINATION.request("a.xml", data)[0] for data in (b"a", b"a", b"b"))
    assert first == again and first["Idempotency-Key"] != other["Idempotency-Key"]


@pytest.mark.parametrize(
    ("answer", "final", "words"),
    [
        (Answer(200, b'{"receipt": "R"}'), True, "was filed before, receipt R"),
        (
            Answer(422, b'{"problems": [{"place": "day", "message": "missing", "fix": "give it"}]}'),
            True,
            "not filed: missing → open the site of the Centre, drop the file there, and fill it in",
        ),
        (Answer(403, b'{"detail": "not your club"}'), False, "not allowed: not your club"),
        (Answer(503, b"<html>"), False, "the Centre is busy (answer 503); it is sent again"),
        (Answer(429, b""), False, "the Centre is busy (answer 429); it is sent again"),
        (
            Answer(422, b'{"problems": [{"place": "line 28", "message": "It stops.", "fix": "Export it again."}]}'),
            True,
            "not filed: line 28: It stops. → Export it again.",
        ),
        (
            Answer(422, b'{"problems": [{"place": "lists[0].entries[4]", "message": "Ann twice.", "fix": "Once."}]}'),
            True,
            "not filed: Ann twice. → Once.",
        ),
        (Answer(404, b"nonsense"), False, ELSEWHERE),
        (Answer(308, b""), False, ELSEWHERE),
        (Answer(200, b"<html>"), False, ELSEWHERE),
        (Answer(422, b"<html>"), False, ELSEWHERE),
    ],
)
def test_every_answer_is_told_in_words(answer: Answer, final: bool, words: str) -> None:
    outcome = outcome_of(answer)
    assert (outcome.is_final, outcome.message) == (final, words)


def test_what_is_hidden_empty_or_too_large_is_not_sent(tmp_path: Path) -> None:
    (tmp_path / ".hidden").write_text("x")
    (tmp_path / "~lock").write_text("x")
    (tmp_path / "empty.xml").write_text("")
    (tmp_path / "folder").mkdir()
    with (tmp_path / "huge.bws").open("wb") as huge:
        huge.truncate(20_000_000)
    (line,) = watch_folder(tmp_path).scan(all_finished=True)
    assert "huge.bws: not filed: larger than any results file" in line


def test_what_keeps_it_waiting_is_said_once(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text("a")
    answers = iter([Answer(401, b"{}"), Answer(401, b"{}"), Answer(503, b""), Answer(201, b'{"receipt": "EBU-1"}')])
    folder = WatchedFolder(tmp_path, DESTINATION, lambda *_: next(answers))
    lines = [line for _ in range(4) for line in folder.scan(all_finished=True)]
    assert [line.split(": ", 1)[1].split(" → ")[0] for line in lines] == [
        "not allowed: the token is not known, has expired or was revoked",
        "the Centre is busy (answer 503); it is sent again",
        "filed, receipt EBU-1",
    ]


def test_a_decision_is_made_on_the_site() -> None:
    problem = {"place": "same evening", "message": "EBU-1 has most of the players", "fix": "give not_same_as=EBU-1"}
    outcome = outcome_of(Answer(422, json.dumps({"problems": [problem]}).encode()))
    assert outcome.message.endswith("→ open the site of the Centre, drop the file there, and decide")


def test_over_the_network() -> None:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(422 if "bad" in self.path else 301 if "moved" in self.path else 201)
            self.send_header("Location", "/x")
            self.end_headers()
            self.wfile.write(b'{"receipt": "R"}')

        def log_message(self, *_: str) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        address = f"http://127.0.0.1:{server.server_port}"
        assert http(f"{address}/x", {}, b"a") == FILED._replace(body=b'{"receipt": "R"}')
        assert http(f"{address}/bad", {}, b"a").status == 422
        assert http(f"{address}/moved", {}, b"a").status == 301, "a file does not follow: it would get lost"
        server.shutdown()
        thread.join()
    with pytest.raises(Offline, match="Connection refused"):
        http(f"{address}/x", {}, b"a")


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MASTERPOINT_TOKEN", raising=False)
    words = ["watch", str(tmp_path), "--centre", "http://127.0.0.1:9", "--federation", "ebu", "--club", "1", "--once"]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 2 and "a token is needed to file" in result.stderr
    (tmp_path / "a.xml").write_text("a")
    result = CliRunner().invoke(main, words, env={"MASTERPOINT_TOKEN": "secret"})
    assert (result.exit_code, "a.xml: waits: the Centre cannot be reached" in result.stdout) == (0, True)


@pytest.mark.parametrize("token", [b"\xff\xfe\x00", "t\u00f6ken".encode(), b"two words", b"one\nX-Other: two"])
def test_a_token_file_holds_a_token(tmp_path: Path, token: bytes) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "token").write_bytes(token)
    words = ["watch", str(tmp_path / "folder"), "--centre", "http://127.0.0.1:9", "--federation", "ebu", "--club", "1"]
    result = CliRunner().invoke(main, [*words, "--once", "--token-file", str(tmp_path / "token")])
    assert (result.exit_code, "→ " in result.stderr) == (2, True)


@pytest.mark.parametrize("centre", ["http://[::1", "http://a b", "https://", "points.example.org", "http://a:b@c"])
def test_a_centre_has_an_address(centre: str) -> None:
    with pytest.raises(NotUnderstood, match="this is not an address"):
        DESTINATION._replace(centre=centre).address  # noqa: B018


def test_what_needs_the_centre_says_so_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "django", None)
    result = CliRunner().invoke(main, ["report", "ebu", "1001"])
    assert result.exit_code == 2
    assert "this works on the records of a Centre, and none is installed here" in result.stderr
    assert "masterpoint[centre]" in result.stderr
