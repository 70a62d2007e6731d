"""Every test on SQLite, and those that could differ there once more on a real PostgreSQL.

    python -m tools.every_test            all tests
    python -m tools.every_test --quick    the inner loop: SQLite, no browser, nothing that is marked slow

The tests run in groups, the longest first, and more groups at a time than the machine has processors: a group that
waits for its browser or its server leaves a processor to another, so none is idle before the last groups end. Each
group is a fork of this process, which loads the whole program once; a new process checks the types meanwhile. A group's
output is shown when it ends, and the totals at the end.
"""

from __future__ import annotations

import importlib
import os
import re
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from tools import preloaded
from tools.postgres import FOR_TESTS, in_memory, temporary_postgres

PROGRAMS = (
    *("accounts_at_once", "command_line", "disk", "faults", "faults_machine", "mail"),
    *("erasing_at_once", "loading_at_once", "papers_at_once", "races", "rederiving", "releases"),
    *("runs_at_once", "upgrades"),
)
"""Tests of the Centre that start programs of their own."""
MORE = 1
"""The number of groups beyond that of processors: enough to keep all busy; each further one slows down the others."""
TEST_RUNNERS = ("hypothesis.strategies", "playwright.sync_api", "pytest", "pytest_django.plugin")
NO_TESTS = 5
"""The status of pytest if a group has no tests."""
COUNT = re.compile(r"(\d+) (passed|failed|skipped|errors?)\b")


class Group(NamedTuple):
    """Some tests and their database."""

    name: str
    arguments: Sequence[str]
    on_postgres: bool = False


class RunningGroup(NamedTuple):
    """A running group, with the file of its output."""

    group: Group
    output: Path
    start: float


class EndedGroup(NamedTuple):
    """The status and the output of a group that has ended."""

    group: Group
    status: int
    output: str
    seconds: float
    processor: float


def ignoring(paths: Sequence[str]) -> list[str]:
    return [f"--ignore=tests/{path}" for path in paths]


FILES = [f"centre/test_{name}.py" for name in PROGRAMS]
SQLITE_ONLY = [
    f"centre/test_{name}.py"
    for name in (
        *("a_sixth_federation", "any_account", "before_1982", "charge_facts", "due_days", "each_evening_once"),
        *("environment", "forecast", "free_sessions", "grades", "waiting_times", "open_data_of_demos", "production"),
        *("statuses", "yearly_trophy"),
    )
]
"""Tests of the Centre about results of the books and the services: other tests send the same SQL to PostgreSQL."""
EVERY_PAGE = "browser/test_every_page.py"
WITHOUT_RECORDS = [
    f"web/test_{name}.py" for name in ("calculator", "charts", "checking_files", "handbooks", "heavy_files")
]
"""What needs no records."""
DOORS = [
    *(f"web/test_{name}.py" for name in ("api_filing", "api_race", "every_door", "office_decisions", "office_files")),
    *(f"web/test_{name}.py" for name in ("credits", "joining", "recorded", "records", "reports", "sheets")),
    *("web/test_pages.py::test_each_role_sees_its_own_pages_and_no_others[staff]", "browser/test_journeys.py"),
]
"""Tests that write or search through a page or a call, one visit to every page, and the journeys in a browser."""
OTHER_LANGUAGES = "web/test_letters_in_other_languages.py"
"""Together with the pages in other languages: both need all texts of the program, which takes seconds to collect."""
BROWSER = Group("browser", ["tests/browser", *ignoring([EVERY_PAGE]), f"tests/{OTHER_LANGUAGES}"])
WEB = Group("web", ["tests/web", *ignoring([*WITHOUT_RECORDS, OTHER_LANGUAGES])])
PAGES = Group("pages", [f"tests/{name}" for name in (EVERY_PAGE, *WITHOUT_RECORDS)])
CENTRE = Group("centre", ["tests/centre", *ignoring(FILES)])
CENTRE_PROGRAMS = Group("programs of the centre", [f"tests/{name}" for name in FILES])
WITHOUT_DJANGO = ("-p", "no:django")
"""These tests do not use Django, so its plugin need not prepare a database, addresses and letters for each."""
RULES = Group("rules", ["tests/schemes", *WITHOUT_DJANGO])
TYPES = Group("types", ["tests/test_house_style.py::test_the_code_reads_like_one_hand[types]"])
FILE_FOLDERS = ("formats", "intake")
FILE_TESTS = Group("files", [f"tests/{name}" for name in FILE_FOLDERS])
OTHER_TESTS = Group(
    "the rest",
    ["tests", *ignoring(["browser", "web", "centre", "schemes", *FILE_FOLDERS]), f"--deselect={TYPES.arguments[0]}"],
)
CENTRE_ON_POSTGRES, PROGRAMS_ON_POSTGRES, DOORS_ON_POSTGRES = (
    Group(f"{group.name}, on PostgreSQL", group.arguments, on_postgres=True)
    for group in (
        Group("centre", [*CENTRE.arguments, *ignoring(SQLITE_ONLY)]),
        CENTRE_PROGRAMS,
        Group("doors", [f"tests/{name}" for name in DOORS]),
    )
)
ALL = (
    *(RULES, WEB, BROWSER, PROGRAMS_ON_POSTGRES, CENTRE_PROGRAMS, CENTRE_ON_POSTGRES),
    *(PAGES, CENTRE, DOORS_ON_POSTGRES, OTHER_TESTS, FILE_TESTS),
)
"""The rules come first, as they wait for no database; then the longest first, so that all end together."""
QUICK = tuple(
    Group(group.name, [*group.arguments, "-m", "not slow"]) for group in (RULES, CENTRE, WEB, OTHER_TESTS, FILE_TESTS)
)


def begin_unloaded(group: Group, folder: str) -> tuple[int, RunningGroup]:
    """Start a group in a new Python. It needs nothing of the program, and runs while that is being loaded."""
    path = Path(folder, f"{group.name}.txt")
    to_file = (os.POSIX_SPAWN_OPEN, 1, str(path), os.O_WRONLY | os.O_CREAT, 0o644)
    arguments, environment = [sys.executable, "-m", "pytest", *group.arguments], {**os.environ, "TMPDIR": folder}
    number = os.posix_spawn(sys.executable, arguments, environment, file_actions=[to_file, (os.POSIX_SPAWN_DUP2, 1, 2)])
    return number, RunningGroup(group, path, time.monotonic())


def begin(group: Group, folder: str, server: str) -> tuple[int, RunningGroup]:
    """Start a group in its own process, with its files in a folder, and return the number of the process.

    No module is compiled twice, whatever the environment says.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"TMPDIR": folder, "MASTERPOINT_DATABASE": server if group.on_postgres else ""}
    path = Path(folder, f"{group.name}.txt")
    with path.open("wb") as output:
        printing = (output.fileno(), output.fileno())
        number = preloaded.child_of("tests", [*group.arguments], environment, str(Path.cwd()), printing)
    return number, RunningGroup(group, path, time.monotonic())


def run(
    groups: Sequence[Group], started: Mapping[int, RunningGroup], folder: str, server: str, lanes: int
) -> Iterator[EndedGroup]:
    """Run all groups in order, a number of them at a time, beside those already started; yield each as it ends."""
    queue, running = list(groups), dict(started)
    while queue or running:
        while queue and len(running) < lanes:
            running.update([begin(queue.pop(0), folder, server)])
        number, ending, usage = os.wait4(-1, 0)
        if number in running:
            yield ended(running.pop(number), os.waitstatus_to_exitcode(ending), usage)


def ended(running: RunningGroup, status: int, usage: resource.struct_rusage) -> EndedGroup:
    output = running.output.read_text(encoding="utf-8")
    seconds, processor = time.monotonic() - running.start, usage.ru_utime + usage.ru_stime
    return EndedGroup(running.group, 0 if status == NO_TESTS else status, output, seconds, processor)


@contextmanager
def temporary_folder() -> Iterator[str]:
    """A temporary folder, in memory if there is room: a database that keeps writing to a disk waits for it."""
    with tempfile.TemporaryDirectory(
        prefix="masterpoint-tests-", dir=in_memory(), ignore_cleanup_errors=True
    ) as folder:
        Path(folder).chmod(0o755)  # a server that may not run as root looks for its files there
        yield folder


@contextmanager
def postgres_for(groups: Sequence[Group]) -> Iterator[str]:
    """The address of a server for all groups on PostgreSQL. Its tables are created once, and copied."""
    if not any(group.on_postgres for group in groups):
        yield ""
        return
    with temporary_postgres(FOR_TESTS) as address:
        yield address


def load() -> None:
    """Load the whole program and the test runner, and compile what is new."""
    sys.dont_write_bytecode = False
    for name in TEST_RUNNERS:
        importlib.import_module(name)
    preloaded.load()


def main(arguments: Sequence[str]) -> int:
    groups, first = (QUICK, ()) if "--quick" in arguments else (ALL, (TYPES,))
    counts: Counter[str] = Counter()
    failed, start, processors = [], time.monotonic(), os.cpu_count() or 1
    with ExitStack() as stack:
        folder = stack.enter_context(temporary_folder())
        started = dict(begin_unloaded(group, folder) for group in first)
        with ThreadPoolExecutor(1) as executor:
            server = executor.submit(stack.enter_context, postgres_for(groups))
            load()
        for ended in run(groups, started, folder, server.result(), processors + MORE):
            times = f"{ended.seconds:.0f} s, {ended.processor:.0f} s of processor"
            print(f"\n== {ended.group.name}: {times}\n{ended.output}", end="", flush=True)
            last = ended.output.strip().rpartition("\n")[2]
            counts.update({word.removesuffix("s"): int(number) for number, word in COUNT.findall(last)})
            if ended.status:
                failed.append(ended.group.name)
    if failed:
        print(f"\nNot in order: {'; '.join(failed)}")
    usage, elapsed = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - start
    used = usage.ru_utime + usage.ru_stime
    print(f"\n{elapsed:.0f} s, {used:.0f} s of processor; {processors - used / elapsed:.2f} of {processors} were idle")
    print(f"{counts['passed']} passed, {counts['failed'] + counts['error']} failed, {counts['skipped']} skipped")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
