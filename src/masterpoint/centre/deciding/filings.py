"""Do what the office accepted for a filing: put a new version in force, or withdraw the filing."""

from __future__ import annotations

from datetime import date

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import consequences, correcting, ending, judging, months
from masterpoint.centre.filing.models import Filing, Month, Version
from masterpoint.centre.filing.new_people import holders_of_numbers, new_person_from, register_new_people
from masterpoint.centre.filing.player_letters import write_to_players
from masterpoint.centre.filing.queries import amounts_of
from masterpoint.centre.filing.stored_events import current_version, event_of_version
from masterpoint.centre.filing.writing import awards_of, complete_version, post_awards
from masterpoint.centre.journal import services as journal
from masterpoint.centre.proposals.models import NEW_PEOPLE, Proposal
from masterpoint.centre.proposals.services import NotDecided
from masterpoint.core.derivation import Result
from masterpoint.core.errors import Problem
from masterpoint.core.serialisation import exact_text


def require_note(proposal: Proposal, note: str) -> None:
    """Require a reason of the office for changes in a month whose promotions are announced."""
    filing = proposal.filing
    if filing is None or note.strip():
        return
    days = {filing.day, date.fromisoformat(proposal.arguments.get("day", filing.day.isoformat()))}
    announced_days = [day for day in sorted(days) if months.state_of(filing.federation, day) == Month.State.ANNOUNCED]
    if announced_days:
        message = f"the promotions of {announced_days[0]:%B %Y} have been announced"
        raise NotDecided(Problem("reason", "", message, "say in a few words why it must still be changed"))


def put_in_force(proposal: Proposal, by: User) -> None:
    """Reverse the approved version and post the proposed one. Both are kept, and the filing stays official."""
    filing, version, data = _filing(proposal), _version(proposal), proposal.arguments
    correcting.lock_in_force(filing)
    _require_own_identity(filing, data["identity"])
    amounts_before = list(amounts_of(current_version(filing)))
    correcting.reverse_current(filing, by=by, reason=proposal.reason)
    result = judging.judge(event_of_version(version))
    _require_same_awards(proposal, version, result)
    version = _with_new_people(proposal, version)
    post_awards(version, awards_of(version, result, data.get("decided")), by=proposal.by)
    filing.identity, filing.name, filing.form = data["identity"], data["name"], data["form"]
    filing.day, filing.findings = date.fromisoformat(data["day"]), data["findings"]
    filing.approved_by, filing.state_reason = by, f"version {version.number} approved by {by}"[:300]
    filing.save(update_fields=["identity", "name", "form", "day", "findings", "state", "approved_by", "state_reason"])
    journal.write(filing.federation, "corrected", {"filing": [filing.pk]}, by=by, reason=proposal.reason)
    consequences.follow([filing], by=proposal.by, reason=proposal.reason)
    correcting.flag_promotions(filing, f"corrected: {proposal.reason}")
    write_to_players(filing, amounts_before, amounts_of(version))


def _with_new_people(proposal: Proposal, version: Version) -> Version:
    """Register the new people of a correction, and return a version with them."""
    federation = proposal.federation
    new = {key: new_person_from(federation, data) for key, data in proposal.arguments.get(NEW_PEOPLE, {}).items()}
    if not new:
        return version
    if in_use := holders_of_numbers(new):
        people_text = ", ".join(str(person) for person in in_use)
        message = f"the numbers of new people in this correction now belong to others: {people_text}"
        raise NotDecided(Problem("proposal", str(proposal.pk), message, "refuse it, and ask for the file again"))
    new_people = register_new_people(new, on=date.fromisoformat(proposal.arguments["day"]), by=proposal.by)
    people = version.people | {key: person.pk for key, person in new_people.items()}
    return complete_version(version, people)


def _require_own_identity(filing: Filing, identity: str) -> None:
    duplicate = Filing.objects.filter(federation=filing.federation, identity=identity).exclude(pk=filing.pk).first()
    if duplicate is not None:
        message = "with this correction it equals an event that was filed since"
        raise NotDecided(Problem("event", duplicate.receipt, message, "refuse it, or withdraw the other one first"))


def _require_same_awards(proposal: Proposal, version: Version, result: Result) -> None:
    stored_awards = [(award["points"], award["colour"]) for award in judging.load_result(version.result)["awards"]]
    if stored_awards != [(exact_text(award.points), award.colour) for award in result.awards]:
        message = "the program now gives other awards than when the correction was sent"
        raise NotDecided(Problem("proposal", str(proposal.pk), message, "refuse it, and ask for the file again"))


def withdraw(proposal: Proposal, by: User) -> None:
    """Withdraw the filing for the reason that its organisation gave."""
    ending.withdraw_now(_filing(proposal), by=by, reason=proposal.reason)


def _filing(proposal: Proposal) -> Filing:
    if proposal.filing is None:
        raise NotDecided(Problem("proposal", str(proposal.pk), "it names no filing", "refuse it"))
    return proposal.filing


def _version(proposal: Proposal) -> Version:
    if proposal.version is None:
        raise NotDecided(Problem("proposal", str(proposal.pk), "it names no version", "refuse it"))
    return proposal.version
