"""Finals of two or three teams in the English and Welsh books: knock-out finals, given by ranking or by matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Clause, Step, derive, nothing
from masterpoint.core.events import Entry, FinalEvent, Matches, MatchEvent, Player, Round, RoundResult
from masterpoint.core.mechanisms import part_of
from masterpoint.core.places import Finish
from masterpoint.core.sentences import sentence
from masterpoint.schemes.families.fields import fields

TWO, THREE = 2, 3


def is_small_final(event: FinalEvent | MatchEvent) -> bool:
    """Two or three teams that qualified for this stage."""
    if event.contest != "teams" or event.original_tables is None or getattr(event, "premier_tables", None) is not None:
        return False
    return len(event.lists) == 1 and fields(event.lists, event.contest)[0].contestants in (TWO, THREE)


def won_of_two(finish: Finish) -> Fraction:
    """The winner takes all; a draw that further boards did not break is half a win."""
    return Fraction(finish.place == 1, finish.sharing)


def won_of_three(matches: Sequence[Matches]) -> Fraction:
    """Each of the two mini-matches is half a match."""
    groups = [group for group in matches if group.conceded != "unplayed"]
    wins = sum((group.won + Fraction(group.drawn, 2) for group in groups), Fraction(0))
    return min(wins / 2, Fraction(1))


def part_of_a_win(teams: int, entry: Entry, finish: Finish) -> Fraction:
    """What part of a knock-out final a team won: of two by its place, of three by its matches."""
    return won_of_three(entry.matches) if teams == THREE else won_of_two(finish)


def part_won(part: Fraction, value: Step, *, clause: Clause, reading: str) -> Step:
    """That part of the award of a knock-out final; less than a whole win rests on the reading."""
    if not part:
        return nothing(clause, "no match won in the final", value)
    message = (
        "won the final, a knock-out final"
        if part == 1
        else sentence("{part} of a win in the final, a knock-out final", part=part)
    )
    formula = partial(part_of, part.numerator, part.denominator)
    return derive(formula, value, clause=clause, message=message, reading=reading if part < 1 else "")


def rounds_played(player: Player, entry: Entry, rounds: Mapping[int, Round], share: int) -> Iterator[RoundResult]:
    """The rounds of which a player had one `share`-th of the boards; `stage` of his own matches names the round."""
    boards = {group.stage.strip(): group.boards for group in player.matches or ()}
    for result in entry.rounds:
        if share * boards.get(str(result.round), 0) >= rounds[result.round].boards:
            yield result
