"""The rows about results: filings, versions with their facts and awards, and the scores at each table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

import msgspec

from masterpoint.centre.filing import public_boards
from masterpoint.centre.filing.judging import load_result
from masterpoint.centre.filing.models import Filing, Version
from masterpoint.centre.filing.public_results import GUEST, PUBLIC
from masterpoint.centre.filing.similar import NOT_SAME_AS, TWO_EVENTS
from masterpoint.centre.filing.stored_events import in_force
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.open_data.concealing import Concealer, VisiblePerson
from masterpoint.centre.open_data.layout import CHUNK_SIZE, Rows, in_utc
from masterpoint.centre.registry.access import hidden_people
from masterpoint.centre.registry.models import Change, Federation, Person
from masterpoint.core.boards import Traveller
from masterpoint.core.deals import SEATS, Deal, dealer_of, vulnerable_on
from masterpoint.core.results import Entry

VERSIONS_PER_PAGE = 200
SEPARATOR = " & "


def results(federation: Federation) -> Rows:
    rows = Filing.objects.filter(federation=federation)
    fields = ("receipt", "day", "organisation__number", "name", "form", "state", "filed_at")
    for *row, filed_at in rows.order_by("pk").values_list(*fields).iterator(CHUNK_SIZE):
        yield (*row, in_utc(filed_at))


def versions(federation: Federation) -> Rows:
    """Every version that counts or has counted. Withdrawn and rejected versions have no names."""
    visible_people = _visible_people(federation)
    noted_pairs = _noted_pairs(federation)
    for page in _pages(federation):
        postings = _postings(page)
        for version in page:
            if version.pk in postings:
                number, taken_back_by, other_receipts = postings[version.pk]
                receipt, names = version.filing.receipt, visible_people if version.filing.state in PUBLIC else {}
                concealer = Concealer(federation.scheme, version.people, names)
                facts = concealer.facts(version.event)
                awards = concealer.awards(load_result(version.result)["awards"])
                decided_receipts = " ".join(sorted({*other_receipts, *noted_pairs.get(receipt, ())}))
                cells = (
                    receipt,
                    version.number,
                    number,
                    taken_back_by,
                    version.edition,
                    version.engine,
                    decided_receipts,
                )
                yield (*cells, _json(facts), _json(awards), in_utc(version.at))


def boards(federation: Federation) -> Rows:
    """The scores at each table of the current versions, in the order of versions."""
    visible_people = _visible_people(federation)
    current = dict(_current(federation))
    for page in _pages(federation):
        for version in page:
            if current.get(version.filing_id) == version.number and version.format not in public_boards.WITHOUT_BOARDS:
                yield from _board_rows(federation, version, visible_people)


def _board_rows(federation: Federation, version: Version, visible_people: Mapping[int, VisiblePerson]) -> Rows:
    results = public_boards.results_of(version)
    board_list = public_boards.listed_boards(results) if results else []
    if not results or not board_list:
        return
    concealer = Concealer(federation.scheme, version.people, visible_people)
    concealer.facts(version.event)
    sides = {side: _players(entry, version, concealer) for side, entry in public_boards.contestants(results).items()}
    for order, (board, deal) in enumerate(board_list, 1):
        cells = (version.filing.receipt, order, board.session, board.section, board.number)
        rules = (dealer_of(board.number), vulnerable_on(board.number), *_hands(deal))
        for line in board.travellers:
            ns, ew = public_boards.pair_numbers(line)
            north_south = (ns, public_boards.contestant(sides, board.section, "NS", ns))
            east_west = (ew, public_boards.contestant(sides, board.section, "EW", ew))
            yield *cells, *rules, *north_south, *east_west, *_score(line)


def _players(entry: Entry, version: Version, concealer: Concealer) -> str:
    """The players: the number of those who may be named, and the alias of the others."""
    names = []
    for player in entry.players:
        numbers = (player.national, player.club_number, "")
        number_keys = zip(public_boards.keys_of(player), numbers, strict=True)
        number = next((number for key, number in number_keys if key in version.people), player.national)
        names.append(concealer.player_label(player.name, number) or GUEST)
    return SEPARATOR.join(names)


def _hands(deal: Deal | None) -> Sequence[str]:
    return [".".join(hand.suits) for hand in deal.hands] if deal else [""] * len(SEATS)


def _score(line: Traveller) -> tuple[str | int | None, ...]:
    points = (_plain(line.ns_points), _plain(line.ew_points))
    return (public_boards.contract_of(line), line.declarer, line.tricks, line.lead, line.score, *points)


def _plain(points: Decimal | None) -> str:
    return "" if points is None else f"{points:f}"


def _visible_people(federation: Federation) -> dict[int, VisiblePerson]:
    """Everybody who may be named."""
    hidden_keys = hidden_people(federation)
    people = Person.objects.filter(federation=federation).order_by("pk")
    fields = people.values_list("pk", "number", "given_name", "family_name").iterator(CHUNK_SIZE)
    return {
        pk: VisiblePerson(number, f"{given_name} {family_name}".strip())
        for pk, number, given_name, family_name in fields
        if pk not in hidden_keys
    }


def _pages(federation: Federation) -> Iterator[list[Version]]:
    versions = in_force().filter(filing__federation=federation).select_related("filing").order_by("pk")
    last_key = 0
    while page := list(versions.filter(pk__gt=last_key)[:VERSIONS_PER_PAGE]):
        last_key = page[-1].pk
        yield page


def _current(federation: Federation) -> Iterator[tuple[int, int]]:
    """Every filing that counts with the number of its version, the current one last."""
    rows = in_force().filter(filing__federation=federation, filing__state__in=PUBLIC).order_by("number")
    yield from rows.values_list("filing", "number").iterator(CHUNK_SIZE)


def _postings(versions: Sequence[Version]) -> dict[int, tuple[int, int | None, Sequence[str]]]:
    """For each version, the posting of its awards, the one that reversed it, and filings decided to be other events."""
    awards = Posting.objects.filter(version__in=versions, kind=Posting.Kind.AWARDS)
    rows = awards.values_list("version", "number", "reversed_by__number", f"detail__{NOT_SAME_AS}")
    return {version: (number, reversal, other_receipts or ()) for version, number, reversal, other_receipts in rows}


def _noted_pairs(federation: Federation) -> dict[str, set[str]]:
    """Pairs of filings that were later decided to be two events: the second receipts by the first."""
    receipts: dict[str, set[str]] = {}
    for detail in Change.objects.filter(federation=federation, what=TWO_EVENTS).values_list("detail", flat=True):
        first, second = sorted(detail["receipts"])
        receipts.setdefault(first, set()).add(second)
    return receipts


def _json(data: Any) -> str:
    return msgspec.json.encode(data).decode()
