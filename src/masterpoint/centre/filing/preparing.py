"""What filing does before it takes the lock, and whether that still stands once it has it.

The journal tells what happened in between. Other evenings that were filed matter where they look like this one;
whatever else was done may have changed what was read, so everything is read again.
"""

from __future__ import annotations

from typing import NamedTuple

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.checking import checks_of, count
from masterpoint.centre.filing.examining import Decisions, Examined, examine_played
from masterpoint.centre.filing.likeness import mistaken_days, near_days
from masterpoint.centre.filing.models import Filing, Version
from masterpoint.centre.filing.months import mark_late, may_file_late
from masterpoint.centre.filing.play_digest import PlayedEvent
from masterpoint.centre.filing.refusals import NotFiled
from masterpoint.centre.filing.register_status import with_standing_on_the_day
from masterpoint.centre.filing.similar import Filed
from masterpoint.centre.filing.whereabouts import Whereabouts
from masterpoint.centre.filing.writing import Original, examined_version, new_filing
from masterpoint.centre.journal import queries as journal
from masterpoint.centre.journal.queries import Link
from masterpoint.centre.registry.models import Organisation
from masterpoint.centre.snapshots import snapshot
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
    journal_link: Link
    """How far the journal was when the reading began."""


def prepare(request: Request) -> Prepared:
    """Who played, what it pays, and the rows that keep it; or everything that keeps it from being filed."""
    organisation, played, original, decisions, by, late_reason = request
    link = journal.last_link(organisation.federation)
    require_active(organisation)
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
    return Prepared(request, examined, filing, version, link)


def prepared_ahead(request: Request) -> Prepared | None:
    """The same without the lock, as all was at one moment; a refusal is no answer yet, for it may be changing."""
    try:
        with snapshot():
            return prepare(request)
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
    if (near and _one_alike(prepared, near)) or not _same_grades(prepared.examined):
        return None
    return acts[-1].link if acts else prepared.journal_link


def _one_alike(prepared: Prepared, filings: list[int]) -> bool:
    """Whether one of these filings tells of the same play, or of what looks like it."""
    evening = prepared.examined.evening
    filed = Filed(prepared.filing.federation, [evening.day], [evening.digest], [evening.organisation], filings)
    return bool(filed.by_digest or filed.like(evening))


def _same_grades(examined: Examined) -> bool:
    """Grades follow from the ledger, which the journal does not tell of."""
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
