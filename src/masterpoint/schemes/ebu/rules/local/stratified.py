"""4.12, Stratified events: one field, ranked again within up to four categories."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact, nothing
from masterpoint.core.editions import Awarding
from masterpoint.core.errors import Problem
from masterpoint.core.events import Entry, RankingList, StratifiedEvent
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import award_for
from masterpoint.core.places import moved_up, size_of
from masterpoint.core.rounding import up_to_whole
from masterpoint.schemes.ebu.rules.handbook import TITLE, clause, problem, remark
from masterpoint.schemes.ebu.rules.local.basic import LONG, long_event
from masterpoint.schemes.ebu.rules.local.match_events import as_match_event
from masterpoint.schemes.ebu.rules.local.strata import (
    ONE_LIST_A_DIRECTION,
    ONE_WINNER,
    SCALE_QS,
    SCALE_S,
    StratumRule,
    least_award,
    require_within_limit,
    stratum_ladder,
    stratum_tables,
)
from masterpoint.schemes.ebu.rules.organisations.organisers import status_of
from masterpoint.schemes.ebu.rules.principles.paying import (
    LOCAL,
    colour_of,
    final_figure,
    held_remarks,
    no_award_reason,
    pay_nobody,
    require_ranking_without_handicap,
    to_players,
)
from masterpoint.schemes.families.british_matches import shortest
from masterpoint.schemes.families.fields import Field, fields, list_name

CATEGORIES = "ABCD"  # 4.12.1
FEWEST = 3  # 4.12.8 iv


SHORTEST_PAIRS_MATCH = 6  # 4.5.2
Ranked = dict[int, Step]
"""What each entry of one category's list earns, by the entry's identity."""


def award(event: StratifiedEvent, matches: Awarding) -> Result:
    """4.12: each contestant's best award in any category; matches won besides, where the event pays for them."""
    require_ranking_without_handicap(event)
    status = status_of(event, [*category_problems(event), *movement_problems(event)])
    colour = colour_of(event)
    won = match_awards(event, matches) if event.match_won else None
    awards = [award for award in won.awards if award.kind == "matches"] if won else []
    level = status if event.match_won else long_event(status, event.boards)
    for field in fields(event.lists, event.contest):
        reason = no_award_reason(event, field, event.boards)
        awards += pay_nobody(field.lists, reason, colour) if reason else pay_field(event, field, level, colour)
    return Result(event, TITLE, tuple(awards), (*held_remarks(event, awards), *remarks(event)))


def category_problems(event: StratifiedEvent) -> Iterator[Problem]:
    """4.12.1, 4.12.3: every contestant has a category, A to D, or the lists cannot be made."""
    for index, ranking in enumerate(event.lists):
        if size_of(ranking) > len(ranking.entries):
            yield problem(
                f"lists[{index}]",
                f"{len(ranking.entries)} of {size_of(ranking)}",
                "the lists of the categories need every contestant",
                "list all entries, each with its category",
                "4.12.3",
            )
        for place, entry in enumerate(ranking.entries):
            if entry.standing == "full" and category_of(entry) not in CATEGORIES:
                yield problem(
                    f"lists[{index}].entries[{place}].category",
                    entry.category,
                    "a contestant's category is missing or not known",
                    "write A for the top category, then B, C, D: four at most",
                    "4.12.1",
                )


def category_of(entry: Entry) -> str:
    return entry.category.strip().upper() or "?"


def movement_problems(event: StratifiedEvent) -> Iterator[Problem]:
    """Scale S serves pairs and teams; 4.12.7 only what pays for each match won."""
    one_winner = any(field.winners == 1 for field in fields(event.lists, event.contest))
    if event.contest == "individual" and one_winner:
        fix = "hold it as pairs or teams, or ask the EBU for a special scale"
        message = "stratified events have no scale for an individual with one winner"
        yield problem("contest", "individual", message, fix, "Scale S")
    if event.match_won and event.boards < LONG:
        message = "matches are paid for in events of 36 boards or more"
        yield problem("match_won", True, message, "leave `match_won` out for a shorter event", "4.5.2")
    groups = [group for ranking in event.lists for entry in ranking.entries for group in entry.matches]
    least = shortest(groups)
    if event.match_won and event.contest != "teams" and least is not None and least < SHORTEST_PAIRS_MATCH:
        message = "pairs are paid for matches of six boards or more"
        yield problem("match_won", f"{least} boards", message, "leave `match_won` out: it is a basic event", "4.5.2")


def match_awards(event: StratifiedEvent, matches: Awarding) -> Result:
    """4.12.7: matches won earn what they earn in any event."""
    return matches(as_match_event(event, event.lists))


def pay_field(event: StratifiedEvent, field: Field, status: Step, colour: str) -> list[Award]:
    """Every contestant's best award over the lists of all categories."""
    rules = SCALE_QS if event.match_won else SCALE_S
    rule = rules[ONE_WINNER if field.winners == 1 and event.contest == "pairs" else ONE_LIST_A_DIRECTION]
    present = [category_of(entry) for ranking in field.lists for entry in ranking.entries if entry.standing == "full"]
    categories = CATEGORIES[: CATEGORIES.index(max(present)) + 1]
    earned = [stratum(event, field, rule, category, status) for category in categories]
    awards: list[Award] = []
    for ranking in field.lists:
        name = list_name(ranking)
        for entry in ranking.entries:
            if entry.standing != "full":
                out = nothing(clause("2.10.2"), "playing without standing", reading="A16")
                awards.append(Award(entry, out, colour, "ranking", None, name))
                continue
            step = best(entry, [list_of[id(entry)] for list_of in earned if id(entry) in list_of])
            figure = step if colour == LOCAL or not step.value else final_figure(colour, step)
            awards += to_players(entry, figure, colour=colour, boards=event.boards, ranking=name)
    return awards


def stratum(event: StratifiedEvent, field: Field, rule: StratumRule, category: str, status: Step) -> Ranked:
    """4.12.3, 4.12.4: one category's list, its own contestants and those of all lower ones."""
    lists = [in_category(ranking, category) for ranking in field.lists]
    fewest = min(len(entries) for entries in lists)
    if fewest < FEWEST:
        count = fact(fewest, clause("4.12.8"), f"contestants in the list of category {category}")
        message = f"no awards in category {category}: three contestants at least"
        none = nothing(clause("4.12.8"), message, count, reading="E71" if field.winners > 1 else "")
        return {id(entry): none for entries in lists for entry in entries}
    tables = stratum_tables(rule, category, fewest, field.winners)
    require_within_limit(event, rule, category, tables)
    ladder = stratum_ladder(event, rule, category, tables, status)
    minimum = least_award(category, status)
    return {
        id(entry): award_for(
            finish,
            ladder,
            unpaid=clause("4.12.4"),
            tie=clause("4.12.8"),
            rounding=up_to_whole,
            rounded=clause("3.4.1"),
            floor=minimum,
        )
        for entries in lists
        for entry, finish in moved_up(entries)
    }


def in_category(ranking: RankingList, category: str) -> list[Entry]:
    """4.12.3: those of the category and of all below it."""
    return [entry for entry in ranking.entries if entry.standing == "full" and category_of(entry) >= category]


def best(entry: Entry, earned: Sequence[Step]) -> Step:
    """4.12.5: the highest of the awards in all lists, not their sum."""
    paid = [step for step in earned if step.value]
    if not paid:
        return earned[-1]
    if len(paid) == 1:
        return paid[0]
    return derive(_highest, *paid, clause=clause("4.12.5"), message="the higher of the awards in several categories")


def _highest(*values: Exact) -> Exact:
    highest = values[0]
    for value in values[1:]:
        highest = value if value > highest else highest
    return highest


def remarks(event: StratifiedEvent) -> Iterator[Remark]:
    yield remark("4.12.2", "how contestants are put into categories must be announced beforehand")
    if event.match_won:
        yield remark("4.12.7", "matches won are paid as in any event; only the ranking is stratified")
