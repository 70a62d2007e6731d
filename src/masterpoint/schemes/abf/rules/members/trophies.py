"""1.7 and 1.9, the McCutcheon Trophy and awards, and the One Thousand Club (pages 9 and 10)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.errors import Refused
from masterpoint.core.events import EventModel, Text
from masterpoint.core.exact import tidy
from masterpoint.core.mechanisms import total
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.members.ranks import rank_named, rank_names

COMBINED = {"Gold Grand": "Silver and Gold Grand", "Silver Grand": "Silver and Gold Grand"}  # 1.7.3
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


@rule
def mccutcheon(book: Book, facts: Year) -> Sequence[Step | Remark]:
    """1.7.2, 1.7.3: the trophy for the most points of all, and the best of each rank group."""
    ranks = _ranks(book, facts.players)
    answers: list[Step | Remark] = []
    if not facts.players:
        return answers
    top_points = max(player.points for player in facts.players)
    winners = [player.name for player in facts.players if player.points == top_points]
    answers.append(
        fact(
            tidy(Fraction(top_points)),
            book.clause("1.7.2"),
            sentence("McCutcheon Trophy: {winners}", winners=", ".join(winners)),
        )
    )
    groups: dict[str, list[Contender]] = {}
    for player, rank in zip(facts.players, ranks, strict=True):
        exclusion = exclusion_of(book, player, rank)
        if exclusion is not None:
            answers.append(exclusion)
        else:
            groups.setdefault(COMBINED.get(rank, rank), []).append(player)
    order = [UNRANKED, *dict.fromkeys(COMBINED.get(rank, rank) for rank in rank_names(book))]
    for group in sorted(groups, key=order.index):
        group_top = max(player.points for player in groups[group])
        best_names = ", ".join(player.name for player in groups[group] if player.points == group_top)
        reading = "B-34" if group in ("Emerald Grand", "Diamond Grand") else ""
        answers.append(
            fact(
                tidy(Fraction(group_top)),
                book.clause("1.7.3a"),
                sentence("{group} Masters: {names}", group=group, names=best_names),
                reading=reading,
            )
        )
    return answers


def _ranks(book: Book, players: Sequence[Contender]) -> list[str]:
    ranks, problems = [], []
    fix = f"write a rank of 1.8: {', '.join(rank_names(book))}"
    for index, player in enumerate(players):
        rank = rank_named(book, player.rank) if player.rank else UNRANKED
        if rank is None:
            problems.append(book.problem(f"players[{index}].rank", player.rank, "no such rank", fix, "1.7.3a"))
        if player.rank_abroad and rank_named(book, player.rank_abroad) is None:
            place = f"players[{index}].rank_abroad"
            problems.append(book.problem(place, player.rank_abroad, "no such rank", fix, "1.7.3b"))
        ranks.append(rank or UNRANKED)
    if problems:
        raise Refused(problems)
    return ranks


@rule
def exclusion_of(book: Book, player: Contender, rank: str) -> Remark | None:
    """1.7.3b: why a player wins no award of a group; the Trophy itself (1.7.2) is open to everybody."""
    if not is_barred(book, rank, player.foreign, player.rank_abroad):
        return None
    foreign = "{name}: registered foreign players win no McCutcheon awards"
    equal = "{name}: had an equal or higher rank before coming to Australia"
    return book.remark("1.7.3b", sentence(foreign if player.foreign else equal, name=player.name))


def is_barred(book: Book, rank: str, foreign: bool, rank_abroad: str) -> bool:
    """1.7.3b: whether somebody with this rank wins no award of a group."""
    abroad = rank_named(book, rank_abroad) if rank_abroad else None
    if foreign or abroad is None:
        return foreign
    names = rank_names(book)
    return rank not in names or (rank not in names[names.index("Life") :] and rank in names[: names.index(abroad) + 1])


class Lifetime(EventModel, frozen=True, kw_only=True):
    """A player's points of all time."""

    gold: Decimal = Decimal(0)
    red: Decimal = Decimal(0)
    green: Decimal = Decimal(0)


@rule
def thousand_club(book: Book, facts: Lifetime) -> Sequence[Step | Remark]:
    """1.9: a thousand points of any colours."""
    minimum = book.figures.members.thousand
    parts = [
        fact(tidy(Fraction(getattr(facts, colour))), minimum.clause, sentence("{colour} points", colour=colour))
        for colour in ("gold", "red", "green")
    ]
    all_points = derive(total, *parts, clause=minimum.clause, message="points of all colours")
    is_member = all_points.value >= minimum.value
    return [all_points, book.remark("1.9", "a member of the One Thousand Club" if is_member else "not yet a thousand")]
