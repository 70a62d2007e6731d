"""4.2.3, Matches of 5 or more boards (pages 21 and 22): an award for each match won, half for one that is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import Matches
from masterpoint.core.exact import shown, tidy
from masterpoint.core.mechanisms import part_of, product, total
from masterpoint.schemes.abf.rules.awards.rounding import half, to_hundredth
from masterpoint.schemes.abf.rules.grades.national_events import LONG_SEGMENT, segments
from masterpoint.schemes.abf.rules.grades.terms import Terms
from masterpoint.schemes.abf.rules.handbook import clause, problem

PER_BOARD = Fraction(8, 1000)  # 4.2.3: green points a board at grade E
MARGIN = Fraction(2, 10)  # IMPs a board
LONG_MATCH = 5
SHARED_UP_TO = Decimal("52.5")  # per cent
HUNDRED = 100
WON, DRAWN, LOST = "won", "drawn", "lost"
Premium = Callable[[Matches], Step | None]


def per_board(terms: Terms) -> Step:
    """4.2.3: the award a board, by the teams weight of the grade."""
    base = fact(PER_BOARD, clause("4.2.3a"), "a board at grade E")
    return derive(
        product,
        base,
        terms.match_weight,
        clause=clause("4.2.1b" if terms.event.contest == "pairs" else "4.2.3a" if terms.grade == "E" else "4.2.3c"),
        message="award a board for the winner of a match, by the teams weight",
        reading="B-46" if terms.event.contest == "pairs" else "",
    )


def match_award(terms: Terms, boards: int, premium: Step | None = None) -> Step:
    """What the winner of a match of this length earns, rounded as a match award of its own (reading B-03)."""
    rate = per_board(terms)
    count = fact(boards, clause("4.2.3a"), "boards in the match")
    factors = (rate, count) if premium is None else (rate, count, premium)
    step = derive(product, *factors, clause=clause("1.5.1b"), message=f"a win over {boards} boards")
    return derive(
        partial(to_hundredth, terms.rounding),
        step,
        clause=clause("4.4.2"),
        message="each match award is rounded to 0.01",
        reading="B-01" if half(step.value) else "B-03",
    )


def half_match_award(terms: Terms, boards: int, premium: Step | None) -> Step:
    """4.2.3 note iii: half of a normal win for a half-match of under five boards in a triangle."""
    normal = match_award(terms, boards * 2, premium)
    return derive(
        partial(part_of, 1, 2),
        normal,
        clause=clause("4.2.3 note iii"),
        message=f"half-match of {boards} boards: half of a win",
        reading="B-47",
    )


def outcomes(matches: Matches, terms: Terms) -> list[str]:
    """4.2.3: won, drawn or lost, match by match, as far as the results tell."""
    if matches.conceded == "unplayed":
        return []
    if matches.margins is not None:
        return [by_margin(matches.boards, margin) for margin in matches.margins]
    if matches.scores is not None:
        judge = _percentage if by_percentage(terms) else partial(_victory_points, Decimal(terms.facts.vp_scale))
        return [judge(score) for score in matches.scores]
    return [WON] * matches.won + [DRAWN] * matches.drawn + [LOST] * matches.lost


def by_margin(boards: int, margin: int) -> str:
    """A win needs more than 0.2 IMP a board."""
    if abs(margin) <= MARGIN * boards:
        return DRAWN
    return WON if margin > 0 else LOST


def by_percentage(terms: Terms) -> bool:
    """Scores are percentages in matchpoint events for pairs, victory points elsewhere."""
    return terms.event.scoring == "percentage" or (
        terms.event.scoring == "matchpoints" and terms.event.contest != "teams"
    )


def _percentage(score: Decimal) -> str:
    if HUNDRED - SHARED_UP_TO <= score <= SHARED_UP_TO:
        return DRAWN
    return WON if score > SHARED_UP_TO else LOST


def _victory_points(scale: Decimal, score: Decimal) -> str:
    return DRAWN if score * 2 == scale else WON if score * 2 > scale else LOST


def _counted(matches: Matches, terms: Terms) -> list[tuple[int, str]]:
    """(boards, outcome) of each match; segments of a play-off are joined to at least 12 boards (7.5.3)."""
    if terms.rule == "play-off" and matches.margins and matches.boards < LONG_SEGMENT:
        return [(boards, by_margin(boards, margin)) for boards, margin in segments(matches.boards, matches.margins)]
    return [(matches.boards, outcome) for outcome in outcomes(matches, terms)]


def clause_of(matches: Matches, terms: Terms) -> str:
    """Which rule decides who won."""
    if terms.rule == "play-off" and matches.margins and matches.boards < LONG_SEGMENT:
        return "7.5.3b"
    if matches.margins is not None:
        return "4.2.3d"
    if matches.scores is not None:
        return "4.2.3b" if by_percentage(terms) else "4.2.3 note i"
    return "4.2.3a"


def match_total(played: Sequence[Matches], terms: Terms, premium: Premium) -> Step:
    """The match awards of an entry or player added up, drawn matches at half, not yet rounded (reading B-03)."""
    parts: list[Step] = []
    for matches in played:
        more = premium(matches)
        by_boards: dict[int, list[str]] = {}
        for boards, outcome in _counted(matches, terms):
            by_boards.setdefault(boards, []).append(outcome)
        for boards, results in by_boards.items():
            wins = results.count(WON) + Fraction(results.count(DRAWN), 2)
            if wins:
                parts.append(_won(matches, boards, wins, terms, more, len(results)))
    if not parts:
        return nothing(clause("4.2.3a"), "no match won or drawn")
    if len(parts) == 1:
        return parts[0]
    return derive(total, *parts, clause=clause("4.2.4a"), message="match awards together")


def _won(matches: Matches, boards: int, wins: Fraction, terms: Terms, premium: Step | None, of: int) -> Step:
    mini = matches.mini and boards < LONG_MATCH
    award = half_match_award(terms, boards, premium) if mini else match_award(terms, boards, premium)
    number = clause(clause_of(matches, terms))
    if matches.margins is not None:
        rule = f"a margin above {shown(tidy(MARGIN * boards))} IMPs wins, otherwise half each"
    else:
        rule = "a drawn match counts half"
    count = fact(tidy(wins), number, f"matches won of {of}: {rule}")
    return derive(product, count, award, clause=number, message=f"{shown(count.value)} × {shown(award.value)}")


def most_of(terms: Terms) -> int:
    """The most a match can score: 100 per cent, or all the victory points of a match."""
    return HUNDRED if by_percentage(terms) else terms.facts.vp_scale


def problems_of(path: str, matches: Matches, most: int) -> Iterator[Problem]:
    """Matches that are too short to earn, and results that contradict each other or cannot be."""
    if matches.boards < LONG_MATCH and not matches.mini:
        yield problem(
            f"{path}.boards",
            matches.boards,
            "matches of fewer than 5 boards earn by place in the session, not match by match",
            'tell the session with form = "session" (mini = true for half-matches of a triangle)',
            "4.2.3e",
        )
    told = matches.won + matches.drawn + matches.lost
    for name, results in (("margins", matches.margins), ("scores", matches.scores)):
        if results is not None and told and told != len(results):
            yield problem(
                f"{path}.{name}",
                len(results),
                f"{told} matches are told as won, drawn or lost",
                f"leave won, drawn and lost out where {name} are given",
                "4.2.3d",
            )

    for score in matches.scores or ():
        if not 0 <= score <= most:
            fix = "give percentages" if most == HUNDRED else "give facts.vp_scale, the victory points of a match"
            number = "4.2.3b" if most == HUNDRED else "4.2.3 note i"
            yield problem(f"{path}.scores", score, f"a match scores 0 to {most}", fix, number)
    if matches.margins is not None and matches.scores is not None and len(matches.margins) != len(matches.scores):
        message = f"{len(matches.margins)} margins are told"
        yield problem(f"{path}.scores", len(matches.scores), message, "give one of each for every match", "4.2.3d")


def boards_in(played: Sequence[Matches]) -> int:
    """Boards of these matches altogether; those that were not played have none."""
    return sum(
        one.boards * (len(one.margins or one.scores or ()) or one.won + one.drawn + one.lost)
        for one in played
        if one.conceded != "unplayed"
    )
