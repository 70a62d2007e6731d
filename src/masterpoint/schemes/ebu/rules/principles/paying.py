"""Chapter 3, General principles relating to awards: when nobody is paid, how lists are paid, rounding and ties."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import repeat

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Step, derive, fact, nothing
from masterpoint.core.errors import Refused
from masterpoint.core.events import AnyEvent, ConsolationEvent, FinalEvent, RankingList
from masterpoint.core.exact import Exact, rational
from masterpoint.core.mechanisms import Ladder, award_for
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import Finish, entries_of, finishes
from masterpoint.core.rounding import up_to_hundredth, up_to_whole
from masterpoint.core.sentences import sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.organisations.charges import not_exempt
from masterpoint.schemes.ebu.rules.records.crediting import held_remarks, to_players, unranked_awards
from masterpoint.schemes.families.fields import Field, by_place_alone, list_name, with_standing

__all__ = [
    "BLUE",
    "GREEN",
    "LOCAL",
    "PlaceAwards",
    "colour_of",
    "final_figure",
    "green_figure",
    "held_remarks",
    "no_award_reason",
    "pay_list",
    "pay_nobody",
    "pay_places",
    "require_ranking_without_handicap",
    "to_players",
]

LOCAL, BLUE, GREEN, GOLD, ONLINE = "local", "blue", "green", "gold", "online"
SCALES = (LOCAL, BLUE, GREEN)
Later = FinalEvent | ConsolationEvent
REDUCED = ("4.2.4", "4.4.3", "4.6.6")  # constant reductions, whose fractions 4.4.4 rounds


@rule
def require_ranking_without_handicap(book: Book, event: AnyEvent) -> None:
    """3.9.1: no awards on a handicap ranking, nor in a stage that was reached by one."""
    facts: Facts = facts_from(event, Facts)
    problems = []
    if event.handicap:
        problems.append(
            book.problem(
                "handicap",
                True,
                "no awards may be made on a handicap ranking",
                "re-score the event without the handicap and give that ranking",
                "3.9.1",
            )
        )
    if facts.qualified_by_handicap:
        problems.append(
            book.problem(
                "facts.qualified_by_handicap",
                True,
                "contestants reached this stage by a handicap, which re-scoring cannot undo",
                "no points can be given for this stage; give those of the first stage, re-scored",
                "3.9.1",
            )
        )
    if problems:
        raise Refused(problems)


@rule
def no_award_reason(book: Book, event: AnyEvent, field: Field, boards: int) -> Step | None:
    """1.3.1, 1.4.2 and 3.1: why nobody in this field is paid, if that is so."""
    facts: Facts = facts_from(event, Facts)
    reason = _no_points_here(book, event, facts) or _too_small(book, event, field)
    reason = reason or _too_short(book, event, facts, boards)
    reason = reason or _too_small_a_part(book, event, boards, getattr(event, "movement_boards", None))
    if reason and event.organiser.level == "online club":
        message = "an online game outside these requirements needs a special licence with a scale of its own"
        return nothing(book.clause("3.1.5"), message, reason)
    return reason


def _no_points_here(book: Book, event: AnyEvent, facts: Facts) -> Step | None:
    """1.3.1, 1.4.2: a teaching session that has to pay its charge after all is an ordinary session."""
    if facts.kind == "novice":
        return nothing(book.clause("1.4.2"), "novice sessions give no points")
    if facts.exempt == "teaching" and not_exempt(book, event, facts.exempt) is None:
        return nothing(book.clause("1.3.1"), "teaching and supervised sessions that are free of charge give no points")
    return None


def _too_small(book: Book, event: AnyEvent, field: Field) -> Step | None:
    figures = book.figures.principles
    minimum = figures.minimum_tables_by_direction if field.winners > 1 else figures.minimum_tables
    minimum_tables = minimum.value[event.contest]
    if field.full_tables >= minimum_tables:
        return None
    message = sentence("{tables} {unit} in the original entry", tables=field.full_tables, unit=_unit(event))
    tables = fact(field.full_tables, minimum.clause, message)
    return nothing(
        minimum.clause, sentence("no awards below {least} {unit}", least=minimum_tables, unit=_unit(event)), tables
    )


def _too_short(book: Book, event: AnyEvent, facts: Facts, boards: int) -> Step | None:
    """3.1.2, 3.1.3: boards scheduled to be sat out are not counted."""
    boards_played, figures = boards - facts.sit_out_boards, book.figures.principles
    minimum = figures.stage_boards if _is_stage(event) else figures.minimum_boards
    if boards_played >= minimum.value:
        return None
    template = "no awards unless everybody is to play at least {boards} boards"
    return nothing(
        minimum.clause,
        sentence(f"{template} in each stage" if minimum is figures.stage_boards else template, boards=minimum.value),
        fact(boards_played, minimum.clause, "boards scheduled for each contestant, sit-outs not counted"),
    )


def _is_stage(event: AnyEvent) -> bool:
    return isinstance(event, Later) or getattr(event, "stage", "") == "qualifying"


def _too_small_a_part(book: Book, event: AnyEvent, boards: int, movement_boards: int | None) -> Step | None:
    """3.1.4: three quarters of the boards in play; sit-outs within these do not matter."""
    share, enforced_from = book.figures.principles.movement_share, book.figures.principles.movement_rule_from
    if event.contest != "pairs" or movement_boards is None or event.day < enforced_from.value:
        return None
    if boards >= share.value * movement_boards:
        return None
    message = sentence(
        "no awards unless everybody plays {percent}% of the {boards} boards in play",
        percent=share.value * 100,
        boards=movement_boards,
    )
    return nothing(share.clause, message, fact(boards, share.clause, "boards scheduled for each contestant"))


def _unit(event: AnyEvent) -> str:
    return "complete teams" if event.contest == "teams" else "complete tables"


COLOUR_PROBLEMS = {
    GOLD: ("2.5.3", "Gold Points given directly are fixed by the EBU, event by event", "give the green award instead"),
    ONLINE: ("2.4.1(d)", "online points are no longer issued", "leave the colour out: online clubs give Local Points"),
}


@rule
def colour_of(book: Book, event: AnyEvent) -> str:
    """The colour an event gives: Local unless licensed for another (2.4.1, 2.4.2)."""
    colour = event.colour.lower() or LOCAL
    if colour not in SCALES:
        number, message, fix = COLOUR_PROBLEMS.get(
            colour, ("2.4.2", "no such type of points", f"write one of: {', '.join(SCALES)}")
        )
        raise Refused(book.problem("colour", event.colour, message, fix, number))
    return colour


@rule
def final_figure(book: Book, colour: str, step: Step) -> Step:
    """3.4.1 and 5.4.1: Local awards rounded up to a whole number; Blue awards are a hundredth of that."""
    if not step.value:
        return step
    if colour == LOCAL:
        return (
            step
            if isinstance(step.value, int)
            else derive(up_to_whole, step, clause=book.clause("3.4.1"), message="rounded up, once, at the end")
        )
    return in_blue(book, step, "{local} Local = 1 Blue")


def in_blue(book: Book, step: Step, template: str, *, reading: str = "") -> Step:
    """5.4.1: the Blue Points for a number of Local Points, rounded up."""
    rate = book.figures.blue.local_in_a_blue
    message = sentence(template, local=rate.value)
    return derive(partial(_in_blue, rate.value), step, clause=rate.clause, message=message, reading=reading)


def _in_blue(local_in_a_blue: int, value: Exact) -> Exact:
    return rational(up_to_whole(value)) / local_in_a_blue


class PlaceAwards(dict[Finish, Step]):
    """What each place of a ladder pays, worked out when it is first asked for."""

    def __init__(self, book: Book, ladder: Ladder, colour: str, minimum: Step, unpaid_number: str) -> None:
        self.terms = book, ladder, colour, minimum, unpaid_number

    def __missing__(self, finish: Finish) -> Step:
        book, ladder, colour, minimum, unpaid_number = self.terms
        step = self[finish] = place_award(book, finish, ladder, colour, minimum, unpaid_number)
        return step


def pay_list(
    book: Book,
    ranking: RankingList,
    ladder: Ladder,
    *,
    colour: str,
    minimum: Step,
    unpaid_number: str,
    kind: str = "ranking",
    boards: int = 0,
) -> list[Award]:
    """What each entry of a list earns on a ladder; those without standing are out of it (2.10.4)."""
    return pay_places(book, ranking, PlaceAwards(book, ladder, colour, minimum, unpaid_number), colour, kind, boards)


def pay_places(
    book: Book,
    ranking: RankingList,
    place_awards: PlaceAwards,
    colour: str,
    kind: str = "ranking",
    boards: int = 0,
    *,
    by_place: bool = False,
) -> list[Award]:
    """The same, from what the places pay; `by_place` if everybody receives what the place pays."""
    entries, name = entries_of(ranking), list_name(ranking)
    if by_place or by_place_alone(entries):
        steps = map(place_awards.__getitem__, finishes(entries))
        return list(map(Award, entries, steps, repeat(colour), repeat(kind), repeat(None), repeat(name)))
    awards: list[Award] = []
    ranked_entries = with_standing(ranking)
    for entry, finish in ranked_entries:
        awards += to_players(book, entry, place_awards[finish], colour=colour, kind=kind, boards=boards, ranking=name)
    if len(ranked_entries) < len(entries):
        awards += unranked_awards(book, entries, colour, kind, name)
    return awards


@rule
def place_award(book: Book, finish: Finish, ladder: Ladder, colour: str, minimum: Step, unpaid_number: str) -> Step:
    """3.4.1, 3.5.1: what a place earns; those who tie share, but never receive less than the minimum."""
    step = award_for(
        finish,
        ladder,
        unpaid_clause=book.clause(unpaid_number),
        tie_clause=book.clause("3.5.1"),
        rounding=up_to_whole,
        rounding_clause=book.clause("4.4.4" if ladder and ladder[0].clause.number in REDUCED else "3.4.1"),
        floor=minimum,
    )
    return step if colour == LOCAL else final_figure(book, colour, step)


def pay_nobody(
    lists: Sequence[RankingList], reason: Step, colour: str, kind: str = "ranking", name: str = ""
) -> list[Award]:
    """Everybody gets the same answer: nothing, and why."""
    return [
        Award(entry, reason, colour, kind, None, name or list_name(ranking))
        for ranking in lists
        for entry in entries_of(ranking)
    ]


@rule
def green_figure(book: Book, step: Step) -> Step:
    """Green Points are expressed to two decimal places (3.4.1)."""
    return (
        step
        if up_to_hundredth(step.value) == step.value
        else derive(up_to_hundredth, step, clause=book.clause("3.4.1"), message="rounded up to 0.01")
    )
