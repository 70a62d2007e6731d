"""Every test on SQLite, and once more on a real PostgreSQL what can differ there.

    python -m tools.every_test            all of them
    python -m tools.every_test --quick    the inner loop: SQLite, no browser, nothing that is marked slow

The tests run in groups, the longest first, and more of them at a time than the machine has processors: a group that
waits for its browser or its server leaves a processor to another, and none is idle before the last groups end. What a
group says is shown when it is done, and the sum of all at the end.
"""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from tools.postgres import FOR_TESTS, in_memory, temporary_postgres

PROGRAMS = (
    *("accounts_at_once", "command_line", "disk", "faults", "faults_machine", "mail"),
    *("erasing_at_once", "loading_at_once", "papers_at_once", "races", "rederiving", "releases", "upgrades"),
)
"""Tests of the Centre that start programs of their own."""
MORE = 2
"""So many groups more than processors run at a time."""
LOADING = "import hypothesis.strategies, playwright.sync_api, pytest, preloaded; preloaded.load()"
"""Compiles every module that several groups would otherwise compile at the same moment."""
NO_TESTS = 5
"""How pytest ends where nothing of a group is left."""
COUNTED = re.compile(r"(\d+) (passed|failed|skipped|errors?)\b")


class Group(NamedTuple):
    """Some tests, and the database they run on."""

    name: str
    words: Sequence[str]
    on_postgres: bool = False

    def command(self) -> list[str]:
        return [sys.executable, "-m", "pytest", *self.words]


class Ended(NamedTuple):
    """How a group ended, and what it said."""

    group: Group
    status: int
    output: str
    seconds: float
    processor: float


def but(paths: Sequence[str]) -> list[str]:
    return [f"--ignore=tests/{path}" for path in paths]


FILES = [f"centre/test_{name}.py" for name in PROGRAMS]
WORKED_OUT = [
    f"centre/test_{name}.py"
    for name in (
        *("a_sixth_federation", "any_account", "before_1982", "charge_facts", "due_days", "each_evening_once"),
        *("environment", "forecast", "free_sessions", "grades", "held_times", "open_data_of_demos", "production"),
        *("statuses", "yearly_trophy"),
    )
]
"""Tests of the Centre about what the books and the services work out: other tests send the same SQL to PostgreSQL."""
LOOKS = "browser/test_every_page.py"
WITHOUT_RECORDS = [
    f"web/test_{name}.py" for name in ("calculator", "charts", "checking_files", "handbooks", "heavy_files")
]
"""What is worked out without the records."""
DOORS = [
    *(f"web/test_{name}.py" for name in ("api_filing", "api_race", "every_door", "office_decisions", "office_files")),
    *(f"web/test_{name}.py" for name in ("credits", "joining", "recorded", "records", "reports", "sheets")),
    *("web/test_pages.py::test_each_role_sees_its_own_pages_and_no_others[staff]", "browser/test_journeys.py"),
]
"""What writes or searches through a page or a call, one walk over every page, and the journeys in a browser."""
OTHER_LANGUAGES = "web/test_letters_in_other_languages.py"
"""Beside the pages in other languages: both need every text of the program, which takes seconds to gather."""
BROWSER = Group("browser", ["tests/browser", *but([LOOKS]), f"tests/{OTHER_LANGUAGES}"])
WEB = Group("web", ["tests/web", *but([*WITHOUT_RECORDS, OTHER_LANGUAGES])])
PAGES = Group("pages", [f"tests/{name}" for name in (LOOKS, *WITHOUT_RECORDS)])
CENTRE = Group("centre", ["tests/centre", *but(FILES)])
CENTRE_PROGRAMS = Group("programs of the centre", [f"tests/{name}" for name in FILES])
RULES = Group("rules", ["tests/schemes"])
TYPES = Group("types", ["tests/test_house_style.py::test_the_code_reads_like_one_hand[types]"])
THE_REST = Group("the rest", ["tests", *but(["browser", "web", "centre", "schemes"]), f"--deselect={TYPES.words[0]}"])
CENTRE_ON_POSTGRES, PROGRAMS_ON_POSTGRES, DOORS_ON_POSTGRES = (
    Group(f"{group.name}, on PostgreSQL", group.words, on_postgres=True)
    for group in (
        Group("centre", [*CENTRE.words, *but(WORKED_OUT)]),
        CENTRE_PROGRAMS,
        Group("doors", [f"tests/{name}" for name in DOORS]),
    )
)
ALL = (
    *(RULES, WEB, BROWSER, PROGRAMS_ON_POSTGRES, CENTRE_ON_POSTGRES, PAGES),
    *(CENTRE_PROGRAMS, CENTRE, DOORS_ON_POSTGRES, THE_REST, TYPES),
)
"""First the rules, which wait for no database; then the longest first, so that all end together."""
QUICK = tuple(Group(group.name, [*group.words, "-m", "not slow"]) for group in (RULES, CENTRE, WEB, THE_REST))


def run(group: Group, folder: str, server: str) -> Ended:
    """One group, start to end, with its files in a folder; no module is compiled twice, whatever the shell asks for."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"TMPDIR": folder, "MASTERPOINT_DATABASE": server if group.on_postgres else ""}
    began = time.monotonic()
    with tempfile.TemporaryFile("w+", dir=folder, encoding="utf-8") as out:
        process = subprocess.Popen(group.command(), env=environment, stdout=out, stderr=subprocess.STDOUT)
        _, ending, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(ending)
        out.seek(0)
        status = 0 if process.returncode == NO_TESTS else process.returncode
        return Ended(group, status, out.read(), time.monotonic() - began, usage.ru_utime + usage.ru_stime)


@contextmanager
def temporary_folder() -> Iterator[str]:
    """In memory where there is room: a database that is written to a disk again and again waits for it."""
    with tempfile.TemporaryDirectory(
        prefix="masterpoint-tests-", dir=in_memory(), ignore_cleanup_errors=True
    ) as folder:
        Path(folder).chmod(0o755)  # a server that may not run as root looks for its files there
        yield folder


@contextmanager
def postgres_for(groups: Sequence[Group]) -> Iterator[str]:
    """The address of one server for all groups that run on PostgreSQL: its tables are made once, and copied."""
    if not any(group.on_postgres for group in groups):
        yield ""
        return
    with temporary_postgres(FOR_TESTS) as address:
        yield address


@contextmanager
def loaded(groups: Sequence[Group]) -> Iterator[None]:
    """What is loaded first is compiled first, beside the start of the server; the inner loop finds it done."""
    if groups is QUICK:
        yield
        return
    environment = os.environ | {"PYTHONPATH": "tests", "PYTHONDONTWRITEBYTECODE": ""}
    loading = subprocess.Popen([sys.executable, "-c", LOADING], env=environment, stderr=subprocess.DEVNULL)
    yield
    loading.wait()


def main(words: Sequence[str]) -> int:
    groups = QUICK if "--quick" in words else ALL
    counts: Counter[str] = Counter()
    failed, began, processors = [], time.monotonic(), os.cpu_count() or 1
    with ExitStack() as stack:
        folder = stack.enter_context(temporary_folder())
        lanes = stack.enter_context(ThreadPoolExecutor(processors + MORE))
        first = lanes.submit(run, groups[0], folder, "")
        with loaded(groups):
            server = stack.enter_context(postgres_for(groups))
        for future in as_completed([first, *(lanes.submit(run, group, folder, server) for group in groups[1:])]):
            ended = future.result()
            times = f"{ended.seconds:.0f} s, {ended.processor:.0f} s of processor"
            print(f"\n== {ended.group.name}: {times}\n{ended.output}", end="", flush=True)
            last = ended.output.strip().rpartition("\n")[2]
            counts.update({word.removesuffix("s"): int(number) for number, word in COUNTED.findall(last)})
            if ended.status:
                failed.append(ended.group.name)
    if failed:
        print(f"\nNot in order: {'; '.join(failed)}")
    usage, elapsed = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - began
    used = usage.ru_utime + usage.ru_stime
    print(f"\n{elapsed:.0f} s, {used:.0f} s of processor; {processors - used / elapsed:.2f} of {processors} were idle")
    print(f"{counts['passed']} passed, {counts['failed'] + counts['error']} failed, {counts['skipped']} skipped")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
