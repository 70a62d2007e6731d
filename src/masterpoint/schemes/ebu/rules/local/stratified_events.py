"""4.12, Stratified events: one field, ranked again within up to four categories."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import Entry, RankingList, StratifiedEvent
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import award_for
from masterpoint.core.places import moved_up, size_of
from masterpoint.core.rounding import up_to_whole
from masterpoint.core.sentences import sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.local import matches
from masterpoint.schemes.ebu.rules.local.basic import long_event
from masterpoint.schemes.ebu.rules.local.match_awards import KIND, missing_remarks
from masterpoint.schemes.ebu.rules.local.match_events import (
    as_match_event,
    attracts_match_awards,
    missing_match_problems,
)
from masterpoint.schemes.ebu.rules.local.strata import (
    ONE_LIST_A_DIRECTION,
    ONE_WINNER,
    StratumScale,
    categories_of,
    least_award,
    require_within_limit,
    stratum_ladder,
    stratum_scale,
    stratum_tables,
)
from masterpoint.schemes.ebu.rules.organisations.organisers import status_of
from masterpoint.schemes.ebu.rules.principles.paying import (
    colour_of,
    final_figure,
    held_remarks,
    no_award_reason,
    pay_nobody,
    require_ranking_without_handicap,
    to_players,
)
from masterpoint.schemes.families.british_matches import shortest
from masterpoint.schemes.families.fields import Field, fields, list_name, without_standing
from masterpoint.schemes.families.words import in_words

CategoryAwards = dict[int, Step]
"""What each entry of one category's list earns, by the entry's identity."""


@rule
def award(book: Book, event: StratifiedEvent) -> Result:
    """4.12: each contestant's best award in any category, and awards for matches won where the event pays for them."""
    require_ranking_without_handicap(book, event)
    status = status_of(book, event, [*category_problems(book, event), *movement_problems(book, event)])
    colour = colour_of(book, event)
    awards = match_awards(book, event) if event.match_won else []
    level = status if event.match_won else long_event(book, status, event.boards)
    for field in fields(event.lists, event.contest):
        reason = no_award_reason(book, event, field, event.boards)
        awards += pay_nobody(field.lists, reason, colour) if reason else pay_field(book, event, field, level, colour)
    return Result(event, book.title, tuple(awards), (*held_remarks(book, event, awards), *remarks(book, event)))


def category_problems(book: Book, event: StratifiedEvent) -> Iterator[Problem]:
    """4.12.1, 4.12.3: every contestant needs a category, A to D, or the lists cannot be made."""
    categories = categories_of(book)
    for index, ranking in enumerate(event.lists):
        if size_of(ranking) > len(ranking.entries):
            yield book.problem(
                f"lists[{index}]",
                f"{len(ranking.entries)} of {size_of(ranking)}",
                "the lists of the categories need every contestant",
                "list all entries, each with its category",
                "4.12.3",
            )
        for place, entry in enumerate(ranking.entries):
            if entry.standing == "full" and category_of(entry) not in categories:
                yield book.problem(
                    f"lists[{index}].entries[{place}].category",
                    entry.category,
                    "a contestant's category is missing or not known",
                    f"write A for the top category, then {', '.join(categories[1:])}: "
                    f"{in_words(len(categories))} at most",
                    "4.12.1",
                )


def category_of(entry: Entry) -> str:
    return entry.category.strip().upper() or "?"


def movement_problems(book: Book, event: StratifiedEvent) -> Iterator[Problem]:
    """Scale S serves pairs and teams; 4.12.7 serves only events that pay for each match won."""
    one_winner = any(field.winners == 1 for field in fields(event.lists, event.contest))
    if event.contest == "individual" and one_winner:
        fix = "hold it as pairs or teams, or ask the EBU for a special scale"
        message = "stratified events have no scale for an individual with one winner"
        yield book.problem("contest", "individual", message, fix, "Scale S")
    figures = book.figures.matches
    if not event.match_won and attracts_match_awards(book, event, event.lists):
        message = f"an event of {event.boards} boards with such matches earns an award for each match won"
        fix = "say `match_won = true` and give the matches of each entry"
        yield book.problem("match_won", False, message, fix, "4.12.7")
    elif event.match_won:
        yield from missing_match_problems(book, event, event.lists, "4.12.7")
    if event.match_won and event.boards < figures.event_boards.value:
        message = f"matches are paid for in events of {figures.event_boards.value} boards or more"
        yield book.problem("match_won", True, message, "leave `match_won` out for a shorter event", "4.5.2")
    groups = [group for ranking in event.lists for entry in ranking.entries for group in entry.matches]
    shortest_match = shortest(groups)
    long_enough = figures.shortest_pairs_match.value
    if event.match_won and event.contest != "teams" and shortest_match is not None and shortest_match < long_enough:
        message = f"pairs are paid for matches of {in_words(long_enough)} boards or more"
        fix = "leave `match_won` out: it is a basic event"
        yield book.problem("match_won", f"{shortest_match} boards", message, fix, "4.5.2")


def match_awards(book: Book, event: StratifiedEvent) -> list[Award]:
    """4.12.7: matches won earn what they earn in any event."""
    result = matches.award(book, as_match_event(event, event.lists))
    return [award for award in result.awards if award.kind == KIND]


def pay_field(book: Book, event: StratifiedEvent, field: Field, status: Step, colour: str) -> list[Award]:
    """Every contestant's best award over the lists of all categories."""
    name = ONE_WINNER if field.winners == 1 and event.contest == "pairs" else ONE_LIST_A_DIRECTION
    scale = stratum_scale(book, name, match_won=event.match_won)
    entry_categories = [
        category_of(entry) for ranking in field.lists for entry in ranking.entries if entry.standing == "full"
    ]
    categories = [category for category in categories_of(book) if category <= max(entry_categories)]
    steps_by_category = [stratum(book, event, field, scale, category, status) for category in categories]
    awards: list[Award] = []
    for ranking in field.lists:
        name = list_name(ranking)
        for entry in ranking.entries:
            if entry.standing != "full":
                no_award = nothing(book.clause("2.10.2"), "playing without standing", reading="A16")
                awards.append(Award(entry, no_award, colour, "ranking", None, name))
                continue
            step = best_award(
                book, entry, [list_of[id(entry)] for list_of in steps_by_category if id(entry) in list_of]
            )
            figure = final_figure(book, colour, step)
            awards += to_players(book, entry, figure, colour=colour, boards=event.boards, ranking=name)
    return awards


def stratum(
    book: Book, event: StratifiedEvent, field: Field, scale: StratumScale, category: str, status: Step
) -> CategoryAwards:
    """4.12.3, 4.12.4: one category's list, its own contestants and those of all lower ones."""
    lists = [in_category(ranking, category) for ranking in field.lists]
    size = min(len(entries) for entries in lists)
    minimum_size = book.figures.stratified.fewest_contestants
    if size < minimum_size.value:
        message = sentence("contestants in the list of category {category}", category=category)
        count = fact(size, minimum_size.clause, message)
        template = "no awards in category {category}: {least} contestants at least"
        message = sentence(template, category=category, least=in_words(minimum_size.value))
        no_award = nothing(minimum_size.clause, message, count, reading="E71" if field.winners > 1 else "")
        return {id(entry): no_award for entries in lists for entry in entries}
    all_have_standing = not any(map(without_standing, field.lists))
    tables = stratum_tables(book, scale, category, size, field.winners, all_have_standing=all_have_standing)
    if not any(category_of(entry) == category for entries in lists for entry in entries):
        tables = replace(tables, reading="E73")  # the category of nobody: its list holds only the lower ones
    require_within_limit(book, event, scale, category, tables)
    ladder = stratum_ladder(book, event, scale, category, tables, status)
    minimum = least_award(book, category, status)
    return {
        id(entry): award_for(
            finish,
            ladder,
            unpaid_clause=book.clause("4.12.4"),
            tie_clause=book.clause("4.12.8"),
            rounding=up_to_whole,
            rounding_clause=book.clause("3.4.1"),
            floor=minimum,
        )
        for entries in lists
        for entry, finish in moved_up(entries)
    }


def in_category(ranking: RankingList, category: str) -> list[Entry]:
    """4.12.3: those of the category and of all below it."""
    return [entry for entry in ranking.entries if entry.standing == "full" and category_of(entry) >= category]


def best_award(book: Book, entry: Entry, steps: Sequence[Step]) -> Step:
    """4.12.5: the highest of the awards in all lists, not their sum."""
    paid_steps = [step for step in steps if step.value]
    if not paid_steps:
        return steps[-1]
    if len(paid_steps) == 1:
        return paid_steps[0]
    return derive(
        _highest, *paid_steps, clause=book.clause("4.12.5"), message="the higher of the awards in several categories"
    )


def _highest(*values: Exact) -> Exact:
    return max(values)


def remarks(book: Book, event: StratifiedEvent) -> Iterator[Remark]:
    yield book.remark("4.12.2", "how contestants are put into categories must be announced beforehand")
    if event.match_won:
        yield book.remark("4.12.7", "matches won are paid as in any event; only the ranking is stratified")
        yield from missing_remarks(book, event)
