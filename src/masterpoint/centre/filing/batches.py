"""Many events filed at once: the same checks and the same ledger as one by one, in one transaction a batch.

Judging needs no database, so it can be done by other processes; see `batch_judging`.
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
from masterpoint.centre.filing.batch_judging import Judged, Judging, as_here, here
from masterpoint.centre.filing.checking import remarks_alone
from masterpoint.centre.filing.content_digests import with_digests
from masterpoint.centre.filing.examining import (
    decided_detail,
    decided_remark,
    require_fileable,
    similar_problem,
    unknown_problem,
    unnamed_problem,
)
from masterpoint.centre.filing.identifying import Unknown, questions_about
from masterpoint.centre.filing.likeness import sharing_most, why_alike
from masterpoint.centre.filing.models import Filing, Play, Version
from masterpoint.centre.filing.organisers import organiser_problems
from masterpoint.centre.filing.play_digest import event_as_data, played_event
from masterpoint.centre.filing.preparing import FILED
from masterpoint.centre.filing.refusals import Reasons
from masterpoint.centre.filing.register_status import PlayerStatus, standing_of
from masterpoint.centre.filing.similar import ENDED, Evening, Filed, Similar, evening_of, plays_of
from masterpoint.centre.filing.whereabouts import Whereabouts
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


class Sent(NamedTuple):
    """An event of an organisation with the file it came in."""

    organisation: Organisation
    event: AnyEvent
    original: services.Original


def file_batch(
    federation: Federation,
    sent: Sequence[Sent],
    *,
    by: User | None,
    judge: Judging = here,
    not_same_as: Collection[str] = (),
) -> list[services.Receipt]:
    """A receipt for each, in order; everything is filed or, with every problem named, nothing."""
    played = [played_event(item.organisation.pk, item.event) for item in sent]
    for item, event in zip(sent, played, strict=True):
        require_fileable(item.organisation, event)
    marks = [event.digest for event in played]
    before = _filed(federation, marks)
    new = {mark: item for mark, item in zip(marks, sent, strict=True) if mark not in before}
    known, standing = _players(federation, [item.event for item in new.values()])
    work = [(item.event, standing[item.event.day]) for item in new.values()]
    results = dict(zip(new, as_here(work, judge(work)), strict=True))
    with transaction.atomic():
        lock(federation)
        before = _filed(federation, marks)
        kept = {mark: item for mark, item in new.items() if mark not in before}
        reasons = Reasons()
        evenings = _evenings(kept, known)
        alike = _similar(federation, evenings)
        named = {receipt.strip().upper() for receipt in not_same_as}
        reasons.add(*_batch_problems(federation, kept, results, known, _split(alike, named, decided=False)))
        reasons.add(*_within_batch(evenings, kept))
        for organisation, month in {(item.organisation, item.event.day.replace(day=1)) for item in kept.values()}:
            reasons.gather(partial(months.require_open_month, organisation, month))
        reasons.require_none()
        versions = _write(federation, kept, results, known, _split(alike, named, decided=True), by)
    latest = _latest(before.values())
    return [
        services.Receipt(versions[mark].filing, versions[mark], already=False)
        if mark in versions
        else services.Receipt(
            before[mark], latest[before[mark].pk], already=True, superseded=before[mark].identity != mark
        )
        for mark in marks
    ]


def _filed(federation: Federation, marks: Sequence[str]) -> dict[str, Filing]:
    """The filings that stand and have, or once had, these results."""
    plays = plays_of(federation).filter(digest__in=marks).exclude(filing__state__in=ENDED)
    return {play.digest: play.filing for play in plays.select_related("filing").order_by("-filing")}


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
    records = records_by_numbers(federation, {number for numbers in by_day.values() for number in numbers})
    known = {number.strip(): person for number, person in records.items()}
    return known, {
        day: standing_of({key: known[key] for key in numbers if key in known}, federation.scheme, day)
        for day, numbers in by_day.items()
    }


def _evenings(kept: Mapping[str, Sent], known: Mapping[str, Person]) -> dict[str, Evening]:
    records = records_by_person(list(known.values()))
    return {mark: evening_of(item.organisation.pk, item.event, mark, known, records) for mark, item in kept.items()}


def _similar(federation: Federation, evenings: Mapping[str, Evening]) -> dict[str, list[Similar]]:
    """What is filed already and may be the same evening."""
    organisations = {evening.organisation for evening in evenings.values()}
    filed = Filed(federation, {evening.day for evening in evenings.values()}, list(evenings), organisations)
    return {mark: filed.like(evening) for mark, evening in evenings.items()}


def _split(alike: Mapping[str, list[Similar]], named: Collection[str], *, decided: bool) -> dict[str, list[Similar]]:
    """Of what looks the same, that which somebody has decided about, or the rest."""
    return {
        mark: [other for other in others if (other.filing.receipt in named) == decided]
        for mark, others in alike.items()
    }


def _batch_problems(
    federation: Federation,
    kept: Mapping[str, Sent],
    results: Mapping[str, Judged],
    known: Mapping[str, Person],
    undecided: Mapping[str, list[Similar]],
) -> Iterator[Problem]:
    """All that is wrong with all of it, each named with its file: a batch has nobody to ask."""
    for mark, item in kept.items():
        source = item.original.name
        questions = [
            *future_problems(federation, item.event.day),
            *organiser_problems(item.organisation, item.event, known, item.original.imported),
            *(unknown_problem(unknown, Whereabouts(item.original.imported)) for unknown in _unknown(item, known)),
            *(unnamed_problem(place) for place in results[mark].awards_without_players),
            *(similar_problem(other) for other in undecided[mark]),
        ]
        yield from (msgspec.structs.replace(problem, place=f"{source}: {problem.place}") for problem in questions)


def _of_event(event: AnyEvent, known: Mapping[str, Person]) -> dict[str, Person]:
    keys = {judging.key_of(player) for player in judging.players_of(event)}
    return {key: known[key] for key in keys if key in known}


def _unknown(sent: Sent, known: Mapping[str, Person]) -> list[Unknown]:
    return questions_about(sent.organisation, sent.event, _of_event(sent.event, known), {})


def _within_batch(evenings: Mapping[str, Evening], kept: Mapping[str, Sent]) -> Iterator[Problem]:
    """Two files of one batch may describe the same evening, too."""
    who = {mark: evening.alone() for mark, evening in evenings.items()}
    for first, second in sharing_most({mark: set(people.values()) for mark, people in who.items()}):
        why = why_alike(*(evenings[mark].played(who[mark]) for mark in (second, first)))
        if why:
            names = [kept[mark].original.name for mark in (first, second)]
            message = f"{names[0]} and {names[1]} may be one evening: {names[0]} has {why}"
            yield Problem(f"{names[1]}: same evening", names[0], message, "file the second by itself, and decide there")


def _write(
    federation: Federation,
    kept: Mapping[str, Sent],
    results: Mapping[str, Judged],
    known: Mapping[str, Person],
    settled: Mapping[str, list[Similar]],
    by: User | None,
) -> dict[str, Version]:
    filings = {mark: new_filing(item.organisation, item.event, mark, by=by) for mark, item in kept.items()}
    for mark, filing in filings.items():
        filing.findings = len(settled[mark])
    Filing.objects.bulk_create(filings.values(), batch_size=ROWS_AT_ONCE)
    versions = {mark: _version(filings[mark], results[mark], item.original, known, by) for mark, item in kept.items()}
    for mark, version in versions.items():
        version.checks = remarks_alone([decided_remark(other) for other in settled[mark]])
    Version.objects.bulk_create(versions.values(), batch_size=ROWS_AT_ONCE)
    Play.objects.bulk_create(
        [
            Play(version=version, filing=version.filing, federation=federation, day=kept[mark].event.day, digest=mark)
            for mark, version in versions.items()
        ],
        batch_size=ROWS_AT_ONCE,
    )
    acts = [
        NewPosting(
            Posting.Kind.AWARDS,
            _lines(results[mark], known),
            version_id=version.pk,
            detail=with_digests(version, decided_detail(settled[mark])),
        )
        for mark, version in versions.items()
    ]
    ledger.post_all(federation, acts, by=by)
    journal.write(federation, FILED, {"filing": [filing.pk for filing in filings.values()]}, by=by)
    outcomes = {version.filing.pk: _outcome(version, results[mark]) for mark, version in versions.items()}
    consequences.follow(list(filings.values()), by=by, outcomes=outcomes, new=True)
    return versions


def _outcome(version: Version, item: Judged) -> consequences.Outcome:
    assert item.awarded is not None, "worked out before the lock was taken"
    return consequences.Outcome(version, paid_by(version, item.awarded), item.awarded)


def _version(
    filing: Filing, item: Judged, original: services.Original, known: Mapping[str, Person], by: User | None
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
        people={key: known[key].pk for key in sorted(keys) if key in known},
        by=by,
    )


def _lines(item: Judged, known: Mapping[str, Person]) -> list[NewLine]:
    day = item.event.day
    return [
        NewLine(known[share.key].pk, share.colour, share.hundredths, day, share.award)
        for share in item.shares
        if share.key in known
    ]
