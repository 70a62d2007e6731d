"""Where invoices went: the postal address each was issued to, and how many got it by e-mail.

The accounts are sealed and stay; an address can be deleted at any time, from one invoice or from all of a club.
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
    """The address the register holds as an invoice is issued; later changes of it leave the invoice alone."""
    contact = organisation_contact_of(organisation)
    return contact.post if contact else ""


def delivery_of(invoice: Invoice) -> InvoiceDelivery | None:
    """Nothing where the invoice is older than these notes."""
    return InvoiceDelivery.objects.filter(invoice=invoice).first()


def address_of(invoice: Invoice) -> list[str]:
    """The lines of the postal address; none where there is none, or it was deleted."""
    delivery = delivery_of(invoice)
    return delivery.post.splitlines() if delivery else []


def letters_of(invoice: Invoice) -> int | None:
    """To how many it was written by e-mail; nothing where it was not to be sent."""
    delivery = delivery_of(invoice)
    return delivery.letters if delivery else None


def sent_to_nobody(federation: Federation) -> QuerySet[Invoice]:
    """Invoices that were to be sent and that nobody got, the newest first."""
    return (
        Invoice.objects.filter(federation=federation, delivery__letters=0)
        .select_related("organisation", "federation", "posting")
        .order_by("-posting__number")
    )


def without_reader(invoice: Invoice) -> str:
    """In a sentence: that nobody got an invoice and what to do, or nothing."""
    if letters_of(invoice) != 0:
        return ""
    return (
        f"{invoice.get_kind_display()} {invoice.number} was sent to nobody: {invoice.organisation.name} has no "
        "treasurer or other officer who gets letters. Appoint one and send it again, or send the PDF yourself."
    )


@transaction.atomic
def delete_addresses(organisation: Organisation, *, by: User | None, on: date, invoice: Invoice | None = None) -> int:
    """The postal address out of one invoice, or of every invoice of an organisation; on how many it stood."""
    lock(organisation.federation)
    held = InvoiceDelivery.objects.filter(invoice__organisation=organisation).exclude(post="")
    held = held if invoice is None else held.filter(invoice=invoice)
    numbers = list(held.order_by("pk").values_list("invoice__number", flat=True))
    if numbers:
        _delete(held, on)
        touched = {"organisation": [organisation.pk]}
        note_act(organisation.federation, DELETED, touched, by=by, organisation=organisation.number, invoices=numbers)
    return len(numbers)


def _delete(deliveries: QuerySet[InvoiceDelivery], on: date) -> None:
    deliveries.update(post="", post_deleted_on=on)


def naming(federation: Federation, names: Iterable[tuple[str, str]], posts: Iterable[str]) -> set[str]:
    """Every address on an invoice or of an organisation that names somebody, or is where they live."""
    on_invoices = InvoiceDelivery.objects.filter(invoice__federation=federation).exclude(post="")
    of_organisations = OrganisationContact.objects.filter(organisation__federation=federation).exclude(post="")
    held = {*on_invoices.values_list("post", flat=True).distinct(), *of_organisations.values_list("post", flat=True)}
    wanted = {f" {fold(text)} " for text in (*_ways_to_write(names), *posts)} - {"  "}
    return {post for post in held if any(text in f" {fold(post)} " for text in wanted)}


def _ways_to_write(names: Iterable[tuple[str, str]]) -> Iterator[str]:
    for given, family in names:
        if given and family:
            yield from (f"{given} {family}", f"{given[0]} {family}", f"{family} {given}")


def delete_everywhere(federation: Federation, posts: Collection[str], on: date) -> None:
    """Some addresses out of every invoice and out of the contact details of organisations: somebody is erased."""
    if posts:
        _delete(InvoiceDelivery.objects.filter(invoice__federation=federation, post__in=posts), on)
        OrganisationContact.objects.filter(organisation__federation=federation, post__in=posts).update(post="")
