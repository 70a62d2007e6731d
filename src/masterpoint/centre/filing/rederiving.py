"""What this engine would award otherwise: shown, and by a decision of the staff posted as new versions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.engine import engine
from masterpoint.centre.filing import approving, consequences, judging, queries
from masterpoint.centre.filing.correcting import flag_undone, lock_standing, reverse_current
from masterpoint.centre.filing.models import REPORTED, Filing, Version
from masterpoint.centre.filing.play_digest import event_as_data
from masterpoint.centre.filing.services import Original, Receipt
from masterpoint.centre.filing.stored import stored_event
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

AT_ONCE = 200


class Rederived(NamedTuple):
    """A filing as this engine would award it."""

    filing: Filing
    version: Version
    event: AnyEvent
    result: Result | None
    changes: list[queries.Change]
    """Who would gain and who would lose."""
    refusal: str = ""
    """Why this engine awards nothing at all, where it refuses the event."""


def rederivations(federation: Federation, receipt: str = "") -> Iterator[Rederived]:
    """Every filing that stands and would be awarded otherwise now; nothing is written."""
    ended = [Filing.State.WITHDRAWN, Filing.State.REJECTED]
    filings = Filing.objects.filter(federation=federation).exclude(state__in=ended).select_related("organisation")
    filings = filings.filter(receipt=receipt.upper()) if receipt else filings
    for filing in filings.order_by("day", "pk").iterator(chunk_size=200):
        again = rederived(filing)
        if again is not None:
            yield again


class Stretch(NamedTuple):
    """Some filings that another engine awarded, looked at again; and where to go on."""

    otherwise: list[Rederived]
    looked_at: int
    next: int | None


def of_other_engines(federation: Federation, after: int = 0, most: int = AT_ONCE) -> Stretch:
    """The next filings that another engine awarded and no version of this one waits for: a stretch at a time."""
    ended = [Filing.State.WITHDRAWN, Filing.State.REJECTED]
    filings = Filing.objects.filter(federation=federation, pk__gt=after).exclude(state__in=ended)
    filings = filings.exclude(versions__engine=engine()).select_related("organisation", "federation")
    page = list(filings.order_by("pk")[: most + 1])
    looked_at = page[:most]
    versions = [rederived(filing) for filing in looked_at]
    further = looked_at[-1].pk if len(page) > most else None
    return Stretch([other for other in versions if other is not None], len(looked_at), further)


def rederived(filing: Filing) -> Rederived | None:
    """One filing, if this engine would award it otherwise; what was only reported cannot be derived."""
    version = queries.current_version(filing)
    if version.format == REPORTED:
        return None
    event = stored_event(version)
    try:
        result = judging.judge(event)
    except MasterpointError as error:
        return Rederived(filing, version, event, None, [], str(error))
    kept = [(award["points"], award["colour"]) for award in judging.load_result(version.result)["awards"]]
    if kept == [(exact_text(award.points), award.colour) for award in result.awards]:
        return None
    after = [
        (version.people[share.key], share.colour, share.hundredths)
        for share in judging.shares_of(result)
        if share.key in version.people
    ]
    return Rederived(filing, version, event, result, queries.changes(queries.amounts_of(version), after))


@transaction.atomic
def post(filing: Filing, *, by: User | None, reason: str) -> Receipt | None:
    """The staff's decision: a new version with the same facts, awarded by this engine; the old one is reversed.

    Where the federation wants two people, the new version waits for a second one.
    """
    ledger.require_officer(by, reason)
    lock_standing(filing)
    again = rederived(filing)
    if again is None or again.result is None or _waits(filing):
        return None
    last = again.version
    original = Original(bytes(last.original), last.original_name, last.format)
    number = filing.versions.count() + 1
    version = new_version(filing, number, event_as_data(again.event), again.result, original, by=by, reason=reason)
    version.event, version.people, version.checks = last.event, last.people, last.checks
    save_version(version, filing.day, last.play.digest)
    decided = _decided(last)
    if approving.correction_waits(filing, by):
        approving.propose_correction(filing, version, again.event, identity=filing.identity, decided=decided, by=by)
        return Receipt(filing, version, already=False, waits=True)
    reverse_current(filing, by=by, reason=reason)
    post_awards(version, awards_of(version, again.result, decided), by=by)
    journal.write(filing.federation, "awarded anew", {"filing": [filing.pk]}, by=by, reason=reason)
    consequences.follow([filing], by=by, reason=reason)
    return Receipt(filing, version, already=False, undone=flag_undone(filing, f"awarded again: {reason}"))


def _waits(filing: Filing) -> bool:
    """Whether a version of this engine waits for a second person already."""
    return proposals.waiting(filing.federation).filter(filing=filing, version__engine=engine()).exists()


def _decided(version: Version) -> dict[str, Any] | None:
    """What was decided when a version was filed, as its posting keeps it."""
    posting = Posting.objects.filter(version=version, kind=Posting.Kind.AWARDS).order_by("-number").first()
    return {name: value for name, value in posting.facts.items() if name != "kept"} or None if posting else None
