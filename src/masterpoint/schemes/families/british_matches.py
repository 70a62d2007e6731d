"""Awards for matches won in the English and Welsh books: proportional to the boards, half for a draw or a mini-match.

The *basis* is the exact award for a match of 18 to 35 boards at the status of the event (27 × status), or the key
figure of a league's division.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial

import msgspec

from masterpoint.core.derivation import Clause, Step, derive, fact, nothing
from masterpoint.core.events import Matches
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import at_least, part_of, product, total
from masterpoint.core.rounding import up_to_whole
from masterpoint.core.sentences import sentence
from masterpoint.schemes.families.words import more_in_words

FULL, LONG = 18, 36
"""The boards of a match from which it earns the full award, and from which half as much again."""


class MatchClauses(msgspec.Struct, frozen=True):
    """The clauses and figures that a match award rests on."""

    figure: Clause
    long: Clause
    factor: Clause
    mini: Clause
    drawn: Clause
    conceded: Clause
    unplayed: Clause
    play_off: Clause
    rounding: Clause
    minimum: Clause
    long_reading: str
    """The reading by which a long match earns half as much again as the printed figure, not as the exact one."""
    full_boards: int = FULL
    long_boards: int = LONG
    long_factor: Fraction = Fraction(3, 2)


def match_award(boards: int, basis: Step, clauses: MatchClauses, factor: Step | None = None) -> Step:
    """What winning one match earns, rounded up."""
    if factor is not None:
        basis = derive(product, basis, factor, clause=clauses.factor, message="increased by the factor", reading="A02")
    if boards < clauses.full_boards:
        exact_award = derive(
            partial(part_of, boards, clauses.full_boards),
            basis,
            clause=clauses.figure,
            message=sentence("a match of {boards} boards: {boards}/{full}", boards=boards, full=clauses.full_boards),
        )
        return round_up(exact_award, clauses.rounding)
    if boards < clauses.long_boards:
        return round_up(basis, clauses.rounding)
    figure = round_up(basis, clauses.rounding) if factor is None else basis
    return round_up(
        derive(
            partial(part_of, *clauses.long_factor.as_integer_ratio()),
            figure,
            clause=clauses.long,
            message=sentence(
                "a match of {boards} boards: {more}", boards=boards, more=more_in_words(clauses.long_factor)
            ),
            reading=clauses.long_reading if figure.value != basis.value else "",
        ),
        clauses.rounding,
    )


def round_up(step: Step, clause: Clause) -> Step:
    """Rounded up, if it is not whole already."""
    if isinstance(step.value, int):
        return step
    return derive(up_to_whole, step, clause=clause, message="rounded up")


def matches_total(groups: Iterable[Matches], basis: Step, clauses: MatchClauses, factor: Step | None = None) -> Step:
    """What all matches of a contestant earn together, not yet rounded.

    Each win counts the rounded figure, a draw half of it (reading A01).
    """
    parts = [_group(group, basis, clauses, factor) for group in groups]
    if len(parts) == 1:
        return parts[0]
    if not any(part.value for part in parts):
        return nothing(clauses.figure, "no match won or drawn" if parts else "no matches are given", *parts)
    return derive(total, *parts, clause=clauses.figure, message="all matches together", reading="A01")


def _group(group: Matches, basis: Step, clauses: MatchClauses, factor: Step | None) -> Step:
    results = _results(group)
    if group.conceded == "unplayed":
        return nothing(
            clauses.unplayed, sentence("{results}, not played: it counts for the ranking only", results=results)
        )
    if is_play_off(group):
        return nothing(
            clauses.play_off, sentence("{results} in a play-off: only ranking awards are at stake", results=results)
        )
    if not group.won and not group.drawn:
        return nothing(clauses.figure, sentence("{results}: nothing for matches lost", results=results))
    figure = _figure(group, basis, clauses, factor)
    clause = clauses.drawn if group.drawn else clauses.conceded if group.conceded else clauses.figure
    return derive(
        partial(_wins, group.won, group.drawn),
        figure,
        clause=clause,
        message=sentence(
            "{results}, {figure} for each won, half for each drawn"
            if group.drawn
            else "{results}, {figure} for each won",
            results=results,
            figure=figure.value,
        ),
        reading="A01" if group.drawn else "",
    )


def is_play_off(group: Matches) -> bool:
    return group.stage.strip().lower().replace("-", "") == "playoff"


def _figure(group: Matches, basis: Step, clauses: MatchClauses, factor: Step | None) -> Step:
    if not group.mini:
        return match_award(group.boards, basis, clauses, factor)
    return derive(
        partial(part_of, 1, 2),
        match_award(2 * group.boards, basis, clauses, factor),
        clause=clauses.mini,
        message="a mini-match: half of the full match that two of them make",
    )


def _wins(won: int, drawn: int, figure: Exact) -> Exact:
    return tidy(figure * (won + Fraction(drawn, 2)))


def _results(group: Matches) -> str:
    counts = ((group.won, "won"), (group.drawn, "drawn"), (group.lost, "lost"))
    words = ", ".join(f"{count} {word}" for count, word in counts if count) or "none"
    kind = "mini-matches" if group.mini else "matches"
    concession = ", conceded by opponents who were behind" if group.conceded == "behind" else ""
    return f"{group.boards}-board {kind}: {words}{concession}"


def award_for_matches(matches: Step, minimum: Step, clauses: MatchClauses) -> Step:
    """The award for all matches of the event, rounded up once and raised to the minimum where it is lower."""
    step = round_up(matches, clauses.rounding)
    if step.value and step.value < minimum.value:
        raised_award = derive(at_least, step, minimum, clause=clauses.minimum, message="raised to the minimum award")
        return round_up(raised_award, clauses.rounding)
    return step


def share_factor(share: Step, bands: Sequence[tuple[Fraction, Exact]], *, clause: Clause) -> Step | None:
    """The factor on match awards for the part of the field that plays: `bands` are (more than, factor), falling."""
    factor = derive(partial(_band, tuple(bands)), share, clause=clause, message="factor on the match awards")
    return None if factor.value == 1 else factor


def _band(bands: Sequence[tuple[Fraction, Exact]], share: Exact) -> Exact:
    return next(factor for more_than, factor in bands if share > more_than)


def share_of_field(tables: Fraction, original: Fraction, *, clause: Clause) -> Step:
    """The part of the original field that plays in this stage."""
    return fact(
        tidy(tables / original),
        clause,
        sentence("{here} of {original} tables of the original field", here=tables, original=original),
    )


def shortest(groups: Iterable[Matches]) -> int | None:
    """Boards of the shortest match; two mini-matches count as the match they make."""
    return min((2 * group.boards if group.mini else group.boards for group in groups), default=None)
