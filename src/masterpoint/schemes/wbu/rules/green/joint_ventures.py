"""5.6.1 and 5.6.2, joint ventures of the WBU and an Area: green Swiss teams and Swiss pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import ceil

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Result, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, Contest, Entry, FlightedEvent, Matches, MatchEvent, RankingList
from masterpoint.core.exact import Exact, figure_text, rational, tidy
from masterpoint.core.mechanisms import Ladder, at_least, block_sizes, part_that_earns, total
from masterpoint.core.rounding import down_to_quarter
from masterpoint.core.seats import CONTESTANTS_PER_TABLE
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.core.traversal import all_entries
from masterpoint.schemes.families.british_green import top_of_entry
from masterpoint.schemes.families.fields import Field, fields, list_name, with_standing
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.green.paying import gold, green_figure
from masterpoint.schemes.wbu.rules.local.basic import result_of
from masterpoint.schemes.wbu.rules.principles.general import GREEN, no_award_reason
from masterpoint.schemes.wbu.rules.principles.payments import (
    as_awards_of,
    by_own_matches,
    no_standing,
    pay_nobody,
    to_players,
)
from masterpoint.schemes.wbu.rules.principles.requirements import require_acceptable
from masterpoint.schemes.wbu.rules.refusals import refuse

ORGANISERS = ("area", "national")
NUMBER = {"teams": "5.6.1", "pairs": "5.6.2"}


@rule
def award(book: Book, event: MatchEvent) -> Result:
    """5.6.1 and 5.6.2: a quarter of a Green Point for each match, and a bonus for the top eighth; no Local Points."""
    require_acceptable(book, event)
    refuse(swiss_problems(book, event, event.lists))
    awards: list[Award] = []
    for field in fields(event.lists, event.contest):
        tables = fact(field.full_tables, book.clause(NUMBER[event.contest]), "tables")
        awards += pay_flight(book, event, field, bonus_ladder(book, event.contest, tables, field.contestants))
    return result_of(book, event, awards)


def swiss_problems(book: Book, event: AnyEvent, lists: Sequence[RankingList]) -> Iterator[Problem]:
    if event.organiser.level not in ORGANISERS:
        message = "a joint venture is held by the WBU with an Area"
        yield book.problem("organiser.level", event.organiser.level, message, "write area or national", "5.6.1")
    if event.contest == "individual":
        yield book.problem(
            "contest", "individual", "joint ventures are for teams or pairs", "ask the WBU (2.11.1)", "5.6.1"
        )
        return
    if any(ranking.direction for ranking in lists):
        message = "a Swiss has one ranking, not one for each direction"
        yield book.problem("lists", "direction", message, "give one ranking list", NUMBER[event.contest])
    for path, entry in all_entries(event):
        for index, group in enumerate(entry.matches):
            yield from _match_problems(book, f"{path}.matches[{index}]", group)


def _match_problems(book: Book, path: str, group: Matches) -> Iterator[Problem]:
    if group.mini:
        if group.scores is None or len(group.scores) % 2:
            message = "a short triangle is judged by the VPs of its two mini-matches together"
            yield book.problem(f"{path}.scores", "", message, "give the VPs of both mini-matches, in order", "5.6.1")
    elif group.boards not in book.figures.joint_ventures.match_boards.value:
        lengths = " or ".join(str(boards) for boards in book.figures.joint_ventures.match_boards.value)
        message = f"matches are of {lengths} boards"
        yield book.problem(f"{path}.boards", group.boards, message, "ask the WBU for a special scale (2.11.1)", "5.6.1")


def bonus_ladder(book: Book, contest: Contest, tables: Step, contestants: int | None = None) -> Ladder:
    """The bonus awards of a Swiss of so many tables, which may include a half."""
    size = tidy(tables.value * CONTESTANTS_PER_TABLE[contest])
    field = contestants if contestants is not None else size
    return teams_bonus(book, tables, field) if contest == "teams" else pairs_bonus(book, tables, field)


def _share(size: Exact, fraction: Fraction) -> int:
    return ceil(rational(size) * fraction)


@rule
def teams_bonus(book: Book, tables: Step, field: Exact) -> Ladder:
    """5.6.1(b), (c): tables ÷ 32, up to a quarter (W19); then a half, a third (W20), a quarter …, down to a quarter."""
    figures = book.figures.joint_ventures
    divisor = figures.tables_a_point
    message = sentence("top award: tables ÷ {each}, up to a quarter", each=divisor.value)
    top = derive(
        partial(top_of_entry, divisor.value, 0), tables, clause=divisor.clause, message=message, reading=divisor.reading
    )
    paid_count = _share(field, figures.share.value)
    steps = [
        top
        if place == 1
        else derive(
            partial(_fraction_down, place),
            top,
            clause=book.clause("5.6.1"),
            message=sentence("place {place}: 1/{place} of the top award, down to a quarter", place=place),
            reading="W20" if place == 3 else "",
        )
        for place in range(1, paid_count + 1)
    ]
    return Ladder(
        steps, fact(paid_count, figures.share.clause, part_that_earns(figures.share.value, field, paid_count))
    )


def _fraction_down(place: int, top: Exact) -> Exact:
    return down_to_quarter(top * Fraction(1, place))


@rule
def pairs_bonus(book: Book, tables: Step, field: Exact) -> Ladder:
    """5.6.2(b), (c): a quarter less each place down to 1 at a sixteenth; then blocks of ¾, ½ and ¼ to an eighth."""
    figures = book.figures.joint_ventures
    upper, paid_count = _share(field, figures.upper_share.value), _share(field, figures.share.value)
    top = pairs_top(book, tables)
    ladder = [
        derive(
            partial(_quarters_less, place),
            top,
            clause=book.clause("5.6.2"),
            message=sentence("place {place}: ¼ less for each place, at least 1", place=place),
        )
        for place in range(1, upper + 1)
    ]
    blocks = figures.lower_blocks
    values: list[Fraction] = []
    for value, size in zip(blocks.value, block_sizes(paid_count - upper, len(blocks.value)), strict=True):
        values += [value] * size
    reading = "W42" if (paid_count - upper) % len(blocks.value) else ""
    lower_steps = [
        fact(
            tidy(value),
            blocks.clause,
            sentence("place {place}: equal blocks below the top sixteenth", place=place),
            reading=reading,
        )
        for place, value in enumerate(values, upper + 1)
    ]
    awards = fact(paid_count, figures.share.clause, part_that_earns(figures.share.value, field, paid_count))
    return Ladder([*ladder, *lower_steps], awards)


def pairs_top(book: Book, tables: Step) -> Step:
    """5.6.2(b): the top bonus by the tables."""
    figures = book.figures.joint_ventures
    divisor, constant = figures.tables_a_point.value, figures.pairs_above
    message = sentence("top award: tables ÷ {each} + {above}, up to a quarter", each=divisor, above=constant.value)
    return derive(partial(top_of_entry, divisor, constant.value), tables, clause=constant.clause, message=message)


def _quarters_less(place: int, top: Exact) -> Exact:
    return tidy(at_least(top - Fraction(place - 1, 4), 1))


def pay_flight(
    book: Book, event: MatchEvent | FlightedEvent, field: Field, ladder: Ladder, number: str = ""
) -> list[Award]:
    """The match awards and bonus of everybody in a field."""
    boards = event.boards
    reason = no_award_reason(book, event, field, boards)
    if reason:
        return [*pay_nobody(field.lists, reason, "matches", GREEN), *pay_nobody(field.lists, reason, colour=GREEN)]
    unpaid_number = number or NUMBER[event.contest]
    awards: list[Award] = []
    for ranking in field.lists:
        name = list_name(ranking)
        for entry, finish in with_standing(ranking):
            place_step = green_figure(book, finish, ladder, unpaid_number)
            awards += pay_contestant(book, entry, place_step, NUMBER[event.contest], boards, name)
        for entry in ranking.entries:
            if entry.standing == "matches":
                awards += pay_contestant(book, entry, None, NUMBER[event.contest], boards, name)
        awards += no_standing(book, ranking, GREEN)
    return awards


def pay_contestant(
    book: Book, entry: Entry, place_step: Step | None, number: str, boards: int, ranking: str
) -> list[Award]:
    """What an entry earns for its matches and its place, and the Gold that follows from both."""
    awards: list[Award] = []
    for part, minimum_boards in by_own_matches(entry, boards):
        figure = match_figure(book, part, number)
        awards += to_players(
            book, part, figure, colour=GREEN, kind="matches", boards=minimum_boards, ranking=ranking, each_match=True
        )
        if place_step is None:
            continue
        place_awards = to_players(book, part, place_step, colour=GREEN, boards=boards, ranking=ranking)
        awards += place_awards
        green_total = derive(
            _sum, figure, place_step, clause=book.clause("1.5.1"), message="Green Points in this event"
        )
        awards += [
            share
            for award in place_awards
            if award.points
            for share in gold(book, part, green_total, award.players, ranking)
        ]
        if not place_step.value:
            awards += gold(book, part, figure, None, ranking)
    return as_awards_of(entry, awards)


def _sum(matches: Exact, bonus: Exact) -> Exact:
    return tidy(matches + bonus)


@rule
def match_figure(book: Book, entry: Entry, number: str) -> Step:
    """(a): a quarter of a Green Point for each match won or drawn."""
    counts = [_won_or_drawn(book, group, number) for group in entry.matches]
    if not any(count.value for count in counts):
        return nothing(book.clause(number), "no match won or drawn", *counts)
    points = book.figures.joint_ventures.per_match.value
    per_match = partial(_for_matches, points)
    message = sentence("{points} Green Point for each match won or drawn", points=part_in_words(points))
    return derive(per_match, *counts, clause=book.clause(number), message=message)


def _won_or_drawn(book: Book, group: Matches, number: str) -> Step:
    if group.conceded == "unplayed":
        return nothing(book.clause("2.6.1"), "matches not played")
    if not group.mini:
        count = group.won + group.drawn
        template = "matches of {boards} boards won or drawn" if count else "no match of {boards} boards won or drawn"
        return fact(count, book.clause(number), sentence(template, boards=group.boards))
    scores = group.scores or ()
    triangles = [Decimal(first) + second for first, second in zip(scores[::2], scores[1::2], strict=True)]
    minimum = book.figures.joint_ventures.drawn_triangle
    good = sum(score >= minimum.value for score in triangles)
    score_list = ", ".join(figure_text(tidy(Fraction(score))) for score in triangles)
    template = "{good} of the triangles ({scores} VPs) with {least} VPs or more"
    message = sentence(template, good=good or "none", least=minimum.value, scores=score_list)
    return fact(good, minimum.clause, message, reading="W24")


def _for_matches(rate: Fraction, *counts: Exact) -> Exact:
    return total(*(tidy(count * rate) for count in counts))
