"""1.7 to 1.11: what may stand on a certificate, when it may be issued, and what is registered of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from answers import existing
from masterpoint.core.errors import Problem
from masterpoint.core.point_certificates import CertificateFacts, ClaimFacts
from masterpoint.schemes import FEDERATIONS

WBU = FEDERATIONS["wbu"]
BOOK = WBU.editions[0].book
GAME = {"title": "Tuesday pairs", "points": {"local": "18"}}
ISSUED = {"kind": "game", "name": "Ann Bell", "issued": "2026-10-07", "parts": [GAME]}
KNOCKOUT = ISSUED | {"kind": "knockout", "parts": [GAME, GAME]}


def facts(**changes: Any) -> CertificateFacts:
    return msgspec.convert(ISSUED | changes, CertificateFacts, strict=False)


def clauses(problems: Iterable[Problem]) -> list[str]:
    return [problem.clause.split()[-1] for problem in problems]


@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({}, None),
        ({"name": ""}, "1.8.5"),
        ({"parts": []}, "1.8.5"),
        ({"parts": [{"title": "Game", "points": {"local": "1.5"}}]}, "1.4.1(b)"),
        ({"parts": [{"title": "Game", "points": {"green": "0.25"}}]}, None),
        ({"parts": [{"title": "Game", "points": {"green": "0.30"}}]}, "1.4.1(a)"),
        ({"expires": "2026-10-06"}, "1.7.5"),
        # 1.10.2, 1.10.3: what is put together
        ({"parts": [GAME, GAME]}, "1.10.2"),
        ({"kind": "stages", "parts": [GAME, GAME]}, "1.10.2"),
        ({"kind": "ladder", "parts": [GAME, GAME]}, "4.11.9"),
        ({"kind": "league", "parts": [GAME, GAME]}, "1.10.3"),
        ({"kind": "congress", "parts": [GAME, GAME], "licensed": True}, None),
        ({"kind": "congress", "parts": [GAME, GAME]}, "1.10.3"),
        ({"kind": "congress"}, None),
        ({"kind": "matches", "parts": [GAME] * 3}, None),
        ({"kind": "matches", "parts": [GAME] * 4}, "1.10.3"),
        ({"kind": "picnic"}, "1.10.3"),
        # 1.10.3(c): a knock-out within the season of 1 May, and one beyond it
        (KNOCKOUT, "1.10.3"),
        (KNOCKOUT | {"started": "2026-05-02", "eliminated": "2026-10-07", "finished": "2027-04-20"}, None),
        (KNOCKOUT | {"started": "2026-05-02", "eliminated": "2026-10-08", "finished": "2027-04-20"}, "1.10.3"),
        (KNOCKOUT | {"started": "2026-04-20", "eliminated": "2026-04-28", "finished": "2026-06-01"}, None),
        (
            KNOCKOUT
            | {"issued": "2026-04-29", "started": "2026-04-20", "eliminated": "2026-04-28", "finished": "2026-06-01"},
            "1.10.3",
        ),
        (KNOCKOUT | {"started": "2026-06-01", "eliminated": "2026-05-28", "finished": "2026-07-01"}, "1.10.3"),
    ],
)
def test_what_may_be_issued(changes: dict[str, Any], clause: str | None) -> None:
    problems = clauses(existing(WBU.point_certificates).issue_problems(BOOK, facts(**changes)))
    assert problems == ([clause] if clause else [])


@pytest.mark.parametrize(
    ("claim", "clause"),
    [
        ({"submitted": "2026-11-01", "member": True}, None),
        ({"submitted": "2026-11-01", "member": False}, "1.7.2"),
        ({"submitted": "2026-12-02", "member": True}, "1.7.5"),
        ({"submitted": "2026-10-06", "member": True}, "1.8.5"),
    ],
)
def test_what_is_registered(claim: dict[str, Any], clause: str | None) -> None:
    certificate = ISSUED | {"expires": "2026-12-01"}
    facts = msgspec.convert(claim | {"certificate": certificate}, ClaimFacts, strict=False)
    assert clauses(existing(WBU.point_certificates).claim_problems(BOOK, facts)) == ([clause] if clause else [])


def test_a_certificate_bears_its_parts_together() -> None:
    parts = [{"title": "a", "points": {"local": "18", "green": "0.25"}}, {"title": "b", "points": {"local": "6"}}]
    assert {colour: str(points) for colour, points in facts(parts=parts).points.items()} == {
        "local": "24",
        "green": "0.25",
    }
