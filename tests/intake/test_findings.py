"""Checking and comparing: made-up mistakes, each found with its line, value and fix."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import msgspec
import pytest

from formats.made import DATA
from masterpoint import formats, intake
from masterpoint.core.boards import Board, Contract, Match, Traveller
from masterpoint.core.errors import MasterpointError
from masterpoint.core.results import Entry, MatchScoring, Player, Ranking, Results
from masterpoint.intake import read_file
from masterpoint.intake.checking import own_findings
from masterpoint.intake.findings import Finding, check_results
from masterpoint.intake.options import Options
from masterpoint.intake.rescoring import compare, with_our_places

TODAY = date(2024, 6, 1)
MITCHELL = (DATA / "mitchell-1.0-latin1.xml").read_bytes()
replace = msgspec.structs.replace


def check(data: bytes, *, source: str, today: date, federation: str = "") -> tuple[Finding, ...]:
    """Findings on a file, independent of any book."""
    try:
        file = read_file(data, source)
    except MasterpointError as error:
        return tuple(Finding("error", problem) for problem in error.problems)
    return own_findings(file, federation, today)


def findings(data: bytes, **options: Any) -> list[tuple[str, str, str]]:
    return [(f.severity, f.problem.value, f.problem.message) for f in check(data, source="x", today=TODAY, **options)]


def sentences(data: bytes, part: str, **options: Any) -> list[tuple[str, str]]:
    return [(severity, value) for severity, value, message in findings(data, **options) if part in message]


def edit(*changes: tuple[str, str]) -> bytes:
    text = MITCHELL.decode("latin-1")
    for before, after in changes:
        assert before in text
        text = text.replace(before, after, 1)
    return text.encode("latin-1")


def test_a_good_file_has_only_visitors_to_look_at() -> None:
    assert findings(MITCHELL) == [("warning", "Visitor", "Visitor has no national number.")]


def test_each_finding_has_a_line_and_a_cure() -> None:
    [finding] = check(MITCHELL, source="x", today=TODAY)
    line = int(finding.problem.place.removeprefix("line "))
    assert "Visitor" in MITCHELL.decode("latin-1").splitlines()[line - 1]
    assert "add it, unless this is a visitor" in str(finding)


@pytest.mark.parametrize(
    ("change", "severity", "value", "message"),
    [
        (("9/4/2024", "9/4/2025"), "error", "9/4/2025", "in the future"),
        (("9/4/2024", "April"), "error", "April", "cannot be read"),
        (("<DATE>9/4/2024</DATE>", ""), "error", "", "date of play is missing"),
        (("900105", "900104"), "error", "900104", "is the number of 2 players"),
        (("900105", "90010x"), "error", "90010x", "only digits"),
        (("900105", "9001051234"), "error", "9001051234", "at most 8 digits"),
        (("<PAIR_NUMBER>2<", "<PAIR_NUMBER>1<"), "error", "1", "number of two contestants"),
        (("<PLACE>2</PLACE>", "<PLACE>3</PLACE>"), "error", "1 3", "do not run 1, 2, 3"),
        (("<P2P_CHARGE_RATE>10<", "<P2P_CHARGE_RATE>55<"), "warning", "55", "charge code"),
        (("00987003", ""), "warning", "Café Bridge", "number of the club Café Bridge is missing"),
        (("<WINNER_TYPE>", "<PAIRS>9</PAIRS><WINNER_TYPE>"), "warning", "9", "9 pairs, but 4 are listed"),
        (
            ("<WINNER_TYPE>", "<BOARDS_PLAYED>3</BOARDS_PLAYED><WINNER_TYPE>"),
            "warning",
            "3",
            "most anybody played is 2",
        ),
        (("<WINNER_TYPE>", "<MOOD>good</MOOD><WINNER_TYPE>"), "warning", "MOOD", "which we do not know"),
        (("<SCORE>600<", "<SCORE>400<"), "warning", "400", "3NT by S with 9 tricks is worth 600"),
        (("<EW_PAIR_NUMBER>11<", "<EW_PAIR_NUMBER>13<"), "warning", "13", "not in the list"),
        (("<EW_PAIR_NUMBER>11<", "<EW_PAIR_NUMBER>1<"), "error", "board 1, 1 against 1", "against itself"),
        (("Xan Xu", "PHANTOM"), "warning", "PHANTOM", "is listed as a player"),
        (("<PLACE>1</PLACE>", "<PLACE>first</PLACE>"), "error", "first", "which is not a place"),
    ],
)
def test_mistakes(change: tuple[str, str], severity: str, value: str, message: str) -> None:
    result = findings(edit(change))
    assert (severity, value) in [(s, v) for s, v, words in result if message in words]


GAP = """<html><body><table>
<tr><th>Rank</th><th>Name</th><th>Score</th></tr>
<tr><td>1</td><td>ann+bob</td><td>61.2%</td></tr>
<tr><td>2</td><td>cy+dee</td><td>55.0%</td></tr>
<tr><td>4</td><td>eve+fay</td><td>50.0%</td></tr>
</table></body></html>
"""


def test_a_gap_between_places_is_said_once_with_its_line() -> None:
    """A saved page, judged with a day and boards: a finding on the whole list appears only if no book looked at it."""
    options = Options(scheme="ebu", boards=24, day=TODAY)
    (problem,) = intake.check(GAP.encode(), "page.html", options, today=TODAY).errors
    assert (problem.place, problem.who, problem.value) == ("line 4", "eve and fay", "4")
    assert problem.message.startswith("the next place should be 3")
    unjudged = intake.check(GAP.encode(), "page.html", Options(scheme="ebu"), today=TODAY).errors
    assert sum("do not run 1, 2, 3" in problem.message for problem in unjudged) == 1


def test_places_that_contradict_the_scores() -> None:
    swapped = edit(("100.000000", "10.000000"), ("<PERCENTAGE>0.000000", "<PERCENTAGE>90.000000"))
    assert sentences(swapped, "is placed above") == [("error", "11")]
    assert sentences(edit(("50.000000", "51.000000")), "share place 1") == [("warning", "1")]
    tied = edit(("100.000000", "0.000000"))
    assert sentences(tied, "the same score") == [("warning", "11")]


def test_errors_come_before_warnings() -> None:
    severities = [severity for severity, *_ in findings(edit(("9/4/2024", "soon"), ("900105", "900104")))]
    assert severities == sorted(severities)
    assert severities.count("error") == 2


def test_one_person_in_two_pairs() -> None:
    doubled = edit(("Uma Udall", "Kit Kirk"), ("900105", "0900104"))
    assert sentences(doubled, "Kit Kirk (900104) appears twice: in") == [("error", "900104")]
    nameless = edit(("Xan Xu", "Zoë Quill"), ("00900101", ""), ("900108", ""))
    assert sentences(nameless, "without a number.") == [("warning", "Zoë Quill")]


def test_abf_numbers_are_checked_where_they_are_abf() -> None:
    assert sentences(MITCHELL, "last digit", federation="abf") != []
    assert sentences(MITCHELL, "last digit") == []


def test_what_cannot_be_read_is_all_errors() -> None:
    assert [severity for severity, *_ in findings(MITCHELL[:900])] == ["error"]
    assert sentences((DATA / "hands.pbn").read_bytes(), "hands only") == [("error", "")]


def test_claims_and_credits() -> None:
    claims = (DATA / "claims.csv").read_bytes()
    assert sentences(claims, "more than 8 days old") == [("warning", "2024-05-02")] * 2
    late = claims.replace(b"02/05/2024,21001", b"02/07/2024,41001").replace(b"0.75", b"16.75")
    assert sentences(late, "in the future") == [("error", "2024-07-02")]
    assert sentences(late, "SBU numbers") == [("error", "41001")]
    assert sentences(late, "more than 15 at once") == [("warning", "16.75")]
    assert sentences(b"0002003000005\n0002003000007\n", "more than one line") == [("warning", "2003")]
    doubled = (DATA / "members.csv").read_bytes().replace(b"21002", b"21001")
    assert sentences(doubled, "two members") == [("error", "21001")]


def test_matches_that_contradict_the_list() -> None:
    data = (DATA / "teams-1.2.xml").read_bytes()
    wrong = data.replace(b"<WINS_OR_DRAWS>0<", b"<WINS_OR_DRAWS>1<").replace(b"<OPPOSING_TEAM>2<", b"<OPPOSING_TEAM>9<")
    assert sentences(wrong, "won or drawn") == [("warning", "2")]
    assert sentences(wrong, "plays a match") == [("warning", "9")]


Placed = tuple[str, int | None, str | None]


def entry(number: str, place: int | None, percentage: str | None = None, **fields: Any) -> Entry:
    figure = None if percentage is None else Decimal(percentage)
    return Entry(number, (Player(f"Q{number}"), Player(f"R{number}")), str(place), place, figure, **fields)


BOARDS = (
    Board(1, (Traveller("1", "4", score=420), Traveller("2", "5", score=450), Traveller("3", "6", score=-50))),
    Board(2, (Traveller("1", "5", score=100), Traveller("2", "6", score=100), Traveller("3", "4", score=90))),
)
# 1: 5 of 8, 2: 7, 3: 0, 4: 6, 5: 1, 6: 5
RIGHT: list[Placed] = [
    ("2", 1, "87.50"),
    ("4", 2, "75.00"),
    ("1", 3, "62.50"),
    ("6", 3, "62.50"),
    ("5", 5, "12.50"),
    ("3", 6, "0.00"),
]


def event(standings: list[Placed], **fields: Any) -> Results:
    entries = tuple(entry(*standing) for standing in standings)
    return Results("", "", scoring="match points", rankings=(Ranking(entries),), boards=BOARDS, **fields)


def test_agreement_is_stated() -> None:
    comparison = compare(event(RIGHT))
    assert comparison.agrees
    assert comparison.message == "Our ranking, by percentages of the match points possible, agrees with the file."
    assert [figure.place for figure in comparison.figures] == [1, 2, 3, 3, 5, 6]


def test_every_difference_is_listed() -> None:
    wrong: list[Placed] = [("4", 1, "75.00"), ("2", 2, "87.40"), *RIGHT[2:]]
    assert [str(difference) for difference in compare(event(wrong)).differences] == [
        "the ranking list, 4: the place is 1 in the file, 2 by our scoring",
        "the ranking list, 2: the result is 87.40 in the file, 87.50 by our scoring",
        "the ranking list, 2: the place is 2 in the file, 1 by our scoring",
    ]


def test_a_contestant_without_boards_is_a_difference() -> None:
    comparison = compare(event([*RIGHT, ("9", 7, "0.00")]))
    assert [difference.place for difference in comparison.differences] == ["the ranking list, 9"]


def test_our_own_ranking_where_the_file_has_none() -> None:
    plain = event([(number, None, None) for number in "123456"])
    assert "gives no ranking" in compare(plain).message
    with_places = with_our_places(plain)
    assert [(e.number, e.place_as_written, str(e.percentage)) for e in with_places.entries] == [
        ("2", "1", "87.50"),
        ("4", "2", "75.00"),
        ("1", "3=", "62.50"),
        ("6", "3=", "62.50"),
        ("5", "5", "12.50"),
        ("3", "6", "0.00"),
    ]
    assert with_our_places(event(RIGHT)) == event(RIGHT)


def test_a_file_without_boards_says_why_it_is_not_compared() -> None:
    comparison = compare(replace(event(RIGHT), boards=()))
    assert not comparison.compared
    assert "no board results" in comparison.message


def test_imps_scaled_up_for_a_sit_out_are_recognised() -> None:
    boards = (
        Board(1, (Traveller("1", "2", score=620), Traveller("3", "4", score=170))),
        Board(2, (Traveller("1", "2", score=620), Traveller("3", "5", score=170))),
    )
    # 10 IMPs a board: 1 and 3 played two, 4 and 5 one each, scaled to 20.
    figures = {"1": 20, "4": 20, "5": 20, "2": -20, "3": -20}
    entries = tuple(
        Entry(number, (), place=1 if points > 0 else 4, score=Decimal(points)) for number, points in figures.items()
    )
    results = Results("", "", scoring="cross-IMPs", rankings=(Ranking(entries),), boards=boards)
    comparison = compare(results)
    assert comparison.agrees
    assert "scaled up" in comparison.method


def match_of(vps: str | None = None, imps: str = "6") -> Match:
    board = Board(
        3,
        (
            Traveller("a", "b", contract=Contract(4, "S"), declarer="E", tricks=9, room="NS"),
            Traveller("c", "d", contract=Contract(3, "S"), declarer="E", tricks=9, room="EW"),
        ),
        imps=Decimal(imps),
    )
    home, away = (Decimal(6), Decimal(0)) if vps is None else (Decimal(vps), 20 - Decimal(vps))
    return Match("1", "2", home_score=home, away_score=away, boards=(board,))


def teams_event(match: Match, scoring: MatchScoring, total: int | str) -> Results:
    entries = (Entry("1", (), place=1, score=Decimal(total)), Entry("2", (), place=2, score=match.away_score))
    rankings = (Ranking(entries),)
    return Results("", "", contest="teams", scoring="IMPs", match_scoring=scoring, rankings=rankings, matches=(match,))


def test_teams_by_imps_and_by_vps() -> None:
    assert compare(teams_event(match_of(), "IMPs", 6)).agrees
    # 6 IMPs over one board: 15 IMPs are a blitz. The formula gives 10 + 10 * (1 - t ** 1.2) / (1 - t ** 3) = 15.74.
    assert compare(teams_event(match_of("15.74"), "VPs", "15.74")).agrees
    wrong = compare(teams_event(match_of("17", imps="7"), "VPs", 17))
    assert [difference.subject for difference in wrong.differences] == ["the IMPs", "the VPs"]


def test_a_margin_that_does_not_fit_the_boards() -> None:
    match = replace(match_of(), home_score=Decimal(9))
    comparison = compare(teams_event(match, "IMPs", 9))
    assert [(difference.subject, difference.our_value) for difference in comparison.differences] == [
        ("the margin in IMPs", "6")
    ]


@pytest.mark.parametrize("name", ["mitchell-1.0-latin1.xml", "teams-1.2.xml", "results.pbn"])
def test_our_made_files_agree_with_their_own_travellers(name: str) -> None:
    comparison = compare(formats.read_results((DATA / name).read_bytes(), source=name))
    assert comparison.agrees, comparison


def test_results_without_a_date_are_errors_whatever_the_format() -> None:
    results = replace(event(RIGHT), played=None)
    assert "error" in [finding.severity for finding in check_results(results, today=TODAY)]


def test_a_day_that_a_person_added_is_not_missing_whatever_else_is() -> None:
    file = b"place,player1,player2\n1,Ann Bell,Bob Carr\n2,Cy Dale,Di Ewing\n"
    checked = intake.check(file, "list.csv", Options(scheme="ebu", day=date(2024, 5, 1)), today=TODAY)
    errors = [finding.problem.place for finding in checked.findings if finding.severity == "error"]
    assert errors == ["boards"]
    assert "day" in [
        finding.problem.place for finding in intake.check(file, "list.csv", Options(scheme="ebu"), today=TODAY).findings
    ]
