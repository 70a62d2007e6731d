"""Pages 11 and 12, competitions of two or more stages: their shape is checked, their amounts are not in the guide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Literal

from msgspec.structs import replace

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark, Result, Step, derive, fact
from masterpoint.core.editions import Worksheet
from masterpoint.core.errors import Problem
from masterpoint.core.events import Boards, EventModel, MatchEvent, Size, form_of
from masterpoint.core.exact import Exact, figure_text
from masterpoint.core.mechanisms import total
from masterpoint.core.sentences import sentence
from masterpoint.schemes.sbu.book import FULL_HANDBOOK, Book
from masterpoint.schemes.sbu.rules.facts import Facts


def qualifying_and_final(
    book: Book, place: str, value: object, entries: Sequence[int], boards: Sequence[int]
) -> list[Problem]:
    """11.7 to 11.10: what is wrong with the shape, and that the amounts are elsewhere."""
    message = "the awards of a qualifying round and final are not in this guide"
    fix = f"{FULL_HANDBOOK}; a final of aggregated events is given with facts.events"
    return [book.problem(place, value, message, fix, "11.8"), *shape_problems(book, entries, boards)]


@rule
def shape_problems(book: Book, entries: Sequence[int], boards: Sequence[int]) -> Iterator[Problem]:
    """11.9, 11.10: twenty boards at each stage, and each stage leaves out 40% of the field."""
    minimum = book.figures.conditions.minimum_boards.value
    for stage, stage_boards in enumerate(boards, 1):
        if stage_boards < minimum:
            message = f"stage {stage} is too short: at least {minimum} boards at each stage"
            yield book.problem("boards", stage_boards, message, "play more boards, or award nothing", "11.9")
    reduction = book.figures.stages.reduction.value
    for stage, (size, next_size) in enumerate(pairwise(entries), 1):
        maximum = int(size * (1 - reduction))
        if next_size > maximum:
            message = f"stage {stage} must reduce the field of {size} by at least {figure_text(reduction * 100)}%"
            yield book.problem("lists", f"{next_size} go on", message, f"let at most {maximum} go on", "11.10")


def all_play_through(book: Book, place: str, value: object) -> Problem:
    """11.11: named in the guide, scaled in the full handbook."""
    message = "the awards of an event where all play through several stages are not in this guide"
    return book.problem(place, value, message, FULL_HANDBOOK, "11.11")


def match_stage_problems(book: Book, event: MatchEvent) -> Iterator[Problem]:
    """Matches for which contestants qualified, or through which they qualify, belong to a competition in stages."""
    if event.original_tables is not None or not event.last:
        yield from qualifying_and_final(book, "form", form_of(event), (), ())
    if event.premier_tables is not None:
        message = "the guide has no consolation played in matches"
        yield book.problem("premier_tables", event.premier_tables, message, FULL_HANDBOOK, "13.10")


def carry_forward_problems(book: Book, contest: str) -> Iterator[Problem]:
    """12.1: only teams carry scores forward."""
    if contest != "teams":
        message = "the guide knows carry-forward as a teams event only"
        yield book.problem("carry_forward", "true", message, FULL_HANDBOOK, "12.1")


@rule
def boards_in_all(book: Book, boards: int, facts: Facts) -> Step:
    """12.1: a carry-forward event is one event, so its boards are counted together (S-32)."""
    stages = [
        fact(stage_boards, book.clause("12.1"), sentence("boards of stage {stage}", stage=stage))
        for stage, stage_boards in enumerate(facts.stage_boards, 1)
    ]
    last = fact(boards, book.clause("12.1"), "boards of the last stage" if stages else "boards of the event")
    return derive(
        total, *stages, last, clause=book.clause("12.1"), message="boards, as for a single event", reading="S-32"
    )


def awarded_once(result: Result, boards: Step) -> Result:
    """12.1: each award rests on the boards of all stages together."""
    message = "awarded once, as for a single event"
    awards = tuple(
        replace(award, step=derive(_the_award, award.step, boards, clause=boards.clause, message=message))
        if award.points
        else award
        for award in result.awards
    )
    return replace(result, awards=awards)


def _the_award(award: Exact, _boards: Exact) -> Exact:
    return award


class Stages(EventModel, frozen=True, kw_only=True):
    """A competition of several stages, before it is played."""

    kind: Literal["qualifying and final", "all play through", "carry forward"]
    contestants: tuple[Size, ...]
    """Contestants at each stage, the final last."""
    boards: tuple[Boards, ...]
    """Boards each contestant plays at each stage, the final last."""


def shape(book: Book, facts: Stages) -> list[Remark]:
    """11.8 to 12.2: what the guide asks of the stages; the amounts are in the full handbook."""
    findings = list(_shape_findings(book, facts))
    if facts.kind == "carry forward":
        return [
            *findings,
            book.remark("12.1", "awarded once only, as a single event, on the final ranking list"),
        ]
    number = "11.8" if facts.kind == "qualifying and final" else "11.11"
    return [
        *findings,
        book.remark(number, sentence("amounts are not in this guide: {full_handbook}", full_handbook=FULL_HANDBOOK)),
    ]


def _shape_findings(book: Book, facts: Stages) -> Iterator[Remark]:
    if len(facts.boards) != len(facts.contestants) or len(facts.boards) < 2:
        yield book.remark("11.8", "give contestants and boards for each of at least two stages")
        return
    if facts.kind == "qualifying and final":
        for problem in shape_problems(book, facts.contestants, facts.boards):
            message = sentence("{message}; {fix}", message=problem.message, fix=problem.fix)
            yield book.remark(problem.clause.split()[-1], message)
    if facts.kind == "all play through":
        if len(set(facts.contestants)) > 1:
            yield book.remark("11.11", "the same players play in each stage")
        minimum_stages, maximum_stages = book.figures.stages.stages_before_final.value
        if not minimum_stages <= len(facts.boards) - 1 <= maximum_stages:
            yield book.remark(
                "11.11",
                sentence(
                    "{fewest} or {most} stages are followed by a final", fewest=minimum_stages, most=maximum_stages
                ),
            )
        minimum_boards = book.figures.conditions.minimum_boards.value
        for boards in facts.boards:
            if boards < minimum_boards:
                message = sentence(
                    "a stage of {played} boards: at least {fewest} at each stage", played=boards, fewest=minimum_boards
                )
                yield book.remark("3.7", message)


def worksheet(book: Book) -> Worksheet:
    return Worksheet("The shape of a competition in stages", book.clause("11.8"), Stages, partial(shape, book))
