"""Recognises the format of a file from its content, never from its name."""

from __future__ import annotations

import re

from masterpoint.core.errors import NotReadable, NotUnderstood
from masterpoint.formats import foreign, headings, mempad, web_pages, xls, xlsx
from masterpoint.formats.bws import jet
from masterpoint.formats.problems import problem
from masterpoint.formats.text import CELL_SEPARATORS, check_size, decode, lines_of, pasted_rows, rows_of

_FIRST_ELEMENT = re.compile(r"<([A-Za-z_][\w.:-]{0,60})")
_PROLOG = re.compile(r"<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[[^\]]*\])?[^>]*>", re.DOTALL)
_CREDIT_LINE = re.compile(r"\d{13}(?:\d{6})?\Z", re.ASCII)
_PBN = re.compile(r'^\s*\[[A-Za-z]\w{0,40}\s+"', re.MULTILINE)
_BYTES_EXAMINED = 200_000
ELEMENTS = {"USEBIO": "usebio", "session": "nz scorer"}


def recognise(data: bytes) -> str:
    """The name of the format, a key of `formats.FORMATS`; an unknown file is refused with what it seems to be."""
    check_size(data)
    if data.startswith((jet.SIGNATURE, jet.ACE_SIGNATURE)):
        return "bws"
    if data.startswith(xlsx.SIGNATURE):
        if xlsx.is_workbook(data):
            return "xlsx"
        foreign.refuse_packed(data)
    if data.startswith(xls.SIGNATURE) and xls.is_workbook(data):
        return "xls"
    foreign.refuse_known_bytes(data)
    return _by_text(decode(_beginning(data), _declared_format(data)).text)


def _beginning(data: bytes) -> bytes:
    """Enough of the file to recognise it, never cut inside a letter."""
    if len(data) <= _BYTES_EXAMINED:
        return data
    start = data[:_BYTES_EXAMINED]
    while start and start[-1] & 0x80:
        start = start[:-1]
    return start


def _declared_format(data: bytes) -> str:
    match = re.search(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9._-]{1,40})[\"']", data[:400])
    return match[1].decode("ascii") if match else ""


def _by_text(text: str) -> str:
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith("<"):
        return _by_element(start)
    foreign.refuse_known_text(start)
    if start.startswith("{"):
        return "json"
    lines = [line.strip() for line in lines_of(start) if line.strip()]
    if all(_CREDIT_LINE.match(line) for line in lines[:-1] or lines):
        return "abf credits"
    if lines[0].upper().startswith("#VERSION"):
        return "bridgewebs"
    if lines[0].startswith("% PBN") or _PBN.search(start):
        return "pbn"
    return _by_headings(start)


def _by_element(start: str) -> str:
    match = _FIRST_ELEMENT.search(_PROLOG.sub("", start[:20_000]))
    name = match[1] if match else ""
    if name in ELEMENTS:
        return ELEMENTS[name]
    is_page = start[:14].lower() == "<!doctype html" or name.lower() in foreign.HTML
    if not (is_page and web_pages.has_lists(start)):
        foreign.refuse_element("html" if is_page else name)
    return "web page"


def _by_headings(text: str) -> str:
    refusal: NotReadable | None = None
    for delimiter in ",;\t":
        try:
            rows = rows_of(text[:_BYTES_EXAMINED], delimiter=delimiter)[:40]
        except NotReadable as error:
            refusal = error
            continue
        first = [cell.lower() for cell in rows[0][1]] if rows else []
        if first[:2] == [name.lower() for name in mempad.CLAIM_HEADING[:2]]:
            return "mempad claims"
        if first[:1] == [mempad.MEMBER_HEADING[0].lower()]:
            return "mempad members"
        if {"pairns", "pairew", "contract"} <= set(first):
            return "bws csv"
        if any(headings.is_heading(cells) for _, cells in rows):
            return "ranked list"
    if any(
        headings.is_heading(cells)
        for mark in CELL_SEPARATORS
        for _, cells in pasted_rows(text[:_BYTES_EXAMINED], mark)[:40]
    ):
        return "ranked list"
    if refusal is not None:
        raise refusal
    raise NotUnderstood(problem(0, "", "is not in a format we know", f"We know {foreign.KNOWN_FORMATS}."))
