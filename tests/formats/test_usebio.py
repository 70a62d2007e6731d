"""USEBIO in every variant that FORMATS.md describes, from made-up files."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from formats.made import DATA
from masterpoint.core.boards import AdjustedScore, Contract
from masterpoint.core.errors import NotReadable
from masterpoint.core.results import FileAward, Results
from masterpoint.formats import usebio

MITCHELL = (DATA / "mitchell-1.0-latin1.xml").read_bytes()
TEAMS = (DATA / "teams-1.2.xml").read_bytes()
SECTIONS = (DATA / "two-sections-1.2.xml").read_bytes()


def pair(number: int, place: int | str, percentage: str = "50", extra: str = "") -> str:
    return (
        f"<PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER><PLACE>{place}</PLACE><PERCENTAGE>{percentage}</PERCENTAGE>{extra}"
        f"<PLAYER><PLAYER_NAME>Q{number}</PLAYER_NAME></PLAYER><PLAYER><PLAYER_NAME>R{number}</PLAYER_NAME></PLAYER></PAIR>"
    )


def event(
    content: str, *, kind: str = "PAIRS", head: str = "<DATE>05/02/2024</DATE>", version: str = "1.2", prolog: str = ""
) -> bytes:
    text = f'{prolog}<USEBIO Version="{version}"><CLUB/><EVENT EVENT_TYPE="{kind}">{head}{content}</EVENT></USEBIO>'
    return text.encode()


def participants(*places: int | str) -> str:
    return "<PARTICIPANTS>" + "".join(pair(n, place) for n, place in enumerate(places, 1)) + "</PARTICIPANTS>"


def read(data: bytes) -> Results:
    return usebio.read(data, source="test.xml")


def places_of(results: Results) -> list[list[tuple[str, int | None, int]]]:
    return [
        [(entry.number, entry.place, ranking.sharing(entry)) for entry in ranking.entries]
        for ranking in results.rankings
    ]


def test_a_two_winner_file_of_version_1_0() -> None:
    results = read(MITCHELL)
    assert (results.format, results.contest, results.scoring) == ("USEBIO 1.0", "pairs", "match points")
    assert (results.club_name, results.club_number, results.charge_code) == ("Café Bridge", "00987003", "10")
    assert (results.played, results.played_as_written) == (date(2024, 4, 9), "9/4/2024")
    assert places_of(results) == [[("1", 1, 2), ("2", 1, 2)], [("11", 1, 1), ("12", 2, 1)]]
    assert [ranking.direction for ranking in results.rankings] == ["NS", "EW"]
    zoe = results.entries[0].players[0]
    assert (zoe.name, zoe.national) == ("Zoë Quill", "00900101")
    assert results.entries[1].players[0].name == "Pat O'Mara"


def test_flat_awards_empty_and_nought_mean_none() -> None:
    assert [entry.awards for entry in read(MITCHELL).entries] == [(FileAward(Decimal("0.12"), "black"),), (), (), ()]


def test_traveller_lines() -> None:
    first, passed = read(MITCHELL).boards[0].travellers
    assert (first.contract, first.declarer, first.lead, first.tricks, first.score) == (
        Contract(4, "S", 2),
        "N",
        "HT",
        9,
        -100,
    )
    assert (passed.contract, passed.declarer, passed.tricks, passed.score) == (Contract(0), "", None, 0)
    assert read(MITCHELL).boards[1].travellers[0].contract == Contract(3, "NT")


def test_lines_tell_where_things_stand() -> None:
    text = MITCHELL.decode("latin-1")
    player = read(MITCHELL).entries[0].players[0]
    assert "Quill" in text.splitlines()[player.line - 1]


def test_teams_with_pairs_matches_and_two_colours() -> None:
    results = read(TEAMS)
    quill, other = results.entries
    assert (results.contest, results.scoring, results.match_scoring) == ("teams", "IMPs", "IMPs")
    assert quill.awards == (FileAward(Decimal("0.24"), "black"), FileAward(Decimal("0.03"), "green"))
    assert (quill.team_name, quill.wins_or_draws, len(quill.players), quill.pairs[0].number) == (
        "QUILL",
        Decimal(1),
        4,
        "1-1-2",
    )
    assert (len(other.players), other.pairs, quill.session) == (5, (), "1")
    [match] = results.matches
    assert (match.home, match.away, match.home_score, match.board_count) == ("1", "2", Decimal(6), 1)
    assert [line.room for line in match.boards[0].travellers] == ["NS", "EW"]


def test_sections_ranked_apart_are_two_lists_without_ties() -> None:
    results = read(SECTIONS)
    assert [ranking.section for ranking in results.rankings] == ["A", "B"]
    assert places_of(results) == [[("1", 1, 1), ("2", 2, 1)]] * 2
    assert results.played == date(2024, 3, 5)


def test_sections_ranked_as_one_field_are_one_list() -> None:
    content = (
        f'<SECTION SECTION_ID="A"><PARTICIPANTS>{pair(1, 1)}{pair(2, 3)}</PARTICIPANTS></SECTION>'
        f'<SECTION SECTION_ID="B"><PARTICIPANTS>{pair(11, 2)}{pair(12, 4)}</PARTICIPANTS></SECTION>'
    )
    [ranking] = read(event(content)).rankings
    assert [(entry.number, entry.section) for entry in ranking.entries] == [
        ("1", "A"),
        ("11", "B"),
        ("2", "A"),
        ("12", "B"),
    ]


@pytest.mark.parametrize(
    "wrapped", ["{}", '<SESSION SESSION_ID="1">{}</SESSION>', '<SECTION SECTION_ID="A">{}</SECTION>']
)
def test_participants_wherever_they_stand(wrapped: str) -> None:
    assert len(read(event(wrapped.format(participants(1, 2, 3)))).entries) == 3


def test_participants_in_a_section_of_a_session() -> None:
    content = f'<SESSION SESSION_ID="1"><SECTION SECTION_ID="B">{participants(1, 2)}</SECTION></SESSION>'
    assert [(entry.session, entry.section) for entry in read(event(content)).entries] == [("1", "B")] * 2


def test_ties_with_and_without_a_mark_are_the_same() -> None:
    marked, unmarked = read(event(participants("1", "2=", "2=", "4"))), read(event(participants("1", "2", "2", "4")))
    assert places_of(marked) == places_of(unmarked) == [[("1", 1, 1), ("2", 2, 2), ("3", 2, 2), ("4", 4, 1)]]


def test_directions_on_some_pairs_do_not_make_two_lists() -> None:
    content = f"<PARTICIPANTS>{pair(1, 1, extra='<DIRECTION>NS</DIRECTION>')}{pair(2, 2)}</PARTICIPANTS>"
    assert len(read(event(content, head="<DATE>05/02/2024</DATE><WINNER_TYPE>1</WINNER_TYPE>")).rankings) == 1


def test_two_winners_without_directions_is_one_list_and_told() -> None:
    results = read(event(participants(1, 2), head="<WINNER_TYPE>2</WINNER_TYPE>"))
    assert len(results.rankings) == 1
    assert "does not say who sat North-South" in results.remarks[0]


def test_hand_records_are_not_boards() -> None:
    hands = "<HANDSET><BOARD><BOARD_NUMBER>1</BOARD_NUMBER></BOARD></HANDSET>"
    results = read(event(participants(1, 2) + hands))
    assert results.boards == ()
    assert "Hand records" in results.remarks[0]


@pytest.mark.parametrize(
    ("kind", "contest", "scoring"),
    [
        ("MP_PAIRS", "pairs", "match points"),
        ("cross_imps", "pairs", "cross-IMPs"),
        ("BUTLER_PAIRS", "pairs", "Butler IMPs"),
        ("AGGREGATE", "pairs", "aggregate"),
        ("SWISS_PAIRS_BUTLER_IMPS", "pairs", "Butler IMPs"),
        ("LADDER", "pairs", None),
    ],
)
def test_kinds_of_event(kind: str, contest: str, scoring: str | None) -> None:
    results = read(event(participants(1, 2), kind=kind))
    assert (results.contest, results.scoring, results.swiss) == (contest, scoring, kind.startswith("SWISS"))


def test_a_ladder_is_of_whom_it_lists() -> None:
    team = '<PARTICIPANTS><TEAM TEAM_ID="1"><PLACE>1</PLACE></TEAM></PARTICIPANTS>'
    assert read(event(team, kind="LADDER")).contest == "teams"


def test_the_scoring_method_beats_the_type() -> None:
    head = "<BOARD_SCORING_METHOD>CROSS_IMPS</BOARD_SCORING_METHOD>"
    assert read(event(participants(1, 2), head=head)).scoring == "cross-IMPs"
    doubled = participants(1, 2).replace("<PARTICIPANTS>", '<PARTICIPANTS EVENT_TYPE="CROSS_IMP">')
    assert read(event(doubled)).scoring == "cross-IMPs"


@pytest.mark.parametrize(
    ("head", "day"),
    [
        ("05/02/2024", date(2024, 2, 5)),
        ("5/12/2015", date(2015, 12, 5)),
        ("05-02-2024", date(2024, 2, 5)),
        ("2024-02-05", date(2024, 2, 5)),
        ("31/02/2024", None),
        ("soon", None),
    ],
)
def test_dates(head: str, day: date | None) -> None:
    results = read(event(participants(1, 2), head=f"<DATE>{head}</DATE>"))
    assert (results.played, results.played_as_written) == (day, head)


def test_names_of_version_1_3() -> None:
    head = "<EVENT_ID>7</EVENT_ID><EBU_CHARGE_CODE>12</EBU_CHARGE_CODE><EVENT_RATING>County</EVENT_RATING>"
    strata = (
        "<STRATIFICATION><STRATIFICATION_TYPE>HIGHEST</STRATIFICATION_TYPE><STRATS><STRAT><STRAT_NUMBER>2</STRAT_NUMBER>"
        "<STRAT_LABEL>B</STRAT_LABEL><UPPER_LIMIT>160</UPPER_LIMIT><NUMBER_OF_PAIRS DIRECTION='NS'>6</NUMBER_OF_PAIRS>"
        "</STRAT></STRATS></STRATIFICATION>"
    )
    extra = "<STRAT_PLACE>1</STRAT_PLACE><STRAT_NUMBER>2</STRAT_NUMBER>"
    content = strata + f"<PARTICIPANTS>{pair(1, 1, extra=extra)}</PARTICIPANTS>"
    results = read(event(content, head=head, version="1.3"))
    assert (results.event_id, results.charge_code, results.rating) == ("7", "12", "County")
    assert (results.strata[0].label, results.strata[0].pairs, results.strata_type) == ("B", (("NS", "6"),), "HIGHEST")
    assert (results.entries[0].stratum, results.entries[0].stratum_place) == (2, "1")


def line(content: str) -> str:
    return f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE>{content}</TRAVELLER_LINE></BOARD>"


def test_adjusted_lines_without_contract() -> None:
    content = "<NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER><TRICKS/><SCORE>A6040</SCORE>"
    [board] = read(event(participants(1, 2) + line(content))).boards
    assert board.travellers[0].adjusted == AdjustedScore(Decimal(60), Decimal(40), "A6040")
    assert board.travellers[0].score is None


def test_strange_travellers_are_passed_over_with_a_notice() -> None:
    content = "<CONTRACT>42</CONTRACT><SCORE>lots</SCORE><TRICKS>77</TRICKS><MOOD>good</MOOD>"
    results = read(event(participants(1, 2) + line(content)))
    assert [notice.value for notice in results.notices] == ["42", "lots", "MOOD"]


def test_individuals_whose_tables_stand_twice() -> None:
    def row(north: int, east: int, score: int) -> str:
        seats = f"<N_PLAYER_NUMBER>{north}</N_PLAYER_NUMBER><S_PLAYER_NUMBER>{north}1</S_PLAYER_NUMBER>"
        seats += f"<E_PLAYER_NUMBER>{east}</E_PLAYER_NUMBER><W_PLAYER_NUMBER>{east}2</W_PLAYER_NUMBER>"
        return f"<TRAVELLER_LINE>{seats}<SCORE>{score}</SCORE></TRAVELLER_LINE>"

    people = "".join(
        f"<PLAYER><PLAYER_NUMBER>{n}</PLAYER_NUMBER><PLACE>1</PLACE><PLAYER_NAME>Q{n}</PLAYER_NAME></PLAYER>"
        for n in range(1, 5)
    )
    board = f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{row(1, 2, 80)}{row(3, 4, 80)}</BOARD>"
    results = read(event(f"<PARTICIPANTS>{people}</PARTICIPANTS>{board}", kind="INDIVIDUAL"))
    assert results.contest == "individual"
    assert [line.seats for line in results.boards[0].travellers] == [("1", "2", "3", "4")]
    assert any("in the file twice" in remark for remark in results.remarks)


def test_all_problems_at_once_with_their_lines() -> None:
    content = "\n".join(["<PARTICIPANTS>", pair(1, "last"), pair(2, 2, "much"), pair(3, 3), "</PARTICIPANTS>"])
    with pytest.raises(NotReadable) as caught:
        read(event(content))
    assert [(problem.place, problem.value) for problem in caught.value.problems] == [
        ("line 2", "last"),
        ("line 3", "much"),
    ]
    assert "3= for a tie" in str(caught.value)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (event(participants(1), kind="NOTSUP"), "not a kind of event we know"),
        (event(""), "no contestants"),
        (b"<USEBIO Version='1.2'><CLUB/></USEBIO>", "no event"),
        (b"<session/>", "not a USEBIO file"),
        (b"", "empty"),
    ],
)
def test_what_cannot_be_read_is_said(data: bytes, message: str) -> None:
    with pytest.raises(NotReadable, match=message):
        read(data)


def test_several_events_are_told_apart() -> None:
    item = event(participants(1, 2)).decode()
    body = item[item.index("<EVENT") : item.index("</USEBIO>")]
    file_of_two = item.replace("</USEBIO>", body + "</USEBIO>").encode()
    with pytest.raises(NotReadable, match="holds 2 events"):
        read(file_of_two)
    assert len(usebio.read_all(file_of_two, source="x")) == 2
    assert usebio.read(file_of_two, source="x", event=2).contest == "pairs"
    with pytest.raises(NotReadable, match="no event with this number"):
        usebio.read(file_of_two, source="x", event=3)


@pytest.mark.parametrize("declaration", ["", '<?xml version="1.0"?>', '<?xml version="1.0" encoding="utf-8"?>\r\n'])
def test_encodings(declaration: str) -> None:
    data = event(participants(1, 2)).replace(b"Q1", "Zoë".encode())
    assert read(declaration.encode() + data).entries[0].players[0].name == "Zoë"


def test_a_wrong_encoding_is_read_as_windows_1252_and_told() -> None:
    data = b'<?xml version="1.0" encoding="UTF-8"?>' + event(participants(1, 2)).replace(b"Q1", b"Zo\xeb \x96 Q")
    results = read(data)
    assert results.entries[0].players[0].name == "Zoë – Q"
    assert "Windows-1252" in results.remarks[0]


def test_utf_16_with_its_mark() -> None:
    text = event(participants(1, 2)).decode()
    assert len(read(b"\xff\xfe" + text.encode("utf-16-le")).entries) == 2


def test_written_files_have_what_other_programs_expect() -> None:
    data = usebio.write(read(MITCHELL))
    assert data.startswith(b"<?xml version='1.0' encoding='UTF-8'?>\n<!DOCTYPE USEBIO SYSTEM \"usebio_v1_2.dtd\">")
    for part in (b"<PLACE>1=</PLACE>", b"<P2P_CHARGE_RATE>10<", b"<DATE>09/04/2024<", b"<MASTER_POINTS_AWARDED>12<"):
        assert part in data
    newer = usebio.write(read(MITCHELL), version="1.3")
    for part in (b'Version="1.3"', b"<EBU_CHARGE_CODE>10<", b"<DATE>2024-04-09<", b"<EVENT_RATING>Club<"):
        assert part in newer
