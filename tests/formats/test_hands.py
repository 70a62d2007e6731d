"""The hands in a file: complete ones are read and written again, and others are left out with a remark."""

from __future__ import annotations

import msgspec
import pytest

from answers import existing
from masterpoint.core.deals import deal_of, dealer_of, hand_of, vulnerable_on
from masterpoint.formats import pbn, usebio

NORTH, EAST = ("KJT65", "98742", "Q", "J3"), ("A", "5", "KJT875", "K9542")
SOUTH, WEST = ("Q", "KT63", "9643", "QT86"), ("987432", "AQJ", "A2", "A7")
HANDS = {"North": NORTH, "East": EAST, "South": SOUTH, "West": WEST}


def hand_set(hands: dict[str, tuple[str, str, str, str]]) -> str:
    elements = "".join(
        f"<HAND><DIRECTION>{seat}</DIRECTION><CLUBS>{suits[3]}</CLUBS><DIAMONDS>{suits[2]}</DIAMONDS>"
        f"<HEARTS>{suits[1]}</HEARTS><SPADES>{suits[0]}</SPADES></HAND>"
        for seat, suits in hands.items()
    )
    return f"<HANDSET><BOARD><BOARD_NUMBER>7</BOARD_NUMBER>{elements}</BOARD></HANDSET>"


def file_with(hands: dict[str, tuple[str, str, str, str]], is_nested: bool = True) -> bytes:
    pairs = "".join(
        f"<PAIR><PAIR_NUMBER>{n}</PAIR_NUMBER><PLACE>{n}</PLACE>"
        f"<PLAYER><PLAYER_NAME>P {n}</PLAYER_NAME></PLAYER></PAIR>"
        for n in (1, 2)
    )
    event = f'<EVENT EVENT_TYPE="PAIRS"><DATE>10/11/2026</DATE><PARTICIPANTS>{pairs}</PARTICIPANTS>'
    inner, outer = (hand_set(hands), "") if is_nested else ("", hand_set(hands))
    return f'<USEBIO Version="1.2">{event}{inner}</EVENT>{outer}</USEBIO>'.encode()


@pytest.mark.parametrize("is_nested", [True, False])
def test_usebio_keeps_hands_wherever_they_stand(is_nested: bool) -> None:
    results = usebio.read(file_with(HANDS, is_nested), source="x.xml")
    (deal,) = results.deals
    assert [hand.suits for hand in deal.hands] == [NORTH, EAST, SOUTH, WEST]
    assert (deal.number, results.boards) == (7, ())
    again = usebio.read(usebio.write(results), source="x.xml")
    assert again.deals == results.deals


def test_hands_that_are_no_whole_pack_are_left_out_with_a_word() -> None:
    results = usebio.read(file_with(HANDS | {"West": ("987432", "AQJ", "A2", "A8")}), source="x.xml")
    assert results.deals == ()
    assert any(remark.startswith("Hand records of some boards were left out") for remark in results.remarks)


@pytest.mark.parametrize("seat", ["North", "East", "South", "West"])
def test_pbn_deals_clockwise_from_the_seat_named(seat: str) -> None:
    seats = list(HANDS)
    rotated = seats[seats.index(seat) :] + seats[: seats.index(seat)]
    cards = " ".join(".".join(HANDS[name]) for name in rotated)
    text = (
        f'[Event "Tuesday"]\n[Date "2026.11.10"]\n[Board "7"]\n[Deal "{seat[0]}:{cards}"]\n[Scoring "MP"]\n'
        '[ScoreTable "PairId_NS\\\\2R;PairId_EW\\\\2R;Contract;Declarer;Result"]\n 1 2 3NT N 9\n 3 4 3NT N 8\n'
    )
    (deal,) = pbn.read(text.encode(), source="x.pbn").deals
    assert msgspec.to_builtins(deal)["north"]["spades"] == "KJT65" and deal.west.suits == WEST


@pytest.mark.parametrize("written", [["AKQ", "x", "", ""], ["AKQ"], ["A K", "", "", ""]])
def test_what_is_no_hand(written: list[str]) -> None:
    assert hand_of(written) is None


def test_a_hand_is_sorted_and_a_void_may_be_a_dash() -> None:
    assert existing(hand_of(["234", "-", "10K", ""])).suits == ("432", "", "KT", "")
    assert deal_of(1, [hand_of(NORTH)] * 4) is None


def test_dealer_and_vulnerability_as_printed_on_the_boards() -> None:
    """Law 2: board by board for sixteen boards."""
    sides = {"O": "none", "N": "North-South", "E": "East-West", "B": "all"}
    assert [vulnerable_on(number) for number in range(1, 17)] == [sides[letter] for letter in "ONEBNEBOEBONBONE"]
    assert [dealer_of(number)[0] for number in range(1, 6)] == list("NESWN")
    assert vulnerable_on(17) == vulnerable_on(1)
