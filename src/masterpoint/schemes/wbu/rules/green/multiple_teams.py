"""5.6.4 and 5.6.5, one-day multiple teams: the schedule the book prints for 65 to 76 teams."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import floor

from masterpoint.core.derivation import Award, Result, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import Entry, FinalsEvent, Matches, Part, RankingList
from masterpoint.core.exact import Exact, shown, tidy
from masterpoint.core.mechanisms import Ladder, given, part_of, total
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import entries_of, size_of
from masterpoint.core.traversal import everybody
from masterpoint.schemes.families.fields import list_name, with_standing
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.green.paying import green_figure, in_quarters
from masterpoint.schemes.wbu.rules.handbook import clause, problem, refuse
from masterpoint.schemes.wbu.rules.local.basic import result_of
from masterpoint.schemes.wbu.rules.principles.general import GREEN, require_acceptable
from masterpoint.schemes.wbu.rules.principles.payments import no_standing, to_players

SCHEDULE = (65, 76)
SETS: dict[int, tuple[int, Fraction]] = {
    2: (3, Fraction(0)),
    3: (2, Fraction(0)),
    4: (2, Fraction(1, 2)),
    5: (2, Fraction(1, 2)),
}
"""(a): rounds of so many boards: rounds in a set, and what is added to a part-set before it is ignored."""
PER_SET = Fraction(1, 4)
A_FINAL: tuple[Fraction, ...] = (  # (b): 10th to 13th, or to 14th in a final of 14
    *(Fraction(value, 2) for value in (8, 7, 6, 5, 4, 4, 3, 3, 3)),
    *(Fraction(1),) * 5,
)
WINNER_BONUS = Fraction(1, 4)
FINALS = ("A", "B", "C")


def award(event: FinalsEvent) -> Result:
    """5.6.4: quarters for rounds won, ranking awards in the A and B finals, a bonus for winners of the C final."""
    require_acceptable(event)
    facts: Facts = facts_from(event, Facts)
    parts = {part.name.strip().upper(): part for part in event.parts}
    refuse((*_problems(event, parts), *_winner_problems(facts, parts)))
    awards = [award for ranking in event.qualifying for award in pay_rounds(ranking, "qualifying")]
    awards += pay_ranking(parts["A"], a_final())
    awards += pay_ranking(parts["B"], b_final())
    for ranking in parts["C"].lists:
        awards += pay_rounds(ranking, "matches")
        awards += section_bonus(ranking)
    awards += overall_bonus(parts["C"], facts)
    return result_of(event, awards)


def _problems(event: FinalsEvent, parts: dict[str, Part]) -> Iterator[Problem]:
    if event.contest != "teams":
        message = "schedules for multiple pairs are made for each event"
        yield problem("5.6.5", "contest", event.contest, message, "ask the WBU for the schedule of this event")
        return
    if event.organiser.level not in ("area", "national"):
        message = "a joint venture is held by the WBU with an Area"
        yield problem("5.6.4", "organiser.level", event.organiser.level, message, "write area or national")
    teams = sum(size_of(ranking) for ranking in event.qualifying)
    if not SCHEDULE[0] <= teams <= SCHEDULE[1]:
        message = "the book prints a schedule for 65 to 76 teams only"
        yield problem("5.6.4", "qualifying", teams, message, "ask the WBU for the schedule of this event")
    if tuple(sorted(parts)) != FINALS:
        message = "the schedule has an A final, a B final and a C final in sections"
        yield problem("5.6.4", "parts", ", ".join(sorted(parts)), message, "name the parts A, B and C")
    for name in ("A", "B"):
        if name in parts and sum(size_of(ranking) for ranking in parts[name].lists) > len(A_FINAL):
            message = f"the {name} final is one section of at most {len(A_FINAL)} teams"
            yield problem("5.6.4", f"parts.{name}", len(parts[name].lists), message, "ask the WBU for a schedule")
    for path, entry in everybody(event):
        for index, group in enumerate(entry.matches):
            if group.boards not in SETS:
                message = "rounds are of 2 to 5 boards"
                yield problem("5.6.4", f"{path}.matches[{index}].boards", group.boards, message, "ask the WBU")


def _winner_problems(facts: Facts, parts: dict[str, Part]) -> Iterator[Problem]:
    if "C" not in parts or facts.overall_winner:
        return
    winners = section_winners(parts["C"])
    if len(parts["C"].lists) > 1 and any(entry.score is None for entry in winners):
        message = "the overall winner of the C final cannot be told"
        fix = "give the scores of the section winners, or facts.overall_winner (a name or number)"
        yield problem("5.6.4", "facts.overall_winner", "", message, fix)


def pay_rounds(ranking: RankingList, kind: str) -> list[Award]:
    """(a): a quarter for each set of rounds won, a draw counting half."""
    out = nothing(clause("2.3.1"), "playing without standing", reading="A16")
    awards: list[Award] = []
    for entry in entries_of(ranking):
        figure = out if entry.standing == "none" else rounds_figure(entry.matches)
        awards += to_players(entry, figure, colour=GREEN, kind=kind, ranking=list_name(ranking))
    return awards


def rounds_figure(groups: Sequence[Matches]) -> Step:
    """The Green Points of all rounds won in a session."""
    parts = [_sets(group) for group in groups if group.conceded != "unplayed"]
    if not parts:
        return nothing(clause("5.6.4"), "no rounds told")
    return parts[0] if len(parts) == 1 else derive(total, *parts, clause=clause("5.6.4"), message="all rounds together")


def _sets(group: Matches) -> Step:
    rounds, more = SETS[group.boards]
    won = fact(
        tidy(group.won + Fraction(group.drawn, 2)),
        clause("5.6.4"),
        f"rounds of {group.boards} boards won, draws as half",
    )
    ending = "half a set and more counting as one" if more else "part-sets ignored"
    message = f"a quarter Green Point for each {rounds} rounds won, {ending}"
    return derive(partial(_quarters, rounds, more), won, clause=clause("5.6.4"), message=message)


def _quarters(rounds: int, more: Fraction, won: Exact) -> Exact:
    return tidy(floor(won * Fraction(1, rounds) + more) * PER_SET)


def a_final() -> Ladder:
    return given([tidy(value) for value in A_FINAL], clause("5.6.4"), "A final")


def b_final() -> Ladder:
    """(b): one half of the A final."""
    return [derive(partial(part_of, 1, 2), step, clause=clause("5.6.4"), message="B final: half") for step in a_final()]


def pay_ranking(part: Part, ladder: Ladder) -> list[Award]:
    """Ranking awards in place of awards for rounds."""
    name = f"{part.name} final"
    awards: list[Award] = []
    for ranking in part.lists:
        for entry, finish in with_standing(ranking):
            awards += to_players(entry, green_figure(finish, ladder, "5.6.4"), colour=GREEN, ranking=name)
        awards += no_standing(ranking, GREEN)
    return awards


def section_winners(part: Part) -> list[Entry]:
    return [entry for ranking in part.lists for entry, finish in with_standing(ranking) if finish.place == 1]


def section_bonus(ranking: RankingList) -> list[Award]:
    """(b): a quarter for the winners of a section; those who share it each have the next quarter up (A21)."""
    why, name = "winners of a section of the C final", list_name(ranking)
    return [
        Award(entry, _bonus(finish.sharing, why), GREEN, "bonus", None, name)
        for entry, finish in with_standing(ranking)
        if finish.place == 1
    ]


def overall_bonus(part: Part, facts: Facts) -> list[Award]:
    """(b): a further quarter for the overall winners of the C final."""
    winners = section_winners(part)
    if facts.overall_winner:
        best = [entry for entry in winners if facts.overall_winner in (entry.name, entry.number)]
    else:
        top = max((entry.score for entry in winners if entry.score is not None), default=None)
        best = [entry for entry in winners if entry.score == top]
    step = _bonus(max(1, len(best)), "overall winners of the C final")
    return [Award(entry, step, GREEN, "bonus", None, f"{part.name} final") for entry in best]


def _bonus(sharing: int, why: str) -> Step:
    bonus = fact(WINNER_BONUS, clause("5.6.4"), f"bonus: {why}")
    if sharing == 1:
        return bonus
    message = f"shared by {shown(sharing)}"
    return in_quarters(derive(partial(part_of, 1, sharing), bonus, clause=clause("2.5.1"), message=message))
