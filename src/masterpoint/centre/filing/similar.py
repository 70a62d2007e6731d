"""The same evening twice: filed by somebody else, for another club, with a figure changed, or on a mistaken day.

Whatever looks like an evening that is filed already is never in order: a person has to say that it is another one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date, timedelta
from typing import Any, NamedTuple

from masterpoint.centre.filing.judging import key_of
from masterpoint.centre.filing.models import Filing, Play, Version
from masterpoint.centre.filing.stored import stored_event
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry.codes import stands_for
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.registry.name_keys import folded, number_key
from masterpoint.core.events import AnyEvent, form_of
from masterpoint.core.traversal import entry_lists

ENDED = (Filing.State.WITHDRAWN, Filing.State.REJECTED)
FEWEST_SCORES = 3
"""So many scores, all alike, are no chance."""
DECIDED = "not_same_as"
"""Where a posting keeps which filings somebody has said to be other events."""


class Evening(NamedTuple):
    """What is compared: an event about to be filed, or a version of a filing."""

    organisation: int
    day: date
    form: str
    digest: str
    keys: Mapping[str, frozenset[int]]
    """The players by their keys, and the records each has in the register; none where they are new to it."""
    event: AnyEvent | None = None


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
    people = {_plain(key): records.get(known[key].pk, frozenset()) if key in known else frozenset() for key in keys}
    people.pop("name:", None)
    return Evening(organisation, event.day, form_of(event), digest, people, event)


def _plain(key: str) -> str:
    """A key as two files may write it."""
    return f"name:{folded(key[5:])}" if key.startswith("name:") else number_key(key)


def near_days(day: date) -> set[date]:
    """The day itself, the days beside it, and the one that has day and month the other way round."""
    days = {day} | {day + timedelta(days=more) for more in (-1, 1) if date.min < day < date.max}
    if day.day <= 12:
        days.add(day.replace(month=day.day, day=day.month))
    return days


class Filed:
    """The versions of all filings of some days, to be compared with evenings of those days."""

    def __init__(self, federation: Federation, days: Collection[date], digests: Collection[str]) -> None:
        wanted = {near for day in days for near in near_days(day)}
        plays = Play.objects.filter(federation=federation)
        self.by_digest = _by_digest(plays.filter(digest__in=list(digests)))
        rows = plays.filter(day__in=wanted).exclude(filing__state=Filing.State.WITHDRAWN)
        self.by_day: dict[date, list[tuple[int, int, str, int, dict[str, int]]]] = {}
        for day, *row in rows.order_by("filing", "pk").values_list(
            "day", "filing", "version", "filing__form", "filing__organisation", "version__people"
        ):
            self.by_day.setdefault(day, []).append(tuple(row))

    def standing(self, digest: str) -> Filing | None:
        """The filing that stands, one of whose versions tells of the very same play."""
        return next((filing for filing in self.by_digest.get(digest, []) if filing.state not in ENDED), None)

    def like(self, evening: Evening, besides: Filing | None = None) -> list[Similar]:
        """Filings somebody must look at before this one is taken, each once."""
        found = {filing.pk: _ended(filing) for filing in self.by_digest.get(evening.digest, [])}
        found = {pk: why for pk, why in found.items() if why}
        for day in sorted(near_days(evening.day)):
            for pk, version, form, organisation, people in self.by_day.get(day, []):
                if pk not in found and most_shared(evening, _records(people)):
                    why = _why(evening, day, form, organisation, version)
                    found |= {pk: why} if why else {}
        if besides is not None:
            found.pop(besides.pk, None)
        filings = Filing.objects.select_related("organisation").in_bulk(found)
        return [Similar(filings[pk], why) for pk, why in sorted(found.items())]


def _ended(filing: Filing) -> str:
    """What became of a filing with the very same results; nothing where it stands."""
    if filing.state not in ENDED:
        return ""
    return f"the same results, and was {filing.state}" + (f": {filing.state_reason}" if filing.state_reason else "")


def once_corrected(other: Similar, digest: str) -> bool:
    """Whether results are those of an ended filing as it was before a correction: known to be wrong."""
    digests = list(Play.objects.filter(filing=other.filing).order_by("version").values_list("digest", flat=True))
    return digest in digests[:-1] and digest != digests[-1]


def most_shared(evening: Evening, others: Mapping[str, frozenset[int]]) -> bool:
    """Whether more than half of the players, counted on the smaller side, are in both."""
    present, keys = frozenset().union(*others.values()), set(others)
    shared = sum(not present.isdisjoint(records) if records else key in keys for key, records in evening.keys.items())
    return 2 * shared > min(len(evening.keys), len(others))


def _records(people: Mapping[str, int]) -> dict[str, frozenset[int]]:
    return {_plain(key): frozenset((pk,)) for key, pk in people.items()}


def _by_digest(plays: Any) -> dict[str, list[Filing]]:
    found: dict[str, list[Filing]] = {}
    for play in plays.select_related("filing__organisation").order_by("-filing"):
        if play.filing not in found.setdefault(play.digest, []):
            found[play.digest].append(play.filing)
    return found


def _why(evening: Evening, day: date, form: str, organisation: int, version: int) -> str:
    """Why it looks the same; nothing where it does not, though most of the players are."""
    club = "" if organisation == evening.organisation else ", for another organisation"
    if day == evening.day and form == evening.form:
        return f"the same day and most of the same players{club}"
    placings = _placings(evening.event, scored=day != evening.day)
    others = _placings(_event_of(version), scored=day != evening.day)
    if day == evening.day:
        alike = 2 * len(placings & others) > min(len(placings), len(others))
        return f"the same day, and most of the same players in the same places{club}" if alike else ""
    alike = len(placings) >= FEWEST_SCORES and placings == others
    return f"the same players with the same scores, on {day:%-d %B %Y}{club}" if alike else ""


def _event_of(version: int) -> AnyEvent:
    return stored_event(Version.objects.only("event").get(pk=version))


def _placings(event: AnyEvent | None, *, scored: bool) -> frozenset[tuple[object, ...]]:
    """Who finished where; with scores, only of those who have one."""
    if event is None:
        return frozenset()
    return frozenset(
        (
            str(entry.place).strip("= "),
            frozenset(_plain(key_of(player)) for player in entry.players),
            entry.score if scored else None,
        )
        for _, entries in entry_lists(event)
        for entry in entries
        if entry.players and (entry.score is not None or not scored)
    )


def decided_pairs(filings: Iterable[Filing]) -> set[frozenset[str]]:
    """The pairs of receipts that somebody has said to be two events, when either of them was filed or corrected."""
    postings = Posting.objects.filter(version__filing__in=list(filings), kind=Posting.Kind.AWARDS)
    rows = postings.values_list("version__filing__receipt", "detail")
    return {frozenset((receipt, other)) for receipt, detail in rows for other in (detail or {}).get(DECIDED, ())}
