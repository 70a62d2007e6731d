"""An event looked at before it is filed: who played, what it pays, and everything somebody has to decide first."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date
from typing import Any, NamedTuple

from masterpoint.centre.filing import judging, similar
from masterpoint.centre.filing.identifying import Decided, Identified, Unknown, identify, numbers_of
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.organisers import organiser_problems
from masterpoint.centre.filing.play_digest import PlayedEvent, played_event, storable
from masterpoint.centre.filing.refusals import NotFiled, Reasons
from masterpoint.centre.filing.register_status import with_standing_on_the_day
from masterpoint.centre.filing.similar import Evening, Similar
from masterpoint.centre.filing.stored import current_version
from masterpoint.centre.filing.whereabouts import Whereabouts
from masterpoint.centre.registry.days import future_problems
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.centre.registry.queries import numbers_query, records_by_person
from masterpoint.centre.statements import Query
from masterpoint.core.derivation import Result
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent
from masterpoint.intake import ImportedFile


class Decisions(NamedTuple):
    """What somebody has decided about an event, so that it can be filed."""

    people: Decided = {}
    not_same_as: Collection[str] = ()
    """Receipts of filings that look like it and are other events, or were ended and are filed again."""
    organiser_confirmed: bool = False
    """It is this organisation's, though the file seems to say otherwise."""


class Examined(NamedTuple):
    """An event with all that is known about it before it is filed."""

    played: PlayedEvent
    judged: AnyEvent
    """The event with what the register knows of its players."""
    result: Result | None
    """Nothing where the book refuses it."""
    identified: Identified
    already: Filing | None
    """The filing that stands and has, or once had, these very results."""
    similar: list[Similar]
    """What may be the same evening and nobody has decided about yet."""
    settled: list[Similar]
    """What may be the same evening and somebody says is not."""
    organiser: list[Problem]
    """Whose evening the file says it is, where that is another organisation."""
    problems: list[Problem]
    """What no decision can mend."""
    decisions: Decisions
    evening: Evening
    """As it is compared with others."""

    @property
    def digest(self) -> str:
        return self.played.digest

    @property
    def paid(self) -> Result:
        """What it pays, once nothing keeps it from being filed."""
        assert self.result is not None, "what the book refuses is not written"
        return self.result

    @property
    def unknown(self) -> list[Unknown]:
        return self.identified.unknown

    @property
    def organiser_asked(self) -> list[Problem]:
        return [] if self.decisions.organiser_confirmed else self.organiser

    def reasons(self, where: Whereabouts) -> Reasons:
        """Everything that keeps it from being filed."""
        reasons = Reasons()
        reasons.add(*self.problems)
        reasons.add(
            *self.organiser_asked,
            *(unknown_problem(unknown, where) for unknown in self.unknown),
            *(similar_problem(other) for other in self.similar),
        )
        return reasons

    def remarks(self) -> list[str]:
        """What an officer should know about the decisions it was filed with."""
        return [
            *self.identified.remarks,
            *(decided_remark(other) for other in self.settled),
            *(f"filed for this organisation, though {problem.message}" for problem in self.organiser),
        ]

    def detail(self) -> dict[str, Any] | None:
        """The decisions as the ledger keeps them, under the hash of the posting, beside who and when."""
        kept = decided_detail(self.settled)
        if self.organiser:
            kept["organiser"] = [problem.value for problem in self.organiser]
        return kept or None


def examine(
    organisation: Organisation,
    event: AnyEvent,
    decisions: Decisions,
    corrects: Filing | None = None,
    imported: ImportedFile | None = None,
) -> Examined:
    """Everything about an event at once; only another federation's book, or text nobody can keep, ends it early."""
    played = played_event(organisation.pk, event)
    require_fileable(organisation, played)
    return examine_played(organisation, played, decisions, corrects, imported)


def examine_played(
    organisation: Organisation,
    played: PlayedEvent,
    decisions: Decisions,
    corrects: Filing | None = None,
    imported: ImportedFile | None = None,
) -> Examined:
    """The same of an event that is fileable, and has been made into data already."""
    event, digest = played.event, played.digest
    before = current_version(corrects).people if corrects else ()
    filed = similar.Filed(*_filed_like(organisation, played))
    identified = identify(organisation, event, decisions.people, before, filed.questions())
    judged = with_standing_on_the_day(event, identified.known, identified.statuses)
    reasons = Reasons()
    result = reasons.gather(lambda: judging.judge(judged))
    records = records_by_person([person for person in identified.known.values() if person.pk])
    evening = similar.evening_of(organisation.pk, event, digest, identified.known, records)
    alike = filed.like(evening, besides=corrects)
    settled = _settled(alike, decisions, corrects)
    already = filed.standing(digest)
    return Examined(
        played,
        judged,
        result,
        identified,
        already if already != corrects else None,
        [other for other in alike if other not in settled and other.filing != already],
        settled,
        organiser_problems(organisation, event, identified.known, imported),
        [*future_problems(organisation.federation, event.day), *reasons.problems, *_nameless(result)],
        decisions,
        evening,
    )


def _filed_like(organisation: Organisation, played: PlayedEvent) -> tuple[Federation, list[date], list[str], list[int]]:
    """Which filings an event is compared with."""
    return organisation.federation, [played.event.day], [played.digest], [organisation.pk]


def questions_of(organisation: Organisation, played: PlayedEvent) -> list[Query]:
    """What is asked first about any event."""
    return [
        numbers_query(organisation.federation, numbers_of(played.event)),
        *similar.filed_questions(*_filed_like(organisation, played)),
    ]


def _settled(alike: list[Similar], decisions: Decisions, corrects: Filing | None) -> list[Similar]:
    """Those somebody has decided about: now, or when one of the two was filed or corrected before."""
    pairs = similar.decided_pairs([corrects, *(other.filing for other in alike)]) if corrects and alike else set()
    named = {receipt.strip().upper() for receipt in decisions.not_same_as}
    return [
        other
        for other in alike
        if other.filing.receipt in named
        or (corrects is not None and frozenset((corrects.receipt, other.filing.receipt)) in pairs)
    ]


def _nameless(result: Result | None) -> Iterator[Problem]:
    for award in judging.awards_without_players(result) if result else ():
        yield unnamed_problem(str(award.entry.place))


def require_fileable(organisation: Organisation, played: PlayedEvent) -> None:
    """An event of the federation's own scheme, in text that any database can keep."""
    problems, event = [], played.event
    if event.scheme != organisation.federation.scheme:
        message = f"{organisation.name} is under the scheme {organisation.federation.scheme}"
        problems.append(
            Problem("scheme", event.scheme, message, f"write the event for {organisation.federation.scheme}")
        )
    if not storable(played.data):
        message = "a name or text holds characters that cannot be stored"
        problems.append(Problem("event", "", message, "type the names again, without control characters"))
    if problems:
        raise NotFiled([*problems, *future_problems(organisation.federation, event.day)])


def unknown_problem(unknown: Unknown, where: Whereabouts) -> Problem:
    message = f"{unknown.why}{where.of(unknown)}"
    fix = "say who it is in `people`: a member's number, or `new` for a new person whose points are held"
    return Problem(unknown.key, unknown.who, message, fix, prompt="who")


def similar_problem(other: Similar) -> Problem:
    filing = other.filing
    message = f"{filing.receipt} has {other.why}: {filing.name}, {filing.organisation.name}, {filing.day:%-d %B %Y}"
    if other.ended:
        fix = f"to file it again anyway, give not_same_as={filing.receipt}"
    else:
        fix = f"correct {filing.receipt} instead; if this is another event, give not_same_as={filing.receipt}"
    return Problem("same evening", filing.receipt, message, fix, prompt="same")


def decided_remark(other: Similar) -> str:
    """What the office reads about a filing that looked like another one."""
    if other.ended:
        return f"filed again by decision: {other.filing.receipt} has {other.why}"
    return f"filed as another event than {other.filing.receipt}, though it has {other.why}"


def decided_detail(settled: Collection[Similar]) -> dict[str, Any]:
    """The same as a posting keeps it."""
    return {similar.DECIDED: sorted(other.filing.receipt for other in settled)} if settled else {}


def unnamed_problem(place: str) -> Problem:
    return Problem(f"place {place}", "", "this entry earns points but names no players", "name them")
