"""2.4 and 2.6, types of points and the Master Points ranks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache, partial
from math import floor

from msgspec.structs import replace

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark, Step, derive, fact, nothing
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import at_most
from masterpoint.core.ranks import Measure, Need, RankLadder, RankProgress, Rung, needs_of, points_held, progress_on
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.families.words import in_words

TOTAL, GREEN = "total", "green"
HOLDING_PARTS = ("local", "blue", "green", "online")
COLOURS_BY_NEED = {
    TOTAL: ("local", "blue", "green"),
    GREEN: ("green", "blue"),
}  # 2.6.1, 2.4.1(b); online is no longer issued


@cache
def won_in(book: Book) -> Mapping[str, Sequence[Remark]]:
    """Where points of each colour are won."""
    club_events = in_words(book.figures.quotas.club_blue.value)
    return {
        "local": (
            book.remark("2.4.1(a)", "sessions at affiliated clubs, and some county, regional and licensed events"),
        ),
        "blue": (
            book.remark("5.1.1", "EBU events that give no Green Points"),
            book.remark("5.1.2", "the EBU's simultaneous pairs"),
            book.remark("5.1.3", "club heats of the National Pairs"),
            book.remark("5.2.1", "Blue Point events of a county, usually of one day and two sessions"),
            book.remark("5.3.1", sentence("the {most} Blue Point events a club may hold in a year", most=club_events)),
        ),
        "green": (
            book.remark("6.1.1", "a county's major championships, one for pairs and one for teams"),
            book.remark("6.1.4", "Green Point events of one day held by a county"),
            book.remark("6.5.1", "inter-county leagues that have permission for Green Points"),
            book.remark("6.6", "congresses of the EBU"),
        ),
    }


def rungs_up_to(book: Book, total: Exact) -> list[Rung]:
    """2.6.2: ranks with stars as far as the points reach, and one beyond."""
    rungs: list[Rung] = []
    points = floor(total)
    for rank in book.figures.records.ranks.value:
        if not rank.star:
            rungs.append(_rung(book, rank.name, rank.total, rank.green))
            continue
        star_count = max(0, (points - rank.total) // rank.star + 1) + 1
        for index in range(star_count if rank.most_stars is None else rank.most_stars):
            name = f"{'*' * (index + 1)} {rank.name.rstrip('*')}"
            rungs.append(_rung(book, name, rank.total + index * rank.star, rank.green))
    return rungs


@lru_cache(maxsize=4096)
def _rung(book: Book, name: str, total: int, green: int) -> Rung:
    needs = needs_of((TOTAL, total), (GREEN, green))
    return Rung(name, needs, book.figures.records.ranks.clause, name.lstrip("* "))


@rule
def rank_progress(book: Book, holding: Mapping[str, Exact]) -> RankProgress:
    """The rank of a holding and what the next one asks for."""
    facts = _facts(book, holding)
    overall = overall_holding(book, facts)
    highest_total = overall.value + facts["online"].value
    progress = progress_on(rungs_up_to(book, highest_total), partial(_measure, book, facts, overall))
    if not holding.get("gold", 0):
        return progress
    gold = fact(holding["gold"], book.clause("2.5.1"), "gold points held")
    gold_step = nothing(book.clause("2.5.2"), "gold points do not count for a rank", gold)
    return replace(progress, steps=(*progress.steps, gold_step))


def measure_for(book: Book, holding: Mapping[str, Exact]) -> Measure:
    facts = _facts(book, holding)
    return partial(_measure, book, facts, overall_holding(book, facts))


def _facts(book: Book, holding: Mapping[str, Exact]) -> dict[str, Step]:
    numbers = {"local": "2.4.1(a)", "blue": "2.4.1(b)", "green": "2.4.1(c)", "online": "2.4.1(d)"}
    return points_held(holding, {colour: book.clause(number) for colour, number in numbers.items()})


def overall_holding(book: Book, facts: Mapping[str, Step]) -> Step:
    """2.6.1: Green, Blue and Local Points as one figure."""
    local_in_a_point = book.figures.records.local_in_a_point.value
    return derive(
        partial(_overall, local_in_a_point),
        facts["local"],
        facts["blue"],
        facts["green"],
        clause=book.clause("2.6.1"),
        message=sentence("overall holding: Local + {local} × (Blue + Green)", local=local_in_a_point),
        reading="E32",
    )


def _overall(local_in_a_point: int, local: Exact, blue: Exact, green: Exact) -> Exact:
    return tidy(local + (blue + green) * local_in_a_point)


def _measure(book: Book, facts: Mapping[str, Step], overall: Step, rung: Rung, need: Need) -> Step:
    figures = book.figures.records
    if need.what == TOTAL:
        if not facts["online"].value:
            return overall
        return derive(
            partial(_with_online, need.amount, figures.main_types_share.value),
            overall,
            facts["online"],
            clause=figures.main_types_share.clause,
            message=sentence(
                "with online points, as far as {part} are of the main types",
                part=part_in_words(figures.main_types_share.value),
            ),
        )
    if not facts["blue"].value:
        return facts["green"]
    rate, maximum = figures.blues_for_a_green.value, figures.most_replaced.value
    return derive(
        partial(_with_blue, rate, maximum),
        facts["green"],
        facts["blue"],
        clause=figures.blues_for_a_green.clause,
        message=sentence("green, with up to {most} replaced by blue at {rate} for 1", most=maximum, rate=rate),
    )


def _with_online(amount: Exact, main_types_share: Fraction, overall: Exact, online: Exact) -> Exact:
    """Online points may fill up to a third of what the rank asks for, once the main types fill the rest."""
    limit = amount * (1 - main_types_share)
    return tidy(overall + at_most(online, limit))


def _with_blue(rate: int, maximum: int, green: Exact, blue: Exact) -> Exact:
    return tidy(green + at_most(blue * Fraction(1, rate), maximum))


@cache
def ladder(book: Book) -> RankLadder:
    return RankLadder(
        rungs_up_to=partial(rungs_up_to, book),
        progress=partial(rank_progress, book),
        holding_parts=HOLDING_PARTS,
        measure_for=partial(measure_for, book),
        colours_by_need=COLOURS_BY_NEED,
        won_in=won_in(book),
    )
