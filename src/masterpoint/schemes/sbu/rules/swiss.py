"""Chapter 4 (pages 20 to 22), Swiss events: an award for each match won or drawn, and a bonus for the top quarter."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact, nothing
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import Entry, Matches, MatchEvent, RankingList
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import Ladder, at_most, product, total
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import entries_of
from masterpoint.core.rounding import up_to_whole
from masterpoint.core.tables import Scale
from masterpoint.schemes.families.fields import Field, fields, list_name
from masterpoint.schemes.sbu.rules.championships import championship_problems, championship_remarks
from masterpoint.schemes.sbu.rules.club_night import LONG, award_multiple, supervised
from masterpoint.schemes.sbu.rules.conditions import (
    entered,
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
from masterpoint.schemes.sbu.rules.handbook import TITLE, clause, problem
from masterpoint.schemes.sbu.rules.scales import steps_down, top_quarter
from masterpoint.schemes.sbu.rules.stages import match_stage_problems
from masterpoint.schemes.sbu.rules.ties import QUARTER_FIELD_TIES

SHORTEST_MATCH = 5  # 20.1
FIELD_TO_MATCHES = 3  # 20.2
WIN = Scale(
    clause("20.6"),
    "TABLE 8: award for a win, by boards in the match",
    (
        *((5, "8"), (6, "9"), (7, "11"), (8, "12"), (9, "14"), (10, "15"), (11, "17")),
        *((12, "18"), (13, "20"), (14, "21"), (15, "23"), (16, "24"), (17, "26"), (18, "27")),
    ),
)
DRAW = Scale(
    clause("20.6"),
    "TABLE 8: award for a draw, by boards in the match",
    (
        *((5, "4"), (6, "5"), (7, "6"), (8, "6"), (9, "7"), (10, "8"), (11, "9")),
        *((12, "9"), (13, "10"), (14, "11"), (15, "12"), (16, "12"), (17, "13"), (18, "14")),
    ),
)
TIMES_ENTRY, MOST = {"": 4, "major": 6}, {"": 200, "major": 300}  # 20.7, 20.10
BONUS_CLAUSE = {"": "20.7", "major": "20.10"}
MAJOR_PER_BOARD = 3  # 20.9


def award(event: MatchEvent) -> Result:
    """20.5: match awards and bonus of a Swiss; other matches earn nothing by themselves (8.6)."""
    facts: Facts = facts_from(event, Facts)
    if event.style != "swiss":
        return award_multiple(event, facts)
    played = fields(event.lists, event.contest)
    problems = [*general_problems(event, facts), *championship_problems(event, facts), *list_problems(played, facts)]
    problems += match_stage_problems(event)
    if event.contest == "individual":
        message = "a match is an encounter of two pairs or two teams"
        problems.append(problem("contest", "individual", message, "award an individual as form = session", "20.4"))
    problems += [found for field in played for found in swiss_problems(event, field)]
    if problems:
        raise Refused(problems)
    awards = [one for field in played for one in pay_swiss(event, field, facts)]
    remarks = [*general_remarks(facts), *championship_remarks(event, facts)]
    if facts.pairing == "danish":
        remarks.append(Remark(clause("20.3"), "Danish pairing: a second win over the same opponents counts again"))
    if event.boards >= LONG:
        remarks.append(Remark(clause("4.6"), "a long Swiss still pays the top quarter (reading S-39)"))
    return Result(event, TITLE, tuple(awards), tuple(remarks))


def swiss_problems(event: MatchEvent, field: Field) -> Iterator[Problem]:
    """20.1, 20.2: matches of five boards or more, and a field three times their number."""
    if kind_of(field) == "two-winner pairs":
        message = "a Swiss has one ranking list"
        yield problem("lists", "NS, EW", message, "give one list over the whole field", "20.5")
    short = {group.boards for group in groups_of(field) if group.boards < SHORTEST_MATCH}
    for boards in sorted(short):
        message = f"a match of a Swiss has at least {SHORTEST_MATCH} boards"
        yield problem(
            "matches.boards", boards, message, "award it as an ordinary session, without match awards", "20.1"
        )
    matches = number_of_matches(event, field)
    contestants = sum(entered(ranking, kind_of(field)) for ranking in field.lists)
    if contestants < FIELD_TO_MATCHES * matches:
        message = f"{matches} matches need a field of at least {FIELD_TO_MATCHES * matches}"
        fix = f"play at most {contestants // FIELD_TO_MATCHES} matches, or award it as an ordinary session"
        yield problem("lists", f"{contestants} {event.contest}", message, fix, "20.2")


def groups_of(field: Field) -> list[Matches]:
    return [group for ranking in field.lists for entry in ranking.entries for group in entry.matches]


def number_of_matches(event: MatchEvent, field: Field) -> int:
    """As planned, or as the boards allow; never fewer than anybody is told to have played."""
    told = [
        sum(group.won + group.drawn + group.lost for group in entry.matches)
        for ranking in field.lists
        for entry in ranking.entries
    ]
    longest = max((group.boards for group in groups_of(field)), default=0)
    planned = event.matches_planned or (event.boards // longest if longest else 0)
    return max(planned, *told, 0)


def pay_swiss(event: MatchEvent, field: Field, facts: Facts) -> list[Award]:
    ranking = field.lists[0]
    nobody = (supervised() if facts.supervised else None) or too_short(event.boards) or too_few(field)
    if nobody:
        return pay_nobody(field.lists, nobody, "matches") + pay_nobody(field.lists, nobody, "bonus")
    ladder = bonus_ladder(original_entry(field), event.championship)
    bonus = pay_list(ranking, ladder, ties=QUARTER_FIELD_TIES, kind="bonus")
    return [*match_awards(ranking, event.championship), *bonus]


def original_entry(field: Field) -> Step:
    """20.8: teams are counted in tables, of which each makes one; pairs are counted as pairs."""
    contestants = entered(field.lists[0], kind_of(field))
    unit = "tables (one for each team)" if field.contest == "teams" else "pairs"
    return fact(contestants, clause("20.8"), f"total original entry, in {unit}", reading="S-22")


def bonus_ladder(toe: Step, championship: str) -> Ladder:
    """20.7, 20.10: so many times the entry, at most 200 or 300, by equal steps to the top quarter."""
    number = clause(BONUS_CLAUSE[championship])
    times, limit = TIMES_ENTRY[championship], MOST[championship]
    top = derive(partial(product, times), toe, clause=number, message=f"top bonus: {times} × the original entry")
    if top.value > limit:
        most = fact(limit, number, "the most that a top bonus may be")
        top = derive(at_most, top, most, clause=number, message="held to the maximum")
    return steps_down(top, top_quarter(toe), step=number, rounded=clause("7.1"), reading="S-06")


def match_awards(ranking: RankingList, championship: str) -> list[Award]:
    """One award an entry, for all its matches together; without standing it may still earn these."""
    label = list_name(ranking)
    return [
        one
        for entry in entries_of(ranking)
        for one in to_players(entry, for_matches(entry, championship), kind="matches", ranking=label)
    ]


def for_matches(entry: Entry, championship: str) -> Step:
    if entry.standing == "none":
        return nothing(clause("3.2"), "playing without standing: not entitled to an award", reading="S-35")
    groups = [group for group in entry.matches if group.conceded != "unplayed"]
    parts = [part for group in groups for part in group_awards(group, championship)]
    if not parts:
        return nothing(clause("20.5"), "no match won or drawn")
    return derive(total, *parts, clause=clause("20.5"), message="awards for matches won and drawn")


def group_awards(group: Matches, championship: str) -> Iterator[Step]:
    boards = fact(group.boards, clause("20.1"), "boards in each match")
    number = clause("20.9" if championship == "major" else "20.6")
    if group.won:
        won = fact(group.won, clause("20.4"), "matches won")
        yield derive(product, won, for_a_win(boards, championship), clause=number, message="for matches won")
    if group.drawn:
        drawn = fact(group.drawn, clause("20.4"), "matches drawn")
        yield derive(product, drawn, for_a_draw(boards, championship), clause=number, message="for matches drawn")


def for_a_win(boards: Step, championship: str) -> Step:
    """TABLE 8; in a major championship three points a board."""
    if championship == "major":
        message = f"award for a win: {MAJOR_PER_BOARD} × the boards of the match"
        return derive(partial(product, MAJOR_PER_BOARD), boards, clause=clause("20.9"), message=message, reading="S-13")
    return WIN.at(boards)


def for_a_draw(boards: Step, championship: str) -> Step:
    """TABLE 8; in a major championship half of a win, rounded up (S-13)."""
    if championship == "major":
        win = for_a_win(boards, championship)
        message = "award for a draw: half of a win, rounded up"
        return derive(half_rounded_up, win, clause=clause("20.9"), message=message, reading="S-13")
    return DRAW.at(boards)


def half_rounded_up(value: Exact) -> Exact:
    return up_to_whole(value * Fraction(1, 2))
