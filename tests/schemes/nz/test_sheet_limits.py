"""E26 to E34: the sheets at the limits of what they hold, and every box that must be filled in."""

from __future__ import annotations

import pytest

from answers import existing, of_kind
from masterpoint import schemes
from masterpoint.core.errors import NotReadable
from masterpoint.core.events import AnyEvent, MatchEvent, TournamentEvent
from masterpoint.schemes.nz import FEDERATION
from masterpoint.schemes.nz.rules.office.result_sheets import joined_stages
from masterpoint.schemes.nz.rules.office.sheet_people import Member, register_from
from masterpoint.schemes.nz.rules.office.sheets import check_sheet, template

BOOK = FEDERATION.editions[0].book
SESSION, TOURNAMENT, TEAMS = (template(BOOK, name) for name in ("session-result", "tournament-input", "teams-result"))


def event_of(name: str, text: str, register: dict[str, Member] | None = None) -> AnyEvent:
    event = check_sheet(BOOK, name, text, source=name, register=register).event
    assert event is not None
    return event


def errors(name: str, text: str, register: dict[str, Member] | None = None) -> list[tuple[str, str]]:
    with pytest.raises(NotReadable) as refusal:
        event_of(name, text, register)
    return [(problem.place, problem.clause.removeprefix("NZ ")) for problem in refusal.value.problems]


@pytest.mark.parametrize(
    ("box", "text"),
    [("club_number", "101"), ("club_name", "Riverside Bridge Club"), ("event_name", "Winter Teams")],
)
def test_every_box_of_the_header_is_filled_in(box: str, text: str) -> None:
    assert errors("teams-result", TEAMS.replace(f'{box} = "{text}"', f'{box} = ""')) == [(box, "E35.3b")]


def test_a_tournament_names_its_director_and_club_teams_need_none() -> None:
    without = TEAMS.replace('director = "Dee Example"', 'director = ""')
    assert errors("teams-result", without) == [("director", "E35.3b")]
    assert event_of("teams-result", without.replace('award = "5A"', 'award = "Club"'))


def test_the_event_has_the_name_and_the_club_of_the_sheet() -> None:
    event = event_of("teams-result", TEAMS)
    assert (event.name, event.organiser.id, event.organiser.name) == ("Winter Teams", "101", "Riverside Bridge Club")


def test_as_many_results_as_pairs_are_a_whole_list() -> None:
    """Two results in each direction of the template: two pairs are enough, one is too few."""
    assert event_of("session-result", SESSION.replace("pairs_ns = 7", "pairs_ns = 2"))


def test_an_individual_tournament_lists_players() -> None:
    pairs = '["1", "10101", "Ada Example", "10102", "Ben Example"]'
    text = (
        TOURNAMENT.replace('event_type = "pairs"', 'event_type = "individual"')
        .replace('movement = "mitchell"\npairs_ns = 6\npairs_ew = 6', 'movement = "individual"\npairs_ns = 12')
        .replace(f"{pairs},\n", '["1", "10101", "Ada Example"],\n')
        .replace('["2", "10103", "Cleo Example", "10104", "Dan Example"]', '["2", "10103", "Cleo Example"]')
        .replace(f"ns = [{pairs}]", 'ns = [["1", "10101", "Ada Example"]]')
        .replace(
            'ns = [["1", "10103", "Cleo Example", "10104", "Dan Example"]]', 'ns = [["1", "10103", "Cleo Example"]]'
        )
    )
    text = "\n".join(line for line in text.splitlines() if not line.startswith("ew ="))
    event = of_kind(TournamentEvent, event_of("tournament-input", text))
    assert event.contest == "individual"
    assert [[player.id for player in entry.players] for entry in event.overall[0].entries] == [["10101"], ["10103"]]
    overall = [award.points for award in schemes.award(event).awards if award.kind == "overall"]
    assert overall == [8, 5]  # E53, 11 to 20 in the scale of pairs


def test_an_individual_night_is_one() -> None:
    """E26: one list of players, who need no partner: eight fill two tables."""
    rows = [line for line in SESSION.splitlines() if not line.startswith(("ns", "ew", "pairs_ew", "  ", "]"))]
    text = "\n".join(rows).replace("pairs_ns = 7", "pairs_ns = 8").replace('"mitchell"', '"individual"')
    event = event_of("session-result", text + '\nns = [["1", "10101", "Ada Example"], ["2", "10103", "Cleo Example"]]')
    assert event.contest == "individual"
    assert [award.points for award in schemes.award(event).awards] == [40, 27]  # E12, 8 to 10 contestants


def test_wrong_results_are_found_in_the_overall_list() -> None:
    assert errors("tournament-input", TOURNAMENT.replace('["2", "10103"', '["second", "10103"', 1)) == [
        ("results row 2", "E35.3b")
    ]


@pytest.mark.parametrize("matches", [1, 10])
def test_a_form_holds_one_to_ten_matches(matches: int) -> None:
    boards = ", ".join(["60"] * matches)
    marks = ', "X", "X", "="', ', "X", "", "="'
    text = TEAMS.replace("[20, 20, 20]", f"[{boards}]").replace(marks[0], ', "X"').replace(marks[1], ', ""')
    assert of_kind(MatchEvent, event_of("teams-result", text)).boards == 60 * matches


def test_no_match_and_eleven_matches_are_refused() -> None:
    empty = TEAMS.replace("[20, 20, 20]", "[]").replace(', "X", "X", "="', "").replace(', "X", "", "="', "")
    assert ("boards_in_matches", "E29.c") in errors("teams-result", empty)
    assert ("boards_in_matches", "E29.c") in errors("teams-result", TEAMS.replace("[20, 20, 20]", f"[{'5, ' * 11}]"))


def test_as_many_teams_as_compete_may_be_listed() -> None:
    assert event_of("teams-result", TEAMS.replace("teams = 6", "teams = 2"))
    assert errors("teams-result", TEAMS.replace("teams = 6", "teams = 1")) == [("teams", "E29.b")]


def test_a_qualifying_stage_has_no_places_of_its_own() -> None:
    text = (
        TEAMS.replace('stage = "final"', 'stage = "qualifying"')
        .replace('place = "1"', 'place = "7"')
        .replace('place = "2"', 'place = ""')
    )
    event = of_kind(MatchEvent, event_of("teams-result", text))
    assert not event.last
    assert [entry.place for entry in event.lists[0].entries] == ["1", "2"]
    assert of_kind(MatchEvent, event_of("teams-result", TEAMS)).last


def test_a_final_has_the_places_that_are_written() -> None:
    text = TEAMS.replace('place = "1"', 'place = "3"').replace('place = "2"', 'place = "1"')
    assert [entry.place for entry in of_kind(MatchEvent, event_of("teams-result", text)).lists[0].entries] == ["3", "1"]


@pytest.mark.parametrize(("line", "parts"), [("stages = 3", 3), ("", 1)])
def test_a_sheet_knows_of_how_many_it_is_one(line: str, parts: int) -> None:
    rows = [line if row.startswith("stages =") else row for row in TEAMS.splitlines()]
    checked = check_sheet(BOOK, "teams-result", "\n".join(rows), source="teams-result")
    assert (checked.part, checked.parts) == (1, parts)


def test_four_who_are_marked_alike_are_a_team_with_its_matches() -> None:
    """E19.2g, E19.2h: whether each is marked or the team, four who played every match earn the same."""
    marked = of_kind(MatchEvent, event_of("teams-result", TEAMS)).lists[0].entries[0]
    assert [group.won for group in marked.matches] == [1, 1, 0]
    other = TEAMS.replace('"Ada Example", "X", "X", "="', '"Ada Example", "X", "", "="')
    event = of_kind(MatchEvent, event_of("teams-result", other)).lists[0].entries[0]
    assert not event.matches
    assert [group.won for group in existing(event.players[0].matches)] == [1, 0, 0]


@pytest.mark.parametrize(
    ("award", "stage", "missing"),
    [("5A", "qualifying", [("stages", "E36.5e")]), ("5A", "final", []), ("Club", "qualifying", [])],
)
def test_one_stage_of_a_tournament_says_how_many_there_are(
    award: str, stage: str, missing: list[tuple[str, str]]
) -> None:
    sheet = "\n".join(line for line in TEAMS.splitlines() if not line.startswith("stages ="))
    text = sheet.replace('award = "5A"', f'award = "{award}"').replace('stage = "final"', f'stage = "{stage}"')
    assert (errors("teams-result", text) if missing else bool(event_of("teams-result", text))) == (missing or True)


def test_a_member_has_a_number_a_name_and_at_most_a_mark_a_match() -> None:
    short = TEAMS.replace('["10101", "Ada Example", "X", "X", "="]', '["10101"]')
    assert ("results[0] member 1", "E29.c") in errors("teams-result", short)
    long = TEAMS.replace('"Ada Example", "X", "X", "="', '"Ada Example", "X", "X", "=", "X"')
    assert ("results[0] member 1", "E29.c") in errors("teams-result", long)
    unmarked = event_of("teams-result", TEAMS.replace('"Ada Example", "X", "X", "="', '"Ada Example"'))
    first = of_kind(MatchEvent, unmarked).lists[0].entries[0].players[0]
    assert (first.id, first.name) == ("10101", "Ada Example")
    assert sum(group.won + group.drawn for group in existing(first.matches)) == 0


@pytest.mark.parametrize(
    ("sheet", "line", "clause"),
    [("addition", "101,", "E31"), ("resignation", "101,", "E32"), ("alteration", "101,2026-11-10,", "E33")],
)
def test_the_number_of_the_club_is_needed(sheet: str, line: str, clause: str) -> None:
    rows = template(BOOK, sheet).splitlines()
    text = "\n".join([*rows[:-1], rows[-1].replace(line, line.replace("101", "", 1), 1)])
    assert (f"line {len(rows)}", clause) in errors(sheet, text)


def test_an_alteration_has_a_day_and_a_new_number_is_a_number() -> None:
    assert ("line 3", "E33") in errors("alteration", template(BOOK, "alteration").replace("2026-11-10", "10 Nov"))
    assert errors("alteration", template(BOOK, "alteration").replace(",,,,Sample,", ",x9,,,Sample,")) == [
        ("line 3", "E33")
    ]
    assert check_sheet(
        BOOK, "alteration", template(BOOK, "alteration").replace(",,,,Sample,", ",90909,,,,"), source="alteration"
    )


@pytest.mark.parametrize(("amount", "right"), [("20.5", True), ("20.", True), ("2x.5", False), ("20.5x", False)])
def test_an_adjustment_may_have_a_fraction(amount: str, right: bool) -> None:
    text = template(BOOK, "adjustment").replace(",20,", f",{amount},")
    if right:
        assert check_sheet(BOOK, "adjustment", text, source="adjustment").remarks
    else:
        assert errors("adjustment", text) == [("line 3", "E34")]


def test_a_register_knows_members_and_who_resigned() -> None:
    rows = ["number,name,status", "10101,Ada Example,", "10102,Ben Example,resigned", "10103,Cleo Example,member"]
    text = "\n".join([*rows, "10104,Dan Example", ""])
    register = register_from(BOOK, text, source="members.csv")
    statuses = {number: (member.name, member.status) for number, member in register.items()}
    assert statuses == {
        "10101": ("Ada Example", "member"),
        "10102": ("Ben Example", "resigned"),
        "10103": ("Cleo Example", "member"),
        "10104": ("Dan Example", "member"),
    }


def test_somebody_who_resigned_is_not_resigned_again() -> None:
    members = {"10104": Member(number="10104", name="Dan Example", status="resigned")}
    assert errors("resignation", template(BOOK, "resignation"), members) == [("line 3", "E24.1d")]


def test_the_final_knows_the_field_and_the_deals_of_the_stages_before_it() -> None:
    """E42.Q2b, E18.1c: ten teams over 60 deals, then a final of six over 60 more, and a plate after it."""
    first = event_of("teams-result", TEAMS.replace('"final"', '"qualifying"', 1).replace("teams = 6", "teams = 10"))
    final = event_of("teams-result", TEAMS)
    plate = event_of("teams-result", TEAMS.replace('"final"', '"qualifying"', 1).replace("teams = 6", "teams = 4"))
    added = [
        {name: stage.facts[name] for name in ("total_field", "total_deals") if name in stage.facts}
        for stage in joined_stages([first, final, plate])
    ]
    assert added == [{}, {"total_field": 10, "total_deals": 120}, {}]


def test_a_final_that_is_the_only_stage_is_left_as_it_was() -> None:
    final = event_of("teams-result", TEAMS)
    assert joined_stages([final]) == [final]
