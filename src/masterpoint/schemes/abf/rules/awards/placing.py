"""4.1.1 and 4.4.6, Placing awards and Ties (pages 21 and 26): how many places are paid, what each pays, who shares."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import ceil, floor
from typing import Any, Literal

from masterpoint.core.books import Figure, rule
from masterpoint.core.derivation import Clause, Remark, Step, derive, fact
from masterpoint.core.events import AnyEvent, Entry, RankingList
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import Ladder, at_most, mean_of, part_that_earns, unpaid_step, whole
from masterpoint.core.places import Finish, entries_of, place_number
from masterpoint.core.sentences import Message, sentence
from masterpoint.core.traversal import ranking_lists
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.grades.terms import Terms
from masterpoint.schemes.families.fields import with_standing

Part = Literal["half", "third"]
BUTLER = ("butler", "imps", "cross-imps")  # reading B-32


@rule
def paid_part(book: Book, event: AnyEvent, *, matches: bool, teams: bool) -> Part:
    """4.1.1, 4.2.3: half of a duplicate field; a third of teams, Butler, and pairs who play matches."""
    if teams or event.scoring in BUTLER or matches:
        return "third"
    return "half"


@rule
def paid_places(book: Book, part: Part, contestants: int) -> Step:
    """Half of the field rounded down, or a third rounded up."""
    figure = _part_figure(book, part)
    return places_step({"half": floor, "third": ceil}[part], figure, contestants)


def places_step(rounding: Callable[[Fraction], int], part: Figure[Fraction], contestants: int) -> Step:
    """The number of paid places, as a part of the field."""
    formula = partial(_rounded_part, rounding, part.value)
    message = part_that_earns(part.value, contestants, whole(formula(contestants)))
    return derive(
        formula, fact(contestants, part.clause, "contestants in the field"), clause=part.clause, message=message
    )


def _rounded_part(rounding: Callable[[Fraction], int], part: Fraction, contestants: Exact) -> Exact:
    return rounding(whole(contestants) * part)


def limited_to_finalists(book: Book, places: Step, finalists: int) -> Step:
    """4.3.3: a final pays no more places than it has contestants."""
    if whole(places.value) <= finalists:
        return places
    clause = book.clause("4.3.3a")
    message = "no more places than contestants in the final"
    return derive(at_most, places, fact(finalists, clause, "contestants in the final"), clause=clause, message=message)


def places_for_everybody(contestants: int, clause: Clause) -> Step:
    return fact(contestants, clause, "contestants, all of whom earn")


def unpaid_clause(book: Book, part: Part) -> Clause:
    return _part_figure(book, part).clause


def _part_figure(book: Book, part: Part) -> Figure[Fraction]:
    return {"half": book.figures.placing.duplicate_part, "third": book.figures.placing.match_part}[part]


def place_share(place: int, runner_up: Fraction, winner: Exact) -> Exact:
    """The whole award, 70% of it, then the winner's award divided by one less than the place."""
    if place == 1:
        return winner
    return tidy(winner * (runner_up if place == 2 else Fraction(1, place - 1)))


@rule
def place_ladder(book: Book, winner: Step, places: Step, reading: str = "") -> Ladder:
    """4.1.1: one step for each paid place, with the reading that decides their number."""
    runner_up = book.figures.placing.runner_up
    steps = [
        derive(
            partial(place_share, place, runner_up.value),
            winner,
            clause=runner_up.clause,
            message=_place_message(place, runner_up.value),
            reading=reading,
        )
        for place in range(1, whole(places.value) + 1)
    ]
    return Ladder(steps, places)


def _place_message(place: int, runner_up: Fraction) -> Message:
    if place == 1:
        return "place 1: the winner's award"
    if place == 2:
        return sentence("place 2: {percent}% of the winner's award", percent=runner_up * 100)
    return sentence("place {place}: the winner’s award divided by {divisor}", place=place, divisor=place - 1)


@rule
def exact_figure(
    book: Book, finish: Finish, ladder: Ladder, no_award_clause: Clause, *, is_near_tie: bool = False
) -> Step:
    """What a finish earns before rounding: the award of its place, or a share of the paid places it spans."""
    if finish.place > len(ladder):
        return unpaid_step(ladder.awards, no_award_clause)
    if finish.sharing == 1:
        return ladder[finish.place - 1]
    place_steps = ladder[finish.place - 1 : finish.place - 1 + finish.sharing]
    if is_near_tie:
        number, reason = "4.4.6 note", "scores too close to separate, so a tie"
    elif len(place_steps) < finish.sharing:
        number, reason = "4.4.6b", "only places up to {last} are paid"
    else:
        number, reason = "4.4.6a", "the awards of these places are shared"
    return derive(
        partial(mean_of, finish.sharing),
        *place_steps,
        clause=book.clause(number),
        message=sentence(
            "{finish}: {sharing} share places {first} to {final}; " + reason,
            finish=finish,
            sharing=finish.sharing,
            first=finish.place,
            final=finish.places[-1],
            last=len(ladder),
        ),
        reading="B-04" if not is_near_tie else "B-52" if finish.sharing > 2 else "B-77",
    )


@rule
def standings(book: Book, ranking: RankingList, terms: Terms) -> list[tuple[Entry, Finish, bool]]:
    """Entries with their finish. Neighbours are tied if their scores differ too little (4.4.6 note)."""
    finish_list = with_standing(ranking)
    order = sorted(finish_list, key=lambda pair: pair[1].place)
    scores = scores_in_order([entry for entry, _ in order])
    if not scores:
        return [(entry, finish, False) for entry, finish in finish_list]
    merged = _merge_finishes([finish for _, finish in order], scores, tie_below(book, scores, terms))
    by_entry = {id(entry): finish for (entry, _), finish in zip(order, merged, strict=True)}
    return [(entry, by_entry[id(entry)], by_entry[id(entry)] != finish) for entry, finish in finish_list]


def scores_in_order(entries: Sequence[Entry]) -> list[Fraction]:
    """The scores of entries in the order of their places; empty if something else decided the places."""
    scores = [Fraction(entry.score) for entry in entries if entry.score is not None]
    return scores if len(scores) == len(entries) and scores == sorted(scores, reverse=True) else []


@rule
def tie_below(book: Book, scores: Sequence[Fraction], terms: Terms) -> Fraction:
    """4.4.6: the difference below which scores are tied. The maximum turns percentages into match points; if it is
    not known, only equal percentages tie."""
    figures = book.figures.placing
    if terms.event.scoring == "victory-points":
        return figures.near_tie_vp.value
    if not are_percentages(scores, terms):
        return figures.near_tie.value
    maximum = terms.facts.maximum_score
    return figures.near_tie.value * 100 / Fraction(maximum) if maximum else Fraction(0)


def are_percentages(scores: Sequence[Fraction], terms: Terms) -> bool:
    """Whether scores are percentages, or sums of percentages over the sessions, rather than match points."""
    if terms.event.scoring == "percentage" or terms.facts.percentage_awards:
        return True
    sessions: Any = getattr(terms.event, "games", None) or getattr(terms.event, "sessions", 1)
    count = sessions if isinstance(sessions, int) else len(sessions)
    maximum = max(scores, default=Fraction(0))
    return terms.event.scoring == "matchpoints" and terms.event.contest != "teams" and maximum <= 100 * count


def _merge_finishes(finishes: Sequence[Finish], scores: Sequence[Fraction], nearly: Fraction) -> list[Finish]:
    groups: list[list[int]] = []
    for index, finish in enumerate(finishes):
        margin = scores[index - 1] - scores[index]
        if index > 0 and (not margin or margin < nearly or finish.place == finishes[index - 1].place):
            groups[-1].append(index)
        else:
            groups.append([index])
    return [Finish(group[0] + 1, len(group)) for group in groups for _ in group]


def near_tie_remarks(book: Book, terms: Terms) -> Iterator[Remark]:
    """4.4.6: percentages so close that they might be a tie if the maximum were known."""
    nearly = book.figures.placing.near_tie.value
    for _, ranking in ranking_lists(terms.event):
        entries = sorted(entries_of(ranking), key=lambda entry: place_number(entry.place) or 0)
        scores = scores_in_order(entries)
        if terms.facts.maximum_score or not are_percentages(scores, terms):
            continue
        if any(0 < higher - lower < nearly for higher, lower in pairwise(scores)):
            message = sentence(
                "percentages less than {nearly} apart are not a tie here: the book's unit is the match point; "
                "give facts.maximum_score, the match points of 100%, to have them compared",
                nearly=nearly,
            )
            yield book.remark("4.4.6 note", message)
            return
