"""Reports on paper: how many pages, which list a place is in, until when a card is valid."""

from __future__ import annotations

import re
from datetime import date

import pytest

from answers import existing
from centre import making
from centre.making import session
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import services
from masterpoint.centre.registry import organisations, registering, setup
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.reporting import printing
from masterpoint.centre.reporting.catalogue import report_named
from masterpoint.centre.reporting.periods import read_period
from masterpoint.centre.reporting.result_sheets import result_sheet
from masterpoint.centre.reporting.tables import Report, Table, figure_columns, text_columns
from masterpoint.core.parsing import event_from
from masterpoint.schemes import FACTS

ON = date(2026, 11, 16)
LONG = "Maximiliana-Theodora Featherstonehaugh-Cholmondeley-Wriothesley"


def pages(pdf: bytes) -> int:
    return max(int(count) for count in re.findall(rb"/Count (\d+)", pdf))


def noticeboard(promoted: int, events: int = 4) -> Report:
    names = [[LONG if number % 5 == 0 else "Ann Bell", "Bronze Regional"] for number in range(promoted)]
    winners = [["Ann Bell", "12.34"]] * 10
    sessions = [["25 Oct 2026", "Tuesday pairs", "Riverside Bridge Club"]] * events
    tables = [
        Table("Promotions", text_columns("Name", "New rank"), names),
        Table("Most green points", [*text_columns("Name"), *figure_columns("Points")], winners),
        Table("Events", text_columns("Day", "Event", "Organiser"), sessions),
    ]
    return Report("Noticeboard", "Riverside Bridge Club, number 1001", "October 2026", tables)


@pytest.mark.parametrize(("promoted", "count"), [(0, 1), (3, 1), (45, 1), (160, 3)])
def test_a_noticeboard_is_one_sheet_as_long_as_it_can_be_read(
    federation: Federation, promoted: int, count: int
) -> None:
    assert pages(printing.print_report("noticeboard", noticeboard(promoted), by=federation, on=ON)) == count


def test_a_club_alone_needs_no_column_of_organisers(club: Organisation, people: list[Person], officer: User) -> None:
    services.file_event(club, session(people), making.ORIGINAL, by=officer, choices={})
    period = read_period("2026-11")
    of_club, of_county = (
        report_named(existing(owner), "noticeboard").make(existing(owner), period).tables[-1]
        for owner in (club, club.parent)
    )
    assert [column.name for column in of_club.columns] == ["Day", "Event"]
    assert (of_club.rows, of_county.rows) == (
        [["10 Nov 2026", "Tuesday"]],
        [["10 Nov 2026", "Tuesday", "Riverside Bridge Club"]],
    )


def test_a_result_says_which_list_a_place_is_in(club: Organisation, people: list[Person], officer: User) -> None:
    pairs = [(people[0], people[1]), (people[2], people[3])]
    lists = [
        {
            "direction": direction,
            "size": 6,
            "entries": [{"place": 1, "players": [{"id": player.number, "name": player.name} for player in pair]}],
        }
        for direction, pair in zip(("NS", "EW"), pairs, strict=True)
    ]
    filing = services.file_event(club, session(people, lists=lists), making.ORIGINAL, by=officer, choices={}).filing
    (table,) = result_sheet(filing, reader=None).tables
    assert [column.name for column in table.columns] == ["List", "Place", "Number", "Name", "Home club", "Local"]
    assert [(row[0], row[1], row[3]) for row in table.rows] == [
        (direction, "1", player.name) for direction, pair in zip(("NS", "EW"), pairs, strict=True) for player in pair
    ]


def club_of(scheme: str) -> Organisation:
    setup.set_up(scheme, scheme, scheme, "staff@example.org", "a long enough password", today=date(2020, 1, 1))
    federation = Federation.objects.get(code=scheme)
    return organisations.add_organisation(
        federation,
        "2100",
        "Harbour",
        level="club",
        parent=federation.organisations.get(parent=None),
        on=date(2020, 1, 1),
        by=None,
    )


@pytest.mark.parametrize(
    ("period", "valid"), [("2026", "31 Mar 2027"), ("2026-02", "31 Mar 2026"), ("2026-03", "31 Mar 2026")]
)
def test_a_card_is_valid_for_the_membership_year(db: None, period: str, valid: str) -> None:
    """ABF 1.4.3: cards are valid from April 1st to March 31st."""
    club, span = club_of("abf"), read_period(period)
    registering.register(club.federation, "Ann", "Able", on=span.first, by=None, club=club)
    report = report_named(club, "cards").make(club, span)
    assert [(row[1], row[4]) for row in report.tables[0].rows] == [("Ann Able", valid)]
    assert pages(printing.print_report("cards", report, by=club.federation, on=ON)) == 1


def test_cards_of_a_book_without_membership_year_name_the_period(club: Organisation, people: list[Person]) -> None:
    report = report_named(club, "cards").make(club, read_period("2026"))
    assert [column.name for column in report.tables[0].columns] == ["Number", "Name", "Club", "Rank"]
    assert pages(printing.print_report("cards", report, by=club.federation, on=ON)) == 1


def test_a_tournament_gives_its_points_once_beside_the_overall_place(db: None) -> None:
    club = club_of("nz")
    people = [
        registering.register(club.federation, f"Player{number}", "Able", on=date(2020, 1, 1), by=None, club=club)
        for number in range(10)
    ]
    players = [{"id": person.number, "name": person.name} for person in people]
    earning = [{"place": place, "players": players[2 * place - 2 : 2 * place]} for place in range(1, 6)]
    others = [{"place": place, "name": f"pair {place}"} for place in range(6, 15)]
    ranking = {"entries": [*earning, *others]}
    event = {
        "form": "tournament",
        "scheme": "nz",
        "day": "2026-11-10",
        "contest": "pairs",
        "grade": "8B",
        "boards": 52,
        "organiser": {"level": "club"},
        "sessions": [{"boards": 26, "lists": [ranking]}, {"boards": 26, "name": "Sunday", "lists": [ranking]}],
        "overall": [ranking],
    }
    filing = services.file_event(club, event_from(event, FACTS), making.ORIGINAL, by=None, choices={}).filing
    (table,) = result_sheet(filing, reader=None).tables
    assert list(dict.fromkeys(row[0] for row in table.rows)) == ["overall", "session 1", "Sunday"]
    assert all(any(row[5:]) == (row[0] == "overall") for row in table.rows)
