"""A made-up federation of any size: clubs, members with years of points behind them, and a year of sessions.

    python -m tools.generate --size 0.01     into the Centre of MASTERPOINT_HOME or MASTERPOINT_DATABASE

Everything goes through the services of a real federation: members are registered, old points are opening balances,
sessions are judged and filed in batches. `--size 1` is 55,000 members, 600 clubs and 100,000 sessions.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import date, timedelta
from multiprocessing import get_context
from typing import Any, NamedTuple

import click
from click._termui_impl import ProgressBar

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "masterpoint.centre.settings")
import django

django.setup()
gc.freeze()  # as every command does

from django.core.management import call_command  # noqa: E402
from django.db import connections  # noqa: E402

from masterpoint.centre.accounts.models import User  # noqa: E402
from masterpoint.centre.demo import FAMILY_NAMES, GIVEN_NAMES, PLACES  # noqa: E402
from masterpoint.centre.filing import batch_judging, batches, services  # noqa: E402
from masterpoint.centre.ledger import services as ledger  # noqa: E402
from masterpoint.centre.ledger.chain import NewLine  # noqa: E402
from masterpoint.centre.ledger.merged_records import NewPosting  # noqa: E402
from masterpoint.centre.ledger.models import Posting  # noqa: E402
from masterpoint.centre.registry import offices, organisations, registering, setup  # noqa: E402
from masterpoint.centre.registry.models import Federation, Organisation, Person  # noqa: E402
from masterpoint.core.parsing import event_from  # noqa: E402
from masterpoint.schemes import FACTS  # noqa: E402

YEAR = 2025
COUNTIES = 39
BATCH = 250
MONTHS_BEFORE = 48
Progress = Callable[[int], None]


class Size(NamedTuple):
    members: int = 55_000
    clubs: int = 600
    sessions: int = 100_000

    def times(self, share: float) -> Size:
        return Size(*(max(minimum, int(count * share)) for count, minimum in zip(self, (120, 2, 20), strict=True)))


def create_federation(size: Size) -> tuple[Federation, list[Organisation]]:
    """The federation with its counties and clubs."""
    federation, national = setup.new_federation("ebu", "A Generated Union", "ebu")
    counties = [
        _part(federation, f"C{n}", f"County {n}", "county", national) for n in range(1, min(COUNTIES, size.clubs) + 1)
    ]
    clubs = [
        _part(
            federation, str(1001 + n), f"{PLACES[n % len(PLACES)]} Bridge Club {n}", "club", counties[n % len(counties)]
        )
        for n in range(size.clubs)
    ]
    user = User.objects.create_user("scorer@ebu.example", "try the demo safely", name="Generated scorer")
    offices.appoint(user, national, "staff", on=date(2000, 1, 1), by=None)
    return federation, clubs


def _part(federation: Federation, number: str, name: str, level: str, parent: Organisation) -> Organisation:
    on = date(2000, 1, 1)
    return organisations.add_organisation(federation, number, name, level=level, parent=parent, on=on, by=None)


def members(federation: Federation, clubs: list[Organisation], size: Size, progress: Progress) -> list[list[Person]]:
    """Members by club, a few thousand at a time."""
    chance = random.Random(1)
    by_club: list[list[Person]] = [[] for _ in clubs]
    for start in range(0, size.members, 5_000):
        new_members = [
            registering.NewMember(
                chance.choice(GIVEN_NAMES),
                f"{chance.choice(FAMILY_NAMES)}{chance.choice(('', '', '-Holt', '-Vale', 'son'))}",
                date(2000 + chance.randrange(20), 1 + chance.randrange(12), 1),
                clubs[n % len(clubs)],
                number=str(100_000 + n),
            )
            for n in range(start, min(start + 5_000, size.members))
        ]
        for n, person in enumerate(registering.register_all(federation, new_members, by=None), start):
            by_club[n % len(clubs)].append(person)
        progress(len(new_members))
    return by_club


def post_history(federation: Federation, by_club: list[list[Person]], by: User, progress: Progress) -> None:
    """Four years of monthly points from an older system, posted as opening balances, a year at a time."""
    for acts in earlier_years(by_club):
        ledger.post_all(federation, acts, by=by)
        progress(12)


def earlier_years(by_club: list[list[Person]]) -> Iterator[list[NewPosting]]:
    """The opening balances of each earlier year: a posting for each club and month."""
    chance = random.Random(2)
    for first in range(0, MONTHS_BEFORE, 12):
        days = [_last_of(month) for month in range(first, first + 12)]
        yield [_balances(people, day, chance) for day in days for people in by_club]


def _last_of(month: int) -> date:
    return date(YEAR - MONTHS_BEFORE // 12 + month // 12, month % 12 + 1, 28)


def _balances(people: list[Person], day: date, chance: random.Random) -> NewPosting:
    lines = [NewLine(person.pk, *_old_points(chance), day) for person in people]
    return NewPosting(Posting.Kind.OPENING, lines, f"points of {day:%B %Y} from the old system")


def _old_points(chance: random.Random) -> tuple[str, int]:
    if chance.random() < 0.05:
        return "green", chance.randrange(10, 300)
    return "local", 100 * chance.randrange(6, 120)


def sessions(clubs: list[Organisation], by_club: list[list[Person]], size: Size) -> Iterator[batches.BatchItem]:
    """Evenings of pairs throughout the year, with seven to thirteen tables each."""
    chance = random.Random(3)
    first = date(YEAR, 1, 1)
    for n in range(size.sessions):
        index = n % len(clubs)
        day = first + timedelta(days=n * 365 // size.sessions)
        raw = session(by_club[index], day, chance) | {"name": f"{day:%A} pairs {n // len(clubs)}"}
        original = services.Original(repr(raw).encode(), f"{n}.event", "event")
        yield batches.BatchItem(clubs[index], event_from(raw, FACTS), original)


def session(people: list[Person], day: date, chance: random.Random, pairs: int = 0) -> dict[str, Any]:
    count = min(pairs or chance.randrange(14, 27), len(people) // 2)
    present = chance.sample(people, 2 * count)
    partnerships = [present[index : index + 2] for index in range(0, 2 * count, 2)]
    middle = count // 2
    groups = (
        [("NS", partnerships[:middle]), ("EW", partnerships[middle:])]
        if chance.random() < 0.7
        else [("", partnerships)]
    )
    return {
        "form": "session",
        "scheme": "ebu",
        "day": day,
        "contest": "pairs",
        "boards": 24,
        "organiser": {"level": "club"},
        "lists": [
            {
                "direction": direction,
                "entries": [
                    {"place": place, "players": [{"id": item.number, "name": item.name} for item in pair]}
                    for place, pair in enumerate(group, 1)
                ],
            }
            for direction, group in groups
        ],
    }


def file_sessions(
    federation: Federation, items: Iterator[batches.BatchItem], by: User, progress: Progress, jobs: int
) -> None:
    """File all sessions in batches; other processes judge while this one writes."""
    connections.close_all()
    with ProcessPoolExecutor(jobs, get_context("fork")) as pool:
        judge = batch_judging.judging_pool(pool)
        batch: list[batches.BatchItem] = []
        for item in items:
            batch.append(item)
            if len(batch) == BATCH:
                batches.file_batch(federation, batch, by=by, judge=judge)
                progress(BATCH)
                batch = []
        if batch:
            batches.file_batch(federation, batch, by=by, judge=judge)
            progress(len(batch))


def bar(length: int, label: str) -> ProgressBar[int]:
    return click.progressbar(length=length, label=f"{label:<24}", file=sys.stderr, show_pos=True)


def generate(size: Size, jobs: int) -> None:
    """Generate everything, with a progress bar for each part."""
    federation, clubs = create_federation(size)
    user = User.objects.get(email="scorer@ebu.example")
    with bar(size.members, "Registering members") as progress_bar:
        by_club = members(federation, clubs, size, progress_bar.update)
    with bar(MONTHS_BEFORE, "Points of earlier years") as progress_bar:
        post_history(federation, by_club, user, progress_bar.update)
    with bar(size.sessions, "Filing a year") as progress_bar:
        file_sessions(federation, sessions(clubs, by_club, size), user, progress_bar.update, jobs)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=float, default=0.01, help="1 is a whole federation, 0.01 a hundredth of it")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    data = parser.parse_args()
    call_command("migrate", verbosity=0)
    generate(Size().times(data.size), data.jobs)
