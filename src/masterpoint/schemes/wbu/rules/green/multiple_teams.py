"""5.6.4 and 5.6.5, one-day multiple teams: the schedule the book prints for 65 to 76 teams."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import floor

from msgspec.structs import replace

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import Entry, FinalsEvent, Matches, Part, RankingList
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import Ladder, mean_of, part_of, printed_ladder, total
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import entries_of, size_of
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.core.traversal import all_entries
from masterpoint.schemes.families.fields import list_name, with_standing
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.green.paying import green_figure, in_quarters
from masterpoint.schemes.wbu.rules.local.basic import result_of
from masterpoint.schemes.wbu.rules.principles.general import GREEN, too_short
from masterpoint.schemes.wbu.rules.principles.payments import no_standing, pay_nobody, to_players
from masterpoint.schemes.wbu.rules.principles.requirements import require_acceptable
from masterpoint.schemes.wbu.rules.refusals import refuse

FINALS = ("A", "B", "C")


@rule
def award(book: Book, event: FinalsEvent) -> Result:
    """5.6.4: quarters for rounds won, ranking awards in the A and B finals, a bonus for winners of the C final."""
    require_acceptable(book, event)
    facts: Facts = facts_from(event, Facts)
    parts = by_name(event.parts)
    refuse((*_problems(book, event, parts), *_winner_problems(book, facts, parts)))
    if reason := too_short(book, event.boards, "2.1.2"):
        lists = [*event.qualifying, *(ranking for part in parts.values() for ranking in part.lists)]
        return result_of(book, event, pay_nobody(lists, reason, colour=GREEN))
    awards = [award for ranking in event.qualifying for award in pay_rounds(book, ranking, "qualifying")]
    awards += pay_ranking(book, parts["A"], a_final(book))
    awards += pay_ranking(book, parts["B"], b_final(book))
    for ranking in parts["C"].lists:
        awards += pay_rounds(book, ranking, "matches")
        awards += section_bonus(book, ranking)
    overall = overall_bonus(book, parts["C"], facts)
    remarks = [] if overall or not facts.overall_winner else [unknown_winner(book, facts.overall_winner)]
    return result_of(book, event, [*awards, *overall], remarks)


def by_name(parts: Sequence[Part]) -> dict[str, Part]:
    """The finals by their letters; several parts of one name are sections of one final."""
    lists: dict[str, tuple[RankingList, ...]] = {}
    for part in parts:
        name = part.name.strip().upper()
        lists[name] = (*lists.get(name, ()), *part.lists)
    return {name: Part(name=name, lists=tuple(lists_of_final(name, of_part))) for name, of_part in lists.items()}


def lists_of_final(part: str, lists: Sequence[RankingList]) -> Iterator[RankingList]:
    """The lists of a final, called after it; several are told apart by their sections, or by numbers."""
    for number, ranking in enumerate(lists, 1):
        section = ranking.section or (str(number) if len(lists) > 1 else "")
        yield replace(ranking, section=f"{part} final {section}".rstrip())


def unknown_winner(book: Book, name: str) -> Remark:
    """5.6.4(b): those named as overall winners of the C final won no section of it."""
    template = "{name} won no section of the C final: the bonus of its overall winners is not in here"
    return book.remark("5.6.4", sentence(template, name=name))


def _problems(book: Book, event: FinalsEvent, parts: dict[str, Part]) -> Iterator[Problem]:
    if event.contest != "teams":
        message = "schedules for multiple pairs are made for each event"
        yield book.problem("contest", event.contest, message, "ask the WBU for the schedule of this event", "5.6.5")
        return
    if event.organiser.level not in ("area", "national"):
        message = "a joint venture is held by the WBU with an Area"
        yield book.problem("organiser.level", event.organiser.level, message, "write area or national", "5.6.4")
    teams = sum(size_of(ranking) for ranking in event.qualifying)
    figures = book.figures.multiple_teams
    minimum, maximum = figures.teams.value
    if not minimum <= teams <= maximum:
        message = f"the book prints a schedule for {minimum} to {maximum} teams only"
        yield book.problem("qualifying", teams, message, "ask the WBU for the schedule of this event", "5.6.4")
    if tuple(sorted(parts)) != FINALS:
        message = "the schedule has an A final, a B final and a C final in sections"
        yield book.problem("parts", ", ".join(sorted(parts)), message, "name the parts A, B and C", "5.6.4")
    places = len(figures.a_final.value)
    for name in ("A", "B"):
        teams = sum(map(size_of, parts[name].lists if name in parts else ()))
        if teams > places:
            message = f"the {name} final is one section of at most {places} teams"
            yield book.problem("parts", teams, message, "ask the WBU for a schedule", "5.6.4")
    lengths = [boards for boards, _, _ in figures.sets.value]
    for path, entry in all_entries(event):
        for index, group in enumerate(entry.matches):
            if group.boards not in lengths:
                message = f"rounds are of {min(lengths)} to {max(lengths)} boards"
                yield book.problem(f"{path}.matches[{index}].boards", group.boards, message, "ask the WBU", "5.6.4")


def _winner_problems(book: Book, facts: Facts, parts: dict[str, Part]) -> Iterator[Problem]:
    if "C" not in parts or facts.overall_winner:
        return
    winners = section_winners(parts["C"])
    if len(parts["C"].lists) > 1 and any(entry.score is None for entry in winners):
        message = "the overall winner of the C final cannot be seen from this"
        fix = "give the scores of the section winners, or facts.overall_winner (a name or number)"
        yield book.problem("facts.overall_winner", "", message, fix, "5.6.4")


def pay_rounds(book: Book, ranking: RankingList, kind: str) -> list[Award]:
    """(a): a quarter for each set of rounds won, a draw counting half."""
    no_award = nothing(book.clause("2.3.1"), "playing without standing", reading="A16")
    awards: list[Award] = []
    for entry in entries_of(ranking):
        figure = no_award if entry.standing == "none" else rounds_figure(book, entry.matches)
        awards += to_players(
            book, entry, figure, colour=GREEN, kind=kind, boards=stage_boards(ranking), ranking=list_name(ranking)
        )
    return awards


def stage_boards(ranking: RankingList) -> int:
    """Boards of a stage: the most that anybody is known to have played."""
    return max((sum(_boards(group) for group in entry.matches) for entry in ranking.entries), default=0)


def _boards(group: Matches) -> int:
    return group.boards * (group.won + group.drawn + group.lost)


@rule
def rounds_figure(book: Book, groups: Sequence[Matches]) -> Step:
    """The Green Points of all rounds won in a session."""
    parts = [_sets(book, group) for group in groups if group.conceded != "unplayed"]
    if not parts:
        return nothing(book.clause("5.6.4"), "no rounds given")
    return (
        parts[0]
        if len(parts) == 1
        else derive(total, *parts, clause=book.clause("5.6.4"), message="all rounds together")
    )


def _sets(book: Book, group: Matches) -> Step:
    figures = book.figures.multiple_teams
    rounds, addition = next(
        (rounds, addition) for boards, rounds, addition in figures.sets.value if boards == group.boards
    )
    won = fact(
        tidy(group.won + Fraction(group.drawn, 2)),
        book.clause("5.6.4"),
        sentence("rounds of {boards} boards won, draws as half", boards=group.boards),
    )
    ending = "half a set and more counting as one" if addition else "part-sets ignored"
    points = part_in_words(figures.per_set.value)
    template = "{points} Green Point for each {rounds} rounds won, {ending}"
    message = sentence(template, points=points, rounds=rounds, ending=ending)
    return derive(
        partial(_points, figures.per_set.value, rounds, addition), won, clause=book.clause("5.6.4"), message=message
    )


def _points(per_set: Fraction, rounds: int, addition: Fraction, won: Exact) -> Exact:
    return tidy(floor(won * Fraction(1, rounds) + addition) * per_set)


@rule
def a_final(book: Book) -> Ladder:
    awards = book.figures.multiple_teams.a_final
    return printed_ladder([tidy(value) for value in awards.value], awards.clause, awards.text)


@rule
def b_final(book: Book) -> Ladder:
    """(b): one half of the A final."""
    part = book.figures.multiple_teams.b_final_part
    formula = partial(part_of, part.value.numerator, part.value.denominator)
    message = sentence("B final: {part} of what the place earns in the A final", part=part_in_words(part.value))
    return a_final(book).each(lambda step: derive(formula, step, clause=part.clause, message=message))


def pay_ranking(book: Book, part: Part, ladder: Ladder) -> list[Award]:
    """Ranking awards in place of awards for rounds."""
    name = f"{part.name} final"
    awards: list[Award] = []
    for ranking in part.lists:
        for entry, finish in with_standing(ranking):
            figure = green_figure(book, finish, ladder, "5.6.4")
            awards += to_players(book, entry, figure, colour=GREEN, boards=stage_boards(ranking), ranking=name)
        awards += no_standing(book, ranking, GREEN)
    return awards


def section_winners(part: Part) -> list[Entry]:
    return [entry for ranking in part.lists for entry, finish in with_standing(ranking) if finish.place == 1]


def section_bonus(book: Book, ranking: RankingList) -> list[Award]:
    """(b): a quarter for the winners of a section; a share of it is rounded up to a quarter (A21)."""
    reason, name = "winners of a section of the C final", list_name(ranking)
    return [
        Award(entry, _bonus(book, finish.sharing, reason), GREEN, "bonus", None, name)
        for entry, finish in with_standing(ranking)
        if finish.place == 1
    ]


def overall_bonus(book: Book, part: Part, facts: Facts) -> list[Award]:
    """(b): a further quarter for the overall winners of the C final."""
    winners = section_winners(part)
    if facts.overall_winner:
        leaders = [entry for entry in winners if facts.overall_winner in (entry.name, entry.number)]
    else:
        top = max((entry.score for entry in winners if entry.score is not None), default=None)
        leaders = [entry for entry in winners if entry.score == top]
    reason, name = "overall winners of the C final", f"{part.name} final"
    return [Award(entry, _bonus(book, len(leaders), reason), GREEN, "bonus", None, name) for entry in leaders]


def _bonus(book: Book, sharing: int, reason: str) -> Step:
    figure = book.figures.multiple_teams.winner_bonus
    bonus = fact(tidy(figure.value), figure.clause, sentence("bonus: {why}", why=reason))
    if sharing == 1:
        return bonus
    message = sentence("shared by {sharing}", sharing=sharing)
    return in_quarters(book, derive(partial(mean_of, sharing), bonus, clause=book.clause("2.5.1"), message=message))
