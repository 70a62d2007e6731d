"""What the edition in force makes of the events of a batch: here, or in other processes, for it needs no database."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from typing import NamedTuple

import msgspec

from masterpoint.centre.filing import judging
from masterpoint.centre.filing.register_status import PlayerStatus, filled
from masterpoint.core.derivation import Result
from masterpoint.core.events import AnyEvent


class Judged(NamedTuple):
    """An event with what the players were, and everything a version keeps of its result."""

    event: AnyEvent
    edition: str
    result: bytes
    shares: list[judging.Share]
    awards_without_players: list[str]
    awarded: Result | None
    """The result itself; nothing where another process worked it out, for it is too large to be sent."""


Judging = Callable[[Iterable[tuple[AnyEvent, dict[str, PlayerStatus]]]], Iterable[Judged]]


def judged(event: AnyEvent, standing: Mapping[str, PlayerStatus]) -> Judged:
    """What the edition in force makes of an event; pure, so that any process may do it."""
    fields = filled(event, standing)
    result = judging.judge(fields)
    missing_players = [str(award.entry.place) for award in judging.awards_without_players(result)]
    packed, shares = judging.compress_result(result), judging.shares_of(result)
    return Judged(fields, result.edition, packed, shares, missing_players, result)


def here(work: Iterable[tuple[AnyEvent, dict[str, PlayerStatus]]]) -> Iterable[Judged]:
    return (judged(event, standing) for event, standing in work)


def as_here(work: Sequence[tuple[AnyEvent, dict[str, PlayerStatus]]], results: Iterable[Judged]) -> Iterator[Judged]:
    """The results with the events of this process: one that came from another writes out what it leaves to default.

    What follows from a result needs all of it: it is there before the lock is.
    """
    for (event, standing), result in zip(work, results, strict=True):
        played = filled(event, standing)
        yield result._replace(event=played, awarded=result.awarded or judging.judge(played))


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
    return judged(*_unpacked.decode(compress_result))._replace(awarded=None)
