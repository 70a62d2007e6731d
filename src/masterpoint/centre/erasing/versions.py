"""Filed versions without a name: facts, result, file and checks. What they earn stays what it is."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from masterpoint.centre.erasing.files import without_name
from masterpoint.centre.erasing.identity import Identity, also_called
from masterpoint.centre.erasing.looking import Rows, looked_on, rows_after
from masterpoint.centre.erasing.redacting import PLAYER, Redaction, Teams, teams_in
from masterpoint.centre.filing.content_digests import content_digests
from masterpoint.centre.filing.judging import COMPRESSION, load_result
from masterpoint.centre.filing.models import Filing, Play, Version
from masterpoint.centre.filing.play_digest import digest_of_data
from masterpoint.centre.row_updates import Values, update_rows, values_of

KEPT = ("name", "organiser")
"""Of an event: what a competition is called, and who held it, names nobody who plays."""
CHANGED = ("event", "people", "result", "original", "checks", "reason", "salt")
PAGE = 200


def spellings(identity: Identity, keys: Sequence[int]) -> set[str]:
    """How the files of some versions write the name."""
    return {name for version in _versions(keys) for name in _own_names(version, identity)}


def _own_names(version: Version, identity: Identity) -> set[str]:
    return {name for key, name in _players(version.event) if version.people.get(key) in identity.people and name}


class RedactedVersion(NamedTuple):
    """A version without the name, ready to be written; its facts are not kept, for there may be thousands."""

    key: int
    filing: int
    found_by: tuple[str, str]
    """The digests of its play, as they were and are: who had no number was known by name alone."""
    digests: dict[str, str]
    values: Values
    is_new: bool
    """Whether it has to be written: one that was written before a stop stays as it is."""


def redacted_versions(identity: Identity, keys: Sequence[int]) -> Iterator[RedactedVersion]:
    """Versions they stand in, worked out and not written."""
    for version in _versions(keys):
        before = values_of(version, CHANGED)
        _redact(version, also_called(identity, _own_names(version, identity)))
        play = digest_of_data(version.filing.organisation_id, version.event)
        earlier = version.play.digest if hasattr(version, "play") else play
        kept, values = content_digests(version), values_of(version, CHANGED)
        yield RedactedVersion(version.pk, version.filing_id, (earlier, play), kept, values, values != before)


def redact_versions(
    identity: Identity, keys: Sequence[int], ready: Mapping[int, RedactedVersion]
) -> Iterator[tuple[str, str]]:
    """Every version they stand in, changed; gives each part of it with the digest it has now."""
    others = redacted_versions(identity, [pk for pk in keys if pk not in ready])
    redacted = [*(ready[pk] for pk in keys if pk in ready), *others]
    update_rows(Version, CHANGED, [row.values for row in redacted])
    for row in redacted:
        earlier, play = row.found_by
        if play != earlier:
            Play.objects.filter(version=row.key).update(digest=play)
            Filing.objects.filter(pk=row.filing, identity=earlier).update(identity=play)
        for part, digest in row.digests.items():
            yield f"{part} of version {row.key}", digest


def versions_naming(identity: Identity, before: Rows) -> Rows:
    """All versions are looked into: the database cannot, and who was paid nothing has no line."""
    versions = rows_after(before, Version.objects.all(), "filing__federation", identity.federation)
    people = versions.values_list("pk", "people").iterator(chunk_size=PAGE)
    return looked_on(before, ((pk, not identity.people.isdisjoint(known.values())) for pk, known in people))


def _versions(keys: Sequence[int]) -> Iterator[Version]:
    for start in range(0, len(keys), PAGE):
        page = Version.objects.filter(pk__in=keys[start : start + PAGE])
        yield from page.select_related("filing", "play").order_by("pk")


def _redact(version: Version, identity: Identity) -> None:
    own = {key: pk for key, pk in version.people.items() if pk in identity.people}
    unnumbered = next((pk for key, pk in own.items() if key.startswith("name:")), None)
    redaction = Redaction(identity, PLAYER if unnumbered is None else f"{PLAYER} {unnumbered}")
    others = [name for key, name in _players(version.event) if key not in own]
    teams = teams_in(_contestants(version.event, own), redaction)
    facts = _Facts(redaction, own, teams)
    version.event = {key: item if key in KEPT else facts.data(item) for key, item in version.event.items()}
    version.people = {facts.key(key): pk for key, pk in version.people.items()}
    result = facts.data(load_result(version.result))
    version.result = zlib.compress(msgspec.json.encode(result), COMPRESSION)
    version.original = without_name(bytes(version.original), redaction, source=version.original_name, others=others)
    version.checks = facts.data(version.checks)
    version.reason = redaction.text(version.reason)
    version.salt = ""


class _Facts:
    """Facts and results: players are known by their keys, whatever name a file gave them."""

    def __init__(self, redaction: Redaction, own: Mapping[str, int], teams: Teams) -> None:
        self.redaction, self.own, self.teams = redaction, own, teams

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
        """The name of one of the players, where these are the facts of one."""
        if not isinstance(value.get("name"), str) or "players" in value or "entries" in value:
            return {}
        pk = self.own.get(_key(value))
        if pk is None:
            return {}
        return {"name": PLAYER if str(value.get("id", "")).strip() else f"{PLAYER} {pk}"}


def _key(player: Mapping[str, Any]) -> str:
    return str(player.get("id", "")).strip() or f"name:{' '.join(str(player.get('name', '')).casefold().split())}"


def _entries(value: Any) -> Iterator[Mapping[str, Any]]:
    """Every contestant of an event, wherever it stands."""
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


def _contestants(event: Mapping[str, Any], own: Mapping[str, int]) -> Iterator[tuple[str, bool]]:
    for entry in _entries(event):
        if entry.get("name"):
            yield str(entry["name"]), any(_key(player) in own for player in entry["players"])
