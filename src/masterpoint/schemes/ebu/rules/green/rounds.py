"""6.4.8, Awards for matches and rounds won in Swiss and multiple teams events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

import msgspec
from msgspec.structs import replace

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import Entry, Matches, Player
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import mean_of, total
from masterpoint.core.rounding import up_to_hundredth
from masterpoint.core.sentences import Message, sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.principles.paying import GREEN
from masterpoint.schemes.ebu.rules.records.crediting import NO_BOARDS, to_players
from masterpoint.schemes.families.british_matches import is_play_off

MISPRINTED_BOARDS = 6  # readings E07, E08: printed 0.20 and 0.10


class CountedMatches(msgspec.Struct, frozen=True):
    """A group of matches as it counts: two mini-matches of a triangle make one match."""

    boards: int
    won: int
    drawn: int


@rule
def match_award(book: Book, boards: int) -> Step:
    """Boards over 29, rounded up to 0.01."""
    divisor = book.figures.one_day.boards_a_point
    boards_step = fact(boards, divisor.clause, "boards in a match")
    message = sentence("{boards} boards ÷ {over}, rounded up to 0.01", boards=boards, over=divisor.value)
    reading = "E07" if boards == MISPRINTED_BOARDS else ""
    return derive(
        partial(_quotient, divisor.value),
        boards_step,
        clause=divisor.clause,
        message=message,
        reading=reading,
    )


def _quotient(boards_a_point: int, boards: Exact) -> Exact:
    return up_to_hundredth(boards * Fraction(1, boards_a_point))


@rule
def drawn_award(book: Book, boards: int) -> Step:
    """Both sides share the award of the match, rounded up to 0.01."""
    clause = book.clause("6.4.8")
    share = derive(partial(mean_of, 2), match_award(book, boards), clause=clause, message="a drawn match is shared")
    reading = "E08" if boards == MISPRINTED_BOARDS else ""
    if up_to_hundredth(share.value) == share.value:
        return share
    return derive(up_to_hundredth, share, clause=clause, message="rounded up to 0.01", reading=reading)


def matches_award(book: Book, groups: Sequence[Matches], triangle: int) -> Step:
    """What all matches of a contestant, or of one player, earn together."""
    played_groups = [group for group in groups if group.conceded != "unplayed" and not is_play_off(group)]
    match_groups = [as_matches(group, triangle) for group in played_groups]
    parts = [part for group in match_groups for part in _group_awards(book, group)]
    if not parts:
        if any(group.conceded == "unplayed" for group in groups):
            return nothing(book.clause("3.6.1"), "no award for matches not played")
        return nothing(book.clause("6.4.8"), "no match won or drawn")
    return derive(total, *parts, clause=book.clause("6.4.8"), message=_results_in_words(match_groups))


def _results_in_words(groups: Sequence[CountedMatches]) -> Message:
    """The wins and draws counted together, since a single win or draw has no step of its own."""
    won, drawn = sum(group.won for group in groups), sum(group.drawn for group in groups)
    template = "all matches together, {won} won and {drawn} drawn" if drawn else "all matches together, {won} won"
    return sentence(template, won=won, drawn=drawn)


def _group_awards(book: Book, group: CountedMatches) -> Iterator[Step]:
    results = (
        (group.won, "{count} won of {boards} boards", match_award),
        (group.drawn, "{count} drawn of {boards} boards", drawn_award),
    )
    for count, template, award in results:
        if count:
            message = sentence(template, count=count, boards=group.boards)
            award_step = award(book, group.boards)
            yield derive(partial(_times, count), award_step, clause=book.clause("6.4.8"), message=message)


def _times(count: int, value: Exact) -> Exact:
    return value * count


def as_matches(group: Matches, triangle: int) -> CountedMatches:
    """6.4.8: two mini-matches of a short triangle are one match, won with more than half of the victory points."""
    if not group.mini:
        won, drawn, _ = _results(group)
        return CountedMatches(group.boards, won, drawn)
    if group.scores is not None:
        points = [sum(map(Fraction, pair)) for pair in zip(group.scores[::2], group.scores[1::2], strict=False)]
        half_points = Fraction(triangle, 2)
        return CountedMatches(
            2 * group.boards, sum(pair_points > half_points for pair_points in points), points.count(half_points)
        )
    results = without_scores(*_results(group))
    assert results is not None, "triangle_problems has asked for the victory points"
    return CountedMatches(2 * group.boards, *results)


def without_scores(won: int, drawn: int, lost: int) -> tuple[int, int] | None:
    """Triangles won and drawn, if that is clear without victory points: two equal results, or one drawn."""
    match (won, drawn, lost):
        case (1, 1, 0):
            return 1, 0
        case (0, 1, 1):
            return 0, 0
    is_clear = (won > 0) + (drawn > 0) + (lost > 0) <= 1 and (won + drawn + lost) % 2 == 0
    return (won // 2, drawn // 2) if is_clear else None


def _results(group: Matches) -> tuple[int, int, int]:
    """Won, drawn and lost, counted from the margins where only those are given."""
    if any((group.won, group.drawn, group.lost)):
        return group.won, group.drawn, group.lost
    margins = group.margins or ()
    won, drawn = sum(margin > 0 for margin in margins), sum(margin == 0 for margin in margins)
    return won, drawn, len(margins) - won - drawn


def triangle_problems(book: Book, entries: Sequence[tuple[str, Entry]]) -> Iterator[Problem]:
    """6.4.8: one mini-match won and one lost says nothing without the victory points."""
    for path, entry in entries:
        groups = [*entry.matches, *(group for player in entry.players for group in player.matches or ())]
        for index, group in enumerate(groups):
            if not group.mini:
                continue
            clear = without_scores(*_results(group)) is not None if group.scores is None else len(group.scores) % 2 == 0
            if not clear:
                yield book.problem(
                    f"{path}.matches[{index}].scores",
                    "" if group.scores is None else len(group.scores),
                    "a short triangle is won by the victory points of its two mini-matches together",
                    "give the victory points of both mini-matches as `scores`, in pairs",
                    "6.4.8",
                )


def pay_matches(book: Book, entry: Entry, *, boards: int, triangle: int, ranking: str = "") -> list[Award]:
    """The match awards of an entry; players with matches of their own are paid for those."""
    if entry.standing == "none" or not (entry.matches or any(player.matches for player in entry.players)):
        return []
    groups: dict[tuple[Matches, ...], list[Player]] = {}
    for player in entry.players:
        groups.setdefault(entry.matches if player.matches is None else player.matches, []).append(player)
    if len(groups) <= 1:
        step = matches_award(book, next(iter(groups), entry.matches), triangle)
        return to_players(book, entry, step, colour=GREEN, kind="matches", boards=boards, ranking=ranking)
    awards: list[Award] = []
    for matches, players in groups.items():
        part = replace(entry, players=tuple(players))
        step = matches_award(book, matches, triangle)
        for award in to_players(book, part, step, colour=GREEN, kind="matches", boards=NO_BOARDS, ranking=ranking):
            awards.append(replace(award, entry=entry, players=tuple(award.recipients)))
    return awards
