"""The cases of the books: events, what they pay or why they are refused, and the clause that says so.

They are in `editions/<name>/cases/*.toml`, so each is pinned to the edition it was worked out from. A file may open
with `[defaults]`, merged under the event of every case. Nothing here is read when the engine is loaded.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources.abc import Traversable
from typing import Any

from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.federations import Federation
from masterpoint.core.parsing import parse
from masterpoint.schemes import FEDERATIONS
from masterpoint.schemes.loading import editions_of

Case = dict[str, Any]
"""A case as its file has it, with `edition` and `file`, and its event in full."""


def cases_of(scheme: str) -> Iterator[Case]:
    """Every case of a federation's editions."""
    yield from cases_in(FEDERATIONS.modules[scheme])


def cases_in(package: str, kind: str = "cases") -> Iterator[Case]:
    """Every case of the editions in a federation's package, in the order of editions, files and lines.

    `kind`: the folder they are in; `charge_cases` hold what is charged, at the `[tariff]` of their file.
    """
    for edition, folder in sorted(editions_of(package).items()):
        for file in _files(folder.joinpath(kind)):
            yield from _cases(file, edition)


def cases_of_edition(federation: Federation, edition: str) -> list[Case]:
    """The cases in the folder of one edition or proposal, or everything that is wrong with its files."""
    package = FEDERATIONS.modules.get(federation.code)
    folders = {**(editions_of(package) if package else {}), **federation.extra_folders}
    cases: list[Case] = []
    problems: list[Problem] = []
    for file in _files(folders[edition].joinpath("cases")) if edition in folders else ():
        try:
            cases += _cases(file, edition)
        except NotReadable as error:
            problems += error.problems
    if problems:
        raise NotReadable(problems)
    return cases


def _files(folder: Traversable) -> list[Traversable]:
    files = folder.iterdir() if folder.is_dir() else ()
    return sorted((file for file in files if file.name.endswith(".toml")), key=lambda file: file.name)


def _cases(file: Traversable, edition: str) -> Iterator[Case]:
    place = f"{edition}/cases/{file.name}"
    data = parse(file.read_text(encoding="utf-8"), source=place)
    cases, defaults = data.get("case", []), data.get("defaults", {})
    problems = [
        Problem(f"{place}, case {number}", "", f"it has no {key}", f'add {key} = "…"')
        for number, case in enumerate(cases, 1)
        for key in ("clause", "name")
        if not isinstance(case.get(key), str)
    ]
    if problems or not cases:
        raise NotReadable(problems or [Problem(place, "", "this file has no cases", "write each below [[case]]")])
    for case in cases:
        event, tariff = (
            merge_tables(defaults, case.get("event", {})),
            merge_tables(data.get("tariff", {}), case.get("tariff", {})),
        )
        yield case | {"event": event, "file": file.name, "edition": edition} | ({"tariff": tariff} if tariff else {})


def merge_tables(base: dict[str, Any], overrides: dict[str, Any]) -> dict[str, Any]:
    """Two tables as one: where both have a value, the second wins, table by table."""
    result = dict(base)
    for key, value in overrides.items():
        result[key] = (
            merge_tables(result[key], value) if isinstance(value, dict) and isinstance(result.get(key), dict) else value
        )
    return result
