"""The real sample files next to the repository, if they are there: each is read, and rebuilt as far as possible.

The expectations come from FORMATS.md (sections 2.6, 2.12, 7.1, 8) and from the README of the samples. Without the
folder, these tests have one empty case that says so.
"""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from answers import existing
from masterpoint import formats
from masterpoint.core.errors import NotReadable
from masterpoint.core.results import FileAward, Results, content
from masterpoint.core.scoring.field import score_lines, tallies
from masterpoint.formats import bws, names, usebio
from masterpoint.formats.usebio.writing import Version
from masterpoint.intake.rescoring import compare, with_our_places

SAMPLES = Path(__file__).parents[2] / "../shared/formats/samples"
HAS_SAMPLES = SAMPLES.is_dir()
ABSENT = pytest.param(
    None, id="the folder of samples is not here", marks=pytest.mark.skip("no samples beside the repository")
)


def samples(*patterns: str, without: str = "\0") -> list[pytest.ParameterSet]:
    paths = sorted(path for pattern in patterns for path in SAMPLES.glob(pattern)) if HAS_SAMPLES else []
    paths = [path for path in paths if without not in path.name]
    return [pytest.param(path, id=path.name) for path in paths] or [ABSENT]


def read(name: str) -> Results:
    path = SAMPLES / name
    return formats.read_results(path.read_bytes(), source=path.name)


needs_samples = pytest.mark.skipif(not HAS_SAMPLES, reason="no samples beside the repository")

REFUSED = {
    "bridgecomposer-hands-only.pbn": "hands only",
    "Default.bws": "no results",
    "traveller.html": "web page",
}


@pytest.mark.parametrize("path", samples("usebio/*", "nz-scorer/*", "pbn/*", "bws/*.bws", "synthetic/*.xml", "bbo/*"))
def test_every_file_is_read_or_said_to_be_something_else(path: Path) -> None:
    data = path.read_bytes()
    if path.name in REFUSED:
        with pytest.raises(NotReadable, match=REFUSED[path.name]):
            formats.read(data, source=path.name)
    else:
        results = formats.read_results(data, source=path.name)
        assert results.entries


@pytest.mark.parametrize("path", samples("usebio/*.xml", "synthetic/*.xml"))
@pytest.mark.parametrize("version", ["1.2", "1.3"])
def test_what_is_written_is_read_back_equal(path: Path, version: Version) -> None:
    results = usebio.read(path.read_bytes(), source="x")
    assert content(usebio.read(usebio.write(results, version=version), source="y")) == content(results)


# FORMATS.md, 2.6: sum of points over sum of tops, for these programs.
REBUILT_FROM_POINTS = [
    "usebio/scorebridge-one-winner-17pairs.xml",
    "usebio/realbridge-two-winner-16pairs.xml",
    "usebio/bbo-extractor-one-winner-17pairs.xml",
    "synthetic/usebio-1.0-edge-cases-latin1.xml",
]


def given_tallies(results: Results) -> dict[str, tuple[Decimal, Decimal]]:
    """The sums of the file's own points and of the tops, for each contestant."""
    sums: dict[str, tuple[Decimal, Decimal]] = {}
    for board in results.boards:
        ordinary = [line for line in board.travellers if line.adjusted is None]
        top = max(existing(line.ns_points) + existing(line.ew_points) for line in ordinary)
        for line in board.travellers:
            for number, points in ((line.ns, line.ns_points), (line.ew, line.ew_points)):
                scored_so_far, possible = sums.get(number, (Decimal(0), Decimal(0)))
                sums[number] = (scored_so_far + existing(points), possible + top)
    return sums


@needs_samples
@pytest.mark.parametrize("name", REBUILT_FROM_POINTS)
def test_percentages_from_the_points_in_the_file(name: str) -> None:
    results = read(name)
    sums = given_tallies(results)
    for entry in results.entries:
        points, possible = sums[entry.number]
        assert abs(100 * points / possible - existing(entry.percentage)) <= Decimal("0.01")


# Our own scoring from contracts and scores alone.
REBUILT_BY_US = [
    *REBUILT_FROM_POINTS,
    "usebio/compscore3-abf-ximp-howell-9pairs.xml",
    "usebio/ebu-example-individual-v1.1.xml",
    "usebio/nz-converter-handicap-two-winner.xml",
    "nz-scorer/handicap-pairs.xml",
    "synthetic/usebio-1.2-swiss-pairs.xml",
    "synthetic/usebio-1.2-swiss-teams-triples.xml",
    "synthetic/usebio-1.2-teams-point-a-board.xml",
]


@needs_samples
@pytest.mark.parametrize("name", REBUILT_BY_US)
def test_our_ranking_agrees_with_the_file(name: str) -> None:
    comparison = compare(read(name))
    assert comparison.agrees, [str(difference) for difference in comparison.differences]


@pytest.mark.parametrize("path", samples("usebio/*.xml", "nz-scorer/*.xml", without="phantom"))
def test_our_points_on_every_line_agree_with_the_file(path: Path) -> None:
    """To the file's own rounding: tenths, rounded or cut. Phantoms change New Zealand's tops (FORMATS.md 7.1)."""
    results = formats.read_results(path.read_bytes(), source=path.name)
    lines = score_lines(results.boards, existing(results.scoring), across_field=True)
    assert lines
    for line in lines:
        assert abs(line.ns - Fraction(existing(line.line.ns_points))) <= Fraction(1, 10), line
        assert abs(line.ew - Fraction(existing(line.line.ew_points))) <= Fraction(1, 10), line


@needs_samples
def test_scorebridge_as_described() -> None:
    results = read("usebio/scorebridge-one-winner-17pairs.xml")
    [ranking] = results.rankings
    assert [award.points * 100 for entry in ranking.entries for award in entry.awards] == [36, 30, 24, 18, 12, 6]
    assert (len(ranking.entries), results.boards_played, len(results.boards)) == (17, 22, 24)
    assert sum(ranking.sharing(entry) == 2 for entry in ranking.entries if entry.place == 8) == 2
    assert sum(not player.national for entry in ranking.entries for player in entry.players) == 1


@needs_samples
def test_bbo_extractor_as_described() -> None:
    [ranking] = read("usebio/bbo-extractor-one-winner-17pairs.xml").rankings
    third = [entry for entry in ranking.entries if entry.place == 3]
    assert [entry.awards for entry in third] == [(FileAward(Decimal("0.21"), "black"),)] * 2


@needs_samples
def test_realbridge_as_described() -> None:
    ns, ew = read("usebio/realbridge-two-winner-16pairs.xml").rankings
    tied = [sum(ranking.sharing(entry) > 1 for entry in ranking.entries) for ranking in (ns, ew)]
    assert sorted(tied) == [0, 2]


@needs_samples
def test_pianola_and_compscore_as_described() -> None:
    pianola = read("usebio/pianola-ximp-one-winner-17pairs.xml")
    assert (pianola.scoring, len(pianola.rankings), len(pianola.entries), pianola.counts.pairs) == (
        "cross-IMPs",
        1,
        17,
        18,
    )
    compscore = read("usebio/compscore3-abf-ximp-howell-9pairs.xml")
    by_place = [entry.awards[0].points * 100 for entry in compscore.entries if entry.awards]
    assert (by_place, len(compscore.boards), "4" in {entry.number for entry in compscore.entries}) == (
        [Decimal(30), Decimal(21), Decimal(15), Decimal(10)],
        27,
        False,
    )


@needs_samples
def test_the_individual_as_described() -> None:
    results = read("usebio/ebu-example-individual-v1.1.xml")
    [ranking] = results.rankings
    assert [award.points * 100 for entry in ranking.entries for award in entry.awards] == [12, 9, 6, 6]
    assert {entry.place for entry in ranking.entries if ranking.sharing(entry) > 1} == {3, 6, 11}


@needs_samples
def test_new_zealand_awards_as_described() -> None:
    howell = read("nz-scorer/three-quarter-howell-phantom.xml")
    assert [award.points for entry in howell.entries for award in entry.awards] == [40, 30, 20, 10]
    two = read("nz-scorer/handicap-pairs.xml")
    assert [[a.points for e in ranking.entries for a in e.awards] for ranking in two.rankings] == [[40, 27, 13]] * 2
    results = read("nz-scorer/multi-section-multi-movement.xml")
    awards = Counter(tuple(a.points for e in ranking.entries for a in e.awards) for ranking in results.rankings)
    assert awards == {(40, 30, 20, 10): 3, (40, 30, 20, 6, 6): 1, (40, 32, 24, 16, 8): 1}
    converted = read("usebio/nz-converter-howell-phantom.xml")
    assert {e.awards[0].points for e in converted.entries if e.awards} == {40, 30, 20, 10}


@needs_samples
def test_bridgemate_as_described() -> None:
    results = with_our_places(read("bws/12tables1section.bws"))
    assert (len(results.entries), len(results.boards), sum(len(b.travellers) for b in results.boards)) == (24, 24, 288)
    # Each of 24 pairs played 24 boards; one line was given as 60%-60%, which is 20 more than the two sides can share.
    mean = sum(existing(entry.percentage) for entry in results.entries) / 24
    assert mean == pytest.approx(50 + Decimal(20) / (24 * 24), abs=Decimal("0.005"))
    folder = SAMPLES / "bws/newer-schema-csv"
    files = {path.stem: path.read_bytes() for path in folder.glob("*.csv")}
    newer = bws.read_csv_tables(files, source="folder")
    assert [(ranking.direction, len(ranking.entries)) for ranking in newer.rankings] == [("NS", 10), ("EW", 10)]
    rows = 270 - files["ReceivedData"].count(b"Not played")
    assert sum(len(board.travellers) for board in newer.boards) == rows
    result = tallies(score_lines(newer.boards, "match points", across_field=True))
    assert len(result) == 20


@needs_samples
def test_compscore_names() -> None:
    result = names.read((SAMPLES / "abf/compscore3-names-with-phantom.csv").read_bytes())
    assert all(len(pair.players) == 2 for pair in result)
    assert all("PHANTOM" not in player.name for pair in result for player in pair.players)
