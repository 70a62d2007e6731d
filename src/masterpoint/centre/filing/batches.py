"""Many events filed at once: the same checks and the same ledger as one by one, in one transaction a batch.

Judging needs no database, so it can be done by other processes; see `judged`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from datetime import date
from typing import NamedTuple

import msgspec
from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.engine import engine
from masterpoint.centre.filing import judging, months, services
from masterpoint.centre.filing.models import Filing, Version
from masterpoint.centre.filing.play_digest import event_as_data, play_digest
from masterpoint.centre.filing.register_status import PlayerStatus, filled, standing_of
from masterpoint.centre.journal import services as journal
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.registry.queries import by_numbers
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent

ROWS_AT_ONCE = 100


class Sent(NamedTuple):
    """An event of an organisation with the file it came in."""

    organisation: Organisation
    event: AnyEvent
    original: services.Original


class Judged(NamedTuple):
    """An event with what the players were, and everything a version keeps of its result."""

    event: AnyEvent
    edition: str
    result: bytes
    shares: list[judging.Share]
    awards_without_players: list[str]


Judging = Callable[[Iterable[tuple[AnyEvent, dict[str, PlayerStatus]]]], Iterable[Judged]]


def judged(event: AnyEvent, standing: Mapping[str, PlayerStatus]) -> Judged:
    """What the edition in force makes of an event; pure, so that any process may do it."""
    fields = filled(event, standing)
    result = judging.judge(fields)
    missing_players = [str(award.entry.place) for award in judging.awards_without_players(result)]
    return Judged(fields, result.edition, judging.compress_result(result), judging.shares_of(result), missing_players)


def here(work: Iterable[tuple[AnyEvent, dict[str, PlayerStatus]]]) -> Iterable[Judged]:
    return (judged(event, standing) for event, standing in work)


def file_batch(
    federation: Federation, sent: Sequence[Sent], *, by: User | None, judge: Judging = here
) -> list[services.Receipt]:
    """A receipt for each, in order; everything is filed or, with every problem told, nothing."""
    for one in sent:
        services.require_fileable(one.organisation, one.event)
    marks = [play_digest(one.organisation.pk, one.event) for one in sent]
    before = _filed(federation, marks)
    new = {mark: one for mark, one in zip(marks, sent, strict=True) if mark not in before}
    known, standing = _players(federation, [one.event for one in new.values()])
    results = dict(zip(new, judge((one.event, standing[one.event.day]) for one in new.values()), strict=True))
    _require_sound(new, results, known)
    with transaction.atomic():
        ledger.lock(federation)
        before = _filed(federation, marks)
        kept = {mark: one for mark, one in new.items() if mark not in before}
        for organisation, month in {(one.organisation, one.event.day.replace(day=1)) for one in kept.values()}:
            months.require_open_month(organisation, month)
        versions = _write(federation, kept, results, known, by)
    latest = _latest(before.values())
    return [
        services.Receipt(versions[mark].filing, versions[mark], already=False)
        if mark in versions
        else services.Receipt(before[mark], latest[before[mark].pk], already=True)
        for mark in marks
    ]


def _filed(federation: Federation, marks: Sequence[str]) -> dict[str, Filing]:
    return {filing.identity: filing for filing in Filing.objects.filter(federation=federation, identity__in=marks)}


def _latest(filings: Iterable[Filing]) -> dict[int, Version]:
    versions = Version.objects.filter(filing__in=[filing.pk for filing in filings]).defer("result", "original", "event")
    return {version.filing_id: version for version in versions.order_by("number")}


def _players(
    federation: Federation, events: Sequence[AnyEvent]
) -> tuple[dict[str, Person], dict[date, dict[str, PlayerStatus]]]:
    """Who the players of all events are, and what they were on each day of play."""
    by_day: dict[date, set[str]] = {}
    for event in events:
        by_day.setdefault(event.day, set()).update(player.id for player in judging.players_of(event) if player.id)
    found = by_numbers(federation, {number for numbers in by_day.values() for number in numbers})
    known = {number.strip(): person for number, person in found.items()}
    return known, {
        day: standing_of({key: known[key] for key in numbers if key in known}, federation.scheme, day)
        for day, numbers in by_day.items()
    }


def _require_sound(new: Mapping[str, Sent], results: Mapping[str, Judged], known: Mapping[str, Person]) -> None:
    problems: list[Problem] = []
    for mark, one in new.items():
        missing = {
            judging.key_of(player): player.name or player.id
            for player in judging.players_of(one.event)
            if judging.key_of(player) not in known and (player.name or player.id)
        }
        problems += [services.unknown_problem(f"{one.original.name}: {key}", who) for key, who in missing.items()]
        problems += [
            services.unnamed_problem(f"{place} of {one.original.name}")
            for place in results[mark].awards_without_players
        ]
    if problems:
        raise services.NotFiled(problems)


def _write(
    federation: Federation,
    kept: Mapping[str, Sent],
    results: Mapping[str, Judged],
    known: Mapping[str, Person],
    by: User | None,
) -> dict[str, Version]:
    filings = {mark: services.new_filing(one.organisation, one.event, mark, by=by) for mark, one in kept.items()}
    Filing.objects.bulk_create(filings.values(), batch_size=ROWS_AT_ONCE)
    versions = {mark: _version(filings[mark], results[mark], one.original, known, by) for mark, one in kept.items()}
    Version.objects.bulk_create(versions.values(), batch_size=ROWS_AT_ONCE)
    acts = [
        ledger.NewPosting(Posting.Kind.AWARDS, _lines(results[mark], known), version=version)
        for mark, version in versions.items()
    ]
    ledger.post_all(federation, acts, by=by)
    journal.write(federation, "filed", {"filing": [filing.pk for filing in filings.values()]}, by=by)
    return versions


def _version(
    filing: Filing, one: Judged, original: services.Original, known: Mapping[str, Person], by: User | None
) -> Version:
    keys = {judging.key_of(player) for player in judging.players_of(one.event)}
    return Version(
        filing=filing,
        number=1,
        event=event_as_data(one.event),
        edition=one.edition,
        engine=engine(),
        result=one.result,
        original=original.data,
        original_name=original.name,
        format=original.format,
        people={key: known[key].pk for key in sorted(keys) if key in known},
        by=by,
    )


def _lines(one: Judged, known: Mapping[str, Person]) -> list[NewLine]:
    day = one.event.day
    return [
        NewLine(known[share.key].pk, share.colour, share.hundredths, day, share.award)
        for share in one.shares
        if share.key in known
    ]


def shared(pool: Executor) -> Judging:
    """Judging by other processes; events go there as bytes, for they are large and plain."""

    def judge(work: Iterable[tuple[AnyEvent, dict[str, PlayerStatus]]]) -> Iterable[Judged]:
        return pool.map(_judged_there, [_packed(event, standing) for event, standing in work], chunksize=8)

    return judge


def _packed(event: AnyEvent, standing: Mapping[str, PlayerStatus]) -> bytes:
    keys = {judging.key_of(player) for player in judging.players_of(event)}
    return msgspec.msgpack.encode((event, {key: standing[key] for key in keys if key in standing}))


_unpacked = msgspec.msgpack.Decoder(tuple[AnyEvent, dict[str, PlayerStatus]])


def _judged_there(compress_result: bytes) -> Judged:
    return judged(*_unpacked.decode(compress_result))
