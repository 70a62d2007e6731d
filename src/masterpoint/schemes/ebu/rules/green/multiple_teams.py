"""6.4.4, County one-day Green Point events: multiple teams, a qualifying session and finals in sections."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from msgspec.structs import replace

from masterpoint.core.derivation import Award, Result, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import Entry, FinalsEvent, Part
from masterpoint.core.mechanisms import at_most, mean_of, part_of, total
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import entries_of
from masterpoint.core.traversal import everybody
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.green.conditions import remarks, require_allowed
from masterpoint.schemes.ebu.rules.green.finals import Finals, finals_of, section_problems
from masterpoint.schemes.ebu.rules.green.paying import pay_green, with_entries
from masterpoint.schemes.ebu.rules.green.rounds import pay_matches, triangle_problems
from masterpoint.schemes.ebu.rules.green.standard import minimum, share_of_field, standard_ladder, top_award
from masterpoint.schemes.ebu.rules.green.swiss import untold
from masterpoint.schemes.ebu.rules.handbook import TITLE, clause, problem
from masterpoint.schemes.ebu.rules.principles.paying import GREEN, green_figure, no_award_reason, pay_nobody
from masterpoint.schemes.ebu.rules.records.crediting import held_remarks, to_players, without_standing_reason
from masterpoint.schemes.families.fields import with_standing

PLUS = Fraction(1, 2)  # (c) i
A_SHARE, A_MOST, B_SHARE = Fraction(1, 2), Fraction(1, 6), Fraction(1, 3)  # (c) i and ii
MINIMUM = "0.25"
WINNER = Fraction(1, 4)  # (c) iii: each section winner, and as much again for the overall winner


def award(event: FinalsEvent) -> Result:
    """6.4.4: matches won in all sessions and sections, and a bonus by the section of the finals."""
    problems = [
        *section_problems(event, "6.4.4", most=("A", "B")),
        *overall_problems(event),
        *triangle_problems(list(everybody(event))),
    ]
    require_allowed(event, problems, championship=False)
    told = finals_of(event)
    reason = no_award_reason(event, told.original, event.boards)
    if reason:
        lists = [ranking for part in event.parts for ranking in part.lists]
        return Result(event, TITLE, tuple(pay_nobody(lists, reason, GREEN)), tuple(remarks(event)))
    awards = [*bonuses(event, told), *won(event)]
    notes = (*held_remarks(event, awards), *remarks(event), *untold(event))
    return Result(event, TITLE, tuple(awards), notes)


def won(event: FinalsEvent) -> list[Award]:
    """(a): every match of every session and section."""
    facts: Facts = facts_from(event, Facts)
    triangle = facts.triangle_victory_points
    return [one for _, entry in everybody(event) for one in pay_matches(entry, boards=event.boards, triangle=triangle)]


def bonuses(event: FinalsEvent, told: Finals) -> list[Award]:
    """(c): the ranking awards of each section."""
    entry = fact(told.original.full_tables, clause("6.4.4"), "teams in the original entry")
    top = top_award(entry, PLUS, "6.4.4")
    least = minimum(MINIMUM, "6.4.4", reading="E13")
    awards: list[Award] = []
    for order, (name, part, teams) in enumerate(told.finals):
        if order == 0:
            places = a_final_places(teams, told.original.contestants)
            best = top
        else:
            places = share_of_field(teams, B_SHARE, "6.4.4")
            best = derive(
                partial(part_of, 1, 2), top, clause=clause("6.4.4"), message="half of the A final's top award"
            )
        ladder = standard_ladder(best, least, places)
        for ranking in part.lists:
            awards += pay_green(
                ranking, ladder, unpaid="6.4.4", boards=event.boards, minimum=least, name=f"{name} final"
            )
    return awards + open_teams(event, told.open_part)


def a_final_places(teams: int, entry: int) -> Step:
    """(c) i: half of those in the A final, but no more than a sixth of the original entry."""
    half = share_of_field(teams, A_SHARE, "6.4.4")
    sixth = share_of_field(entry, A_MOST, "6.4.4")
    return derive(at_most, half, sixth, clause=clause("6.4.4"), message="at most a sixth of the original entry")


def open_teams(event: FinalsEvent, part: Part) -> list[Award]:
    """(c) iii: 0.25 to the winner of each section, and 0.25 more to the overall winner."""
    part = replace(part, lists=with_entries(part.lists))
    winners: list[Entry] = []
    shares: dict[int, list[Step]] = {}
    for ranking in part.lists:
        first = [entry for entry, finish in with_standing(ranking) if finish.place == 1]
        winners += first
        for entry in first:
            shares[id(entry)] = [_winner(len(first), f"winner of section {ranking.section or part.name}")]
    best = overall_winners(part, winners)
    for entry in best:
        shares[id(entry)].append(_winner(len(best), "overall winner"))
    awards: list[Award] = []
    for ranking in part.lists:
        name = " ".join(filter(None, ("open", ranking.section)))
        for entry in entries_of(ranking):
            steps = shares.get(id(entry))
            if entry.standing != "full":
                awards.append(Award(entry, without_standing_reason(entry, GREEN), GREEN, "ranking", None, name))
                continue
            if steps is None:
                step = nothing(clause("6.4.4"), "only section winners have a bonus in the open teams")
            else:
                step = steps[0] if len(steps) == 1 else derive(total, *steps, clause=clause("6.4.4"), message="both")
            awards += to_players(entry, step, colour=GREEN, boards=event.boards, ranking=name)
    return awards


def _winner(sharing: int, message: str) -> Step:
    whole = fact(WINNER, clause("6.4.4"), message)
    if sharing == 1:
        return whole
    shared = derive(partial(mean_of, sharing), whole, clause=clause("3.5.1"), message=f"shared by {sharing}")
    return green_figure(shared)


def overall_winners(part: Part, winners: list[Entry]) -> list[Entry]:
    """The best of the section winners by their scores; with one section, its winner."""
    if len(part.lists) == 1:
        return winners
    best = max((entry.score for entry in winners if entry.score is not None), default=None)
    return [entry for entry in winners if entry.score == best]


def overall_problems(event: FinalsEvent) -> Iterator[Problem]:
    """(c) iii: with several sections, the overall winner is found by score."""
    for index, part in enumerate(event.parts):
        if part.name.strip().lower() != "open" or len(part.lists) < 2:
            continue
        for number, ranking in enumerate(part.lists):
            entries = with_standing(ranking) if ranking.entries else []
            if not any(entry.score is not None for entry, finish in entries if finish.place == 1):
                yield problem(
                    f"parts[{index}].lists[{number}].entries",
                    "",
                    "the overall winner of several open sections is found by score",
                    "give the score of each section winner",
                    "6.4.4",
                )
