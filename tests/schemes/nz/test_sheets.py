"""E24 to E36: the sheets, their awards and the error list."""

from __future__ import annotations

from fractions import Fraction

import pytest

from masterpoint import schemes
from masterpoint.core.derivation import Result
from masterpoint.core.errors import NotReadable, NotUnderstood, Refused
from masterpoint.core.office_forms import CheckedForm
from masterpoint.schemes.nz import FEDERATION
from masterpoint.schemes.nz.rules.office.sheet_people import Member, register_from
from masterpoint.schemes.nz.rules.office.sheets import SHEETS, check_sheet, template

BOOK = FEDERATION.editions[0].book

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")
MEMBERS = {str(number): Member(number=str(number), name=f"{name} Example") for number, name in enumerate(NAMES, 10101)}


def check(name: str, text: str, register: dict[str, Member] | None = None) -> CheckedForm:
    return check_sheet(BOOK, name, text, source=name, register=register)


def award_sheet(name: str, text: str, register: dict[str, Member] | None = None) -> Result:
    event = check(name, text, register).event
    assert event is not None
    return schemes.award(event)


def errors(name: str, text: str, register: dict[str, Member] | None = None) -> list[tuple[str, str]]:
    with pytest.raises(NotReadable) as refusal:
        check(name, text, register)
    return [(problem.place, problem.clause.removeprefix("NZ ")) for problem in refusal.value.problems]


@pytest.mark.parametrize("name", SHEETS)
def test_every_template_passes_and_explains_itself(name: str) -> None:
    assert check(name, template(BOOK, name), MEMBERS).remarks
    assert template(BOOK, name).startswith("#")


def test_session_sheet_awards() -> None:
    result = award_sheet("session-result", template(BOOK, "session-result"), MEMBERS)
    got = [(award.points, len(award.recipients)) for award in result.awards]
    assert got == [(40, 2), (20, 2), (30, 2), (30, 1), (0, 1)]


def test_the_error_list_comes_all_at_once() -> None:
    text = (
        template(BOOK, "session-result")
        .replace('"10101", "Ada Example"', '"", "Ada Example"')
        .replace('"10103", "Cleo Example"', '"10103", ""')
        .replace('"10105", "Eve Example"', '"77777", "Eve Example"')
        .replace('["2",', '["second",')
    )
    register = MEMBERS | {"10107": Member(number="10107", name="Gus Example", status="resigned")}
    problems = errors("session-result", text, register)
    assert problems == [
        ("ns row 1", "E35.3a"),  # number missing
        ("ns row 2", "E35.3b"),  # no place
        ("ns row 2", "E35.3a"),  # name missing
        ("ew row 1", "E24.1d"),  # unallocated number
        ("ew row 2", "E24.1d"),  # no longer a member
    ]


def test_a_number_that_belongs_to_somebody_else() -> None:
    text = (
        template(BOOK, "session-result")
        .replace('"10101", "Ada Example"', '"10102", "Ada Example"')
        .replace('"10102", "Ben Example"', '"10101", "Ben Example"')
    )
    assert errors("session-result", text, MEMBERS) == [("ns row 1", "E24.1d"), ("ns row 1", "E24.1d")]


def test_headers_are_completed() -> None:
    assert errors("session-result", template(BOOK, "session-result").replace('"Riverside Bridge Club"', '""')) == [
        ("club_name", "E35.3b")
    ]


def test_more_results_than_pairs() -> None:
    assert errors("session-result", template(BOOK, "session-result").replace("pairs_ns = 7", "pairs_ns = 1")) == [
        ("ns", "E26")
    ]


def test_a_howell_has_one_list() -> None:
    text = template(BOOK, "session-result").replace('"mitchell"', '"howell"')
    assert errors("session-result", text) == [("ew", "E26")]


def test_an_individual_lists_players() -> None:
    text = """
club_number = "1"
club_name = "Riverside"
date = 2026-11-10
movement = "individual"
boards = 24
pairs_ns = 12
ns = [["1", "10101", "Ada Example"], ["2", "10102", "Ben Example"]]
"""
    result = award_sheet("session-result", text, MEMBERS)
    assert [award.points for award in result.awards] == [40, 30]


def test_tournament_sheet_needs_its_session_sheets() -> None:
    text = template(BOOK, "tournament-input").replace("sessions = 2", "sessions = 3")
    assert errors("tournament-input", text) == [("session_sheets", "E36.5e")]


def test_tournament_sheet_awards_by_the_tables() -> None:
    result = award_sheet("tournament-input", template(BOOK, "tournament-input"))
    overall = [(award.points, award.colour) for award in result.awards if award.kind == "overall"]
    assert overall == [(8, "B"), (5, "B")]


def test_tournament_sheet_knows_the_classes_and_is_for_pairs() -> None:
    text = (
        template(BOOK, "tournament-input")
        .replace('award = "8B"', 'award = "9B"')
        .replace('event_type = "pairs"', 'event_type = "teams"')
    )
    assert errors("tournament-input", text) == [("award", "E27"), ("event_type", "E35.3c")]


def test_the_code_99900_shuts_out_the_partner_in_a_tournament() -> None:
    text = template(BOOK, "tournament-input").replace(
        '["1", "10101", "Ada Example", "10102"', '["1", "10101", "Ada Example", "99900"', 1
    )
    result = award_sheet("tournament-input", text)
    assert [award.points for award in result.awards if award.kind == "overall"] == [0, 5]


def test_grades_of_the_register_decide_a_junior_tournament() -> None:
    text = template(BOOK, "tournament-input").replace('"8B"', '"3B"', 1)
    register = MEMBERS | {"10102": Member(number="10102", name="Ben Example", grade="open")}
    result = award_sheet("tournament-input", text, register)
    assert [award.points for award in result.awards if award.kind == "overall"] == [0, 2]


def test_teams_sheet_awards_player_by_player() -> None:
    text = template(BOOK, "teams-result").replace(
        '["10104", "Dan Example", "X", "X", "="]', '["10104", "Dan Example", "X"]'
    )
    result = award_sheet("teams-result", text)
    matches = [award.points for award in result.awards if award.kind == "matches"]
    assert matches[:4] == [1, 1, 1, Fraction(4, 10)]
    overall = [award.points for award in result.awards if award.kind == "overall"]
    assert overall == [5, 3]


def test_club_teams_earn_c_points_and_no_places() -> None:
    text = template(BOOK, "teams-result").replace('award = "5A"', 'award = "Club"').replace('place = "1"', 'place = ""')
    result = award_sheet("teams-result", text)
    assert {(award.kind, award.colour) for award in result.awards} == {("matches", "C")}
    assert result.awards[0].points == 2 * 40 + 20


def test_teams_sheet_errors() -> None:
    text = (
        template(BOOK, "teams-result")
        .replace("[20, 20, 20]", "[5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5]")
        .replace("teams = 6", "teams = 1")
        .replace('"Ada Example", "X"', '"Ada Example", "W"')
        .replace('place = "2"', 'place = ""')
    )
    assert errors("teams-result", text) == [
        ("boards_in_matches", "E29.c"),
        ("teams", "E29.b"),
        ("results[0] member 1", "E29.d"),
        ("results[1]", "E35.3b"),
    ]


def test_a_sheet_whose_event_the_book_refuses_says_so() -> None:
    text = template(BOOK, "teams-result").replace("[20, 20, 20]", "[10, 10, 10]")
    with pytest.raises(Refused) as refusal:
        award_sheet("teams-result", text)
    assert refusal.value.problems[0].clause == "NZ E18.1c"


def test_addition_never_issues_a_second_number() -> None:
    text = template(BOOK, "addition").replace("Ines,Example", "Ada,Example")
    assert errors("addition", text, MEMBERS) == [("line 4", "E31")]
    text = template(BOOK, "addition").replace("Club,\n", "Club,10042\n")
    assert errors("addition", text) == [("line 4", "E31")]


def test_addition_of_a_number_in_use() -> None:
    assert errors("addition", template(BOOK, "addition").replace("10190", "10102"), MEMBERS) == [("line 4", "E24.1c")]


def test_addition_of_a_member_under_the_same_number_is_said_once() -> None:
    text = template(BOOK, "addition").replace("10190,Ines,", "10101,Ada,")
    assert errors("addition", text, MEMBERS) == [("line 4", "E24.1c")]


def test_a_former_member_comes_back_under_the_old_number() -> None:
    register = {"10190": Member(number="10190", name="Ines Example", status="resigned")}
    assert check("addition", template(BOOK, "addition").replace("Club,\n", "Club,10190\n"), register).remarks


def test_resignation_of_somebody_unknown() -> None:
    assert errors("resignation", template(BOOK, "resignation").replace("10104", "55555"), MEMBERS) == [
        ("line 3", "E24.1d")
    ]


def test_alteration_needs_something_new() -> None:
    assert errors("alteration", template(BOOK, "alteration").replace(",,,,Sample,", ",,,,,")) == [("line 3", "E33")]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (",C,", ",D,"),
        (",+,", ",,"),
        (",20,", ",none,"),
        (",20,", ",0,"),
        ("2026-10-06", "6 Oct"),
        ("second place entered under another number", ""),
    ],
)
def test_adjustment_errors(old: str, new: str) -> None:
    assert errors("adjustment", template(BOOK, "adjustment").replace(old, new)) == [("line 3", "E34")]


@pytest.mark.parametrize("kind", "ABC")
@pytest.mark.parametrize("sign", "+-")
def test_points_of_any_type_are_put_right_either_way(kind: str, sign: str) -> None:
    text = template(BOOK, "adjustment").replace(",C,+,", f",{kind},{sign},")
    assert check("adjustment", text, MEMBERS).remarks


def test_an_empty_sheet_and_missing_columns() -> None:
    assert errors("adjustment", "# nothing\n")[0][1] == "E34"
    assert errors("resignation", "number,name\n1,Ada\n")[0][1] == "E32"


def test_a_sheet_nobody_knows() -> None:
    with pytest.raises(NotUnderstood):
        template(BOOK, "tax-return")


def test_register_reads_or_says_what_is_wrong() -> None:
    register = register_from(BOOK, "number,name,status,grade\n10101,Ada Example,member,open\n", source="members.csv")
    assert register["10101"].grade == "open"
    with pytest.raises(NotReadable) as refusal:
        register_from(BOOK, "number,name,status\nx1,Ada,member\n5,Ben,gone\n", source="members.csv")
    assert [problem.place for problem in refusal.value.problems] == ["members.csv line 2", "members.csv line 3"]


def team_of(members: list[list[str]]) -> str:
    rows = ",\n".join(str(row).replace("'", '"') for row in members)
    first = template(BOOK, "teams-result").split("[[results]]")[0].replace("[20, 20, 20]", "[30, 30]")
    return f'{first}[[results]]\nplace = "1"\nname = "Example"\nmembers = [\n{rows}\n]\n'


def test_six_members_marked_alike_have_four_sixths_each() -> None:
    """E19 (b)(ii): 0.02 × 60 deals is 1.20 A; nobody noted who played, so each has 4/6 of it."""
    text = team_of([[str(10101 + seat), f"{NAMES[seat]} Example", "X", "X"] for seat in range(6)])
    result = award_sheet("teams-result", text, MEMBERS)
    matches = [award for award in result.awards if award.kind == "matches"]
    assert [(award.points, len(award.recipients)) for award in matches] == [(Fraction(8, 10), 6)]


def test_six_members_with_a_line_up_have_what_they_won() -> None:
    """Ada and Ben in both matches, Cleo and Dan in the first, Eve and Finn in the second."""
    marks = [("X", "X"), ("X", "X"), ("X", ""), ("X", ""), ("", "X"), ("", "X")]
    text = team_of([[str(10101 + seat), f"{NAMES[seat]} Example", *row] for seat, row in enumerate(marks)])
    result = award_sheet("teams-result", text, MEMBERS)
    matches = [award.points for award in result.awards if award.kind == "matches"]
    assert matches == [Fraction(12, 10)] * 2 + [Fraction(6, 10)] * 4


def test_five_of_six_marked_for_a_match_are_too_many() -> None:
    marks = [("X", "X")] * 5 + [("", "X")]
    text = team_of([[str(10101 + seat), f"{NAMES[seat]} Example", *row] for seat, row in enumerate(marks)])
    assert errors("teams-result", text, MEMBERS) == [("results[0]", "E19.2g")]
