"""6.4.4, County one-day Green Point events: multiple teams, a qualifying session and finals in sections."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from masterpoint.core.books import printed_figure, rule
from masterpoint.core.derivation import Award, Result, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import Entry, FinalsEvent, Part
from masterpoint.core.mechanisms import at_most, mean_of, part_of, total
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import entries_of
from masterpoint.core.sentences import Message, part_in_words, sentence
from masterpoint.core.traversal import all_entries, with_entries
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.green.conditions import remarks, require_allowed
from masterpoint.schemes.ebu.rules.green.finals import Finals, finals_of, section_problems
from masterpoint.schemes.ebu.rules.green.paying import pay_green
from masterpoint.schemes.ebu.rules.green.rounds import pay_matches, triangle_problems
from masterpoint.schemes.ebu.rules.green.standard import minimum, share_of_field, standard_ladder, top_award
from masterpoint.schemes.ebu.rules.green.swiss import match_remarks
from masterpoint.schemes.ebu.rules.principles.paying import GREEN, green_figure, no_award_reason, pay_nobody
from masterpoint.schemes.ebu.rules.records.crediting import held_remarks, to_players, without_standing_reason
from masterpoint.schemes.families.fields import with_standing


@rule
def award(book: Book, event: FinalsEvent) -> Result:
    """6.4.4: matches won in all sessions and sections, and a bonus by the section of the finals."""
    problems = [
        *section_problems(book, event, "6.4.4", allowed_names=("A", "B")),
        *overall_problems(book, event),
        *triangle_problems(book, list(all_entries(event))),
    ]
    require_allowed(book, event, problems, championship=False)
    finals = finals_of(event)
    reason = no_award_reason(book, event, finals.original, event.boards)
    if reason:
        lists = [ranking for part in event.parts for ranking in part.lists]
        return Result(event, book.title, tuple(pay_nobody(lists, reason, GREEN)), tuple(remarks(book, event)))
    awards = [*bonuses(book, event, finals), *match_awards(book, event)]
    notes = (*held_remarks(book, event, awards), *remarks(book, event), *match_remarks(book, event))
    return Result(event, book.title, tuple(awards), notes)


def match_awards(book: Book, event: FinalsEvent) -> list[Award]:
    """(a): every match of every session and section."""
    facts: Facts = facts_from(event, Facts)
    awards: list[Award] = []
    for _, entry in all_entries(event):
        awards += pay_matches(book, entry, boards=event.boards, triangle=facts.triangle_victory_points)
    return awards


def bonuses(book: Book, event: FinalsEvent, finals: Finals) -> list[Award]:
    """(c): the ranking awards of each section."""
    figures = book.figures.one_day
    entry = fact(finals.original.full_tables, book.clause("6.4.4"), "teams in the original entry")
    top = top_award(book, entry, figures.teams_plus.value, "6.4.4")
    minimum_award = minimum(book, figures.teams_minimum.value, "6.4.4", reading=figures.teams_minimum.reading)
    awards: list[Award] = []
    for order, (name, part, teams) in enumerate(finals.finals):
        if order == 0:
            places = a_final_places(book, teams, finals.original.contestants)
            section_top = top
        else:
            places = share_of_field(book, teams, figures.teams_b_share.value, "6.4.4")
            section_top = b_final_top(book, top)
        ladder = standard_ladder(book, section_top, minimum_award, places)
        for ranking in part.lists:
            awards += pay_green(
                book,
                ranking,
                ladder,
                unpaid_number="6.4.4",
                boards=event.boards,
                minimum=minimum_award,
                name=f"{name} final",
            )
    return awards + open_teams(book, event, finals.open_part)


def a_final_places(book: Book, teams: int, entry: int) -> Step:
    """(c) i: half of those in the A final, but no more than a sixth of the original entry."""
    maximum = book.figures.one_day.teams_a_most
    half_of_final = share_of_field(book, teams, book.figures.one_day.teams_a_share.value, "6.4.4")
    sixth = share_of_field(book, entry, maximum.value, "6.4.4")
    message = sentence("at most {part} of the original entry", part=part_in_words(maximum.value))
    return derive(at_most, half_of_final, sixth, clause=maximum.clause, message=message)


def b_final_top(book: Book, top: Step) -> Step:
    """(c) ii: half of the A final's top award."""
    part = book.figures.one_day.teams_b_top
    message = sentence("{part} of the A final's top award", part=part_in_words(part.value))
    return derive(partial(part_of, *part.value.as_integer_ratio()), top, clause=part.clause, message=message)


def open_teams(book: Book, event: FinalsEvent, part: Part) -> list[Award]:
    """(c) iii: 0.25 to the winner of each section, and 0.25 more to the overall winner."""
    part = with_entries(part)
    winners: list[Entry] = []
    shares: dict[int, list[Step]] = {}
    for ranking in part.lists:
        first = [entry for entry, finish in with_standing(ranking) if finish.place == 1]
        winners += first
        for entry in first:
            message = sentence("winner of section {section}", section=ranking.section or part.name)
            shares[id(entry)] = [_winner(book, len(first), message)]
    leaders = overall_winners(part, winners)
    for entry in leaders:
        shares[id(entry)].append(_winner(book, len(leaders), "overall winner"))
    awards: list[Award] = []
    for ranking in part.lists:
        name = " ".join(filter(None, ("open", ranking.section)))
        for entry in entries_of(ranking):
            if entry.standing != "full":
                awards.append(Award(entry, without_standing_reason(book, entry, GREEN), GREEN, "ranking", None, name))
                continue
            step = _bonus(book, shares.get(id(entry), []))
            awards += to_players(book, entry, step, colour=GREEN, boards=event.boards, ranking=name)
    return awards


def _bonus(book: Book, steps: list[Step]) -> Step:
    if not steps:
        return nothing(book.clause("6.4.4"), "only section winners have a bonus in the open teams")
    return steps[0] if len(steps) == 1 else derive(total, *steps, clause=book.clause("6.4.4"), message="both")


def _winner(book: Book, sharing: int, message: Message) -> Step:
    full_award = printed_figure(book.figures.one_day.teams_winner, message)
    if sharing == 1:
        return full_award
    message = sentence("shared by {sharing}", sharing=sharing)
    return green_figure(
        book, derive(partial(mean_of, sharing), full_award, clause=book.clause("3.5.1"), message=message)
    )


def overall_winners(part: Part, winners: list[Entry]) -> list[Entry]:
    """The best of the section winners by their scores; with one section, its winner."""
    if len(part.lists) == 1:
        return winners
    top_score = max((entry.score for entry in winners if entry.score is not None), default=None)
    return [entry for entry in winners if entry.score == top_score]


def overall_problems(book: Book, event: FinalsEvent) -> Iterator[Problem]:
    """(c) iii: with several sections, the overall winner is found by score."""
    for index, part in enumerate(event.parts):
        if part.name.strip().lower() != "open" or len(part.lists) < 2:
            continue
        for number, ranking in enumerate(part.lists):
            entries = with_standing(ranking) if ranking.entries else []
            if not any(entry.score is not None for entry, finish in entries if finish.place == 1):
                yield book.problem(
                    f"parts[{index}].lists[{number}].entries",
                    "",
                    "the overall winner of several open sections is found by score",
                    "give the score of each section winner",
                    "6.4.4",
                )
