"""Details of postings that are too large to be read as a whole: `verify` digests their text element by element.

A posting of balances may have an element for every member. The canonical form of an object is that of its members in
the order of their keys, and that of an array is that of its elements, so each can be digested by itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from masterpoint.centre.ledger.chain import canonical

ELEMENTS_AT_ONCE = 1_000
SPACES = re.compile(r"[ \t\n\r]*")
DECODER = json.JSONDecoder()


def canonical_pieces(text: str) -> Iterator[bytes]:
    """The canonical form of a JSON object, in pieces; a ValueError if the text is none."""
    separator = b"{"
    for key, at in sorted(_members(text).items()):
        yield separator + canonical(key) + b":"
        yield from _array_pieces(text, at) if text[at] == "[" else [canonical(_decode(text, at)[0])]
        separator = b","
    yield b"{}" if separator == b"{" else b"}"


def _array_pieces(text: str, at: int) -> Iterator[bytes]:
    elements, separator = (element for element, _ in _elements(text, at)), b""
    yield b"["
    while page := list(islice(elements, ELEMENTS_AT_ONCE)):
        yield separator + canonical(page)[1:-1]
        separator = b","
    yield b"]"


def _members(text: str) -> dict[str, int]:
    """Where the value of each key begins."""
    starts: dict[str, int] = {}
    at = _expect("{", text, 0)
    while text[at : at + 1] != "}":
        key, at = _decode(text, at)
        starts[key] = at = _expect(":", text, at)
        at = _next(text, _end(text, at), "}")
    return starts


def _end(text: str, at: int) -> int:
    """Where the value that begins here ends."""
    if text[at : at + 1] != "[":
        return _decode(text, at)[1]
    end = _expect("[", text, at)
    for _, after_element in _elements(text, at):
        end = after_element
    return _expect("]", text, end)


def _elements(text: str, at: int) -> Iterator[tuple[Any, int]]:
    """Each element of the array that begins here, and where the rest of the array begins."""
    at = _expect("[", text, at)
    while text[at : at + 1] != "]":
        element, at = _decode(text, at)
        at = _next(text, at, "]")
        yield element, at


def _next(text: str, at: int, last: str) -> int:
    """Where the next member or element begins, or the bracket that ends them."""
    at = _skip_spaces(text, at)
    return at if text[at : at + 1] == last else _expect(",", text, at)


def _expect(mark: str, text: str, at: int) -> int:
    at = _skip_spaces(text, at)
    if text[at : at + 1] != mark:
        raise ValueError(f"{mark} should be at character {at}")
    return _skip_spaces(text, at + 1)


def _decode(text: str, at: int) -> tuple[Any, int]:
    return DECODER.raw_decode(text, at)


def _skip_spaces(text: str, at: int) -> int:
    spaces = SPACES.match(text, at)
    assert spaces is not None
    return spaces.end()
