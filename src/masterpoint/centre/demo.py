"""A demo of every federation: invented people, clubs and a season of sessions, filed as real ones are."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from django.contrib.auth.hashers import make_password
from django.db import transaction

from masterpoint.centre import demo_boards
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import invoicing, tariffs
from masterpoint.centre.closing import announcing
from masterpoint.centre.closing import months as closing
from masterpoint.centre.filing import services as filing
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.registry import offices, organisations, own_records, registering, setup
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.core import federations
from masterpoint.core.parsing import event_from
from masterpoint.core.serialisation import exact_text
from masterpoint.schemes import FACTS, FEDERATIONS

GIVEN_NAMES = [
    "Ada",
    "Bertram",
    "Clemency",
    "Dorian",
    "Elowen",
    "Fergus",
    "Gwendolen",
    "Humphrey",
    "Imelda",
    "Jocelyn",
    "Kester",
    "Leonie",
    "Mungo",
    "Nerys",
    "Oswin",
    "Philippa",
    "Quentin",
    "Rosalind",
    "Silas",
    "Tamsin",
    "Ulric",
    "Verity",
    "Wilfred",
    "Xanthe",
    "Yorick",
    "Zelda",
]
FAMILY_NAMES = [
    "Ambleford",
    "Brackwater",
    "Cinderby",
    "Dovecraft",
    "Elderhythe",
    "Fennimoor",
    "Gorsewick",
    "Harrowmere",
    "Inglethorn",
    "Juniperly",
    "Kestrelby",
    "Larkrigg",
    "Mossendale",
    "Nettlefold",
    "Oakenshore",
    "Pebblewick",
    "Quillfeather",
    "Rushbourne",
    "Saltmarsh",
    "Thistlewood",
    "Underhay",
    "Violetmead",
    "Wetherspin",
    "Yarrowfield",
    "Zephyrton",
]
PLACES = ["Riverside", "Hilltop", "Harbour", "Market", "Abbey", "Orchard", "Station", "Lakeside"]
PASSWORD = "try the demo safely"
SINCE = date(1990, 1, 1)


Progress = Callable[[int], None]


class Size(NamedTuple):
    clubs: int = 3
    members: int = 36
    sessions: int = 12
    years: int = 4
    """Years of points before the season, posted as opening balances."""
    with_hands: int = 1
    """Evenings of the first club that are filed with boards and hands."""


def build(size: Size, today: date, progress: Progress = lambda _: None) -> list[tuple[str, str]]:
    """Build the demo; returns its sign-ins as pairs of e-mail address and what the account may do."""
    sign_ins: list[tuple[str, str]] = []
    for country in FEDERATIONS.values():
        if not Federation.objects.filter(code=country.code).exists():
            sign_ins += _country(country, size, today, progress)
    return sign_ins


def session_count(size: Size) -> int:
    """The number of sessions that `build` files."""
    return len(FEDERATIONS) * (size.clubs * size.sessions + size.with_hands)


def _country(country: federations.Federation, size: Size, today: date, progress: Progress) -> list[tuple[str, str]]:
    rng = random.Random(country.code)
    with transaction.atomic():
        federation, national = setup.new_federation(
            country.code, f"{country.name} (demo)", country.code, next_number=1001
        )
        regions = _regions(country, federation, national)
        clubs = [
            _organisation(
                federation,
                (national, *regions)[-1],
                "club",
                str(1001 + index),
                f"{PLACES[index % len(PLACES)]} Bridge Club",
            )
            for index in range(size.clubs)
        ]
        people = {club.pk: _members(federation, club, size.members, today, rng) for club in clubs}
        accounts = _accounts(country, national, clubs[0], people[clubs[0].pk][0], today)
    scorer = User.objects.get(email=f"scorer@{country.code}.example")
    scorer.wants_letters = False  # only while the season is filed: this is not saved
    staff = User.objects.get(email=f"staff@{country.code}.example")
    all_people = [person for members in people.values() for person in members]
    _earlier_years(country, federation, all_people, range(today.year - size.years, today.year), staff)
    _enter_tariffs(country, federation, regions, staff)
    for week in range(size.sessions):
        for index, club in enumerate(clubs):
            day = today - timedelta(weeks=size.sessions - week, days=index)
            raw = session(country, club, people[club.pk], day, rng)
            event = event_from(raw, FACTS)
            original = filing.Original(repr(raw).encode(), f"{day}.event", "event")
            filing.file_event(club, event, original, by=scorer, choices={})
            progress(1)
    for week in range(size.with_hands):
        day = today - timedelta(weeks=week, days=1)
        demo_boards.file_evening(country, clubs[0], people[clubs[0].pk], day, scorer)
        progress(1)
    _close(federation, today, staff)
    _invoices(federation, today)
    return accounts


def _regions(country: federations.Federation, federation: Federation, national: Organisation) -> list[Organisation]:
    """One organisation of each level between the national body and the clubs, from the top."""
    regions: list[Organisation] = []
    for count, level in enumerate(country.levels_above_clubs, 1):
        parent = (national, *regions)[-1]
        regions.append(_organisation(federation, parent, level, f"1{'0' * count}", f"North {level.title()}"))
    return regions


def _enter_tariffs(
    country: federations.Federation, federation: Federation, regions: Sequence[Organisation], by: User
) -> None:
    """Enter an invented amount, marked as such, for each charge whose amount the book does not print."""
    setters: dict[str, Organisation | None] = {"": None} | {region.level: region for region in regions}
    for amount in country.charging.invented:
        scope = country.charging.items[amount.name].scope
        if scope in setters:
            value, setter = exact_text(amount.value), setters[scope]
            tariffs.enter(federation, amount.name, value, amount.first_day, by=by, setter=setter, invented=True)


def _invoices(federation: Federation, today: date) -> None:
    """Invoice the months that are over."""
    finance = User.objects.get(email=f"finance@{federation.code}.example")
    month = today.replace(day=1)
    for _ in invoicing.issue_all(federation, month - timedelta(days=1), on=month, by=finance, send=False):
        pass


def _earlier_years(
    country: federations.Federation, federation: Federation, people: list[Person], years: range, by: User
) -> None:
    """Post points from before this Centre, one posting a year. A few players win many points, most win some."""
    rng = random.Random(f"{country.code} before")
    skill = {person.pk: rng.randrange(100) ** 2 for person in people}
    winners = {
        (person.pk, won) for person in people for won in country.past_points if rng.randrange(10) < won.players_in_ten
    }
    for year in years:
        lines = [
            NewLine(person.pk, won.colour, amount, date(year, 12, 31))
            for person in people
            for won in country.past_points
            if (person.pk, won) in winners and person.joined_on and person.joined_on.year <= year
            if (amount := won.good_year * skill[person.pk] * rng.randrange(60, 141) // 1_000_000 // won.unit * won.unit)
        ]
        if lines:
            ledger.open_balances(federation, lines, by=by, reason=f"points of {year} from the register before")


def _close(federation: Federation, today: date, by: User) -> None:
    """Close every month except the current one, and announce its promotions."""
    month = (today - timedelta(days=400)).replace(day=1)
    while month < today.replace(day=1):
        next_month = (month + timedelta(days=32)).replace(day=1)
        if federation.filings.filter(day__gte=month, day__lt=next_month).exists():
            closing.close_month(federation.code, month, by=by, today=today)
            announcing.promote(federation, next_month - timedelta(days=1), by=by)
        month = next_month


def _organisation(federation: Federation, parent: Organisation, level: str, number: str, name: str) -> Organisation:
    return organisations.add_organisation(federation, number, name, level=level, parent=parent, on=SINCE, by=None)


def _members(federation: Federation, club: Organisation, count: int, today: date, rng: random.Random) -> list[Person]:
    names = [(given_name, family_name) for given_name in GIVEN_NAMES for family_name in FAMILY_NAMES]
    new = [
        registering.NewMember(
            given_name,
            family_name,
            today - timedelta(days=rng.randrange(400, 9000)),
            club,
            anonymous=index == count - 1,
        )
        for index, (given_name, family_name) in enumerate(rng.sample(names, count))
    ]
    return registering.register_all(federation, new, by=None)


def _accounts(
    country: federations.Federation, national: Organisation, club: Organisation, player: Person, today: date
) -> list[tuple[str, str]]:
    roles = (
        ("scorer", club, "files results"),
        ("secretary", club, "keeps members, corrects filings"),
        ("treasurer", club, "sees what the club owes, and why"),
        ("finance", national, "sets tariffs, issues invoices, enters payments"),
        ("staff", national, "approves, closes the month, promotes"),
    )
    secret = make_password(PASSWORD)  # the same for all accounts, because hashing is slow on purpose
    sign_ins = []
    for role, organisation, description in roles:
        email = f"{role}@{country.code}.example"
        user = User.objects.create(email=email, password=secret, name=f"Demo {role}, {country.code.upper()}")
        offices.appoint(user, organisation, role, on=today - timedelta(days=4000), by=None)
        sign_ins.append((email, f"{description} ({organisation.name})"))
    user = User.objects.create(email=f"player@{country.code}.example", password=secret, name=player.name)
    own_records.give_record(player, user, by=None)
    return [*sign_ins, (f"player@{country.code}.example", f"{player.name}'s own record")]


def session(
    country: federations.Federation, club: Organisation, people: list[Person], day: date, rng: random.Random
) -> dict[str, Any]:
    """An evening of pairs: some players, in the order they finished, with occasional ties."""
    players = rng.sample(people, min(len(people) // 2 * 2, rng.randrange(24, 33) // 4 * 4))
    pairs = [players[index : index + 2] for index in range(0, len(players), 2)]
    two_winners = len(pairs) >= 10 and rng.random() < 0.5
    middle = len(pairs) // 2
    groups = [("NS", pairs[:middle]), ("EW", pairs[middle:])] if two_winners else [("", pairs)]
    return {
        "form": "session",
        "scheme": country.code,
        "day": day,
        "name": f"{day:%A} pairs",
        "contest": "pairs",
        "boards": country.evening.boards,
        "grade": country.evening.grade,
        "organiser": {"level": "club", "name": club.name, "id": club.number},
        "lists": [{"direction": direction, "entries": _finish(group, rng)} for direction, group in groups],
    }


def _finish(pairs: list[list[Person]], rng: random.Random) -> list[dict[str, Any]]:
    entries, place = [], 1
    while place <= len(pairs):
        sharing = 2 if rng.random() < 0.08 and place < len(pairs) else 1
        for pair in pairs[place - 1 : place - 1 + sharing]:
            players = [{"id": person.number, "name": person.name} for person in pair]
            entries.append({"place": f"{place}=" if sharing > 1 else str(place), "players": players})
        place += sharing
    return entries
