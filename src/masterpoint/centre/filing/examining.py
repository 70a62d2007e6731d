"""Examine an event before it is filed: who played, what awards it earns, and what somebody must decide first."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date
from typing import Any, NamedTuple

from masterpoint.centre.filing import judging, similar
from masterpoint.centre.filing.higher_levels import LEVEL, PROMPT, level_problems
from masterpoint.centre.filing.identifying import Choices, Identified, Unknown, identify, numbers_of
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.organisers import organiser_problems
from masterpoint.centre.filing.play_digest import EventPlay, play_of, storable
from masterpoint.centre.filing.player_positions import PlayerPositions
from masterpoint.centre.filing.refusals import NotFiled, Reasons
from masterpoint.centre.filing.register_status import with_statuses
from masterpoint.centre.filing.similar import Evening, Similar
from masterpoint.centre.filing.stored_events import current_version
from masterpoint.centre.registry.days import future_problems
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.centre.registry.queries import numbers_query, records_by_person
from masterpoint.centre.statements import Query
from masterpoint.core.derivation import Result
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent
from masterpoint.intake import ImportedFile


class Decisions(NamedTuple):
    """Decisions about an event that allow it to be filed."""

    people: Choices = {}
    not_same_as: Collection[str] = ()
    """Receipts of similar filings that are other events, or that ended and are filed again."""
    organiser_confirmed: bool = False
    """It is this organisation's event, although the file seems to say otherwise."""


class Examination(NamedTuple):
    """An event with everything known about it before it is filed."""

    play: EventPlay
    judged_event: AnyEvent
    """The event with what the register knows of its players."""
    result: Result | None
    """None if the book refuses it."""
    identified: Identified
    existing: Filing | None
    """The filing in force that has, or once had, exactly these results."""
    similar: list[Similar]
    """Filings that may be the same evening, about which nobody has decided."""
    exclusions: list[Similar]
    """Similar filings that somebody decided are other evenings."""
    organiser: list[Problem]
    """Problems if the file names another organisation, or one of a higher level."""
    problems: list[Problem]
    """Problems that no decision can solve."""
    decisions: Decisions
    evening: Evening
    """The evening, for comparison with others."""

    @property
    def digest(self) -> str:
        return self.play.digest

    @property
    def fileable_result(self) -> Result:
        """The result, once it can be filed."""
        assert self.result is not None, "what the book refuses is not written"
        return self.result

    @property
    def unknown(self) -> list[Unknown]:
        return self.identified.unknown

    @property
    def organiser_asked(self) -> list[Problem]:
        return [] if self.decisions.organiser_confirmed else self.organiser

    def reasons(self, positions: PlayerPositions) -> Reasons:
        """Everything that prevents filing."""
        reasons = Reasons()
        reasons.add(*self.problems)
        reasons.add(
            *self.organiser_asked,
            *(unknown_problem(player, positions) for player in self.unknown),
            *(similar_problem(row) for row in self.similar),
        )
        return reasons

    def remarks(self) -> list[str]:
        """Remarks for an officer about the decisions."""
        return [
            *self.identified.remarks,
            *(decided_remark(row) for row in self.exclusions),
            *(f"filed for this organisation, though {problem.message}" for problem in self.organiser),
        ]

    def detail(self) -> dict[str, Any] | None:
        """The decisions as stored in the posting, under its hash."""
        detail = decided_detail(self.exclusions)
        if self.organiser:
            detail["organiser"] = [problem.value for problem in self.organiser]
        if levels := [problem.value for problem in self.organiser if problem.prompt == PROMPT]:
            detail[LEVEL] = levels[0]
        return detail or None


def examine(
    organisation: Organisation,
    event: AnyEvent,
    decisions: Decisions,
    corrects: Filing | None = None,
    imported: ImportedFile | None = None,
) -> Examination:
    """Examine an event; only another federation's book, or text that cannot be stored, ends it early."""
    play = play_of(organisation.pk, event)
    require_fileable(organisation, play)
    return examine_play(organisation, play, decisions, corrects, imported)


def examine_play(
    organisation: Organisation,
    play: EventPlay,
    decisions: Decisions,
    corrects: Filing | None = None,
    imported: ImportedFile | None = None,
) -> Examination:
    """Examine an event that can be filed and is already plain data."""
    event, digest = play.event, play.digest
    earlier_keys = current_version(corrects).people if corrects else ()
    filed = similar.FiledEvenings(*_comparison_for(organisation, play))
    identified = identify(organisation, event, decisions.people, earlier_keys, filed.queries())
    judged_event = with_statuses(event, identified.people, identified.statuses)
    reasons = Reasons()
    result = reasons.gather(lambda: judging.judge(judged_event))
    records = records_by_person([person for person in identified.people.values() if person.pk])
    evening = similar.evening_of(organisation.pk, event, digest, identified.people, records)
    similar_filings = filed.similar_to(evening, excluding=corrects)
    exclusions = _exclusions(similar_filings, decisions, corrects)
    existing = filed.in_force(digest)
    return Examination(
        play,
        judged_event,
        result,
        identified,
        existing if existing != corrects else None,
        [row for row in similar_filings if row not in exclusions and row.filing != existing],
        exclusions,
        [
            *organiser_problems(organisation, event, identified.people, imported),
            *level_problems(organisation, event, result),
        ],
        [*future_problems(organisation.federation, event.day), *reasons.problems, *_nameless(result)],
        decisions,
        evening,
    )


def _comparison_for(organisation: Organisation, play: EventPlay) -> tuple[Federation, list[date], list[str], list[int]]:
    """The filings to compare an event with."""
    return organisation.federation, [play.event.day], [play.digest], [organisation.pk]


def queries_of(organisation: Organisation, play: EventPlay) -> list[Query]:
    """The queries that every examination starts with."""
    return [
        numbers_query(organisation.federation, numbers_of(play.event)),
        *similar.comparison_queries(*_comparison_for(organisation, play)),
    ]


def _exclusions(similar_filings: list[Similar], decisions: Decisions, corrects: Filing | None) -> list[Similar]:
    """Similar filings with a decision, made now or when one of the two was filed or corrected."""
    pairs = (
        similar.decided_pairs([corrects, *(row.filing for row in similar_filings)])
        if corrects and similar_filings
        else set()
    )
    receipt_numbers = {receipt.strip().upper() for receipt in decisions.not_same_as}
    return [
        row
        for row in similar_filings
        if row.filing.receipt in receipt_numbers
        or (corrects is not None and frozenset((corrects.receipt, row.filing.receipt)) in pairs)
    ]


def _nameless(result: Result | None) -> Iterator[Problem]:
    for award in judging.awards_without_players(result) if result else ():
        yield unnamed_problem(str(award.entry.place))


def require_fileable(organisation: Organisation, play: EventPlay) -> None:
    """Refuse events of another scheme, and text that a database cannot store."""
    problems, event = [], play.event
    if event.scheme != organisation.federation.scheme:
        message = f"{organisation.name} is under the scheme {organisation.federation.scheme}"
        problems.append(
            Problem("scheme", event.scheme, message, f"write the event for {organisation.federation.scheme}")
        )
    if not storable(play.data):
        message = "a name or text holds characters that cannot be stored"
        problems.append(Problem("event", "", message, "type the names again, without control characters"))
    if problems:
        raise NotFiled([*problems, *future_problems(organisation.federation, event.day)])


def unknown_problem(player: Unknown, positions: PlayerPositions) -> Problem:
    message = f"{player.why}{positions.in_brackets(player)}"
    fix = "say who it is in `people`: a member's number, or `new` for a new person whose points are held"
    return Problem(player.key, player.who, message, fix, prompt="who")


def similar_problem(row: Similar) -> Problem:
    filing = row.filing
    message = f"{filing.receipt} has {row.why}: {filing.name}, {filing.organisation.name}, {filing.day:%-d %B %Y}"
    if row.has_ended:
        fix = f"to file it again anyway, give not_same_as={filing.receipt}"
    else:
        fix = f"correct {filing.receipt} instead; if this is another event, give not_same_as={filing.receipt}"
    return Problem("same evening", filing.receipt, message, fix, prompt="same")


def decided_remark(row: Similar) -> str:
    """A remark for the office about a filing that looked like another one."""
    if row.has_ended:
        return f"filed again by decision: {row.filing.receipt} has {row.why}"
    return f"filed as another event than {row.filing.receipt}, though it has {row.why}"


def decided_detail(exclusions: Collection[Similar]) -> dict[str, Any]:
    """The decisions for a posting's detail."""
    return {similar.NOT_SAME_AS: sorted(row.filing.receipt for row in exclusions)} if exclusions else {}


def unnamed_problem(place: str) -> Problem:
    return Problem(f"place {place}", "", "this entry earns points but names no players", "name them")
