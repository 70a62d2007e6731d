"""The lines of the rules that each proof runs, so that a change is tried only on the proofs it can affect."""

from __future__ import annotations

import ast
import contextlib
import io
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

import msgspec

from tools.mutants.proofs import Proof

Line = tuple[str, int]
"""A file, and the number of a line that a proof ran."""
LONGEST = 2.0
"""The seconds that a proof may take while its lines are recorded: it runs again for each change of them."""


class Timed(msgspec.Struct, frozen=True):
    """A proof, and the seconds it takes."""

    proof: Proof
    seconds: float


def is_passing(proof: Proof) -> bool:
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            proof()
    except BaseException:
        return False
    return True


def proofs_by_line(
    proofs: Sequence[Proof], files: set[str], forget: Callable[[], None]
) -> Mapping[Line, Sequence[Timed]]:
    """The proofs of each line, the quickest first, without those that fail now or take too long."""
    proofs_of_line: dict[Line, list[Timed]] = {}
    signal.signal(signal.SIGVTALRM, _too_long)
    for proof in proofs:
        forget()
        start = time.process_time()
        signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
        lines = lines_of(proof, files)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        timed = Timed(proof, time.process_time() - start)
        for line in lines:
            proofs_of_line.setdefault(line, []).append(timed)
    return {line: sorted(timed, key=lambda item: item.seconds) for line, timed in proofs_of_line.items()}


def lines_of(proof: Proof, files: set[str]) -> set[Line]:
    """The lines of these files that a proof runs; none if it fails."""
    lines: set[Line] = set()

    def note_line(frame: Any, _event: str, _: object) -> Any:
        lines.add((frame.f_code.co_filename, frame.f_lineno))
        return note_line

    def note_call(frame: Any, _event: str, _: object) -> Any:
        return note_line if frame.f_code.co_filename in files else None

    sys.settrace(note_call)
    passing = is_passing(proof)
    sys.settrace(None)
    return lines if passing else set()


def _too_long(_signal: int, _frame: object) -> None:
    raise TimeoutError


def numbered_lines(path: Path) -> list[int]:
    """The lines of a module that a trace can show; a list compiled into one value counts as its first line."""
    return sorted(set(_lines_in(compile(path.read_text(encoding="utf-8"), str(path), "exec"))))


def _lines_in(code: CodeType) -> Iterator[int]:
    yield from (line for _, _, line in code.co_lines() if line)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _lines_in(constant)


@cache
def function_lines(path: Path, name: str) -> range:
    """The lines of a function of a module, including those of functions within it."""
    statements = ast.parse(path.read_text(encoding="utf-8")).body
    function = next(node for node in statements if isinstance(node, ast.FunctionDef) and node.name == name)
    return range(function.body[0].lineno, (function.end_lineno or 0) + 1)
