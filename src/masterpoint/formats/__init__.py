"""File formats, one module each: they read files into neutral values and write files from them.

`FORMATS` is the only list of them. `read` recognises a file by its content and reads it.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from masterpoint.core.member_lists import Credits, Members
from masterpoint.core.results import Results
from masterpoint.formats import (
    abf_credits,
    bridgewebs,
    bws,
    mempad,
    nz_scorer,
    nz_sheet,
    pages,
    pbn,
    ranked_list,
    usebio,
    web_pages,
    xls,
    xlsx,
)
from masterpoint.formats.problems import refuse
from masterpoint.formats.recognise import recognise


class Reader(msgspec.Struct, frozen=True):
    """A format that can be read. Each reader takes the bytes and `source`, the name for messages."""

    title: str
    read: Callable[..., Results | Credits | Members]


class Writer(msgspec.Struct, frozen=True):
    """A format results can be written in."""

    title: str
    ending: str
    write: Callable[..., bytes]
    reader: str = ""
    """The name of the reader for this format; empty for a format that only people read."""


FORMATS: dict[str, Reader] = {
    "usebio": Reader("USEBIO XML 1.0 to 1.3", usebio.read),
    "nz scorer": Reader("New Zealand Scorer session", nz_scorer.read),
    "bws": Reader("Bridgemate / BridgeTab .bws", bws.read),
    "bws csv": Reader("Bridgemate results table, CSV", bws.read_csv),
    "pbn": Reader("PBN with results", pbn.read),
    "ranked list": Reader("ranked list, CSV", ranked_list.read),
    "xlsx": Reader("ranked list, spreadsheet .xlsx", xlsx.read),
    "xls": Reader("ranked list, old spreadsheet .xls", xls.read),
    "web page": Reader("result page, HTML", web_pages.read),
    "bridgewebs": Reader("BridgeWebs CSV", bridgewebs.read),
    "json": Reader("Masterpoint results, JSON", pages.read_json),
    "abf credits": Reader("ABF masterpoint credit file", abf_credits.read),
    "mempad claims": Reader("MEMPAD claims", mempad.read_claims),
    "mempad members": Reader("MEMPAD members", mempad.read_members),
}

WRITERS: dict[str, Writer] = {
    "usebio": Writer("USEBIO XML 1.2 or 1.3", ".xml", usebio.write, "usebio"),
    "csv": Writer("ranked list, CSV", ".csv", ranked_list.write, "ranked list"),
    "bridgewebs": Writer("BridgeWebs CSV", ".csv", bridgewebs.write, "bridgewebs"),
    "nz sheet": Writer("return for NZ Bridge, CSV", ".csv", nz_sheet.write),
    "markdown": Writer("result page, Markdown", ".md", pages.write_markdown),
    "html": Writer("result page, HTML", ".html", pages.write_html),
    "json": Writer("all results, JSON", ".json", pages.write_json, "json"),
}


CREDIT_WRITERS: dict[str, Writer] = {
    "abf credits": Writer("ABF masterpoint credit file", ".rag", abf_credits.write),
    "mempad claims": Writer("MEMPAD claims", ".csv", mempad.write_claims),
}


def read(data: bytes, *, source: str) -> Results | Credits | Members:
    """Read any known file, recognised by its content."""
    return FORMATS[recognise(data)].read(data, source=source)


def read_results(data: bytes, *, source: str) -> Results:
    """The results of an event from a file; credits and lists of members are refused by name."""
    results = read(data, source=source)
    if not isinstance(results, Results):
        refuse(0, "", f"is {results.format}, not the results of an event", "Choose the results file.")
    return results


__all__ = ["CREDIT_WRITERS", "FORMATS", "WRITERS", "Reader", "Writer", "read", "read_results", "recognise"]
