"""What an act on a filing answers: a receipt, or what a correction changes."""

from __future__ import annotations

from masterpoint.api import rendering
from masterpoint.api.filing_schemas import ChangeOut, CorrectionOut, ReceiptOut, UndoneOut
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import queries, services
from masterpoint.centre.filing.keys import Answer
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Person


def receipt_answer(receipt: services.Receipt) -> Answer:
    fields = ReceiptOut(
        receipt=receipt.filing.receipt,
        filed_at=receipt.filing.filed_at,
        already=receipt.filed_before,
        superseded=receipt.superseded,
    ).model_dump(mode="json")
    return Answer(200 if receipt.filed_before else 201, fields, receipt.filing)


def correction_out(
    user: User | None, receipt: services.Receipt, amounts_before: queries.Amounts, dry_run: bool
) -> CorrectionOut:
    if receipt.waits:
        changes = queries.proposed_gains(receipt.version.proposal)
    else:
        changes = queries.with_people(queries.changes(amounts_before, queries.amounts_of(receipt.version)))
    return CorrectionOut(
        receipt=receipt.filing.receipt,
        version=receipt.version.number,
        dry_run=dry_run,
        waits=receipt.waits,
        changes=[
            ChangeOut(
                **_person_fields(user, change.person),
                colour=change.colour,
                before=rendering.points(change.before),
                after=rendering.points(change.after),
                gain=rendering.points(change.gain),
            )
            for change in changes
        ],
        undone=[
            UndoneOut(**_person_fields(user, promotion.person), rank=promotion.rank) for promotion in receipt.undone
        ],
    )


def _person_fields(user: User | None, person: Person) -> dict[str, str]:
    number = "" if access.is_hidden(user, person) else person.number
    return {"number": number, "name": access.shown_name(user, person)}
