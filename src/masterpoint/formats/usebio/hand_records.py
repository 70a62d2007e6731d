"""HANDSET: the hands of the boards. Its BOARD elements are not boards that were played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lxml import etree

from masterpoint.core.deals import SEATS, SUITS, Deal, Hand, deal_of, hand_of
from masterpoint.formats import values
from masterpoint.formats.usebio.tree import texts

LEFT_OUT_NOTICE = (
    "Hand records of some boards were left out: they are not four hands of thirteen cards. No award needs them."
)


def deals_in(hand_set: etree._Element, session: str = "") -> Iterator[Deal | None]:
    """Every board of a HANDSET; `None` for one that is not a whole pack."""
    for board in hand_set.iterfind("BOARD"):
        hands = {seat: hand for element in board.iterfind("HAND") for seat, hand in [_hand(texts(element))]}
        number = values.whole(board.findtext("BOARD_NUMBER", "")) or 0
        yield deal_of(number, [hands.get(seat) for seat in SEATS], session)


def _hand(fields: dict[str, str]) -> tuple[str, Hand | None]:
    seat = next((seat for seat in SEATS if seat[0] == fields.get("DIRECTION", "")[:1].upper()), "")
    return seat, hand_of([fields.get(suit.upper(), "") for suit in SUITS])


def write_deals(event: etree._Element, deals: Iterable[Deal]) -> None:
    """The hands of each session inside its element; hands of sessions that are not written go with the event."""
    sessions = {element.get("SESSION_ID", ""): element for element in event.iterfind("SESSION")}
    by_session: dict[str, list[Deal]] = {}
    for deal in deals:
        by_session.setdefault(deal.session, []).append(deal)
    for session, of_session in by_session.items():
        hand_set = etree.SubElement(sessions.get(session, event), "HANDSET")
        for deal in of_session:
            _write_deal(hand_set, deal)


def _write_deal(hand_set: etree._Element, deal: Deal) -> None:
    board = etree.SubElement(hand_set, "BOARD")
    etree.SubElement(board, "BOARD_NUMBER").text = str(deal.number)
    for seat, hand in zip(SEATS, deal.hands, strict=True):
        element = etree.SubElement(board, "HAND")
        etree.SubElement(element, "DIRECTION").text = seat
        for suit, cards in zip(SUITS, hand.suits, strict=True):
            etree.SubElement(element, suit.upper()).text = cards or "-"
