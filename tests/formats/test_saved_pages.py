"""Files people have: result pages saved as HTML, old spreadsheets, and files with semicolons from online platforms."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from answers import existing
from masterpoint import formats
from masterpoint.core.errors import NotReadable
from masterpoint.core.results import Results

DATA = Path(__file__).parent / "data"
PAGE = """<!DOCTYPE html><html><head><title>Results</title><script>var x = "<table>"</script></head><body>
<table><tr><td>Title</td><td>#123 Invented Speedball 2026-11-10</td></tr><tr><td>Host</td><td>Invented Club</td></tr>
<tr><td>Boards</td><td><a href="http://example.org/">Show boards</a></td></tr></table>
<div>Honor list</div>{leaders}
<div class="sectionbreak">Section 1 N/S</div><div><table><tr><th>Username</th><th>Score (IMPs)</th><th>Rank</th>
<th>Points</th></tr><tr><td>ann+bob</td><td><a href="x">14.10</a></td><td>1</td><td>0.78</td></tr>
<tr><td>cy+di</td><td>-3.5</td><td>2</td><td></td></tr></table></div>
<div class="sectionbreak">Section 1 E/W</div><div><table><tr><th>Username</th><th>Score (IMPs)</th><th>Rank</th>
<th>Points</th></tr><tr><td>ed+fay</td><td>2</td><td>1</td><td>0.40</td></tr></table></div></body></html>"""
LEADERS = (
    "<table><tr><th>Rank</th><th>Username</th><th>Score</th></tr><tr><td>1</td><td>ann+bob</td><td>14</td></tr></table>"
)


def read(text: str | bytes, source: str = "page.html") -> Results:
    return formats.read_results(text if isinstance(text, bytes) else text.encode(), source=source)


def finishes(results: Results) -> list[tuple[str, str, int | None, list[str], Decimal | None]]:
    return [
        (ranking.direction, entry.section, entry.place, [player.name for player in entry.players], entry.score)
        for ranking in results.rankings
        for entry in ranking.entries
    ]


class TestPages:
    def test_sections_are_the_lists_and_leaders_are_not(self) -> None:
        results = read(PAGE.format(leaders=LEADERS))
        assert finishes(results) == [
            ("NS", "1", 1, ["ann", "bob"], Decimal("14.10")),
            ("NS", "1", 2, ["cy", "di"], Decimal("-3.5")),
            ("EW", "1", 1, ["ed", "fay"], Decimal("2")),
        ]
        assert (results.event_name, results.club_name) == ("#123 Invented Speedball 2026-11-10", "Invented Club")
        assert existing(results.played).isoformat() == "2026-11-10"
        assert any("other tables" in remark for remark in results.remarks)
        assert any("names of accounts" in remark for remark in results.remarks)

    def test_points_beside_a_score_are_awards(self) -> None:
        first = read(PAGE.format(leaders="")).rankings[0].entries[0]
        assert [award.points for award in first.awards] == [Decimal("0.78")]

    def test_without_sections_the_longest_table_counts(self) -> None:
        rows = "".join(f"<tr><td>{n}</td><td>A{n} & B{n}</td><td>{60 - n}.00</td></tr>" for n in range(1, 5))
        page = f"<html><body>{LEADERS}<table><tr><th>Pos</th><th>Names</th><th>%</th></tr>{rows}</table></body></html>"
        results = read(page)
        assert [(entry.place, entry.percentage) for entry in results.entries] == [
            (n, Decimal(60 - n)) for n in range(1, 5)
        ]

    def test_a_table_within_a_table_for_the_layout(self) -> None:
        page = f"<html><body><table><tr><td>menu</td><td>{LEADERS}</td></tr></table></body></html>"
        assert finishes(read(page)) == [("", "", 1, ["ann", "bob"], Decimal("14"))]

    @pytest.mark.parametrize(
        "page",
        [
            "<html><body>results</body></html>",
            "<html><table><tr><td>Contract</td><td>Tricks</td></tr><tr><td>4S</td><td>10</td></tr></table></html>",
            "<!doctype html><table>",
            "<p>",
        ],
    )
    def test_pages_without_a_ranking_are_still_refused_in_words(self, page: str) -> None:
        with pytest.raises(NotReadable, match="web page"):
            read(page)

    def test_a_page_far_too_full_is_refused(self) -> None:
        with pytest.raises(NotReadable, match="far more entries"):
            read(PAGE.format(leaders=LEADERS) + "<i>" * 900_000)

    def test_other_letters_than_it_says(self) -> None:
        page = '<html><head><meta charset="iso-8859-1"></head><body>' + LEADERS.replace("ann", "Zoë") + "</body></html>"
        assert finishes(read(page))[0][3] == ["Zoë", "bob"]
        assert finishes(read(page.encode("cp1252")))[0][3] == ["Zoë", "bob"]


class TestOldSpreadsheets:
    def test_the_list_in_the_first_sheet_that_has_one(self) -> None:
        results = read((DATA / "ranked-list.xls").read_bytes(), "ranked-list.xls")
        assert (results.club_name, existing(results.played).isoformat()) == ("Invented Bridge Club", "2024-02-05")
        assert [(entry.place, entry.percentage, entry.players[0].national) for entry in results.entries] == [
            (1, Decimal("58.33"), "1001"),
            (2, Decimal("50"), "1003"),
            (2, Decimal("50"), "1005"),
        ]

    @pytest.mark.parametrize("length", [8, 600, 3000])
    def test_cut_short(self, length: int) -> None:
        with pytest.raises(NotReadable):
            read((DATA / "ranked-list.xls").read_bytes()[:length], "x.xls")


def test_semicolons_of_an_online_platform() -> None:
    results = read("Rank;Username;Score (IMPs);Points\n1;ann+bob;14,5;0,78\n2;cy+di;-3;\n", "tourney.csv")
    assert [(entry.place, entry.score) for entry in results.entries] == [(1, Decimal("14.5")), (2, Decimal("-3"))]


@pytest.mark.parametrize(
    "heading",
    [
        "#Title;Club pairs\n#Date;2026-10-06\n",
        "Title: Club pairs\nDate: 6/10/2026\n",
        "Title;Club pairs\nDate:;06/10/2026\n",
    ],
    ids=["marked", "in one cell", "in two cells"],
)
def test_what_stands_above_a_list_is_read(heading: str) -> None:
    results = read(f"{heading}Rank;Username;Score\n1;ann+bob;14,5\n2;cy+di;-3\n", "tourney.csv")
    assert (results.event_name, str(results.played)) == ("Club pairs", "2026-10-06")


RANKED = [(1, ["Ann Bell", "Ben Cole"], Decimal("61.20")), (2, ["Cy Dale", "Di Elm"], Decimal("50.00"))]


@pytest.mark.parametrize(
    "text",
    [
        "Place\tNames\tScore\n1\tAnn Bell & Ben Cole\t61.20%\n2\tCy Dale & Di Elm\t50.00%\n",
        "| Place | Names | Score |\n|---|---|---|\n| 1 | Ann Bell & Ben Cole | 61.20% |\n"
        "| 2 | Cy Dale & Di Elm | 50.00% |\n",
        "Place  Names                  %\n-----  -----\n1      Ann Bell & Ben Cole    61.20\n"
        "2      Cy Dale & Di Elm       50.00\n",
        "<table><tr><th>Rank</th><th>Pair</th><th>Names</th><th>Score</th><th>MPs</th></tr>"
        "<tr><td>1</td><td>4</td><td>Ann Bell & Ben Cole</td><td>61.20%</td><td>24</td></tr>"
        "<tr><td>2</td><td>2</td><td>Cy Dale & Di Elm</td><td>50.00%</td><td>15</td></tr></table>",
        "<table><tr><th>Pos.</th><th>Players</th><th>Score %</th></tr><tr><td>1</td><td>Ann Bell & Ben Cole</td>"
        "<td>61.20</td></tr><tr><td>2</td><td>Cy Dale & Di Elm</td><td>50.00</td></tr></table>",
        "<table><tr><th>Rank</th><th colspan=2>Names</th><th>%</th></tr>"
        "<tr><td>1</td><td>Ann Bell</td><td>Ben Cole</td><td>61.20</td></tr>"
        "<tr><td>2</td><td colspan='2'>Cy Dale & Di Elm</td><td>50.00</td></tr></table>",
        "<table><tr><th rowspan=2>Rank</th><th rowspan=2>Names</th><th colspan=2>Score</th></tr>"
        "<tr><th>MP</th><th>%</th></tr><tr><td>1</td><td>Ann Bell<br>Ben Cole</td><td>24</td><td>61.20</td></tr>"
        "<tr><td>2</td><td><div>Cy Dale</div><div>Di Elm</div></td><td>20</td><td>50.00</td></tr></table>",
        "Place,Names,,%\n1,Ann Bell,Ben Cole,61.20\n2,Cy Dale & Di Elm,,50.00\n",
    ],
    ids=[
        *("tabs", "bars", "spaces", "as RealBridge shows it", "as Pianola shows it"),
        *("a heading over two columns", "headings over two rows, a name a line", "merged cells saved as CSV"),
    ],
)
def test_a_table_pasted_or_saved_from_anywhere(text: str) -> None:
    text = f"<!DOCTYPE html><html><body>{text}</body></html>" if text.startswith("<") else text
    (ranking,) = read(text).rankings
    assert [(row.place, [player.name for player in row.players], row.percentage) for row in ranking.entries] == RANKED


def test_numbers_that_stand_beside_each_player() -> None:
    text = (
        "Position,Player 1,Player 1 Number,Player 2,Player 2 National ID,Percentage\n"
        "1,Ann Bell,1001,Ben Cole,1002,61.20%\n2,Cy Dale,1003,Di Elm,,50.00%\n"
    )
    (ranking,) = read(text, "export.csv").rankings
    assert [[player.national for player in row.players] for row in ranking.entries] == [["1001", "1002"], ["1003", ""]]


def test_acbl_live_strata_directions_and_points_with_their_colour() -> None:
    """Strata have letters, columns A, B and C hold ranks in them, and points name their colour."""
    results = read((DATA / "acbl-live.html").read_bytes(), "acbl-live.html")
    assert [
        (ranking.direction, entry.number, entry.place, [player.name for player in entry.players], entry.stratum)
        for ranking in results.rankings
        for entry in ranking.entries
    ] == [
        ("NS", "6", 1, ["Ann Archer", "Mr Ben Brook-Smith"], 1),
        ("NS", "4", 2, ["Cleo Carr", "Dan Dale"], 2),
        ("NS", "2", 2, ["Eve Elm", "Finn Ford"], 3),
        ("EW", "1", 1, ["Gus Gray", "Hana Hill"], 2),
    ]
    assert [[(str(award.points), award.colour) for award in entry.awards] for entry in results.entries] == [
        [("1.20", "black")],
        [("0.60", "red"), ("0.25", "black")],
        [],
        [("0.98", "black")],
    ]
    assert [entry.percentage for entry in results.entries][:2] == [Decimal("60.25"), Decimal("55.00")]


LISTED = "Place,Names,Score\n1,Ann Bell & Ben Cole,{}\n2,Cy Dale & Di Elm,{}\n"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Place,Names,%\n1,Ann\u00a0Bell & Ben\u200b Cole,61.20\u00a0%\n", ["Ann Bell", "Ben Cole"]),
        ("Place,Player 1,Player 2,%\n1,\u200fדנה כהן,אורי לוי\u200e,61.20\n", ["דנה כהן", "אורי לוי"]),
        ("Place,Names,%\n1,Ann Bell - Ben Cole-Dale,61.20\n", ["Ann Bell", "Ben Cole-Dale"]),
        ("Tuesday,,,\n,Players,,Result\nPlace,Player 1,Player 2,%\n1,Ann,Ben,61.20\n", ["Ann", "Ben"]),
        ("Pos,Pair,,Score\n,Player 1,Player 2,%\n1,Ann,Ben,61.20\n", ["Ann", "Ben"]),
    ],
    ids=["spaces nobody sees", "right to left", "a dash between names", "merged cells above", "headings in two rows"],
)
def test_lists_as_people_have_them(text: str, names: list[str]) -> None:
    (ranking,) = read(text).rankings
    assert [([player.name for player in row.players], row.place, row.percentage) for row in ranking.entries] == [
        (names, 1, Decimal("61.20"))
    ]


def test_letters_encoded_twice_are_put_right_and_said() -> None:
    text = "Place,Names,%\n1,Zoë Bell & Ben Cole,61.20\n"
    results = read(text.encode().decode("cp1252").encode())
    assert results.entries[0].players[0].name == "Zoë Bell"
    assert any("were garbled" in remark for remark in results.remarks)


def test_a_score_with_a_comma_that_has_two_meanings_is_asked_about() -> None:
    assert [entry.score for entry in read(LISTED.format('"12,5"', "\u22123")).entries] == [Decimal("12.5"), -3]
    with pytest.raises(NotReadable, match=r"in two ways, as 1240 and as 1\.240"):
        read(LISTED.format('"1,240"', "980"))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("pn|a,b,c,d|md|3SAKHAK|sv|o|mb|1S|mb|p|pg||\n", r"LIN file .* Save the page with the results"),
        ("D 19910606\nT A title\nB 1\nH W:AQ.Q876.KQ4.Q752:KT95.952.JT95.T4:\nA NN:1N\n", "RBN file"),
        ("Club  Pairs 11/2/2026\nRank Pair Names [OVERALL RANKS]   Bds   Total  Max %Score\n  1  1  A & B  27\n",
         "PairsScorer .* Export the USEBIO file"),
    ],
    ids=["LIN", "RBN", "PairsScorer's print"],
)  # fmt: skip
def test_what_is_answered_in_one_sentence(text: str, answer: str) -> None:
    with pytest.raises(NotReadable, match=answer):
        read(text, "x.txt")


def test_what_nothing_is_read_from_is_named() -> None:
    text = (
        "Club,Riverside\nDirector,Jo Quill\nPlace,Names,Matchpoints,%,Phone,Empty\n"
        "1,Ann Bell & Ben Cole,124,61.20,01234,\n2,Cy Dale & Di Elm,100,50.00,,\n"
    )
    assert read(text, "list.csv").remarks == (
        "Lines above the list that were not used: “director”.",
        "Columns that were not used: “Matchpoints”, “Phone”.",
    )
    many = "Place,Names,%," + ",".join(f"Extra {n}" for n in range(10))
    rows = "".join(f"\n{n},Ann Bell & Ben Cole,60," + ",".join("x" * 10) for n in (1, 2))
    (remark,) = read(many + rows, "list.csv").remarks
    assert remark.endswith("“Extra 7” and 2 more.")
