"""Small New Zealand events for tests."""

from __future__ import annotations

from datetime import date
from typing import Any

from masterpoint import schemes
from masterpoint.core.derivation import Result
from masterpoint.core.exact import Exact
from masterpoint.core.parsing import event_from

DAY = date(2026, 11, 10)


def base(form: str, **fields: Any) -> dict[str, Any]:
    return {"form": form, "scheme": "nz", "day": DAY, "contest": "pairs", "organiser": {"level": "club"}} | fields


def awarded(raw: dict[str, Any]) -> Result:
    return schemes.award(event_from(raw, schemes.FACTS))


def places(count: int) -> str:
    return " ".join(str(place) for place in range(1, count + 1))


def mitchell(size: int, boards: int = 24, ns: str = "", **fields: Any) -> dict[str, Any]:
    """A Mitchell with so many pairs each way; the North-South ranking as given."""
    lists = [
        {"direction": "NS", "places": ns or places(size), "size": size},
        {"direction": "EW", "places": places(size)},
    ]
    return base("session", boards=boards, lists=lists, **fields)


def tournament(
    grade: str, field: int, boards: int, *, contest: str = "pairs", overall: str = "", **fields: Any
) -> dict[str, Any]:
    """Overall placings only; two sessions of two tables too few to be paid."""
    sessions = [{"boards": 24, "lists": [{"places": "1 2", "size": 2}]}] * 2
    ranking = [{"places": overall or places(field), "size": field}]
    return base("tournament", grade=grade, boards=boards, contest=contest, sessions=sessions, overall=ranking, **fields)


def teams(grade: str, field: int, boards: int, *, won: int = 0, ranking: str = "", **fields: Any) -> dict[str, Any]:
    """A teams event: everybody won so many matches of twelve deals."""
    entries = [
        {"place": place, "matches": [{"boards": 12, "won": won, "lost": 1}]}
        for place in (ranking or places(field)).split()
    ]
    lists = [{"entries": entries, "size": field}]
    return base("matches", grade=grade, boards=boards, contest="teams", lists=lists, **fields)


def points(result: Result, kind: str, colour: str = "") -> list[Exact]:
    return [award.points for award in result.awards if award.kind == kind and (not colour or award.colour == colour)]
