"""Prepare a filing before the lock is taken, and check under the lock that the preparation is still current.

The journal shows what happened in between. Other filings matter only if they are similar; any other entry may have
changed what was read, so everything is read again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import consequences
from masterpoint.centre.filing.checking import checks_of, count
from masterpoint.centre.filing.comparison import mistaken_days, near_days
from masterpoint.centre.filing.consequences import PreparedWork
from masterpoint.centre.filing.examining import Decisions, Examination, examine_play, queries_of, require_fileable
from masterpoint.centre.filing.models import Filing, Version
from masterpoint.centre.filing.months import mark_late, may_file_late, state_query
from masterpoint.centre.filing.play_digest import EventPlay
from masterpoint.centre.filing.player_positions import PlayerPositions
from masterpoint.centre.filing.refusals import NotFiled
from masterpoint.centre.filing.register_status import with_statuses
from masterpoint.centre.filing.similar import is_similar_to_any
from masterpoint.centre.filing.writing import Awards, Original, awards_of, new_filing, version_of
from masterpoint.centre.journal import queries as journal
from masterpoint.centre.journal.queries import Link
from masterpoint.centre.ledger.services import last_link_query
from masterpoint.centre.registry.models import Organisation
from masterpoint.centre.snapshots import snapshot
from masterpoint.centre.statements import Query, prefetch, prefetched_answers
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.schemes import FEDERATIONS

FILING_ACT = "filed"
"""The name of the act in the journal."""


class Request(NamedTuple):
    """An event that somebody wants to file."""

    organisation: Organisation
    play: EventPlay
    original: Original
    decisions: Decisions
    by: User | None
    late_reason: str = ""


class PreparedFiling(NamedTuple):
    """The rows to be written, not yet saved."""

    request: Request
    examination: Examination
    filing: Filing
    version: Version
    awards: Awards
    """The awards without those of new people, who are registered later."""
    journal_link: Link
    """The last entry of the journal when reading began."""
    works: Mapping[object, PreparedWork] = {}
    """What its consequences prepared."""


def prepare(request: Request) -> PreparedFiling:
    """Prepare a filing: who played, what awards it earns, and its rows. Raises everything that prevents filing."""
    organisation, play, original, decisions, by, late_reason = request
    federation = organisation.federation
    require_active(organisation)
    require_fileable(organisation, play)
    prefetch(
        journal.last_link_query(federation),
        *queries_of(organisation, play),
        state_query(federation, play.event.day),
    )
    link = journal.last_link(federation)
    examination = examine_play(organisation, play, decisions, imported=original.imported)
    reasons = examination.reasons(PlayerPositions(original.imported))
    is_late = reasons.gather(lambda: may_file_late(organisation, play.event.day, by=by, reason=late_reason))
    reasons.require_none()
    filing = new_filing(organisation, play.event, examination.digest, by=by)
    checks = checks_of(original.imported, examination)
    filing.findings = count(checks)
    if is_late:
        mark_late(filing, late_reason, by=by)
    version = version_of(filing, 1, examination, original, checks, by=by, reason=filing.late_reason)
    awards = awards_of(version, examination.fileable_result, examination.detail())
    return PreparedFiling(request, examination, filing, version, awards, link)


def prepare_before_lock(request: Request) -> PreparedFiling | None:
    """Prepare a filing without the lock, from a snapshot. Returns None if it is refused, because that may change."""
    try:
        with snapshot(), prefetched_answers():
            preparation = prepare(request)
            return preparation._replace(
                works=consequences.prepare_works(preparation.version, preparation.examination.fileable_result)
            )
    except MasterpointError:
        return None


def current_link(preparation: PreparedFiling) -> Link | None:
    """The last entry of the journal, read under the lock; None if something happened that may affect the filing."""
    acts = journal.acts_after(preparation.filing.federation, preparation.journal_link.number)
    if any(act.action != FILING_ACT for act in acts):
        return None
    filed = {subject: facts for act in acts for subject, facts in act.facts.items() if facts}
    days = {day.isoformat() for day in near_days(preparation.filing.day) | mistaken_days(preparation.filing.day)}
    versions_nearby = [int(subject.split()[1]) for subject, facts in filed.items() if facts["day"] in days]
    evening = preparation.examination.evening
    federation = preparation.filing.federation
    has_similar = bool(versions_nearby) and is_similar_to_any(federation, evening, versions_nearby)
    if has_similar or not _same_grades(preparation.examination):
        return None
    return acts[-1].link if acts else preparation.journal_link


def check_queries(preparation: PreparedFiling) -> list[Query]:
    """The queries made under the lock, if the preparation is still current."""
    federation = preparation.filing.federation
    return [
        journal.acts_query(federation, preparation.journal_link.number),
        last_link_query(federation),
        *(query for work in preparation.works.values() for query in work.queries),
    ]


def _same_grades(examination: Examination) -> bool:
    """Whether the grades are unchanged: they depend on the ledger, which the journal does not record."""
    event = examination.play.event
    if not FEDERATIONS[event.scheme].looks_at_grade:
        return True
    return with_statuses(event, examination.identified.people) == examination.judged_event


def require_active(organisation: Organisation) -> None:
    """Refuse new filings for an inactive club. Its earlier ones can still be corrected."""
    if not organisation.active:
        message = "this one is no longer active, so nothing new can be filed for it"
        raise NotFiled(
            Problem("organisation", organisation.name, message, "choose another, or ask the federation's office")
        )
