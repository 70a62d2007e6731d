"""Dependencies point inward: import-linter holds the contracts of pyproject.toml, and the pure layers stay pure."""

from __future__ import annotations

import re
from pathlib import Path

import grimp
import pytest
from importlinter.cli import lint_imports

import masterpoint
from masterpoint.schemes import MODULES

SRC = Path(masterpoint.__file__).parent
SETTINGS = SRC.parents[1] / "pyproject.toml"
IMPURE = re.compile(r"\bopen\(|\.now\(|\.today\(")
FLOAT = re.compile(r"\bfloat\(|: float\b|-> float\b")
PURE = sorted(path for layer in ("core", "schemes") for path in (SRC / layer).rglob("*.py"))


def test_every_contract_of_import_linter_is_kept(capsys):
    kept = lint_imports(config_filename=str(SETTINGS), no_cache=True, no_logo=True) == 0
    assert kept, capsys.readouterr().out


def test_no_federation_knows_the_list_it_stands_in():
    graph = grimp.build_graph("masterpoint", cache_dir=None)
    knowing = graph.find_modules_that_directly_import("masterpoint.schemes")
    assert [name for name in knowing if name.split(".")[2:3] and name.split(".")[2] in MODULES] == []


@pytest.mark.parametrize("module", PURE, ids=lambda path: str(path.relative_to(SRC)))
def test_core_and_schemes_are_pure(module):
    text = module.read_text(encoding="utf-8")
    assert not IMPURE.search(text), "no files and no clock in the pure layers"
    assert not FLOAT.search(text), "points and money are exact"
