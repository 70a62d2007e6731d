"""Pages 11 and 12, competitions of two or more stages: their shape is checked, their amounts are not in the guide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.editions import Worksheet
from masterpoint.core.errors import Problem
from masterpoint.core.events import Boards, EventModel, MatchEvent, Size
from masterpoint.core.mechanisms import total
from masterpoint.schemes.sbu.rules.conditions import MINIMUM_BOARDS
from masterpoint.schemes.sbu.rules.facts import Facts
from masterpoint.schemes.sbu.rules.handbook import FULL_HANDBOOK, clause, problem

STAYS_AT_MOST = Fraction(3, 5)  # 11.10: a stage leaves out at least 40%
PLAY_THROUGH_STAGES = (2, 3)  # 11.11: one or two stages, then a final


def qualifying_and_final(place: str, value: object, entries: Sequence[int], boards: Sequence[int]) -> list[Problem]:
    """11.7 to 11.10: what is wrong with the shape, and that the amounts are elsewhere."""
    message = "the awards of a qualifying round and final are not in this guide"
    fix = f"{FULL_HANDBOOK}; a final of aggregated events is told with facts.events"
    return [problem(place, value, message, fix, "11.8"), *shape_problems(entries, boards)]


def shape_problems(entries: Sequence[int], boards: Sequence[int]) -> Iterator[Problem]:
    """11.9, 11.10: twenty boards at each stage, and each stage leaves out 40% of the field."""
    for stage, played in enumerate(boards, 1):
        if played < MINIMUM_BOARDS:
            message = f"stage {stage} is too short: at least {MINIMUM_BOARDS} boards at each stage"
            yield problem("boards", played, message, "play more boards, or award nothing", "11.9")
    for stage, (before, after) in enumerate(pairwise(entries), 1):
        if after > before * STAYS_AT_MOST:
            message = f"stage {stage} must reduce the field of {before} by at least 40%"
            most = int(before * STAYS_AT_MOST)
            yield problem("lists", f"{after} go on", message, f"let at most {most} go on", "11.10")


def all_play_through(place: str, value: object) -> Problem:
    """11.11: named in the guide, scaled in the full handbook."""
    message = "the awards of an event where all play through several stages are not in this guide"
    return problem(place, value, message, FULL_HANDBOOK, "11.11")


def match_stage_problems(event: MatchEvent) -> Iterator[Problem]:
    """Matches for which contestants qualified, or by which they do, belong to a competition in stages."""
    if event.original_tables is not None or not event.last:
        yield from qualifying_and_final("form", "matches", (), ())
    if event.premier_tables is not None:
        message = "the guide has no consolation played in matches"
        yield problem("premier_tables", event.premier_tables, message, FULL_HANDBOOK, "13.10")


def carry_forward_problems(contest: str) -> Iterator[Problem]:
    """12.1: a format of teams."""
    if contest != "teams":
        message = "the guide knows carry-forward as a teams event only"
        yield problem("carry_forward", "true", message, FULL_HANDBOOK, "12.1")


def boards_in_all(boards: int, facts: Facts) -> Step:
    """12.1: a carry-forward event is one event, so its boards are counted together (S-32)."""
    stages = [fact(played, clause("12.1"), f"boards of stage {n}") for n, played in enumerate(facts.stage_boards, 1)]
    last = fact(boards, clause("12.1"), "boards of the last stage" if stages else "boards of the event")
    return derive(total, *stages, last, clause=clause("12.1"), message="boards, as for a single event", reading="S-32")


class Stages(EventModel, frozen=True, kw_only=True):
    """A competition of several stages, before it is played."""

    kind: Literal["qualifying and final", "all play through", "carry forward"]
    contestants: tuple[Size, ...]
    """Contestants at each stage, the final last."""
    boards: tuple[Boards, ...]
    """Boards each contestant plays at each stage, the final last."""


def shape(asked: Stages) -> list[Remark]:
    """11.8 to 12.2: what the guide asks of the stages; the amounts stay with the full handbook."""
    findings = list(_shape_findings(asked))
    if asked.kind == "carry forward":
        return [*findings, Remark(clause("12.1"), "awarded once only, as a single event, on the final ranking list")]
    number = "11.8" if asked.kind == "qualifying and final" else "11.11"
    return [*findings, Remark(clause(number), f"amounts are not in this guide: {FULL_HANDBOOK}")]


def _shape_findings(asked: Stages) -> Iterator[Remark]:
    if len(asked.boards) != len(asked.contestants) or len(asked.boards) < 2:
        yield Remark(clause("11.8"), "give contestants and boards for each of at least two stages")
        return
    if asked.kind == "qualifying and final":
        for found in shape_problems(asked.contestants, asked.boards):
            yield Remark(clause(found.clause.split()[-1]), f"{found.message}; {found.fix}")
    if asked.kind == "all play through":
        if len(set(asked.contestants)) > 1:
            yield Remark(clause("11.11"), "the same players play in each stage")
        if len(asked.boards) not in PLAY_THROUGH_STAGES:
            yield Remark(clause("11.11"), "one or two stages are followed by a final")
        for played in asked.boards:
            if played < MINIMUM_BOARDS:
                yield Remark(clause("3.7"), f"a stage of {played} boards: at least {MINIMUM_BOARDS} at each stage")


STAGES = Worksheet("The shape of a competition in stages", clause("11.8"), Stages, shape)
