"""From a template in plain English to one whose every text is a message.

`<p>Filed by <b>{{ name }}</b></p>` becomes `<p>{% message %}Filed by <b>{{ name|translated }}</b>{% endmessage %}</p>`.
A message is as long as a sentence can be: text, values, inline elements and inline conditions up to the next block of
HTML. What a condition holds is a message of its own. So are the attributes that people read or hear.
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
READ = r"alt|title|aria-label|aria-description|placeholder|data-label|label"
ATTRIBUTE = re.compile(rf"""(\s(?:{READ})=")((?:\{{%.*?%\}}|\{{\{{.*?\}}\}}|[^"])*)(")""", re.DOTALL)
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
"""Values that are names and numbers, or that people typed."""
ENDS_MESSAGE = ("barrier", "block")
LETTERS = re.compile(r"[^\W\d_]")


class Piece(NamedTuple):
    """A token, or an element or condition with all that is in it."""

    kind: str
    """text, value, element, group; or barrier and block, which end a message."""
    source: str = ""
    parts: tuple[tuple[str, tuple[Piece, ...]], ...] = ()
    """Of an element or group: each tag, and the pieces that follow it."""


def translatable(source: str) -> str:
    """The template with every text in it as a message."""
    return _written(_Parser(source).everything())


class _Parser:
    """Tokens into pieces; an element that is not closed where it was opened is a barrier."""

    def __init__(self, source: str) -> None:
        self.tokens = list(_tokens(source))
        self.at = 0

    def everything(self) -> list[Piece]:
        pieces: list[Piece] = []
        while self.at < len(self.tokens):
            pieces += self.sequence(())
            if self.at < len(self.tokens):
                pieces.append(Piece("barrier", _tag(self.tokens[self.at][1])))
                self.at += 1
        return pieces

    def sequence(self, ends: tuple[str, ...]) -> list[Piece]:
        """Pieces up to a tag or closing element that belongs to what is around them."""
        pieces: list[Piece] = []
        while self.at < len(self.tokens):
            kind, source = self.tokens[self.at]
            name = _name(source)
            if (kind == "tag" and (name.startswith("end") or name in ("else", "elif", "empty"))) or (
                kind == "close" and name in ends
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
            return self.untouched(source, name)
        if kind == "open" and name in INLINE and not source.endswith("/>"):
            return self.element(source, name)
        if kind == "open" and name in VOID_INLINE:
            return Piece("text", source)
        return Piece("barrier", _tag(source) if kind == "tag" else _attributes(source) if kind == "open" else source)

    def element(self, source: str, name: str) -> Piece:
        """An inline element with what it holds, where nothing in it ends a message."""
        start = self.at
        inside = self.sequence((name,))
        closed = self.at < len(self.tokens) and self.tokens[self.at][0] == "close"
        if not closed or any(piece.kind in ENDS_MESSAGE for piece in inside):
            self.at = start
            return Piece("barrier", _attributes(source))
        close = self.tokens[self.at][1]
        self.at += 1
        return Piece("element", "", ((_attributes(source), tuple(inside)), (close, ())))

    def untouched(self, source: str, name: str) -> Piece:
        """An element marked `translate="no"`: names, numbers and what people typed stay as they are."""
        end = self.at
        while end < len(self.tokens) and self.tokens[end] != ("close", f"</{name}>"):
            end += 1
        text = "".join(token for _kind, token in self.tokens[self.at : end + 1])
        self.at = end + 1
        return Piece("value" if name in INLINE else "barrier", _attributes(source) + text)

    def group(self, source: str, name: str) -> Piece:
        """A condition or loop with its branches; a barrier where a branch holds one."""
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


def _written(pieces: list[Piece] | tuple[Piece, ...]) -> str:
    """The source of some pieces, each run between barriers as a message."""
    written: list[str] = []
    run: list[Piece] = []
    for piece in pieces:
        if piece.kind in ENDS_MESSAGE:
            written += [_message(run), _inside(piece)]
            run = []
        else:
            run.append(piece)
    return "".join([*written, _message(run)])


def _message(run: list[Piece] | tuple[Piece, ...]) -> str:
    """A run as a message where it has words of its own; else what is in it may have."""
    if not any(piece.kind == "text" and LETTERS.search(_visible(piece.source)) for piece in run):
        return "".join(_inside(piece) for piece in run)
    text = "".join(map(_held, run))
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{before}{{% message %}}{text.strip()}{{% endmessage %}}{after}"


def _visible(text: str) -> str:
    return re.sub(r"<[^>]*>|&\w+;", "", text)


def _held(piece: Piece) -> str:
    """A piece within a message: the words of an element belong to it, those of a condition are their own."""
    if piece.kind == "element":
        (opening, pieces), (close, _) = piece.parts
        return f"{opening}{''.join(map(_held, pieces))}{close}"
    return _inside(piece)


def _inside(piece: Piece) -> str:
    if not piece.parts:
        return piece.source
    return "".join(f"{tag}{_written(pieces)}" for tag, pieces in piece.parts)


def _value(source: str) -> str:
    """A value that is recognised, with the words that filters put in its place as messages."""
    inner = FILTER_LITERAL.sub(r'|\1:_("\2")', source[2:-2].strip())
    recognised = "translated_name" if NAMES.search(inner) else "translated"
    return f"{{{{ {inner}|{recognised} }}}}"


def _tag(source: str) -> str:
    """Labels and other words that a tag hands on, as messages."""
    if _name(source) not in ("field", "choice", "include"):
        return source
    return LITERAL.sub(_marked, source)


def _marked(match: re.Match[str]) -> str:
    text = match["text"]
    words = " " in text or text[:1].isupper()
    return f'{match["before"]}_("{text}")' if words and ".html" not in text else match.group()


def _attributes(source: str) -> str:
    """An opening tag with the attributes that people read or hear as messages."""
    marked = ATTRIBUTE.sub(_marked_attribute, source)
    return VALUE.sub(_marked_attribute, marked) if SHOWN_VALUE.match(source) else marked


def _marked_attribute(match: re.Match[str]) -> str:
    return f"{match[1]}{translatable(match[2])}{match[3]}"
