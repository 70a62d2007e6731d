"""8.2 and 8.3: capitation for the home members of a club, yearly and by the quarter; commission for new players."""

from __future__ import annotations

from calendar import month_name
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta

from masterpoint.core.books import rule
from masterpoint.core.charges import Assessment, Charge, amounts_of, as_credit
from masterpoint.core.derivation import fact, nothing
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import EventModel, Text
from masterpoint.core.heads import Head
from masterpoint.core.sentences import sentence
from masterpoint.core.tariffs import Amount, Tariff
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.levies.capitation import capitation_due, commission_due, season_of

CAPITATION, COMMISSION = "capitation", "commission"
RENEWAL = (3, 31)  # 8.2: members as at 31 March
FREE = {"youth": ("1.3.6", "member of the Youth Players' Club"), "visitor": ("1.3.3a", "member of a club for visitors")}
FREE_CLUBS = {
    "youthplayersclub": "youth",
    "foreignplayersclub": "visitor",
    "nzplayersclub": "visitor",
    "newzealandplayersclub": "visitor",
    "englishplayersclub": "visitor",
}
"""1.3.3a, 1.3.6: the clubs whose members register free of charge, by the letters of their names."""
NEW_CLUB = ("8.2b", "never registered before, in a new club's first year")


class HomeMember(EventModel, frozen=True, kw_only=True):
    """A home member of the club."""

    id: Annotated[str, Meta(max_length=40)] = ""
    name: Text = ""
    registered: date | None = None
    """The day of registration or reactivation; left out for those who renew."""
    new: bool = False
    """Never registered with the ABF before."""
    free: Literal["", "youth", "visitor"] = ""
    """A member of the Youth Players' Club, or of a club for visitors."""


class Fee(NamedTuple):
    """The tariff item of a member's fee, and the day whose amount counts."""

    item: str
    day: date
    name: str


class CapitationFacts(EventModel, frozen=True, kw_only=True):
    """The home members of a club on 31 March, or those it registered in a quarter."""

    day: date
    """31 March, on which clubs have declared their members; or the last day of the quarter."""
    members: tuple[HomeMember, ...]
    new_club: bool = False
    """The club affiliated for the first time in this registration year."""
    club: Text = ""
    """The name of the club: the manual names those whose members pay nothing."""


def renewals(book: Book, facts: CapitationFacts, tariff: Tariff) -> Assessment:
    """8.2: the yearly fee for all home members as at 31 March, at the fees of the year that begins."""
    problems = list(_renewal_problems(book, facts))
    if problems:
        raise Refused(problems)
    first_day = facts.day + timedelta(days=1)
    item = f"capitation_{month_name[season_of(book, None)].lower()}"
    fees = [Fee(item, first_day, f"year from {first_day}") for _ in facts.members]
    return Assessment(tuple(_capitation(book, facts, tariff, first_day, fees)))


def additions(book: Book, facts: CapitationFacts, tariff: Tariff) -> Assessment:
    """8.2: the fee for members added in a quarter, by the day each was registered; and the commission."""
    problems = list(_addition_problems(book, facts))
    if problems:
        raise Refused(problems)
    fees = [_fee(book, member, facts.day) for member in facts.members]
    charges = (*_capitation(book, facts, tariff, facts.day, fees), *_commission(book, facts, tariff))
    return Assessment(charges)


def _renewal_problems(book: Book, facts: CapitationFacts) -> Iterator[Problem]:
    if (facts.day.month, facts.day.day) != RENEWAL:
        message, fix = "members are declared as at 31 March", "give 31 March of the year"
        yield book.problem("day", facts.day, message, fix, "8.2a")
    for index, member in enumerate(facts.members):
        if member.registered is not None and member.registered > facts.day:
            message = f"{_name(member)} was registered after {facts.day}"
            fix = "charge this member with the quarter's additions"
            yield book.problem(f"members[{index}].registered", member.registered, message, fix, "8.2a")


def _addition_problems(book: Book, facts: CapitationFacts) -> Iterator[Problem]:
    for index, member in enumerate(facts.members):
        if member.registered is None:
            message = f"{_name(member)} has no day of registration, on which the fee depends"
            fix = "give the day; those who renew are charged once a year"
            yield book.problem(f"members[{index}].registered", "", message, fix, "8.3b")
        elif member.registered > facts.day:
            message = f"{_name(member)} was registered after the quarter, which ends on {facts.day}"
            fix = "charge this member with the next quarter"
            yield book.problem(f"members[{index}].registered", member.registered, message, fix, "8.2a")


def _name(member: HomeMember) -> str:
    return member.name or member.id or "a member"


def _fee(book: Book, member: HomeMember, day: date) -> Fee:
    """8.3: the fee of the season in which a member was registered."""
    day_registered = member.registered or day
    first = month_name[season_of(book, day_registered)]
    return Fee(f"capitation_{first.lower()}", day_registered, f"registered from {first} on")


@rule
def waiver(book: Book, member: HomeMember, new_club: bool, club: str = "") -> tuple[str, str] | None:
    """1.3.3, 1.3.6, 8.2: the clause by which no fee is due for a member, and why."""
    free_club = member.free or FREE_CLUBS.get("".join(letter for letter in club.lower() if letter.isalpha()), "")
    if free_club:
        return FREE[free_club]
    return NEW_CLUB if new_club and member.new else None


def _capitation(book: Book, facts: CapitationFacts, tariff: Tariff, day: date, fees: Sequence[Fee]) -> Iterator[Charge]:
    """A charge for all members who pay alike."""
    groups: dict[tuple[Amount | None, str, tuple[str, str] | None], list[tuple[Fee, Head]]] = {}
    for index, (member, fee) in enumerate(zip(facts.members, fees, strict=True)):
        waived = waiver(book, member, facts.new_club, facts.club)
        key = (None if waived else tariff.in_force(fee.item, fee.day), fee.item, waived)
        groups.setdefault(key, []).append((fee, _head(index, member)))
    for (_, _, waived), payers in groups.items():
        if waived is None:
            tariff.require(book, [payers[0][0].item], payers[0][0].day)
        yield _charge(book, tariff, day, payers[0][0], waived, [head for _, head in payers])


def _head(index: int, member: HomeMember) -> Head:
    return Head(f"members[{index}]", 0, 0, member.name, member.id)


def _charge(
    book: Book, tariff: Tariff, day: date, fee: Fee, waived: tuple[str, str] | None, heads: Sequence[Head]
) -> Charge:
    members = fact(len(heads), book.clause("8.2a"), "home members")
    if waived:
        number, reason = waived
        step = nothing(book.clause(number), sentence("no capitation fee: {why}", why=reason), members)
    else:
        rate = tariff.step(book, fee.item, fee.day)
        step = capitation_due(book, members, rate)
    exemption = waived[1] if waived else "" if step.value else "nil in these months"
    return Charge(
        kind=CAPITATION,
        step=step,
        day=day,
        payer="home club",
        heads=tuple(heads),
        amounts=() if waived else amounts_of(tariff, [fee.item], fee.day),
        exemption=exemption,
        thing=fee.name,
    )


def _commission(book: Book, facts: CapitationFacts, tariff: Tariff) -> Iterator[Charge]:
    """8.3: a dollar to the club for each new player."""
    heads = tuple(_head(index, member) for index, member in enumerate(facts.members) if member.new)
    if not heads:
        return
    tariff.require(book, ["commission"], facts.day)
    players = fact(len(heads), book.clause("8.3b"), "new players", reading="B-94")
    rate = tariff.step(book, "commission", facts.day)
    commission = commission_due(book, players, rate)
    yield Charge(
        kind=COMMISSION,
        step=as_credit(
            commission, book.clause("8.3b"), sentence("{count} × commission, to the club", count=len(heads))
        ),
        day=facts.day,
        payer="home club",
        heads=heads,
        amounts=amounts_of(tariff, ["commission"], facts.day),
    )
