"""The proofs: every case of a federation, and every test of its folder that needs only its parameters."""

from __future__ import annotations

import importlib
import inspect
import itertools
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from masterpoint.schemes import FEDERATIONS
from masterpoint.schemes.cases import cases_in

TESTS = Path(__file__).parents[2] / "tests"
Proof = Callable[[], object]
MAX_COMBINATIONS = 60
"""The number of cells of one test that are enough to detect a change of their rule."""


CONFORMANCE = ("test_contradictions", "test_anything_the_schema_accepts", "test_ways_to_points")
"""Tests of all federations that cover much in little time."""
BRITISH = "schemes.test_british_scales"
"""Tests of two books at once."""


def proofs_of(federation: str) -> list[Proof]:
    """The proofs of a federation's rules, the quick ones first."""
    sys.path.insert(0, str(TESTS))
    case_tests = importlib.import_module("schemes.test_worked_examples")
    charge_tests = importlib.import_module("schemes.test_charge_cases")
    package = FEDERATIONS.modules[federation]
    cases = [partial(case_tests.test_case, case) for case in cases_in(package)]
    cases += [partial(charge_tests.test_charge, case) for case in charge_tests.charge_cases(federation)]
    folder = TESTS / "schemes" / federation
    modules = [f"schemes.{federation}.{path.stem}" for path in sorted(folder.glob("test_*.py"))]
    tests = [proof for name in modules for proof in _tests_in(name)]
    books = importlib.import_module(BRITISH).BOOKS
    if federation in books:
        tests += _tests_in(BRITISH, scheme=federation, book=books[federation])
    common_proofs = [proof for name in CONFORMANCE for proof in _tests_in(f"schemes.{name}")]
    return [*cases, *tests, *[proof for proof in common_proofs if proof.keywords["edition"].scheme == federation]]


def _tests_in(name: str, **fixtures: Any) -> Iterator[partial[object]]:
    """The tests of a module, with the values of its fixtures."""
    for test, function in vars(importlib.import_module(name)).items():
        if test.startswith("test_") and inspect.isfunction(function):
            yield from _expanded(function, fixtures)


def _expanded(function: Any, available: Mapping[str, Any]) -> Iterator[partial[object]]:
    """A test with each set of its parameters; a test with other arguments is left out."""
    parameters = inspect.signature(function).parameters
    fixtures = {name: value for name, value in available.items() if name in parameters}
    marks = [mark for mark in getattr(function, "pytestmark", ()) if mark.name == "parametrize"]
    combinations = list(itertools.product(*[_rows(*mark.args) for mark in marks]))
    for rows in combinations[:: len(combinations) // MAX_COMBINATIONS + 1]:
        arguments = fixtures | {name: value for row in rows for name, value in row.items()}
        if set(arguments) == set(parameters):
            yield partial(function, **arguments)


def _rows(names: str | tuple[str, ...], values: Any) -> list[dict[str, Any]]:
    columns = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    plain = [getattr(value, "values", value) if hasattr(value, "marks") else value for value in values]
    return [dict(zip(columns, value if len(columns) > 1 else (value,), strict=True)) for value in plain]
