"""The engine: a 12-table two-winner club session, awarded by hand, awarded, and explained; then 100,000 on all cores.

The baseline of the aims is a bare loop over integers, the shortest code for this scale. The same awards by hand, from
the event as read, are shown too. `awarded` is what everybody calls: it reuses the awards of an earlier session of the
same kind (`core.precedents`). The first session of a kind goes through the rules and all checks that apply
(`core.checks`), and so does any session with more facts than its form requires. Each session has different ties; the
file has 300 days of them. The facts of an event are looked up when it is read, so only the file's figures include that.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from datetime import date, timedelta
from itertools import cycle, pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from masterpoint import schemes
from masterpoint.cli.batch import award_lines
from masterpoint.core.events import Entry, SessionEvent
from masterpoint.core.parsing import event_from
from masterpoint.core.serialisation import result_as_data
from tools.bench.timing import processor_time, rates, report

PLACES = {"NS": "1 2 3= 3= 5 6 7 8= 8= 10 11 12", "EW": "1 2 3 4= 4= 6 7 8 9 10 11= 11="}
SESSIONS = 100_000
KINDS = 64
"""Sessions awarded in turn, so that nothing cached from the last one helps."""
BARE_LOOP = "integers alone, in a bare loop"
CHUNK = 500


def session(places: Mapping[str, str] = PLACES, day: date = date(2026, 11, 10)) -> dict[str, object]:
    lists = [{"direction": direction, "places": places_text} for direction, places_text in places.items()]
    return {
        "form": "session",
        "scheme": "ebu",
        "day": day.isoformat(),
        "contest": "pairs",
        "boards": 24,
        "organiser": {"level": "club"},
        "lists": lists,
    }


def year_of_sessions() -> Iterator[str]:
    """Lines of a file: sessions of many days, each with different ties."""
    choice = Random(2026)
    for number in range(SESSIONS):
        places = {direction: _with_ties(choice) for direction in PLACES}
        yield json.dumps(session(places, date(2026, 1, 1) + timedelta(days=number % 300))) + "\n"


def _with_ties(choice: Random) -> str:
    """Places of twelve pairs; about one in eight shares a place with the pair above."""
    starts = [place for place in range(1, 13) if place == 1 or choice.random() > 1 / 8]
    sharing = [after - place for place, after in pairwise([*starts, 13])]
    words = [
        f"{place}=" if count > 1 else str(place)
        for place, count in zip(starts, sharing, strict=True)
        for _ in range(count)
    ]
    return " ".join(words)


def shortest_loop(lists: list[list[int]]) -> list[int]:
    """The same integers by the shortest loop written by hand: no facts, no clauses, no checks."""
    points = []
    for places in lists:
        paying_places = -(-len(places) // 3)
        sharing: dict[int, int] = {}
        for place in places:
            sharing[place] = sharing.get(place, 0) + 1
        for place in places:
            if place > paying_places:
                points.append(0)
                continue
            count = sharing[place]
            total = sum((paying_places - p + 1) * 10 for p in range(place, min(place + count, paying_places + 1)))
            points.append(max(6, -(-total // count)) if count > 1 else total)
    return points


class HandAward(NamedTuple):
    """The award of a program that knows this scale only."""

    entry: Entry
    points: int
    colour: str


def by_hand(event: SessionEvent) -> list[HandAward]:
    """The same awards of the same event, by code for this scale only: no clauses, no steps, no checks."""
    entries = [entry for ranking in event.lists for entry in ranking.entries]
    points = shortest_loop(places_of(event))
    return [HandAward(entry, figure, "local") for entry, figure in zip(entries, points, strict=True)]


def _event(raw: Mapping[str, object]) -> SessionEvent:
    event = event_from(raw, schemes.FACTS)
    assert isinstance(event, SessionEvent)
    return event


def places_of(event: SessionEvent) -> list[list[int]]:
    return [[_number(entry.place) for entry in ranking.entries] for ranking in event.lists]


def _number(place: int | str) -> int:
    return place if isinstance(place, int) else int(place.rstrip("="))


def bare_lines(lines: list[str]) -> int:
    """Read and write JSON with the bare loop."""
    size = 0
    for line in lines:
        raw = json.loads(line)
        points = shortest_loop([[int(word.rstrip("=")) for word in item["places"].split()] for item in raw["lists"]])
        size += len(msgspec.json.encode({"points": [str(figure) for figure in points]}))
    return size


def values_lines(lines: list[str]) -> int:
    return len(award_lines([line.encode() for line in lines], False))


def explained_lines(lines: list[str]) -> int:
    return len(award_lines([line.encode() for line in lines], True))


INTERPRETER = "import time; print(time.process_time())"
ENGINE = "import time, masterpoint; masterpoint.award; print(time.process_time())"


def loading() -> float:
    """Milliseconds of processor time until a program can award, without the interpreter's; the best of several runs."""
    with tempfile.TemporaryDirectory() as cache_folder:
        started, loaded = (
            min(_processor_seconds(program, cache_folder) for _ in range(7)) for program in (INTERPRETER, ENGINE)
        )
    return 1000 * (loaded - started)


def _processor_seconds(program: str, cache_folder: str) -> float:
    """Modules are compiled once, as in an installed program."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": cache_folder, "PYTHONDONTWRITEBYTECODE": ""}
    words = [sys.executable, "-c", program]
    return float(subprocess.run(words, env=environment, capture_output=True, check=True).stdout)


def run() -> None:
    print(f"\nimport masterpoint, ready to award: {loading():.0f} ms of processor (aim 100)")
    choice_of_kinds = Random(5)
    read = [_event(session({name: _with_ties(choice_of_kinds) for name in PLACES})) for _ in range(KINDS)]
    judge = schemes.edition_for(read[0].scheme, read[0].day).judge
    for event in read:
        awarded = [award.points for award in judge(event).awards]
        assert awarded == [award.points for award in by_hand(event)], "the baseline must compute the same figures"
        assert awarded == [award.points for award in schemes.award(event).awards]
    events, numbers = cycle(read), cycle([places_of(event) for event in read])
    result = rates(
        {
            BARE_LOOP: lambda: shortest_loop(next(numbers)),
            "the same awards by hand": lambda: by_hand(next(events)),
            "awarded (values, every step kept)": lambda: [award.points for award in schemes.award(next(events)).awards],
            "awarded and explained": lambda: result_as_data(schemes.award(next(events))),
            "the first of its kind (values)": lambda: [award.points for award in judge(next(events)).awards],
            "the first of its kind, explained": lambda: result_as_data(judge(next(events))),
        }
    )
    aims = {name: 10 if "explained" in name else 3 for name in result if "hand" not in name and name != BARE_LOOP}
    report("One 12-table two-winner session", result, BARE_LOOP, "sessions/s", aims)
    _measure_file()


def _measure_file() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sessions.jsonl"
        path.write_text("".join(year_of_sessions()), encoding="utf-8")
        results = {}
        for name, work in (
            ("bare loop", bare_lines),
            ("awarded (values)", values_lines),
            ("explained", explained_lines),
        ):
            results[name] = SESSIONS / _seconds_for_file(path, work)
            print(f"  … {name}: {SESSIONS:,} sessions done", flush=True)
    report(
        f"A file of {SESSIONS:,} sessions, JSON in and out, by seconds of processor",
        results,
        "bare loop",
        "sessions/s",
        {"awarded (values)": 3, "explained": 10},
    )


def _seconds_for_file(path: Path, work: Callable[[list[str]], int]) -> float:
    """Seconds of processor time of all processes together."""
    start = processor_time()
    with ProcessPoolExecutor() as pool, path.open(encoding="utf-8") as file:
        lines = file.readlines()
        list(pool.map(work, [lines[at : at + CHUNK] for at in range(0, len(lines), CHUNK)]))
    return processor_time() - start
