"""Result pages: Markdown, HTML and JSON. (The CSV page is `ranked_list.write`.)

JSON holds everything and reads back as equal results; the others are for people.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from decimal import Decimal

import msgspec

from masterpoint.core.errors import NotReadable
from masterpoint.core.results import Entry, Ranking, Results, written_places
from masterpoint.formats.foreign import EXPORT
from masterpoint.formats.problems import problem, refuse
from masterpoint.formats.text import check_size, decode

HEADING = ("Place", "Number", "Names", "Result", "Awards")
_decoder = msgspec.json.Decoder(Results)


def write_json(results: Results) -> bytes:
    """Everything, with figures as text so that they stay exact."""
    return msgspec.json.format(msgspec.json.encode(results), indent=1) + b"\n"


def read_json(data: bytes, *, source: str) -> Results:
    """Read what `write_json` wrote."""
    check_size(data)
    try:
        results = _decoder.decode(decode(data).text)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise NotReadable(
            problem(0, "", f"is JSON, but not results that Masterpoint wrote ({str(error)[:150]})", EXPORT)
        ) from None
    if not _is_plain(results):
        refuse(0, "", "holds a figure that no event can have", "Export it again.")
    return results


MAX_DIGITS = 30


def _is_plain(value: object) -> bool:
    """Whether no figure, at any depth, is infinite, not a number, or too long to print."""
    if isinstance(value, Decimal):
        return value.is_finite() and -MAX_DIGITS < value.adjusted() < MAX_DIGITS and len(str(value)) < 2 * MAX_DIGITS
    if isinstance(value, tuple):
        return all(_is_plain(item) for item in value)
    if isinstance(value, msgspec.Struct):
        return all(_is_plain(getattr(value, name)) for name in value.__struct_fields__)
    return not isinstance(value, int) or abs(value) < 10**MAX_DIGITS


def title(results: Results) -> str:
    name = results.event_name or results.title or "Results"
    return ", ".join(part for part in (name, results.club_name, _day(results)) if part)


def _day(results: Results) -> str:
    day = results.played
    return f"{day.day} {day:%B} {day.year}" if day else results.played_as_written


def table(ranking: Ranking) -> list[list[str]]:
    """The rows of a list, under `HEADING`."""
    places = written_places(entry.place for entry in ranking.entries)
    return [
        [place, entry.number, names(entry), figure(entry), awards(entry)]
        for entry, place in zip(ranking.entries, places, strict=True)
    ]


def names(entry: Entry) -> str:
    people = " & ".join(player.name for player in entry.players)
    return f"{entry.team_name}: {people}" if entry.team_name else people


def figure(entry: Entry) -> str:
    if entry.percentage is not None:
        return f"{_number_text(entry.percentage)} %"
    return "" if entry.score is None else _number_text(entry.score)


def awards(entry: Entry) -> str:
    return ", ".join(f"{_number_text(award.points)} {award.colour}".strip() for award in entry.awards)


def _number_text(number: Decimal) -> str:
    return f"{number:f}"


_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+!|<>~-])")


def _escape(text: str) -> str:
    """Text on one line that Markdown shows as it is."""
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split()))


def write_markdown(results: Results) -> bytes:
    """One table per list."""
    parts = [f"# {_escape(title(results))}", ""]
    for ranking in results.rankings:
        if len(results.rankings) > 1:
            parts += [f"## {_escape(ranking.label())}", ""]
        parts += [_markdown_row(HEADING), _markdown_row(["---:", ":---", ":---", "---:", "---:"])]
        parts += [_markdown_row([_escape(cell) for cell in row]) for row in table(ranking)]
        parts.append("")
    return "\n".join(parts).encode()


def _markdown_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def write_html(results: Results) -> bytes:
    """A self-contained page: no script, no link, nothing to fetch."""
    name = html.escape(title(results))
    parts = [
        "<!doctype html>",
        '<html lang="en">',
        f'<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{name}</title></head>',
        f"<body><main><h1>{name}</h1>",
    ]
    for ranking in results.rankings:
        caption = f"<caption>{html.escape(ranking.label())}</caption>" if len(results.rankings) > 1 else ""
        head = "".join(f'<th scope="col">{cell}</th>' for cell in HEADING)
        parts.append(f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>")
        parts += ["<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in table(ranking)]
        parts.append("</tbody></table>")
    parts.append("</main></body></html>")
    return "\n".join([*parts, ""]).encode()
