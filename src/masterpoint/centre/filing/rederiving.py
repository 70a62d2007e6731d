"""List awards that this engine would give differently, and post new versions if the staff decide so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.engine import engine
from masterpoint.centre.filing import approving, consequences, judging, queries
from masterpoint.centre.filing.correcting import flag_promotions, lock_in_force, reverse_current
from masterpoint.centre.filing.models import ENDED_STATES, REPORTED, Filing, Version
from masterpoint.centre.filing.play_digest import event_as_data
from masterpoint.centre.filing.services import Original, Receipt
from masterpoint.centre.filing.stored_events import event_of_version
from masterpoint.centre.filing.writing import awards_of, new_version, post_awards, save_version
from masterpoint.centre.journal import services as journal
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.proposals import services as proposals
from masterpoint.centre.registry.models import Federation
from masterpoint.core.derivation import Result
from masterpoint.core.errors import MasterpointError
from masterpoint.core.events import AnyEvent
from masterpoint.core.serialisation import exact_text

PAGE = 200


class Rederivation(NamedTuple):
    """A filing as this engine would award it."""

    filing: Filing
    version: Version
    event: AnyEvent
    result: Result | None
    changes: list[queries.Change]
    """Who would gain and who would lose."""
    refusal: str = ""
    """Why this engine refuses the event, if it does."""


def rederivations(federation: Federation, receipt: str = "") -> Iterator[Rederivation]:
    """Every filing in force that would now get different awards. Nothing is written."""
    filings = (
        Filing.objects.filter(federation=federation).exclude(state__in=ENDED_STATES).select_related("organisation")
    )
    filings = filings.filter(receipt=receipt.upper()) if receipt else filings
    for filing in filings.order_by("day", "pk").iterator(chunk_size=200):
        version = rederive(filing)
        if version is not None:
            yield version


class RederivationPage(NamedTuple):
    """A page of filings that were awarded by another engine and checked again, and where to continue."""

    rederivations: list[Rederivation]
    checked: int
    next: int | None


def of_other_engines(federation: Federation, after_key: int = 0, limit: int = PAGE) -> RederivationPage:
    """The next page of filings awarded by another engine, without those that have a waiting version of this one."""
    filings = Filing.objects.filter(federation=federation, pk__gt=after_key).exclude(state__in=ENDED_STATES)
    filings = filings.exclude(versions__engine=engine()).select_related("organisation", "federation")
    page = list(filings.order_by("pk")[: limit + 1])
    checked_filings = page[:limit]
    versions = [rederive(filing) for filing in checked_filings]
    further = checked_filings[-1].pk if len(page) > limit else None
    return RederivationPage([version for version in versions if version is not None], len(checked_filings), further)


def rederive(filing: Filing) -> Rederivation | None:
    """The rederivation of a filing; None if nothing changes, or if its awards were only reported."""
    version = queries.current_version(filing)
    if version.format == REPORTED:
        return None
    event = event_of_version(version)
    try:
        result = judging.judge(event)
    except MasterpointError as error:
        return Rederivation(filing, version, event, None, [], str(error))
    stored_awards = [(award["points"], award["colour"]) for award in judging.load_result(version.result)["awards"]]
    if stored_awards == [(exact_text(award.points), award.colour) for award in result.awards]:
        return None
    amounts_after = [
        (version.people[share.key], share.colour, share.hundredths)
        for share in judging.shares_of(result)
        if share.key in version.people
    ]
    return Rederivation(filing, version, event, result, queries.changes(queries.amounts_of(version), amounts_after))


@transaction.atomic
def post(filing: Filing, *, by: User | None, reason: str) -> Receipt | None:
    """Post a new version with the same facts and the awards of this engine, and reverse the old one.

    If the federation requires two people, the new version waits for the second one.
    """
    ledger.require_officer(by, reason)
    lock_in_force(filing)
    rederivation = rederive(filing)
    if rederivation is None or rederivation.result is None or _has_waiting_version(filing):
        return None
    latest = rederivation.version
    original = Original(bytes(latest.original), latest.original_name, latest.format)
    number = filing.versions.count() + 1
    version = new_version(
        filing, number, event_as_data(rederivation.event), rederivation.result, original, by=by, reason=reason
    )
    version.event, version.people, version.checks = latest.event, latest.people, latest.checks
    save_version(version, filing.day, latest.play.digest)
    choices = _stored_choices(latest)
    if approving.correction_waits(filing, by):
        approving.propose_correction(
            filing, version, rederivation.event, identity=filing.identity, choices=choices, by=by
        )
        return Receipt(filing, version, filed_before=False, waits=True)
    reverse_current(filing, by=by, reason=reason)
    post_awards(version, awards_of(version, rederivation.result, choices), by=by)
    journal.write(filing.federation, "awarded anew", {"filing": [filing.pk]}, by=by, reason=reason)
    consequences.follow([filing], by=by, reason=reason)
    return Receipt(filing, version, filed_before=False, undone=flag_promotions(filing, f"awarded again: {reason}"))


def _has_waiting_version(filing: Filing) -> bool:
    """Whether a version of this engine already waits for a second person."""
    return proposals.waiting(filing.federation).filter(filing=filing, version__engine=engine()).exists()


def _stored_choices(version: Version) -> dict[str, Any] | None:
    """The decisions of a version, from its posting."""
    posting = Posting.objects.filter(version=version, kind=Posting.Kind.AWARDS).order_by("-number").first()
    return {name: value for name, value in posting.facts.items() if name != "kept"} or None if posting else None
