"""Several people do things to the same records at the same moment, each in a process of their own.

python races_program.py     prints one JSON line a race: what each was told, and what was found afterwards
"""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from functools import partial
from threading import Barrier
from typing import Any

from django.db import connections

from centre import fault_program as program
from masterpoint.centre.filing import services
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger import verify
from masterpoint.centre.ledger.models import Line, Total
from masterpoint.centre.people import merging, statuses
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.errors import MasterpointError

TURNS = 3


def attempt(act: Any) -> str:
    """What somebody is told: the answer, or why not."""
    try:
        return str(act())
    except MasterpointError as error:
        return f"refused: {error.problems[0].message}"


def at_once(name: str, *acts: Any) -> None:
    """All acts, each in its own process, let go at the same moment."""
    program.before_fork()
    go_reading, go_writing = os.pipe()
    children = []
    for act in acts:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            program.after_fork()
            code = 1
            try:
                os.close(go_writing)
                os.read(go_reading, 1)
                os.write(writing, attempt(act).encode())
                code = 0
            finally:
                os._exit(code)
        os.close(writing)
        children.append((child, os.fdopen(reading, "rb")))
    os.close(go_reading)
    os.close(go_writing)
    answers, failed = [], 0
    for child, pipe in children:
        answers.append(pipe.read().decode())
        failed += os.waitpid(child, 0)[1] != 0
    report(name, answers, failed)


def in_threads(name: str, act: Any, count: int) -> None:
    """The same act by several threads of one process."""
    barrier = Barrier(count)

    def run_one(_: int) -> str:
        barrier.wait()
        try:
            return attempt(act)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(count) as pool:
        report(name, list(pool.map(run_one, range(count))), 0)


def report(name: str, answers: list[str], failed: int) -> None:
    lines = sum(Line.objects.values_list("hundredths", flat=True))
    totals = sum(Total.objects.values_list("hundredths", flat=True))
    problems = list(verify.total_differences())
    fields = {"race": name, "said": answers, "failed": failed, "equal": lines == totals, "problems": problems}
    print(json.dumps(fields), flush=True)


def twins(name: str) -> tuple[Person, Person]:
    people = [
        registering.register(program.club().federation, "Ada", f"{name}{index}", on=date(2020, 1, 1), by=None)
        for index in range(2)
    ]
    for person in people:
        ledger.adjust(person, "local", 700, date(2025, 1, 1), by=program.officer(), reason="opening")
    return people[0], people[1]


def merged(person: Person, other: Person) -> str:
    merging.merge(person, other, by=program.officer(), reason="one person")
    return "merged"


def filed_otherwise(day: int) -> str:
    """The same evening as another scorer has it: somebody else has won."""
    event, original = program.event(day, winner=3), program.original(day)
    by = program.officer()
    return services.file_event(program.club(), event, original, by=by, choices={}).filing.receipt


def renewing() -> Person:
    """Somebody who earned while not registered, so long ago that the ABF takes it away on renewal."""
    federation, _ = Federation.objects.get_or_create(code="abf", defaults={"name": "ABF", "scheme": "abf"})
    program.set_up(federation)
    person = registering.register(federation, "Gus", "Late", on=date(2020, 1, 1), by=None)
    statuses.set_status(person, "lapsed", on=date(2024, 1, 1), by=program.officer(), reason="not paid")
    ledger.adjust(person, "red", 500, date(2024, 3, 1), by=program.officer(), reason="earned")
    return person


def renewed(person: Person) -> str:
    statuses.reactivate(person, on=date(2026, 1, 1), by=program.officer())
    return "renewed"


if __name__ == "__main__":
    program.world()
    program.prepared("merge", 999)
    at_once("same file, processes", *[partial(program.file_one, 1)] * 8)
    in_threads("same file, threads", partial(program.file_one, 2), 8)
    for turn in range(TURNS):
        at_once("nearly the same", partial(program.file_one, 60 + turn), partial(filed_otherwise, 60 + turn))
        day = program.FIRST["correct"] + turn
        program.file_one(day)
        at_once("correct and withdraw", partial(program.correct, day), partial(program.withdraw, day))
        program.file_one(day + 20)
        at_once("the same correction", *[partial(program.correct, day + 20)] * 4)
        month = program.FIRST["close"] + turn
        first = (program.month_of(month) - program.BEGINNING).days
        filing = [partial(program.file_one, first + index) for index in range(4)]
        at_once("close and file", filing[0], partial(program.close, month), *filing[1:])
        person, other = twins(f"Pair{turn}")
        at_once("two merges", partial(merged, person, other), partial(merged, other, person))
        again = date(2070, 1, 1) + timedelta(days=turn)
        at_once("promote", *[partial(program.promote, (again - date(2060, 1, 1)).days)] * 3)
    players = Person.objects.filter(number__in=["126", "127"]).order_by("number")
    at_once("merge and file", partial(merged, *players), *[partial(program.file_one, 40 + index) for index in range(4)])
    at_once("renew", *[partial(renewed, renewing())] * 4)
    print(json.dumps({"race": "all of them", "problems": program.differences()}), flush=True)
