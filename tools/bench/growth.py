"""Growth: the cost of five times as many sessions and members, as processor time and in steps of SQLite.

python -m tools.bench growth      10,000 sessions and 50,000; `--size 0.1`: a tenth of both

Processor time also depends on what else the machine does. The steps of SQLite do not, so they are reliable.
It also measures the memory of `verify`, and the longest transaction of each run, which others wait for.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from datetime import date
from time import process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from masterpoint.centre.accounts.models import User
    from masterpoint.centre.registry.models import Federation, Person

Figures = dict[str, dict[str, float]]
"""By measure and by task."""
FACTOR = 5
LARGEST_RATIO = 5.5
"""Nothing may grow faster than its work; this much is left to chance."""
LONGEST_WAIT = 0.1
"""The seconds that a filing may wait for a run in the background."""
ANSWERS = 20
HELP, VERIFY = "verify --help", "verify --jobs 1"
"""Commands whose memory is measured."""
MEMORY_PROGRAM = """
import re, sys
from masterpoint.cli import main
main(sys.argv[1:], standalone_mode=False)
print(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1], file=sys.stderr)
"""


def run(size: float) -> None:
    small, large = (_figures_for(share) for share in (size, FACTOR * size))
    _show("processor time", "s", small, large, f"aim {LARGEST_RATIO}x")
    _show("steps of SQLite", "M", small, large, f"aim {LARGEST_RATIO}x")
    _show("longest transaction", "s", small, large, f"aim under {LONGEST_WAIT} s")
    _show("peak memory", "MiB", small, large, "aim: as at the start, and no more")


def _show(title: str, unit: str, small: Figures, large: Figures, aim: str) -> None:
    counts = [figures["sessions"]["all"] for figures in (small, large)]
    print(f"\n  {title:<34}{counts[0]:>12,}{counts[1]:>12,}   sessions")
    for name in small[title]:
        before, after = small[title][name], large[title][name]
        ratio = f"{after / before:>6.2f}x" if before else ""
        print(f"  {name:<34}{before:>9.3f} {unit:<3}{after:>9.3f} {unit:<3} {ratio:>7}   {aim}")


def _figures_for(share: float) -> Figures:
    """Measure in a separate process, with a separate Centre."""
    with tempfile.TemporaryDirectory(prefix="masterpoint-growth-") as folder:
        environment = os.environ | {"MASTERPOINT_HOME": folder, "MASTERPOINT_HOSTS": "localhost"}
        words = [sys.executable, "-m", "tools.bench.growth", str(share)]
        answer = subprocess.run(words, env=environment, stdout=subprocess.PIPE, check=True).stdout
        result: Figures = json.loads(answer)
        return result


def _tasks(share: float) -> Figures:
    from django.core.management import call_command

    from tools import generate  # sets Django up

    call_command("migrate", verbosity=0)
    size = generate.Size().times(share)
    generate.generate(size, jobs=1)

    from django.urls import reverse

    from masterpoint.centre import verifying
    from masterpoint.centre.accounts.models import User
    from masterpoint.centre.maintenance import refresh_statistics
    from masterpoint.centre.registry.models import Federation
    from tools.bench.holding import transactions_timed
    from tools.bench.timing import steps_counted

    refresh_statistics()
    federation, user = Federation.objects.get(), User.objects.get()
    seconds: dict[str, float] = {}
    steps: dict[str, float] = {}
    longest: dict[str, float] = {}
    memory = {name: _memory_of(name) for name in (HELP, VERIFY)}
    tasks: dict[str, Callable[[], object]] = {
        f"{ANSWERS} pages of my filings": _requests_for(user, reverse("filings")),
        f"{ANSWERS} pages of the office": _requests_for(user, reverse("office", args=["ebu"])),
        "verify of everything": lambda: _require_none(verifying.differences([federation])),
        **runs(federation, user),
    }
    for name, work in tasks.items():
        with transactions_timed() as holding, steps_counted() as counter:
            seconds[name] = _processor_seconds(work)
        steps[name] = counter.count / 1e6
        if holding.seconds:
            longest[name] = holding.longest
    sessions = {"all": float(size.sessions)}
    figures = {
        "processor time": seconds,
        "steps of SQLite": steps,
        "longest transaction": longest,
        "peak memory": memory,
    }
    return {"sessions": sessions, **figures}


def runs(federation: Federation, user: User) -> dict[str, Callable[[], object]]:
    """The runs in the background that the office starts."""
    from masterpoint.centre.billing import charging, invoicing, tariffs
    from masterpoint.centre.closing import announcing
    from masterpoint.centre.closing.months import close_month
    from masterpoint.centre.erasing.services import erase

    today = date.today()
    tariffs.enter(federation, "standard_charge", "0.405", date(2014, 4, 1), by=user, invented=True)
    return {
        "close of a month": lambda: close_month("ebu", date(2025, 6, 1), by=user, decision="for the bench"),
        "promotions": lambda: announcing.promote(federation, date(2025, 11, 30), by=user),
        "charges of the year": lambda: charging.charge_due(federation, by=user),
        "invoices": lambda: list(invoicing.issue_all(federation, today, on=today, by=user)),
        "erasure of a person": lambda: erase(to_be_erased(), by=user, on=today),
    }


def to_be_erased() -> Person:
    """One of the people who play all year."""
    from masterpoint.centre.registry.models import Person

    return Person.objects.order_by("pk")[7]


def _memory_of(command: str) -> float:
    """The peak memory of a command in MiB, by its own count: the system's includes the process that started it."""
    words = [sys.executable, "-c", MEMORY_PROGRAM, *command.split()]
    answer = subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    return int(answer.stderr.split()[-1]) / 1024


def _requests_for(user: User, address: str) -> Callable[[], None]:
    """A function that requests a page several times. The first request, which does not count, is already made."""
    from django.test import Client

    client = Client(HTTP_HOST="localhost")
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")

    def ask() -> None:
        answer = client.get(address)
        assert answer.status_code == 200, (address, answer.status_code, answer.headers.get("Location"))

    def ask_again() -> None:
        for _ in range(ANSWERS):
            ask()

    ask()
    return ask_again


def _require_none(differences: Iterable[object]) -> None:
    assert not list(differences)


def _processor_seconds(work: Callable[[], object]) -> float:
    started = process_time()
    work()
    return process_time() - started


if __name__ == "__main__":
    json.dump(_tasks(float(sys.argv[1])), sys.stdout)
