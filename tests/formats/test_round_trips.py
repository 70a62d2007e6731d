"""Files that we write read back as equal results."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from formats.made import credits_of, days, entries, names, numbers, pairs_events, teams_events
from masterpoint import formats
from masterpoint.core.boards import Direction
from masterpoint.core.member_lists import Credit, Credits
from masterpoint.core.results import Entry, FileAward, Ranking, Results, content
from masterpoint.formats import abf_credits, bridgewebs, mempad, nz_sheet, pages, ranked_list, usebio
from masterpoint.formats.lists import rankings_of
from masterpoint.formats.text import csv_text, from_cell, rows_of, to_cell
from masterpoint.formats.usebio.writing import Version

bounded = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
replace = msgspec.structs.replace


@bounded
@given(st.one_of(pairs_events(), teams_events()), st.sampled_from(["1.2", "1.3"]))
def test_usebio(results: Results, version: Version) -> None:
    data = usebio.write(results, version=version)
    assert formats.recognise(data) == "usebio"
    assert content(usebio.read(data, source="x")) == content(results)


@bounded
@given(st.one_of(pairs_events(), teams_events()))
def test_json_carries_everything(results: Results) -> None:
    data = pages.write_json(results)
    assert formats.recognise(data) == "json"
    assert pages.read_json(data, source="x") == results


def as_lists(results: Results) -> list[tuple[Direction, list[tuple[Any, ...]]]]:
    """The details that a list can hold for each entry."""
    return [
        (
            ranking.direction,
            [
                (
                    *(e.place, e.number, e.percentage, e.section, e.session, e.boards_played, e.handicap, e.stratum),
                    e.awards,
                    *((player.name, player.national) for player in e.players),
                )
                for e in ranking.entries
            ],
        )
        for ranking in results.rankings
    ]


@bounded
@given(pairs_events())
def test_csv_list(results: Results) -> None:
    data = ranked_list.write(results)
    assert formats.recognise(data) == "ranked list"
    back = ranked_list.read(data, source="x")
    assert as_lists(back) == as_lists(results)
    body = (
        "event_name",
        "played",
        "club_name",
        "club_number",
        "charge_code",
        "rating",
        "scoring",
        "contest",
        "winners",
    )
    assert [getattr(back, name) for name in body] == [getattr(results, name) for name in body]


@bounded
@given(st.integers(2, 5).flatmap(lambda count: entries(count, direction="NS")), entries(3, direction="EW"))
def test_nz_sheet(ns: list[Entry], ew: list[Entry]) -> None:
    rankings, _ = rankings_of([*ns, *ew], winners=2)
    back = ranked_list.read(nz_sheet.write(Results("", "", rankings=rankings)), source="x")

    def essentials(original: tuple[Ranking, ...]) -> list[tuple[Direction, list[tuple[Any, ...]]]]:
        return [
            (
                ranking.direction,
                [
                    (
                        *(e.place, e.number, e.percentage, [a for a in e.awards if a.colour == "c"]),
                        *((p.name, p.national) for p in e.players),
                    )
                    for e in ranking.entries
                ],
            )
            for ranking in original
        ]

    assert essentials(back.rankings) == essentials(rankings)


@bounded
@given(st.integers(2, 5).flatmap(entries))
def test_bridgewebs(original: list[Entry]) -> None:
    rankings, _ = rankings_of(original, winners=1)
    back = bridgewebs.read(bridgewebs.write(Results("", "", rankings=rankings)), source="x")
    data = [[(e.place, e.number, e.percentage, [p.name for p in e.players]) for e in r.entries] for r in rankings]
    assert [
        [(e.place, e.number, e.percentage, [p.name for p in e.players]) for e in r.entries] for r in back.rankings
    ] == data


@bounded
@given(st.lists(credits_of, max_size=8, unique_by=lambda credit: credit.national))
def test_abf_credits(original: list[Credit]) -> None:
    if not original:
        return
    written = abf_credits.write(Credits("", "", tuple(original)), colours=("red", "green"))
    assert all(len(line) == 19 for line in written.decode("ascii").split("\r\n")[:-1])
    back = abf_credits.read(written, source="x.rag")
    assert [replace(credit, line=0) for credit in back.credits] == original


points = st.decimals(0, 99, places=2)


@bounded
@given(st.lists(st.tuples(st.integers(1, 30000), days, points, points, names), max_size=6))
def test_mempad_claims(rows: list[tuple[int, date, Decimal, Decimal, str]]) -> None:
    results = tuple(
        Credit(
            str(number),
            tuple(FileAward(Decimal(p), c) for c, p in (("local", local), ("national", national)) if p),
            claim_day=day,
            event_code=event,
        )
        for number, day, local, national, event in rows
    )
    written = mempad.write_claims(Credits("", "", results))
    back = mempad.read_claims(written, source="x").credits
    assert tuple(replace(credit, line=0) for credit in back) == results


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Zs", "Zl", "Zp", "Cs"])), min_size=1))
def test_cells_come_back_whatever_they_hold(cells: list[str]) -> None:
    if any(cells):
        [(_, back)] = rows_of(csv_text([cells]))
        assert back == [cell.strip() for cell in cells]


@given(st.text())
def test_no_cell_begins_like_a_formula(text: str) -> None:
    cell = to_cell(text)
    assert cell[:1] not in ("=", "@", "\t", "\r")
    assert cell[:1] not in ("+", "-") or cell[1:].replace(".", "").isdigit()
    assert from_cell(cell) == text or cell == text


@pytest.mark.parametrize("name", ['=HYPERLINK("http://x")', "+1+cmd|' /C calc'!A0", "@SUM(1)", "-2+3", "\t=1"])
def test_formulas_are_disarmed(name: str) -> None:
    assert to_cell(name).startswith("'")


@bounded
@given(pairs_events(), numbers)
def test_pages_for_people_hold_no_markup_of_others(results: Results, number: str) -> None:
    page = pages.write_html(results).decode()
    assert page.count("<script") == 0
    body = page.partition("<main>")[2]
    allowed = {
        "h1",
        "/h1",
        "table",
        "/table",
        "caption",
        "/caption",
        "thead",
        "/thead",
        "tbody",
        "/tbody",
        "tr",
        "/tr",
        "td",
        "/td",
    }
    tags = {part.partition(">")[0].partition(" ")[0] for part in body.split("<")[1:]}
    assert tags <= allowed | {"th", "/th", "/main", "/body", "/html"}
    rows = pages.write_markdown(results).decode().splitlines()
    assert sum(row.startswith("|") for row in rows) == sum(len(r.entries) + 2 for r in results.rankings)
