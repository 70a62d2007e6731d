"""Turn a template in plain English into one in which every text is a message.

`<p>Filed by <b>{{ name }}</b></p>` becomes `<p>{% message %}Filed by <b>{{ name|translated }}</b>{% endmessage %}</p>`.
A message is as long as possible: text, values, inline elements and inline conditions up to the next block of HTML. The
content of a condition is a message of its own. So are attributes that people read or hear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

TOKEN = re.compile(
    r"(?P<verbatim><(?P<raw>script|style|pre|textarea)\b(?:\{%.*?%\}|\{\{.*?\}\}|[^>])*>.*?</(?P=raw)>"
    r"|\{%\s*(?P<block>blocktranslate|comment|verbatim)\b.*?\{%\s*end(?P=block)\s*%\}"
    r"|\{#.*?#\}|<!.*?>)"
    r"|(?P<tag>\{%.*?%\})|(?P<variable>\{\{.*?\}\})"
    r"|(?P<close></[a-zA-Z][\w-]*\s*>)|(?P<open><[a-zA-Z](?:\{%.*?%\}|\{\{.*?\}\}|[^>])*>)",
    re.DOTALL,
)
INLINE = {
    *("a", "abbr", "b", "bdi", "cite", "code", "em", "i", "kbd", "mark"),
    *("q", "small", "span", "strong", "sub", "sup", "time", "tspan"),
}
VOID_INLINE = {"br", "wbr"}
GROUPS = {"if": ("elif", "else"), "for": ("empty",), "with": (), "spaceless": (), "autoescape": ()}
BARRIERS = {"extends", "load", "include", "block", "endblock", "csrf_token", "field", "choice", "translate"}
TRANSLATED_ATTRIBUTES = r"alt|title|aria-label|aria-description|placeholder|data-label|label"
ATTRIBUTE = re.compile(rf"""(\s(?:{TRANSLATED_ATTRIBUTES})=")((?:\{{%.*?%\}}|\{{\{{.*?\}}\}}|[^"])*)(")""", re.DOTALL)
SHOWN_VALUE = re.compile(
    r"""<input\b[^>]*type="(?:submit|button|reset)"|<meta\s+(?:name="description"|property="og:)"""
)
VALUE = re.compile(r"""(\s(?:value|content)=")((?:\{%.*?%\}|\{\{.*?\}\}|[^"])*)(")""", re.DOTALL)
LITERAL = re.compile(r"""(?P<before>[\s=])"(?P<text>[^"]*)"(?=\s)""")
FILTER_LITERAL = re.compile(r"""\|(default|default_if_none|yesno):"([^"]*[a-zA-Z][^"]*)\"""")
NAMES = re.compile(
    r"\.(name|number|receipt|email|given_name|family_name|code|hash|original_name"
    r"|reason|state_reason|late_reason|reference|note|settled_note|payer)$|^text$"
)
"""Values that are names or numbers, or that people typed."""
ENDS_MESSAGE = ("barrier", "block")
LETTERS = re.compile(r"[^\W\d_]")


class Piece(NamedTuple):
    """A token, or an element or condition with its content."""

    kind: str
    """One of text, value, element and group, or of barrier and block, which end a message."""
    source: str = ""
    parts: tuple[tuple[str, tuple[Piece, ...]], ...] = ()
    """The parts of an element or group: each tag with the pieces after it."""


def translatable(source: str) -> str:
    """The template with every text in it as a message."""
    return _message_text(_Parser(source).all_pieces())


class _Parser:
    """Parses tokens into pieces. An element that is not closed at its own level is a barrier."""

    def __init__(self, source: str) -> None:
        self.tokens = list(_tokens(source))
        self.at = 0

    def all_pieces(self) -> list[Piece]:
        pieces: list[Piece] = []
        while self.at < len(self.tokens):
            pieces += self.sequence(())
            if self.at < len(self.tokens):
                pieces.append(Piece("barrier", _tag(self.tokens[self.at][1])))
                self.at += 1
        return pieces

    def sequence(self, end_tags: tuple[str, ...]) -> list[Piece]:
        """The pieces up to a tag or closing element of the surrounding level."""
        pieces: list[Piece] = []
        while self.at < len(self.tokens):
            kind, source = self.tokens[self.at]
            name = _name(source)
            if (kind == "tag" and (name.startswith("end") or name in ("else", "elif", "empty"))) or (
                kind == "close" and name in end_tags
            ):
                return pieces
            self.at += 1
            pieces.append(self.piece(kind, source, name))
        return pieces

    def piece(self, kind: str, source: str, name: str) -> Piece:
        if kind == "text":
            return Piece("text", source)
        if kind == "variable":
            return Piece("value", _value(source))
        if kind == "tag" and name in GROUPS:
            return self.group(source, name)
        if kind == "tag" and name not in BARRIERS and " as " not in source:
            return Piece("value", source)
        if kind == "open" and 'translate="no"' in source:
            return self.keep_as_is(source, name)
        if kind == "open" and name in INLINE and not source.endswith("/>"):
            return self.element(source, name)
        if kind == "open" and name in VOID_INLINE:
            return Piece("text", source)
        return Piece("barrier", _tag(source) if kind == "tag" else _attributes(source) if kind == "open" else source)

    def element(self, source: str, name: str) -> Piece:
        """An inline element with its content, if nothing in it ends a message."""
        start = self.at
        parts = self.sequence((name,))
        is_closed = self.at < len(self.tokens) and self.tokens[self.at][0] == "close"
        if not is_closed or any(piece.kind in ENDS_MESSAGE for piece in parts):
            self.at = start
            return Piece("barrier", _attributes(source))
        close = self.tokens[self.at][1]
        self.at += 1
        return Piece("element", "", ((_attributes(source), tuple(parts)), (close, ())))

    def keep_as_is(self, source: str, name: str) -> Piece:
        """An element marked `translate="no"`. Names, numbers and typed text stay as they are."""
        end = self.at
        while end < len(self.tokens) and self.tokens[end] != ("close", f"</{name}>"):
            end += 1
        text = "".join(token for _kind, token in self.tokens[self.at : end + 1])
        self.at = end + 1
        return Piece("value" if name in INLINE else "barrier", _attributes(source) + text)

    def group(self, source: str, name: str) -> Piece:
        """A condition or loop with its branches; a barrier if one of them has a barrier."""
        start, branches, opening = self.at, [], source
        while True:
            branches.append((opening, tuple(self.sequence(()))))
            if self.at == len(self.tokens) or self.tokens[self.at][0] != "tag":
                self.at = start
                return Piece("barrier", source)
            opening = self.tokens[self.at][1]
            self.at += 1
            if _name(opening) not in GROUPS[name]:
                break
        parts = (*branches, (opening, ()))
        holds_barrier = any(piece.kind in ENDS_MESSAGE for _tag, pieces in parts for piece in pieces)
        return Piece("block" if holds_barrier else "group", "", parts)


def _tokens(source: str) -> Iterator[tuple[str, str]]:
    at = 0
    for match in TOKEN.finditer(source):
        if match.start() > at:
            yield "text", source[at : match.start()]
        yield str(match.lastgroup), match.group()
        at = match.end()
    if at < len(source):
        yield "text", source[at:]


def _name(source: str) -> str:
    match = re.match(r"(?:\{%\s*|</?)([\w-]+)", source)
    return match.group(1) if match else ""


def _message_text(pieces: list[Piece] | tuple[Piece, ...]) -> str:
    """The source of some pieces, with each run between barriers as a message."""
    texts: list[str] = []
    run: list[Piece] = []
    for piece in pieces:
        if piece.kind in ENDS_MESSAGE:
            texts += [_message(run), _text_within(piece)]
            run = []
        else:
            run.append(piece)
    return "".join([*texts, _message(run)])


def _message(run: list[Piece] | tuple[Piece, ...]) -> str:
    """A run as a message, if it has its own words. Otherwise its parts may be messages."""
    if not any(piece.kind == "text" and LETTERS.search(_visible_text(piece.source)) for piece in run):
        return "".join(_text_within(piece) for piece in run)
    text = "".join(map(_piece_in_message, run))
    leading, trailing = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{leading}{{% message %}}{text.strip()}{{% endmessage %}}{trailing}"


def _visible_text(text: str) -> str:
    return re.sub(r"<[^>]*>|&\w+;", "", text)


def _piece_in_message(piece: Piece) -> str:
    """A piece within a message. The words of an element belong to the message; those of a condition do not."""
    if piece.kind == "element":
        (opening, pieces), (close, _) = piece.parts
        return f"{opening}{''.join(map(_piece_in_message, pieces))}{close}"
    return _text_within(piece)


def _text_within(piece: Piece) -> str:
    if not piece.parts:
        return piece.source
    return "".join(f"{tag}{_message_text(pieces)}" for tag, pieces in piece.parts)


def _value(source: str) -> str:
    """A value to be recognised, with the literals of its filters as messages."""
    inner = FILTER_LITERAL.sub(r'|\1:_("\2")', source[2:-2].strip())
    recognised = "translated_name" if NAMES.search(inner) else "translated"
    return f"{{{{ {inner}|{recognised} }}}}"


def _tag(source: str) -> str:
    """A tag with its literal texts as messages."""
    if _name(source) not in ("field", "choice", "include"):
        return source
    return LITERAL.sub(_mark_literal, source)


def _mark_literal(match: re.Match[str]) -> str:
    text = match["text"]
    is_text = " " in text or text[:1].isupper()
    return f'{match["before"]}_("{text}")' if is_text and ".html" not in text else match.group()


def _attributes(source: str) -> str:
    """An opening tag with its readable attributes as messages."""
    source_with_marks = ATTRIBUTE.sub(_mark_attribute, source)
    return VALUE.sub(_mark_attribute, source_with_marks) if SHOWN_VALUE.match(source) else source_with_marks


def _mark_attribute(match: re.Match[str]) -> str:
    return f"{match[1]}{translatable(match[2])}{match[3]}"
