"""Find an evening that was filed twice: by somebody else, for another club, with a changed figure, or on a wrong day.

A filing with a similar one is never clean. A person must decide that it is another evening.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date
from functools import cached_property
from typing import NamedTuple

from django.db.models import QuerySet

from masterpoint.centre.compact import loads
from masterpoint.centre.filing.comparison import ComparedEvening, mistaken_days, near_days, similarity_reason
from masterpoint.centre.filing.judging import key_of
from masterpoint.centre.filing.models import ENDED_STATES, Filing, Play
from masterpoint.centre.filing.stored_events import event_from_data
from masterpoint.centre.filing.version_players import (
    Players,
    plain_key,
    player_queries,
    players_of,
    players_of_versions,
)
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.proposals.models import Proposal
from masterpoint.centre.registry.codes import code_meaning
from masterpoint.centre.registry.models import Change, Federation, Person
from masterpoint.centre.statements import Query, select
from masterpoint.core.events import AnyEvent, form_of
from masterpoint.core.traversal import entry_lists

NOT_SAME_AS = "not_same_as"
"""The key in a posting's detail for filings that somebody decided are other events."""
TWO_EVENTS = "two events"
"""The journal's name for such a decision about two filings in force."""


PLAYS = """
SELECT {columns} FROM filing_play play
JOIN filing_filing filing ON filing.id = play.filing_id
JOIN filing_version version ON version.id = play.version_id
LEFT JOIN proposals_proposal proposal ON proposal.version_id = play.version_id
WHERE play.federation_id = %s AND (proposal.state IS NULL OR proposal.state <> 'refused')
"""
"""All versions except those that the office refused, which were never in force."""
WITH_DIGEST = f"""
{PLAYS.format(columns="play.digest, play.filing_id")} AND play.digest = ANY(%s) ORDER BY play.filing_id DESC
"""
DAYS_CONDITION = f"""
{PLAYS.format(columns="play.day, version.salt, play.filing_id, play.version_id, filing.form, filing.organisation_id")}
AND play.day = ANY(%s) AND (filing.organisation_id = ANY(%s) OR play.day = ANY(%s)) ORDER BY play.filing_id, play.id
"""
COLUMNS = "play.digest, version.people, play.day, play.filing_id, play.version_id, filing.form, filing.organisation_id"
FILINGS_CONDITION = f"{PLAYS.format(columns=COLUMNS)} AND play.filing_id = ANY(%s)"
EVENT = "SELECT event FROM filing_version WHERE id = %s"


class Evening(NamedTuple):
    """An evening to compare: a new event, or a version of a filing."""

    organisation: int
    day: date
    form: str
    digest: str
    keys: Mapping[str, frozenset[int]]
    """The records in the register of each player by key; empty for new people."""
    event: AnyEvent
    records_by_key: Mapping[str, frozenset[int]]
    """The same by the keys of the event."""

    def for_comparison(self, players: Mapping[str, object]) -> ComparedEvening:
        return ComparedEvening(self.organisation, self.day, self.form, players, lambda: self.event)

    def identifiers(self) -> dict[str, object]:
        """What identifies each player among evenings not filed yet: a record of the register, or the key."""
        return {key: min(records) if records else plain_key(key) for key, records in self.records_by_key.items()}


class Row(NamedTuple):
    """The facts of a version that are compared first."""

    filing: int
    version: int
    form: str
    organisation: int
    players: Players


class Similar(NamedTuple):
    """A filing that may be the same evening, and the reason."""

    filing: Filing
    why: str

    @property
    def has_ended(self) -> bool:
        """Whether it no longer credits points, so that the evening may be filed again."""
        return self.filing.state in ENDED_STATES


def evening_of(
    organisation: int,
    event: AnyEvent,
    digest: str,
    people_by_key: Mapping[str, Person],
    records: Mapping[int, frozenset[int]],
) -> Evening:
    """A new event; `records` are the records of each known person."""
    keys = {
        key_of(player)
        for _, entries in entry_lists(event)
        for entry in entries
        for player in entry.players
        if not code_meaning(event.scheme, player.id)
    }
    people = {
        key: records.get(people_by_key[key].pk, frozenset()) if key in people_by_key else frozenset() for key in keys
    }
    people.pop("name:", None)
    plain = {plain_key(key): records_of_key for key, records_of_key in people.items()}
    return Evening(organisation, event.day, form_of(event), digest, plain, event, people)


def plays_of(federation: Federation) -> QuerySet[Play]:
    """The plays of all versions except those that the office refused, which were never in force."""
    return Play.objects.filter(federation=federation).exclude(version__proposal__state=Proposal.State.REFUSED)


def comparison_queries(
    federation: Federation,
    days: Collection[date],
    digests: Collection[str],
    organisations: Collection[int],
) -> list[Query]:
    """The queries of `FiledEvenings`: filings with some digests, and all versions near some days."""
    days_nearby = sorted({nearby for day in days for nearby in near_days(day)})
    mistaken = {mistaken_day for day in days for mistaken_day in mistaken_days(day)}
    return [
        (WITH_DIGEST, federation.pk, list(digests)),
        (DAYS_CONDITION, federation.pk, sorted({*days_nearby, *mistaken}), list(organisations), days_nearby),
    ]


class FiledEvenings:
    """The versions of all filings of some days, to compare with evenings of those days."""

    def __init__(
        self,
        federation: Federation,
        days: Collection[date],
        digests: Collection[str],
        organisations: Collection[int],
    ) -> None:
        with_digest, of_days = comparison_queries(federation, days, digests, organisations)
        self.by_digest = _by_digest(select(*with_digest))
        self._versions = select(*of_days)
        self._salts = {version: salt for _, salt, _, version, _, _ in self._versions}

    def queries(self) -> list[Query]:
        """The queries for the first comparison."""
        return player_queries(self._salts)

    @cached_property
    def by_day(self) -> dict[date, list[Row]]:
        """The versions by their day of play."""
        players = players_of_versions(self._salts)
        by_day: dict[date, list[Row]] = {}
        for day, _, filing, version, form, organisation in self._versions:
            by_day.setdefault(day, []).append(Row(filing, version, form, organisation, players[version]))
        return by_day

    def in_force(self, digest: str) -> Filing | None:
        """The filing in force with a version of the same play."""
        return next((filing for filing in self.by_digest.get(digest, []) if filing.state not in ENDED_STATES), None)

    def similar_to(self, evening: Evening, excluding: Filing | None = None) -> list[Similar]:
        """Filings that somebody must look at before this one is accepted."""
        identical = self.by_digest.get(evening.digest, [])
        reasons = {filing.pk: "the same results" for filing in identical if filing.state in ENDED_STATES}
        all_records = frozenset().union(*evening.keys.values())
        for day in sorted(near_days(evening.day) | mistaken_days(evening.day)):
            for row in self.by_day.get(day, []):
                if row.players.records.isdisjoint(all_records) and row.players.keys.isdisjoint(evening.keys):
                    continue  # no common players, as with nearly all filings
                if row.filing not in reasons and (reason := _reason(evening, day, row)):
                    reasons[row.filing] = reason
        if excluding is not None:
            reasons.pop(excluding.pk, None)
        filings = Filing.objects.select_related("organisation").in_bulk(reasons) if reasons else {}
        return [Similar(filings[pk], f"{reason}{_end_text(filings[pk])}") for pk, reason in sorted(reasons.items())]


def _end_text(filing: Filing) -> str:
    """How a filing ended; empty if it is in force."""
    if filing.state not in ENDED_STATES:
        return ""
    return f", and was {filing.state}" + (f": {filing.state_reason}" if filing.state_reason else "")


def shares_most_players(evening: Evening, second: Players) -> bool:
    """Whether both have in common more than half of the players of the smaller one."""
    record_keys, keys = second.records, second.keys
    count = sum(
        not record_keys.isdisjoint(records) if records else key in keys for key, records in evening.keys.items()
    )
    return 2 * count > min(len(evening.keys), len(keys))


def _by_digest(digests: Iterable[tuple[str, int]]) -> dict[str, list[Filing]]:
    rows = dict.fromkeys(digests)
    filings = Filing.objects.select_related("organisation").in_bulk({filing for _, filing in rows}) if rows else {}
    by_digest: dict[str, list[Filing]] = {}
    for digest, filing in rows:
        by_digest.setdefault(digest, []).append(filings[filing])
    return by_digest


def is_similar_to_any(federation: Federation, evening: Evening, filings: Collection[int]) -> bool:
    """Whether one of these filings has the same play as an evening, or similar play."""
    days = near_days(evening.day) | mistaken_days(evening.day)
    all_records, all_known = frozenset().union(*evening.keys.values()), all(evening.keys.values())
    for digest, packed, day, filing, version, form, organisation in select(
        FILINGS_CONDITION, federation.pk, list(filings)
    ):
        people = loads(packed)
        if digest == evening.digest:
            return True
        if day not in days or (all_known and all_records.isdisjoint(people.values())):
            continue  # no common players, as with nearly all filings
        if _reason(evening, day, Row(filing, version, form, organisation, players_of(people))):
            return True
    return False


def _reason(evening: Evening, day: date, row: Row) -> str:
    """Why it looks like the same evening; empty if it does not."""
    if not shares_most_players(evening, row.players):
        return ""
    own_players, filed_players = _who_played(evening, row)
    filed = ComparedEvening(row.organisation, day, row.form, filed_players, lambda: event_of(row.version))
    return similarity_reason(evening.for_comparison(own_players), filed)


def _who_played(evening: Evening, row: Row) -> tuple[dict[str, object], dict[str, object]]:
    """What identifies each player in both evenings: a record of the register, or the key."""
    first_records = {pk: min(records) for records in evening.records_by_key.values() for pk in records}
    filed_players: dict[str, object] = {key: first_records.get(pk, pk) for key, pk in row.players.people.items()}
    records_by_name = {plain_key(key): record for key, record in filed_players.items()}
    own_players = {
        key: min(records) if records else records_by_name.get(plain_key(key), plain_key(key))
        for key, records in evening.records_by_key.items()
    }
    return own_players, filed_players


def event_of(version: int) -> AnyEvent:
    """The facts of a version."""
    ((event,),) = select(EVENT, version)
    return event_from_data(loads(event))


def decided_pairs(filings: Iterable[Filing]) -> set[frozenset[str]]:
    """The pairs of receipts that somebody decided are two events: when filing, when correcting, or later."""
    filing_list = list(filings)
    postings = Posting.objects.filter(version__filing__in=filing_list, kind=Posting.Kind.AWARDS)
    rows = postings.values_list("version__filing__receipt", "detail")
    pairs = {frozenset((receipt, second)) for receipt, detail in rows for second in (detail or {}).get(NOT_SAME_AS, ())}
    changes = Change.objects.filter(federation__in={filing.federation_id for filing in filing_list}, what=TWO_EVENTS)
    return pairs | {frozenset(detail["receipts"]) for detail in changes.values_list("detail", flat=True)}
