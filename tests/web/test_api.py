"""Every operation of the API, as every role and without a token; what it answers, and what it never shows."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from answers import Answer, existing
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing.models import Invoice
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger import reasons
from masterpoint.centre.ledger import services as posting
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.people import statuses
from masterpoint.centre.records import entrants
from masterpoint.centre.records import queries as records
from masterpoint.centre.records.models import Rating
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.access import ANONYMOUS
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.schemes import FEDERATIONS
from web.test_api_kit import (
    ADDED,
    EBU,
    FILES,
    ROLES,
    ROOT,
    documented_operations,
    evening,
    file_kind,
    is_problem,
    key_for,
    post,
    upload,
)

pytestmark = pytest.mark.django_db
REPORTS = f"{EBU}/organisations/1001/reports"


@pytest.fixture(autouse=True)
def fresh_limits(settings: Settings) -> None:
    settings.MASTERPOINT_LIMITS = settings.MASTERPOINT_LIMITS | {"address": 10_000, "token": 10_000}


@pytest.fixture
def line() -> Line:
    lines = Line.objects.filter(person__federation="ebu", person__anonymous=False, posting__version__isnull=False)
    return existing(lines.select_related("person").first())


@pytest.fixture
def hidden_player() -> Person:
    return Person.objects.get(federation="ebu", anonymous=True, home_club__number="1001")


@pytest.fixture
def own_filing() -> Filing:
    return existing(Filing.objects.filter(federation="ebu", organisation__number="1001").first())


@pytest.fixture
def other() -> Filing:
    return existing(Filing.objects.filter(federation="ebu", organisation__number="1002").first())


def invoice_of(filing: Filing) -> str:
    return existing(Invoice.objects.filter(organisation=filing.organisation).first()).number


def operations(
    line: Line, hidden_player: Person, own_filing: Filing, other: Filing
) -> list[tuple[str, str, str, set[str], int | tuple[int, int]]]:
    """Each operation: how to call it, and who gets an answer; the others get the problem that is named."""
    roles = set(ROLES)
    accounts = roles - {"nobody"}
    filers = {"scorer", "secretary", "staff"}
    treasurers = {"secretary", "treasurer", "finance", "staff"}
    person = f"{EBU}/players/{line.person.number}"
    return [
        ("schemes", "get", f"{ROOT}/schemes", roles, 0),
        ("scheme", "get", f"{ROOT}/schemes/ebu", roles, 0),
        ("clauses", "get", f"{ROOT}/schemes/ebu/clauses", roles, 0),
        ("readings", "get", f"{ROOT}/schemes/ebu/readings", roles, 0),
        ("examples", "get", f"{ROOT}/schemes/ebu/examples", roles, 0),
        ("award", "post", f"{ROOT}/award", roles, 0),
        ("check", "post", f"{ROOT}/check", roles, 0),
        ("federations", "get", f"{ROOT}/federations", roles, 0),
        ("players", "get", f"{EBU}/players?q=a", roles, 0),
        ("lookup", "post", f"{EBU}/players/lookup", roles, 0),
        ("matches", "get", f"{EBU}/players/matches?name=ada&club=1001", roles, 0),
        ("months", "get", f"{EBU}/months", roles, 0),
        ("record", "get", person, roles, 0),
        ("record", "get", f"{person}?as_at=2026-10-01", roles, 0),
        ("record", "get", f"{EBU}/players/{hidden_player.number}", {"secretary", "staff"}, 404),
        ("statement", "get", f"{person}/statement", roles, 0),
        ("statement", "get", f"{EBU}/players/{hidden_player.number}/statement", {"secretary", "staff"}, 404),
        ("explain-line", "get", f"{person}/lines/{line.pk}", roles, 0),
        ("leaders", "get", f"{EBU}/leaders?year=2026&colour=local&within=1001", roles, 0),
        ("account", "get", f"{ROOT}/account", accounts, 401),
        ("filings", "get", f"{ROOT}/filings", accounts, 401),
        ("filing", "get", f"{ROOT}/filings/{own_filing.receipt}", filers, 404),
        # Everything in the demo was filed by the scorer, who may always see what they filed.
        ("filing", "get", f"{ROOT}/filings/{other.receipt}", {"scorer", "staff"}, 404),
        ("explain-award", "get", f"{ROOT}/filings/{own_filing.receipt}/awards/0", filers, 404),
        ("explain-award", "get", f"{ROOT}/filings/{other.receipt}/awards/0", {"scorer", "staff"}, 404),
        ("preview", "post", FILES.replace("filings", "preview"), filers, 403),
        ("preview", "post", f"{EBU}/organisations/1002/preview", {"staff"}, 403),
        # A scorer corrects what they filed and does not withdraw it; the others do not see it.
        ("correct", "post", f"{ROOT}/filings/{own_filing.receipt}/versions?{DRY}", filers, (403, 404)),
        (
            "correct",
            "post",
            f"{ROOT}/filings/{other.receipt}/versions?{DRY}&organiser_confirmed=true",
            {"staff"},
            (403, 404),
        ),
        ("charges", "get", f"{ROOT}/filings/{own_filing.receipt}/charges", treasurers, (404, 404)),
        ("charges", "get", f"{ROOT}/filings/{other.receipt}/charges", {"finance", "staff"}, (404, 404)),
        ("charge-fact", "post", f"{ROOT}/filings/{own_filing.receipt}/charges/facts", treasurers, (404, 404)),
        ("charge-fact", "post", f"{ROOT}/filings/{other.receipt}/charges/facts", {"finance", "staff"}, (404, 404)),
        ("charge-code", "post", f"{ROOT}/filings/{own_filing.receipt}/charges/code", treasurers, (404, 404)),
        ("charge-code", "post", f"{ROOT}/filings/{other.receipt}/charges/code", {"finance", "staff"}, (404, 404)),
        ("withdraw", "post", f"{ROOT}/filings/{own_filing.receipt}/withdrawal", {"secretary", "staff"}, (403, 404)),
        ("withdraw", "post", f"{ROOT}/filings/{other.receipt}/withdrawal", {"staff"}, (403, 404)),
        ("organisation-account", "get", f"{EBU}/accounts/1001", treasurers, (401, 404)),
        ("organisation-account", "get", f"{EBU}/accounts/1002", {"finance", "staff"}, (401, 404)),
        ("invoice", "get", f"{EBU}/invoices/{invoice_of(own_filing)}", treasurers, (401, 404)),
        ("invoice", "get", f"{EBU}/invoices/{invoice_of(other)}", {"finance", "staff"}, (401, 404)),
        ("invoice-pdf", "get", f"{EBU}/invoices/{invoice_of(own_filing)}/pdf", treasurers, (401, 404)),
        ("invoice-pdf", "get", f"{EBU}/invoices/{invoice_of(other)}/pdf", {"finance", "staff"}, (401, 404)),
        ("invoice-csv", "get", f"{EBU}/invoices/{invoice_of(own_filing)}/csv", treasurers, (401, 404)),
        ("invoice-csv", "get", f"{EBU}/invoices/{invoice_of(other)}/csv", {"finance", "staff"}, (401, 404)),
        ("account-pdf", "get", f"{EBU}/accounts/1001/statement/pdf", treasurers, (401, 404)),
        ("account-pdf", "get", f"{EBU}/accounts/1002/statement/pdf", {"finance", "staff"}, (401, 404)),
        ("account-csv", "get", f"{EBU}/accounts/1001/statement/csv", treasurers, (401, 404)),
        ("account-csv", "get", f"{EBU}/accounts/1002/statement/csv", {"finance", "staff"}, (401, 404)),
        ("reports", "get", f"{EBU}/organisations/1001/reports", treasurers, (401, 404)),
        ("reports", "get", f"{EBU}/organisations/1002/reports", {"finance", "staff"}, (401, 404)),
        ("report", "get", f"{REPORTS}/events?period=2026-10", treasurers, (401, 404)),
        ("report", "get", f"{REPORTS}/contacts", {"secretary", "staff"}, (401, 404)),
        ("report-csv", "get", f"{REPORTS}/costs/csv?period=2026-Q3", treasurers, (401, 404)),
        ("report-csv", "get", f"{REPORTS}/contacts/csv", {"secretary", "staff"}, (401, 404)),
        ("report-pdf", "get", f"{REPORTS}/noticeboard/pdf?period=2026-10", {"secretary", "staff"}, (401, 404)),
        # Nobody was promoted in that month; who gets them is in test_api_reports.
        ("report-certificates-pdf", "get", f"{REPORTS}/promotions/certificates?period=2020-01", set(), 404),
        ("statement-pdf", "get", f"{person}/statement/pdf", roles, 0),
        ("statement-pdf", "get", f"{EBU}/players/{hidden_player.number}/statement/pdf", {"secretary", "staff"}, 404),
        ("statement-csv", "get", f"{person}/statement/csv?as_at=2026-10-01", roles, 0),
        ("statement-csv", "get", f"{EBU}/players/{hidden_player.number}/statement/csv", {"secretary", "staff"}, 404),
        ("result-pdf", "get", f"{ROOT}/filings/{own_filing.receipt}/result/pdf", filers, (401, 404)),
        ("result-pdf", "get", f"{ROOT}/filings/{other.receipt}/result/pdf", {"scorer", "staff"}, (401, 404)),
        ("result-csv", "get", f"{ROOT}/filings/{own_filing.receipt}/result/csv", filers, (401, 404)),
        ("result-csv", "get", f"{ROOT}/filings/{other.receipt}/result/csv", {"scorer", "staff"}, (401, 404)),
        ("billing-export", "get", f"{EBU}/exports/xero", {"finance", "staff"}, (404, 404)),
        ("accounts", "get", f"{EBU}/accounts", {"finance", "staff"}, (404, 404)),
        ("invoices-due", "get", f"{EBU}/invoice-run?as_at=2026-10-31", {"finance", "staff"}, (404, 404)),
        ("issue-invoices", "post", f"{EBU}/invoice-run", {"finance", "staff"}, (404, 404)),
        ("payments", "get", f"{EBU}/payments", {"finance", "staff"}, (404, 404)),
        ("enter-payments", "post", f"{EBU}/payments", {"finance", "staff"}, (404, 404)),
        ("quote", "post", f"{EBU}/organisations/1001/quote", roles, 0),
        # Without files nobody gets further than that; who may report is in test_credits.
        ("report-credits", "post", f"{EBU}/organisations/1001/credits", set(), 422),
        ("file-sheet", "post", f"{EBU}/organisations/1001/sheets/addition", set(), 422),
        # Other federations have these papers; who may send them is in test_api_papers.
        ("key-credits", "post", f"{ROOT}/federations/abf/organisations/1001/credits/keyed", set(), 403),
        ("issue-certificate", "post", f"{ROOT}/federations/wbu/organisations/1001/certificates", set(), 403),
        ("certificate", "get", f"{ROOT}/federations/wbu/organisations/1001/certificates/WBU-1", set(), 403),
        ("file", "post", FILES, filers, 403),
        ("file", "post", f"{EBU}/organisations/1002/filings?organiser_confirmed=true", {"staff"}, 403),
    ]


KEYED = {
    "event": "Congress",
    "day": "2026-11-10",
    "credits": [{"number": "1", "colour": "green", "points": "0.42"}],
}
CERTIFICATE = {
    "event": "Autumn pairs",
    "name": "Ann Bell",
    "issued": "2026-10-07",
    "parts": [{"title": "Pairs", "points": {"local": "6"}}],
}
BODIES: dict[str, Callable[[Line], dict[str, Any]]] = {
    "award": lambda _: evening(),
    "check": lambda _: evening(),
    "lookup": lambda line: {"numbers": [line.person.number]},
    "file": lambda _: evening(),
    "preview": lambda _: evening(),
    "quote": lambda _: evening(),
    "charge-fact": lambda _: {"fact": "sessions", "value": 1, "reason": "one session"},
    "charge-code": lambda _: {"code": "10", "reason": "an ordinary evening"},
    "issue-invoices": lambda _: {"as_at": "2026-10-31"},
    "enter-payments": lambda _: {"payments": [{"key": "1", "day": "2026-11-02", "amount": "12.50"}]},
    "report-credits": lambda _: {},
    "file-sheet": lambda _: {},
    "key-credits": lambda _: KEYED,
    "issue-certificate": lambda _: CERTIFICATE,
    "correct": lambda _: evening(),
    "withdraw": lambda _: {"reason": "wrong evening"},
}
DRY = "reason=wrong+winners&dry_run=true"


@pytest.mark.parametrize("role", ROLES)
def test_each_role_gets_its_own_answers_and_no_others(
    client: Client, line: Line, hidden_player: Person, own_filing: Filing, other: Filing, role: str
) -> None:
    calls = operations(line, hidden_player, own_filing, other)
    assert {item[0] for item in calls} == {item["operationId"] for item in documented_operations()}
    key = key_for(role)
    for name, method, address, allowed, refusal in calls:
        if method == "get":
            answer = client.get(address, **key)
        else:
            sent = BODIES[name](line) | ({"day": "2026-11-07"} if "1002/filings" in address else {})  # another evening
            answer = post(client, address, sent, **key)
        if role in allowed:
            assert answer.status_code in (200, 201), f"{role} {address} {answer.content!r}"
            assert answer["Content-Type"].partition(";")[0] == file_kind(name)
        else:
            # Without a token, what needs one says so, whatever it is.
            public = name in ("record", "statement", "statement-pdf", "statement-csv")
            refused = (refusal if role == "scorer" else refusal[1:]) if isinstance(refusal, tuple) else (refusal,)
            expected = (401,) if role == "nobody" and not public else refused
            assert answer.status_code in expected, f"{role} {address} {answer.content!r}"
            is_problem(answer, answer.status_code)


def test_cookies_of_the_site_open_nothing(client: Client, own_filing: Filing) -> None:
    client.force_login(User.objects.get(email="staff@ebu.example"), backend="django.contrib.auth.backends.ModelBackend")
    is_problem(client.get(f"{ROOT}/filings/{own_filing.receipt}"), 401)
    is_problem(post(client, FILES, evening()), 401)


# Schemes


def test_every_book_is_told_whole(client: Client) -> None:
    body = client.get(f"{ROOT}/schemes").json()
    assert {item["scheme"] for item in body} == set(FEDERATIONS)
    for scheme, federation in FEDERATIONS.items():
        edition = federation.editions[-1]
        clauses = client.get(f"{ROOT}/schemes/{scheme}/clauses").json()
        assert {item["clause"] for item in clauses} == set(edition.clauses)
        answer = client.get(f"{ROOT}/schemes/{scheme}/clauses?treatment=computed").json()
        assert {item["treatment"] for item in answer} == {"computed"}
        assert len(client.get(f"{ROOT}/schemes/{scheme}/readings").json()) == len(edition.readings)


def test_an_unknown_scheme_or_treatment_is_a_problem(client: Client) -> None:
    is_problem(client.get(f"{ROOT}/schemes/xbu"), 404)
    is_problem(client.get(f"{ROOT}/schemes/ebu/clauses?treatment=ignored"), 422)


# Award and check


@pytest.mark.parametrize("scheme", FEDERATIONS)
def test_every_example_is_awarded_as_it_stands(client: Client, scheme: str) -> None:
    for example in client.get(f"{ROOT}/schemes/{scheme}/examples").json():
        answer = post(client, f"{ROOT}/award", example["event"], content_type="application/toml")
        assert answer.status_code == 200, (example["form"], answer.content)
        body = answer.json()
        for award in body["awards"]:
            assert body["steps"][award["step"]]["value"] == award["points"]


def test_awards_are_text_and_steps_point_at_earlier_ones(client: Client) -> None:
    body = post(client, f"{ROOT}/award", evening()).json()
    assert body["awards"][0]["points"] == "24"
    assert all(isinstance(award["points"], str) for award in body["awards"])
    assert any(step["from"] for step in body["steps"])
    assert all(earlier < step["id"] for step in body["steps"] for earlier in step["from"])


def test_a_results_file_pays_what_its_event_pays(client: Client) -> None:
    from_file = client.post(f"{ROOT}/award", upload(**ADDED))
    assert from_file.status_code == 200, from_file.content
    body = from_file.json()
    event = post(client, f"{ROOT}/award", evening()).json()
    assert [award["points"] for award in body["awards"]] == [award["points"] for award in event["awards"]]
    assert body["format"] == "ranked list"
    assert body["assumed"]


def test_all_that_is_wrong_with_an_event_is_told_at_once(client: Client) -> None:
    event = evening() | {"boards": 0, "contest": "chess", "colour": 7}
    body = is_problem(post(client, f"{ROOT}/award", event), 422)
    assert {"boards", "contest", "colour"} <= {item["place"] for item in body["problems"]}
    assert body["type"].endswith("#not-readable")


@pytest.mark.parametrize("operation", ["award", "check"])
def test_an_event_in_the_body_is_not_told_of_fields_beside_a_file(client: Client, operation: str) -> None:
    """There is no file, and nothing can be sent beside the event."""
    event = {name: value for name, value in evening().items() if name not in ("day", "boards")}
    answer = post(client, f"{ROOT}/{operation}", event).json()
    fixes = {item["place"]: item["fix"] for item in answer.get("problems") or answer["findings"]}
    assert fixes["day"] == fixes["boards"] == "add it"
    refused = is_problem(client.post(f"{ROOT}/award", upload()), 422)
    assert any("send it as a field beside the file" in item["fix"] for item in refused["problems"])


@pytest.mark.parametrize("body", ["[]", "null", "5"])
def test_json_that_is_no_event_is_named_so(client: Client, body: str) -> None:
    (problem,) = is_problem(post(client, f"{ROOT}/award", body), 422)["problems"]
    assert (problem["value"], problem["message"]) == (body, "this is not a table of fields")


def test_what_the_book_refuses_names_its_clause(client: Client) -> None:
    event = evening() | {"form": "stratified", "scheme": "nz"}
    body = is_problem(post(client, f"{ROOT}/award", event), 422)
    assert body["problems"][0]["clause"]
    assert body["type"].endswith("#refused")


def test_a_check_tells_errors_apart_from_warnings_and_pays_what_is_good(client: Client) -> None:
    body = client.post(f"{ROOT}/check", upload(**ADDED)).json()
    assert body["good"], body["findings"]
    assert body["result"]["awards"]
    wrong = client.post(f"{ROOT}/check", upload(b"this is not a results file", **ADDED))
    assert wrong.status_code == 200
    body = wrong.json()
    assert not body["good"]
    assert body["result"] is None
    assert body["findings"][0]["severity"] == "error"
    assert body["findings"][0]["fix"]


@pytest.mark.parametrize("operation", ["award", "check"])
def test_nothing_is_kept(client: Client, operation: str, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    event = evening()
    with django_assert_num_queries(0):
        assert post(client, f"{ROOT}/{operation}", event).status_code == 200


# Players


def test_a_record_is_what_the_ledger_says(client: Client, line: Line) -> None:
    person = line.person
    body = client.get(f"{EBU}/players/{person.number}").json()
    assert body["number"] == person.number
    assert body["holding"]["local"] == str(ledger.holding(person)["local"] // 100)
    assert body["rank"] == records.rank_progress(person).rank
    assert body["gaps"][0]["missing"]
    assert body["status"] is None
    before = client.get(f"{EBU}/players/{person.number}?as_at=2026-09-01").json()
    assert before["holding"] == {}


def test_a_record_before_the_first_edition_is_ranked_by_that_one(client: Client, line: Line) -> None:
    body = client.get(f"{EBU}/players/{line.person.number}?as_at=1900-01-01").json()
    assert (body["holding"], body["rank"]) == ({}, "")
    assert body["next_rank"]


def test_only_those_who_see_a_record_in_full_see_its_status(client: Client, line: Line) -> None:
    address = f"{EBU}/players/{line.person.number}"
    assert client.get(address, **key_for("staff")).json()["status"] == "active"
    assert client.get(address, **key_for("staff of another federation")).json()["status"] is None


def test_a_statement_is_paged_and_bounded(client: Client, line: Line) -> None:
    address = f"{EBU}/players/{line.person.number}/statement"
    whole = client.get(address).json()
    assert whole["total"] == Line.objects.filter(person=line.person).count()
    pages = [client.get(f"{address}?page_size=1&page={page}").json() for page in range(1, whole["total"] + 1)]
    assert [page["items"][0] for page in pages] == whole["items"]
    is_problem(client.get(f"{address}?page=999"), 404)
    is_problem(client.get(f"{address}?page_size=101"), 422)
    is_problem(client.get(f"{address}?page=0"), 422)
    assert client.get(f"{address}?last=2020-01-01").json()["items"] == []


def test_a_line_explains_itself_and_belongs_to_its_player(client: Client, line: Line) -> None:
    body = client.get(f"{EBU}/players/{line.person.number}/lines/{line.pk}").json()
    assert body["award"]["steps"][-1]["value"] == body["award"]["points"] == body["points"]
    assert body["award"]["steps"][-1]["clause"]
    stranger = existing(Person.objects.filter(federation="ebu", anonymous=False).exclude(pk=line.person_id).first())
    is_problem(client.get(f"{EBU}/players/{stranger.number}/lines/{line.pk}"), 404)
    is_problem(client.get(f"{ROOT}/federations/nz/players/{line.person.number}/lines/{line.pk}"), 404)


@pytest.mark.parametrize(("public", "reason"), [(True, "a sheet was lost"), (False, "")])
def test_the_reason_of_an_adjustment_is_public_where_the_federation_says_so(
    client: Client, line: Line, public: bool, reason: str
) -> None:
    officer = User.objects.get(email="staff@ebu.example")
    reasons.set_public(line.person.federation, public, by=officer)
    adjustment = posting.adjust(line.person, "local", 150, date(2026, 11, 10), by=officer, reason="a sheet was lost")
    answer = client.get(f"{EBU}/players/{line.person.number}/lines/{adjustment.lines.get().pk}").json()
    assert (answer["points"], answer["kind"], answer["reason"]) == ("1.50", "adjustment", reason)
    assert answer["award"] is None


def test_a_joined_record_answers_for_both_numbers(client: Client, line: Line) -> None:
    merged = existing(Person.objects.filter(federation="ebu", anonymous=False).exclude(pk=line.person_id).first())
    merged.merged_into = line.person
    merged.save()
    assert client.get(f"{EBU}/players/{merged.number}").json()["number"] == line.person.number


def test_a_record_joined_with_an_anonymous_one_stays_hidden(client: Client, line: Line, hidden_player: Person) -> None:
    line.person.merged_into = hidden_player
    line.person.save()
    is_problem(client.get(f"{EBU}/players/{line.person.number}"), 404)


# Anonymous members


def test_anonymous_members_are_found_by_nobody_but_their_federation(client: Client, hidden_player: Person) -> None:
    for role in ROLES:
        for text in (hidden_player.family_name, hidden_player.number):
            items = client.get(f"{EBU}/players?q={text}", **key_for(role)).json()["items"]
            assert (hidden_player.number in {item["number"] for item in items}) == (role == "staff"), role


def test_anonymous_members_stand_on_leaderboards_without_name_number_or_club(
    client: Client, hidden_player: Person
) -> None:
    posting.adjust(
        hidden_player,
        "local",
        900_000,
        date(2026, 11, 10),
        by=User.objects.get(email="staff@ebu.example"),
        reason="tests",
    )
    first = client.get(f"{EBU}/leaders").json()["leaders"][0]
    assert (first["name"], first["number"], first["club"]) == (ANONYMOUS, None, None)
    assert first["points"].startswith("90")
    assert client.get(f"{EBU}/leaders", **key_for("staff")).json()["leaders"][0]["name"] == hidden_player.name


def test_no_answer_to_the_public_names_an_anonymous_member(
    client: Client, hidden_player: Person, own_filing: Filing
) -> None:
    """The partner's explanation neither, whatever an entry is called; those who filed it see what they filed."""
    event = evening()
    people = Person.objects.filter(home_club=hidden_player.home_club, anonymous=False).order_by("pk")
    partner = existing(people.first())
    entry = event["lists"][0]["entries"][0]
    entry["players"] = [
        {"id": existing(player).number, "name": existing(player).name} for player in (partner, hidden_player)
    ]
    entry["name"] = f"{hidden_player.family_name} and friend"
    filed = post(client, FILES, event, **key_for("scorer"))
    assert filed.status_code == 201, filed.content
    expected = Line.objects.get(person=partner, posting__version__filing__receipt=filed.json()["receipt"])
    address = f"{EBU}/players/{partner.number}/lines/{expected.pk}"
    for role in ("nobody", "player", "treasurer", "scorer", "staff of another federation"):
        text = client.get(address, **key_for(role)).content.decode()
        assert partner.name in text
        assert ANONYMOUS in text
        assert hidden_player.name not in text and hidden_player.family_name not in text
        assert f'"{hidden_player.number}"' not in text
    assert hidden_player.family_name in client.get(address, **key_for("staff")).content.decode()
    receipt = filed.json()["receipt"]
    assert hidden_player.name in client.get(f"{ROOT}/filings/{receipt}", **key_for("scorer")).content.decode()


# Many numbers at once


def test_many_numbers_are_answered_in_order_as_at_a_day(client: Client, line: Line, hidden_player: Person) -> None:
    people = list(Person.objects.filter(federation="ebu", anonymous=False).order_by("-pk")[:40])
    numbers = [*(player.number for player in people), "no such number", hidden_player.number, f"00{people[0].number}"]
    body = post(client, f"{EBU}/players/lookup", {"numbers": numbers, "as_at": "2026-10-31"}).json()
    assert [player["asked"] for player in body["players"]] == numbers
    assert [player["known"] for player in body["players"]] == [True] * 40 + [False, False, True]
    assert body["players"][-1] | {"asked": ""} == body["players"][0] | {"asked": ""}
    for person, player in zip(people, body["players"], strict=False):
        holding = ledger.holding(person, date(2026, 10, 31))
        assert player["rank"] == records.rank_progress(person, date(2026, 10, 31)).rank
        assert player["points"] == {colour: str(amount // 100) for colour, amount in holding.items()}
    seen = post(client, f"{EBU}/players/lookup", {"numbers": [hidden_player.number]}, **key_for("secretary")).json()
    assert seen["players"][0]["name"] == hidden_player.name


@pytest.mark.parametrize("status", Person.Status.values)
def test_many_numbers_at_once_tell_the_rank_that_each_record_tells(client: Client, line: Line, status: str) -> None:
    statuses.set_status(line.person, status, on=date(2026, 10, 10), by=None, reason="tests")
    for day in (None, "2026-09-30", "2026-11-15"):
        body = post(client, f"{EBU}/players/lookup", {"numbers": [line.person.number], "as_at": day}).json()
        record = client.get(f"{EBU}/players/{line.person.number}", {"as_at": day} if day else {}).json()
        (player,) = body["players"]
        assert (player["rank"], player["points"]) == (record["rank"], record["holding"])


def test_grades_are_those_in_force_on_the_day(client: Client) -> None:
    """NZ E7.6c: the rating of 31 December 2025 counts from 1 February 2026."""
    person = existing(Person.objects.filter(federation="nz", anonymous=False).order_by("pk").first())
    for year, grade in ((2024, "Intermediate"), (2025, "Open")):
        Rating.objects.create(person=person, year=year, hundredths=1, grade=grade)
    days = {"2025-01-31": "Junior", "2025-06-20": "Intermediate", "2026-01-20": "Intermediate", "2026-02-01": "Open"}
    for day, grade in days.items():
        body = {"numbers": [person.number], "as_at": day}
        (entrant,) = post(client, "/api/v1/federations/nz/players/lookup", body).json()["players"]
        record = client.get(f"/api/v1/federations/nz/players/{person.number}", {"as_at": day}).json()
        assert entrant["grade"] == record["grade"] == grade


def test_the_rule_of_an_event_tells_who_may_enter(client: Client, line: Line) -> None:
    def check(**rule: Any) -> Answer:
        body = {"numbers": [line.person.number, "99900"], "as_at": "2026-11-15", **rule}
        return post(client, f"{EBU}/players/lookup", body)

    member, unknown = check().json()["players"]
    assert (member["eligible"], unknown["eligible"]) == (None, None)
    record = client.get(f"{EBU}/players/{line.person.number}", {"as_at": "2026-11-15"}).json()
    assert member["total"] == record["total"]
    member, unknown = check(fewer_points=member["total"]).json()["players"]
    assert member["eligible"] is False and "EBU 4.10.2" in member["ineligible"][0]
    assert check(fewer_points="1000000").json()["players"][0]["eligible"] is True
    is_problem(check(highest_grade="Junior", lowest_rank="King"), 422)


def test_five_hundred_numbers_take_a_handful_of_queries(
    django_assert_max_num_queries: DjangoAssertNumQueries, hidden_player: Person
) -> None:
    numbers = list(Person.objects.filter(federation="ebu").values_list("number", flat=True))
    numbers_asked = [*numbers, *(str(90_000 + index) for index in range(500 - len(numbers)))]
    federation = Federation.objects.get(pk="ebu")
    with django_assert_max_num_queries(5):
        assert len(entrants.look_up(None, federation, numbers_asked, None)) == 500


@pytest.mark.parametrize(
    "body",
    [{}, {"numbers": []}, {"numbers": ["1"] * 501}, {"numbers": [7]}, {"numbers": ["1"], "as_at": "soon"}, [], "x"],
)
def test_a_lookup_that_does_not_fit_is_refused(client: Client, body: dict[str, list[int]] | str) -> None:
    is_problem(post(client, f"{EBU}/players/lookup", body), 400 if body == "x" else 422)


def test_a_lookup_takes_json_alone(client: Client) -> None:
    is_problem(post(client, f"{EBU}/players/lookup", '{"numbers": ["1"]}', content_type="text/plain"), 415)


# Leaderboards


def test_leaderboards_are_those_of_the_records(client: Client) -> None:
    federation = Federation.objects.get(pk="ebu")
    club = Organisation.objects.get(federation=federation, number="1001")
    body = client.get(f"{EBU}/leaders?year=2026&within=1001&limit=5").json()["leaders"]
    expected = records.leaderboard(federation, year=2026, organisation=club, limit=5)
    assert [(item["place"], item["points"]) for item in body] == [(item.place, str(item.points)) for item in expected]
    is_problem(client.get(f"{EBU}/leaders?colour=mauve"), 422)
    is_problem(client.get(f"{EBU}/leaders?within=77777"), 404)
    is_problem(client.get(f"{EBU}/leaders?limit=101"), 422)
    is_problem(client.get(f"{EBU}/leaders?year=26"), 422)
    is_problem(client.get(f"{ROOT}/federations/xbu/leaders"), 404)


# Filings


def test_filings_are_ones_own_and_those_of_ones_organisations(client: Client) -> None:
    total = Filing.objects.filter(federation="ebu").count()
    for role, scope, expected in (
        ("scorer", "own", total),
        ("scorer", "organisations", total // 2),
        ("scorer", "all", total),
        ("secretary", "own", 0),
        ("secretary", "all", total // 2),
        ("staff", "all", total),
        ("treasurer", "all", 0),
        ("player", "all", 0),
    ):
        body = client.get(f"{ROOT}/filings?whose={scope}&page_size=100", **key_for(role)).json()
        assert body["total"] == expected, (role, scope)
        assert {item["federation"] for item in body["items"]} <= {"ebu"}


def test_a_filing_and_its_awards_explain_themselves(client: Client, own_filing: Filing) -> None:
    key = key_for("secretary")
    body = client.get(f"{ROOT}/filings/{own_filing.receipt}", **key).json()
    assert body["receipt"] == own_filing.receipt
    assert [item["number"] for item in body["versions"]] == [1]
    for index, award in enumerate(body["result"]["awards"]):
        why = client.get(f"{ROOT}/filings/{own_filing.receipt}/awards/{index}", **key).json()
        assert why["points"] == award["points"] == why["steps"][-1]["value"]
        assert why["edition"]
    is_problem(client.get(f"{ROOT}/filings/{own_filing.receipt}/awards/{len(body['result']['awards'])}", **key), 404)


def test_an_account_knows_what_it_may_file_for(client: Client) -> None:
    body = client.get(f"{ROOT}/account", **key_for("scorer", "read")).json()
    assert body["scopes"] == ["read"]
    assert [item["number"] for item in body["files_for"]] == ["1001"]


# The document and its page


def test_the_page_needs_nothing_from_elsewhere_and_names_every_operation(client: Client) -> None:
    answer = client.get(f"{ROOT}/docs")
    text = answer.content.decode()
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert "<script" not in text
    assert " style=" not in text
    assert "//" not in text.replace("http://testserver", "")
    for operation in documented_operations():
        assert f'id="{operation["operationId"]}"' in text
    assert client.get(f"{ROOT}/")["Location"] == f"{ROOT}/docs"


def test_every_type_of_problem_is_explained_on_the_page(client: Client) -> None:
    kind = is_problem(client.get(f"{ROOT}/schemes/xbu"), 404)["type"]
    page, _, anchor = kind.partition("#")
    assert f'id="{anchor}"' in client.get(page).content.decode()


def test_examples_exist_for_the_page_and_the_tests() -> None:
    assert all(federation.editions[-1].book.examples for federation in FEDERATIONS.values())


def test_a_new_person_is_found_at_once(client: Client) -> None:
    registering.register(Federation.objects.get(pk="ebu"), "Zoë", "Nightingale", on=date(2026, 11, 1), by=None)
    assert client.get(f"{EBU}/players?q=nightin zoe").json()["items"][0]["name"] == "Zoë Nightingale"
