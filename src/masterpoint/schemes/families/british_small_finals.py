"""Finals of two or three teams in the English and Welsh books: knock-out finals, told by ranking or by matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from masterpoint.core.events import Entry, Matches, Player, Round, RoundResult
from masterpoint.core.places import Finish


def won_of_two(finish: Finish) -> Fraction:
    """The winner takes all; a draw that further boards did not break is half a win."""
    return Fraction(finish.place == 1, finish.sharing)


def won_of_three(matches: Sequence[Matches]) -> Fraction:
    """Each of the two mini-matches is half a match."""
    played = [group for group in matches if group.conceded != "unplayed"]
    wins = sum((group.won + Fraction(group.drawn, 2) for group in played), Fraction(0))
    return min(wins / 2, Fraction(1))


def rounds_played(player: Player, entry: Entry, rounds: Mapping[int, Round], share: int) -> Iterator[RoundResult]:
    """The rounds of which a player had one `share`-th of the boards; `stage` of his own matches names the round."""
    boards = {group.stage.strip(): group.boards for group in player.matches or ()}
    for result in entry.rounds:
        if share * boards.get(str(result.round), 0) >= rounds[result.round].boards:
            yield result
