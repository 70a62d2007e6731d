"""Judge the events of a batch, in this process or in others. This needs no database."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from typing import NamedTuple

import msgspec

from masterpoint.centre.filing import judging
from masterpoint.centre.filing.register_status import PlayerStatus, fill_in
from masterpoint.core.derivation import Result
from masterpoint.core.events import AnyEvent


class JudgedEvent(NamedTuple):
    """An event with the players' statuses, and everything a version stores of its result."""

    event: AnyEvent
    edition: str
    result: bytes
    shares: list[judging.Share]
    awards_without_players: list[str]
    awarded: Result | None
    """The result itself; None if another process judged the event, because it is too large to send."""


Judging = Callable[[Iterable[tuple[AnyEvent, dict[str, PlayerStatus]]]], Iterable[JudgedEvent]]


def judge_event(event: AnyEvent, statuses: Mapping[str, PlayerStatus]) -> JudgedEvent:
    """Judge an event by the edition in force. This is a pure function, so any process may call it."""
    fields = fill_in(event, statuses)
    result = judging.judge(fields)
    missing_players = [str(award.entry.place) for award in judging.awards_without_players(result)]
    packed, shares = judging.compress_result(result), judging.shares_of(result)
    return JudgedEvent(fields, result.edition, packed, shares, missing_players, result)


def judge_here(jobs: Iterable[tuple[AnyEvent, dict[str, PlayerStatus]]]) -> Iterable[JudgedEvent]:
    return (judge_event(event, statuses) for event, statuses in jobs)


def with_results(
    jobs: Sequence[tuple[AnyEvent, dict[str, PlayerStatus]]], results: Iterable[JudgedEvent]
) -> Iterator[JudgedEvent]:
    """Join the results with the events of this process; other processes write out defaults.

    Consequences need the whole result, so it is loaded before the lock is taken.
    """
    for (event, statuses), result in zip(jobs, results, strict=True):
        complete_event = fill_in(event, statuses)
        yield result._replace(event=complete_event, awarded=result.awarded or judging.judge(complete_event))


def judging_pool(pool: Executor) -> Judging:
    """Return a function that judges in other processes. Events are sent as bytes."""

    def judge(jobs: Iterable[tuple[AnyEvent, dict[str, PlayerStatus]]]) -> Iterable[JudgedEvent]:
        return pool.map(_judge_encoded, [_encode(event, statuses) for event, statuses in jobs], chunksize=8)

    return judge


def _encode(event: AnyEvent, statuses: Mapping[str, PlayerStatus]) -> bytes:
    keys = {judging.key_of(player) for player in judging.players_of(event)}
    return msgspec.msgpack.encode((event, {key: statuses[key] for key in keys if key in statuses}))


_decode = msgspec.msgpack.Decoder(tuple[AnyEvent, dict[str, PlayerStatus]])


def _judge_encoded(compress_result: bytes) -> JudgedEvent:
    return judge_event(*_decode.decode(compress_result))._replace(awarded=None)
