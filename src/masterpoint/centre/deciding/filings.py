"""What the office has accepted about a filing is done: the new version put in force, or the filing withdrawn."""

from __future__ import annotations

from datetime import date

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import consequences, correcting, ending, judging, months
from masterpoint.centre.filing.models import Filing, Month, Version
from masterpoint.centre.filing.newcomers import newcomer_from, numbers_taken, register_newcomers
from masterpoint.centre.filing.player_letters import tell_players
from masterpoint.centre.filing.queries import amounts_of
from masterpoint.centre.filing.stored import current_version, stored_event
from masterpoint.centre.filing.writing import awards_of, complete_version, post_awards
from masterpoint.centre.journal import services as journal
from masterpoint.centre.proposals.models import NEWCOMERS, Proposal
from masterpoint.centre.proposals.services import NotDecided
from masterpoint.core.derivation import Result
from masterpoint.core.errors import Problem
from masterpoint.core.serialisation import exact_text


def require_note(proposal: Proposal, note: str) -> None:
    """A month whose promotions are announced is changed by the office, with a reason of its own."""
    filing = proposal.filing
    if filing is None or note.strip():
        return
    days = {filing.day, date.fromisoformat(proposal.arguments.get("day", filing.day.isoformat()))}
    announced = [day for day in sorted(days) if months.state_of(filing.federation, day) == Month.State.ANNOUNCED]
    if announced:
        message = f"the promotions of {announced[0]:%B %Y} have been announced"
        raise NotDecided(Problem("reason", "", message, "say in a few words why it must still be changed"))


def put_in_force(proposal: Proposal, by: User) -> None:
    """The approved version is reversed, the proposed one posted; both stay, and the filing stays official."""
    filing, version, data = _filing(proposal), _version(proposal), proposal.arguments
    correcting.lock_standing(filing)
    _require_own_identity(filing, data["identity"])
    before = list(amounts_of(current_version(filing)))
    correcting.reverse_current(filing, by=by, reason=proposal.reason)
    result = judging.judge(stored_event(version))
    _require_same_awards(proposal, version, result)
    version = _with_newcomers(proposal, version)
    post_awards(version, awards_of(version, result, data.get("decided")), by=proposal.by)
    filing.identity, filing.name, filing.form = data["identity"], data["name"], data["form"]
    filing.day, filing.findings = date.fromisoformat(data["day"]), data["findings"]
    filing.approved_by, filing.state_reason = by, f"version {version.number} approved by {by}"[:300]
    filing.save(update_fields=["identity", "name", "form", "day", "findings", "state", "approved_by", "state_reason"])
    journal.write(filing.federation, "corrected", {"filing": [filing.pk]}, by=by, reason=proposal.reason)
    consequences.follow([filing], by=proposal.by, reason=proposal.reason)
    correcting.flag_undone(filing, f"corrected: {proposal.reason}")
    tell_players(filing, before, amounts_of(version))


def _with_newcomers(proposal: Proposal, version: Version) -> Version:
    """Those the correction names for the first time are registered now; a version that knows them takes its place."""
    federation = proposal.federation
    new = {key: newcomer_from(federation, data) for key, data in proposal.arguments.get(NEWCOMERS, {}).items()}
    if not new:
        return version
    if in_use := numbers_taken(new):
        who = ", ".join(str(person) for person in in_use)
        message = f"a number this correction gives to a newcomer has been given to somebody else since: {who}"
        raise NotDecided(Problem("proposal", str(proposal.pk), message, "refuse it, and ask for the file again"))
    registered = register_newcomers(new, on=date.fromisoformat(proposal.arguments["day"]), by=proposal.by)
    people = version.people | {key: person.pk for key, person in registered.items()}
    return complete_version(version, people)


def _require_own_identity(filing: Filing, identity: str) -> None:
    other = Filing.objects.filter(federation=filing.federation, identity=identity).exclude(pk=filing.pk).first()
    if other is not None:
        message = "with this correction it is the same as an event that has been filed since"
        raise NotDecided(Problem("event", other.receipt, message, "refuse it, or withdraw the other one first"))


def _require_same_awards(proposal: Proposal, version: Version, result: Result) -> None:
    kept = [(award["points"], award["colour"]) for award in judging.load_result(version.result)["awards"]]
    if kept != [(exact_text(award.points), award.colour) for award in result.awards]:
        message = "the program now gives other awards than when the correction was sent"
        raise NotDecided(Problem("proposal", str(proposal.pk), message, "refuse it, and ask for the file again"))


def withdraw(proposal: Proposal, by: User) -> None:
    """The filing is withdrawn, for the reason its organisation gave."""
    ending.withdraw_now(_filing(proposal), by=by, reason=proposal.reason)


def _filing(proposal: Proposal) -> Filing:
    if proposal.filing is None:
        raise NotDecided(Problem("proposal", str(proposal.pk), "it names no filing", "refuse it"))
    return proposal.filing


def _version(proposal: Proposal) -> Version:
    if proposal.version is None:
        raise NotDecided(Problem("proposal", str(proposal.pk), "it names no version", "refuse it"))
    return proposal.version
