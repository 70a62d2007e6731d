"""Chapters 2 and 3 as worksheets: rank, transfer, crediting, playing without standing, the kind of an event."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from functools import cache, partial
from typing import Annotated, Literal

from msgspec import Meta

from masterpoint.core.derivation import Remark, Step, fact, nothing
from masterpoint.core.editions import Worksheet
from masterpoint.core.errors import Refused
from masterpoint.core.events import Count, EventModel
from masterpoint.core.exact import Exact, exact, grouped_text
from masterpoint.core.sentences import sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.amounts import amount_problems
from masterpoint.schemes.ebu.rules.organisations import charge_sheets, deadlines, licences
from masterpoint.schemes.ebu.rules.records import gold, ranks
from masterpoint.schemes.families.words import in_words

COLOURS = ("local", "blue", "green", "online", "gold")
COLOUR_CLAUSES = {"local": "2.4.1(a)", "blue": "2.4.1(b)", "green": "2.4.1(c)", "online": "2.4.1(d)", "gold": "2.5.1"}
Points = Annotated[Decimal, Meta(description="points, 0 or more")]


class Holding(EventModel, frozen=True, kw_only=True):
    """The points a player holds: Local and online points are whole, the others have two decimals."""

    local: Points = Decimal(0)
    blue: Points = Decimal(0)
    green: Points = Decimal(0)
    online: Points = Decimal(0)
    gold: Points = Decimal(0)


def _holding(book: Book, facts: EventModel) -> dict[str, Exact]:
    if problems := list(amount_problems(book, facts, "2.4.1(a)")):
        raise Refused(problems)
    return {colour: exact(getattr(facts, colour)) for colour in COLOURS}


def _rank(book: Book, facts: Holding) -> list[Step | Remark]:
    """2.6: the overall holding, the rank it gives, and what the next one still asks for."""
    holding = _holding(book, facts)
    progress = ranks.rank_progress(book, holding)
    holding_steps = {
        colour: fact(holding[colour], book.clause(COLOUR_CLAUSES[colour]), sentence("{colour} points", colour=colour))
        for colour in COLOURS
    }
    missing = ", ".join(f"{grouped_text(gap.missing)} {gap.what}" for gap in progress.gaps) or "nothing"
    return [
        ranks.overall_holding(book, holding_steps),
        *(step for step in progress.steps if step.clause.number != "2.6.1"),
        book.remark("2.6.2", sentence("rank: {rank}", rank=progress.rank or "none yet")),
        book.remark(
            "2.6.2",
            sentence("next rank: {next_rank}; still needed: {missing}", next_rank=progress.next_rank, missing=missing),
        ),
    ]


class TransferFacts(Holding, frozen=True, kw_only=True):
    """Points a player brings along from another union."""

    union: Literal["northern ireland", "scotland", "wales", "other"]
    record_closed: bool
    """The record in the other union is closed; a player keeps only one record at a time."""


def _transfer(book: Book, facts: TransferFacts) -> list[Step | Remark]:
    """2.2.1, 2.2.3: points of the home unions count here; those of others do not."""
    holding = _holding(book, facts)
    answers: list[Step | Remark] = []
    for colour in COLOURS:
        if not holding[colour]:
            continue
        if facts.union == "other":
            source_points = fact(
                holding[colour], book.clause("2.2.3"), sentence("{colour} points of another scheme", colour=colour)
            )
            answers.append(
                nothing(book.clause("2.2.3"), "points of other schemes are not generally recognised", source_points)
            )
        else:
            answers.append(
                fact(
                    holding[colour],
                    book.clause("2.2.1"),
                    sentence("{colour} points transferred from {union}", colour=colour, union=facts.union),
                )
            )
    if facts.union != "other" and not facts.record_closed:
        answers.append(
            book.remark("2.2.1", "close the record in the other union first: a player keeps only one at a time")
        )
    return answers


class CreditingFacts(EventModel, frozen=True, kw_only=True):
    """What a player was on the day."""

    membership: Literal["member", "lapsed", "potential", "suspended", "none"]
    has_number: bool = True
    """An EBU number is known."""


def _crediting(book: Book, facts: CreditingFacts) -> list[Step | Remark]:
    """2.7 and 2.9: credited at once, held, or not at all."""
    match facts.membership:
        case "suspended":
            return [nothing(book.clause("2.7.4"), "a suspended member earns nothing during the suspension")]
        case "lapsed" | "potential":
            remark = book.remark("2.9.3", "points are recorded under the player's number and credited on (re)joining")
            return [remark, *_number_wanted(book, facts)]
        case "none":
            message = "points can be registered for members only; a club may enter the player as a potential member"
            return [
                nothing(book.clause("2.7.2"), message),
                book.remark("2.9.3", "register the player as a potential member"),
            ]
    return [book.remark("2.7.1", "credited from the results file"), *_number_wanted(book, facts)]


def _number_wanted(book: Book, facts: CreditingFacts) -> Iterator[Remark]:
    if not facts.has_number:
        yield book.remark("2.9.2", "find the player's EBU number before the results are sent")


class StandingFacts(EventModel, frozen=True, kw_only=True):
    """Why somebody plays without standing, and what is at stake."""

    reason: Literal[
        "not eligible for this event",
        "did not qualify",
        "cannot proceed",
        "will not proceed, though eligible",
        "reserve for a qualifier",
        "no member in a closed event",
        "paid no entry fee",
    ]
    enhanced_points: bool = False
    """The event gives raised status, Blue or Green Points to those who are eligible."""
    advantage: bool = False
    """Not meeting the entry requirements could give an advantage."""
    match_awards: bool = False
    """The event gives an award for each match won."""


WITH_STANDING = ("will not proceed, though eligible", "reserve for a qualifier")


def _standing(book: Book, facts: StandingFacts) -> list[Remark]:
    """2.10: who has standing, and what the organiser may give to those without."""
    if facts.reason in WITH_STANDING:
        return [book.remark("2.10", 'this contestant plays with standing: write `standing = "full"`')]
    choice = "" if not facts.match_awards else ' or, if the organiser so decides, `standing = "matches"`'
    if facts.enhanced_points or facts.advantage:
        award = book.remark("2.10.2", sentence('no awards: write `standing = "none"`{choice}', choice=choice))
    else:
        award = book.remark(
            "2.10.3", sentence('the organiser chooses: `standing = "full"`, `standing = "none"`{choice}', choice=choice)
        )
    return [
        book.remark("2.10", sentence("playing without standing: {reason}", reason=facts.reason)),
        award,
        book.remark("2.10.4", "without full awards, left out of the entry that fixes number and size of the awards"),
        book.remark("2.10.5", "charged and graded like everybody else"),
    ]


class KindFacts(EventModel, frozen=True, kw_only=True):
    """How an event is built."""

    same_competitors: bool = True
    """The same competitors play every session of a stage."""
    sessions: Annotated[int, Meta(ge=1, le=1_000)] = 1
    final: bool = False
    """The leaders go on to a final, or a later stage."""
    overall_ranking: bool = False
    """Separate sessions are combined into an overall ranking."""
    results_counted: Count = 0
    categories: Count = 0
    shortest_stage_boards: Count | None = None


def _kind(book: Book, facts: KindFacts) -> list[Remark]:
    """3.7: the scales that serve it."""
    figures = book.figures.principles
    answers = [_form(book, facts)]
    minimum, maximum = figures.stage_boards.value, figures.categories.value
    if facts.final and facts.shortest_stage_boards is not None and facts.shortest_stage_boards < minimum:
        message = sentence("a stage has fewer than {boards} boards: it is not a multi-stage event", boards=minimum)
        answers.append(book.remark("3.1.3", message))
    if facts.same_competitors and facts.results_counted:
        ladder = "results are counted in a ladder, where different competitors play in each session"
        answers.append(book.remark("3.7.3", ladder))
    if 1 < facts.categories <= maximum:
        answers.append(book.remark("3.9.2", 'ranked again in categories: `form = "stratified"`'))
    elif facts.categories > maximum:
        message = sentence(
            "{categories} categories; a stratified event has {most} at most",
            categories=facts.categories,
            most=in_words(maximum),
        )
        answers.append(book.remark("3.9.2", message))
    return answers


def _form(book: Book, facts: KindFacts) -> Remark:
    if facts.same_competitors:
        if facts.final:
            return book.remark("3.7.2", 'quali-final event: `form = "final"` after a qualifying session, or "knockout"')
        return book.remark("3.7.1", 'all-play-through event: `form = "session"`')
    minimum = book.figures.principles.ladder_sessions.value
    if facts.results_counted >= minimum or (facts.final and facts.sessions >= minimum):
        template = 'ladder: each game as usual, then `form = "ladder"`; {most} of them a year'
        return book.remark("3.7.3", sentence(template, most=in_words(book.figures.quotas.ladders.value)))
    if facts.final:
        message = sentence(
            "a final fed by fewer than {least} sessions is a basic game of its own size", least=in_words(minimum)
        )
        return book.remark("3.7.4", message)
    if facts.overall_ranking or facts.results_counted:
        return book.remark("3.7.4", "separate games: each is rewarded on its own, the overall ranking is not")
    return book.remark("3.7.4", 'separate games: each is rewarded on its own, as `form = "session"`')


@cache
def sheets(book: Book) -> dict[str, Worksheet]:
    """What the book can work out besides events."""
    return {
        "rank": Worksheet(
            "Rank of a holding and the way to the next", book.clause("2.6.2"), Holding, partial(_rank, book)
        ),
        "gold": gold.sheet(book),
        "transfer": Worksheet(
            "Points brought along from another union", book.clause("2.2.1"), TransferFacts, partial(_transfer, book)
        ),
        "crediting": Worksheet(
            "Whether a player's points are credited", book.clause("2.7.2"), CreditingFacts, partial(_crediting, book)
        ),
        "without-standing": Worksheet(
            "Playing without standing", book.clause("2.10"), StandingFacts, partial(_standing, book)
        ),
        "kind-of-event": Worksheet("Which kind of event it is", book.clause("3.7"), KindFacts, partial(_kind, book)),
        "charge": charge_sheets.charge(book),
        "free-sessions": charge_sheets.free_sessions(book),
        "novice-session": charge_sheets.novice(book),
        "licence-conditions": licences.conditions(book),
        "licence-fee": licences.fee(book),
        "deadlines": deadlines.sheet(book),
    }
