"""Accept and do a proposal, or refuse it. The office decides and, if two people are needed, a second person."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from masterpoint.centre.accounts.models import User
from masterpoint.centre.deciding import filings
from masterpoint.centre.filing import notices
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.mail import services as mail
from masterpoint.centre.people import merging
from masterpoint.centre.proposals.models import Proposal
from masterpoint.centre.proposals.services import Act, NotDecided, State, require_waiting, settle
from masterpoint.centre.records import officers
from masterpoint.centre.registry import access, offices
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.core.errors import Problem


@mail.transaction_with_letters
def accept(proposal: Proposal, *, by: User | None, note: str = "") -> Proposal:
    """Accept a proposal and do it in the same transaction."""
    require_waiting(proposal)
    decider = _require_decider(proposal, by)
    filings.require_note(proposal, note)
    settle(proposal, State.ACCEPTED, by=by, note=note)
    HANDLERS[proposal.act](proposal, decider)
    notices.decision(proposal, by=by)
    return proposal


@mail.transaction_with_letters
def refuse(proposal: Proposal, *, by: User | None, note: str) -> Proposal:
    """Refuse a proposal, with a reason. Its author may withdraw it in the same way."""
    require_waiting(proposal)
    if not note.strip():
        raise NotDecided(Problem("reason", "", "a refusal needs a reason", "say in a few words why"))
    if by is None or by.pk != proposal.by_id:
        _require_staff(proposal, by)
    settle(proposal, State.REFUSED, by=by, note=note)
    notices.decision(proposal, by=by)
    return proposal


def _require_staff(proposal: Proposal, by: User | None) -> User:
    organisation = proposal.filing.organisation if proposal.filing else _national(proposal)
    return access.require(by, access.Action.APPROVE, organisation)


def _national(proposal: Proposal) -> Organisation:
    return proposal.federation.organisations.filter(parent=None).order_by("pk")[0]


def _require_decider(proposal: Proposal, by: User | None) -> User:
    """The decider must be staff and, if two people are needed, must not have taken part."""
    decider = _require_staff(proposal, by)
    if not (proposal.federation.two_people or proposal.act == Act.TWO_PEOPLE):
        return decider
    authors = {proposal.by_id}
    if proposal.filing is not None:
        authors |= set(proposal.filing.versions.values_list("by", flat=True)) | {proposal.filing.filed_by_id}
    if decider.pk in authors:
        message = "you took part in this yourself, and a second person must decide"
        raise NotDecided(Problem("officer", str(decider), message, "ask a colleague in the office to decide"))
    return decider


def _post(proposal: Proposal, by: User) -> None:
    data = proposal.arguments
    lines = [NewLine(person, colour, amount, date.fromisoformat(day)) for person, colour, amount, day in data["lines"]]
    _require_new(proposal)
    ledger.post(
        proposal.federation,
        data["kind"],
        lines,
        by=proposal.by,
        reason=proposal.reason,
        detail=data["detail"] | {"confirmed_by": by.pk},
        is_confirmed=True,
    )
    officers.flag_promotions(
        proposal.federation, {line.person for line in lines}, f"posted by hand: {proposal.reason}"[:200]
    )


def _require_new(proposal: Proposal) -> None:
    """Refuse a list of balances that has been posted since it was proposed."""
    digest = proposal.arguments["detail"].get("balances")
    openings = Posting.objects.filter(federation=proposal.federation, kind=Posting.Kind.OPENING, reversed_by=None)
    if digest and openings.filter(detail__balances=digest).exists():
        message = "these balances have been posted since"
        raise NotDecided(Problem("proposal", str(proposal.pk), message, "refuse it: nothing more to do"))


def _reverse(proposal: Proposal, by: User) -> None:
    posting = Posting.objects.get(federation=proposal.federation, number=proposal.arguments["posting"])
    person = Person.objects.filter(pk=proposal.arguments["person"]).first()
    officers.take_back_now(posting, by=proposal.by, reason=proposal.reason, person=person)


def _move(proposal: Proposal, by: User) -> None:
    data = proposal.arguments
    source, target = (Person.objects.select_related("federation").get(pk=data[key]) for key in ("source", "target"))
    for federation in (source.federation, target.federation):
        if federation not in access.federations_for(by):
            message = f"somebody on the staff of {federation.name} must agree too"
            raise NotDecided(Problem("officer", str(by), message, "ask a colleague on the staff of both"))
    on = date.fromisoformat(data["on"])
    officers.move_now(source, target, data["sheet"], data["facts"], on=on, by=proposal.by, reason=proposal.reason)


def _appoint(proposal: Proposal, by: User) -> None:
    data = proposal.arguments
    organisation = Organisation.objects.get(pk=data["organisation"])
    offices.invite(data["email"], data["name"], organisation, data["role"], on=date.today(), by=proposal.by)


def _two_people(proposal: Proposal, by: User) -> None:
    offices.require_two_people(proposal.federation, proposal.arguments["wanted"], by=by)


def _merge(proposal: Proposal, by: User) -> None:
    duplicate, target = _records(proposal)
    merging.merge(duplicate, target, by=_proposer(proposal), reason=proposal.reason)


def _split(proposal: Proposal, by: User) -> None:
    duplicate, target = _records(proposal)
    duplicate.refresh_from_db(fields=["merged_into"])
    if duplicate.merged_into_id != target.pk:
        message = f"{duplicate} is no longer joined to {target}"
        raise NotDecided(Problem("proposal", str(proposal.pk), message, "refuse it: nothing more to do"))
    merging.split(duplicate, by=_proposer(proposal), reason=proposal.reason)


def _records(proposal: Proposal) -> tuple[Person, Person]:
    people = Person.objects.select_related("federation")
    return people.get(pk=proposal.arguments["duplicate"]), people.get(pk=proposal.arguments["into"])


def _proposer(proposal: Proposal) -> User:
    if proposal.by is None:
        raise NotDecided(Problem("proposal", str(proposal.pk), "nobody proposed it", "refuse it"))
    return proposal.by


HANDLERS: dict[str, Callable[[Proposal, User], None]] = {
    Act.CORRECTION: filings.put_in_force,
    Act.WITHDRAWAL: filings.withdraw,
    Act.POSTING: _post,
    Act.REVERSAL: _reverse,
    Act.MOVE: _move,
    Act.APPOINTMENT: _appoint,
    Act.TWO_PEOPLE: _two_people,
    Act.MERGE: _merge,
    Act.SPLIT: _split,
}
