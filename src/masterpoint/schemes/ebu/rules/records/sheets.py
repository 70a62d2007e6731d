"""Chapters 2 and 3 as worksheets: rank, transfer, crediting, playing without standing, the kind of an event."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Annotated, Literal

from msgspec import Meta

from masterpoint.core.derivation import Remark, Step, fact, nothing
from masterpoint.core.editions import Worksheet
from masterpoint.core.errors import Refused
from masterpoint.core.events import Count, EventModel
from masterpoint.core.exact import Exact, exact, shown
from masterpoint.schemes.ebu.rules.handbook import amount_problems, clause, remark
from masterpoint.schemes.ebu.rules.organisations import charge_sheets, deadlines, licences
from masterpoint.schemes.ebu.rules.records import gold, ranks

COLOURS = ("local", "blue", "green", "online", "gold")
COLOUR_CLAUSES = {"local": "2.4.1(a)", "blue": "2.4.1(b)", "green": "2.4.1(c)", "online": "2.4.1(d)", "gold": "2.5.1"}
Points = Annotated[Decimal, Meta(description="points, 0 or more")]


class Holding(EventModel, frozen=True, kw_only=True):
    """What a player holds: Local and online points whole, the others with two decimals."""

    local: Points = Decimal(0)
    blue: Points = Decimal(0)
    green: Points = Decimal(0)
    online: Points = Decimal(0)
    gold: Points = Decimal(0)


def _holding(asked: EventModel) -> dict[str, Exact]:
    if problems := list(amount_problems(asked, "2.4.1(a)")):
        raise Refused(problems)
    return {colour: exact(getattr(asked, colour)) for colour in COLOURS}


def _rank(asked: Holding) -> list[Step | Remark]:
    """2.6: the overall holding, the rank it gives, and what the next one still asks for."""
    holding = _holding(asked)
    found = ranks.standing(holding)
    held = {colour: fact(holding[colour], clause(COLOUR_CLAUSES[colour]), f"{colour} points") for colour in COLOURS}
    missing = ", ".join(f"{shown(gap.missing)} {gap.what}" for gap in found.gaps) or "nothing"
    return [
        ranks.overall_holding(held),
        *(step for step in found.steps if step.clause.number != "2.6.1"),
        remark("2.6.2", f"rank: {found.rank or 'none yet'}"),
        remark("2.6.2", f"next rank: {found.next_rank}; still needed: {missing}"),
    ]


class TransferAsked(Holding, frozen=True, kw_only=True):
    """Points a player brings along from another union."""

    union: Literal["northern ireland", "scotland", "wales", "other"]
    record_closed: bool
    """The record in the other union is closed: a player keeps one record at a time."""


def _transfer(asked: TransferAsked) -> list[Step | Remark]:
    """2.2.1, 2.2.3: the home unions' points count here, others do not."""
    holding = _holding(asked)
    answers: list[Step | Remark] = []
    for colour in COLOURS:
        if not holding[colour]:
            continue
        if asked.union == "other":
            brought = fact(holding[colour], clause("2.2.3"), f"{colour} points of another scheme")
            answers.append(nothing(clause("2.2.3"), "points of other schemes are not generally recognised", brought))
        else:
            answers.append(fact(holding[colour], clause("2.2.1"), f"{colour} points transferred from {asked.union}"))
    if asked.union != "other" and not asked.record_closed:
        answers.append(remark("2.2.1", "close the record in the other union first: a player keeps only one at a time"))
    return answers


class CreditingAsked(EventModel, frozen=True, kw_only=True):
    """What a player was on the day."""

    membership: Literal["member", "lapsed", "potential", "suspended", "none"]
    has_number: bool = True
    """An EBU number is known."""


def _crediting(asked: CreditingAsked) -> list[Step | Remark]:
    """2.7 and 2.9: credited at once, held, or not at all."""
    match asked.membership:
        case "suspended":
            return [nothing(clause("2.7.4"), "a suspended member earns nothing during the suspension")]
        case "lapsed" | "potential":
            held = remark("2.9.3", "points are recorded under the player's number and credited on (re)joining")
            return [held, *_number_wanted(asked)]
        case "none":
            message = "points can be registered for members only; a club may enter the player as a potential member"
            return [nothing(clause("2.7.2"), message), remark("2.9.3", "register the player as a potential member")]
    return [remark("2.7.1", "credited from the results file"), *_number_wanted(asked)]


def _number_wanted(asked: CreditingAsked) -> Iterator[Remark]:
    if not asked.has_number:
        yield remark("2.9.2", "find the player's EBU number before the results are sent")


class StandingAsked(EventModel, frozen=True, kw_only=True):
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
    """Raised status, Blue or Green Points are there for those who are eligible."""
    advantage: bool = False
    """Not meeting the entry requirements could give an advantage."""
    match_awards: bool = False
    """The event gives an award for each match won."""


WITH_STANDING = ("will not proceed, though eligible", "reserve for a qualifier")


def _standing(asked: StandingAsked) -> list[Remark]:
    """2.10: who has standing, and what the organiser may give to those without."""
    if asked.reason in WITH_STANDING:
        return [remark("2.10", 'this contestant plays with standing: write `standing = "full"`')]
    choice = "" if not asked.match_awards else ' or, if the organiser so decides, `standing = "matches"`'
    if asked.enhanced_points or asked.advantage:
        award = remark("2.10.2", f'no awards: write `standing = "none"`{choice}')
    else:
        award = remark("2.10.3", f'the organiser chooses: `standing = "full"`, `standing = "none"`{choice}')
    return [
        remark("2.10", f"playing without standing: {asked.reason}"),
        award,
        remark("2.10.4", "without full awards, left out of the entry that fixes number and size of the awards"),
        remark("2.10.5", "charged and graded like everybody else"),
    ]


class KindAsked(EventModel, frozen=True, kw_only=True):
    """How an event is built."""

    same_competitors: bool = True
    """The same competitors play every session of a stage."""
    sessions: Annotated[int, Meta(ge=1, le=1_000)] = 1
    final: bool = False
    """The leaders go on to a final, or a later stage."""
    overall_ranking: bool = False
    """Separate sessions are put together to an overall ranking."""
    results_counted: Count = 0
    categories: Count = 0
    shortest_stage_boards: Count | None = None


def _kind(asked: KindAsked) -> list[Remark]:
    """3.7: which scales answer it."""
    found = [_form(asked)]
    if asked.final and asked.shortest_stage_boards is not None and asked.shortest_stage_boards < 12:
        found.append(remark("3.1.3", "a stage has fewer than 12 boards: it is not a multi-stage event"))
    if 1 < asked.categories <= 4:
        found.append(remark("3.9.2", 'ranked again in categories: `form = "stratified"`'))
    elif asked.categories > 4:
        found.append(remark("3.9.2", f"{asked.categories} categories; a stratified event has four at most"))
    return found


def _form(asked: KindAsked) -> Remark:
    if asked.same_competitors:
        if asked.final:
            return remark("3.7.2", 'quali-final event: `form = "final"` after a qualifying session, or "knockout"')
        return remark("3.7.1", 'all-play-through event: `form = "session"`')
    if asked.results_counted >= 6 or (asked.final and asked.sessions >= 6):
        return remark("3.7.3", 'ladder: each game as usual, then `form = "ladder"`; two of them a year')
    if asked.final:
        return remark("3.7.4", "a final fed by fewer than six sessions is a basic game of its own size")
    return remark("3.7.4", "separate games: each is rewarded on its own, the overall ranking is not")


SHEETS = {
    "rank": Worksheet("Rank of a holding and the way to the next", clause("2.6.2"), Holding, _rank),
    "gold": gold.SHEET,
    "transfer": Worksheet("Points brought along from another union", clause("2.2.1"), TransferAsked, _transfer),
    "crediting": Worksheet("Whether a player's points are credited", clause("2.7.2"), CreditingAsked, _crediting),
    "without-standing": Worksheet("Playing without standing", clause("2.10"), StandingAsked, _standing),
    "kind-of-event": Worksheet("Which kind of event it is", clause("3.7"), KindAsked, _kind),
    "charge": charge_sheets.CHARGE,
    "free-sessions": charge_sheets.FREE,
    "novice-session": charge_sheets.NOVICE,
    "licence-conditions": licences.CONDITIONS,
    "licence-fee": licences.FEE,
    "deadlines": deadlines.SHEET,
}
