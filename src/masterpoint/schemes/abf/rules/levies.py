"""Chapter 8, ABF levies (page 38): masterpoint levies, capitation fees, fines. All amounts in dollars."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Annotated

from msgspec import Meta

from masterpoint.core.derivation import Remark, Step, derive, fact, nothing
from masterpoint.core.errors import Refused
from masterpoint.core.events import Count, EventModel
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import product, total
from masterpoint.core.rounding import nearest_hundredth
from masterpoint.schemes.abf.rules.facts import Grade
from masterpoint.schemes.abf.rules.handbook import clause, problem

LEVY = {  # 8.3: dollars a masterpoint, with tax
    **dict.fromkeys(("B3", "B4", "B5"), Fraction(268, 100)),
    **dict.fromkeys(("C", "D", "E", "F"), Fraction(253, 100)),
    **dict.fromkeys(("B4c", "B4s", "B5i"), Fraction(203, 100)),
    **dict.fromkeys(("A", "A2", "B"), Fraction(174, 100)),
}
FEES_FROM = date(2025, 4, 1)  # 8.3
CLUB_GRADES = ("F", "E", "D", "B4c", "B5i")  # 8.1
FULL, HALF = Fraction(2330, 100), Fraction(1165, 100)  # 8.3
COMMISSION = 1  # 8.3: dollars a new player
LATE_CREDITS, LATE_RATE = 30, Fraction(4, 100)  # 8.4: days, a month
LATE_ACCOUNT, ACCOUNT_RATE = 90, Fraction(10, 100)  # 8.4: days, a quarter
NO_NUMBER = 10  # 8.4
MONTH, QUARTER = 30, 91
"""Days of a month and of a quarter, for counting how many have begun (reading B-42)."""
Money = Annotated[Decimal, Meta(description="dollars")]


class Issued(EventModel, frozen=True, kw_only=True):
    """Points issued at one grade."""

    grade: Grade
    points: Decimal
    as_congress: bool = False
    """Australia-Wide Pairs and single-session State-wide events: reported as a congress, at the B4 levy."""


class Levies(EventModel, frozen=True, kw_only=True):
    """Points a club or State issued."""

    issued: tuple[Issued, ...]
    day: date | None = None
    """The day the points were issued: the printed fees hold from 1 April 2025."""


def levies(asked: Levies) -> Sequence[Step | Remark]:
    """8.1, 8.3: the levy of each grade and the whole, and when it is billed."""
    if asked.day is not None and asked.day < FEES_FROM:
        message, fix = "the schedule printed here begins on 1 April 2025", "use the fees of that day's schedule"
        raise Refused(problem("day", asked.day, message, fix, "8.3a"))
    parts = []
    for one in asked.issued:
        grade = "B4" if one.as_congress else one.grade
        number = clause("6.3e" if one.as_congress and one.grade == "B" else "6.2.1 note" if one.as_congress else "8.3a")
        points = fact(tidy(Fraction(one.points)), clause("8.1"), f"points of grade {one.grade}")
        rate = fact(LEVY[grade], number, f"dollars a point at grade {grade}")
        step = derive(product, points, rate, clause=clause("8.1"), message=f"levy for grade {one.grade}")
        parts.append(
            derive(nearest_hundredth, step, clause=clause("8.1"), message=f"levy for grade {one.grade}, in cents")
        )
    return [*parts, derive(total, *parts, clause=clause("8.1"), message="levies altogether"), *_billed(asked)]


def _billed(asked: Levies) -> list[Remark]:
    """8.1: club events are billed by the quarter, congresses and State events as they are processed."""
    by_quarter = [one.grade for one in asked.issued if one.grade in CLUB_GRADES and not one.as_congress]
    at_once = [one.grade for one in asked.issued if one.grade not in by_quarter]
    found = []
    if by_quarter:
        end = f" ending {_quarter_end(asked.day).isoformat()}" if asked.day else ""
        found.append(Remark(clause("8.1"), f"billed with the quarter{end}: {', '.join(by_quarter)}"))
    if at_once:
        found.append(Remark(clause("8.1"), f"billed when the Centre processes them: {', '.join(at_once)}"))
    return found


def _quarter_end(day: date) -> date:
    month = (day.month - 1) // 3 * 3 + 3
    return date(day.year, month, 31 if month in (3, 12) else 30)


class Capitation(EventModel, frozen=True, kw_only=True):
    """Members a club renews on 31 March, or registers on a day."""

    members: Count
    registered: date | None = None
    """The day, for members added during the year; left out for the yearly renewal."""
    new: Count = 0
    """Of them players registered for the first time."""
    visitors_and_youth: Count = 0
    """Of them members of the youth club or of a club for visitors, who pay nothing."""
    new_club: bool = False
    """The club affiliated for the first time this registration year."""


def fee_on(day: date | None) -> Fraction:
    """8.3: full from April to September, half from October to December, nothing from January to March."""
    if day is None or 4 <= day.month <= 9:
        return FULL
    return HALF if day.month >= 10 else Fraction(0)


def capitation(asked: Capitation) -> Sequence[Step | Remark]:
    """8.2, 8.3: the fee of each member who pays, and the commission for new players."""
    told = (("new", asked.new, "8.3b"), ("visitors_and_youth", asked.visitors_and_youth, "1.3.6"))
    problems = [
        problem(name, count, f"the club has {asked.members} members here", "count them among `members`", number)
        for name, count, number in told
        if count > asked.members
    ]
    if asked.registered is not None and asked.registered < FEES_FROM:
        message, fix = "the schedule printed here begins on 1 April 2025", "use the fees of that day's schedule"
        problems.append(problem("registered", asked.registered, message, fix, "8.3b"))
    if problems:
        raise Refused(problems)
    counted = fact(asked.members, clause("8.2a"), "home club members")
    free = (
        [fact(asked.visitors_and_youth, clause("1.3.6"), "youth and visitors, who pay nothing")]
        if asked.visitors_and_youth
        else []
    )
    if asked.new_club:
        free.append(fact(asked.new, clause("8.2b"), "never registered before, in a new club’s first year"))
    paying = derive(_less, counted, *free, clause=clause("8.2a"), message="members who pay") if free else counted
    words = "the yearly renewal" if asked.registered is None else asked.registered.isoformat()
    fee = fact(tidy(fee_on(asked.registered)), clause("8.3b"), f"capitation fee of a member: {words}")
    due = derive(product, paying, fee, clause=clause("8.2a"), message="capitation due")
    new = fact(asked.new, clause("8.3b"), "new players")
    commission = derive(partial(product, COMMISSION), new, clause=clause("8.3b"), message="commission, $1 a new player")
    return [due, commission]


def _less(whole: Exact, *parts: Exact) -> Exact:
    rest = whole - total(*parts)
    return rest if rest > 0 else 0


class Fines(EventModel, frozen=True, kw_only=True):
    """What was late or incomplete."""

    levy: Money = Decimal(0)
    """The levy on the event whose credit file came late."""
    days_after_event: Count = 0
    exempt: bool = False
    """Club B4c and B5i events, GNOT and GNP."""
    overdue: Money = Decimal(0)
    """An account that is overdue."""
    days_overdue: Count = 0
    payments_without_number: Count = 0


def fines(asked: Fines) -> Sequence[Step | Remark]:
    """8.4: late credit files, overdue accounts, payments without the club number."""
    file = _late(asked.levy, asked.days_after_event, LATE_CREDITS, MONTH, LATE_RATE, "8.4a", "credit file")
    if asked.exempt:
        file = nothing(clause("8.4a"), "club B4c and B5i events, GNOT and GNP are exempt")
    account = _late(asked.overdue, asked.days_overdue, LATE_ACCOUNT, QUARTER, ACCOUNT_RATE, "8.4b", "account")
    count = fact(asked.payments_without_number, clause("8.4c"), "payments without the club number")
    numbers = derive(partial(product, NO_NUMBER), count, clause=clause("8.4c"), message="$10 for each")
    return [
        file,
        account,
        numbers,
        derive(total, file, account, numbers, clause=clause("8.4a"), message="fines altogether"),
    ]


def _late(amount: Decimal, days: int, free: int, period: int, rate: Fraction, number: str, what: str) -> Step:
    if days <= free:
        return nothing(clause(number), f"{what} not more than {free} days late")
    periods = fact(-(-(days - free) // period), clause(number), f"periods begun after {free} days", reading="B-42")
    base = fact(tidy(Fraction(amount)), clause(number), "amount it is charged on")
    fine = derive(
        partial(product, rate),
        base,
        periods,
        clause=clause(number),
        message=f"{rate.numerator * 100 // rate.denominator}% for each",
    )
    return derive(nearest_hundredth, fine, clause=clause(number), message=f"fine for the {what}, in cents")
