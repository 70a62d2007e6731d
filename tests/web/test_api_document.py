"""The OpenAPI document is sound, and the API does what it says: nothing undocumented, and never a 500."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, urlencode

import jsonschema
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject, DrawFn, SearchStrategy
from pytest_django import Settings

import databases
from answers import Answer, existing
from masterpoint.api import schemas
from masterpoint.api.openapi import vocabulary
from masterpoint.api.v1 import api
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing.models import Invoice
from masterpoint.centre.crediting import certificates
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.core.events import SessionEvent
from masterpoint.core.schema_problems import schema_of
from web.test_api import CERTIFICATE
from web.test_api_kit import PROBLEM, ROLES, ROOT, evening, file_kind, key_for, promote_somebody, ranked_list

if TYPE_CHECKING:
    from pytest_django import DjangoDbBlocker

pytestmark = pytest.mark.django_db
DOCUMENT = json.loads(json.dumps(api.get_openapi_schema(path_prefix="api/v1/")))
OPERATIONS = [
    pytest.param(method, path, operation, id=operation["operationId"])
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
]
RULES = jsonschema.Draft202012Validator


@pytest.fixture(autouse=True)
def generous(settings: Settings) -> None:
    settings.MASTERPOINT_LIMITS = settings.MASTERPOINT_LIMITS | {"address": 1_000_000, "token": 1_000_000}


def refs(part: Any) -> Iterator[Any]:
    if isinstance(part, dict):
        yield from (value for key, value in part.items() if key == "$ref" and isinstance(value, str))
        for value in part.values():
            yield from refs(value)
    elif isinstance(part, list):
        for value in part:
            yield from refs(value)


# Structure


def test_the_document_is_served_as_it_is_made(client: Client) -> None:
    answer = client.get(f"{ROOT}/openapi.json")
    assert answer["Content-Type"].startswith("application/json")
    assert answer.json() == DOCUMENT


def test_the_document_has_what_openapi_asks_for() -> None:
    assert re.fullmatch(r"3\.1\.\d+", DOCUMENT["openapi"])
    assert {"title", "version", "description"} <= set(DOCUMENT["info"])
    assert set(DOCUMENT["components"]) == {"schemas", "securitySchemes"}
    assert DOCUMENT["components"]["securitySchemes"]["Bearer"] == {"type": "http", "scheme": "bearer"}
    ids = [operation["operationId"] for methods in DOCUMENT["paths"].values() for operation in methods.values()]
    assert len(set(ids)) == len(ids)


def test_every_reference_leads_somewhere_and_every_schema_is_one() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    for ref in refs(DOCUMENT):
        prefix, _, name = ref.rpartition("/")
        assert prefix == "#/components/schemas"
        assert name in schemas, ref
    for schema in schemas.values():
        RULES.check_schema(schema)


def test_the_vocabulary_of_events_and_the_answers_share_no_name() -> None:
    _, parts = vocabulary()
    names = {name for name in vars(schemas) if name[0].isupper()}
    assert not names & set(parts)
    schema = schema_of(SessionEvent)
    assert DOCUMENT["components"]["schemas"]["SessionEvent"]["required"] == schema["$defs"]["SessionEvent"]["required"]


@pytest.mark.parametrize(("method", "path", "operation"), OPERATIONS)
def test_each_operation_is_documented_whole(method: str, path: str, operation: dict[str, Any]) -> None:
    assert path.startswith(f"{ROOT}/")
    assert operation["summary"] and operation["description"] and operation["tags"]
    in_path = {parameter["name"] for parameter in operation["parameters"] if parameter["in"] == "path"}
    assert in_path == set(re.findall(r"{(\w+)}", path))
    assert all(parameter["required"] for parameter in operation["parameters"] if parameter["in"] == "path")
    for parameter in operation["parameters"]:
        RULES.check_schema(parameter["schema"])
    statuses = {int(status) for status in operation["responses"]}
    assert statuses & {200, 201}
    assert {401, 403, 422, 429, 500} <= statuses
    assert (method == "post") == ("requestBody" in operation) == ({400, 413, 415} <= statuses)
    for status, response in operation["responses"].items():
        assert response["description"]
        expected = file_kind(operation["operationId"]) if status in ("200", "201") else PROBLEM
        assert list(response["content"]) == [expected]
    assert all(set(option) <= {"Bearer"} for option in operation["security"])


def test_problems_are_documented_as_they_are_sent() -> None:
    assert DOCUMENT["components"]["schemas"]["ProblemDetails"]["required"] == list(schemas.ProblemDetails.model_fields)


# Behaviour: whatever is sent, the answer is one that the document names, and looks as the document says.


def conforms(answer: Answer, operation: dict[str, Any]) -> None:
    assert str(answer.status_code) in operation["responses"], (answer.status_code, answer.content[:500])
    assert answer.status_code != 500, answer.content
    ((kind, content),) = operation["responses"][str(answer.status_code)]["content"].items()
    assert answer["Content-Type"].partition(";")[0] == kind
    if "json" in kind:
        RULES({"components": DOCUMENT["components"], **content["schema"]}).validate(answer.json())
    else:
        assert answer.content


ODD = st.one_of(
    st.text(max_size=50),
    st.sampled_from(["", "\0", "0", "-1", "x" * 300, "2026-02-30", "é", "' OR 1=1 --", "../..", "%", "9" * 40, "🃏"]),
    st.integers().map(str),
)


def values(name: str, examples: dict[str, list[str]]) -> SearchStrategy[Any]:
    return st.one_of(st.sampled_from(examples[name]), ODD)


class Made(NamedTuple):
    """What the tries of every operation send, made once; each has a transaction of its own."""

    event: dict[str, Any]
    keys: dict[str, dict[str, Any]]
    examples: dict[str, list[str]]


@pytest.fixture(scope="module")
def tries_of_all(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Made]:
    with databases.rolled_back(django_db_blocker):
        keys = {role: key_for(role) for role in ROLES} | {"bad": {"HTTP_AUTHORIZATION": "Bearer bad"}}
        yield Made(evening(), keys, known_values())


def known_values() -> dict[str, list[str]]:
    """Values that exist, so that the tries get somewhere."""
    lines = list(Line.objects.filter(person__federation="ebu").select_related("person")[:4])
    people = Person.objects.filter(federation="ebu")
    return {
        "scheme": ["ebu", "nz", "abf"],
        "code": ["ebu", "ebu", "ebu", "wbu", "nz"],
        "number": ["1001", "1002", people.get(anonymous=True, home_club__number="1001").number]
        + [line.person.number for line in lines],
        "line": [str(line.pk) for line in lines],
        "receipt": list(Filing.objects.filter(federation="ebu").values_list("receipt", flat=True)[:3]),
        "issued": list(Invoice.objects.filter(federation="ebu").values_list("number", flat=True)[:3]),
        "index": ["0", "1", "500"],
        "shape": ["invoices", "xero", "journal"],
        "report": ["events", "noticeboard", "gossip"],
        "period": ["2026-10", "2026-Q3", "2026", "0001"],
        "form": ["addition"],
        "certificate": ["EBU-7KQ2-M9TR-C", "WBU-1"],
        "q": ["a", "ada", lines[0].person.number],
        "page": ["1", "2"],
        "page_size": ["1", "100", "101"],
        "first": ["2026-01-01", "0001-01-01"],
        "last": ["2026-12-31", "9999-12-31"],
        "as_at": ["2026-10-01", "0001-01-01", "9999-12-31"],
        "on": ["2026-10-01", "0001-01-01", "9999-12-31"],
        "year": ["2026", "1900", "2200"],
        "colour": ["local", "A"],
        "within": ["1001", "10"],
        "rank": ["Local Master"],
        "limit": ["1", "100"],
        "whose": ["own", "organisations", "all"],
        "treatment": ["computed", "left to people"],
        "Idempotency-Key": ["one", "two"],
        "late_reason": ["lost in the post", ""],
        "reason": ["wrong winners"],
        "dry_run": ["true", "false"],
        "organiser_confirmed": ["true"],
        "not_same_as": ["EBU-2345-6789-A", "EBU-9876-5432-A"],
        "name": ["ada", lines[0].person.name],
        "club": ["1001", "77"],
        "state": ["provisional", "official"],
        "federation": ["ebu", "nz"],
        "organisation": ["1001", "1002"],
    }


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)


@st.composite
def changed_events(draw: DrawFn, event: dict[str, Any]) -> Any:
    """An evening with some of its values, anywhere, replaced by others or taken away."""
    sent = json.loads(json.dumps(event))
    for _ in range(draw(st.sampled_from([0, 0, 1, 2, 3]))):
        node = sent
        while True:
            keys = list(node) if isinstance(node, dict) else list(range(len(node)))
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if isinstance(node[key], dict | list) and draw(st.booleans()):
                node = node[key]
                continue
            if draw(st.booleans()):
                node[key] = draw(JSON)
            else:
                del node[key]
            break
    return json.dumps(sent).encode()


def bodies(name: str, event: dict[str, Any], examples: dict[str, list[str]]) -> SearchStrategy[Any]:
    kinds = st.sampled_from(["application/json", "application/toml", "text/plain", "multipart/form-data"])
    query = st.fixed_dictionaries(
        {"numbers": st.lists(values("number", examples), max_size=6)},
        optional={"as_at": st.sampled_from([None, "2026-10-01", "never"]), "more": JSON},
    )
    payment = st.fixed_dictionaries(
        {"key": ODD, "day": st.sampled_from(["2026-11-02", "2999-01-01"]), "amount": st.sampled_from(["1.50", "much"])}
    )
    member = existing(Person.objects.filter(federation="abf", status="active").first())
    credit = {"number": member.number, "colour": "green", "points": "0.42"}
    small = {
        "lookup": query,
        "key-credits": st.fixed_dictionaries(
            {"event": st.one_of(st.just("Congress"), ODD), "day": st.sampled_from(["2026-11-10", "x"])},
            optional={"grade": ODD},
        ).map(lambda heading: heading | {"credits": [credit]}),
        "issue-certificate": st.sampled_from([CERTIFICATE, CERTIFICATE | {"issued": "2999-01-01"}]),
        "withdraw": st.just({"reason": "wrong evening"}),
        "charge-fact": st.fixed_dictionaries(
            {"fact": st.just("sessions"), "value": st.sampled_from([1, 0, "two", True]), "reason": st.just("I know")}
        ),
        "charge-code": st.fixed_dictionaries({"code": st.sampled_from(["10", "30", "x"]), "reason": st.just("wrong")}),
        "issue-invoices": st.fixed_dictionaries({"as_at": st.sampled_from(["2026-10-31", "2999-01-01", "x"])}),
        "enter-payments": st.fixed_dictionaries(
            {"payments": st.one_of(st.just([{"key": "1", "day": "2026-11-02", "amount": "1.50"}]), st.lists(payment))}
        ),
    }
    json_bodies = small[name].map(lambda value: json.dumps(value).encode()) if name in small else changed_events(event)
    return st.one_of(
        st.tuples(st.just("application/json"), json_bodies),
        st.tuples(kinds, st.one_of(st.binary(max_size=200), JSON.map(lambda value: json.dumps(value).encode()))),
    )


def uploads(event: dict[str, Any]) -> Any:
    """A file, whole or broken, with fields that fit or do not."""
    whole = ranked_list(event)
    cut = st.tuples(st.integers(0, len(whole)), st.binary(max_size=20), st.integers(0, 40)).map(
        lambda at: whole[: at[0]] + at[1] + whole[at[0] + at[2] :]
    )
    file = st.one_of(st.just(whole), cut, st.binary(max_size=100), changed_events(event))
    words = {"scheme": ["ebu", "nz"], "boards": ["24"], "day": ["2026-11-14"], "people": ["{}", '{"x": "1"}']}
    fields = st.dictionaries(st.sampled_from([*words, "grade", "form", "level", "other"]), st.just(""), max_size=5)
    values_of_fields = fields.flatmap(
        lambda names: st.fixed_dictionaries(
            {name: st.one_of(st.sampled_from(words.get(name, [""])), ODD) for name in names}
        )
    )
    return st.tuples(file, st.sampled_from(["pairs.csv", "x.json", "\n", "a" * 400]), values_of_fields)


def credit_uploads(careful: Any) -> Any:
    """A credit file with its event and day, whole or, where nobody is careful, broken and with others."""
    person = existing(Person.objects.filter(federation="abf", status="active").first())
    whole = f"{int(person.number):07}000042\r\n".encode()
    if careful:
        return st.tuples(st.just(whole), st.just("a.grn"), st.just({"event": "Congress", "day": "2026-11-14"}))
    fields = st.fixed_dictionaries(
        {"event": st.one_of(st.just("Congress"), ODD), "day": st.one_of(st.just("2026-11-14"), ODD)},
        optional={"authorised": ODD, "colour": ODD},
    )
    names = st.sampled_from(["a.grn", "a.red", "a.exe", "\n"])
    return st.tuples(st.one_of(st.just(whole), st.binary(max_size=60)), names, fields)


ELSEWHERE = {
    "report-credits": "abf",
    "key-credits": "abf",
    "file-sheet": "nz",
    "issue-certificate": "wbu",
    "certificate": "wbu",
}
"""Papers of other federations than the one that everything else is asked of."""


def sheet_uploads(careful: Any) -> Any:
    """A sheet, whole or, where nobody is careful, broken."""
    whole = b"club_number,number,first_name,surname,sex,home_club,former_number\n1001,77777,Ines,Zzexample,,1001,\n"
    broken = st.one_of(st.just(whole + b"1001,x\n"), st.binary(max_size=60))
    return st.tuples(st.just(whole) if careful else broken, st.sampled_from(["sheet.csv", "\n"]), st.just({}))


def issued_certificate() -> Any:
    club = Organisation.objects.get(federation="wbu", number="1001")
    raw = {name: value for name, value in CERTIFICATE.items() if name != "event"} | {"kind": "game"}
    return certificates.issue(club, "Pairs", raw, by=User.objects.get(email="staff@wbu.example")).code


def tries(method: str, operation: dict[str, Any]) -> int:
    """As many as there is to vary: a caller alone, each parameter more, and most of all a body."""
    return 40 if method == "post" else min(40, 12 + 4 * len(operation["parameters"]))


@pytest.mark.parametrize(("method", "path", "operation"), OPERATIONS)
def test_whatever_is_asked_gets_an_answer_that_is_documented(
    client: Client, tries_of_all: Made, method: str, path: str, operation: dict[str, Any]
) -> None:
    event, keys, examples = tries_of_all.event, dict(tries_of_all.keys), dict(tries_of_all.examples)
    takes_files = ("award", "check", "filings", "preview", "versions", "credits", "{form}")
    files = path.endswith(takes_files) and method == "post"
    seen = set()
    if operation["operationId"] in ("file", "preview"):
        examples |= {"code": ["ebu"], "number": ["1001"]}
    if operation["operationId"] in ELSEWHERE:
        federation = ELSEWHERE[operation["operationId"]]
        examples |= {"code": [federation], "number": ["1001"]}
        keys["staff"] = key_for("staff", federation=federation)
    if operation["operationId"] == "certificate":
        examples |= {"certificate": [issued_certificate()]}
    if operation["operationId"] == "report-certificates-pdf":
        promote_somebody()
        examples |= {"code": ["ebu"], "number": ["1001"], "report": ["promotions"], "period": ["2026-11"]}

    names = [parameter["name"] for parameter in operation["parameters"]]
    fitting = {name: st.sampled_from(examples[name]) for name in names}
    anything = {name: values(name, examples) for name in names}
    callers, sent = st.sampled_from(list(keys.values())), bodies(operation["operationId"], event, examples)
    drawn = {"report-credits": credit_uploads, "file-sheet": sheet_uploads}.get(operation["operationId"])
    uploaded = {careful: drawn(careful) if drawn else uploads(event) for careful in (True, False)}

    @settings(max_examples=tries(method, operation), suppress_health_check=list(HealthCheck))
    @given(st.data())
    def ask(data: DataObject) -> None:
        careful = data.draw(st.booleans())  # half of the tries send what fits, to see what lies behind
        key = keys["staff"] if careful else data.draw(callers)
        address, query, headers = path, {}, dict(key)
        for parameter in operation["parameters"]:
            name = parameter["name"]
            if parameter["required"] or data.draw(st.booleans()):
                value = data.draw((fitting if careful else anything)[name])
                match parameter["in"]:
                    case "path":
                        address = address.replace(f"{{{name}}}", quote(value, safe="") or "-")
                    case "query":
                        query[name] = value
                    case "header":
                        headers[f"HTTP_{name.upper().replace('-', '_')}"] = value
        address += f"?{urlencode(query)}" if query else ""
        if method == "get":
            answer = client.get(address, **headers)
        elif files and data.draw(st.booleans()):
            file, name, fields = data.draw(uploaded[careful])
            answer = client.post(address, {"file": SimpleUploadedFile(name, file), **fields}, **headers)
        else:
            kind, body = data.draw(sent)
            answer = client.generic("POST", address, body, content_type=kind, **headers)
        conforms(answer, operation)
        seen.add(answer.status_code)

    ask()
    assert seen & {200, 201} and seen & {401, 404, 422}, f"the tries got nowhere: {seen}"
