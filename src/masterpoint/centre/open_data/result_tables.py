"""The rows about results: filings, every version of each with facts and awards, and what was scored at each table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

import msgspec

from masterpoint.centre.filing import public_boards
from masterpoint.centre.filing.judging import load_result
from masterpoint.centre.filing.models import Filing, Version
from masterpoint.centre.filing.public_results import GUEST, PUBLIC
from masterpoint.centre.filing.similar import DECIDED, TWO_EVENTS
from masterpoint.centre.filing.stored import in_force
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.open_data.concealing import Concealer, Shown
from masterpoint.centre.open_data.layout import AT_ONCE, Rows, in_utc
from masterpoint.centre.registry.access import hidden_people
from masterpoint.centre.registry.models import Change, Federation, Person
from masterpoint.core.boards import Traveller
from masterpoint.core.deals import SEATS, Deal, dealer_of, vulnerable_on
from masterpoint.core.results import Entry

VERSIONS_AT_ONCE = 200
JOIN = " & "


def results(federation: Federation) -> Rows:
    rows = Filing.objects.filter(federation=federation)
    fields = ("receipt", "day", "organisation__number", "name", "form", "state", "filed_at")
    for *row, filed_at in rows.order_by("pk").values_list(*fields).iterator(AT_ONCE):
        yield (*row, in_utc(filed_at))


def versions(federation: Federation) -> Rows:
    """Every version that counts or once counted. Of what was withdrawn or rejected nobody is named."""
    shown = _shown_people(federation)
    noted = _said_to_be_others(federation)
    for page in _pages(federation):
        posted = _postings(page)
        for version in page:
            if version.pk in posted:
                number, taken_back_by, others = posted[version.pk]
                receipt, named = version.filing.receipt, shown if version.filing.state in PUBLIC else {}
                concealer = Concealer(federation.scheme, version.people, named)
                facts = concealer.facts(version.event)
                awards = concealer.awards(load_result(version.result)["awards"])
                decided = " ".join(sorted({*others, *noted.get(receipt, ())}))
                about = (receipt, version.number, number, taken_back_by, version.edition, version.engine, decided)
                yield (*about, _json(facts), _json(awards), in_utc(version.at))


def boards(federation: Federation) -> Rows:
    """What was scored at each table, of the version that counts, in the order of the versions."""
    shown = _shown_people(federation)
    current = dict(_current(federation))
    for page in _pages(federation):
        for version in page:
            if current.get(version.filing_id) == version.number and version.format not in public_boards.WITHOUT_BOARDS:
                yield from _of_version(federation, version, shown)


def _of_version(federation: Federation, version: Version, shown: Mapping[int, Shown]) -> Rows:
    results = public_boards.results_of(version)
    listed = public_boards.listed_boards(results) if results else []
    if not results or not listed:
        return
    concealer = Concealer(federation.scheme, version.people, shown)
    concealer.facts(version.event)
    sides = {side: _players(entry, version, concealer) for side, entry in public_boards.contestants(results).items()}
    for order, (board, deal) in enumerate(listed, 1):
        about = (version.filing.receipt, order, board.session, board.section, board.number)
        rules = (dealer_of(board.number), vulnerable_on(board.number), *_hands(deal))
        for line in board.travellers:
            ns, ew = public_boards.pair_numbers(line)
            who = (ns, public_boards.contestant(sides, board.section, "NS", ns))
            others = (ew, public_boards.contestant(sides, board.section, "EW", ew))
            yield *about, *rules, *who, *others, *_score(line)


def _players(entry: Entry, version: Version, concealer: Concealer) -> str:
    """Each by number where they may be named, and by the name they have in the facts where not."""
    names = []
    for player in entry.players:
        numbers = (player.national, player.club_number, "")
        known = zip(public_boards.keys_of(player), numbers, strict=True)
        number = next((number for key, number in known if key in version.people), player.national)
        names.append(concealer.called_by(player.name, number) or GUEST)
    return JOIN.join(names)


def _hands(deal: Deal | None) -> Sequence[str]:
    return [".".join(hand.suits) for hand in deal.hands] if deal else [""] * len(SEATS)


def _score(line: Traveller) -> tuple[str | int | None, ...]:
    points = (_plain(line.ns_points), _plain(line.ew_points))
    return (public_boards.contract_of(line), line.declarer, line.tricks, line.lead, line.score, *points)


def _plain(points: Decimal | None) -> str:
    return "" if points is None else f"{points:f}"


def _shown_people(federation: Federation) -> dict[int, Shown]:
    """Everybody who may be named."""
    hidden = hidden_people(federation)
    people = Person.objects.filter(federation=federation).order_by("pk")
    fields = people.values_list("pk", "number", "given_name", "family_name").iterator(AT_ONCE)
    return {pk: Shown(number, f"{given} {family}".strip()) for pk, number, given, family in fields if pk not in hidden}


def _pages(federation: Federation) -> Iterator[list[Version]]:
    versions = in_force().filter(filing__federation=federation).select_related("filing").order_by("pk")
    after = 0
    while page := list(versions.filter(pk__gt=after)[:VERSIONS_AT_ONCE]):
        after = page[-1].pk
        yield page


def _current(federation: Federation) -> Iterator[tuple[int, int]]:
    """The number of the version that counts, of every filing that does; later ones come later."""
    rows = in_force().filter(filing__federation=federation, filing__state__in=PUBLIC).order_by("number")
    yield from rows.values_list("filing", "number").iterator(AT_ONCE)


def _postings(versions: Sequence[Version]) -> dict[int, tuple[int, int | None, Sequence[str]]]:
    """The posting of each version's awards, the one that took it back, and the filings said to be other events."""
    awards = Posting.objects.filter(version__in=versions, kind=Posting.Kind.AWARDS)
    rows = awards.values_list("version", "number", "reversed_by__number", f"detail__{DECIDED}")
    return {version: (number, reversal, others or ()) for version, number, reversal, others in rows}


def _said_to_be_others(federation: Federation) -> dict[str, set[str]]:
    """Of two filings that somebody has called two events since, the second by the receipt of the first."""
    others: dict[str, set[str]] = {}
    for detail in Change.objects.filter(federation=federation, what=TWO_EVENTS).values_list("detail", flat=True):
        first, second = sorted(detail["receipts"])
        others.setdefault(first, set()).add(second)
    return others


def _json(data: Any) -> str:
    return msgspec.json.encode(data).decode()
