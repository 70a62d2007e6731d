"""Deliveries of invoices: the postal address and the number of e-mails of each.

Unlike the sealed accounts, an address can be deleted at any time, from one invoice or from all invoices of a club.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import date

from django.db import transaction
from django.db.models import QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing.models import Invoice, InvoiceDelivery
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.audit import note_act
from masterpoint.centre.registry.contacts import organisation_contact_of
from masterpoint.centre.registry.models import Federation, Organisation, OrganisationContact
from masterpoint.centre.registry.name_keys import fold

DELETED = "addresses deleted from invoices"


def postal_address(organisation: Organisation) -> str:
    """The registered address when an invoice is issued. Later changes do not affect the invoice."""
    contact = organisation_contact_of(organisation)
    return contact.post if contact else ""


def delivery_of(invoice: Invoice) -> InvoiceDelivery | None:
    """The delivery of an invoice; None for invoices issued before deliveries were recorded."""
    return InvoiceDelivery.objects.filter(invoice=invoice).first()


def address_of(invoice: Invoice) -> list[str]:
    """The lines of the postal address; empty if there is none, or it was deleted."""
    delivery = delivery_of(invoice)
    return delivery.post.splitlines() if delivery else []


def letters_of(invoice: Invoice) -> int | None:
    """The number of e-mails sent with it; None if it was not to be sent."""
    delivery = delivery_of(invoice)
    return delivery.letters if delivery else None


def without_recipient(federation: Federation) -> QuerySet[Invoice]:
    """Invoices that should have been sent but had no recipient, newest first."""
    return (
        Invoice.objects.filter(federation=federation, delivery__letters=0)
        .select_related("organisation", "federation", "posting")
        .order_by("-posting__number")
    )


def recipient_warning(invoice: Invoice) -> str:
    """A sentence that an invoice had no recipient, and what to do; otherwise empty."""
    if letters_of(invoice) != 0:
        return ""
    return (
        f"{invoice.get_kind_display()} {invoice.number} was sent to nobody: {invoice.organisation.name} has no "
        "treasurer or other officer who gets letters. Appoint one and send it again, or send the PDF yourself."
    )


@transaction.atomic
def delete_addresses(organisation: Organisation, *, by: User | None, on: date, invoice: Invoice | None = None) -> int:
    """Delete the postal address from one invoice, or from all invoices of an organisation.

    Returns the number changed.
    """
    lock(organisation.federation)
    deliveries = InvoiceDelivery.objects.filter(invoice__organisation=organisation).exclude(post="")
    deliveries = deliveries if invoice is None else deliveries.filter(invoice=invoice)
    numbers = list(deliveries.order_by("pk").values_list("invoice__number", flat=True))
    if numbers:
        _delete(deliveries, on)
        row_keys = {"organisation": [organisation.pk]}
        note_act(organisation.federation, DELETED, row_keys, by=by, organisation=organisation.number, invoices=numbers)
    return len(numbers)


def _delete(deliveries: QuerySet[InvoiceDelivery], on: date) -> None:
    deliveries.update(post="", post_deleted_on=on)


def addresses_of_person(
    federation: Federation, names: Iterable[tuple[str, str]], own_addresses: Iterable[str]
) -> set[str]:
    """Every address on an invoice or of an organisation that names somebody, or is their own."""
    on_invoices = InvoiceDelivery.objects.filter(invoice__federation=federation).exclude(post="")
    of_organisations = OrganisationContact.objects.filter(organisation__federation=federation).exclude(post="")
    addresses = {
        *on_invoices.values_list("post", flat=True).distinct(),
        *of_organisations.values_list("post", flat=True),
    }
    needles = {f" {fold(text)} " for text in (*_name_forms(names), *own_addresses)} - {"  "}
    return {address for address in addresses if any(text in f" {fold(address)} " for text in needles)}


def _name_forms(names: Iterable[tuple[str, str]]) -> Iterator[str]:
    for given_name, family_name in names:
        if given_name and family_name:
            yield from (f"{given_name} {family_name}", f"{given_name[0]} {family_name}", f"{family_name} {given_name}")


def delete_everywhere(federation: Federation, addresses: Collection[str], on: date) -> None:
    """Delete some addresses from every invoice and from contact details of organisations, when somebody is erased."""
    if addresses:
        _delete(InvoiceDelivery.objects.filter(invoice__federation=federation, post__in=addresses), on)
        OrganisationContact.objects.filter(organisation__federation=federation, post__in=addresses).update(post="")
