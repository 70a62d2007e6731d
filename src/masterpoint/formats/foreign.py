"""Files that are not results of an event: what each is, in one sentence, and what to export instead."""

from __future__ import annotations

import io
import re
import zipfile
from typing import NoReturn

from masterpoint.formats.problems import refuse
from masterpoint.formats.text import lines_of

EXPORT = "Export the results from your scoring program instead."
BBO = "Save the page with the results of the tournament (.html), or export them from your scoring program."
UNPACK = "Unpack it, and choose the results file inside."
SAVE_AGAIN = "Save it as .xlsx or .csv, and choose that file."
KNOWN_FORMATS = (
    "USEBIO, NZ Scorer, Bridgemate .bws, PBN, BridgeWebs CSV, a ranked list (.csv, .xlsx, .xls, or a result page saved "
    "as .html), ABF and MEMPAD files"
)

BY_FIRST_BYTES: tuple[tuple[bytes, str, str], ...] = (
    (b"%PDF", "This is a PDF, made for printing, not a results file.", EXPORT),
    (b"\xd0\xcf\x11\xe0", "This is an old spreadsheet or document (.xls, .doc).", SAVE_AGAIN),
    (b"{\\rtf", "This is a text document (.rtf), not a results file.", EXPORT),
    (b"\x89PNG", "This is a picture, not a results file.", EXPORT),
    (b"\xff\xd8\xff", "This is a picture, not a results file.", EXPORT),
    (b"GIF8", "This is a picture, not a results file.", EXPORT),
    (b"\x1f\x8b", "This is a packed file (.gz).", UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "This is a packed folder (.7z).", UNPACK),
    (b"Rar!", "This is a packed folder (.rar).", UNPACK),
    (b"SQLite format 3\0", "This is a database of another program.", EXPORT),
)
PACKED_FORMATS = (
    (
        "word/document.xml",
        "This is a Word document.",
        "Copy the list into a spreadsheet, and save that as .csv.",
    ),
    ("content.xml", "This is an OpenDocument file.", SAVE_AGAIN),
)
HTML = frozenset(("html", "head", "body", "table", "div", "span", "p", "script", "style", "meta"))

_LIN = re.compile(r"(?:^|[|\s])(?:vg|rs|pn|md|qx|sv|mb|pc|rh|st|pg)\|", re.IGNORECASE)
_RBN_LINE = re.compile(r"[DTLEFSKNBHACPRMI](?:[ \t].*)?\Z")
_RBN_DEAL = re.compile(r"[HB][ \t]\S")
_MAIL = re.compile(r"(?:From|Received|Return-Path|MIME-Version|Delivered-To):\s", re.IGNORECASE)
_PAIRS_SCORER = re.compile(r"^\s*Rank\s+Pair\s+Names\b.*%Score", re.MULTILINE)
_COMMENT = re.compile(r"\{[^{}]*\}")


def refuse_known_bytes(data: bytes) -> None:
    """Refuse known formats that are not text."""
    for start, message, fix in BY_FIRST_BYTES:
        if data.startswith(start):
            refuse(0, "", message, fix)


def refuse_packed(data: bytes) -> None:
    """Refuse a zip that is not one of the spreadsheets we read."""
    try:
        parts = set(zipfile.ZipFile(io.BytesIO(data)).namelist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        refuse(0, "", "This file is packed (zip) and damaged or cut short.", "Export or save it again.")
    for name, message, fix in PACKED_FORMATS:
        if name in parts:
            refuse(0, "", message, fix)
    refuse(0, "", "This is a packed folder (zip), not a results file.", UNPACK)


def refuse_known_text(text: str) -> None:
    """Refuse text files of bridge programs that hold no results of an event."""
    if _LIN.match(text) and len(_LIN.findall(text[:20_000])) > 1:
        refuse(0, "", "This is a LIN file of Bridge Base: hands and bidding, not the results of an event.", BBO)
    lines = [line.strip() for line in lines_of(_COMMENT.sub("", text[:20_000])) if line.strip()]
    labelled = [line for line in lines if _RBN_LINE.match(line)]
    if len(labelled) * 5 > len(lines) * 4 and any(_RBN_DEAL.match(line) for line in labelled):
        refuse(0, "", "This is an RBN file: deals and their play, not the results of an event.", EXPORT)
    if _PAIRS_SCORER.search(text[:4_000]):
        message = "This is a list that PairsScorer prints, without the numbers of the players."
        refuse(0, "", message, "Export the USEBIO file (.xml) from PairsScorer instead.")
    if _MAIL.match(text):
        refuse(0, "", "This is an e-mail, not a results file.", "Save the file attached to it, and choose that.")


def refuse_element(name: str) -> NoReturn:
    """Refuse marked-up text, according to its first element."""
    if name.lower() in HTML:
        refuse(0, "", "This is a web page, not a results file.", EXPORT)
    refuse(0, name, f"This file is XML of a kind we do not know (“{name}”).", f"We know {KNOWN_FORMATS}.")
