"""Appendix B in full, from the printed match results and session scores to the last total."""

from __future__ import annotations

import csv
from decimal import Decimal
from fractions import Fraction
from typing import Any

from handbook_cases import printed_tables
from masterpoint import schemes
from masterpoint.core.derivation import Result
from masterpoint.core.exact import Exact, exact
from masterpoint.core.parsing import event_from

PRINTED = printed_tables("abf")
BASE = {"scheme": "abf", "day": "2026-11-10", "organiser": {"level": "club"}}


def rows(name: str) -> list[dict[str, str]]:
    with (PRINTED / f"abf_worked_{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def award(raw: dict[str, Any]) -> Result:
    return schemes.award(event_from({**BASE, **raw}, schemes.FACTS))


def totals(result: Result) -> dict[str, Exact]:
    return {entry.name: sum(colours.values(), Fraction(0)) for entry, colours in result.totals()}


def test_b_1_1_from_match_results_to_17_48() -> None:
    teams = []
    finishing = {"T4": 1, "T1": 2, "T2": 3, "T5": 4, "T3": 5, "T6": 6}
    final = {"T4", "T1"}
    for row in rows("b11"):
        margins = [int(row[f"r_T{n}"]) for n in range(1, 7) if row[f"r_T{n}"]]
        if row["team"] == "T3":
            margins[3] = 4  # B-07: printed -4 in both rows
        assert sum(margins) == int(row["total"])
        play_off = {"boards": 14, "margins": [int(row["playoff_margin"])], "last_rounds": row["team"] in final}
        matches = [{"boards": 14, "margins": margins}, play_off]
        teams.append({"place": finishing[row["team"]], "name": row["team"], "matches": matches})
    result = award(
        {
            "form": "matches",
            "contest": "teams",
            "scoring": "imps",
            "grade": "D",
            "boards": 84,
            "sessions": 6,
            "style": "round-robin",
            "lists": [{"entries": teams}],
        }
    )
    by_kind = {
        kind: {award.entry.name: award.points for award in result.awards if award.kind == kind}
        for kind in ("matches", "overall")
    }
    for row in rows("b11"):
        assert by_kind["matches"][row["team"]] == exact(row["session"])
        assert by_kind["overall"][row["team"]] == exact(row["outright"] or "0")
        assert totals(result)[row["team"]] == exact(row["mp"])
    assert 4 * sum(totals(result).values()) == exact("17.48")


def test_b_1_2_from_match_results() -> None:
    order = sorted(rows("b12"), key=lambda row: -int(row["total"]))
    entries = [
        {
            "place": place,
            "name": row["team"],
            "matches": [{"boards": 8, "margins": [int(word) for word in row["margins_as_printed"].split()]}],
        }
        for place, row in enumerate(order, 1)
    ]
    raw = {"form": "matches", "contest": "teams", "boards": 32, "lists": [{"entries": entries}]}
    assert totals(award(raw)) == {row["team"]: exact(row["mp"]) for row in order}


def ranking(scores: dict[str, Decimal], **fields: Any) -> dict[str, Any]:
    """A list from scores, ties where they are equal."""
    order = sorted(scores.values(), reverse=True)
    entries = [{"place": order.index(score) + 1, "name": name, "score": score} for name, score in scores.items()]
    return {"entries": entries, **fields}


def test_b_2_from_scores_to_the_mastersheet() -> None:
    table = rows("b2")
    first = {row["pair"]: Decimal(row["r1_pct"]) for row in table}
    second = {row["pair"]: Decimal(row["r2_pct"]) for row in table}
    totals = {pair: first[pair] + second[pair] for pair in first}
    assert all(totals[row["pair"]] == Decimal(row["total_pct"]) for row in table)
    north_south = {pair: score for pair, score in first.items() if int(pair) <= 7}
    east_west = {pair: score for pair, score in first.items() if int(pair) > 7}
    result = award(
        {
            "form": "tournament",
            "contest": "pairs",
            "grade": "E",
            "boards": 54,
            "sessions": [
                {"boards": 28, "lists": [ranking(north_south, direction="NS"), ranking(east_west, direction="EW")]},
                {"boards": 26, "lists": [ranking(second)]},
            ],
            "overall": [ranking(totals)],
        }
    )
    got: dict[str, list[Exact]] = {}
    for earned_award in result.awards:
        got.setdefault(earned_award.entry.name, []).append(earned_award.points)
    for row in table:
        printed = [exact(row[name] or "0") for name in ("r1_mp", "r2_mp", "outright_mp")]
        assert got[row["pair"]] == printed, row["pair"]
        assert sum(got[row["pair"]], Fraction(0)) == exact(row["total_mp"] or "0")
