"""The changes: of a comparison, an operator, a number, a condition, or a word that is not a sentence."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from types import CodeType

import msgspec

OTHER_COMPARISON = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OTHER_OPERATOR = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult}
MESSAGES = ("sentence", "Problem", "problem", "remark_on")
"""Calls whose arguments are messages: people read them, and nothing is calculated from them."""


SENTENCES = {"Message", "Sentence"}
"""Return types of functions that only produce messages."""
MESSAGE_NAMES = {"message", "template", "fix", "unit", "words", "suffix", "more", "won_in"}
"""Names of messages: a sentence, a part of one, or where points are won (`test_ways_to_points`)."""
PRECAUTIONS = {"strict", "default"}
"""Arguments that guard against an error of the program itself, or against an empty list: `zip(…, strict=True)`."""
LAYOUTS = "layouts"
"""Modules of this name describe the layout of a form, which the tests of its page check."""


DEFAULTED = {"getattr": 2, "get": 1, "enumerate": 1, "fact": 2}
"""Calls of which only this many arguments are changed. The next argument is a default,
the start of a count, or a message."""


class Change(msgspec.Struct, frozen=True):
    """One change of one function."""

    module: str
    function: str
    line: int
    column: int
    what: str

    def __str__(self) -> str:
        return f"{self.module}:{self.line}:{self.column} {self.function}: {self.what}"


class _Finder(ast.NodeTransformer):
    """Finds all possible changes of a module, and makes the target one."""

    def __init__(self, module: str, target: Change | None = None) -> None:
        self.module, self.target_change = module, target
        self.functions: list[str] = []
        self.changes: list[Change] = []

    def _is_target(self, node: ast.AST, text: str) -> bool:
        if not self.functions:
            return False
        line, column = getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
        change = Change(self.module, self.functions[0], line, column, text)
        self.changes.append(change)
        return change == self.target_change

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if (isinstance(node.returns, ast.Name) and node.returns.id in SENTENCES) or node.name.lstrip(
            "_"
        ) in MESSAGE_NAMES:
            return node
        self.functions.append(node.name)
        for statement in node.body[ast.get_docstring(node) is not None :]:
            self.visit(statement)
        self.functions.pop()
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        names = {target.id for target in node.targets if isinstance(target, ast.Name)}
        if not names & MESSAGE_NAMES:
            self.generic_visit(node)
        return node

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        if node.arg not in MESSAGE_NAMES | PRECAUTIONS:
            self.generic_visit(node)
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in DEFAULTED:
            count = DEFAULTED[name]
            node.args[:count] = [self.visit(argument) for argument in node.args[:count]]
        elif name not in MESSAGES:
            self.generic_visit(node)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        for index, operator in enumerate(node.ops):
            if self._is_target(node, f"{type(operator).__name__} turned, {index}"):
                node.ops[index] = OTHER_COMPARISON[type(operator)]()
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        kind = type(node.op)
        if kind in OTHER_OPERATOR and self._is_target(node, f"{kind.__name__} turned"):
            node.op = OTHER_OPERATOR[kind]()
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        if _is_wording(node.values[-1]):
            return node
        default = isinstance(node.values[-1], ast.Constant)  # `x or 0`: the default is not changed
        values = node.values[:-1] if default else node.values
        node.values[: len(values)] = [self.visit(value) for value in values]
        if self._is_target(node, f"{type(node.op).__name__} turned"):
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        if not any(map(_is_wording, (node.body, node.orelse))):
            self.generic_visit(node)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and self._is_target(node, "not left out"):
            return node.operand
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        value = node.value
        if isinstance(value, bool) and self._is_target(node, f"{value} turned"):
            return ast.copy_location(ast.Constant(not value), node)
        if isinstance(value, int) and not isinstance(value, bool) and self._is_target(node, f"{value} and one more"):
            return ast.copy_location(ast.Constant(value + 1), node)
        if isinstance(value, str) and value and " " not in value and self._is_target(node, f"{value!r} spoiled"):
            return ast.copy_location(ast.Constant(f"{value}XX"), node)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node


def _is_wording(node: ast.expr) -> bool:
    """Whether an expression is a phrase: `"1 table" if count == 1 else f"{count} tables"` only words a number."""
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value
    )


def changes_of(path: Path, module: str) -> list[Change]:
    """Every possible change of the functions of a module."""
    if module.endswith(LAYOUTS):
        return []
    finder = _Finder(module)
    finder.visit(ast.parse(path.read_text(encoding="utf-8")))
    return finder.changes


def changed_codes(path: Path, change: Change) -> Iterator[CodeType]:
    """The code of the changed module's functions."""
    tree = _Finder(change.module, change).visit(ast.parse(path.read_text(encoding="utf-8")))
    whole = compile(ast.fix_missing_locations(tree), str(path), "exec")
    yield from (code for code in whole.co_consts if isinstance(code, CodeType))
