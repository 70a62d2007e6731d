"""ABF credit files as in appendices D and G: every digit, every fault by line, every total."""

from __future__ import annotations

from contextlib import suppress
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masterpoint import schemes
from masterpoint.core.errors import NotReadable
from masterpoint.core.parsing import event_from
from masterpoint.formats import abf_credits
from masterpoint.formats.credit_changes import convert, edit, from_result, merge
from masterpoint.formats.credit_files import CreditFile, CreditLine, file_bytes, view

SINGLE = b"0123456000042\r\n0002288000007\r\n0088249000145\r\n"  # as the book prints it
DOUBLE = b"0100060000042000005\r\n0099993000007000000\r\n0555667000000000145\r\n"


def test_the_books_own_lines() -> None:
    file = view(SINGLE, source="may.grn")
    assert [(int(line.number), line.hundredths) for line in file.lines] == [
        (123456, (42,)),
        (2288, (7,)),
        (88249, (145,)),
    ]
    assert file.totals() == {"green": Decimal("1.94")}
    assert not file.problems
    assert file_bytes(file) == SINGLE
    credits_file = view(DOUBLE, source="may.mp5")
    assert credits_file.colours == ("red", "green")
    assert credits_file.totals() == {"red": Decimal("0.49"), "green": Decimal("1.50")}
    assert file_bytes(credits_file) == DOUBLE


def test_everything_wrong_is_listed_line_by_line() -> None:
    good, short, signed, double = b"0123456000042", b"123456000042", b"0002288-00007", b"0100060000042000005"
    data = b"\r\n".join([good, short, b"", b"0002288 00007", b"0000000000007", signed, double, b""])
    file = view(data, source="may.red")
    assert [problem.place for problem in file.problems] == ["line 2", "line 3", "line 4", "line 5", "line 6", "line 7"]
    message = [problem.message for problem in file.problems]
    assert "12 digits" in message[0]
    assert "empty" in message[1]
    assert "blank" in message[2]
    assert "no player" in message[3]
    assert "the character -" in message[4]
    assert "19 digits" in message[5]
    assert all(problem.fix and problem.clause.startswith("ABF D") for problem in file.problems)
    assert file.totals() == {"red": Decimal("0.42")}


def test_what_is_no_credit_file_is_answered_in_one_sentence() -> None:
    file = view(b"Dear office,\r\nour results of 5 May 2026:\r\n" * 50, source="letter.grn")
    (problem,) = file.problems
    assert (problem.place, file.lines) == ("the file", ())
    assert "is not a credit file" in problem.message and "scoring program" in problem.fix
    spaced = view(b"0123456 000042\r\n" * 3, source="may.grn")
    assert [problem.place for problem in spaced.problems] == ["line 1", "line 2", "line 3"], "blanks are said by line"


def test_what_should_be_looked_at_is_no_error() -> None:
    file = view(b"0123456000042\r\n0123456000000\r\n", source="may.red")
    assert not file.problems
    assert [problem.place for problem in file.notices] == ["line 1", "line 2", "line 2", "line 2"]


@pytest.mark.parametrize("name", ["may.doc", "may.xls", "may.txt", "may", "may.mp1"])
def test_names_that_tell_no_colour(name: str) -> None:
    file = view(SINGLE, source=name)
    assert [problem.clause for problem in file.problems] == ["ABF D names"]
    data = view(SINGLE, source=name, colours=("red",))
    assert bool(data.problems) == name.endswith((".doc", ".xls"))


def test_merging_adds_each_player_up() -> None:
    first = view(SINGLE, source="a.grn")
    second = view(b"0002288000100\r\n0777777000001\r\n", source="b.grn")
    file = merge([first, second])
    assert file.source == "merged.grn"
    assert file_bytes(file) == b"0123456000042\r\n0002288000107\r\n0088249000145\r\n0777777000001\r\n"
    with pytest.raises(NotReadable, match="one type"):
        merge([first, view(SINGLE, source="b.red")])
    with pytest.raises(NotReadable, match=r"b\.grn: line 1"):
        merge([first, view(b"12\r\n", source="b.grn")])


def test_converting_keeps_colours() -> None:
    (coloured,) = convert(view(DOUBLE, source="may.mp5"))
    assert (coloured.source, file_bytes(coloured)) == ("may.rag", DOUBLE)
    (converted,) = convert(view(b"0123456000042\r\n", source="may.grn"), ".rag")
    assert file_bytes(converted) == b"0123456000000000042\r\n"
    (converted,) = convert(view(b"0123456000042\r\n", source="may.red"), ".rag")
    assert file_bytes(converted) == b"0123456000042000000\r\n"
    red, green = convert(view(DOUBLE, source="may.rag"), ".red")
    assert (red.source, file_bytes(red)) == ("may.red", b"0100060000042\r\n0099993000007\r\n")
    assert (green.source, file_bytes(green)) == ("may.grn", b"0100060000005\r\n0555667000145\r\n")
    (old,) = convert(view(SINGLE, source="may.mp2", colours=("gold",)))
    assert (old.source, file_bytes(old)) == ("may.gld", SINGLE)
    with pytest.raises(NotReadable, match="colour"):
        convert(view(SINGLE, source="may.red"), ".gld")
    with pytest.raises(NotReadable, match="which colour"):
        convert(view(SINGLE, source="may.red"), ".txt")


def test_editing_sets_adds_and_removes() -> None:
    file = view(SINGLE, source="may.grn")
    changed = edit(
        file, new_amounts={"2288": [Decimal("1.20")], "777777": [Decimal("0.05")]}, removed_numbers=["123456"]
    )
    assert file_bytes(changed) == b"0002288000120\r\n0088249000145\r\n0777777000005\r\n"
    with pytest.raises(NotReadable) as refused:
        edit(
            file,
            new_amounts={"2288": [Decimal("0.005")], "x": [Decimal(1)], "5": [Decimal(1), Decimal(2)]},
            removed_numbers=["9"],
        )
    assert len(refused.value.problems) == 4


@pytest.mark.parametrize("amount", ["1e999999999", "1e-999999999", "NaN", "sNaN", "Infinity", "-0.01", "10000"])
def test_what_is_no_amount_is_not_set(amount: str) -> None:
    with pytest.raises(NotReadable, match="not an amount"):
        edit(view(SINGLE, source="may.grn"), new_amounts={"2288": [Decimal(amount)]})


def test_amounts_that_do_not_fit_are_not_written() -> None:
    with pytest.raises(NotReadable, match="six digits"):
        file_bytes(CreditFile("a.grn", ("green",), (CreditLine("1", (1_000_000,)),)))


def test_awards_become_credit_lines() -> None:
    players = [{"name": "Ada", "id": "123456"}, {"name": "Ben", "id": "2288"}]
    raw = {
        "form": "tournament",
        "scheme": "abf",
        "day": "2026-11-10",
        "contest": "pairs",
        "organiser": {"level": "club"},
        "boards": 52,
        "sessions": [{"boards": 26, "lists": [{"size": 14, "entries": [{"place": 1, "players": players}]}]}] * 2,
        "overall": [
            {"size": 14, "entries": [{"place": 1, "players": players}, {"place": 2, "players": [{"name": "Cleo"}]}]}
        ],
    }
    (file,) = from_result(schemes.award(event_from(raw, schemes.FACTS)), stem="november")
    assert file.source == "november.grn"
    assert file_bytes(file) == b"0123456000134\r\n0002288000134\r\n"  # 0.42 + 0.42 + 0.50
    assert any("Cleo" in problem.place for problem in file.notices)


LINES = st.lists(
    st.builds(
        CreditLine,
        st.integers(1, 9_999_999).map(lambda n: f"{n:07d}"),
        st.tuples(st.integers(0, 999_999)),
        st.just(0),
    ),
    min_size=1,
    max_size=40,
)


@given(LINES)
def test_what_is_written_reads_back_the_same_here_and_in_the_strict_reader(lines: list[CreditLine]) -> None:
    file = CreditFile("a.red", ("red",), tuple(lines))
    again = view(file_bytes(file), source="a.red")
    assert [(line.number, line.hundredths) for line in again.lines] == [
        (line.number, line.hundredths) for line in lines
    ]
    assert not again.problems
    strict = abf_credits.read(file_bytes(file), source="a.red")
    assert sum(award.points for credit in strict.credits for award in credit.awards) == file.totals()["red"]


@given(st.binary(max_size=400))
def test_any_bytes_give_findings_or_a_refusal_never_a_crash(data: bytes) -> None:
    with suppress(NotReadable):
        view(data, source="a.grn")


def test_older_endings_are_written_too() -> None:
    item = view(b"0000019000150\r\n", source="week.red")
    (old,) = convert(item, ".mp2")
    assert old.source == "week.mp2"
    assert file_bytes(old) == b"0000019000150\r\n"
    credits_file = view(b"0000019000150000025\r\n", source="week.rag")
    (old,) = convert(credits_file, ".MP5")
    assert file_bytes(old) == b"0000019000150000025\r\n"
    for file, ending in ((item, ".mp5"), (credits_file, ".mp3")):
        with pytest.raises(NotReadable):
            convert(file, ending)
