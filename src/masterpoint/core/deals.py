"""The hands of a board, thirteen cards each, and the dealer and vulnerability that follow from its number (Law 2)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from masterpoint.core.boards import Count

SEATS = ("North", "East", "South", "West")
SUITS = ("spades", "hearts", "diamonds", "clubs")
CARDS = "AKQJT98765432"
VULNERABLE = ("none", "North-South", "East-West", "all")
VULNERABLE_SEATS = ("", "NS", "EW", "NSEW")
"""The same by the letters of the seats."""


class Hand(msgspec.Struct, frozen=True, gc=False):
    """The cards of one player by suit, high to low; a ten is T, a void is empty."""

    spades: str = ""
    hearts: str = ""
    diamonds: str = ""
    clubs: str = ""

    @property
    def suits(self) -> tuple[str, str, str, str]:
        return self.spades, self.hearts, self.diamonds, self.clubs


class Deal(msgspec.Struct, frozen=True, gc=False):
    """A board as it was dealt."""

    number: Count
    north: Hand
    east: Hand
    south: Hand
    west: Hand
    session: str = ""

    @property
    def hands(self) -> tuple[Hand, Hand, Hand, Hand]:
        return self.north, self.east, self.south, self.west


def hand_of(suits: Sequence[str]) -> Hand | None:
    """A hand from its four suits as a file writes them, spades first; `None` if they are not cards."""
    texts = [suit.strip().upper().replace("10", "T") for suit in suits]
    holdings = ["" if suit in {"-", "--"} else suit for suit in texts]
    if len(holdings) != len(SUITS) or any(card not in CARDS for suit in holdings for card in suit):
        return None
    return Hand(*("".join(sorted(suit, key=CARDS.index)) for suit in holdings))


def deal_of(number: int, hands: Sequence[Hand | None], session: str = "") -> Deal | None:
    """A deal, or `None` unless its four hands make up the whole pack."""
    full_hands = [hand for hand in hands if hand is not None]
    if number < 1 or len(full_hands) != len(SEATS):
        return None
    if any(sum(map(len, hand.suits)) != len(CARDS) for hand in full_hands):
        return None
    if any(sorted("".join(hand.suits[suit] for hand in full_hands)) != sorted(CARDS) for suit in range(len(SUITS))):
        return None
    north, east, south, west = full_hands
    return Deal(number, north, east, south, west, session)


def dealer_of(number: int) -> str:
    """North deals board 1, and so on clockwise."""
    return SEATS[(number - 1) % len(SEATS)]


def vulnerable_on(number: int) -> str:
    """Which side is vulnerable: none, one or both."""
    return VULNERABLE[_vulnerability(number)]


def seats_vulnerable_on(number: int) -> str:
    """The seats that are vulnerable: `NS`."""
    return VULNERABLE_SEATS[_vulnerability(number)]


def _vulnerability(number: int) -> int:
    """The index of a board's vulnerability. It moves on with each board, and by one more after each four."""
    board = (number - 1) % 16
    return (board + board // 4) % 4
