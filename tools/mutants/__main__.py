"""`python -m tools.mutants ebu --sample 60`: change the rules, one place at a time, and find what no case detects.

Each change is made in a child process, in the code of one function. The proofs that run the changed line are tried
until one fails. The results are in `build/mutants`, so that a run can be stopped and resumed.
"""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import random
import signal
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import msgspec

from masterpoint import schemes
from tools.mutants.changes import Change, changed_codes, changes_of
from tools.mutants.lines import Line, Timed, function_lines, is_passing, lines_of, numbered_lines, proofs_by_line
from tools.mutants.proofs import Proof, proofs_of

RESULTS = Path("build/mutants")
SECONDS = 10
"""Seconds of work after which a loop counts as endless, which means that the change is seen."""
QUICK = 0.2
"""Proofs up to this many seconds are always tried, such as all cases; recording lines is ten times slower."""
SLOW_SECONDS = 4.0
"""The seconds of other proofs that a change is tried on."""


class Trial(msgspec.Struct, frozen=True):
    """A change, and whether it was seen."""

    change: Change
    seen: bool


def modules_of(federation: str) -> list[ModuleType]:
    """The modules of a federation's rules."""
    package = importlib.import_module(f"{schemes.FEDERATIONS.modules[federation]}.rules")
    names = [info.name for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    return [package, *[importlib.import_module(name) for name in names]]


def functions_of(module: ModuleType) -> Iterator[FunctionType]:
    """The functions defined in a module, without their wrappers."""
    for value in list(vars(module).values()):
        function: Any = value
        while hasattr(function, "__wrapped__"):
            function = function.__wrapped__
        if isinstance(function, FunctionType) and function.__code__.co_filename == module.__file__:
            yield function


@cache
def caches_of(federation: str) -> list[Any]:
    """The caches of the rules, but not the books they read."""
    rules = (f"{schemes.FEDERATIONS.modules[federation]}.rules", "masterpoint.schemes.families")
    modules = [module for name, module in list(sys.modules.items()) if name.startswith(rules)]
    return [value for module in modules for value in vars(module).values() if hasattr(value, "cache_clear")]


def forget(federation: str) -> None:
    """Clear all cached results, so that a proof runs all the code it depends on."""
    for cached in (
        *caches_of(federation),
        *[edition.precedents for edition in schemes.FEDERATIONS[federation].editions],
    ):
        cached.cache_clear()


def rebuild_editions(federation: str) -> None:
    """Build the table of contents anew, with the ladder of ranks and the worksheets, and replace it everywhere."""
    forget(federation)
    original = schemes.FEDERATIONS[federation]
    contents = importlib.import_module(f"{schemes.FEDERATIONS.modules[federation]}.contents").contents
    editions = tuple(contents(edition.book) for edition in original.editions)
    changed = msgspec.structs.replace(original, load_editions=lambda _options: editions)
    schemes.FEDERATIONS.loaded[federation] = changed
    replaced = {id(old): new for old, new in zip((original, *original.editions), (changed, *editions), strict=True)}
    for module in list(sys.modules.values()):
        for name, value in list(vars(module).items()):
            if id(value) in replaced:
                setattr(module, name, replaced[id(value)])


def is_seen(change: Change, module: ModuleType, proofs: Sequence[Proof], first: Callable[[], None]) -> bool:
    """Whether some proof fails with the change, in a child process that is then discarded.

    `first` is called before: it clears or rebuilds what was made before any proof ran.
    """
    child = os.fork()
    if not child:
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
        codes = {code.co_name: code for code in changed_codes(Path(str(module.__file__)), change)}
        for function in functions_of(module):
            if function.__name__ == change.function:
                function.__code__ = codes[change.function]
        os._exit(0 if is_passing(first) and all(map(is_passing, proofs)) else 1)
    _, status = os.waitpid(child, 0)
    return status != 0


class Rules:
    """The rules of one federation, and the proofs of each of their lines."""

    def __init__(self, federation: str) -> None:
        self.federation = federation
        self.modules = {module.__name__: module for module in modules_of(federation)}
        self.files = {str(module.__file__) for module in self.modules.values()}
        self.rebuild = partial(rebuild_editions, federation)
        self.forget = partial(forget, federation)

    def changes(self) -> list[Change]:
        return [
            change for name, module in self.modules.items() for change in changes_of(Path(str(module.__file__)), name)
        ]

    def run_proofs(self) -> None:
        """Record which proof runs which line."""
        proofs = proofs_of(self.federation)
        self.by_line: Mapping[Line, Sequence[Timed]] = proofs_by_line(proofs, self.files, self.forget)
        self.lines_at_build = lines_of(self.rebuild, self.files)
        self.lines = {file: numbered_lines(Path(file)) for file in self.files}

    def _makes_functions(self, change: Change, file: str) -> bool:
        """Whether a change is in a function that another one created when the table of contents was built."""
        lines = function_lines(Path(file), change.function)
        return any((file, number) in self.lines_at_build for number in lines)

    def try_change(self, change: Change) -> bool:
        """Whether some proof fails with the change."""
        module = self.modules[change.module]
        file = str(module.__file__)
        line = (file, self.lines[file][bisect_right(self.lines[file], change.line) - 1])
        proofs = self.by_line.get(line, ())
        if line in self.lines_at_build or self._makes_functions(change, file):
            whole = {id(timed): timed for number in self.lines[file] for timed in self.by_line.get((file, number), ())}
            return is_seen(change, module, _affordable([*proofs, *whole.values()]), self.rebuild)
        return bool(proofs) and is_seen(change, module, _affordable(proofs), self.forget)


def _affordable(proofs: Sequence[Timed]) -> list[Proof]:
    """The quick proofs, and as many others as fit into the time limit of a change."""
    affordable, seconds = [], 0.0
    for timed in proofs:
        seconds += timed.seconds if timed.seconds > QUICK else 0
        if seconds > SLOW_SECONDS:
            break
        affordable.append(timed.proof)
    return affordable


def earlier_trials(path: Path) -> dict[Change, Trial]:
    lines = path.read_bytes().splitlines() if path.exists() else []
    return {trial.change: trial for trial in (msgspec.json.decode(line, type=Trial) for line in lines)}


def run(federation: str, sample: int, again: bool, seed: str = "") -> tuple[int, int]:
    """The number of changes tried, and of those that a proof saw."""
    rules = Rules(federation)
    all_changes = rules.changes()
    changes = random.Random(f"{federation}{seed}").sample(
        all_changes, min(sample or len(all_changes), len(all_changes))
    )
    RESULTS.mkdir(parents=True, exist_ok=True)
    path = RESULTS / f"{federation}.jsonl"
    before = earlier_trials(path)
    if again:
        before = {change: trial for change, trial in before.items() if trial.seen}
    rules.run_proofs()
    results = []
    for change in changes:
        trial = before.get(change)
        if trial is None:
            trial = Trial(change, rules.try_change(change))
            with path.open("ab") as file:
                file.write(msgspec.json.encode(trial) + b"\n")
        results.append(trial)
        if not trial.seen:
            print(f"  not seen: {trial.change}", flush=True)
    seen = sum(trial.seen for trial in results)
    print(f"{federation}: {seen} of {len(results)} changes seen ({len(all_changes)} offered)", flush=True)
    return len(results), seen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("federations", nargs="*", default=sorted(schemes.FEDERATIONS))
    parser.add_argument(
        "--sample", type=int, default=0, help="so many changes of each federation; all of them if left out"
    )
    parser.add_argument("--again", action="store_true", help="try again what no proof saw before")
    parser.add_argument("--seed", default="", help="any word: another sample")
    arguments = parser.parse_args()
    results = [
        run(federation, arguments.sample, arguments.again, arguments.seed) for federation in arguments.federations
    ]
    count, seen = (sum(column) for column in zip(*results, strict=True))
    print(f"score: {100 * seen / count:.1f} % ({seen} of {count})")


if __name__ == "__main__":
    main()
