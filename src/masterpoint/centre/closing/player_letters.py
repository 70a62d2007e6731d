"""Letters to players who have reached a rank, and want to know."""

from __future__ import annotations

from collections.abc import Sequence

from masterpoint.centre.mail import services as mail
from masterpoint.centre.records.models import Promotion
from masterpoint.centre.registry.models import Person

PROMOTED = """Congratulations, {promotion.person.name}: {promotion.run.federation.name} announces that you are now

  {promotion.rank}

reached on {promotion.reached_on:%-d %B %Y}. Your record, with what the next rank takes:
{address}"""


def congratulate(promotions: Sequence[Promotion]) -> None:
    """One letter for each promotion that nothing was remarked on; in the transaction that announces it."""
    announced = {promotion.person_id: promotion for promotion in promotions if not promotion.flagged}
    people = Person.objects.filter(pk__in=announced, account__wants_promotions=True).select_related("account")
    readers = {person.pk: person.account for person in people}
    for key, promotion in announced.items():
        if key in readers:
            person = promotion.person
            address = mail.address_of("player", person.federation_id, person.number)
            text = PROMOTED.format(promotion=promotion, address=address)
            mail.write_to(readers[key], f"You are now {promotion.rank}", text)
