"""Results that go to another program and come back earn the same points; anything lost on the way is reported."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from click.testing import CliRunner

from answers import of_kind
from formats.made import DATA
from intake.evenings import mitchell, plain_totals, usebio
from masterpoint import formats, intake, schemes
from masterpoint.cli import main
from masterpoint.core.errors import NotReadable
from masterpoint.core.exact import Exact
from masterpoint.core.member_numbers import check_digit
from masterpoint.core.results import Contest, Entry, Player, Ranking, Results, Scoring
from masterpoint.formats import WRITERS, bridgewebs, pages
from masterpoint.formats.losses import losses
from masterpoint.formats.numbers import WEIGHTS
from masterpoint.intake import Options

DAY = date(2026, 2, 5)


def event(contest: Contest, size: int, count: int = 12, scoring: Scoring = "match points") -> Results:
    entries = tuple(
        Entry(
            number=str(n),
            players=tuple(Player(f"Person {n} {seat}", str(900000 + 10 * n + seat)) for seat in range(size)),
            place_as_written=str(n),
            place=n,
            percentage=Decimal(6000 - 100 * n) / 100 if scoring == "match points" else None,
            score=None if scoring == "match points" else Decimal(100 - 5 * n),
            team_name=f"Team {n}" if contest == "teams" else "",
        )
        for n in range(1, count + 1)
    )
    return Results(
        format="x",
        source="x",
        contest=contest,
        scoring=scoring,
        event_name="Tuesday, with a comma",
        played=DAY,
        club_name="Invented",
        club_number="987001",
        boards_played=24,
        winners=1,
        rankings=(Ranking(entries),),
    )


EVENTS = [
    event("pairs", 2),
    event("teams", 4, scoring="IMPs"),
    event("teams", 6, scoring="IMPs"),
    event("individual", 1),
]


def awards_of(results: Results) -> list[tuple[list[str], Exact, str]]:
    imported = intake.read_event(pages.write_json(results), "x", Options(scheme="ebu", level="club"))
    awards = schemes.award(imported.event).awards
    return [([player.id for player in award.entry.players], award.points, award.colour) for award in awards]


@pytest.mark.parametrize("results", EVENTS, ids=["pairs", "fours", "sixes", "individual"])
@pytest.mark.parametrize("target", [name for name, writer in WRITERS.items() if writer.reader])
def test_the_same_points_come_back(results: Results, target: str) -> None:
    writer = WRITERS[target]
    data = writer.write(results)
    again = formats.FORMATS[writer.reader].read(data, source="x")
    assert awards_of(of_kind(Results, again)) == awards_of(results)
    assert list(losses(results, data, formats.FORMATS[writer.reader].read)) == []


def test_what_a_format_has_no_place_for_is_said(tmp_path: Path) -> None:
    source, output = tmp_path / "evening.xml", tmp_path / "out.csv"
    source.write_bytes(usebio(mitchell(), plain_totals(mitchell())))
    answer = CliRunner().invoke(
        main, ["convert", str(source), "--to", "bridgewebs", "--out", str(output), "--scheme", "ebu"]
    )
    assert answer.exit_code == 0, answer.output
    assert "Left out" in answer.output
    assert "board results" in answer.output
    assert "awards" in answer.output
    assert "member numbers" not in answer.output


def test_more_lists_than_bridgewebs_has_are_refused() -> None:
    ranking = event("pairs", 2, 4).rankings[0]
    three = Results(format="x", source="x", rankings=(ranking, ranking, ranking))
    with pytest.raises(NotReadable, match="one ranking list or two"):
        bridgewebs.write(three)


def test_a_plain_bridgewebs_file_says_that_it_has_no_numbers() -> None:
    results = formats.read_results((DATA / "bridgewebs.csv").read_bytes(), source="x")
    assert bridgewebs.NO_NUMBERS in results.remarks
    assert results.contest == "pairs"


def test_credit_files_are_made_from_a_results_file(tmp_path: Path) -> None:
    data = usebio(mitchell(), plain_totals(mitchell())).replace(b"987001", b"3348")
    for n in range(2, 300):
        data = data.replace(f">{900000 + n}<".encode(), f">{n:04d}{check_digit(f'{n:06d}', WEIGHTS)}<".encode())
    source = tmp_path / "evening.xml"
    source.write_bytes(data)
    answer = CliRunner().invoke(main, ["credits", "from-event", str(source), "--out", str(tmp_path / "out")])
    assert answer.exit_code == 0, answer.output
    lines = (tmp_path / "out" / "credits.grn").read_text().split()
    assert lines
    assert all(len(line) == 13 for line in lines)
    english = tmp_path / "english.xml"
    english.write_bytes(data.replace(b"<DATE>", b"<COUNTRY>England</COUNTRY><DATE>"))
    refused = CliRunner().invoke(main, ["credits", "from-event", str(english), "--out", str(tmp_path / "none")])
    assert refused.exit_code == 2
    assert "--scheme" in refused.output
