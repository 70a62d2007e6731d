"""The menu: the sections of the site with their pages, without pages that the reader may not open."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import NamedTuple

from django.urls import get_script_prefix, reverse

from masterpoint.centre.accounts.models import User
from masterpoint.centre.crediting.certificates import rules_of
from masterpoint.centre.crediting.returns import takes_returns
from masterpoint.centre.registry import access, queries
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Appointment, Organisation, Person
from masterpoint.schemes import FEDERATIONS

OFFICE_PAGES = (
    ("office", "Desk"),
    ("queue", "Queue"),
    ("proposals", "Decisions"),
    ("ledger", "Adjustments"),
    ("organisations", "Organisations"),
    ("officers", "Officers"),
)


class Item(NamedTuple):
    """A page of the menu."""

    address: str
    text: str
    is_current: bool = False


class Section(NamedTuple):
    """Pages that belong together. The section's own link leads to the first of them."""

    text: str
    items: tuple[Item, ...]
    is_current: bool = False

    @property
    def address(self) -> str:
        return self.items[0].address

    @property
    def pages(self) -> tuple[Item, ...]:
        """The pages listed below the section; none if it has only one."""
        return self.items if len(self.items) > 1 else ()


def sections_for(user: User | None, path: str) -> list[Section]:
    """The menu of a reader. The page at this path is marked."""
    sections = list(_visitor_sections() if user is None else _account_sections(user))
    addresses = [item.address for section in sections for item in section.items if path.startswith(item.address)]
    return [_mark_current(section, max(addresses, key=len, default="")) for section in sections]


def _mark_current(section: Section, address: str) -> Section:
    items = tuple(item._replace(is_current=item.address == address) for item in section.items)
    return section._replace(items=items, is_current=any(item.is_current for item in items))


def _visitor_sections() -> Iterator[Section]:
    yield _page("check", "Check a file")
    yield _page("calculator", "Calculator")
    yield _page("books", "Handbooks")
    yield _page("sign-in", "Sign in")


def _account_sections(user: User) -> Iterator[Section]:
    appointments = access.appointments_today(user)
    actions = {action for office in appointments for action in access.ROLE_ACTIONS[office.role]}
    records = queries.own_records(user)
    yield from _records(records)
    yield Section("Results", tuple(_results(appointments, actions)))
    people = tuple(_people(actions))
    if people:
        yield Section("Members", people)
    if any(Action.CHARGES in access.ROLE_ACTIONS[row.role] and _is_charged(row) for row in appointments):
        yield _page("billing", "Charges")
    yield from _offices(appointments)
    if records or Action.CORRECT in actions:
        yield _page("enquiries", "Questions")
    yield Section("Rules", (_item("books", "Handbooks"), _item("calculator", "Calculator")))
    yield _page("account", "My account")


def _records(people: list[Person]) -> Iterator[Section]:
    """A player's own record; one for each federation, with its name, if there are several."""
    if len(people) == 1:
        yield _page("player", "My record", people[0].federation_id, people[0].number)
    elif people:
        yield Section(
            "My records",
            tuple(_item("player", person.federation.name, person.federation_id, person.number) for person in people),
        )


def _results(appointments: list[Appointment], actions: set[Action]) -> Iterator[Item]:
    if Action.FILE in actions:
        yield _item("file", "File results")
        yield _item("filings", "My filings")
    filed_for = {row.organisation for row in appointments if Action.FILE in access.ROLE_ACTIONS[row.role]}
    if any(takes_returns(organisation.federation) for organisation in filed_for):
        yield _item("my-credit-returns", "Report points")
    yield from _sheets(filed_for)
    if any(
        Action.FILE in access.ROLE_ACTIONS[row.role] and rules_of(row.organisation.federation) for row in appointments
    ):
        yield _item("my-certificates", "Certificates")
    yield _item("check", "Check a file")


def _sheets(organisations: Collection[Organisation]) -> Iterator[Item]:
    """The office's forms, if the federation has them, with the organisation's name if there are several."""
    is_named = len(organisations) > 1
    for organisation in sorted(organisations, key=lambda organisation: organisation.name):
        scheme = FEDERATIONS.get(organisation.federation.scheme)
        if scheme is not None and scheme.office_forms is not None:
            text = f"Sheets of {organisation.name}" if is_named else "Sheets"
            yield _item("sheets", text, organisation.federation_id, organisation.number)


def _is_charged(appointment: Appointment) -> bool:
    """Whether the federation of an office charges anything. If not, it has no accounts."""
    scheme = FEDERATIONS.get(appointment.organisation.federation.scheme)
    return scheme is not None and scheme.charging.charges_anything


def _people(actions: set[Action]) -> Iterator[Item]:
    if Action.MEMBERS in actions:
        yield _item("my-members", "Members")
    if actions & {Action.MEMBERS, Action.CHARGES}:
        yield _item("my-reports", "Reports")


def _offices(appointments: list[Appointment]) -> Iterator[Section]:
    """The office of each federation of whose staff the user is, with its code if there are several."""
    staff = {row.organisation.federation_id for row in appointments if Action.APPROVE in access.ROLE_ACTIONS[row.role]}
    for code in sorted(staff):
        text = "Office" if len(staff) == 1 else f"Office {code.upper()}"
        yield Section(text, tuple(_item(name, page, code) for name, page in OFFICE_PAGES))


def _item(name: str, text: str, *args: str) -> Item:
    return Item(_address(get_script_prefix(), name, args), text)


@lru_cache(maxsize=1024)
def _address(prefix: str, name: str, args: tuple[str, ...]) -> str:
    """The address of a page. It is cached, because every page has a menu; `prefix` is the prefix of the site."""
    return reverse(name, args=args)


def _page(name: str, text: str, *args: str) -> Section:
    """A section with one page."""
    return Section(text, (_item(name, text, *args),))
