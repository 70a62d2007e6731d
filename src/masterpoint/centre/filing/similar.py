"""The same evening twice: filed by somebody else, for another club, with a figure changed, or on a mistaken day.

Whatever looks like an evening that is filed already is never in order: a person has to say that it is another one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date
from functools import cached_property
from typing import NamedTuple

from django.db.models import QuerySet

from masterpoint.centre.compact import loads
from masterpoint.centre.filing.judging import key_of
from masterpoint.centre.filing.likeness import Played, mistaken_days, near_days, why_alike
from masterpoint.centre.filing.models import Filing, Play
from masterpoint.centre.filing.stored import event_from_data
from masterpoint.centre.filing.version_players import (
    Players,
    plain_key,
    players_of,
    players_of_versions,
    players_questions,
)
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.proposals.models import Proposal
from masterpoint.centre.registry.codes import stands_for
from masterpoint.centre.registry.models import Change, Federation, Person
from masterpoint.centre.statements import Query, select
from masterpoint.core.events import AnyEvent, form_of
from masterpoint.core.traversal import entry_lists

ENDED = (Filing.State.WITHDRAWN, Filing.State.REJECTED)
DECIDED = "not_same_as"
"""Where a posting keeps which filings somebody has said to be other events."""
TWO_EVENTS = "two events"
"""How the register notes that somebody has said so of two filings that stand."""


PLAYS = """
SELECT {columns} FROM filing_play play
JOIN filing_filing filing ON filing.id = play.filing_id
JOIN filing_version version ON version.id = play.version_id
LEFT JOIN proposals_proposal proposal ON proposal.version_id = play.version_id
WHERE play.federation_id = %s AND (proposal.state IS NULL OR proposal.state <> 'refused')
"""
"""Of all versions but those that the office has refused: these never were what a filing says."""
WITH_DIGEST = f"""
{PLAYS.format(columns="play.digest, play.filing_id")} AND play.digest = ANY(%s) ORDER BY play.filing_id DESC
"""
OF_DAYS = f"""
{PLAYS.format(columns="play.day, version.salt, play.filing_id, play.version_id, filing.form, filing.organisation_id")}
AND play.day = ANY(%s) AND (filing.organisation_id = ANY(%s) OR play.day = ANY(%s)) ORDER BY play.filing_id, play.id
"""
COLUMNS = "play.digest, version.people, play.day, play.filing_id, play.version_id, filing.form, filing.organisation_id"
OF_FILINGS = f"{PLAYS.format(columns=COLUMNS)} AND play.filing_id = ANY(%s)"
EVENT = "SELECT event FROM filing_version WHERE id = %s"


class Evening(NamedTuple):
    """What is compared: an event about to be filed, or a version of a filing."""

    organisation: int
    day: date
    form: str
    digest: str
    keys: Mapping[str, frozenset[int]]
    """The players by their keys, and the records each has in the register; none where they are new to it."""
    event: AnyEvent
    known: Mapping[str, frozenset[int]]
    """The same by the keys as the event writes them."""

    def played(self, who: Mapping[str, object]) -> Played:
        return Played(self.organisation, self.day, self.form, who, lambda: self.event)

    def alone(self) -> dict[str, object]:
        """What stands for each player among evenings that are not filed yet: a record of the register, or the key."""
        return {key: min(records) if records else plain_key(key) for key, records in self.known.items()}


class Row(NamedTuple):
    """A version of a filing, as much of it as is compared at first."""

    filing: int
    version: int
    form: str
    organisation: int
    players: Players


class Similar(NamedTuple):
    """A filing that may be the same evening, and why it looks so."""

    filing: Filing
    why: str

    @property
    def ended(self) -> bool:
        """Nothing is credited by it any more: filed again, the evening still counts once."""
        return self.filing.state in ENDED


def evening_of(
    organisation: int,
    event: AnyEvent,
    digest: str,
    known: Mapping[str, Person],
    records: Mapping[int, frozenset[int]],
) -> Evening:
    """An event about to be filed; `records` are all that each known person has."""
    keys = {
        key_of(player)
        for _, entries in entry_lists(event)
        for entry in entries
        for player in entry.players
        if not stands_for(event.scheme, player.id)
    }
    people = {key: records.get(known[key].pk, frozenset()) if key in known else frozenset() for key in keys}
    people.pop("name:", None)
    plain = {plain_key(key): own for key, own in people.items()}
    return Evening(organisation, event.day, form_of(event), digest, plain, event, people)


def plays_of(federation: Federation) -> QuerySet[Play]:
    """The plays of all versions but those that the office has refused: these never were what a filing says."""
    return Play.objects.filter(federation=federation).exclude(version__proposal__state=Proposal.State.REFUSED)


def filed_questions(
    federation: Federation,
    days: Collection[date],
    digests: Collection[str],
    organisations: Collection[int],
) -> list[Query]:
    """What `Filed` asks: the filings with some digests, and all versions about some days."""
    near = sorted({other for day in days for other in near_days(day)})
    mistaken = {other for day in days for other in mistaken_days(day)}
    return [
        (WITH_DIGEST, federation.pk, list(digests)),
        (OF_DAYS, federation.pk, sorted({*near, *mistaken}), list(organisations), near),
    ]


class Filed:
    """The versions of all filings of some days, to be compared with evenings of those days."""

    def __init__(
        self,
        federation: Federation,
        days: Collection[date],
        digests: Collection[str],
        organisations: Collection[int],
    ) -> None:
        with_digest, of_days = filed_questions(federation, days, digests, organisations)
        self.by_digest = _by_digest(select(*with_digest))
        self._versions = select(*of_days)
        self._salts = {version: salt for _, salt, _, version, _, _ in self._versions}

    def questions(self) -> list[Query]:
        """What will be asked when the first evening is compared."""
        return players_questions(self._salts)

    @cached_property
    def by_day(self) -> dict[date, list[Row]]:
        """The versions by the day they describe."""
        players = players_of_versions(self._salts)
        by_day: dict[date, list[Row]] = {}
        for day, _, filing, version, form, organisation in self._versions:
            by_day.setdefault(day, []).append(Row(filing, version, form, organisation, players[version]))
        return by_day

    def standing(self, digest: str) -> Filing | None:
        """The filing that stands, one of whose versions describes the very same play."""
        return next((filing for filing in self.by_digest.get(digest, []) if filing.state not in ENDED), None)

    def like(self, evening: Evening, besides: Filing | None = None) -> list[Similar]:
        """Filings somebody must look at before this one is taken, each once."""
        same = self.by_digest.get(evening.digest, [])
        reasons = {filing.pk: "the same results" for filing in same if filing.state in ENDED}
        everybody = frozenset().union(*evening.keys.values())
        for day in sorted(near_days(evening.day) | mistaken_days(evening.day)):
            for row in self.by_day.get(day, []):
                if row.players.records.isdisjoint(everybody) and row.players.keys.isdisjoint(evening.keys):
                    continue  # as nearly all are
                if row.filing not in reasons and (why := _why(evening, day, row)):
                    reasons[row.filing] = why
        if besides is not None:
            reasons.pop(besides.pk, None)
        filings = Filing.objects.select_related("organisation").in_bulk(reasons) if reasons else {}
        return [Similar(filings[pk], f"{why}{_ended(filings[pk])}") for pk, why in sorted(reasons.items())]


def _ended(filing: Filing) -> str:
    """What became of a filing; nothing where it stands."""
    if filing.state not in ENDED:
        return ""
    return f", and was {filing.state}" + (f": {filing.state_reason}" if filing.state_reason else "")


def most_shared(evening: Evening, others: Players) -> bool:
    """Whether more than half of the players, counted on the smaller side, are in both."""
    present, keys = others.records, others.keys
    shared = sum(not present.isdisjoint(records) if records else key in keys for key, records in evening.keys.items())
    return 2 * shared > min(len(evening.keys), len(keys))


def _by_digest(plays: Iterable[tuple[str, int]]) -> dict[str, list[Filing]]:
    rows = dict.fromkeys(plays)
    filings = Filing.objects.select_related("organisation").in_bulk({filing for _, filing in rows}) if rows else {}
    by_digest: dict[str, list[Filing]] = {}
    for digest, filing in rows:
        by_digest.setdefault(digest, []).append(filings[filing])
    return by_digest


def one_alike(federation: Federation, evening: Evening, filings: Collection[int]) -> bool:
    """Whether one of these filings describes the same play as an evening, or of what looks like it."""
    days = near_days(evening.day) | mistaken_days(evening.day)
    everybody, all_known = frozenset().union(*evening.keys.values()), all(evening.keys.values())
    for digest, packed, day, filing, version, form, organisation in select(OF_FILINGS, federation.pk, list(filings)):
        people = loads(packed)
        if digest == evening.digest:
            return True
        if day not in days or (all_known and everybody.isdisjoint(people.values())):
            continue  # as nearly all are
        if _why(evening, day, Row(filing, version, form, organisation, players_of(people))):
            return True
    return False


def _why(evening: Evening, day: date, row: Row) -> str:
    """Why it looks the same; nothing where it does not."""
    if not most_shared(evening, row.players):
        return ""
    here, there = _who_played(evening, row)
    filed = Played(row.organisation, day, row.form, there, lambda: event_of(row.version))
    return why_alike(evening.played(here), filed)


def _who_played(evening: Evening, row: Row) -> tuple[dict[str, object], dict[str, object]]:
    """What stands for each player on both sides: one record of the register, or else the key."""
    first = {pk: min(records) for records in evening.known.values() for pk in records}
    there: dict[str, object] = {key: first.get(pk, pk) for key, pk in row.players.people.items()}
    named = {plain_key(key): record for key, record in there.items()}
    here = {
        key: min(records) if records else named.get(plain_key(key), plain_key(key))
        for key, records in evening.known.items()
    }
    return here, there


def event_of(version: int) -> AnyEvent:
    """The facts of a version, by its key."""
    ((event,),) = select(EVENT, version)
    return event_from_data(loads(event))


def decided_pairs(filings: Iterable[Filing]) -> set[frozenset[str]]:
    """The pairs of receipts that somebody has said to be two events: on filing, on correcting, or later."""
    given = list(filings)
    postings = Posting.objects.filter(version__filing__in=given, kind=Posting.Kind.AWARDS)
    rows = postings.values_list("version__filing__receipt", "detail")
    decided = {frozenset((receipt, other)) for receipt, detail in rows for other in (detail or {}).get(DECIDED, ())}
    noted = Change.objects.filter(federation__in={filing.federation_id for filing in given}, what=TWO_EVENTS)
    return decided | {frozenset(detail["receipts"]) for detail in noted.values_list("detail", flat=True)}
