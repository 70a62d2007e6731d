"""Every text of the program: the messages of the templates, the sentences in the code, the words of the books."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path
from typing import NamedTuple, TypeGuard

import masterpoint
from masterpoint.centre.translation.markup import translatable
from masterpoint.core.federations import Federation
from masterpoint.core.plurals import agreeing
from masterpoint.schemes import FEDERATIONS

SOURCE = Path(masterpoint.__file__).parent
PACKAGES = ("centre", "conformance", "core", "formats", "intake", "schemes", "web")
"""The code with texts of pages and letters. Commands and the API speak English only."""
WORDS = re.compile(r"(?=.*[^\W\d_]{2}).*[^\W\d_]\S*\s+\S*[^\W\d_]|^[A-Z][a-z]+(-[A-Za-z]+)*[.:?!]?$", re.DOTALL)
NO_TEXT = re.compile(r"^(SELECT|INSERT|UPDATE|DELETE|PRAGMA|CREATE|DROP|ALTER|WITH|LOCK|SET) |\(\?|\\[wdsb]|^\s*<\?xml")
ARGUMENT = re.compile(r"""\b_\("([^"]*)"\)""")
MAX_FORMS = 16
MAX_ONES = 2
VALUE = re.compile(r"\{\w+\}")
VOCABULARY = (
    *("one-winner", "two-winner", "four-winner", "pair", "pairs", "team", "teams", "player", "players"),
    *("contestant", "contestants", "individual", "individuals", "everybody", "provisional", "official", "corrected"),
    *("third", "thirds", "half", "quarter", "with", "people", "ranks", "permission", "online", "victory-points"),
    *("NS", "EW", "database", "disk", "letters", "backup", "verify", "housekeeping", "record closed", "won", "last"),
    *(f"{number}{'th' if number > 3 else ('st', 'nd', 'rd')[number - 1]}" for number in range(1, 21)),
    *("{number}st", "{number}nd", "{number}rd", "{number}th"),
    *(
        "the last",
        "it",
        "commercial",
        "other",
        "no error",
        "capitation",
        "yet",
        "mitchell",
        "howell",
        "whole record",
        "red-and-green",
    ),
    *(
        "VAT",
        "GST",
        "misprint",
        "ambiguity",
        "contradiction",
        "silence",
        "restored",
        "ranking",
        "match",
        "matches",
        "session",
    ),
)
"""Values of the code that pages show."""


class Text(NamedTuple):
    """A message, its plural if it has one, and its place."""

    message: str
    plural: str
    path: Path
    line: int


def every_text() -> Iterator[Text]:
    """Every text, once for each place."""
    yield from template_texts()
    yield from code_texts()
    yield from paper_texts()
    yield from book_texts()


def template_texts() -> Iterator[Text]:
    """The messages of every template, as the loader creates them."""
    from django.template import engines

    from masterpoint.centre.translation.tags import Message

    engine = engines["django"].engine  # type: ignore[attr-defined] # of the backend for Django
    for path in sorted(SOURCE.rglob("templates/**/*.*")):
        source = translatable(path.read_text(encoding="utf-8"))
        for node in engine.from_string(source).nodelist.get_nodes_by_type(Message):
            yield Text(node.singular, node.plural if node.count else "", path, node.token.lineno)
        for match in ARGUMENT.finditer(source):
            yield Text(match.group(1), "", path, source.count("\n", 0, match.start()) + 1)


def paper_texts() -> Iterator[Text]:
    """The texts in the templates of PDFs."""
    from masterpoint.centre.registry.papers import texts_of

    for path in sorted(SOURCE.rglob("pages/*.typ")):
        yield from (Text(text, "", path, 1) for text in texts_of(path.read_bytes()))


def code_texts() -> Iterator[Text]:
    """Strings of at least two words, or of one with a capital letter. Values in them have their names of the code."""
    for package in PACKAGES:
        for path in sorted((SOURCE / package).rglob("*.py")):
            if "migrations" not in path.parts and path.name != "demo.py":
                tree = ast.parse(path.read_text(encoding="utf-8"))
                yield from (Text(text, "", path, line) for text, line in _strings(tree))


def _strings(tree: ast.Module) -> Iterator[tuple[str, int]]:
    nodes = list(ast.walk(tree))
    skipped = {id(part) for node in nodes for part in _without_readers(node)}
    for node in nodes:
        if id(node) in skipped:
            continue
        if isinstance(node, ast.JoinedStr):
            forms = _forms(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            forms = [node.value]
        elif _counts(node):
            yield from ((form, node.lineno) for form in _counted(node, "number"))
            continue
        else:
            continue
        lines = [line for form in forms for line in form.split("\n") if _is_text(line)]
        yield from ((_without_joints(form), node.lineno) for line in lines for form in with_ones(line))


def with_ones(message: str) -> list[str]:
    """A message, and its forms in which one value, or each of two, is 1 and the noun after it is singular."""
    messages = [message]
    for place in VALUE.finditer(message):
        for form in messages[:MAX_ONES]:
            with_one = form.replace(place[0], "1", 1)
            if (agreed := agreeing(with_one)) != with_one:
                messages.append(agreed)
    return messages


def _counts(node: ast.AST) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "count_text"


def _counted(call: ast.Call, name: str) -> list[str]:
    """The texts of `count_text(number, "letter")`: `{number} letters` and `1 letter`."""
    single, *plurals = (str(word.value) for word in call.args[1:] if isinstance(word, ast.Constant))
    return [f"{{{name}}} {plurals[0] if plurals else f'{single}s'}", f"1 {single}"]


def _without_joints(text: str) -> str:
    """A part of a longer text, without the punctuation that joins it to the rest."""
    start = text.lstrip(" ,;:") if text[:2] in (", ", "; ", ": ") else text
    return (start.rstrip(" ,;:") if start.endswith(" ") else start).strip()


def _without_readers(node: ast.AST) -> Iterator[ast.AST]:
    """Nodes that nobody reads alone: docstrings, and the pieces of a string that is extracted as a whole."""
    if isinstance(node, ast.Expr):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield from (part for part in node.values if isinstance(part, ast.Constant))
        for part in node.values:
            if isinstance(part, ast.FormattedValue) and part.format_spec:
                yield part.format_spec


def _is_text(text: str) -> bool:
    literal = re.sub(r"\{\w*\}", "", text)
    return bool(WORDS.search(literal.strip() if "{" not in text else text)) and not NO_TEXT.search(text)


def _forms(node: ast.JoinedStr) -> list[str]:
    """An f-string as messages: `{count} lines` and `{count} line` if it chooses between two words."""
    names: dict[str, str] = {}
    parts = [_part_forms(part, names) for part in node.values]
    return ["".join(form) for form, _ in zip(product(*parts), range(MAX_FORMS), strict=False)]


def _part_forms(part: ast.expr, names: dict[str, str]) -> list[str]:
    if isinstance(part, ast.Constant):
        return [str(part.value)]
    value = part.value if isinstance(part, ast.FormattedValue) else part
    if isinstance(value, ast.IfExp):
        alternatives = [_part_forms(choice, names) for choice in (value.body, value.orelse)]
        return [form for forms in alternatives for form in forms]
    if isinstance(value, ast.JoinedStr):
        return _forms(value)
    if _counts(value):
        return _counted(value, _name_of(value.args[0], names))
    return [f"{{{_name_of(value, names)}}}"]


def _name_of(value: ast.expr, names: dict[str, str]) -> str:
    """The name of a value in a message; the same value has the same name."""
    source = ast.unparse(value)
    if source not in names:
        word = re.sub(r"\W+", "_", re.split(r"\(", source)[0]).strip("_").rpartition("_")[2] or "value"
        word = word if not word[0].isdigit() else "value"
        names_in_use = set(names.values())
        names[source] = next(
            name for name in (word, *(f"{word}{number}" for number in range(2, 99))) if name not in names_in_use
        )
    return names[source]


def book_texts() -> Iterator[Text]:
    """The names that books and federations use: of figures in steps, of colours, levels and ranks."""
    for path in sorted(SOURCE.glob("schemes/*/**/*.toml")):
        source = path.read_text(encoding="utf-8")
        if path.parent.name == "examples":
            yield Text(source.partition("\n")[0].lstrip("# ").strip(), "", path, 1)
        elif not path.parent.name.endswith("cases"):
            yield from (Text(text, "", path, 1) for text in _toml_texts(tomllib.loads(source)) if _is_text(text))
    yield from (Text(word, "", SOURCE / "__init__.py", 1) for word in VOCABULARY)
    for path in sorted([*SOURCE.glob("core/*.py"), *SOURCE.glob("schemes/**/*.py")]):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        yield from (Text(text, "", path, line) for text, line in _described_fields(tree))
    for federation in FEDERATIONS.values():
        path = SOURCE / "schemes" / federation.code / "federation.py"
        yield from (Text(word, "", path, 1) for word in _words_of(federation) if word)


def _labels(federation: Federation) -> Iterator[str]:
    """The labels and column headings of the office's forms."""
    layouts = federation.office_forms.layouts.values() if federation.office_forms else ()
    for part in (part for layout in layouts for part in (layout, layout.part) if part is not None):
        for boxes in (part.boxes, *(grid.columns for grid in part.grids)):
            words = (word for box in boxes for word in (box.label, *box.choices))
            yield from (word for word in words if _is_text(word) or word.isalpha())


def _described_fields(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The help for a field in the form of an event: its docstring, without the full stop."""
    for group in (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
        for field, text in pairwise(group.body):
            if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
                yield " ".join(str(text.value.value).split()).rstrip("."), text.lineno


def _words_of(federation: Federation) -> Iterator[str]:
    yield from _labels(federation)
    yield from (*federation.organisations, *federation.point_weights, federation.evening.grade_name)
    for edition in federation.editions:
        yield from (*edition.levels, *edition.colours, *edition.grades)
        for rung in edition.ranks.rungs_up_to(edition.ranks.highest_total):
            yield from (rung.name, rung.group, *(need.what for need in rung.needs))


def _toml_texts(data: object) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            if key in ("text", "title") and isinstance(value, str):
                yield value
            else:
                yield from _toml_texts(value)
    elif isinstance(data, list):
        for value in data:
            yield from _toml_texts(value)
