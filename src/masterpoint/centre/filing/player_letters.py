"""Letters to players whose points a correction changed, if they want such letters."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby

from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.queries import Amounts, Change, changes
from masterpoint.centre.mail import services as mail
from masterpoint.centre.registry.models import Person
from masterpoint.core.exact import grouped_text, tidy

CORRECTION_LETTER = """Your points for {filing.name}, {filing.organisation.name}, {filing.day:%-d %B %Y} were corrected:

{changes}

The result, with the reason for each figure:
{address}

Still wrong? Ask the club: press “Points missing?” on your record."""


def write_to_players(filing: Filing, amounts_before: Amounts, amounts_after: Amounts) -> None:
    """Write a letter to everybody whose points changed, in the transaction of the correction."""
    change_list = sorted(changes(amounts_before, amounts_after), key=lambda change: change.person)
    person_keys = {change.person for change in change_list}
    people = Person.objects.filter(pk__in=person_keys, account__wants_corrections=True).select_related("account")
    accounts = {person.pk: person.account for person in people}
    address = mail.address_of("result", filing.federation_id, filing.receipt)
    for person, own_changes in groupby(change_list, key=lambda change: change.person):
        if person in accounts:
            text = CORRECTION_LETTER.format(filing=filing, changes="\n".join(map(_line, own_changes)), address=address)
            mail.write_to(accounts[person], f"Your points were corrected: {filing.name}", text)


def _line(change: Change) -> str:
    before, after = (grouped_text(tidy(Fraction(amount, 100))) for amount in (change.before, change.after))
    return f"  {change.colour}: {after}, not {before} as before"
