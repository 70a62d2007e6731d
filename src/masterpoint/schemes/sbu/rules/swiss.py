"""Chapter 4 (pages 20 to 22), Swiss events: an award for each match won or drawn, and a bonus for the top quarter."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Clause, Result, Step, derive, fact, nothing
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import Entry, Matches, MatchEvent, RankingList
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import Ladder, at_most, product, total
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import entries_of
from masterpoint.core.rounding import up_to_whole
from masterpoint.core.sentences import sentence
from masterpoint.schemes.families.fields import Field, fields, list_name
from masterpoint.schemes.families.missing_matches import missing_matches
from masterpoint.schemes.sbu.book import Book
from masterpoint.schemes.sbu.rules.championships import championship_problems, championship_remarks
from masterpoint.schemes.sbu.rules.club_night import award_multiple, supervised_play
from masterpoint.schemes.sbu.rules.conditions import (
    contestants_in,
    general_problems,
    general_remarks,
    kind_of,
    list_problems,
    pay_list,
    pay_nobody,
    to_players,
    too_few,
    too_short,
)
from masterpoint.schemes.sbu.rules.facts import Facts
from masterpoint.schemes.sbu.rules.scales import scale_of, steps_down, top_quarter
from masterpoint.schemes.sbu.rules.stages import match_stage_problems
from masterpoint.schemes.sbu.rules.ties import quarter_field_ties


@rule
def award(book: Book, event: MatchEvent) -> Result:
    """20.5: match awards and bonus of a Swiss; other matches earn nothing by themselves (8.6)."""
    facts: Facts = facts_from(event, Facts)
    if event.style != "swiss":
        return award_multiple(book, event, facts)
    groups = fields(event.lists, event.contest)
    problems = [
        *general_problems(book, event, facts),
        *championship_problems(book, event, facts),
        *list_problems(book, groups, facts),
    ]
    problems += match_stage_problems(book, event)
    if event.contest == "individual":
        message = "a match is an encounter of two pairs or two teams"
        problems.append(book.problem("contest", "individual", message, "award an individual as form = session", "20.4"))
    problems += [problem for field in groups for problem in swiss_problems(book, event, field)]
    if problems:
        raise Refused(problems)
    awards = [award for field in groups for award in pay_swiss(book, event, field, facts)]
    remarks = [*general_remarks(book, event, facts), *championship_remarks(book, event, facts)]
    if missing := missing_matches(event):
        remarks.append(book.remark("20.5", missing))
    if facts.pairing == "danish":
        remarks.append(book.remark("20.3", "Danish pairing: a second win over the same opponents counts again"))
    if event.boards > book.figures.scales.longest_session.value:
        remarks.append(book.remark("4.6", "a long Swiss still pays the top quarter (reading S-39)"))
    return Result(event, book.title, tuple(awards), tuple(remarks))


@rule
def swiss_problems(book: Book, event: MatchEvent, field: Field) -> Iterator[Problem]:
    """20.1, 20.2: matches of five boards or more, and a field three times their number."""
    figures = book.figures.swiss
    if kind_of(field) == "two-winner pairs":
        message = "a Swiss has one ranking list"
        yield book.problem("lists", "NS, EW", message, "give one list over the whole field", "20.5")
    groups, match_count = groups_of(field), event.matches_planned or 0
    short_lengths = {group.boards for group in groups if group.boards < figures.shortest_match.value}
    if not groups and match_count * figures.shortest_match.value > event.boards:
        message = (
            f"a match of a Swiss has at least {figures.shortest_match.value} boards, and {event.boards} are played"
        )
        yield book.problem(
            "matches_planned", match_count, message, "correct the matches planned, or the boards", "20.1"
        )
    for boards in sorted(short_lengths):
        message = f"a match of a Swiss has at least {figures.shortest_match.value} boards"
        yield book.problem(
            "matches.boards", boards, message, "award it as an ordinary session, without match awards", "20.1"
        )
    matches = number_of_matches(event, field)
    contestants = sum(contestants_in(ranking, kind_of(field)) for ranking in field.lists)
    for_each_match = figures.field_to_matches.value
    if contestants < for_each_match * matches:
        message = f"{matches} matches need a field of at least {for_each_match * matches}"
        fix = f"play at most {contestants // for_each_match} matches, or award it as an ordinary session"
        yield book.problem("lists", f"{contestants} {event.contest}", message, fix, "20.2")


def groups_of(field: Field) -> list[Matches]:
    return [group for ranking in field.lists for entry in ranking.entries for group in entry.matches]


def number_of_matches(event: MatchEvent, field: Field) -> int:
    """The matches planned, or as many as the boards allow; never fewer than anybody played."""
    match_counts = [
        sum(group.won + group.drawn + group.lost for group in entry.matches)
        for ranking in field.lists
        for entry in ranking.entries
    ]
    longest = max((group.boards for group in groups_of(field)), default=event.boards)
    planned_count = event.matches_planned or event.boards // longest
    return max([planned_count, *match_counts])


def pay_swiss(book: Book, event: MatchEvent, field: Field, facts: Facts) -> list[Award]:
    ranking = field.lists[0]
    no_award = (
        (supervised_play(book) if facts.supervised else None) or too_short(book, event.boards) or too_few(book, field)
    )
    if no_award:
        return pay_nobody(field.lists, no_award, "matches") + pay_nobody(field.lists, no_award, "bonus")
    ladder = bonus_ladder(book, original_entry(book, field), event.championship)
    bonus = pay_list(book, ranking, ladder, ties=quarter_field_ties(book), kind="bonus")
    return [*match_awards(book, ranking, event.championship), *bonus]


@rule
def original_entry(book: Book, field: Field) -> Step:
    """20.8: teams are counted in tables, one for each team; pairs are counted as pairs."""
    contestants = contestants_in(field.lists[0], kind_of(field))
    message = "teams of one table each, the original entry" if field.contest == "teams" else "pairs, the original entry"
    return fact(contestants, book.clause("20.8"), message, reading="S-22")


@rule
def bonus_ladder(book: Book, toe: Step, championship: str) -> Ladder:
    """20.7, 20.10: a multiple of the entry, at most 200 or 300, in equal steps for the top quarter."""
    figures = book.figures.swiss
    major = championship == "major"
    times, maximum = (figures.major_times_entry, figures.major_most) if major else (figures.times_entry, figures.most)
    title = "top bonus of a major championship" if major else "top bonus"
    message = sentence(
        f"{title}: {{times}} × the original entry, at most {{most}}", times=times.value, most=maximum.value
    )
    top = derive(partial(_top_bonus, times.value, maximum.value), toe, clause=times.clause, message=message)
    return steps_down(
        book, top, top_quarter(book, toe), step=times.clause, rounding_clause=book.clause("7.1"), reading="S-06"
    )


def _top_bonus(times: int, maximum: int, toe: Exact) -> Exact:
    return at_most(product(times, toe), maximum)


def match_awards(book: Book, ranking: RankingList, championship: str) -> list[Award]:
    """One award for each entry, for all its matches together; entries without standing may earn it too."""
    label = list_name(ranking)
    return [
        award
        for entry in entries_of(ranking)
        for award in to_players(book, entry, for_matches(book, entry, championship), kind="matches", ranking=label)
    ]


def for_matches(book: Book, entry: Entry, championship: str) -> Step:
    if entry.standing == "none":
        return nothing(book.clause("3.2"), "playing without standing: not entitled to an award", reading="S-35")
    groups = [group for group in entry.matches if group.conceded != "unplayed"]
    parts = [part for group in groups for part in group_awards(book, group, championship)]
    if not parts:
        return nothing(book.clause("20.5"), "no match won or drawn")
    if len(parts) == 1 and len(groups) == len(entry.matches):
        return parts[0]
    message = "awards for matches won and drawn" + (
        ", without those conceded unplayed" if len(groups) < len(entry.matches) else ""
    )
    return derive(total, *parts, clause=book.clause("20.5"), message=message)


def group_awards(book: Book, group: Matches, championship: str) -> Iterator[Step]:
    boards = fact(group.boards, book.clause("20.1"), "boards in each match")
    number = book.clause("20.9" if championship == "major" else "20.6")
    if group.won:
        yield _match_total(book, group.won, "matches won", for_a_win(book, boards, championship), number)
    if group.drawn:
        yield _match_total(book, group.drawn, "matches drawn", for_a_draw(book, boards, championship), number)


def _match_total(book: Book, count: int, match_kind: str, award: Step, clause: Clause) -> Step:
    """The award for all matches of one kind."""
    matches = fact(count, book.clause("20.4"), match_kind)
    message = sentence("{count} × {award}", count=count, award=award.value)
    return derive(product, matches, award, clause=clause, message=message)


@rule
def for_a_win(book: Book, boards: Step, championship: str) -> Step:
    """TABLE 8; in a major championship three points a board."""
    if championship == "major":
        a_board = book.figures.swiss.major_per_board
        message = sentence("award for a win: {points} × the boards of the match", points=a_board.value)
        return derive(partial(product, a_board.value), boards, clause=a_board.clause, message=message, reading="S-13")
    return scale_of(book.figures.swiss.win).at(boards)


@rule
def for_a_draw(book: Book, boards: Step, championship: str) -> Step:
    """TABLE 8; in a major championship half of a win, rounded up (S-13)."""
    if championship == "major":
        win = for_a_win(book, boards, championship)
        message = "award for a draw: half of a win, rounded up"
        return derive(half_rounded_up, win, clause=book.clause("20.9"), message=message, reading="S-13")
    return scale_of(book.figures.swiss.draw).at(boards)


def half_rounded_up(value: Exact) -> Exact:
    return up_to_whole(value * Fraction(1, 2))
