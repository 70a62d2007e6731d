"""What filing does before it takes the lock, and whether that still stands once it has it.

The journal shows what happened in between. Other evenings that were filed matter where they look like this one;
whatever else was done may have changed what was read, so everything is read again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import consequences
from masterpoint.centre.filing.checking import checks_of, count
from masterpoint.centre.filing.consequences import WorkedOut
from masterpoint.centre.filing.examining import Decisions, Examined, examine_played, questions_of, require_fileable
from masterpoint.centre.filing.likeness import mistaken_days, near_days
from masterpoint.centre.filing.models import Filing, Version
from masterpoint.centre.filing.months import mark_late, may_file_late, state_question
from masterpoint.centre.filing.play_digest import PlayedEvent
from masterpoint.centre.filing.refusals import NotFiled
from masterpoint.centre.filing.register_status import with_standing_on_the_day
from masterpoint.centre.filing.similar import one_alike
from masterpoint.centre.filing.whereabouts import Whereabouts
from masterpoint.centre.filing.writing import Awards, Original, awards_of, examined_version, new_filing
from masterpoint.centre.journal import queries as journal
from masterpoint.centre.journal.queries import Link
from masterpoint.centre.ledger.services import last_link_query
from masterpoint.centre.registry.models import Organisation
from masterpoint.centre.snapshots import snapshot
from masterpoint.centre.statements import Query, prefetch, prefetched_answers
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.schemes import FEDERATIONS

FILED = "filed"
"""What the journal calls the act."""


class Request(NamedTuple):
    """An event that somebody wants to file."""

    organisation: Organisation
    played: PlayedEvent
    original: Original
    decisions: Decisions
    by: User | None
    late_reason: str = ""


class Prepared(NamedTuple):
    """Everything that is to be written, worked out; nothing of it is saved yet."""

    request: Request
    examined: Examined
    filing: Filing
    version: Version
    awards: Awards
    """Those of newcomers come when they are registered."""
    journal_link: Link
    """How far the journal was when the reading began."""
    ahead: Mapping[object, WorkedOut] = {}
    """What its consequences have worked out."""


def prepare(request: Request) -> Prepared:
    """Who played, what it pays, and the rows that keep it; or everything that keeps it from being filed."""
    organisation, played, original, decisions, by, late_reason = request
    federation = organisation.federation
    require_active(organisation)
    require_fileable(organisation, played)
    prefetch(
        journal.last_link_query(federation),
        *questions_of(organisation, played),
        state_question(federation, played.event.day),
    )
    link = journal.last_link(federation)
    examined = examine_played(organisation, played, decisions, imported=original.imported)
    reasons = examined.reasons(Whereabouts(original.imported))
    late = reasons.gather(lambda: may_file_late(organisation, played.event.day, by=by, reason=late_reason))
    reasons.require_none()
    filing = new_filing(organisation, played.event, examined.digest, by=by)
    checks = checks_of(original.imported, examined)
    filing.findings = count(checks)
    if late:
        mark_late(filing, late_reason, by=by)
    version = examined_version(filing, 1, examined, original, checks, by=by, reason=filing.late_reason)
    awards = awards_of(version, examined.paid, examined.detail())
    return Prepared(request, examined, filing, version, awards, link)


def prepared_ahead(request: Request) -> Prepared | None:
    """The same without the lock, as all was at one moment; a refusal is no answer yet, for it may be changing."""
    try:
        with snapshot(), prefetched_answers():
            prepared = prepare(request)
            return prepared._replace(ahead=consequences.worked_out(prepared.version, prepared.examined.paid))
    except MasterpointError:
        return None


def still_stands(prepared: Prepared) -> Link | None:
    """With the lock held: how far the journal is, if nothing has happened that could change what was prepared."""
    acts = journal.acts_after(prepared.filing.federation, prepared.journal_link.number)
    if any(act.what != FILED for act in acts):
        return None
    filed = {subject: facts for act in acts for subject, facts in act.facts.items() if facts}
    days = {day.isoformat() for day in near_days(prepared.filing.day) | mistaken_days(prepared.filing.day)}
    near = [int(subject.split()[1]) for subject, facts in filed.items() if facts["day"] in days]
    evening = prepared.examined.evening
    if (near and one_alike(prepared.filing.federation, evening, near)) or not _same_grades(prepared.examined):
        return None
    return acts[-1].link if acts else prepared.journal_link


def standing_questions(prepared: Prepared) -> list[Query]:
    """What is asked with the lock held, if all still stands."""
    federation = prepared.filing.federation
    return [
        journal.acts_query(federation, prepared.journal_link.number),
        last_link_query(federation),
        *(question for ahead in prepared.ahead.values() for question in ahead.questions),
    ]


def _same_grades(examined: Examined) -> bool:
    """Grades follow from the ledger, which the journal does not record."""
    event = examined.played.event
    if not FEDERATIONS[event.scheme].looks_at_grade:
        return True
    return with_standing_on_the_day(event, examined.identified.known) == examined.judged


def require_active(organisation: Organisation) -> None:
    """Nothing new for a club that has closed; what it filed before can still be corrected."""
    if not organisation.active:
        message = "this one is no longer active, so nothing new can be filed for it"
        raise NotFiled(
            Problem("organisation", organisation.name, message, "choose another, or ask the federation's office")
        )
