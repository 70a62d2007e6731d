"""Letters to players who reached a rank, if they want them."""

from __future__ import annotations

from collections.abc import Sequence

from masterpoint.centre.mail import services as mail
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.records.promoting import Due
from masterpoint.centre.registry.models import Federation, Person

PROMOTION_LETTER = """Congratulations, {person.name}: {federation.name} announces that you are now

  {due.rank}

reached on {due.reached_on:%-d %B %Y}. Your record, with what you need for the next rank:
{address}"""


def congratulations(federation: Federation, due_promotions: Sequence[Due]) -> list[Letter]:
    """One letter for each promotion, not yet saved."""
    promotions = {due.person.pk: due for due in due_promotions}
    people = Person.objects.filter(pk__in=promotions, account__wants_promotions=True).select_related("account")
    letters = []
    for person in people.order_by("pk"):
        due = promotions[person.pk]
        address = mail.address_of("player", federation.pk, person.number)
        text = PROMOTION_LETTER.format(person=person, federation=federation, due=due, address=address)
        letters.append(mail.letter_to(person.account, f"You are now {due.rank}", text))
    return [letter for letter in letters if letter is not None]
