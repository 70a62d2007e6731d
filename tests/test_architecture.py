"""Dependencies point inward: import-linter holds the contracts of pyproject.toml, and the pure layers stay pure."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import grimp
import pytest
from importlinter.application.use_cases import lint_imports
from importlinter.configuration import configure

import masterpoint
from masterpoint.schemes import MODULES

SRC = Path(masterpoint.__file__).parent
SCHEMES = "masterpoint.schemes"
BELOW_FEDERATIONS = {"cases", "families", "loading"}
SETTINGS = SRC.parents[1] / "pyproject.toml"
IMPURE = re.compile(r"\bopen\(|\.now\(|\.today\(")
FLOAT = re.compile(r"\bfloat\(|: float\b|-> float\b")
PURE = sorted(path for layer in ("core", "schemes") for path in (SRC / layer).rglob("*.py"))


@pytest.fixture(scope="module")
def graph() -> Any:
    return grimp.build_graph("masterpoint", cache_dir=None)


def test_every_contract_of_import_linter_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    configure()  # its own command would also switch off everybody else's loggers
    is_kept = lint_imports(config_filename=str(SETTINGS), cache_dir=None, no_logo=True)
    assert is_kept, capsys.readouterr().out


def test_federations_know_families_and_loading_but_not_each_other(graph: Any) -> None:
    """Every folder of `schemes` with a `federation` is a federation: a sixth needs no line here."""
    children = {name.rpartition(".")[2] for name in graph.find_children(SCHEMES)}
    federations = {name for name in children if f"{SCHEMES}.{name}.federation" in graph.modules}
    assert federations >= set(MODULES)
    layers = [
        grimp.Layer(*children - federations - BELOW_FEDERATIONS, independent=False),
        grimp.Layer(*federations, independent=True),
        grimp.Layer(*BELOW_FEDERATIONS, independent=False),
    ]
    assert graph.find_illegal_dependencies_for_layers(layers=layers, containers={SCHEMES}) == set()


def test_no_federation_knows_the_list_it_stands_in(graph: Any) -> None:
    knowing = graph.find_modules_that_directly_import(SCHEMES)
    assert [name for name in knowing if name.split(".")[2:3] and name.split(".")[2] in MODULES] == []


@pytest.mark.parametrize("module", PURE, ids=lambda path: str(path.relative_to(SRC)))
def test_core_and_schemes_are_pure(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    assert not IMPURE.search(text), "no files and no clock in the pure layers"
    assert not FLOAT.search(text), "points and money are exact"


def test_types_are_worked_out_in_one_place() -> None:
    """Two threads that let msgspec work out the same type end the process: `core.typed_data` sees to it."""
    callers = {path.relative_to(SRC).as_posix() for path in SRC.rglob("*.py") if "msgspec.convert(" in path.read_text()}
    assert callers == {"core/typed_data.py"}
