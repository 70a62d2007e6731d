"""3.2 over a year, with 3.6.4, 5.2.1 and 5.5.1: which events an organisation may hold, and how many of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Literal

from msgspec import Meta

from masterpoint.core.derivation import Remark
from masterpoint.core.editions import Programme
from masterpoint.core.events import Contest, Count, EventModel, Text
from masterpoint.schemes.wbu.rules.handbook import clause

WEEKS = 52  # 3.2.2: one regular game a week
LADDERS, MINORS, LEAGUES = 2, 10, 2  # 3.2.3, 3.2.4, 3.2.5(a)
AREA_LICENCES = {"area": 6, "district": 6}  # 3.6.4, last paragraph
LONG = 36
Held = Literal[
    "regular",
    "ladder",
    "minor",
    "major",
    "inter-club",
    "simultaneous",
    "invitation",
    "recruiting",
    "no-fear",
    "junior",
    "heat",
    "agm",
    "licensed",
    "licence given",
]


class Planned(EventModel, frozen=True, kw_only=True):
    """One event of the year, or a series of equal ones."""

    name: Text
    type: Held
    """licensed: held under a licence; licence given: an event of others that this Area licensed."""
    contest: Contest = "pairs"
    games: Annotated[int, Meta(ge=1, le=1_000)] = 1
    """How many were held."""
    centres: Annotated[int, Meta(ge=1, le=100)] = 1
    """Places or times at which a game is held: each counts (4.9.3)."""
    boards: Annotated[int, Meta(ge=1, le=5_000)] = 24
    """Boards of the whole event."""
    format: Literal["", "league", "knock-out", "swiss", "all-play-through", "quali-final", "round-robin"] = ""
    entry: Text = "open"
    """The nature of the entry: open, mixed, ladies …"""
    together_with: Text = ""
    """Counts as one with the event of that name: men's and ladies' pairs, a consolation, ladders of sections."""
    status: Literal["", "club", "district", "area"] = ""
    """Of a licence given."""
    results: Count | None = None
    """Results a ladder counts."""
    outside_third: bool = True
    """Invitation events: a third or more of the entry came from outside."""
    licence: Annotated[str, Meta(max_length=40)] = ""
    """Licence, or extension by the WBU, for what is beyond the quota (3.2.8, 3.6.4)."""


class Year(EventModel, frozen=True, kw_only=True):
    """A year's programme of one organisation."""

    level: Literal["club", "area", "congress"]
    districts: Count = 0
    """Districts an Area is entitled to, formed or not (3.2.4)."""
    events: tuple[Planned, ...]


def once(events: Sequence[Planned]) -> list[Planned]:
    """3.2.5(b): events that count together are counted once, with the first of them."""
    counted: list[Planned] = []
    for event in events:
        partner = event.together_with
        later = any(one.name == partner and one.together_with != event.name for one in events if one is not event)
        if not (partner and (later or any(one.name == partner for one in counted))):
            counted.append(event)
    return counted


def together(year: Year) -> Iterator[Remark]:
    """3.2.5(b): what counts with another event needs that other event."""
    for event in year.events:
        if event.together_with and not any(one.name == event.together_with for one in year.events if one is not event):
            message = f"{event.name}: counted by itself, for there is no event named {event.together_with}"
            yield finding("3.2.5", message)


def of(year: Year, *types: str) -> list[Planned]:
    """The events of these types that come out of the quota."""
    return [event for event in once(year.events) if event.type in types and not event.licence]


def count(events: Sequence[Planned]) -> int:
    return sum(event.games for event in events)


def games(events: Sequence[Planned]) -> int:
    """4.9.3: every centre counts."""
    return sum(event.games * event.centres for event in events)


def finding(number: str, message: str) -> Remark:
    return Remark(clause(number), message)


def area_quota(year: Year) -> Iterator[Remark]:
    """3.2.2, 3.2.4: an Area's games and minor championships; some more for each District."""
    if year.level != "area":
        return
    inter = of(year, "inter-club") + [event for event in of(year, "invitation") if not event.outside_third]
    regular = games(of(year, "regular")) + games([event for event in inter if event.boards < LONG])
    minor = count(of(year, "minor")) + count([event for event in inter if event.boards >= LONG])
    over_games, over_minor = max(0, regular - WEEKS), max(0, minor - MINORS)
    if over_games + over_minor <= year.districts:
        return
    more = f"and {year.districts} additional events of either kind for its Districts"
    if over_games:
        yield finding("3.2.2", f"{regular} regular games: an Area may hold one a week, {WEEKS} a year, {more}")
    if over_minor:
        yield finding("3.2.4", f"{minor} minor championships: an Area may hold {MINORS}, {more}")


def types(year: Year) -> Iterator[Remark]:
    """3.2.2, 3.2.4: what a regular game and a championship are."""
    for event in year.events:
        if event.type == "regular" and event.boards >= LONG:
            yield finding("3.2.2", f"{event.name}: {event.boards} boards; a regular game has fewer than {LONG}")
        if event.type == "minor" and event.boards < LONG:
            yield finding("3.2.4", f"{event.name}: {event.boards} boards; a championship has at least {LONG}")
        if event.type == "major" and event.boards < LONG:
            yield finding("3.2.6", f"{event.name}: {event.boards} boards; a major championship has at least {LONG}")


def ladders(year: Year) -> Iterator[Remark]:
    """3.2.3, 4.11.4: two ladders a year, of six results at least; ladders of sections count once (4.11.9)."""
    held = count(of(year, "ladder"))
    if held > LADDERS:
        yield finding("3.2.3", f"{held} ladders: two a year may have a bonus")
    for event in year.events:
        if event.type == "ladder" and event.results is not None and event.results < 6:
            yield finding("2.7.3", f"{event.name}: {event.results} results; a ladder counts at least six")


def formats(year: Year) -> Iterator[Remark]:
    """3.2.5: two leagues or round robins a year; minor championships differ in entry or format."""
    minor = of(year, "minor")
    leagues = count(
        [event for event in minor if event.contest == "teams" and event.format in ("league", "round-robin")]
    )
    if leagues > LEAGUES:
        yield finding("3.2.5", f"{leagues} teams leagues or round robins: two a year are allowed")
    alike = Counter((event.contest, event.entry.lower(), event.format) for event in minor for _ in range(event.games))
    for (contest, entry, played_as), number in alike.items():
        if number > 1:
            message = f"{number} minor championships are alike ({entry} {contest}, {played_as or 'no format told'})"
            yield finding("3.2.5", f"{message}: the format or the entry must differ")


def majors(year: Year) -> Iterator[Remark]:
    """3.2.6, 5.2.1: one pairs and one teams event a year, open to all members."""
    number = "5.2.1" if year.level == "area" else "3.2.6"
    held = [event for event in once(year.events) if event.type == "major"]
    for contest in ("pairs", "teams"):
        of_kind = count([event for event in held if event.contest == contest])
        if of_kind > 1:
            yield finding(number, f"{of_kind} major {contest} championships: one a year may be nominated")
    for event in held:
        if event.contest == "individual":
            yield finding("3.2.6", f"{event.name}: a major championship is a pairs or a teams event")
        if event.entry.lower() != "open":
            yield finding("3.2.6", f"{event.name}: restricted ({event.entry}); all members must be able to win it")


def areas_only(year: Year) -> Iterator[Remark]:
    """3.2.7, 3.3.4, 5.5.1: events of Areas, and one a year of some of them."""
    kinds = {
        "recruiting": "3.2.7(a)",
        "no-fear": "3.2.7(b)",
        "junior": "3.2.7(c)",
        "simultaneous": "3.2.7(d)",
        "invitation": "3.2.7(e)",
        "inter-club": "3.3.4",
        "agm": "5.5.1",
        "licence given": "3.6.4",
    }
    for event in year.events:
        if event.type in kinds and year.level != "area":
            yield finding(kinds[event.type], f"{event.name}: only an Area Association may hold this")
    for kind in ("simultaneous", "invitation", "agm"):
        held = count(of(year, kind))
        if held > 1 and year.level == "area":
            yield finding(kinds[kind], f"{held} events of the kind {kind}: one a year is allowed")


def licences_given(year: Year) -> Iterator[Remark]:
    """3.6.4, last paragraph: an Area may license six events at Area and six at District status."""
    given = [event for event in year.events if event.type == "licence given" and not event.licence]
    for status, most in AREA_LICENCES.items():
        number = count([event for event in given if event.status == status])
        if number > most and year.level == "area":
            yield finding(
                "3.6.4", f"{number} licences at {status.title()} status: {most} a year; apply to the WBU for more"
            )


def congress(year: Year) -> Iterator[Remark]:
    """3.1.6, 3.6.3: a congress organisation holds every event by licence, and no championships."""
    if year.level != "congress":
        return
    for event in year.events:
        if event.type in ("major", "minor"):
            yield finding("3.6.3", f"{event.name}: a congress organisation holds no championships")
        elif not event.licence:
            yield finding("3.1.6", f"{event.name}: a congress organisation needs a licence")


CHECKS: tuple[Callable[[Year], Iterator[Remark]], ...] = (
    types,
    area_quota,
    ladders,
    formats,
    majors,
    areas_only,
    licences_given,
    congress,
    together,
)


def findings(year: Year) -> list[Remark]:
    """Everything in a year's programme that the book does not allow."""
    return [found for check in CHECKS for found in check(year)]


PROGRAMME = Programme(Year, findings)
