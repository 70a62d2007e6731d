"""Tokens, scopes, limits, idempotency, and everything that can be malformed."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client, RequestFactory
from pytest_django import Settings

from answers import Answer, existing
from masterpoint.api import filing_acts
from masterpoint.centre import limits
from masterpoint.centre.accounts import tokens
from masterpoint.centre.accounts.models import Token, User
from masterpoint.centre.closing import months as closing
from masterpoint.centre.filing import ending, judging, keys
from masterpoint.centre.filing.models import Filing, IdempotencyKey
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry import queries as registry
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.errors import MasterpointError, Problem
from web.test_api_kit import ADDED, EBU, FILES, ROOT, evening, is_problem, key_for, post, ranked_list, upload

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def generous(settings: Settings) -> None:
    settings.MASTERPOINT_LIMITS = settings.MASTERPOINT_LIMITS | {"address": 10_000, "token": 10_000}


@pytest.fixture
def scorer() -> User:
    return User.objects.get(email="scorer@ebu.example")


# Tokens and scopes


def test_only_the_digest_of_a_token_is_kept(scorer: User) -> None:
    token, secret = tokens.issue(scorer, "club computer", ["read", "file"])
    stored = Token.objects.filter(pk=token.pk).values().get()
    assert secret not in str(stored)
    assert stored["digest"] == tokens.digest_of(secret)
    assert len({tokens.issue(scorer, "another", ["read"])[1] for _ in range(20)}) == 20


def test_a_revoked_token_opens_nothing_and_says_so(client: Client, scorer: User) -> None:
    token, secret = tokens.issue(scorer, "lost laptop", ["read"])
    key: dict[str, Any] = {"HTTP_AUTHORIZATION": f"Bearer {secret}"}
    assert client.get(f"{ROOT}/account", **key).status_code == 200
    first = tokens.revoke(token).revoked_at
    assert tokens.revoke(token).revoked_at == first
    answer = client.get(f"{ROOT}/account", **key)
    is_problem(answer, 401)
    assert 'error="invalid_token"' in answer["WWW-Authenticate"]
    is_problem(client.get(f"{ROOT}/schemes", **key), 401)


def test_the_token_of_a_closed_account_opens_nothing(client: Client, scorer: User) -> None:
    key = key_for("scorer")
    User.objects.filter(pk=scorer.pk).update(is_active=False)
    is_problem(client.get(f"{ROOT}/account", **key), 401)


def test_that_a_token_was_used_is_noted_once_a_minute(client: Client, scorer: User) -> None:
    token, secret = tokens.issue(scorer, "club computer", ["read"])
    key: dict[str, Any] = {"HTTP_AUTHORIZATION": f"bearer  {secret}"}
    client.get(f"{ROOT}/account", **key)
    token.refresh_from_db()
    first = token.last_used_at
    assert first is not None
    client.get(f"{ROOT}/account", **key)
    token.refresh_from_db()
    assert token.last_used_at == first
    earlier = datetime.now(UTC) - timedelta(hours=1)
    Token.objects.filter(pk=token.pk).update(last_used_at=earlier)
    client.get(f"{ROOT}/account", **key)
    token.refresh_from_db()
    assert token.last_used_at > earlier


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Bearer nonsense", "Basic eDp5", "nonsense", "Bearer \udcff"])
@pytest.mark.parametrize("address", [f"{ROOT}/account", f"{ROOT}/schemes"])
def test_a_bad_token_is_refused_everywhere(client: Client, header: str, address: str) -> None:
    answer = client.get(address, HTTP_AUTHORIZATION=header)
    is_problem(answer, 401)
    assert answer["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize(
    ("scope", "method", "address"),
    [
        ("read", "get", f"{ROOT}/account"),
        ("read", "get", f"{ROOT}/filings"),
        ("read", "get", f"{EBU}/leaders"),
        ("check", "post", f"{ROOT}/award"),
        ("check", "post", f"{ROOT}/check"),
        ("file", "post", FILES),
        ("file", "post", FILES.replace("filings", "preview")),
        ("read", "get", f"{EBU}/months"),
        ("read", "get", f"{EBU}/players/matches?name=ada"),
    ],
)
def test_a_token_opens_only_its_scopes(client: Client, scope: str, method: str, address: str) -> None:
    def ask(key: dict[str, Any]) -> Answer:
        return client.get(address, **key) if method == "get" else post(client, address, evening(), **key)

    assert ask(key_for("scorer", scope)).status_code in (200, 201)
    lacking = ask(key_for("scorer", *(set(tokens.SCOPES) - {scope})))
    is_problem(lacking, 403)
    assert "insufficient_scope" in lacking["WWW-Authenticate"]


def test_a_scope_gives_nothing_that_the_account_may_not(client: Client) -> None:
    problem = is_problem(post(client, FILES, evening(), **key_for("treasurer", "file")), 403)
    assert problem["type"].endswith("#not-allowed")


def test_tokens_from_the_command_line(client: Client) -> None:
    output = io.StringIO()
    call_command(
        "api_token", "issue", "Scorer@EBU.example", "--name", "club computer", "--scope", "read", stdout=output
    )
    secret = output.getvalue().strip()
    assert client.get(f"{ROOT}/account", HTTP_AUTHORIZATION=f"Bearer {secret}").status_code == 200
    output = io.StringIO()
    call_command("api_token", "list", "scorer@ebu.example", stdout=output)
    number, name, scopes, state = output.getvalue().strip().split("\t")
    until = datetime.now(UTC) + timedelta(days=365)
    assert (name, scopes, state) == ("club computer", "read", f"in use until {until:%Y-%m-%d}")
    call_command("api_token", "revoke", "scorer@ebu.example", "--id", number, stdout=output)
    is_problem(client.get(f"{ROOT}/account", HTTP_AUTHORIZATION=f"Bearer {secret}"), 401)
    for wrong in (
        ("issue", "nobody@example.org", "--name", "x", "--scope", "read"),
        ("issue", "scorer@ebu.example", "--name", " ", "--scope", "read"),
        ("issue", "scorer@ebu.example", "--name", "x"),
        ("revoke", "secretary@ebu.example", "--id", number),
    ):
        with pytest.raises(CommandError):
            call_command("api_token", *wrong, stdout=output)


def test_a_token_needs_known_scopes(scorer: User) -> None:
    with pytest.raises(tokens.NoSuchToken) as refused:
        tokens.issue(scorer, "", ["read", "everything"])
    assert {problem.place for problem in refused.value.problems} == {"scope", "name"}


# Limits


def test_an_address_may_ask_so_often_a_minute(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MASTERPOINT_LIMITS = settings.MASTERPOINT_LIMITS | {"address": 3, "token": 5}
    monkeypatch.setattr(limits, "now", lambda: 600.0 + 15)
    for _ in range(3):
        assert client.get(f"{ROOT}/schemes/ebu").status_code == 200
    answer = client.get(f"{ROOT}/schemes/ebu")
    problem = is_problem(answer, 429)
    assert answer["Retry-After"] == "45"
    assert "45 seconds" in problem["problems"][0]["fix"]
    assert client.get(f"{ROOT}/schemes/ebu", REMOTE_ADDR="192.0.2.7").status_code == 200
    monkeypatch.setattr(limits, "now", lambda: 600.0 + 60)
    assert client.get(f"{ROOT}/schemes/ebu").status_code == 200


def test_a_token_has_a_limit_of_its_own(client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MASTERPOINT_LIMITS = settings.MASTERPOINT_LIMITS | {"address": 1, "token": 5}
    monkeypatch.setattr(limits, "now", lambda: 600.0)
    keys = [key_for("scorer"), key_for("scorer")]
    for key in keys:
        for _ in range(5):
            assert client.get(f"{ROOT}/schemes/ebu", **key).status_code == 200
        is_problem(client.get(f"{ROOT}/schemes/ebu", **key), 429)


def test_guessing_tokens_uses_up_the_limit_of_the_address(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MASTERPOINT_LIMITS = settings.MASTERPOINT_LIMITS | {"address": 2, "token": 5}
    monkeypatch.setattr(limits, "now", lambda: 600.0)
    for status in (401, 401, 429, 429):
        is_problem(client.get(f"{ROOT}/account", HTTP_AUTHORIZATION="Bearer guess"), status)


def test_only_our_own_proxy_is_believed_about_addresses(settings: Settings) -> None:
    request = RequestFactory().get("/", HTTP_X_FORWARDED_FOR="198.51.100.1, 203.0.113.9", REMOTE_ADDR="127.0.0.1")
    assert limits.address_of(request) == "127.0.0.1"
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert limits.address_of(request) == "203.0.113.9"


def test_without_settings_of_ones_own_there_are_limits_all_the_same(settings: Settings) -> None:
    settings.MASTERPOINT_LIMITS = {}
    assert 0 < limits.limit_of("address") < limits.limit_of("token")


# Filing, once and no more


def test_an_event_is_filed_once_with_a_receipt(client: Client) -> None:
    key = key_for("scorer")
    first = post(client, FILES, evening(), **key)
    assert first.status_code == 201
    filed = first.json()
    assert not filed["already"]
    assert first["Location"] == f"{ROOT}/filings/{filed['receipt']}"
    assert client.get(first["Location"], **key).json()["state"] == "provisional"
    again = post(client, FILES, evening(name="under another name"), **key)
    assert again.status_code == 200
    assert again.json() == filed | {"already": True}


def test_a_file_is_filed_like_its_event(client: Client) -> None:
    key = key_for("scorer")
    first = client.post(FILES, upload(boards="24"), **key)
    assert first.status_code == 201, first.content
    filing = Filing.objects.get(receipt=first.json()["receipt"])
    version = filing.versions.get()
    assert bytes(version.original) == ranked_list()
    assert (version.original_name, version.format) == ("pairs.csv", "ranked list")
    assert existing(filing.filed_by).email == "scorer@ebu.example"


def test_the_same_key_and_request_get_the_same_answer_word_for_word(client: Client) -> None:
    key: dict[str, Any] = key_for("scorer") | {"HTTP_IDEMPOTENCY_KEY": "evening-1"}
    first = post(client, FILES, evening(), **key)
    again = post(client, FILES, evening(), **key)
    assert (first.status_code, first.content, first["Location"]) == (201, again.content, again["Location"])
    assert again.status_code == 201
    assert Filing.objects.filter(receipt=first.json()["receipt"]).count() == 1
    # Whatever became of the filing since: the answer stays.
    ending.withdraw(Filing.objects.get(receipt=first.json()["receipt"]), by=None, reason="wrong evening")
    postings = Posting.objects.count()
    assert post(client, FILES, evening(), **key).content == first.content
    closing.close_month("ebu", datetime(2026, 11, 1).date(), by=None, today=datetime(2026, 12, 1).date())
    assert post(client, FILES, evening(), **key).content == first.content
    assert Posting.objects.count() == postings


def test_the_answer_already_filed_is_remembered_as_well(client: Client) -> None:
    post(client, FILES, evening(), **key_for("scorer"))
    key: dict[str, Any] = key_for("secretary") | {"HTTP_IDEMPOTENCY_KEY": "evening-1"}
    answers = [post(client, FILES, evening(), **key) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].content == answers[1].content
    assert answers[0].json()["already"]


def test_the_same_key_for_another_request_is_refused(client: Client) -> None:
    key: dict[str, Any] = key_for("scorer") | {"HTTP_IDEMPOTENCY_KEY": "evening-1"}
    post(client, FILES, evening(), **key)
    for other in (evening(day="2026-11-13"), evening(name="another name")):
        problem = is_problem(post(client, FILES, other, **key), 422)
        assert problem["type"].endswith("#key-used-before")
    is_problem(client.post(FILES, upload(boards="24"), **key), 422)
    staff = key_for("staff") | {"HTTP_IDEMPOTENCY_KEY": "evening-1"}
    assert post(client, FILES, evening(), **staff).status_code == 200  # a key belongs to its account


def test_files_are_the_same_request_however_they_are_packed(client: Client) -> None:
    key: dict[str, Any] = key_for("scorer") | {"HTTP_IDEMPOTENCY_KEY": "evening-1"}
    first = client.post(FILES, upload(boards="24"), **key)
    fields = {"grade": "", "boards": "24", "file": SimpleUploadedFile("pairs.csv", ranked_list(), "text/csv")}
    assert client.post(FILES, fields, **key).content == first.content
    is_problem(client.post(FILES, upload(boards="26"), **key), 422)


def test_a_key_whose_request_failed_is_free_again(client: Client) -> None:
    key: dict[str, Any] = key_for("scorer") | {"HTTP_IDEMPOTENCY_KEY": "evening-1"}
    is_problem(post(client, FILES, evening() | {"boards": 0}, **key), 422)
    assert post(client, FILES, evening(), **key).status_code == 201


def test_a_file_sent_with_a_key_is_read_and_judged_before_the_transaction(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    depth = len(connection.savepoint_ids)
    at_depth: list[int] = []
    for module, name in ((filing_acts, "_import"), (judging, "judge")):
        monkeypatch.setattr(module, name, _recording(getattr(module, name), at_depth))
    key: dict[str, Any] = key_for("scorer") | {"HTTP_IDEMPOTENCY_KEY": "evening-1"}
    assert post(client, FILES, evening(), **key).status_code == 201
    assert at_depth == [depth, depth]


def _recording(function: Callable[..., Any], at_depth: list[int]) -> Callable[..., Any]:
    def call(*args: Any) -> Any:
        at_depth.append(len(connection.savepoint_ids))
        return function(*args)

    return call


def test_a_race_for_a_key_undoes_what_the_loser_did(
    client: Client, scorer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other request comes in between our look and our write."""
    key: dict[str, Any] = key_for("scorer") | {"HTTP_IDEMPOTENCY_KEY": "evening-1"}
    seen = keys.stored_answer
    started: list[bool] = []
    raced: list[Answer] = []

    def stored_answer(*args: Any) -> Any:
        if not started:
            started.append(True)
            raced.append(post(client, FILES, evening(day="2026-11-09"), **key))
            return None
        return seen(*args)

    monkeypatch.setattr(keys, "stored_answer", stored_answer)
    before = Posting.objects.count()
    problem = is_problem(post(client, FILES, evening(), **key), 422)
    assert problem["type"].endswith("#key-used-before")
    assert raced[0].status_code == 201
    assert Posting.objects.count() == before + 1
    assert IdempotencyKey.objects.get().filing.receipt == raced[0].json()["receipt"]


@pytest.mark.parametrize("key", ["x" * 81, "two words", "n\xf6n", "\x07"])
def test_a_key_must_be_a_short_plain_word(client: Client, key: str) -> None:
    problem = is_problem(post(client, FILES, evening(), **key_for("scorer"), HTTP_IDEMPOTENCY_KEY=key), 422)
    assert problem["problems"][0]["place"] == "Idempotency-Key"


def test_unknown_players_are_all_named_and_can_be_told(client: Client) -> None:
    event = evening()
    person = Person.objects.get(number=event["lists"][0]["entries"][0]["players"][0]["id"], federation="ebu")
    event["lists"][0]["entries"][0]["players"][0] = {"name": "A. Visitor"}
    event["lists"][0]["entries"][1]["players"][0] = {"name": "Another  Visitor", "id": "99999"}
    problem = is_problem(post(client, FILES, event, **key_for("scorer")), 422)
    assert [item["place"] for item in problem["problems"]] == ["name:a. visitor", "99999"]
    assert problem["type"].endswith("#not-filed")
    assert Filing.objects.filter(day="2026-11-14").count() == 0
    other = registering.register(person.federation, "Another", "Visitor", on=existing(person.joined_on), by=None)
    people = {"name:a. visitor": person.number, "99999": other.number}
    data = json.dumps(event).encode()
    sent = {"file": SimpleUploadedFile("x.json", data), "people": json.dumps(people | {"99999": "no such number"})}
    is_problem(client.post(FILES, sent, **key_for("scorer")), 422)
    sent = {"file": SimpleUploadedFile("x.json", data), "people": json.dumps(people)}
    assert client.post(FILES, sent, **key_for("scorer")).status_code == 201


def test_an_event_of_another_book_is_not_filed(client: Client) -> None:
    problem = is_problem(post(client, FILES, evening() | {"scheme": "wbu"}, **key_for("scorer")), 422)
    assert problem["problems"][0]["place"] == "scheme"


def test_a_closed_month_takes_nothing_new(client: Client) -> None:
    problem = is_problem(post(client, FILES, evening(day="2026-10-03"), **key_for("scorer")), 422)
    assert problem["type"].endswith("#month-closed")


# Malformed


def test_too_much_is_refused_before_it_is_read(client: Client, settings: Settings) -> None:
    settings.MASTERPOINT_LARGEST_UPLOAD = 2000
    for operation, key in (("award", {}), ("check", {}), (FILES, key_for("scorer"))):
        address = operation if operation == FILES else f"{ROOT}/{operation}"
        is_problem(post(client, address, b"{" + b" " * 2000, **key), 413)
        is_problem(client.post(address, upload(b"x" * 2001), **key), 413)
        is_problem(client.post(address, upload(b"x" * 100_000), **key), 413)


def test_a_body_beyond_what_django_takes_is_too_large(client: Client, settings: Settings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    is_problem(post(client, f"{EBU}/players/lookup", {"numbers": ["1" * 2000]}), 413)
    is_problem(post(client, f"{ROOT}/award", b"{" + b" " * 2000), 413)


@pytest.mark.parametrize("kind", ["text/plain", "application/xml", "application/x-www-form-urlencoded", "", "//"])
def test_other_formats_are_refused(client: Client, kind: str) -> None:
    problem = is_problem(post(client, f"{ROOT}/award", "x", content_type=kind), 415)
    assert "multipart/form-data" in problem["problems"][0]["fix"]


EVENTS = [
    b" ",
    b"\xff\xfe",
    b"{",
    b"[]",
    b"null",
    b"{}",
    b'{"form": "session"}',
    b'{"form": ["session"]}',
    b'{"form": "session", "boards": NaN}',
    b'{"form": "session", "boards": 1e999999999}',
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b'{"form": "session", "boards": ' + b"9" * 5000 + b"}",
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: repr(event[:30]))
def test_malformed_events_are_problems(client: Client, event: bytes) -> None:
    is_problem(post(client, f"{ROOT}/award", event), 422)
    assert post(client, f"{ROOT}/check", event).status_code == 200
    is_problem(post(client, FILES, event, **key_for("scorer")), 422)


@pytest.mark.parametrize("name", ["\0", "\ud800", "a\udfffb"])
def test_text_that_cannot_be_kept_is_refused(client: Client, name: str) -> None:
    event = evening(name=name)
    problem = is_problem(post(client, FILES, event, **key_for("scorer")), 422)
    assert "cannot be stored" in problem["problems"][0]["message"]


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"boards": "many"},
        {"boards": "0"},
        {"day": "yesterday"},
        {"grade": "x" * 61},
        {"grade": "\0"},
        {"people": "{"},
        {"people": "[1]"},
        {"people": '{"a": 1}'},
        {"colur": "red"},
    ],
)
def test_fields_that_do_not_fit_are_all_told(client: Client, fields: dict[str, Any]) -> None:
    sent = dict(fields) if not fields else upload(**fields)
    problem = is_problem(client.post(FILES, sent, **key_for("scorer")), 422)
    assert problem["problems"][0]["place"].startswith(next(iter(fields), "file"))


def test_all_fields_that_do_not_fit_are_told_at_once(client: Client) -> None:
    sent = {"day": "yesterday", "boards": "0", "other": SimpleUploadedFile("x", b"x")}
    problem = is_problem(client.post(f"{ROOT}/award", sent), 422)
    assert {item["place"] for item in problem["problems"]} == {"file", "day", "boards", "other"}
    assert {"yesterday", "0"} <= {item["value"] for item in problem["problems"]}


@pytest.mark.parametrize(
    "body", [b" ", b"--x", b"--x\r\n\r\n", b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nz']
)
@pytest.mark.parametrize("kind", ["multipart/form-data", "multipart/form-data; boundary=x"])
def test_broken_uploads_are_problems(client: Client, body: bytes, kind: str) -> None:
    answer = client.generic("POST", f"{ROOT}/award", body, content_type=kind)
    assert answer.status_code in (400, 422)
    is_problem(answer, answer.status_code)


def test_a_length_that_is_none_is_a_problem(client: Client) -> None:
    for length, status in (("-1", 400), ("many", 400), ("²", 400), ("9" * 30, 400), ("9" * 12, 413)):
        is_problem(post(client, f"{ROOT}/award", evening(), CONTENT_LENGTH=length), status)


@pytest.mark.parametrize(
    "address",
    [
        ROOT,
        f"{ROOT}/nothing",
        f"{ROOT}/schemes/",
        f"{ROOT}/schemes/ebu/nothing",
        f"{ROOT}/%00",
        f"{ROOT}/%0a",
        f"{ROOT}/filings/{'A' * 12}",
        f"{ROOT}/federations/xbu/players?q=a",
        f"{EBU}/players/%F0%9F%83%8F",
    ],
)
def test_nothing_here_is_a_problem(client: Client, address: str) -> None:
    is_problem(client.get(address, **key_for("staff")), 404)


@pytest.mark.parametrize(
    "address",
    [
        f"{ROOT}/federations/%00/players?q=a",
        f"{ROOT}/federations/EBU!/leaders",
        f"{EBU}/players?q=%00",
        f"{EBU}/players?q=",
        f"{EBU}/players",
        f"{EBU}/players/%00",
        f"{EBU}/players/{'1' * 41}",
        f"{EBU}/players/1/lines/x",
        f"{EBU}/players/1/lines/99999999999999999999999999",
        f"{EBU}/players?q=a&page=99999999999999999999",
        f"{EBU}/leaders?rank=%00",
        f"{EBU}/leaders?within=%00",
        f"{EBU}/players/1?as_at=2026-13-01",
        f"{ROOT}/filings?whose=everybodys",
    ],
)
def test_values_that_do_not_fit_are_problems(client: Client, address: str) -> None:
    is_problem(client.get(address, **key_for("staff")), 422)


@pytest.mark.parametrize("method", ["put", "patch", "delete", "options", "post"])
def test_other_methods_are_problems(client: Client, method: str) -> None:
    answer = getattr(client, method)(f"{ROOT}/schemes")
    is_problem(answer, 405)
    assert answer["Allow"] == "GET"


def test_a_fault_of_ours_tells_a_reference_and_nothing_else(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Federation | str) -> None:
        raise RuntimeError("the password is swordfish")

    monkeypatch.setattr(registry, "search", broken)
    problem = is_problem(client.get(f"{EBU}/players?q=a"), 500)
    assert "swordfish" not in json.dumps(problem)
    assert problem["instance"] in caplog.text
    assert "swordfish" in caplog.text


def test_an_error_of_a_service_that_nobody_named_is_a_problem_all_the_same(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Federation | str) -> None:
        raise MasterpointError(Problem("here", "this", "is wrong", "mend it", "EBU 1.1"))

    monkeypatch.setattr(registry, "search", refuse)
    problem = is_problem(client.get(f"{EBU}/players?q=a"), 422)
    assert problem["problems"] == [
        {
            "place": "here",
            "value": "this",
            "message": "is wrong",
            "fix": "mend it",
            "clause": "EBU 1.1",
            "who": "",
            "line": 0,
            "spot": "",
        }
    ]


def test_answers_are_not_kept_on_the_way(client: Client) -> None:
    assert client.get(f"{ROOT}/account", **key_for("scorer"))["Cache-Control"] == "no-store"


def test_added_fields_work_for_results_files_alone(client: Client) -> None:
    assert client.post(f"{ROOT}/award", upload(**ADDED)).status_code == 200


def test_the_office_files_late_and_others_are_told_who_can(client: Client) -> None:
    closing.close_month("ebu", datetime(2026, 11, 1).date(), by=None, today=datetime(2026, 12, 1).date())
    late = f"{FILES}?late_reason=lost%20in%20the%20post"
    problem = is_problem(post(client, FILES, evening(), **key_for("scorer")), 422)
    assert "office of the English Bridge Union" in problem["problems"][0]["fix"]
    is_problem(post(client, late, evening(), **key_for("scorer")), 403)
    is_problem(post(client, FILES, evening(), **key_for("staff")), 422)
    key: dict[str, Any] = key_for("staff") | {"HTTP_IDEMPOTENCY_KEY": "evening-1"}
    answer = post(client, late, evening(), **key)
    assert answer.status_code == 201
    assert post(client, late, evening(), **key).content == answer.content
    filing = client.get(answer["Location"], **key).json()
    assert (filing["state"], filing["late_reason"]) == ("official", "lost in the post")
