"""Invented results for property tests: names that nobody has, and figures that anybody could have."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from masterpoint.core.boards import AdjustedScore, Board, Contract, Direction, Match, Traveller
from masterpoint.core.member_lists import Credit
from masterpoint.core.results import DeclaredCounts, Entry, FileAward, Player, Results, Stratum, TeamPair
from masterpoint.core.scoring.ranking import places
from masterpoint.formats.lists import rankings_of

DATA = Path(__file__).parent / "data"

LETTERS = "abcXYZ éßñŁ漢'\"&<>=+-@;,|#*_%1"


def texts(**options: Any) -> SearchStrategy[Any]:
    """Text as a field holds it: not blank at either end, and without characters that cannot be written."""
    return st.text(LETTERS, max_size=12, **options).map(lambda text: " ".join(text.split()))


names = texts().map(lambda text: f"Q{text}".strip())
numbers = st.one_of(st.just(""), st.integers(1, 99999999).map(str), st.integers(1, 999).map(lambda n: f"{n:08d}"))
players = st.builds(
    Player, name=names, national=numbers, club_number=numbers, rateable=st.sampled_from([None, True, False])
)
figures = st.decimals(0, 100, places=2)
signed = st.decimals(-200, 200, places=2)
awards = st.dictionaries(
    st.sampled_from(["black", "green", "red", "gold", "c"]), st.decimals("0.01", 99, places=2), max_size=2
)
file_awards = awards.map(lambda item: tuple(FileAward(points, colour) for colour, points in sorted(item.items())))
days = st.dates(date(1990, 1, 1), date(2030, 1, 1))
labels = texts()
flags = st.booleans()
board_counts = st.one_of(st.none(), st.integers(0, 60))
handicaps = st.one_of(st.none(), signed)
strata = st.one_of(st.none(), st.integers(1, 3))
points_or_none = st.one_of(st.none(), figures)
scores = st.integers(-760, 760).map(lambda n: n * 10)
wins = st.one_of(st.none(), st.integers(0, 9).map(Decimal))
declarers: SearchStrategy[Any] = st.sampled_from("NESW")
leads = st.sampled_from(["", "HT", "SA", "C2"])
shapes = st.sampled_from(["one", "two", "sections"])
scorings: SearchStrategy[Any] = st.sampled_from(["match points", "cross-IMPs", "Butler IMPs"])
ratings, charge_codes = st.sampled_from(["", "Club", "County"]), st.sampled_from(["", "10", "02"])
colours, awards_flags = st.sampled_from(["", "black"]), st.sampled_from([None, True, False])
"""Strategies are made only once: to validate one for a single draw would take longer than the draw."""


@st.composite
def entries(
    draw: DrawFn,
    count: int,
    *,
    size: int = 2,
    direction: Direction = "",
    section: str = "",
    session: str = "",
    first: int = 1,
) -> list[Entry]:
    """Contestants whose places follow from their percentages."""
    marks = [draw(figures) for _ in range(count)]
    results = []
    for i, (mark, place) in enumerate(zip(marks, places(marks), strict=True)):
        results.append(
            Entry(
                number=str(first + i),
                players=tuple(draw(players) for _ in range(size)),
                place=place,
                percentage=mark,
                direction=direction,
                section=section,
                session=session,
                boards_played=draw(board_counts),
                handicap=draw(handicaps),
                awards=draw(file_awards),
                stratum=draw(strata),
            )
        )
    return results


contracts = st.one_of(
    st.just(Contract(0)),
    st.builds(
        Contract,
        level=st.integers(1, 7),
        denomination=st.sampled_from(["C", "D", "H", "S", "NT"]),
        stake=st.sampled_from([1, 2, 4]),
    ),
)


@st.composite
def travellers(draw: DrawFn, ns: str, ew: str, room: Direction = "") -> Traveller:
    artificial = draw(flags) and draw(flags)
    points: dict[str, Any] = {"ns_points": draw(points_or_none)}
    points["ew_points"] = None if points["ns_points"] is None else draw(figures)
    if artificial:
        score = AdjustedScore(Decimal(60), Decimal(40), "A6040")
        return Traveller(ns, ew, adjusted=score, room=room, **points)
    contract = draw(contracts)
    if not contract.level:
        return Traveller(ns, ew, contract=contract, score=0, room=room, **points)
    return Traveller(
        ns,
        ew,
        contract=contract,
        declarer=draw(declarers),
        tricks=draw(st.integers(0, 13)),
        lead=draw(leads),
        score=draw(scores),
        room=room,
        **points,
    )


@st.composite
def pairs_events(draw: DrawFn) -> Results:
    """One winner, two winners, or two sections; with boards."""
    shape = draw(shapes)
    count = draw(st.integers(2, 5))
    if shape == "one":
        result, winners = draw(entries(count)), 1
    elif shape == "two":
        result = draw(entries(count, direction="NS")) + draw(entries(count, direction="EW", first=11))
        winners = 2
    else:
        result = draw(entries(count, section="A", session="1")) + draw(
            entries(count, section="B", session="1", first=11)
        )
        winners = 1
    rankings, _ = rankings_of(result, winners=winners)
    home = (result[0].session, result[0].section)
    boards = [
        Board(n, (draw(travellers(result[0].number, result[-1].number)),), home[0], home[1])
        for n in range(1, draw(st.integers(1, 4)))
    ]
    return Results(
        format="",
        source="",
        scoring=draw(scorings),
        event_name=draw(labels),
        event_id=draw(numbers),
        played=draw(days),
        club_name=draw(labels),
        club_number=draw(numbers),
        rating=draw(ratings),
        charge_code=draw(charge_codes),
        colour=draw(colours),
        awards_flag=draw(awards_flags),
        winners=winners,
        boards_played=draw(board_counts),
        counts=DeclaredCounts(pairs=draw(board_counts)),
        rankings=rankings,
        boards=tuple(boards),
        strata=(Stratum(1, "A", "210", (("", "4"),)),) if draw(flags) else (),
    )


@st.composite
def teams_events(draw: DrawFn) -> Results:
    results = []
    for i, entry in enumerate(draw(entries(draw(st.integers(2, 4)), size=4, session="1"))):
        paired = draw(flags)
        four = tuple(Player(f"T{i}{n} {player.name}", player.national) for n, player in enumerate(entry.players))
        pairs = (TeamPair("a", four[:2], 8, Decimal("1.50")), TeamPair("b", four[2:])) if paired else ()
        results.append(
            Entry(
                number=entry.number,
                players=four,
                place=entry.place,
                score=entry.percentage,
                session="1",
                team_name=draw(labels),
                pairs=pairs,
                wins_or_draws=draw(wins),
                awards=entry.awards,
            )
        )
    board = Board(
        3,
        (draw(travellers("a", "b", "NS")), draw(travellers("a", "b", "EW"))),
        imps=Decimal(draw(st.integers(-24, 24))),
    )
    matches = (
        Match(
            "1",
            "2",
            round="1",
            session="1",
            first_board=1,
            last_board=8,
            home_score=draw(figures),
            away_score=draw(figures),
            boards=(board,),
        ),
    )
    rankings, _ = rankings_of(results, winners=1)
    return Results(
        format="",
        source="",
        contest="teams",
        swiss=draw(flags),
        scoring="IMPs",
        match_scoring="VPs",
        played=draw(days),
        winners=1,
        rankings=rankings,
        matches=matches,
    )


credit_numbers = st.integers(1, 9999999).map(str)
credits_of = st.builds(
    Credit,
    national=credit_numbers,
    awards=st.dictionaries(st.sampled_from(["red", "green"]), st.decimals("0.01", "9999.99", places=2)).map(
        lambda item: tuple(FileAward(item[colour], colour) for colour in ("red", "green") if colour in item)
    ),
)
