"""An evening of the demo with boards and hands, dealt and played at random, and filed from a results file."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal

import msgspec

from masterpoint import intake
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import services as filing
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.core import federations
from masterpoint.core.boards import Board, Contract, Denomination, Direction, Level, Seat, Traveller
from masterpoint.core.deals import CARDS, Deal, Hand
from masterpoint.core.results import Entry, Player, Ranking, Results
from masterpoint.core.scoring.field import raw_score
from masterpoint.formats import WRITERS
from masterpoint.intake.rescoring import with_our_places

MAX_TABLES = 7
HONOURS = {"A": 4, "K": 3, "Q": 2, "J": 1}
SEATS: tuple[Seat, ...] = ("N", "E", "S", "W")
TRUMPS: tuple[Denomination, ...] = ("S", "H", "D", "C")
BIDS: tuple[tuple[int, Level], ...] = ((32, 6), (25, 4), (23, 3), (20, 2))
"""Points that a side needs to bid at a level; with fewer it stays at the one level."""


def file_evening(
    country: federations.Federation, club: Organisation, people: Sequence[Person], day: date, by: User
) -> None:
    """File an evening of a club, from a results file that has every board and hand."""
    data = WRITERS["json"].write(evening(country, people, day))
    name = f"{day.isoformat()}.json"
    options = intake.Options(scheme=country.code, level="club", grade=country.evening.grade, form="session")
    imported = intake.read_event(data, name, options)
    original = filing.Original(data, name, imported.format)
    filing.file_event(club, imported.event, original, by=by, choices={})


def evening(country: federations.Federation, people: Sequence[Person], day: date) -> Results:
    """North-South stay, and East-West move up a table after each round. Each table plays each set of boards once."""
    rng = random.Random(f"{country.code} boards")
    tables = min(len(people) // 4, MAX_TABLES)
    tables -= 1 - tables % 2
    boards_a_round = country.evening.boards // tables
    pairs = [people[index : index + 2] for index in range(0, 4 * tables, 2)]
    deals = [_deal(number, rng) for number in range(1, tables * boards_a_round + 1)]
    boards = tuple(Board(deal.number, _with_points(_lines(deal, tables, boards_a_round, rng))) for deal in deals)
    return with_our_places(
        Results(
            format="json",
            source="",
            scoring="match points",
            event_name=f"{day:%A} pairs, with hands",
            played=day,
            boards_played=len(boards),
            winners=2,
            rankings=(_ranking("NS", pairs[:tables]), _ranking("EW", pairs[tables:])),
            boards=boards,
            deals=tuple(deals),
        )
    )


def _ranking(direction: Direction, pairs: Sequence[Sequence[Person]]) -> Ranking:
    entries = (
        Entry(str(number), tuple(Player(person.name, person.number) for person in pair), direction=direction)
        for number, pair in enumerate(pairs, 1)
    )
    return Ranking(tuple(entries), direction=direction)


def _deal(number: int, rng: random.Random) -> Deal:
    pack = [(suit, card) for suit in range(4) for card in CARDS]
    rng.shuffle(pack)
    north, east, south, west = (_hand(pack[seat::4]) for seat in range(4))
    return Deal(number, north, east, south, west)


def _hand(cards: Sequence[tuple[int, str]]) -> Hand:
    suits = ([card for card_suit, card in cards if card_suit == suit] for suit in range(4))
    return Hand(*("".join(sorted(cards, key=CARDS.index)) for cards in suits))


def _lines(deal: Deal, tables: int, boards_a_round: int, rng: random.Random) -> Iterator[Traveller]:
    """Each North-South pair plays the set of boards in a different round, against different opponents."""
    played_set = (deal.number - 1) // boards_a_round
    for table in range(tables):
        opponents = (2 * table - played_set) % tables
        yield _line(deal, str(table + 1), str(opponents + 1), rng)


def _with_points(lines: Iterable[Traveller]) -> tuple[Traveller, ...]:
    """Add match points: two for every result beaten, one for every equal result."""
    results = list(lines)
    scores = [line.score or 0 for line in results]
    points = [sum((score > other) + (score >= other) for other in scores) - 1 for score in scores]
    top = 2 * len(scores) - 2
    return tuple(
        msgspec.structs.replace(line, ns_points=Decimal(won), ew_points=Decimal(top - won))
        for line, won in zip(results, points, strict=True)
    )


def _line(deal: Deal, ns: str, ew: str, rng: random.Random) -> Traveller:
    """The side with more points bids roughly what its hands are worth, and makes about as many tricks."""
    points = [sum(HONOURS.get(card, 0) for suit in hand.suits for card in suit) for hand in deal.hands]
    pair = 0 if points[0] + points[2] >= 20 else 1
    strength = points[pair] + points[pair + 2] + rng.choice((-2, -1, 0, 0, 1, 2))
    level = next((level for minimum, level in BIDS if strength >= minimum), 1)
    lengths = [len(deal.hands[pair].suits[suit]) + len(deal.hands[pair + 2].suits[suit]) for suit in range(4)]
    longest = max(range(4), key=lambda suit: (lengths[suit], -suit))
    trump: Denomination = TRUMPS[longest] if lengths[longest] > 7 else "NT"
    contract = Contract(3 if trump == "NT" and level == 4 else level, trump)
    tricks = min(max(strength // 3 + lengths[longest] - 7 + rng.choice((-1, 0, 0, 1)), 4), 13)
    line = Traveller(ns, ew, contract, SEATS[pair + rng.choice((0, 2))], tricks)
    return Traveller(ns, ew, contract, line.declarer, tricks, score=raw_score(line, deal.number), table=ns)
