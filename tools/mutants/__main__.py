"""`python -m tools.mutants ebu --sample 60`: change the rules, one place at a time, and see which change no case sees.

Each change is made in a child process, in the code of the function alone, and every proof that ran through that
function is tried until one fails. What was tried stands in `build/mutants`, so that a run can be stopped and resumed.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import os
import pkgutil
import random
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import msgspec

from masterpoint import schemes
from tools.mutants.changes import Change, changed_codes, changes_of
from tools.mutants.proofs import Proof, proofs_of

KEPT = Path("build/mutants")
SECONDS = 120
FORGETTING = 25
"""Proofs after which all is worked out anew, so that several of them run through what is kept."""
LONGEST = 0.5
"""Seconds that a proof may take: all are run again for each change of what they run through."""
Place = tuple[str, str]
"""A file and the name of one of its functions."""


class Tried(msgspec.Struct, frozen=True):
    """What became of a change."""

    change: Change
    seen: bool


def modules_of(federation: str) -> list[ModuleType]:
    """The rules of a federation."""
    package = importlib.import_module(f"{schemes.FEDERATIONS.modules[federation]}.rules")
    names = [info.name for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    return [package, *[importlib.import_module(name) for name in names]]


def functions_of(module: ModuleType) -> Iterator[FunctionType]:
    """The functions written in a module, without what was wrapped around them."""
    for value in list(vars(module).values()):
        function: Any = value
        while hasattr(function, "__wrapped__"):
            function = function.__wrapped__
        if isinstance(function, FunctionType) and function.__code__.co_filename == module.__file__:
            yield function


def proofs_by_function(proofs: Sequence[Proof], files: set[str]) -> dict[Place, list[Proof]]:
    """Which proofs run through which function; those that do not hold now, or take too long, are left out."""
    known: dict[Place, list[Proof]] = {}
    signal.signal(signal.SIGVTALRM, _too_long)
    for number, proof in enumerate(proofs):
        if not number % FORGETTING:
            forget()
        signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
        places = run_through(proof, files)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        for place in places:
            known.setdefault(place, []).append(proof)
    return known


def run_through(proof: Proof, files: set[str]) -> set[Place]:
    """The functions of these files that a proof runs through; none if it does not hold."""
    ran: set[CodeType] = set()

    def note(frame: Any, event: str, _: object) -> None:
        if event == "call":
            ran.add(frame.f_code)

    sys.setprofile(note)
    held = holds(proof)
    sys.setprofile(None)
    codes = [code for code in ran if code.co_filename in files] if held else []
    return {(code.co_filename, code.co_qualname.partition(".")[0]) for code in codes}


def _too_long(_signal: int, _frame: object) -> None:
    raise TimeoutError


CACHES: list[Any] = []


def forget() -> None:
    """What was worked out before is worked out again, so that a proof runs through all it rests on."""
    for cached in CACHES:
        cached.cache_clear()


def find_caches(federation: str) -> None:
    """What the rules keep; the books they read stay as they are."""
    rules = (f"{schemes.FEDERATIONS.modules[federation]}.rules", "masterpoint.schemes.families")
    for name, module in list(sys.modules.items()):
        if name.startswith(rules):
            CACHES.extend(value for value in vars(module).values() if hasattr(value, "cache_clear"))


def holds(proof: Proof) -> bool:
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            proof()
    except BaseException:
        return False
    return True


def build_anew(federation: str) -> None:
    """The table of contents is made once more, wherever it stands: the ladder of ranks, the worksheets."""
    forget()
    known = schemes.FEDERATIONS[federation]
    contents = importlib.import_module(f"{schemes.FEDERATIONS.modules[federation]}.contents").contents
    editions = tuple(contents(edition.book) for edition in known.editions)
    changed = msgspec.structs.replace(known, load_editions=lambda _more: editions)
    schemes.FEDERATIONS.loaded[federation] = changed
    replaced = {id(old): new for old, new in zip((known, *known.editions), (changed, *editions), strict=True)}
    for module in list(sys.modules.values()):
        for name, value in list(vars(module).items()):
            if id(value) in replaced:
                setattr(module, name, replaced[id(value)])


def is_seen(change: Change, module: ModuleType, proofs: Sequence[Proof], anew: Callable[[], None] | None) -> bool:
    """Whether some proof fails once the change is made, in a child process that is thrown away.

    `anew` builds what is made before any proof runs.
    """
    child = os.fork()
    if not child:
        signal.alarm(SECONDS)  # a change may make a loop endless: that is seen
        codes = {code.co_name: code for code in changed_codes(Path(str(module.__file__)), change)}
        for function in functions_of(module):
            if function.__name__ == change.function:
                function.__code__ = codes[change.function]
        forget()
        os._exit(0 if (anew is None or holds(anew)) and all(map(holds, proofs)) else 1)
    _, status = os.waitpid(child, 0)
    return status != 0


def tried_before(path: Path) -> dict[Change, Tried]:
    lines = path.read_bytes().splitlines() if path.exists() else []
    return {tried.change: tried for tried in (msgspec.json.decode(line, type=Tried) for line in lines)}


def run(federation: str, sample: int, again: bool, seed: str = "") -> tuple[int, int]:
    """How many changes were tried, and how many of them a proof saw."""
    modules = {module.__name__: module for module in modules_of(federation)}
    offered = [change for name, module in modules.items() for change in changes_of(Path(str(module.__file__)), name)]
    chosen = random.Random(f"{federation}{seed}").sample(offered, min(sample or len(offered), len(offered)))
    KEPT.mkdir(parents=True, exist_ok=True)
    path = KEPT / f"{federation}.jsonl"
    before = tried_before(path)
    if again:
        before = {change: tried for change, tried in before.items() if tried.seen}
    find_caches(federation)
    proofs, files = proofs_of(federation), {str(module.__file__) for module in modules.values()}
    anew = partial(build_anew, federation)
    built, by_function = run_through(anew, files), proofs_by_function(proofs, files)
    results = []
    for change in chosen:
        tried = before.get(change)
        if tried is None:
            module = modules[change.module]
            place = (str(module.__file__), change.function)
            if place in built:
                seen = is_seen(change, module, proofs, anew)
            else:
                seen = is_seen(change, module, by_function.get(place, ()), None)
            tried = Tried(change, seen)
            with path.open("ab") as kept:
                kept.write(msgspec.json.encode(tried) + b"\n")
        results.append(tried)
        if not tried.seen:
            print(f"  not seen: {tried.change}", flush=True)
    seen = sum(tried.seen for tried in results)
    print(f"{federation}: {seen} of {len(results)} changes seen ({len(offered)} offered)", flush=True)
    return len(results), seen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("federations", nargs="*", default=sorted(schemes.FEDERATIONS))
    parser.add_argument(
        "--sample", type=int, default=0, help="so many changes of each federation; all of them if left out"
    )
    parser.add_argument("--again", action="store_true", help="try again what no proof saw before")
    parser.add_argument("--seed", default="", help="any word: another sample")
    asked = parser.parse_args()
    results = [run(federation, asked.sample, asked.again, asked.seed) for federation in asked.federations]
    tried, seen = (sum(column) for column in zip(*results, strict=True))
    print(f"score: {100 * seen / tried:.1f} % ({seen} of {tried})")


if __name__ == "__main__":
    main()
