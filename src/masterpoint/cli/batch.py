"""`masterpoint batch`: awards a file of many events, one JSON event per line, on all cores."""

from __future__ import annotations

import os
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import click
import msgspec

from masterpoint import schemes
from masterpoint.cli.atomic_files import open_atomically
from masterpoint.cli.inputs import STDIN
from masterpoint.core.errors import MasterpointError, NotReadable, Problem
from masterpoint.core.parsing import event_from, number_from
from masterpoint.core.serialisation import exact_text, problem_as_data, result_as_data

CHUNK = 500
_decode = msgspec.json.Decoder(float_hook=number_from).decode


@click.command()
@click.argument("events", type=click.Path(path_type=Path, exists=True, dir_okay=False, allow_dash=True))
@click.option("--out", type=click.Path(path_type=Path), default="-", help="Where the results go, one per line.")
@click.option("--explain", is_flag=True, help="With the steps behind every figure.")
@click.option("--jobs", type=click.IntRange(1, 64), default=os.cpu_count() or 1, show_default="all cores")
def batch(events: Path, out: Path, explain: bool, jobs: int) -> None:
    """Award many events, one JSON event per line; for a line that cannot be awarded, the answer has its problems.

    EVENTS may be - for the standard input; then each line is answered as it comes.
    """
    if events == STDIN:
        _answer_line_by_line(out, explain)
        return
    size = events.stat().st_size
    with (
        open_atomically(out) as answers,
        events.open("rb") as lines,
        ProcessPoolExecutor(jobs) as pool,
        click.progressbar(length=size, label="Awarding", file=sys.stderr) as bar,
    ):
        futures: list[Any] = []
        for chunk in _chunks(lines):
            futures.append((pool.submit(award_lines, chunk, explain), sum(map(len, chunk))))
            if len(futures) > 4 * jobs:
                _write_answers(futures, answers, bar)
        while futures:
            _write_answers(futures, answers, bar)


def _answer_line_by_line(out: Path, explain: bool) -> None:
    """Answer each line at once, since somebody may wait for it."""
    with click.open_file(str(out), "w", encoding="utf-8") as answers:
        for line in sys.stdin.buffer:
            answers.write(award_lines([line], explain))
            answers.flush()


def _chunks(lines: BinaryIO) -> Iterator[list[bytes]]:
    while chunk := list(islice(lines, CHUNK)):
        yield chunk


def _write_answers(futures: list[Any], answers: BinaryIO, bar: Any) -> None:
    future, size = futures.pop(0)
    answers.write(future.result().encode())
    bar.update(size)


def award_lines(lines: list[bytes], explain: bool) -> str:
    """The answers to some lines, in order."""
    answers = [msgspec.json.encode(_answer(line, explain)).decode() for line in lines if line.strip()]
    return "".join([f"{answer}\n" for answer in answers])


def _answer(line: bytes, explain: bool) -> dict[str, Any]:
    try:
        try:
            raw = _decode(line.removeprefix(BOM_UTF8))
        except ValueError as error:
            start = line[:60].decode(errors="replace")
            raise NotReadable(
                Problem("line", start, f"this is not JSON: {error}", "write one event per line")
            ) from None
        result = schemes.award(event_from(raw, schemes.FACTS))
    except MasterpointError as error:
        return {"problems": [problem_as_data(problem) for problem in error.problems]}
    if explain:
        return result_as_data(result)
    points = [award.step.value for award in result.awards]
    return {"points": [str(figure) if type(figure) is int else exact_text(figure) for figure in points]}
