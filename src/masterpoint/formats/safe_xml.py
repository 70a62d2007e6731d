"""XML made safe: nothing is fetched or expanded, and size and nesting are limited.

A DOCTYPE is allowed, because real files have one. An entity declaration is refused, because none of them has one.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
from lxml import etree

from masterpoint.formats.problems import refuse
from masterpoint.formats.text import decode

# Each tag or attribute takes some hundred bytes of memory; a large congress has a tenth of this limit.
MAX_MARKS = 800_000

_DECLARATION = re.compile(
    rb"^(?:\xef\xbb\xbf)?\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9._-]{1,40})[\"'][^>]{0,100}?\?>"
)
_DECLARATION_TEXT = re.compile(r"^\ufeff?\s*<\?xml[^>]{0,400}?\?>")
_CUT_SHORT = "Export it again, and send the whole file."


class Document(msgspec.Struct, frozen=True):
    """A parsed file, with remarks on how it was read."""

    root: etree._Element
    remarks: tuple[str, ...] = ()


def parse(data: bytes) -> Document:
    """The document, or a refusal in plain words."""
    match = _DECLARATION.match(data[:400])
    decoded = decode(data, match[1].decode("ascii") if match else "")
    body = _DECLARATION_TEXT.sub("", decoded.text, count=1)
    text = body.encode("utf-8", "surrogatepass")
    if text.count(b"<") + text.count(b"=") > MAX_MARKS:
        refuse(0, "", "has far more entries than any event", "Send the results of one event.")
    if "<!ENTITY" in body:
        line = body.count("\n", 0, body.index("<!ENTITY")) + 1
        refuse(
            line,
            "<!ENTITY",
            "defines its own abbreviations, which a results file never does",
            "Do not use this file.",
        )
    root = _parse(text, lines_before=decoded.text[: len(decoded.text) - len(body)].count("\n"))
    _refuse_entities(root)
    return Document(root, decoded.remarks)


def _parse(text: bytes, *, lines_before: int) -> etree._Element:
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
        encoding="utf-8",
    )
    # The declaration was removed along with its line ends; add those back to keep the line numbers right.
    try:
        return etree.fromstring(b"\n" * lines_before + text, parser)
    except etree.XMLSyntaxError as error:
        line = error.lineno or 0
        message = f"This file stops in the middle or is damaged: {_in_words(str(error.msg))}."
        refuse(line, "", message, _CUT_SHORT)


def _in_words(message: str) -> str:
    if "end" in message.lower() and ("premature" in message.lower() or "mismatch" in message.lower()):
        return "something that begins before this line is not closed"
    if "depth" in message.lower() or "huge" in message.lower():
        return "it is nested deeper, or has longer fields, than any results file"
    return "it cannot be read from here on"


def _refuse_entities(root: etree._Element) -> None:
    doctype: Any = root.getroottree().docinfo.internalDTD
    if doctype is not None and next(iter(doctype.iterentities()), None) is not None:
        refuse(0, "", "defines its own abbreviations, which a results file never does", "Do not use this file.")
    reference: Any = next(root.iter(etree.Entity), None)
    if reference is not None:
        refuse(
            reference.sourceline or 0,
            str(reference.text),
            "uses an abbreviation that is not defined",
            "Write the character itself instead.",
        )
