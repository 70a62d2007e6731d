"""Redact filed versions: facts, result, file and checks. The points stay."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from masterpoint.centre.erasing.files import without_name
from masterpoint.centre.erasing.identity import Identity, with_names
from masterpoint.centre.erasing.redacting import PLAYER, Redaction, Teams, teams_in
from masterpoint.centre.erasing.row_search import SearchedRows, continue_search, rows_since
from masterpoint.centre.filing.content_digests import content_digests
from masterpoint.centre.filing.judging import COMPRESSION, load_result
from masterpoint.centre.filing.models import Filing, Play, Version
from masterpoint.centre.filing.play_digest import digest_of_data
from masterpoint.centre.row_updates import Values, update_rows, values_of

CONTENTS = ("name", "organiser")
"""Fields that name no player: the names of a competition and of its organiser."""
REDACTED_FIELDS = ("event", "people", "result", "original", "checks", "reason", "salt")
PAGE = 200


def spellings(identity: Identity, keys: Sequence[int]) -> set[str]:
    """The spellings of the name in files of some versions."""
    return {name for version in _versions(keys) for name in _own_names(version, identity)}


def _own_names(version: Version, identity: Identity) -> set[str]:
    return {name for key, name in _players(version.event) if version.people.get(key) in identity.people and name}


class RedactedVersion(NamedTuple):
    """A redacted version, not yet written, without its facts, because there may be thousands."""

    key: int
    filing: int
    play_digests: tuple[str, str]
    """The old and the new digest of its play: players without a number are identified by name there."""
    digests: dict[str, str]
    values: Values
    is_new: bool
    """Whether it must be written. If it was written before an interruption, it stays."""


def redacted_versions(identity: Identity, keys: Sequence[int]) -> Iterator[RedactedVersion]:
    """Redacted versions, not yet written."""
    for version in _versions(keys):
        old_values = values_of(version, REDACTED_FIELDS)
        _redact(version, with_names(identity, _own_names(version, identity)))
        play = digest_of_data(version.filing.organisation_id, version.event)
        earlier = version.play.digest if hasattr(version, "play") else play
        new_digests, values = content_digests(version), values_of(version, REDACTED_FIELDS)
        yield RedactedVersion(version.pk, version.filing_id, (earlier, play), new_digests, values, values != old_values)


def redact_versions(
    identity: Identity, keys: Sequence[int], prepared: Mapping[int, RedactedVersion]
) -> Iterator[tuple[str, str]]:
    """Redact every version that has them. Returns each changed part with its new digest."""
    further = redacted_versions(identity, [pk for pk in keys if pk not in prepared])
    rows = [*(prepared[pk] for pk in keys if pk in prepared), *further]
    update_rows(Version, REDACTED_FIELDS, [row.values for row in rows])
    for row in rows:
        earlier, play = row.play_digests
        if play != earlier:
            Play.objects.filter(version=row.key).update(digest=play)
            Filing.objects.filter(pk=row.filing, identity=earlier).update(identity=play)
        for field, digest in row.digests.items():
            yield f"{field} of version {row.key}", digest


def versions_with_person(identity: Identity, earlier: SearchedRows) -> SearchedRows:
    """Versions that have somebody. All are read, because the database cannot search them, and zeros have no lines."""
    versions = rows_since(earlier, Version.objects.all(), "filing__federation", identity.federation)
    people = versions.values_list("pk", "people").iterator(chunk_size=PAGE)
    return continue_search(
        earlier, ((pk, not identity.people.isdisjoint(person_keys.values())) for pk, person_keys in people)
    )


def _versions(keys: Sequence[int]) -> Iterator[Version]:
    for start in range(0, len(keys), PAGE):
        page = Version.objects.filter(pk__in=keys[start : start + PAGE])
        yield from page.select_related("filing", "play").order_by("pk")


def _redact(version: Version, identity: Identity) -> None:
    own_people = {key: pk for key, pk in version.people.items() if pk in identity.people}
    unnumbered = next((pk for key, pk in own_people.items() if key.startswith("name:")), None)
    redaction = Redaction(identity, PLAYER if unnumbered is None else f"{PLAYER} {unnumbered}")
    other_names = [name for key, name in _players(version.event) if key not in own_people]
    teams = teams_in(_contestants(version.event, own_people), redaction)
    facts = _Facts(redaction, own_people, teams)
    version.event = {key: item if key in CONTENTS else facts.data(item) for key, item in version.event.items()}
    version.people = {facts.key(key): pk for key, pk in version.people.items()}
    result = facts.data(load_result(version.result))
    version.result = zlib.compress(msgspec.json.encode(result), COMPRESSION)
    version.original = without_name(
        bytes(version.original), redaction, source=version.original_name, other_names=other_names
    )
    version.checks = facts.data(version.checks)
    version.reason = redaction.text(version.reason)
    version.salt = ""


class _Facts:
    """Redacts facts and results. Players are identified by key, whatever their name in the file."""

    def __init__(self, redaction: Redaction, own_people: Mapping[str, int], teams: Teams) -> None:
        self.redaction, self.own, self.teams = redaction, own_people, teams

    def key(self, key: str) -> str:
        return f"name:{PLAYER.casefold()} {self.own[key]}" if key in self.own and key.startswith("name:") else key

    def data(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.redaction.text(self.teams.text(value))
        if isinstance(value, Mapping):
            data = {key: self.data(item) for key, item in value.items()}
            return data | self._name(value)
        return [self.data(item) for item in value] if isinstance(value, list | tuple) else value

    def _name(self, value: Mapping[str, Any]) -> dict[str, str]:
        """The name of a player, if these are facts of one."""
        if not isinstance(value.get("name"), str) or "players" in value or "entries" in value:
            return {}
        pk = self.own.get(_key(value))
        if pk is None:
            return {}
        return {"name": PLAYER if str(value.get("id", "")).strip() else f"{PLAYER} {pk}"}


def _key(player: Mapping[str, Any]) -> str:
    return str(player.get("id", "")).strip() or f"name:{' '.join(str(player.get('name', '')).casefold().split())}"


def _entries(value: Any) -> Iterator[Mapping[str, Any]]:
    """Every contestant of an event, anywhere in it."""
    if isinstance(value, Mapping):
        if isinstance(value.get("players"), list):
            yield value
        for item in value.values():
            yield from _entries(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _entries(item)


def _players(event: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for entry in _entries(event):
        for player in entry["players"]:
            yield _key(player), str(player.get("name", ""))


def _contestants(event: Mapping[str, Any], own_people: Mapping[str, int]) -> Iterator[tuple[str, bool]]:
    for entry in _entries(event):
        if entry.get("name"):
            yield str(entry["name"]), any(_key(player) in own_people for player in entry["players"])
