"""What must hold for every field, whatever the figures."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DataObject, DrawFn

from handbook_cases import by_rule, check_steps
from masterpoint.core.exact import rational
from schemes.nz.builders import base, mitchell, points, teams, tournament

GRADES = {"15A": 96, "10A": 72, "5A": 60, "3A": 48, "8B": 48, "5B": 48, "3B": 48}
LAST_PAIRS = {"15A": 62, "10A": 62, "5A": 60, "3A": 100, "8B": 60, "5B": 60, "3B": 80}
LAST_TEAMS = {"15A": 45, "10A": 45, "5A": 29, "3A": 51, "8B": 29, "5B": 29, "3B": 44}


@st.composite
def rankings(draw: DrawFn, minimum: int = 3, maximum: int = 60) -> str:
    """A full list with ties anywhere."""
    size = draw(st.integers(minimum, maximum))
    words: list[str] = []
    while len(words) < size:
        sharing = min(draw(st.sampled_from([1, 1, 1, 2, 3, 5])), size - len(words))
        words += [f"{len(words) + 1}{'=' if sharing > 1 else ''}"] * sharing
    return " ".join(words)


@given(rankings(maximum=145), st.sampled_from([10, 11, 19, 20, 24]), st.sampled_from(["", "3B", "8B", "10A", "25A"]))
def test_session_awards(ranking: str, boards: int, grade: str) -> None:
    size = len(ranking.split())
    result = by_rule(mitchell(size, boards=boards, ns=ranking, grade=grade))
    check_steps(result)
    got = [award.points for award in result.awards if award.colour == "C" and award.ranking == "NS"]
    assert len(got) == size
    assert got == sorted(got, reverse=True)
    outright = [award.points for award in result.awards if award.colour == "C" and award.ranking == "EW"]
    factor = {"": 1, "3B": 1, "8B": 2, "10A": 3, "25A": 6}[grade]
    for place, value in zip(ranking.split(), got, strict=True):
        assert value <= outright[int(place.rstrip("=")) - 1]
        assert value == 0 or value >= 3 * factor
        assert isinstance(value, int)


@given(st.permutations(range(6)))
def test_tied_contestants_may_be_listed_in_any_order(order: list[int]) -> None:
    names = [{"place": "2=", "name": f"pair {index}"} for index in order]
    lists = [{"entries": [{"place": 1}, *names], "size": 12}]
    result = by_rule(base("session", boards=24, lists=lists))
    assert {award.points for award in result.awards[1:]} == {10}  # 30, 20 and 10 among six


@given(st.sampled_from(sorted(GRADES)), st.data(), st.sampled_from(["pairs", "teams"]))
def test_overall_awards(grade: str, data: DataObject, contest: str) -> None:
    last = (LAST_TEAMS if contest == "teams" else LAST_PAIRS)[grade]
    ranking = data.draw(rankings(maximum=last))
    size = len(ranking.split())
    if contest == "teams":
        result = by_rule(teams(grade, size, GRADES[grade], ranking=ranking))
        plain = by_rule(teams(grade, size, GRADES[grade]))
    else:
        result = by_rule(tournament(grade, size, GRADES[grade], overall=ranking))
        plain = by_rule(tournament(grade, size, GRADES[grade]))
    check_steps(result)
    got, whole = points(result, "overall"), points(plain, "overall")
    assert got == sorted(got, reverse=True)
    assert sum(map(rational, got)) == sum(map(rational, whole))  # an average shares out exactly what the places carry
    assert whole[0] == int(grade[:-1])


@given(st.sampled_from(sorted(GRADES)), st.integers(3, 59))
def test_a_larger_field_never_pays_a_place_less(grade: str, size: int) -> None:
    smaller = points(by_rule(tournament(grade, size, GRADES[grade])), "overall")
    larger = points(by_rule(tournament(grade, size + 1, GRADES[grade])), "overall")
    assert all(high >= less for high, less in zip(larger, smaller, strict=False))


@given(st.integers(3, 144), st.booleans())
def test_a_larger_group_never_pays_a_place_less(size: int, short: bool) -> None:
    boards = 15 if short else 24
    smaller = points(by_rule(mitchell(size, boards=boards)), "ranking")[:size]
    larger = points(by_rule(mitchell(size + 1, boards=boards)), "ranking")[:size]
    assert all(high >= less for high, less in zip(larger, smaller, strict=True))


@given(
    st.integers(1, 40),
    st.integers(0, 8),
    st.integers(0, 8),
    st.integers(0, 8),
    st.sampled_from(["", "3B", "8B", "3A", "10A", "15A", "20A", "25A"]),
)
def test_matches_pay_by_the_deal(boards: int, won: int, drawn: int, lost: int, grade: str) -> None:
    entry = {"place": 1, "matches": [{"boards": boards, "won": won, "drawn": drawn, "lost": lost}]}
    raw = base(
        "matches",
        contest="teams",
        boards=boards * (won + drawn + lost) or 1,
        grade=grade,
        last=False,
        lists=[{"entries": [entry]}],
    )
    result = by_rule(raw)
    check_steps(result)
    factor = {"3A": 1, "10A": 2, "15A": 3, "20A": 4, "25A": 5}.get(grade)
    c_points = boards * (2 * won + drawn)
    expected = Fraction(c_points * factor, 100) if factor else c_points
    assert points(result, "matches") == [expected]
    assert result.awards[0].colour == ("A" if factor else "C")


@given(st.integers(4, 6), st.integers(1, 24), st.integers(0, 6), st.integers(0, 6))
def test_a_team_without_records_shares_four_places(members: int, boards: int, won: int, drawn: int) -> None:
    players = [{"name": f"player {index}"} for index in range(members)]
    entry = {"place": 1, "matches": [{"boards": boards, "won": won, "drawn": drawn, "lost": 1}], "players": players}
    raw = base(
        "matches",
        contest="teams",
        boards=boards * (won + drawn + 1),
        grade="5A",
        last=False,
        lists=[{"entries": [entry]}],
    )
    each = points(by_rule(raw), "matches")[0]
    assert rational(each) * members == Fraction(boards * (2 * won + drawn), 100) * 4


@given(st.integers(1, 77), st.sampled_from(["3A", "10A", "8B"]))
def test_substitutes_share_to_the_nearest_whole(boards: int, grade: str) -> None:
    players = [{"name": "Ada"}, {"name": "Ben", "boards": 78 - boards}, {"name": "Sue", "boards": boards}]
    raw = tournament(grade, 12, 78) | {"overall": [{"size": 12, "entries": [{"place": 1, "players": players}]}]}
    whole, first, second = map(rational, points(by_rule(raw), "overall"))
    assert whole == int(grade[:-1])
    assert abs(first - whole * (78 - boards) / 78) <= Fraction(1, 2)
    assert abs(second - whole * boards / 78) <= Fraction(1, 2)


@given(rankings(minimum=6, maximum=40), st.data())
def test_an_ineligible_pair_changes_nothing_for_the_others(ranking: str, data: DataObject) -> None:
    words = ranking.split()
    barred = data.draw(st.integers(0, len(words) - 1))
    entries: list[dict[str, Any]] = [
        {"place": place, "players": [{"name": f"p{index}"}]} for index, place in enumerate(words)
    ]
    before = points(by_rule(base("session", boards=24, grade="5B", lists=[{"entries": entries}])), "session", "C")
    entries[barred]["players"][0]["grade"] = "open"
    result = by_rule(base("session", boards=24, grade="5B", lists=[{"entries": entries}]))
    after = points(result, "session", "C")
    assert after[barred] == 0
    assert "99900" in str(result.awards[barred].step.message)
    assert [value for index, value in enumerate(after) if index != barred] == [
        value for index, value in enumerate(before) if index != barred
    ]
