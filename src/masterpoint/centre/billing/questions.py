"""Questions about lines of invoices and their answers. They are stored with the accounts and sent by letter."""

from __future__ import annotations

from django.db.models import OuterRef, QuerySet, Subquery

from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing.chain import new_posting
from masterpoint.centre.billing.errors import NotBilled
from masterpoint.centre.billing.letters import treasurers
from masterpoint.centre.billing.models import InvoiceLine, LineNote, Posting
from masterpoint.centre.mail import services as mail
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.core.errors import Problem

MAX_LENGTH = 1000
LETTER = """{by} {does} about “{title}” on invoice {number}, {organisation}:

{text}

All messages so far, the sessions behind the line, and a box for your answer:
{address}"""


@mail.transaction_with_letters
def write_note(line: InvoiceLine, text: str, *, by: User) -> LineNote:
    """Write a question of the club or an answer of the federation's finance.

    The same text again is not written twice.
    """
    message = text.strip()[:MAX_LENGTH]
    if not message:
        raise NotBilled(Problem("question", "", "nothing was written", "say in a few words what is unclear"))
    latest = line.notes.select_related("posting").order_by("-pk").first()
    if latest is not None and (latest.text, latest.posting.by_id) == (message, by.pk):
        return latest
    invoice = line.invoice
    answers = invoice.federation in access.federations_for(by, Action.BILLING)
    with new_posting(invoice.federation, Posting.Kind.NOTE, by=by) as posting:
        note = LineNote.objects.create(posting=posting, line=line, text=message, answers=answers)
    _send(note, by)
    return note


def _send(note: LineNote, by: User) -> None:
    line, invoice = note.line, note.line.invoice
    subject = f"{'An answer' if note.answers else 'A question'} about invoice {invoice.number}"
    text = LETTER.format(
        by=by,
        does="has answered your question" if note.answers else "asks",
        title=line.title,
        number=invoice.number,
        organisation=invoice.organisation.name,
        text=note.text,
        address=mail.address_of("invoice-line", invoice.federation_id, invoice.number, line.number),
    )
    readers = treasurers(invoice.organisation) if note.answers else _finance(invoice.federation)
    for reader in readers:
        if reader.pk != by.pk:
            mail.write_to(reader, subject, text)


def _finance(federation: Federation) -> list[User]:
    national = Organisation.objects.filter(federation=federation, parent=None).order_by("pk").first()
    return access.nearest_officers(Action.BILLING, national) if national else []


def waiting_lines(federation: Federation) -> QuerySet[InvoiceLine]:
    """Lines with a question that is not answered yet."""
    latest = LineNote.objects.filter(line=OuterRef("pk")).order_by("-pk")
    lines = InvoiceLine.objects.filter(invoice__federation=federation, notes__isnull=False).distinct()
    unanswered = lines.filter(pk__in=lines.filter(notes=Subquery(latest.values("pk")[:1]), notes__answers=False))
    return unanswered.select_related("invoice__organisation").order_by("pk")
