"""5.5, the green event of an Area's annual general meeting: teams by Scale I, pairs by Scale C and green blocks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Result, Step, derive, fact, nothing
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent, Entry, Matches, MatchEvent, SessionEvent
from masterpoint.core.exact import Exact, rational, tidy
from masterpoint.core.mechanisms import Ladder, block_sizes, identity, printed_ladder, product, share_of, total
from masterpoint.core.places import Finish
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.schemes.families.british import column_of, part_earning
from masterpoint.schemes.families.fields import Field, fields, list_name, with_standing
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.green.paying import green_figure, in_quarters, made_up, pay_green
from masterpoint.schemes.wbu.rules.local.basic import basic_ladder, full_tables, result_of
from masterpoint.schemes.wbu.rules.organisations.organisers import status_of
from masterpoint.schemes.wbu.rules.principles.general import (
    GREEN,
    LOCAL,
    no_award_reason,
    place_figure,
    rounded_up,
    tie_minimum,
)
from masterpoint.schemes.wbu.rules.principles.payments import (
    as_awards_of,
    by_own_matches,
    no_standing,
    pay_nobody,
    to_players,
)
from masterpoint.schemes.wbu.rules.principles.requirements import require_acceptable
from masterpoint.schemes.wbu.rules.refusals import refuse


@rule
def award(book: Book, event: SessionEvent | MatchEvent) -> Result:
    """5.5.1: one extra green event a year, of two sessions, which is not a major championship."""
    require_acceptable(book, event)
    refuse(_problems(book, event))
    level = status_of(book, event)
    pay = pay_teams if event.contest == "teams" else pay_pairs
    return result_of(
        book, event, [award for field in fields(event.lists, event.contest) for award in pay(book, event, field, level)]
    )


def _problems(book: Book, event: AnyEvent) -> Iterator[Problem]:
    number = "5.5.2" if event.contest == "teams" else "5.5.3"
    if event.contest == "individual":
        message = "an AGM event is for teams or pairs"
        yield book.problem("contest", "individual", message, "ask the WBU for a special scale (2.11.1)", "5.5.1")
    if event.championship == "major":
        message = "Scale I is for an event that is not a major championship"
        yield book.problem("championship", "major", message, "leave `kind` out for the championship itself", "Scale I")
    session_count, sessions = getattr(event, "sessions", 1), book.figures.agm.sessions.value
    if session_count != sessions:
        message = f"the awards are for an event of {sessions} sessions"
        yield book.problem("sessions", session_count, message, f"write sessions = {sessions}", number)
    if event.contest == "teams" and isinstance(event, SessionEvent):
        message = "teams earn an award for each match"
        yield book.problem("form", "session", message, 'write form = "matches", with the matches of each team', "5.5.2")


def pay_teams(book: Book, event: SessionEvent | MatchEvent, field: Field, level: Step) -> list[Award]:
    """5.5.2, Scale I: Local and Green Points for matches, and both again for the ranking."""
    reason = no_award_reason(book, event, field, event.boards)
    if reason:
        return pay_nobody(field.lists, reason)
    local, green = scale_i(book, field.full_tables)
    awards: list[Award] = []
    for ranking in field.lists:
        name = list_name(ranking)
        for entry, finish in with_standing(ranking):
            awards += pay_all_matches(book, entry, event.boards, name)
            local_step = rounded_up(book, _column(book, finish, local))
            greens = in_quarters(book, _column(book, finish, green))
            awards += pay_green(book, entry, greens, local_step, local_step, boards=event.boards, ranking=name)
        for entry in ranking.entries:
            if entry.standing == "matches":
                awards += pay_all_matches(book, entry, event.boards, name)
        awards += no_standing(book, ranking, LOCAL)
    return awards


def _column(book: Book, finish: Finish, ladder: Ladder) -> Step:
    """5.5.2: the award of a place in one of the two columns; those who tie share each column separately (W43)."""
    step = place_figure(book, finish, ladder, None, "5.5.2")
    if not step.value:
        return step
    reading = "W43" if finish.sharing > 1 else ""
    return derive(identity, step, clause=book.clause("5.5.2"), message="teams at an Area's AGM", reading=reading)


@rule
def scale_i(book: Book, teams: int) -> tuple[Ladder, Ladder]:
    """Scale I: the row of the entry is the first place, and each row below it the next."""
    ranking = book.figures.agm.ranking
    maximum = ranking.value[-1][0]
    if teams > maximum:
        ends = f"Scale I ends at {maximum} teams"
        raise Refused(book.problem("lists", teams, ends, "ask the WBU for a special scale (2.11.1)", "Scale I"))
    row_count = sum(up_to < teams for up_to, _, _ in ranking.value)
    rows = ranking.value[row_count::-1]
    message = sentence("Scale I for {teams} teams", teams=teams)
    return (
        printed_ladder([local for _, local, _ in rows], ranking.clause, message),
        printed_ladder([tidy(green) for _, _, green in rows], ranking.clause, message),
    )


def pay_all_matches(book: Book, entry: Entry, boards: int, ranking: str) -> list[Award]:
    """2.3.2: players with matches of their own are paid for those."""
    parts = by_own_matches(entry, boards)
    return as_awards_of(
        entry, [award for part, minimum_boards in parts for award in pay_matches(book, part, minimum_boards, ranking)]
    )


@rule
def pay_matches(book: Book, entry: Entry, boards: int, ranking: str) -> list[Award]:
    """Scale I: three a board for each match won or drawn; two of them turn 25 Local into a quarter Green (A18)."""
    figures = book.figures.agm
    local, count = earned_by_matches(book, entry.matches)
    if not count.value:
        reason = "no match won or drawn" if entry.matches else "no matches are given"
        return [Award(entry, nothing(book.clause("Scale I"), reason), LOCAL, "matches", None, ranking)]
    match_unit, greens = figures.wins_for_green.value, figures.green_for_wins
    message = sentence("{greens} Green Point for each {each} matches", greens=str(greens.value), each=match_unit)
    green = derive(
        partial(_greens, match_unit, greens.value), count, clause=greens.clause, message=message, reading="A18"
    )
    remainder = made_up(book, local, green, "Scale I")
    awards = to_players(book, entry, remainder, kind="matches", boards=boards, ranking=ranking, each_match=True)
    if green.value:
        awards += to_players(
            book, entry, green, colour=GREEN, kind="matches", boards=boards, ranking=ranking, each_match=True
        )
    return awards


def earned_by_matches(book: Book, matches: tuple[Matches, ...]) -> tuple[Step, Step]:
    """The Local Points of the matches won or drawn, and how many they were; mini-matches count half (4.5.7)."""
    counts = [_won_or_drawn(book, group) for group in matches]
    parts = [_match_points(book, group, count) for group, count in zip(matches, counts, strict=True)]
    return (
        derive(total, *parts, clause=book.clause("Scale I"), message="all matches together"),
        derive(total, *counts, clause=book.clause("Scale I"), message="matches won or drawn"),
    )


def _won_or_drawn(book: Book, group: Matches) -> Step:
    part = Fraction(1, 2) if group.mini else Fraction(1)
    number = tidy((group.won + group.drawn) * part if group.conceded != "unplayed" else Fraction(0))
    template = (
        "{number} matches won or drawn, of two mini-matches each" if group.mini else "{number} matches won or drawn"
    )
    message = sentence(template, number=number)
    return fact(number, book.clause("4.5.7" if group.mini else "Scale I"), message)


def _match_points(book: Book, group: Matches, count: Step) -> Step:
    figures = book.figures.agm
    rate = figures.points_a_board
    boards = min(group.boards * (2 if group.mini else 1), figures.longest_match.value)
    message = sentence("a match of {boards} boards, {rate} a board", boards=boards, rate=rate.value)
    figure = fact(rate.value * boards, rate.clause, message)
    message = sentence("{count} × {figure}", count=count.value, figure=figure.value)
    return derive(product, count, figure, clause=rate.clause, message=message, reading="A18")


def _greens(match_unit: int, green: Fraction, count: Exact) -> Exact:
    return tidy(rational(count) // match_unit * green)


def pay_pairs(book: Book, event: SessionEvent | MatchEvent, field: Field, level: Step) -> list[Award]:
    """5.5.3: Scale C for the top half; the top quarter receive part of it in Green."""
    reason = no_award_reason(book, event, field, event.boards)
    if reason:
        return pay_nobody(field.lists, reason)
    column = column_of(field)
    ladder = basic_ladder(book, column, book.figures.basic.long.value, full_tables(book, field), level)
    minimum = tie_minimum(book, column, level)
    awards: list[Award] = []
    for ranking in field.lists:
        greens = green_blocks(book, field.full_tables * (1 if field.winners > 1 else 2))
        for entry, finish in with_standing(ranking):
            full_local = place_figure(book, finish, ladder, minimum, "5.5.3")
            green = green_figure(book, finish, greens, "5.5.3")
            local_step = made_up(book, full_local, green, "5.5.3") if green.value else rounded_up(book, full_local)
            awards += pay_green(
                book,
                entry,
                green,
                local_step,
                rounded_up(book, full_local),
                boards=event.boards,
                ranking=list_name(ranking),
            )
        awards += no_standing(book, ranking, LOCAL)
    return awards


@rule
def green_blocks(book: Book, pairs: int) -> Ladder:
    """5.5.3: 1.5, 1.25, then equal blocks of 1 to a quarter, down to a quarter of the field (A12, W42)."""
    figures = book.figures.agm
    first, blocks = figures.first_greens, figures.green_blocks.value
    paid_count = share_of(pairs, figures.share.value)
    lower_count = max(0, paid_count - len(first.value))
    values = list(first.value[:paid_count])
    for value, size in zip(blocks, block_sizes(lower_count, len(blocks)), strict=True):
        values += [value] * size
    part = part_in_words(figures.share.value)
    message = sentence("{paid} places, {part} of the field, are paid in Green", paid=paid_count, part=part)
    reading = "W42" if lower_count % len(blocks) else ""
    steps = [
        fact(
            tidy(value),
            first.clause,
            sentence("place {place}: {message}", place=place, message=message),
            reading=reading,
        )
        for place, value in enumerate(values, 1)
    ]
    return Ladder(steps, fact(paid_count, figures.share.clause, part_earning(pairs, figures.share.value)))
