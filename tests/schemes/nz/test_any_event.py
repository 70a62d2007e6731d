"""Whatever the vocabulary can say, the answer is awards that recompute or a refusal with a cure: never a crash."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from answers import existing
from handbook_cases import check_steps
from masterpoint.core.errors import MasterpointError
from masterpoint.schemes.nz import FEDERATION
from schemes.nz.builders import DAY, awarded

EDITION = FEDERATION.editions[0]

MATCHES = st.fixed_dictionaries(
    {"boards": st.integers(1, 40)},
    optional={"won": st.integers(0, 5), "drawn": st.integers(0, 3), "lost": st.integers(0, 5), "mini": st.booleans()},
)
PLAYERS = st.fixed_dictionaries(
    {},
    optional={
        "boards": st.integers(0, 100),
        "membership": st.sampled_from(["member", "none", "visitor", "suspended", "99900", "lapsed"]),
        "grade": st.sampled_from(["", "open", "intermediate", "junior", "Open"]),
        "rank": st.sampled_from(["", "Master", "Local Master - 2 Star"]),
        "substitute": st.booleans(),
        "captain": st.booleans(),
        "matches": st.lists(MATCHES, max_size=2),
    },
)
GRADES = ["", "25A", "20A", "15A", "10A", "5A", "3A", "8B", "5B", "3B", "9Z"]
FACTS = st.fixed_dictionaries(
    {},
    optional={
        "graded_night": st.sampled_from(["", "intermediate", "junior"]),
        "graded_system": st.sampled_from(["gross", "handicap", "as-tournament"]),
        "multigrade": st.booleans(),
        "restricted": st.booleans(),
        "line_up_sheets": st.booleans(),
        "metropolitan": st.booleans(),
        "interprovincial": st.sampled_from(["", "trials", "championship"]),
        "division": st.sampled_from(["", "open", "women", "youth", "intermediate"]),
        "open_to_region": st.booleans(),
        "total_field": st.integers(1, 80),
        "deals_all_played": st.integers(0, 40),
    },
)


@st.composite
def ranking_lists(draw: DrawFn, *, direction: str = "") -> dict[str, Any]:
    size = draw(st.integers(0, 12))
    words: list[str] = []
    while len(words) < size:
        sharing = min(draw(st.sampled_from([1, 1, 2, 3])), size - len(words))
        words += [f"{len(words) + 1}{'=' if sharing > 1 else ''}"] * sharing
    entries = [
        {
            "place": word,
            "players": draw(st.lists(PLAYERS, max_size=7)),
            "matches": draw(st.lists(MATCHES, max_size=2)),
            "standing": draw(st.sampled_from(["full", "full", "matches", "none"])),
        }
        for word in words
    ]
    return {"direction": direction, "entries": entries, "size": draw(st.integers(max(1, size), 150))}


@st.composite
def events(draw: DrawFn) -> dict[str, Any]:
    form = draw(st.sampled_from(["session", "matches", "tournament", "consolation", "knockout"]))
    boards = draw(st.sampled_from([8, 11, 20, 24, 48, 60, 72, 96]))
    raw = {
        "form": form,
        "scheme": "nz",
        "day": DAY,
        "contest": draw(st.sampled_from(["pairs", "teams", "individual"])),
        "organiser": {"level": draw(st.sampled_from(["club", "region", "national"]))},
        "grade": draw(st.sampled_from(GRADES)),
        "handicap": draw(st.booleans()),
        "scoring": draw(st.sampled_from(["matchpoints", "butler"])),
        "facts": draw(FACTS),
    }
    lists = draw(st.lists(ranking_lists(direction=draw(st.sampled_from(["", "NS"]))), min_size=1, max_size=2))
    if form == "knockout":
        return raw | {"rounds": [], "entries": lists[0]["entries"]}
    if form == "tournament":
        stages = st.sampled_from(["", "qualifying", "final", "plate", "consolation"])
        sessions = [
            {"boards": 24, "stage": draw(stages), "lists": draw(st.lists(ranking_lists(), max_size=1))} for _ in "ab"
        ]
        plate = draw(st.lists(ranking_lists(), max_size=1))
        return raw | {"boards": boards, "sessions": sessions, "overall": lists, "plate": plate}
    raw |= {"boards": boards, "lists": lists}
    if form == "consolation":
        raw |= {"original_tables": 20, "premier_tables": 6}
    if form == "matches":
        raw |= {"last": draw(st.booleans())} | draw(
            st.sampled_from([{}, {"original_tables": 20}, {"premier_tables": 4}])
        )
    return raw


@settings(max_examples=150)
@given(events())
def test_awards_or_a_refusal_with_a_cure(raw: dict[str, Any]) -> None:
    try:
        result = awarded(raw)
    except MasterpointError as refusal:
        assert refusal.problems
        assert all(problem.message and problem.fix for problem in refusal.problems)
        return
    check_steps(result)
    assert all(award.points >= 0 for award in result.awards)
    assert all(award.colour in EDITION.colours for award in result.awards)
    assert existing(EDITION.formalities)(result.event)
