"""4.2.3, Matches of 5 or more boards (pages 21 and 22): an award for each match won, half for one that is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial

from masterpoint.core.books import printed_figure, rule
from masterpoint.core.derivation import Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import Matches
from masterpoint.core.exact import tidy
from masterpoint.core.mechanisms import product, total
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.awards.rounding import is_half_way, to_hundredth
from masterpoint.schemes.abf.rules.grades.national_events import segments
from masterpoint.schemes.abf.rules.grades.terms import Terms

HUNDRED = 100
WON, DRAWN, LOST = "won", "drawn", "lost"
BY_MARGIN = "a margin above {margin} IMPs wins, otherwise half each"
Premium = Callable[[Matches], Step | None]


def per_board(book: Book, terms: Terms) -> Step:
    """4.2.3: the award a board, by the teams weight of the grade."""
    pairs = terms.event.contest == "pairs"
    return derive(
        product,
        printed_figure(book.figures.matches.per_board),
        terms.match_weight,
        clause=book.clause("4.2.1b" if pairs else "4.2.3a" if terms.grade == "E" else "4.2.3c"),
        message="award a board for a win × the teams weight",
        reading="B-46" if pairs else "",
    )


@rule
def match_award(book: Book, terms: Terms, boards: int, premium: Step | None = None) -> Step:
    """What the winner of a match of this length earns, rounded as a match award of its own (reading B-03)."""
    rate = per_board(book, terms)
    count = fact(boards, book.clause("4.2.3a"), "boards in the match")
    factors = (rate, count) if premium is None else (rate, count, premium)
    message = sentence("a win over {boards} boards", boards=boards)
    step = derive(product, *factors, clause=book.clause("1.5.1b"), message=message)
    return derive(
        partial(to_hundredth, terms.rounding),
        step,
        clause=book.clause("4.4.2"),
        message="each match award is rounded to 0.01",
        reading="B-01" if is_half_way(step.value) else "B-03",
    )


@rule
def half_match_award(book: Book, terms: Terms, boards: int, premium: Step | None) -> Step:
    """4.2.3 note iii: half of a normal win for a half-match of under five boards in a triangle."""
    normal = match_award(book, terms, boards * 2, premium)
    return derive(
        partial(product, book.figures.matches.half_match.value),
        normal,
        clause=book.figures.matches.half_match.clause,
        message=sentence("half-match of {boards} boards: half of a win", boards=boards),
        reading="B-47",
    )


def outcomes(book: Book, matches: Matches, terms: Terms) -> list[str]:
    """4.2.3: whether each match was won, drawn or lost, if the results show it."""
    if matches.conceded == "unplayed":
        return []
    if matches.margins is not None:
        return [by_margin(book, matches.boards, margin) for margin in matches.margins]
    if matches.scores is not None:
        if by_percentage(terms):
            return [_percentage(book, score) for score in matches.scores]
        return [_victory_points(Decimal(terms.facts.vp_scale), score) for score in matches.scores]
    return [WON] * matches.won + [DRAWN] * matches.drawn + [LOST] * matches.lost


@rule
def by_margin(book: Book, boards: int, margin: int) -> str:
    """A win needs more than 0.2 IMP a board."""
    shared_up_to = book.figures.matches.margin.value * boards
    if margin > shared_up_to:
        return WON
    return LOST if -margin > shared_up_to else DRAWN


def by_percentage(terms: Terms) -> bool:
    """Scores are percentages in matchpoint events for pairs, victory points elsewhere."""
    return terms.event.scoring == "percentage" or (
        terms.event.scoring == "matchpoints" and terms.event.contest != "teams"
    )


def _percentage(book: Book, score: Decimal) -> str:
    shared_up_to, percent = book.figures.matches.shared_up_to.value, Fraction(score)
    if percent > shared_up_to:
        return WON
    return LOST if HUNDRED - percent > shared_up_to else DRAWN


def _victory_points(scale: Decimal, score: Decimal) -> str:
    return WON if score * 2 > scale else LOST if score * 2 < scale else DRAWN


def _match_outcomes(book: Book, matches: Matches, terms: Terms) -> list[tuple[int, str]]:
    """The boards and outcome of each match. Segments of a play-off are joined to at least 12 boards (7.5.3)."""
    if matches.margins and _in_short_segments(book, matches, terms):
        joined_segments = segments(book, matches.boards, matches.margins)
        return [(boards, by_margin(book, boards, margin)) for boards, margin in joined_segments]
    return [(matches.boards, outcome) for outcome in outcomes(book, matches, terms)]


def _in_short_segments(book: Book, matches: Matches, terms: Terms) -> bool:
    return terms.rule == "play-off" and matches.boards < book.figures.national_events.long_segment.value


def clause_of(book: Book, matches: Matches, terms: Terms) -> str:
    """Which rule decides who won."""
    if matches.margins and _in_short_segments(book, matches, terms):
        return "7.5.3b"
    if matches.margins is not None:
        return "4.2.3d"
    if matches.scores is not None:
        return "4.2.3b" if by_percentage(terms) else "4.2.3 note i"
    return "4.2.3a"


@rule
def match_total(book: Book, groups: Sequence[Matches], terms: Terms, premium: Premium) -> Step:
    """The sum of the match awards of an entry or player, before rounding. A drawn match counts half (reading B-03)."""
    parts: list[Step] = []
    for matches in groups:
        match_premium = premium(matches)
        by_boards: dict[int, list[str]] = {}
        for boards, outcome in _match_outcomes(book, matches, terms):
            by_boards.setdefault(boards, []).append(outcome)
        for boards, results in by_boards.items():
            if WON in results or DRAWN in results:
                parts.append(_wins(book, matches, boards, results, terms, match_premium))
    if not parts:
        return nothing(book.clause("4.2.3a"), "no match won or drawn")
    if len(parts) == 1:
        return parts[0]
    return derive(total, *parts, clause=book.clause("4.2.4a"), message="match awards together")


def _wins(
    book: Book, matches: Matches, boards: int, results: Sequence[str], terms: Terms, premium: Step | None
) -> Step:
    mini = matches.mini and boards < book.figures.matches.long_match.value
    award = half_match_award(book, terms, boards, premium) if mini else match_award(book, terms, boards, premium)
    clause = book.clause(clause_of(book, matches, terms))
    won, drawn = results.count(WON), results.count(DRAWN)
    words = "won the match" if len(results) == 1 else "won {won} of {of} matches"
    words = "won {won} and drew {drawn} of {of} matches, a draw counting half" if drawn else words
    template = words if matches.margins is None else f"{words}: {BY_MARGIN}"
    figures = book.figures.matches
    message = sentence(template, of=len(results), won=won, drawn=drawn, margin=figures.margin.value * boards)
    count = fact(tidy(won + Fraction(drawn, 2)), clause, message)
    message = message if count.value == 1 else sentence("{wins} × {award}", wins=count.value, award=award.value)
    return derive(product, count, award, clause=clause, message=message)


def most_of(terms: Terms) -> int:
    """The most a match can score: 100 per cent, or all the victory points of a match."""
    return HUNDRED if by_percentage(terms) else terms.facts.vp_scale


def problems_of(book: Book, path: str, matches: Matches, maximum: int) -> Iterator[Problem]:
    """Matches that are too short to earn anything, and results that are impossible or contradict each other."""
    minimum_boards = book.figures.matches.long_match.value
    if matches.boards < minimum_boards and not matches.mini:
        yield book.problem(
            f"{path}.boards",
            matches.boards,
            f"matches of fewer than {minimum_boards} boards earn by place in the session, not match by match",
            'give the session as form = "session" (mini = true for half-matches of a triangle)',
            "4.2.3e",
        )
    result_count = matches.won + matches.drawn + matches.lost
    for name, results in (("margins", matches.margins), ("scores", matches.scores)):
        if results is not None and result_count and result_count != len(results):
            yield book.problem(
                f"{path}.{name}",
                len(results),
                f"{result_count} matches are given as won, drawn or lost",
                f"leave won, drawn and lost out where {name} are given",
                "4.2.3d",
            )
    for score in matches.scores or ():
        if not 0 <= score <= maximum:
            fix = "give percentages" if maximum == HUNDRED else "give facts.vp_scale, the victory points of a match"
            number = "4.2.3b" if maximum == HUNDRED else "4.2.3 note i"
            yield book.problem(f"{path}.scores", score, f"a match scores 0 to {maximum}", fix, number)
    if matches.margins is not None and matches.scores is not None and len(matches.margins) != len(matches.scores):
        message = f"{len(matches.margins)} margins are given"
        yield book.problem(f"{path}.scores", len(matches.scores), message, "give one of each for every match", "4.2.3d")


def boards_in(groups: Sequence[Matches]) -> int:
    """The boards of these matches in all; a match that was not played has none."""
    return sum(matches.boards * match_count(matches) for matches in groups if matches.conceded != "unplayed")


def match_count(matches: Matches) -> int:
    """The number of matches behind these results."""
    return len(matches.margins or matches.scores or ()) or matches.won + matches.drawn + matches.lost


def is_final(stage: str) -> bool:
    """Finals, semi-finals and quarter-finals."""
    return "final" in stage.lower()
