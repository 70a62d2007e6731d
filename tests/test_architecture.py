"""Dependencies point inward: core knows nobody, schemes and formats know core, the doors know all but each other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import masterpoint

SRC = Path(masterpoint.__file__).parent
IMPORT = re.compile(r"^\s*(?:from|import) masterpoint(?:\.| import )(\w+)(?:\.(\w+))?", re.M)
INNER = {
    "core": "",
    "schemes": "core",
    "formats": "core",
    "intake": "core schemes formats",
    "centre": "core schemes formats intake",
}
DOORS = dict.fromkeys(("api", "web", "cli"), "core schemes formats intake centre")
PURE = re.compile(
    r"^\s*(?:from|import) (?:os|pathlib|sqlite3|socket|subprocess|time|django|random)\b|\bopen\(|\.now\(|\.today\(",
    re.M,
)
NO_DATABASE = ("core", "schemes", "formats", "intake")
MODULES = sorted(path for path in SRC.glob("*/**/*.py"))


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(SRC)))
def test_imports_point_inward(module):
    layer, *folders = module.relative_to(SRC).parts
    imports = IMPORT.findall(module.read_text(encoding="utf-8"))
    assert {to for to, _ in imports if to != "__version__"} <= {layer, *(INNER | DOORS)[layer].split()}
    if layer == "schemes" and len(folders) > 1:
        assert {name for to, name in imports if to == "schemes"} <= {folders[0], "families", "loading"}


@pytest.mark.parametrize(
    "module",
    [m for m in MODULES if m.relative_to(SRC).parts[0] in ("core", "schemes")],
    ids=lambda m: str(m.relative_to(SRC)),
)
def test_core_and_schemes_are_pure(module):
    text = module.read_text(encoding="utf-8")
    assert not PURE.search(text), "no files, clock, database or network in the pure layers"
    assert not re.search(r"\bfloat\(|: float\b|-> float\b", text), "points and money are exact"


@pytest.mark.parametrize(
    "module",
    [m for m in MODULES if m.relative_to(SRC).parts[0] in NO_DATABASE],
    ids=lambda m: str(m.relative_to(SRC)),
)
def test_files_are_read_without_a_database(module):
    assert not re.search(r"^\s*(?:from|import) django\b", module.read_text(encoding="utf-8"), re.M)
