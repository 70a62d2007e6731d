"""What operators ask of a server: probes, metrics, numbers of requests in logs and on error pages, a page for staff."""

from __future__ import annotations

import json
import logging
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from masterpoint.centre.accounts.models import User
from masterpoint.centre.logs import JsonLines, TextLines
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.operations import jobs
from masterpoint.web import public

ALARMS = (Path(__file__).parents[2] / "deploy" / "prometheus" / "alarms.yml").read_text(encoding="utf-8")
TOKEN = {"Authorization": "Bearer a-token-for-prometheus"}


@pytest.fixture
def metrics(settings: Settings) -> Callable[..., dict[tuple[str, ...], float]]:
    settings.MASTERPOINT_METRICS_TOKEN = "a-token-for-prometheus"

    def figures(client: Client) -> dict[tuple[str, ...], float]:
        text = client.get("/metrics", headers=TOKEN).content.decode()
        families = text_string_to_metric_families(text)
        return {
            (row.name, *row.labels.values(), *[""] * (not row.labels)): row.value
            for family in families
            for row in family.samples
        }

    return figures


def test_alive_without_a_database(client: Client) -> None:
    answer = client.get("/healthz", headers={"Host": "10.0.0.7:8000"})
    assert answer.status_code == 200 and answer.content == b"ok\n"


def test_a_load_balancer_hears_whether_it_is_ready_and_nothing_else(
    db: None, client: Client, settings: Settings
) -> None:
    """A backup or a `verify` that failed is nobody's business outside."""
    settings.SECURE_SSL_REDIRECT = True
    settings.MASTERPOINT_METRICS_TOKEN = "a-token-for-prometheus"
    jobs.run(jobs.VERIFY, lambda: str(1 // 0))
    for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic a-token-for-prometheus"}):
        answer = client.get("/readyz", headers={"Host": "10.0.0.7:8000", **headers})
        assert (answer.status_code, answer.json()) == (200, {"ready": True})
    settings.MASTERPOINT_METRICS_TOKEN = ""
    assert client.get("/readyz", headers={"Authorization": "Bearer "}).json() == {"ready": True}


def test_ready_with_what_is_in_order_for_operators(db: None, client: Client, settings: Settings) -> None:
    settings.MASTERPOINT_METRICS_TOKEN = "a-token-for-prometheus"
    jobs.heartbeat(jobs.LETTERS)
    jobs.run(jobs.VERIFY, lambda: str(1 // 0))
    data = client.get("/readyz", headers=TOKEN).json()
    assert data["ready"] is True
    assert data["checks"]["database"] == "in order" and data["checks"]["sender of letters"] == "in order"
    assert data["checks"]["backup"] == "needs a look" and data["checks"]["verify"] == "out of order"


def test_a_server_that_an_upgrade_forgot_to_stop_is_no_longer_ready(db: None, client: Client) -> None:
    assert client.get("/readyz").status_code == 200
    MigrationRecorder(connection).record_applied("ledger", "9999_of_a_later_version")
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (503, {"ready": False})


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic a-token"}])
def test_metrics_only_with_the_token(
    db: None, client: Client, metrics: Callable[..., dict[tuple[str, ...], float]], headers: dict[str, str]
) -> None:
    assert client.get("/metrics", headers=headers).status_code == 404


def test_there_are_no_metrics_without_a_setting(db: None, client: Client) -> None:
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_alarms_ask_for_figures_that_are_there(db: None, client: Client, settings: Settings) -> None:
    """And none of our labels is one that Prometheus gives itself, and so renames."""
    settings.MASTERPOINT_METRICS_TOKEN = "a-token-for-prometheus"
    for name in jobs.NAMES:
        jobs.run(name, lambda: "done")
    families = list(text_string_to_metric_families(client.get("/metrics", headers=TOKEN).content.decode()))
    samples = {sample.name: sample.labels for family in families for sample in family.samples}
    assert all({"job", "instance"}.isdisjoint(labels) for labels in samples.values())
    metrics = set(re.findall(r"masterpoint_\w+", ALARMS))
    assert metrics and metrics <= samples.keys()
    works = {row.labels["work"] for family in families for row in family.samples if "work" in row.labels}
    job_names = re.findall(r'work=~?"([^"]+)"', ALARMS)
    assert job_names and {work for words in job_names for work in words.split("|")} <= works


def test_metrics_count_requests_filings_letters_and_work(
    db: None, client: Client, metrics: Callable[..., dict[tuple[str, ...], float]]
) -> None:
    before = metrics(client)
    client.get("/")
    client.get("/nowhere/")
    client.post("/sign-in/", {"username": "nobody@example.org", "password": "wrong"})
    Letter.objects.create(to="a@example.org", subject="s", text="t", went_wrong="refused")
    jobs.run("backup", lambda: "made")
    jobs.run("verify", lambda: str(1 // 0))
    after = metrics(client)
    assert after["masterpoint_requests_total", "read", "2xx"] - before["masterpoint_requests_total", "read", "2xx"] == 1
    assert after["masterpoint_requests_total", "read", "4xx"] - before["masterpoint_requests_total", "read", "4xx"] == 1
    assert after["masterpoint_requests_total", "write", "2xx"] > before["masterpoint_requests_total", "write", "2xx"]
    assert before["masterpoint_job_age_seconds", "backup"] == math.inf, "never done, so its alarm rings"
    assert after["masterpoint_job_age_seconds", "backup"] < 60
    assert after["masterpoint_job_failed", "verify"] == 1 and after["masterpoint_job_failed", "backup"] == 0
    name = "masterpoint_letters", "tried without success"
    assert after[name] - before[name] == 1
    assert after["masterpoint_filings", "ebu", "official"] > 0 and after["masterpoint_letters", "given up"] == 0
    assert {kind for name, kind, *_ in after if name == "masterpoint_waiting"} == {
        *("drafts", "filings", "proposals", "questions"),
    }
    assert after["masterpoint_disk_free_bytes", ""] > 0


@pytest.mark.parametrize(("error", "status"), [(ZeroDivisionError, 500), (OperationalError, 503)])
def test_an_error_page_shows_the_number_of_the_request(
    db: None, monkeypatch: pytest.MonkeyPatch, error: type[Any], status: int
) -> None:
    def fails(*_: Any) -> None:
        raise error("on purpose")

    monkeypatch.setattr(public, "page_of", fails)
    answer = Client(raise_request_exception=False).get("/f/ebu/")
    assert answer.status_code == status
    assert f"request {answer['X-Request-ID']}" in answer.content.decode()


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("/nowhere/", {}, 404),
        ("/", {"Host": "elsewhere.example"}, 400),
        ("/sign-in/", {"X-CSRFToken": "wrong"}, 403),
    ],
)
def test_every_error_page_shows_it(db: None, address: str, headers: dict[str, str], status: int) -> None:
    ask = Client(enforce_csrf_checks=True)
    answer = ask.post(address, headers=headers) if status == 403 else ask.get(address, headers=headers)
    assert answer.status_code == status
    assert f"request {answer['X-Request-ID']}" in answer.content.decode()


def test_a_proxy_may_number_requests_and_nobody_else(db: None, client: Client, settings: Settings) -> None:
    headers = {"X-Request-ID": "0123456789abcdef"}
    assert client.get("/", headers=headers)["X-Request-ID"] != headers["X-Request-ID"]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert client.get("/", headers=headers)["X-Request-ID"] == headers["X-Request-ID"]
    assert client.get("/", headers={"X-Request-ID": "<script>alert(1)</script>"})["X-Request-ID"].isalnum()


def test_a_request_is_a_line_of_json(db: None, client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "masterpoint.requests"):
        answer = client.get("/find/", {"q": "Ada Private"})
    (record,) = [record for record in caplog.records if record.name == "masterpoint.requests"]
    line = json.loads(JsonLines().format(record))
    assert (line["method"], line["path"], line["status"]) == ("GET", "/find/", answer.status_code)
    assert line["level"] == "info" and line["milliseconds"] >= 0 and "Private" not in json.dumps(line)


@pytest.mark.parametrize(
    ("address", "logged"),
    [
        ("/forgotten/Mg/c8x-abcdef0123456789/", "/forgotten/…/"),
        ("/letters/stop/Zm9vYmFy:secret/", "/letters/stop/…/"),
        ("/forgotten/", "/forgotten/"),
        ("/forgotten/sent/", "/forgotten/sent/"),
    ],
)
def test_no_key_of_a_letter_is_in_the_log(
    db: None, client: Client, caplog: pytest.LogCaptureFixture, address: str, logged: str
) -> None:
    with caplog.at_level(logging.INFO, "masterpoint.requests"):
        answer = client.get(address)
    (record,) = [record for record in caplog.records if record.name == "masterpoint.requests"]
    line = json.loads(JsonLines().format(record))
    assert (line["path"], line["message"]) == (logged, f"GET {logged} {answer.status_code}")
    assert TextLines().format(record) == line["message"]


def test_an_error_is_a_line_of_json_too() -> None:
    try:
        raise ValueError("a\nb")
    except ValueError as error:
        record = logging.LogRecord("x", logging.ERROR, "", 1, "it %s", ("failed",), (ValueError, error, None))
    text = JsonLines().format(record)
    assert "\n" not in text and json.loads(text)["message"] == "it failed" and "a\nb" in json.loads(text)["error"]


def test_staff_see_how_the_centre_is_doing_and_others_do_not(db: None, client: Client) -> None:
    for who, status in (("scorer", 404), ("staff", 200)):
        client.force_login(User.objects.get(email=f"{who}@ebu.example"), "django.contrib.auth.backends.ModelBackend")
        answer = client.get("/status/")
        assert answer.status_code == status
    page = answer.content.decode()
    assert "Nobody has sent letters yet" in page and "out of order" in page
    assert "start <code>masterpoint work</code>" in page and "`" not in page
    assert client.get("/office/ebu/").content.decode().count('href="/status/"') == 1
