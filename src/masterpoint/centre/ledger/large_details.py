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
    """The canonical form of a JSON object, in pieces; ValueError if the text is not JSON."""
    separator = b"{"
    for key, position in sorted(_members(text).items()):
        yield separator + canonical(key) + b":"
        yield from _array_pieces(text, position) if text[position] == "[" else [canonical(_decode(text, position)[0])]
        separator = b","
    yield b"{}" if separator == b"{" else b"}"


def _array_pieces(text: str, position: int) -> Iterator[bytes]:
    elements, separator = (element for element, _ in _elements(text, position)), b""
    yield b"["
    while page := list(islice(elements, ELEMENTS_AT_ONCE)):
        yield separator + canonical(page)[1:-1]
        separator = b","
    yield b"]"


def _members(text: str) -> dict[str, int]:
    """The position of each key's value."""
    starts: dict[str, int] = {}
    position = _expect("{", text, 0)
    while text[position : position + 1] != "}":
        key, position = _decode(text, position)
        starts[key] = position = _expect(":", text, position)
        position = _next(text, _end(text, position), "}")
    return starts


def _end(text: str, position: int) -> int:
    """The position after the value that begins here."""
    if text[position : position + 1] != "[":
        return _decode(text, position)[1]
    end = _expect("[", text, position)
    for _, after_element in _elements(text, position):
        end = after_element
    return _expect("]", text, end)


def _elements(text: str, position: int) -> Iterator[tuple[Any, int]]:
    """Each element of the array that begins here, with the position after it."""
    position = _expect("[", text, position)
    while text[position : position + 1] != "]":
        element, position = _decode(text, position)
        position = _next(text, position, "]")
        yield element, position


def _next(text: str, position: int, last: str) -> int:
    """The position of the next member or element, or of the closing bracket."""
    position = _skip_spaces(text, position)
    return position if text[position : position + 1] == last else _expect(",", text, position)


def _expect(mark: str, text: str, position: int) -> int:
    position = _skip_spaces(text, position)
    if text[position : position + 1] != mark:
        raise ValueError(f"{mark} should be at character {position}")
    return _skip_spaces(text, position + 1)


def _decode(text: str, position: int) -> tuple[Any, int]:
    return DECODER.raw_decode(text, position)


def _skip_spaces(text: str, position: int) -> int:
    spaces = SPACES.match(text, position)
    assert spaces is not None
    return spaces.end()
