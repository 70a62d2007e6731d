"""1.7 and 1.9, the McCutcheon Trophy and awards, and the One Thousand Club (pages 9 and 10)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.errors import Refused
from masterpoint.core.events import EventModel, Text
from masterpoint.core.exact import tidy
from masterpoint.core.mechanisms import total
from masterpoint.schemes.abf.rules.handbook import clause, problem
from masterpoint.schemes.abf.rules.members.ranks import NAMES, rank_named

COMBINED = {"Gold Grand": "Silver and Gold Grand", "Silver Grand": "Silver and Gold Grand"}  # 1.7.3
THOUSAND = 1000
UNRANKED = "below Graduate"


class Contender(EventModel, frozen=True, kw_only=True):
    """A player, the rank at the start of the calendar year, and the points of the year."""

    name: Text
    rank: Text = ""
    points: Decimal
    foreign: bool = False
    """Registered through one of the clubs for visitors."""
    rank_abroad: Text = ""
    """The equivalent rank the player had before moving to Australia."""


class Year(EventModel, frozen=True, kw_only=True):
    """The points of a calendar year."""

    players: tuple[Contender, ...]


def mccutcheon(asked: Year) -> Sequence[Step | Remark]:
    """1.7.2, 1.7.3: the trophy for the most points of all, and the best of each rank group."""
    ranks = _ranks(asked.players)
    answers: list[Step | Remark] = []
    if not asked.players:
        return answers
    best = max(player.points for player in asked.players)
    winners = [player.name for player in asked.players if player.points == best]
    answers.append(fact(tidy(Fraction(best)), clause("1.7.2"), f"McCutcheon Trophy: {', '.join(winners)}"))
    groups: dict[str, list[Contender]] = {}
    for player, rank in zip(asked.players, ranks, strict=True):
        out = barred(player, rank)
        if out is not None:
            answers.append(out)
        else:
            groups.setdefault(COMBINED.get(rank, rank), []).append(player)
    order = [UNRANKED, *dict.fromkeys(COMBINED.get(rank, rank) for rank in NAMES)]
    for group in sorted(groups, key=order.index):
        most = max(player.points for player in groups[group])
        names = ", ".join(player.name for player in groups[group] if player.points == most)
        reading = "B-34" if group in ("Emerald Grand", "Diamond Grand") else ""
        answers.append(fact(tidy(Fraction(most)), clause("1.7.3a"), f"{group} Masters: {names}", reading=reading))
    return answers


def _ranks(players: Sequence[Contender]) -> list[str]:
    found, problems = [], []
    fix = f"write a rank of 1.8: {', '.join(NAMES)}"
    for index, player in enumerate(players):
        rank = rank_named(player.rank) if player.rank else UNRANKED
        if rank is None:
            problems.append(problem(f"players[{index}].rank", player.rank, "no such rank", fix, "1.7.3a"))
        if player.rank_abroad and rank_named(player.rank_abroad) is None:
            where = f"players[{index}].rank_abroad"
            problems.append(problem(where, player.rank_abroad, "no such rank", fix, "1.7.3b"))
        found.append(rank or UNRANKED)
    if problems:
        raise Refused(problems)
    return found


def barred(player: Contender, rank: str) -> Remark | None:
    """1.7.3b: why a player wins no award of a group; the Trophy itself (1.7.2) is open to everybody."""
    if player.foreign:
        return Remark(clause("1.7.3b"), f"{player.name}: registered foreign players win no McCutcheon awards")
    abroad = rank_named(player.rank_abroad) if player.rank_abroad else None
    place = NAMES.index(rank) if rank in NAMES else -1
    if abroad is not None and place < NAMES.index("Life") and NAMES.index(abroad) >= place:
        return Remark(clause("1.7.3b"), f"{player.name}: had an equal or higher rank before coming to Australia")
    return None


class Lifetime(EventModel, frozen=True, kw_only=True):
    """A player's points of all time."""

    gold: Decimal = Decimal(0)
    red: Decimal = Decimal(0)
    green: Decimal = Decimal(0)


def thousand_club(asked: Lifetime) -> Sequence[Step | Remark]:
    """1.9: a thousand points of any colours."""
    held = [
        fact(tidy(Fraction(getattr(asked, colour))), clause("1.9"), f"{colour} points")
        for colour in ("gold", "red", "green")
    ]
    every = derive(total, *held, clause=clause("1.9"), message="points of all colours")
    joined = every.value >= THOUSAND
    return [every, Remark(clause("1.9"), "a member of the One Thousand Club" if joined else "not yet a thousand")]
