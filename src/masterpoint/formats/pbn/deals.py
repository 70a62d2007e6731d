"""The hands of a PBN file: `[Deal "N:KJT65.98742.Q.J3 A.5.KJT875.K9542 …"]`, clockwise from the named seat."""

from __future__ import annotations

from collections.abc import Sequence

from masterpoint.core.deals import SEATS, Deal, deal_of, hand_of
from masterpoint.formats import values
from masterpoint.formats.pbn.games import Game


def deals_of(games: Sequence[Game]) -> tuple[Deal, ...]:
    """The first deal of each board; a board with an unknown hand is left out."""
    deals: dict[int, Deal] = {}
    for game in games:
        number = values.whole(game.tags.get("Board", "")) or 0
        deal = _deal(number, game.tags.get("Deal", ""))
        if deal is not None:
            deals.setdefault(number, deal)
    return tuple(deals.values())


def _deal(number: int, text: str) -> Deal | None:
    seat, _, cards = text.strip().partition(":")
    first = next((place for place, name in enumerate(SEATS) if name[0] == seat.upper()), None)
    if first is None:
        return None
    hands = [hand_of(hand.split(".")) for hand in cards.split()]
    if len(hands) != len(SEATS):
        return None
    return deal_of(number, hands[-first:] + hands[:-first] if first else hands)
