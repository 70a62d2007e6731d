"""File many events at once, with the same checks and the same ledger as one by one, in one transaction per batch.

Judging needs no database, so other processes can do it; see `batch_judging`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from typing import NamedTuple

import msgspec
from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.engine import engine
from masterpoint.centre.filing import consequences, judging, months, services
from masterpoint.centre.filing.batch_judging import JudgedEvent, Judging, judge_here, with_results
from masterpoint.centre.filing.checking import remarks_only
from masterpoint.centre.filing.comparison import pairs_with_most_players, similarity_reason
from masterpoint.centre.filing.content_digests import with_digests
from masterpoint.centre.filing.examining import (
    decided_detail,
    decided_remark,
    require_fileable,
    similar_problem,
    unknown_problem,
    unnamed_problem,
)
from masterpoint.centre.filing.higher_levels import level_problems
from masterpoint.centre.filing.identifying import Unknown, unknown_players
from masterpoint.centre.filing.models import ENDED_STATES, Filing, Play, Version
from masterpoint.centre.filing.organisers import organiser_problems
from masterpoint.centre.filing.play_digest import event_as_data, play_of
from masterpoint.centre.filing.player_positions import PlayerPositions
from masterpoint.centre.filing.preparing import FILING_ACT
from masterpoint.centre.filing.refusals import Reasons
from masterpoint.centre.filing.register_status import PlayerStatus, statuses_of
from masterpoint.centre.filing.similar import Evening, FiledEvenings, Similar, evening_of, plays_of
from masterpoint.centre.filing.writing import new_filing, paid_by
from masterpoint.centre.journal import services as journal
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.merged_records import NewPosting
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.days import future_problems
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.registry.queries import records_by_numbers, records_by_person
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent

ROWS_AT_ONCE = 100


class BatchItem(NamedTuple):
    """An event of an organisation and its file."""

    organisation: Organisation
    event: AnyEvent
    original: services.Original


def file_batch(
    federation: Federation,
    items: Sequence[BatchItem],
    *,
    by: User | None,
    judge: Judging = judge_here,
    not_same_as: Collection[str] = (),
) -> list[services.Receipt]:
    """File a batch and return a receipt for each event.

    If there are problems, nothing is filed, and all of them are raised.
    """
    plays = [play_of(item.organisation.pk, item.event) for item in items]
    for item, event in zip(items, plays, strict=True):
        require_fileable(item.organisation, event)
    marks = [event.digest for event in plays]
    receipts = _existing_receipts(federation, marks)
    new = {digest: item for digest, item in zip(marks, items, strict=True) if digest not in receipts}
    people, statuses = _players(federation, [item.event for item in new.values()])
    jobs = [(item.event, statuses[item.event.day]) for item in new.values()]
    results = dict(zip(new, with_results(jobs, judge(jobs)), strict=True))
    with transaction.atomic():
        lock(federation)
        receipts = _existing_receipts(federation, marks)
        new_items = {digest: item for digest, item in new.items() if digest not in receipts}
        reasons = Reasons()
        evenings = _evenings(new_items, people)
        similar_filings = _similar(federation, evenings)
        receipt_numbers = {receipt.strip().upper() for receipt in not_same_as}
        reasons.add(
            *_batch_problems(
                federation, new_items, results, people, _split(similar_filings, receipt_numbers, is_decided=False)
            )
        )
        reasons.add(*_duplicates_in_batch(evenings, new_items))
        for organisation, month in {(item.organisation, item.event.day.replace(day=1)) for item in new_items.values()}:
            reasons.gather(partial(months.require_open_month, organisation, month))
        reasons.require_none()
        versions = _write(
            federation, new_items, results, people, _split(similar_filings, receipt_numbers, is_decided=True), by
        )
    latest = _latest(receipts.values())
    return [
        services.Receipt(versions[digest].filing, versions[digest], filed_before=False)
        if digest in versions
        else services.Receipt(
            receipts[digest],
            latest[receipts[digest].pk],
            filed_before=True,
            superseded=receipts[digest].identity != digest,
        )
        for digest in marks
    ]


def _existing_receipts(federation: Federation, marks: Sequence[str]) -> dict[str, Filing]:
    """The filings in force that have, or once had, these results."""
    rows = plays_of(federation).filter(digest__in=marks).exclude(filing__state__in=ENDED_STATES)
    return {play.digest: play.filing for play in rows.select_related("filing").order_by("-filing")}


def _latest(filings: Iterable[Filing]) -> dict[int, Version]:
    versions = Version.objects.filter(filing__in=[filing.pk for filing in filings]).defer("result", "original", "event")
    return {version.filing_id: version for version in versions.order_by("number")}


def _players(
    federation: Federation, events: Sequence[AnyEvent]
) -> tuple[dict[str, Person], dict[date, dict[str, PlayerStatus]]]:
    """The players of all events, and their statuses on each day of play."""
    by_day: dict[date, set[str]] = {}
    for event in events:
        by_day.setdefault(event.day, set()).update(player.id for player in judging.players_of(event) if player.id)
    records = records_by_numbers(federation, {number for numbers in by_day.values() for number in numbers})
    people = {number.strip(): person for number, person in records.items()}
    return people, {
        day: statuses_of({key: people[key] for key in numbers if key in people}, federation.scheme, day)
        for day, numbers in by_day.items()
    }


def _evenings(items: Mapping[str, BatchItem], people: Mapping[str, Person]) -> dict[str, Evening]:
    records = records_by_person(list(people.values()))
    return {
        digest: evening_of(item.organisation.pk, item.event, digest, people, records) for digest, item in items.items()
    }


def _similar(federation: Federation, evenings: Mapping[str, Evening]) -> dict[str, list[Similar]]:
    """Filings that may be the same evening."""
    organisations = {evening.organisation for evening in evenings.values()}
    filed = FiledEvenings(federation, {evening.day for evening in evenings.values()}, list(evenings), organisations)
    return {digest: filed.similar_to(evening) for digest, evening in evenings.items()}


def _split(
    similar_filings: Mapping[str, list[Similar]], receipt_numbers: Collection[str], *, is_decided: bool
) -> dict[str, list[Similar]]:
    """The similar filings that somebody has decided about, or the others."""
    return {
        digest: [row for row in rows if (row.filing.receipt in receipt_numbers) == is_decided]
        for digest, rows in similar_filings.items()
    }


def _batch_problems(
    federation: Federation,
    items: Mapping[str, BatchItem],
    results: Mapping[str, JudgedEvent],
    people: Mapping[str, Person],
    undecided: Mapping[str, list[Similar]],
) -> Iterator[Problem]:
    """All problems of all files, each with its file name. Nobody can be asked during a batch."""
    for digest, item in items.items():
        source = item.original.name
        batch_problems = [
            *future_problems(federation, item.event.day),
            *organiser_problems(item.organisation, item.event, people, item.original.imported),
            *level_problems(item.organisation, item.event, results[digest].awarded),
            *(unknown_problem(unknown, PlayerPositions(item.original.imported)) for unknown in _unknown(item, people)),
            *(unnamed_problem(place) for place in results[digest].awards_without_players),
            *(similar_problem(row) for row in undecided[digest]),
        ]
        yield from (msgspec.structs.replace(problem, place=f"{source}: {problem.place}") for problem in batch_problems)


def _people_of(event: AnyEvent, people: Mapping[str, Person]) -> dict[str, Person]:
    keys = {judging.key_of(player) for player in judging.players_of(event)}
    return {key: people[key] for key in keys if key in people}


def _unknown(item: BatchItem, people: Mapping[str, Person]) -> list[Unknown]:
    return unknown_players(item.organisation, item.event, _people_of(item.event, people), {})


def _duplicates_in_batch(evenings: Mapping[str, Evening], items: Mapping[str, BatchItem]) -> Iterator[Problem]:
    """Problems of files in one batch that may describe the same evening."""
    players = {digest: evening.identifiers() for digest, evening in evenings.items()}
    for first, second in pairs_with_most_players({digest: set(people.values()) for digest, people in players.items()}):
        reason = similarity_reason(*(evenings[digest].for_comparison(players[digest]) for digest in (second, first)))
        if reason:
            names = [items[digest].original.name for digest in (first, second)]
            message = f"{names[0]} and {names[1]} may be one evening: {names[0]} has {reason}"
            yield Problem(f"{names[1]}: same evening", names[0], message, "file the second by itself, and decide there")


def _write(
    federation: Federation,
    items: Mapping[str, BatchItem],
    results: Mapping[str, JudgedEvent],
    people: Mapping[str, Person],
    exclusions: Mapping[str, list[Similar]],
    by: User | None,
) -> dict[str, Version]:
    filings = {digest: new_filing(item.organisation, item.event, digest, by=by) for digest, item in items.items()}
    for digest, filing in filings.items():
        filing.findings = len(exclusions[digest])
    Filing.objects.bulk_create(filings.values(), batch_size=ROWS_AT_ONCE)
    versions = {
        digest: _version(filings[digest], results[digest], item.original, people, by) for digest, item in items.items()
    }
    for digest, version in versions.items():
        version.checks = remarks_only([decided_remark(row) for row in exclusions[digest]])
    Version.objects.bulk_create(versions.values(), batch_size=ROWS_AT_ONCE)
    Play.objects.bulk_create(
        [
            Play(
                version=version,
                filing=version.filing,
                federation=federation,
                day=items[digest].event.day,
                digest=digest,
            )
            for digest, version in versions.items()
        ],
        batch_size=ROWS_AT_ONCE,
    )
    acts = [
        NewPosting(
            Posting.Kind.AWARDS,
            _lines(results[digest], people),
            version_id=version.pk,
            detail=with_digests(version, decided_detail(exclusions[digest])),
        )
        for digest, version in versions.items()
    ]
    ledger.post_all(federation, acts, by=by)
    journal.write(federation, FILING_ACT, {"filing": [filing.pk for filing in filings.values()]}, by=by)
    outcomes = {version.filing.pk: _outcome(version, results[digest]) for digest, version in versions.items()}
    consequences.follow(list(filings.values()), by=by, outcomes=outcomes, new=True)
    return versions


def _outcome(version: Version, item: JudgedEvent) -> consequences.Outcome:
    assert item.awarded is not None, "worked out before the lock was taken"
    return consequences.Outcome(version, paid_by(version, item.awarded), item.awarded)


def _version(
    filing: Filing, item: JudgedEvent, original: services.Original, people: Mapping[str, Person], by: User | None
) -> Version:
    keys = {judging.key_of(player) for player in judging.players_of(item.event)}
    return Version(
        filing=filing,
        number=1,
        event=event_as_data(item.event),
        edition=item.edition,
        engine=engine(),
        result=item.result,
        original=original.data,
        original_name=original.name,
        format=original.format,
        people={key: people[key].pk for key in sorted(keys) if key in people},
        by=by,
    )


def _lines(item: JudgedEvent, people: Mapping[str, Person]) -> list[NewLine]:
    day = item.event.day
    return [
        NewLine(people[share.key].pk, share.colour, share.hundredths, day, share.award)
        for share in item.shares
        if share.key in people
    ]
