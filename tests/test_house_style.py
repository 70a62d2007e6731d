"""The house style, as far as a machine can check it: layout, lint, types and names, over the whole repository."""

from __future__ import annotations

import ast
import io
import os
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conftest import SLOW_FILES

ROOT = Path(__file__).parents[1]
TEMPLATES = sorted((ROOT / "src" / "masterpoint" / "web" / "templates").rglob("*.*"))
WIDEST_LINE = 160
SOURCES = sorted(
    path for part in ("src", "tests", "tools") for path in (ROOT / part).rglob("*.py") if "migrations" not in path.parts
)
NO_NEW_CACHE = () if (ROOT / ".mypy_cache").exists() else ("--cache-dir", os.devnull)
"""If a run of mypy left its cache here, it is used; writing a new one would take a sixth of the time."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


RETIRED = _words(
    "belonging cure found imagined noting offer one parting said says telling told worth Found Standing Told"
)
"""Words that name nothing: a variable is named for what it holds, a function for what it returns or does."""
PRIVATE = _words(
    """
    above ahead alike alone also altogether anybody apart around asked asking asks bare beaten because begun below
    beside both brought by chosen claimed dear declared directed done down earned either enlarged enough everybody
    everyone everything exactly few fewer fewest filled finds following former fresh given gone half held here
    hinted holds in_full inside instead joined kept known least like listed lonely made mattering meant mended met
    mine more most moved named near needed nobody none noted numbered of ordered ours out over own padded paid
    placed planned played playing put ranked reached repeated rested same seated several shared silent somebody
    spare stated stayed taxed theirs there things together touched tried turned twice under unlike up usual wanted
    was ways weighed what where whose widest within worse
    """
)
"""Words that tell how something came about, how much of it there is or where, but not what it is."""
ENGINE = ("core", "schemes", "formats", "intake", "conformance", "library")
USUAL = {
    **dict.fromkeys((f"src/masterpoint/{part}" for part in ENGINE), ""),
    "src/masterpoint/api": "by whose within",
    "src/masterpoint/centre": "by",
    "src/masterpoint/cli": "by out",
    "src/masterpoint/web": "by",
    "tests": "by",
    "tools": "by",
}
"""Packages in which no name is a private word, and the exceptions that are usual there.

Actions have a keyword `by` for their user, commands an option `--out`, and these two parameters of the API are public.
"""
FIELDS_ARE_NOUNS = {f"src/masterpoint/{part}" for part in ("centre", "cli", "web")}
"""The packages in which fields of classes are nouns too. Elsewhere, files, forms and saved results use their names."""
PLAIN = (*ENGINE, "cli", "centre", "web", "api")
"""The packages whose docstrings and comments have none of these phrases."""
PARTICIPLE = re.compile(
    r"^ *(?:async )?def (_*(?:[a-z]+ed|bare|begun|cut|dealt|done|drawn|found|given|gone|grown|held|hidden|kept|known"
    r"|led|lost|made|meant|met|paid|same|seen|sent|shown|stood|taken|thought|told|won|written))\(",
    re.MULTILINE,
)
"""A function that is named by a participle: name what it returns (`figure_text`) or does (`merge`)."""
PARTICIPLES = {"lost", "need", "translated", "unmatched"}
"""Commands, an operation of the API, a filter of templates, and a noun."""
ELLIPTIC = re.compile(
    r"\b(?:whoever|(?:is|are|was|were) said|speaks? against|where (?:none|nobody|nothing)|so far as|what it is that"
    r"|is told so|as is told|passed over|taken for|but for|stands? (?:together|beside))\b",
    re.IGNORECASE,
)
"""Phrases of a private dialect: write short sentences in the active voice and in the usual word order."""
NAMING = re.compile(rf"\b_*(?:{'|'.join(RETIRED)})_*\s*(?:[=:,)\]\[(#]|in\b|[-+*/|&^%@<>]+=)")
"""A retired word where a name may be bound. In some files, the match turns out to be inside a comment."""


@pytest.mark.parametrize(
    "words",
    [
        ["ruff", "format", "--check", "src", "tests", "tools"],
        ["ruff", "check", "src", "tests", "tools"],
        pytest.param(["mypy", *NO_NEW_CACHE], marks=pytest.mark.slow),
    ],
    ids=["layout", "lint", "types"],
)
def test_the_code_reads_like_one_hand(words: list[str]) -> None:
    result = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_templates_read_like_a_page(template: Any) -> None:
    """One element or block per line, indented; no line is too long to read."""
    lines = template.read_text(encoding="utf-8").splitlines()
    wide = [number for number, line in enumerate(lines, 1) if len(line) > WIDEST_LINE]
    assert wide == [], f"{template.name}: lines {wide} are wider than {WIDEST_LINE} characters"


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_names_that_a_template_gives_are_nouns(template: Any) -> None:
    """Those of its loops, and of values that it hands to an included template."""
    names = names_in_template(template.read_text(encoding="utf-8"))
    assert [name for name in names if name in PRIVATE | RETIRED] == []


def test_the_names_that_a_template_gives_are_seen() -> None:
    text = '{% for what, more in rows %}{% include "page.html" with none="" of=row %}{% crumbs as above %}'
    assert names_in_template(text) == ["what", "more", "none", "of", "above"]


def names_in_template(text: str) -> list[str]:
    tags = [re.sub(r'"[^"]*"', '""', tag) for tag in re.findall(r"{%.*?%}", text)]
    return [
        name
        for tag in tags
        for names in re.findall(r"^{% for ([\w, ]+) in | (\w+)=| as (\w+) %}", tag)
        for name in re.split(r", *", "".join(names))
    ]


@pytest.mark.parametrize("path", sorted((ROOT / "tests" / "browser").glob("*.py")), ids=lambda path: path.name)
def test_a_browser_waits_for_the_page_it_goes_to(path: Path) -> None:
    """Tests use `follow()` for links and buttons, since a click does not wait."""
    calls = clicks_nobody_waits_for(ast.parse(path.read_text(encoding="utf-8")))
    assert calls == [], "use browser.walking.follow()"


def test_a_click_nobody_waits_for_is_seen() -> None:
    text = 'page.get_by_role("button", name="Go").click()\npage.get_by_text("More").click()\n'
    text += 'with page.expect_download() as saved:\n    page.get_by_role("link", name="CSV").click()\n'
    assert clicks_nobody_waits_for(ast.parse(text)) == [1]


def clicks_nobody_waits_for(tree: Any) -> Any:
    """The lines of clicks on anything but text of the page, without a wait for what they cause."""
    awaited = {
        node
        for block in ast.walk(tree)
        if isinstance(block, ast.With) and ".expect_" in ast.unparse(block.items[0])
        for node in ast.walk(block)
    }
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "click"
        if node not in awaited and ".get_by_text(" not in ast.unparse(node.func)
    ]


def test_every_file_called_slow_is_there() -> None:
    assert [path for path in SLOW_FILES if not path.exists()] == []


def test_names_say_what_they_hold() -> None:
    """Variables, arguments, functions and classes have the usual names of the field and of programmers."""
    retired = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in SOURCES
        for name, line in retired_names(path.read_text(encoding="utf-8"))
    ]
    assert retired == []


@pytest.mark.parametrize("folder", USUAL)
def test_variables_are_nouns(folder: str) -> None:
    private = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in SOURCES
        if path.is_relative_to(ROOT / folder)
        for name, line in private_names(path.read_text(encoding="utf-8"), fields=folder in FIELDS_ARE_NOUNS)
        if name not in USUAL[folder].split()
    ]
    assert private == [], "name what it holds: `maximum` for `most`, `facts` for `asked`, `place` for `where`"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("given = 1", 1),
        ("def f(given): ...", 1),
        ("def _given(): ...", 1),
        ("class A:\n    given: int = 1", 0),
        ("class A:\n    def f(self):\n        given: int = 1", 1),
        ("class A:\n    given = models.TextField()", 0),
        ("f(given=1)", 0),
    ],
)
def test_a_private_name_is_seen(text: str, count: int) -> None:
    assert len(private_names(text)) == count


def test_a_private_field_is_seen_where_fields_are_nouns() -> None:
    assert private_names("class A:\n    given: int = 1", fields=True) == [("given", 2)]


def private_names(text: str, *, fields: bool = False) -> list[tuple[str, int]]:
    """The private names that a module binds; those of columns stay, because migrations use them."""
    tree = ast.parse(text)
    exempt = {
        (name.id, name.lineno)
        for model in ast.walk(tree)
        if isinstance(model, ast.ClassDef)
        for node in model.body
        if _is_column(node) or (isinstance(node, ast.AnnAssign) and not fields)
        for name in ast.walk(node)
        if isinstance(name, ast.Name)
    }
    return [item for item in names_in(tree) if item[0].strip("_") in PRIVATE and item not in exempt]


def _is_column(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("models.")


@pytest.mark.parametrize("package", PLAIN)
def test_docstrings_and_comments_are_plain_english(package: str) -> None:
    phrases = [
        f"{path.relative_to(ROOT)}:{line}: {phrase}"
        for path in SOURCES
        if path.is_relative_to(ROOT / "src" / "masterpoint" / package)
        for line, phrase in elliptic_phrases(path.read_text(encoding="utf-8"))
    ]
    assert phrases == []


def test_an_elliptic_phrase_is_seen() -> None:
    text = '"""A file; whoever sends it\nis told so."""\nmessage = "whoever"  # so far as known\n'
    assert elliptic_phrases(text) == [(1, "whoever"), (1, "is told so"), (3, "so far as")]


def elliptic_phrases(text: str) -> list[tuple[int, str]]:
    """The elliptic phrases in docstrings and comments, with their lines."""
    docstrings = [
        (node.lineno, " ".join(node.value.value.split()))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    comments = [(token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT]
    return [(line, phrase) for line, prose in (*docstrings, *comments) for phrase in ELLIPTIC.findall(prose)]


@pytest.mark.parametrize(
    "text",
    [
        *("one = 1", "_one: int = 1", "one += 1", "one //= 2", "a, one = b", "[a, one] = b", "a, *one = b"),
        *("for one in b: pass", "[a for one in b]", "with b as one: pass", "(one := 1)", "lambda one: 1"),
        *("def one(): ...", "async def one(): ...", "class Found: ...", "class Found(A): ..."),
        *("def f(one): ...", "def f(one: int, b): ...", "def f(a, *one, b=1): ...", "def f(\n    one,  # a\n): ..."),
    ],
)
def test_a_retired_name_is_seen(text: str) -> None:
    assert len(retired_names(text)) == 1


def test_functions_are_named_by_verbs_and_nouns() -> None:
    participles = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in SOURCES
        if path.is_relative_to(ROOT / "src")
        for name in PARTICIPLE.findall(path.read_text(encoding="utf-8"))
        if name not in PARTICIPLES
    ]
    assert participles == []


def test_limits_are_called_max() -> None:
    limits = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in SOURCES
        for name in re.findall(r"^_?MOST(?:_[A-Z_]+)?\b", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert limits == [], "MAX_ROWS, not MOST_ROWS"


def test_a_participle_is_seen() -> None:
    text = (
        "def shown(value): ...\n    async def _merged(self): ...\ndef figure_text(shown): ...\ndef with_added(): ...\n"
    )
    assert PARTICIPLE.findall(text) == ["shown", "_merged"]


def retired_names(text: str) -> list[tuple[str, int]]:
    """The retired names that a module binds. A module is parsed only if its text may contain one."""
    tree = ast.parse(text) if NAMING.search(text) else ast.Module([], [])
    return [(name, line) for name, line in names_in(tree) if name.strip("_") in RETIRED]


def names_in(tree: Any) -> Iterator[Any]:
    """Every name that a module binds, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name, node.lineno
