"""1.3 with Appendix C, Membership (pages 5 to 7): registration, visitors, youth, and points from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Annotated

from msgspec import Meta

from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.errors import Refused
from masterpoint.core.events import Count, EventModel, Text
from masterpoint.core.exact import tidy
from masterpoint.core.mechanisms import product, total
from masterpoint.schemes.abf.rules.handbook import clause, problem
from masterpoint.schemes.abf.rules.members.ranks import NAMES, RANKS, rank_named

Points = Annotated[Decimal, Meta(description="masterpoints")]
RATES = {  # 1.3.4: Australian points for one foreign point, and their colour
    "nz_a": (Fraction(1), "gold", "New Zealand A"),
    "nz_b": (Fraction(1), "red", "New Zealand B"),
    "nz_c": (Fraction(1, 100), "green", "New Zealand C"),
    "uk_local": (Fraction(1, 100), "green", "UK local"),
    "uk_blue": (Fraction(1), "red", "UK blue"),
    "uk_green": (Fraction(5, 2), "gold", "UK green"),
}
YOUTH = 26  # 1.3.6
VETERAN = 70  # Appendix A
HIGHEST_GRANT = "Grand"  # 1.3.3


class Earned(EventModel, frozen=True, kw_only=True):
    """Points earned on a day."""

    day: date
    points: Points


class Unregistered(EventModel, frozen=True, kw_only=True):
    """Points earned while unregistered, and the day the player renewed."""

    lapsed: date
    """The first day without membership."""
    renewed: date
    earned: tuple[Earned, ...]


def _quarter(day: date) -> int:
    return day.year * 4 + (day.month - 1) // 3


def while_unregistered(asked: Unregistered) -> Sequence[Step | Remark]:
    """1.3.2: credited are points of the quarter of renewal and of the quarter before; the others are lost."""
    if asked.renewed < asked.lapsed:
        message, fix = (
            f"the membership lapsed only on {asked.lapsed.isoformat()}",
            "give the day of the renewal after it",
        )
        raise Refused(problem("renewed", asked.renewed.isoformat(), message, fix, "1.3.2c"))
    renewal = _quarter(asked.renewed)
    kept: list[Step] = []
    lost: list[Step] = []
    for one in asked.earned:
        away = asked.lapsed <= one.day < asked.renewed
        gone = away and _quarter(one.day) < renewal - 1
        words = "lost: before the quarter that precedes the renewal" if gone else "credited"
        step = fact(tidy(Fraction(one.points)), clause("1.3.2c"), f"earned on {one.day.isoformat()}: {words}")
        (lost if gone else kept).append(step)
    return [
        derive(total, *kept, clause=clause("1.3.2c"), message="points credited"),
        derive(total, *lost, clause=clause("1.3.2c"), message="points not credited"),
    ]


class Foreign(EventModel, frozen=True, kw_only=True):
    """Points won in New Zealand and Great Britain."""

    nz_a: Points = Decimal(0)
    nz_b: Points = Decimal(0)
    nz_c: Points = Decimal(0)
    uk_local: Points = Decimal(0)
    uk_blue: Points = Decimal(0)
    uk_green: Points = Decimal(0)
    settled: bool = False
    """The player has settled in Australia, instead of being an Australian who played abroad."""


def reciprocity(asked: Foreign) -> Sequence[Step | Remark]:
    """1.3.4: foreign points as gold, red and green; a New Zealander who settles has one gold for each A point."""
    if asked.settled:
        return _settled(asked)
    by_colour: dict[str, list[Step]] = {"gold": [], "red": [], "green": []}
    for name, (rate, colour, words) in RATES.items():
        points = getattr(asked, name)
        if points:
            told = fact(tidy(Fraction(points)), clause("1.3.4"), f"{words} points")
            by_colour[colour].append(
                derive(partial(product, rate), told, clause=clause("1.3.4"), message=f"{colour} points for them")
            )
    return [
        derive(total, *parts, clause=clause("1.3.4"), message=f"{colour} points credited")
        for colour, parts in by_colour.items()
    ]


def _settled(asked: Foreign) -> Sequence[Step | Remark]:
    told = fact(tidy(Fraction(asked.nz_a)), clause("1.3.3d"), "New Zealand A points")
    return [
        derive(tidy, told, clause=clause("1.3.3d"), message="gold points granted at least"),
        Remark(clause("1.3.4 note 1"), "new residents are granted a rank like their own instead of converted points"),
    ]


class NewResident(EventModel, frozen=True, kw_only=True):
    """A player from overseas, or from a club outside the ABF, and the rank to be matched."""

    rank: Text
    nz_a: Points = Decimal(0)


def granted(asked: NewResident) -> Sequence[Step | Remark]:
    """1.3.3: the least points that make a similar rank, Grand Master at most."""
    rank = rank_named(asked.rank)
    if rank is None or NAMES.index(rank) > NAMES.index(HIGHEST_GRANT):
        fix = f"write one of: {', '.join(NAMES[: NAMES.index(HIGHEST_GRANT) + 1])}"
        raise Refused(problem("rank", asked.rank, "no rank that can be granted", fix, "1.3.3c"))
    _, needed, coloured, gold, _ = next(row for row in RANKS if row[0] == rank)
    old = Fraction(asked.nz_a)
    gold_points = old if old > gold else Fraction(gold)
    first = gold_points if gold_points > coloured else Fraction(coloured)
    return [
        fact(tidy(gold_points), clause("1.3.3d" if old > gold else "1.3.3c"), "gold points"),
        fact(tidy(first - gold_points), clause("1.3.3c"), "red points"),
        fact(tidy(needed - first) if first < needed else 0, clause("1.3.3c"), "green points"),
        Remark(clause("1.3.4 note 2"), "without records the State assesses the player and tells the Centre"),
    ]


class Visitor(EventModel, frozen=True, kw_only=True):
    """An overseas player who wants to join one of the clubs for visitors."""

    country: Text
    australian_resident: bool


def overseas(asked: Visitor) -> Sequence[Step | Remark]:
    """1.3.3: which club a visitor may join; residents, even temporary ones, may not."""
    if asked.australian_resident:
        fix = "register through a home club; a similar rank may be granted on application (1.3.3)"
        raise Refused(
            problem("australian_resident", "true", "the clubs for visitors are closed to residents", fix, "1.3.3a")
        )
    plain = asked.country.strip().lower()
    name = {"new zealand": "NZ Players Club", "nz": "NZ Players Club", "england": "English Players Club"}
    club = name.get(plain, "Foreign Players Club")
    return [
        fact(0, clause("1.3.3a"), f"capitation fee in the {club}"),
        Remark(clause("1.3.3b"), "a visitor with much experience at the top is given points enough for Grand Master"),
    ]


class Youth(EventModel, frozen=True, kw_only=True):
    """A young player and the year of registration."""

    born: date
    year: Annotated[int, Meta(ge=1980, le=2200)]
    other_club: bool = False


def youth(asked: Youth) -> Sequence[Step | Remark]:
    """1.3.6: free registration for those under 26 on 1 January; it ends with the year of turning 26."""
    first = date(asked.year, 1, 1)
    _require_born(asked.born, first, "1.3.6")
    age = _age(asked.born, first)
    years = fact(age, clause("1.3.6"), f"age on {first.isoformat()}")
    if age >= YOUTH:
        remark = "too old for the Youth Players’ Club; registers through a home club"
        return [years, Remark(clause("1.3.6"), remark)]
    leaves = fact(asked.born.year + YOUTH, clause("1.3.6"), "registration ends on 31 December of this year")
    stays = "stays registered through another club afterwards" if asked.other_club else "free registration until then"
    return [years, leaves, Remark(clause("1.3.6"), stays)]


class Veteran(EventModel, frozen=True, kw_only=True):
    """A player, and the first day of a veterans' tournament."""

    born: date
    starts: date


def veteran(asked: Veteran) -> Sequence[Step | Remark]:
    """Appendix A: entrants are 70 or over at the start."""
    _require_born(asked.born, asked.starts, "A Veterans")
    age = _age(asked.born, asked.starts)
    may = "may enter" if age >= VETERAN else f"may not enter: under {VETERAN}"
    return [fact(age, clause("A Veterans"), f"age on {asked.starts.isoformat()}"), Remark(clause("A Veterans"), may)]


def _require_born(born: date, day: date, number: str) -> None:
    if born > day:
        message = f"nobody born then plays on {day.isoformat()}"
        raise Refused(problem("born", born.isoformat(), message, "mend the day of birth", number))


def _age(born: date, day: date) -> int:
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


class Cancellation(EventModel, frozen=True, kw_only=True):
    """When a club's list of cancellations reached the Centre."""

    received: datetime
    earlier_list_this_year: bool = False


def cancellation(asked: Cancellation) -> Sequence[Step | Remark]:
    """1.3.2, 1.4.2, Appendix C: once a year, by midday on 31 March; later the member stays and is charged."""
    received = asked.received.replace(tzinfo=None)
    late = received > datetime(received.year, 3, 31, 12)
    if late:
        return [
            Remark(clause("1.4.2b"), "too late: cancellations must arrive by midday on 31 March"),
            Remark(clause("C cancellations"), "the members stay active for the year and the capitation is charged"),
        ]
    if asked.earlier_list_this_year:
        return [Remark(clause("1.3.2a"), "a club may tell its inactive members only once a year")]
    return [Remark(clause("1.3.2a"), "accepted: these members become inactive on 1 April")]


class Registration(EventModel, frozen=True, kw_only=True):
    """A player a club wants to register."""

    searched_former_numbers: bool
    former_number: Annotated[str, Meta(max_length=20)] = ""
    has_home_club: bool = False
    home_clubs_named: Count = 1


def registration(asked: Registration) -> Sequence[Step | Remark]:
    """1.3.1, Appendix C: a new number only for those who never had one; one home club each."""
    found: list[Remark] = []
    if asked.home_clubs_named != 1:
        found.append(Remark(clause("1.3.1b"), "a player names exactly one home club"))
    if not asked.searched_former_numbers:
        found.append(Remark(clause("C registration"), "search active and inactive players for a former number first"))
    if asked.has_home_club:
        number = f"number {asked.former_number}" if asked.former_number else "the number the player has"
        message = f"keep {number}: transfer the player or add an alternate member, do not reactivate"
        found.append(Remark(clause("C registration"), message))
    elif asked.former_number:
        message = f"reactivate number {asked.former_number}; the capitation fee is charged"
        found.append(Remark(clause("1.3.2b"), message))
    return found or [Remark(clause("C registration"), "issue a new number")]
