"""The details of a large posting are digested in pieces: what is digested is what it always was, byte for byte."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection

from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import verify
from masterpoint.centre.ledger.chain import LINES_AT_ONCE, NewLine, canonical, digest
from masterpoint.centre.ledger.large_details import ELEMENTS_AT_ONCE, canonical_pieces
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.ledger.services import post
from masterpoint.centre.registry.models import Federation, Person

LONG = list(range(2 * ELEMENTS_AT_ONCE + 1))
HEADING: dict[str, Any] = {
    "federation": "xbu",
    "number": 1,
    "kind": "opening",
    "version": None,
    "reverses": None,
    "reason": "é",
    "by": 1,
    "previous": "0",
}


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize(
    "data",
    [
        {},
        {"b": 1, "a": 'é"\\\x7f', "c": None, "ä": True},
        {"b": [], "a": {}, "c": [[]], "d": [{"z": 1, "y": [2, "]"]}, "],", 1.5]},
        {"long": LONG, "again": [*LONG, [*LONG]], "z": {"k": LONG, "a": 0}},
    ],
)
def test_the_pieces_are_the_canonical_form(data: dict[str, Any], indent: int | None) -> None:
    for text in (json.dumps(data, indent=indent), json.dumps(data, ensure_ascii=False)):
        assert b"".join(canonical_pieces(text)) == canonical(data)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"a"}', '{"a": [1 2]}', '{"a": [1', '{"a": [1}', '{"a": 1 "b": 2}'])
def test_what_is_no_object_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        list(canonical_pieces(text))


@pytest.mark.parametrize("count", [0, 1, LINES_AT_ONCE, LINES_AT_ONCE + 1])
@pytest.mark.parametrize("colour", ["local", "réd"])
def test_the_digest_of_many_lines_is_that_of_all_at_once(count: int, colour: str) -> None:
    at, day = datetime(2026, 1, 1, tzinfo=UTC), date(2020, 1, 1)
    lines = [NewLine(number, "local", 100, day) for number in range(count - 1)]
    lines += [NewLine(7, colour, -5, day, 3)] * min(count, 1)
    detail = {"b": LONG, "a": 1}
    plain = [[*line[:3], line.day.isoformat(), line.award] for line in lines]
    heading = ["xbu", 1, "opening", None, None, "é", 1, at.isoformat(timespec="microseconds"), "0"]
    expected = hashlib.sha256(canonical([heading, plain, detail])).hexdigest()
    assert digest(**HEADING, at=at, lines=lines, detail=detail) == expected
    assert digest(**HEADING, at=at, lines=iter(lines), detail=canonical_pieces(json.dumps(detail))) == expected


def allow_changes(table: str) -> None:
    triggers = {
        "sqlite": (f"DROP TRIGGER {table}_no_UPDATE", f"DROP TRIGGER {table}_no_DELETE"),
        "postgresql": ("SET CONSTRAINTS ALL IMMEDIATE", f"DROP TRIGGER {table}_append_only ON {table}"),
    }
    with connection.cursor() as cursor:
        for statement in triggers[connection.vendor]:
            cursor.execute(statement)


@pytest.fixture
def large_posting(federation: Federation, people: list[Person], officer: User) -> Posting:
    """One of three, each with more lines than are read at a time, and with a detail read by itself."""
    count = max(verify.LINES_AT_ONCE, verify.LARGE_DETAIL // 10) + 1
    postings = []
    for _ in range(3):
        days = [date(1980, 1, 1) + timedelta(days=number % 9_000) for number in range(count)]
        lines = [NewLine(people[0].pk, "local", 100, day) for day in days]
        detail = {"notes": [f"é {number}" for number in range(count)], "a": {"c": 1, "b": 2}}
        postings.append(post(federation, Posting.Kind.OPENING, lines, by=officer, reason="old", detail=detail))
    assert list(verifying.differences([federation])) == []
    return postings[1]


def test_a_line_in_the_middle_of_many(federation: Federation, large_posting: Posting) -> None:
    middle = Line.objects.filter(posting=large_posting).order_by("pk")[verify.LINES_AT_ONCE]
    allow_changes("ledger_line")
    Line.objects.filter(pk=middle.pk).update(award=7)
    assert list(verify.chain_differences(federation)) == ["ebu posting 2 was changed after it was written"]


def test_an_element_in_the_middle_of_a_large_detail(federation: Federation, large_posting: Posting) -> None:
    detail = large_posting.facts
    detail["notes"][1_500] = "changed"
    allow_changes("ledger_posting")
    Posting.objects.filter(pk=large_posting.pk).update(detail=detail)
    assert list(verify.chain_differences(federation)) == ["ebu posting 2 was changed after it was written"]


def test_the_lines_of_the_postings_between(federation: Federation, large_posting: Posting) -> None:
    allow_changes("ledger_line")
    large_posting.lines.all().delete()
    assert list(verify.chain_differences(federation)) == ["ebu posting 2 was changed after it was written"]
