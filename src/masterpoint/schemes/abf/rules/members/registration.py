"""1.3 with Appendix C, Membership (pages 5 to 7): registration, visitors, youth, and points from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Annotated

from msgspec import Meta

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.errors import Refused
from masterpoint.core.events import Count, EventModel, Text
from masterpoint.core.exact import tidy
from masterpoint.core.mechanisms import product, total
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.members.ranks import rank_named, rank_names

Points = Annotated[Decimal, Meta(description="masterpoints")]


class EarnedPoints(EventModel, frozen=True, kw_only=True):
    """Points earned on a day."""

    day: date
    points: Points


class UnregisteredFacts(EventModel, frozen=True, kw_only=True):
    """Points earned while unregistered, and the day the player renewed."""

    lapsed: date
    """The first day without membership."""
    renewed: date
    earned: tuple[EarnedPoints, ...]


def _quarter(day: date) -> int:
    return day.year * 4 + (day.month - 1) // 3


@rule
def points_while_unregistered(book: Book, facts: UnregisteredFacts) -> Sequence[Step | Remark]:
    """1.3.2: points of the quarter of renewal and of the quarter before are credited; the others are lost."""
    if facts.renewed < facts.lapsed:
        message = sentence("the membership lapsed only on {lapsed}", lapsed=facts.lapsed)
        fix = "give the day of the renewal after it"
        raise Refused(book.problem("renewed", facts.renewed, message, fix, "1.3.2c"))
    renewal = _quarter(facts.renewed)
    credited_steps: list[Step] = []
    lost: list[Step] = []
    for part in facts.earned:
        is_lost = part.day >= facts.lapsed and _quarter(part.day) < renewal - 1
        template = "earned on {day}: " + (
            "lost: before the quarter that precedes the renewal" if is_lost else "credited"
        )
        step = fact(tidy(Fraction(part.points)), book.clause("1.3.2c"), sentence(template, day=part.day))
        (lost if is_lost else credited_steps).append(step)
    return [
        derive(total, *credited_steps, clause=book.clause("1.3.2c"), message="points credited"),
        derive(total, *lost, clause=book.clause("1.3.2c"), message="points not credited"),
    ]


class ForeignPoints(EventModel, frozen=True, kw_only=True):
    """Points won in New Zealand and Great Britain."""

    nz_a: Points = Decimal(0)
    nz_b: Points = Decimal(0)
    nz_c: Points = Decimal(0)
    uk_local: Points = Decimal(0)
    uk_blue: Points = Decimal(0)
    uk_green: Points = Decimal(0)
    settled: bool = False
    """The player has settled in Australia, instead of being an Australian who played abroad."""


@rule
def reciprocity(book: Book, facts: ForeignPoints) -> Sequence[Step | Remark]:
    """1.3.4: foreign points as gold, red and green; a New Zealander who settles has one gold for each A point."""
    if facts.settled:
        return _resident_points(book, facts)
    by_colour: dict[str, list[Step]] = {"gold": [], "red": [], "green": []}
    rates = book.figures.members.rates
    for name, rate in rates.value.items():
        points = getattr(facts, name)
        if points:
            foreign = fact(tidy(Fraction(points)), rates.clause, sentence("{source} points", source=rate.source))
            converted = derive(
                partial(product, rate.rate),
                foreign,
                clause=rates.clause,
                message=sentence("{colour} points for them", colour=rate.colour),
            )
            by_colour[rate.colour].append(converted)
    return [
        derive(total, *parts, clause=book.clause("1.3.4"), message=sentence("{colour} points credited", colour=colour))
        for colour, parts in by_colour.items()
    ]


def _resident_points(book: Book, facts: ForeignPoints) -> Sequence[Step | Remark]:
    points = fact(tidy(Fraction(facts.nz_a)), book.clause("1.3.3d"), "New Zealand A points")
    return [
        derive(tidy, points, clause=book.clause("1.3.3d"), message="gold points granted at least"),
        book.remark("1.3.4 note 1", "new residents are granted a rank like their own instead of converted points"),
    ]


class NewResident(EventModel, frozen=True, kw_only=True):
    """A player from overseas, or from a club outside the ABF, and the rank to be matched."""

    rank: Text
    nz_a: Points = Decimal(0)


@rule
def granted_rank(book: Book, facts: NewResident) -> Sequence[Step | Remark]:
    """1.3.3: the fewest points for a similar rank, Grand Master at most."""
    rank = rank_named(book, facts.rank)
    names = rank_names(book)
    granted = names[: names.index(book.figures.members.highest_grant.value) + 1]
    if rank not in granted:
        fix = f"write one of: {', '.join(granted)}"
        raise Refused(book.problem("rank", facts.rank, "no rank that can be granted", fix, "1.3.3c"))
    _, total_points, red_and_gold, gold, _ = next(row for row in book.figures.ranks.ranks.value if row[0] == rank)
    nz_points = Fraction(facts.nz_a)
    gold_points = max(nz_points, Fraction(gold))
    first = max(gold_points, Fraction(red_and_gold))
    return [
        fact(tidy(gold_points), book.clause("1.3.3d" if nz_points > gold else "1.3.3c"), "gold points"),
        fact(tidy(first - gold_points), book.clause("1.3.3c"), "red points"),
        fact(tidy(max(total_points - first, Fraction(0))), book.clause("1.3.3c"), "green points"),
        book.remark("1.3.4 note 2", "without records the State assesses the player and tells the Centre"),
    ]


VISITORS_CLUBS = {"new zealand": "NZ Players Club", "nz": "NZ Players Club", "england": "English Players Club"}
"""1.3.3: the clubs of visitors from some countries; the others share one."""


class Visitor(EventModel, frozen=True, kw_only=True):
    """An overseas player who wants to join one of the clubs for visitors."""

    country: Text
    australian_resident: bool


@rule
def overseas(book: Book, facts: Visitor) -> Sequence[Step | Remark]:
    """1.3.3: which club a visitor may join; residents, even temporary ones, may not."""
    if facts.australian_resident:
        fix = "register through a home club; a similar rank may be granted on application (1.3.3)"
        raise Refused(
            book.problem("australian_resident", "true", "the clubs for visitors are closed to residents", fix, "1.3.3a")
        )
    club = VISITORS_CLUBS.get(facts.country.strip().lower(), "Foreign Players Club")
    return [
        fact(0, book.clause("1.3.3a"), sentence("capitation fee in the {club}", club=club)),
        book.remark("1.3.3b", "a visitor with much experience at the top is given points enough for Grand Master"),
    ]


class Youth(EventModel, frozen=True, kw_only=True):
    """A young player and the year of registration."""

    born: date
    year: Annotated[int, Meta(ge=1980, le=2200)]
    other_club: bool = False


@rule
def youth(book: Book, facts: Youth) -> Sequence[Step | Remark]:
    """1.3.6: free registration for those under 26 on 1 January; it ends with the year of turning 26."""
    first = date(facts.year, 1, 1)
    _require_born(book, facts.born, first, "1.3.6")
    age = _age(facts.born, first)
    limit = book.figures.members.youth_age
    years = fact(age, limit.clause, sentence("age on {day}", day=first))
    if age >= limit.value:
        return [
            years,
            book.remark("1.3.6", "too old for the Youth Players’ Club; registers through a home club"),
        ]
    ends = facts.born.year + limit.value
    end_step = fact(ends, limit.clause, sentence("registration ends on 31 December {year}", year=str(ends)))
    stays = "stays registered through another club afterwards" if facts.other_club else "free registration until then"
    return [years, end_step, book.remark("1.3.6", stays)]


class Veteran(EventModel, frozen=True, kw_only=True):
    """A player, and the first day of a veterans' tournament."""

    born: date
    starts: date


@rule
def veteran(book: Book, facts: Veteran) -> Sequence[Step | Remark]:
    """Appendix A: entrants are 70 or over at the start."""
    _require_born(book, facts.born, facts.starts, "A Veterans")
    age = _age(facts.born, facts.starts)
    minimum_age = book.figures.members.veteran_age
    may_not = sentence("may not enter: under {least}", least=minimum_age.value)
    return [
        fact(age, minimum_age.clause, sentence("age on {day}", day=facts.starts)),
        book.remark("A Veterans", "may enter" if age >= minimum_age.value else may_not),
    ]


def _require_born(book: Book, birth_day: date, day: date, number: str) -> None:
    if birth_day > day:
        message = sentence("nobody born then can play on {day}", day=day)
        raise Refused(book.problem("born", birth_day, message, "correct the day of birth", number))


def _age(birth_day: date, day: date) -> int:
    return day.year - birth_day.year - ((day.month, day.day) < (birth_day.month, birth_day.day))


class Cancellation(EventModel, frozen=True, kw_only=True):
    """When a club's list of cancellations reached the Centre."""

    received: datetime
    earlier_list_this_year: bool = False


@rule
def cancellation(book: Book, facts: Cancellation) -> Sequence[Step | Remark]:
    """1.3.2, 1.4.2, Appendix C: once a year, by midday on 31 March; later the member stays and is charged."""
    arrival = facts.received.replace(tzinfo=None)
    last, first = datetime(arrival.year, *cancel_by(book)), date(arrival.year, *inactive_from(book))
    if arrival > last:
        return [
            book.remark("1.4.2b", sentence("too late: cancellations must arrive by {last}", last=_moment(last))),
            book.remark("C cancellations", "the members stay active for the year and the capitation is charged"),
        ]
    if facts.earlier_list_this_year:
        return [book.remark("1.3.2a", "a club may report its inactive members only once a year")]
    return [book.remark("1.3.2a", sentence("accepted: these members become inactive on {first}", first=_day(first)))]


def cancel_by(book: Book) -> tuple[int, int, int]:
    """1.4.2b: month, day and hour by which cancellations must arrive."""
    return book.figures.members.cancel_by.value


def inactive_from(book: Book) -> tuple[int, int]:
    """1.3.2a: month and day from which those cancelled are inactive."""
    return book.figures.members.inactive_from.value


def _moment(last: datetime) -> str:
    """`midday on 31 March`."""
    return f"{'midday' if last.hour == 12 else f'{last.hour}:00'} on {_day(last)}"


def _day(day: date) -> str:
    return f"{day.day} {day:%B}"


class Registration(EventModel, frozen=True, kw_only=True):
    """A player a club wants to register."""

    searched_former_numbers: bool
    former_number: Annotated[str, Meta(max_length=20)] = ""
    has_home_club: bool = False
    home_clubs_named: Count = 1


@rule
def registration(book: Book, facts: Registration) -> Sequence[Step | Remark]:
    """1.3.1, Appendix C: a new number only for those who never had one; one home club each."""
    remarks: list[Remark] = []
    if facts.home_clubs_named != 1:
        remarks.append(book.remark("1.3.1b", "a player names exactly one home club"))
    if not facts.searched_former_numbers:
        remarks.append(book.remark("C registration", "search active and inactive players for a former number first"))
    if facts.has_home_club:
        number_text = "number {number}" if facts.former_number else "the number the player has"
        message = sentence(
            f"keep {number_text}: transfer the player or add an alternate member, do not reactivate",
            number=facts.former_number,
        )
        remarks.append(book.remark("C registration", message))
    elif facts.former_number:
        message = sentence("reactivate number {number}; the capitation fee is charged", number=facts.former_number)
        remarks.append(book.remark("1.3.2b", message))
    return remarks or [book.remark("C registration", "issue a new number")]
