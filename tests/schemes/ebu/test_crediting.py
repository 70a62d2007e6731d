"""2.7 to 2.10 and 3.3 as properties: who is left out changes nothing for the others; no telling crashes."""

from __future__ import annotations

from datetime import date
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from answers import of_kind
from masterpoint import schemes
from masterpoint.core.derivation import recompute
from masterpoint.core.errors import Refused
from masterpoint.core.events import SessionEvent
from masterpoint.core.parsing import event_from
from masterpoint.schemes.ebu.rules.organisations.formalities import formalities
from masterpoint.schemes.ebu.rules.organisations.organisers import LEVELS, status_of
from schemes.ebu.making import BOOK

EBU = schemes.edition_named("ebu", "2014")
DEFAULTS = {"form": "session", "scheme": "ebu", "day": date(2026, 11, 10), "contest": "pairs", "boards": 24}


def data(level: str = "club", **fields: Any) -> SessionEvent:
    raw = {**DEFAULTS, "organiser": {"level": level}, **fields}
    return of_kind(SessionEvent, event_from(raw, schemes.FACTS))


standings = st.lists(st.sampled_from(["full", "full", "full", "none", "matches"]), min_size=6, max_size=40)


@given(standings)
def test_those_without_standing_might_as_well_not_be_there(kinds: list[str]) -> None:
    """2.10.4, reading A16."""
    entries: list[dict[str, Any]] = [{"place": n + 1, "name": str(n), "standing": kind} for n, kind in enumerate(kinds)]
    full = [entry for entry in entries if entry["standing"] == "full"]
    renumbered = [{**entry, "place": n + 1} for n, entry in enumerate(full)]
    with_them = EBU.award(data(lists=[{"entries": entries}])).awards
    points = {award.entry.name: award.points for award in with_them}
    if renumbered:
        without = EBU.award(data(lists=[{"entries": renumbered}])).awards
        assert all(points[award.entry.name] == award.points for award in without)
    assert all(not points[entry["name"]] for entry in entries if entry["standing"] != "full")
    assert len(with_them) == len(entries)


@given(st.integers(0, 24), st.integers(0, 24), st.sampled_from(["member", "lapsed", "potential", "suspended", "none"]))
def test_a_third_of_the_boards_and_membership_decide(boards: int, deemed: int, membership: str) -> None:
    deemed = min(deemed, 24 - boards)
    player = {"name": "Ada", "boards": boards, "deemed": deemed, "membership": membership}
    awards = EBU.award(
        data(contest="teams", lists=[{"size": 9, "entries": [{"place": 1, "players": [player, {"name": "Ben"}]}]}])
    ).awards
    points = [award.points for award in awards if any(who.name == "Ada" for who in award.recipients)]
    is_credited = 3 * (boards + deemed) >= 24 and membership not in ("suspended", "none")
    assert points == [30 if is_credited else 0]
    assert [award.points for award in awards if any(who.name == "Ben" for who in award.recipients)] == [30]


places = st.lists(st.integers(1, 30), min_size=6, max_size=30)


@given(places, st.sampled_from(["club", "county", "district league"]))
def test_ties_share_and_never_pay_less_than_the_minimum(scores: list[int], level: str) -> None:
    """3.5.1: awards never rise down a list; equal places get equal awards; a paid tie has the minimum at least."""
    descending = sorted(scores)
    place_words = " ".join(f"{descending.index(score) + 1}" for score in descending)
    event = data(level, lists=[{"places": place_words}])
    awards = EBU.award(event).awards
    points = [award.points for award in awards]
    assert points == sorted(points, reverse=True)
    minimum = BOOK.figures.principles.minimum_award.value * status_of(BOOK, event).value
    assert all(not figure or figure >= minimum for figure in points)
    assert all(recompute(award.step) == award.points for award in awards)


flags = st.fixed_dictionaries(
    {},
    optional={
        "kind": st.sampled_from(
            ["regular", "licensed", "invitation", "inter-county", "inter-organisation", "open-beside-finals", "novice"]
        ),
        "members_only": st.booleans(),
        "open_event": st.booleans(),
        "inter_club": st.booleans(),
        "unaffiliated_clubs": st.booleans(),
        "all_own_members": st.booleans(),
        "outside_entry": st.booleans(),
        "major_event": st.booleans(),
        "charity": st.booleans(),
        "licence": st.sampled_from(["", "L1"]),
        "special_status": st.booleans(),
        "exempt": st.sampled_from(["", "teaching", "social", "charity", "children-in-need", "special"]),
        "sections_scored_as_one": st.booleans(),
        "heat_of": st.sampled_from(["", "Children in Need", "County Pairs", "National Pairs"]),
        "counties": st.integers(0, 6),
        "outside_entries": st.integers(0, 14),
        "points_only": st.booleans(),
        "sit_out_boards": st.integers(0, 24),
    },
)


@given(
    st.sampled_from([*LEVELS, "pub", "district"]),
    flags,
    st.sampled_from(["", "major", "minor"]),
    st.sampled_from(["", "local", "blue", "green", "gold"]),
    st.sampled_from(["", "Club", "national", "2 x Regional", "odd"]),
    st.sampled_from(["pairs", "teams", "individual"]),
    st.sampled_from([11, 12, 24, 36, 72]),
)
def test_any_event_is_awarded_or_refused_with_clause_and_cure(
    level: str, facts: dict[str, Any], major: str, colour: str, grade: str, contest: str, boards: int
) -> None:
    event = data(
        level,
        facts=facts,
        championship=major,
        colour=colour,
        grade=grade,
        contest=contest,
        boards=boards,
        lists=[{"places": "1 2 3", "size": 12}],
    )
    assert all(remark.message for remark in formalities(BOOK, event))
    try:
        result = EBU.award(event)
    except Refused as refusal:
        assert all(problem.fix and problem.clause.startswith("EBU ") for problem in refusal.problems)
    else:
        assert len({award.entry.place for award in result.awards}) == 3
