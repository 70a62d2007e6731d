"""Every test on SQLite, and once more on a real PostgreSQL what can differ there.

    python -m tools.every_test            all of them
    python -m tools.every_test --quick    the inner loop: SQLite, no browser, nothing that is marked slow

The tests run in groups, the longest first, and more of them at a time than the machine has processors: a group that
waits for its browser or its server leaves a processor to another, and none is idle before the last groups end. Every
group is a fork of this process, which has loaded the whole program once; a new one reads the types meanwhile. What a
group says is shown when it is done, and the sum of all at the end.
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
"""So many groups more than processors run at a time: enough that none is idle; each further one costs all of them."""
WHAT_RUNS_TESTS = ("hypothesis.strategies", "playwright.sync_api", "pytest", "pytest_django.plugin")
NO_TESTS = 5
"""How pytest ends where nothing of a group is left."""
COUNTED = re.compile(r"(\d+) (passed|failed|skipped|errors?)\b")


class Group(NamedTuple):
    """Some tests, and the database they run on."""

    name: str
    words: Sequence[str]
    on_postgres: bool = False


class RunningGroup(NamedTuple):
    """A group under way: what it says goes to a file."""

    group: Group
    output: Path
    moment: float


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
        *("environment", "forecast", "free_sessions", "grades", "waiting_times", "open_data_of_demos", "production"),
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
WITHOUT_DJANGO = ("-p", "no:django")
"""Where no test knows of Django, its plugin need not prepare a database, addresses and letters for each."""
RULES = Group("rules", ["tests/schemes", *WITHOUT_DJANGO])
TYPES = Group("types", ["tests/test_house_style.py::test_the_code_reads_like_one_hand[types]"])
READING = ("formats", "intake")
FILES_READ = Group("files", [f"tests/{name}" for name in READING])
THE_REST = Group(
    "the rest", ["tests", *but(["browser", "web", "centre", "schemes", *READING]), f"--deselect={TYPES.words[0]}"]
)
CENTRE_ON_POSTGRES, PROGRAMS_ON_POSTGRES, DOORS_ON_POSTGRES = (
    Group(f"{group.name}, on PostgreSQL", group.words, on_postgres=True)
    for group in (
        Group("centre", [*CENTRE.words, *but(WORKED_OUT)]),
        CENTRE_PROGRAMS,
        Group("doors", [f"tests/{name}" for name in DOORS]),
    )
)
ALL = (
    *(RULES, WEB, BROWSER, PROGRAMS_ON_POSTGRES, CENTRE_PROGRAMS, CENTRE_ON_POSTGRES),
    *(PAGES, CENTRE, DOORS_ON_POSTGRES, THE_REST, FILES_READ),
)
"""First the rules, which wait for no database; then the longest first, so that all end together."""
QUICK = tuple(
    Group(group.name, [*group.words, "-m", "not slow"]) for group in (RULES, CENTRE, WEB, THE_REST, FILES_READ)
)


def begin_unloaded(group: Group, folder: str) -> tuple[int, RunningGroup]:
    """A group in a new Python: it needs nothing of the program, and runs while that is loaded."""
    path = Path(folder, f"{group.name}.txt")
    to_file = (os.POSIX_SPAWN_OPEN, 1, str(path), os.O_WRONLY | os.O_CREAT, 0o644)
    words, environment = [sys.executable, "-m", "pytest", *group.words], {**os.environ, "TMPDIR": folder}
    number = os.posix_spawn(sys.executable, words, environment, file_actions=[to_file, (os.POSIX_SPAWN_DUP2, 1, 2)])
    return number, RunningGroup(group, path, time.monotonic())


def begin(group: Group, folder: str, server: str) -> tuple[int, RunningGroup]:
    """A group in a process of its own, with its files in a folder, and the number of the process.

    No module is compiled twice, whatever the shell asks for.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"TMPDIR": folder, "MASTERPOINT_DATABASE": server if group.on_postgres else ""}
    path = Path(folder, f"{group.name}.txt")
    with path.open("wb") as output:
        printing = (output.fileno(), output.fileno())
        number = preloaded.child_of("tests", [*group.words], environment, str(Path.cwd()), printing)
    return number, RunningGroup(group, path, time.monotonic())


def run(
    groups: Sequence[Group], started: Mapping[int, RunningGroup], folder: str, server: str, lanes: int
) -> Iterator[Ended]:
    """All groups in their order, so many at a time, beside those that have begun; each as it ends."""
    waiting, running = list(groups), dict(started)
    while waiting or running:
        while waiting and len(running) < lanes:
            running.update([begin(waiting.pop(0), folder, server)])
        number, ending, usage = os.wait4(-1, 0)
        if number in running:
            yield ended(running.pop(number), os.waitstatus_to_exitcode(ending), usage)


def ended(running: RunningGroup, status: int, usage: resource.struct_rusage) -> Ended:
    output = running.output.read_text(encoding="utf-8")
    seconds, processor = time.monotonic() - running.moment, usage.ru_utime + usage.ru_stime
    return Ended(running.group, 0 if status == NO_TESTS else status, output, seconds, processor)


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


def load() -> None:
    """The whole program and what runs its tests, compiled where it is new."""
    sys.dont_write_bytecode = False
    for name in WHAT_RUNS_TESTS:
        importlib.import_module(name)
    preloaded.load()


def main(words: Sequence[str]) -> int:
    groups, first = (QUICK, ()) if "--quick" in words else (ALL, (TYPES,))
    counts: Counter[str] = Counter()
    failed, began, processors = [], time.monotonic(), os.cpu_count() or 1
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
