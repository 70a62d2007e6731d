"""The tags of translatable templates: messages and recognised values. They are available in every template."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django import template
from django.conf import settings
from django.contrib.messages.storage.base import Message as Flash
from django.template.base import FilterExpression, Node, NodeList, Parser, TextNode, Token, VariableNode
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext

from masterpoint.centre.translation.languages import SOURCE
from masterpoint.centre.translation.texts import in_language

register = template.Library()
PIECE = re.compile(r"\{(\w+)\}|(</?\w+>)")
PLAIN_TAG = re.compile(r"</?\w+>")


@register.filter
def translated(value: Any) -> Any:
    """A value in the reader's language if the catalogue has it. HTML and numbers stay as they are."""
    text = value.message if isinstance(value, Flash) else value
    return text if isinstance(text, SafeString) else in_language(text)


@register.filter
def translated_name(value: Any) -> Any:
    """A name or number as it is, unless it stands in for a name, such as `Anonymous member`."""
    return value if isinstance(value, SafeString) else in_language(value, is_name=True)


class Message(Node):
    """A text with named values and inline elements without attributes: `Filed by <a>{name}</a>`."""

    def __init__(self, nodelist: NodeList, parser: Parser) -> None:
        self.nodelist = nodelist
        self.pieces: dict[str, list[Node]] = {}
        self.count: FilterExpression | None = None
        self.singular, self.plural = self._compose(parser)

    def _compose(self, parser: Parser) -> tuple[str, str]:
        """The message in the singular and the plural; the same if nothing is counted."""
        singular, plural = [], []
        for text, nodes in _runs(self.nodelist):
            forms = self._count_forms(nodes, parser) if len(nodes) == 1 else None
            if forms is None:
                placeholder = text if not nodes else self._placeholder(text, nodes)
                forms = placeholder, placeholder
            singular.append(forms[0])
            plural.append(forms[1])
        return " ".join("".join(singular).split()), " ".join("".join(plural).split())

    def _count_forms(self, nodes: list[Node], parser: Parser) -> tuple[str, str] | None:
        """`{{ lines|length|pluralize }}` as its two endings. The first such count decides the number of the message."""
        expression = getattr(nodes[0], "filter_expression", None)
        if expression is None or "|pluralize" not in expression.token:
            return None
        source, _, ending = expression.token.partition("|pluralize")
        count = parser.compile_filter(source)
        if self.count is not None and self.count.token != source:
            return None
        self.count = count
        match = re.match(r""":"([^"]*)\"""", ending)
        singular, _, plural = (match.group(1) if match else "s").rpartition(",")
        return singular, plural

    def _placeholder(self, text: str, nodes: list[Node]) -> str:
        """The name of a value or element in the message. Its rendering is stored under this name."""
        markup = re.match(r"</?\w+", text)
        placeholder = f"{markup.group()}>" if markup else f"{{{_value_name(nodes[0])}}}"
        name, number = placeholder, 2
        while name in self.pieces and not _are_alike(self.pieces[name], nodes):
            name, number = f"{placeholder[:-1]}{number}{placeholder[-1]}", number + 1
        self.pieces[name] = nodes
        return name

    def render(self, context: template.Context) -> SafeString:
        if self.count is None:
            text = gettext(self.singular)
        else:
            text = ngettext(self.singular, self.plural, _number(self.count.resolve(context)))
        rendered = {name: NodeList(nodes).render(context) for name, nodes in self.pieces.items()}
        spoken = text.replace('"', "&quot;")
        return mark_safe(PIECE.sub(lambda piece: rendered.get(piece.group(), piece.group()), spoken))


def _runs(nodes: NodeList) -> Iterator[tuple[str, list[Node]]]:
    """The parts of a message: plain text, an opening tag with its attributes, or a value."""
    markup: list[Node] = []
    for node in nodes:
        if not isinstance(node, TextNode):
            if markup:
                markup.append(node)
            else:
                yield "", [node]
            continue
        for fragment in re.split(r"(<|>)", node.s):
            if not fragment:
                continue
            if fragment == "<":
                markup = [TextNode("<")]
            elif markup:
                markup.append(TextNode(fragment))
                if fragment == ">":
                    yield _markup(markup)
                    markup = []
            else:
                yield fragment, []


def _markup(nodes: list[Node]) -> tuple[str, list[Node]]:
    text = "".join(node.s for node in nodes if isinstance(node, TextNode))
    return (text, []) if len(nodes) == 3 and PLAIN_TAG.fullmatch(text) else (text, nodes)


def _are_alike(nodes: list[Node], other_nodes: list[Node]) -> bool:
    return [_source(node) for node in nodes] == [_source(node) for node in other_nodes]


def _source(node: Node) -> str:
    if isinstance(node, TextNode):
        return node.s
    if isinstance(node, VariableNode):
        return node.filter_expression.token
    inner = (_source(child) for name in node.child_nodelists for child in getattr(node, name, ()))
    return f"{node.token.contents}{''.join(inner)}" if node.token else str(node)


def _value_name(node: Node) -> str:
    """The name of a value: `reason` for `{{ line.posting.reason|default:… }}`, `person` for `{% name person %}`."""
    token = getattr(node, "token", None)
    source = node.filter_expression.token if isinstance(node, VariableNode) else token.contents if token else ""
    parts = re.split(r"[|\s]", source.strip())
    part = parts[0] if isinstance(node, VariableNode) else parts[1] if len(parts) == 2 else parts[0]
    name = re.sub(r"\W", "", part.rpartition(".")[2])
    return name if name and not name[0].isdigit() else "value"


def _number(value: Any) -> int:
    """A number, counted as Django's `pluralize` does."""
    try:
        return int(value)
    except (TypeError, ValueError):
        return len(value)


@register.tag
def message(parser: Parser, _token: Token) -> Message:
    """Parse `{% message %}`: a text of the page in the reader's language."""
    nodelist = parser.parse(("endmessage",))
    parser.delete_first_token()
    return Message(nodelist, parser)


@register.simple_tag
def page_language() -> str:
    """The language of the page in HTML's notation, such as `en-GB`."""
    language, _, country = (get_language() or SOURCE).partition("-")
    return f"{language}-{country.upper()}" if country else language


@register.simple_tag
def languages_offered() -> list[tuple[str, str]]:
    """The languages with their own names; empty if there is only one."""
    return list(settings.LANGUAGES) if len(settings.LANGUAGES) > 1 else []
