"""6.2.3, Annual major county teams championship: the heats that may lead to its knock-out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Result, Step, fact
from masterpoint.core.editions import Awarding
from masterpoint.core.errors import Problem
from masterpoint.core.events import FinalEvent, KnockoutEvent, MatchEvent, SessionEvent
from masterpoint.core.exact import tidy
from masterpoint.core.mechanisms import Ladder, block_sizes, part_that_earns
from masterpoint.core.parsing import facts_from
from masterpoint.core.rounding import HALF
from masterpoint.core.sentences import sentence
from masterpoint.core.tables import band
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.green.conditions import remarks, require_allowed
from masterpoint.schemes.ebu.rules.green.county_teams import member_problems
from masterpoint.schemes.ebu.rules.green.paying import as_local_stage, pay_green
from masterpoint.schemes.ebu.rules.principles.paying import GREEN, no_award_reason, pay_nobody
from masterpoint.schemes.ebu.rules.records.crediting import held_remarks
from masterpoint.schemes.families.bands import bands
from masterpoint.schemes.families.fields import fields

Qualifying = SessionEvent | MatchEvent | FinalEvent


@rule
def qualifying(book: Book, event: Qualifying, ordinary: Awarding) -> Result:
    """6.2.3: a stage that leads to the knock-out: blocks of equal awards to half-way, or Local Points."""
    facts: Facts = facts_from(event, Facts)
    problems = list(stage_problems(book, event, facts))
    require_allowed(book, event, problems, championship=True)
    last = facts.qualifying_stage == "last"
    boards = facts.qualifying_boards if last and facts.qualifying_boards else event.boards
    blocks = band(bands(book.figures.championships.blocks.value), boards)
    if facts.qualifying_stage == "earlier" or blocks is None:
        return local_stage(book, event, ordinary)
    message = "boards of the last qualifying stage and those before it" if last else "boards of the qualifying stage"
    length = fact(boards, book.clause("6.2.3"), message)
    awards: list[Award] = []
    for field in fields(event.lists, "teams"):
        reason = no_award_reason(book, event, field, event.boards)
        if reason:
            awards += pay_nobody(field.lists, reason, GREEN)
            continue
        ladder = block_ladder(book, blocks.value, field.contestants, length)
        for ranking in field.lists:
            awards += pay_green(book, ranking, ladder, unpaid_number="6.2.3", boards=event.boards)
    notes = (
        *held_remarks(book, event, awards),
        *remarks(book, event),
        book.remark("6.2.3", "Green Points in place of Local ones"),
    )
    return Result(event, book.title, tuple(awards), notes)


def stage_problems(book: Book, event: Qualifying, facts: Facts) -> Iterator[Problem]:
    """6.2.1: only a knock-out concludes the championship; 6.2.3(d): the last of several stages gives their boards."""
    concluding = event.last if isinstance(event, MatchEvent | FinalEvent) else event.stage != "qualifying"
    if concluding and not facts.qualifying_stage:
        yield book.problem(
            "form",
            "session" if isinstance(event, SessionEvent) else "matches",
            "the county's teams championship must conclude with a knock-out stage",
            'give the knock-out as such, and mark a stage before it: `stage = "qualifying"` or `last = false`; '
            "a one-day Swiss leaves `championship` out",
            "6.2.1",
        )
    if facts.qualifying_stage == "last" and facts.qualifying_boards is None:
        message = "the last of several qualifying stages is paid by the boards of all of them"
        yield book.problem(
            "facts.qualifying_boards", "", message, "give the boards of all qualifying stages together", "6.2.3"
        )
    for index, ranking in enumerate(event.lists):
        for place, entry in enumerate(ranking.entries):
            yield from member_problems(book, entry, f"lists[{index}].entries[{place}]")


@rule
def block_ladder(book: Book, blocks: Sequence[Fraction], teams: int, length: Step) -> Ladder:
    """6.2.3(b), (c): equal blocks to half-way, fractions ignored, the smaller blocks first."""
    paid_count = teams // 2
    reading = "A12" if teams % 2 else ""
    ladder = Ladder(
        (), fact(paid_count, book.clause("6.2.3"), part_that_earns(HALF, teams, paid_count), reading=reading)
    )
    for figure, size in zip(blocks, block_sizes(paid_count, len(blocks)), strict=True):
        first = len(ladder) + 1
        template = (
            "places {first} to {last} of {paid} paid: a block of {size}" if size > 1 else "place {first} of {paid} paid"
        )
        message = sentence(template, first=first, last=first + size - 1, paid=paid_count, size=size)
        ladder += [Step(tidy(figure), book.clause("6.2.3"), message, None, (length,), reading)] * size
    return ladder


def local_stage(book: Book, event: Qualifying | KnockoutEvent, ordinary: Awarding) -> Result:
    """6.1.3, 6.2.3(a), (d): a stage without Green Points gives Local ones at Regional status."""
    result = ordinary(as_local_stage(event))
    message = "this stage gives no Green Points: Local Points at Regional status"
    number = "6.1.3" if isinstance(event, KnockoutEvent) else "6.2.3"
    notes = (*result.remarks, *remarks(book, event), book.remark("6.1.3", message), book.remark(number, message))
    return replace(result, event=event, remarks=tuple(dict.fromkeys(notes)))
