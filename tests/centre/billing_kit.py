"""Evenings that cost something, and what the accounts say of them, for the tests of billing."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from centre.making import ORIGINAL, session
from masterpoint.centre.billing import accounts, tariffs
from masterpoint.centre.billing.models import AccountLine, Charge, Invoice
from masterpoint.centre.filing import services
from masterpoint.centre.verifying import differences
from masterpoint.core.events import SessionEvent

if TYPE_CHECKING:
    from masterpoint.centre.accounts.models import User
    from masterpoint.centre.billing.models import TariffEntry
    from masterpoint.centre.filing.models import Filing
    from masterpoint.centre.registry.models import Federation, Organisation, Person

APRIL = date(2026, 4, 1)
ISSUED = date(2026, 11, 1)
OCTOBER = date(2026, 10, 31)


def set_charge(
    federation: Federation,
    officer: User,
    value: str = "0.405",
    first_day: date = APRIL,
    name: str = "standard_charge",
    **fields: Any,
) -> TariffEntry:
    return tariffs.enter(federation, name, value, first_day, by=officer, **fields)


def evening_of(people: list[Person], day: str = "2026-10-06", pairs: int = 6, **fields: Any) -> SessionEvent:
    """A session of some pairs, three of them by name: twice as many player sessions."""
    names = [[{"id": person.number, "name": person.name} for person in people[at : at + 2]] for at in (0, 2, 4)]
    entries = [{"place": place, "players": players} for place, players in enumerate(names, 1)]
    lists = [{"entries": entries, "size": pairs}]
    return session(people, day=day, name=f"Evening of {day}", **{"lists": lists} | fields)


def evening(
    club: Organisation,
    people: list[Person],
    officer: User,
    day: str = "2026-10-06",
    pairs: int = 6,
    **fields: Any,
) -> Filing:
    """The same, filed."""
    event = evening_of(people, day, pairs, **fields)
    return services.file_event(club, event, ORIGINAL, by=officer, choices={}).filing


def owed_exactly(organisation: Organisation) -> Fraction:
    """Everything ever charged to an organisation, added up as it is."""
    amounts = Charge.objects.filter(organisation=organisation).values_list("amount", flat=True)
    return sum(map(Fraction, amounts), Fraction(0))


def require_sound(federation: Federation) -> None:
    """Invoices, accounts and charges agree to the coin, and nothing was altered."""
    for invoice in Invoice.objects.filter(federation=federation):
        lines = invoice.lines.all()
        assert (invoice.net, invoice.tax) == (sum(line.net for line in lines), sum(line.tax for line in lines))
    assert sum(AccountLine.objects.filter(posting__federation=federation).values_list("amount", flat=True)) == 0
    for owner, state in accounts.account_states(federation).items():
        owed = sum(state.settlement.open_amounts.values()) - state.prepaid
        assert owed == accounts.balances(federation).get(owner, 0)
    assert list(differences([federation])) == []
