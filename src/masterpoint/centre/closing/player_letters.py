"""Letters to players who have reached a rank, and want to know."""

from __future__ import annotations

from collections.abc import Sequence

from masterpoint.centre.mail import services as mail
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.records.promoting import Due
from masterpoint.centre.registry.models import Federation, Person

PROMOTED = """Congratulations, {person.name}: {federation.name} announces that you are now

  {due.rank}

reached on {due.reached_on:%-d %B %Y}. Your record, with what the next rank takes:
{address}"""


def congratulations(federation: Federation, promoted: Sequence[Due]) -> list[Letter]:
    """One letter for each promotion, not written yet."""
    known = {due.person.pk: due for due in promoted}
    people = Person.objects.filter(pk__in=known, account__wants_promotions=True).select_related("account")
    letters = []
    for person in people.order_by("pk"):
        due = known[person.pk]
        address = mail.address_of("player", federation.pk, person.number)
        text = PROMOTED.format(person=person, federation=federation, due=due, address=address)
        letters.append(mail.letter_to(person.account, f"You are now {due.rank}", text))
    return [letter for letter in letters if letter is not None]
