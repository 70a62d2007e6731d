"""A player's statement, row by row. The busiest page of the site shows it, so its rows are not built by a template."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.ledger.queries import StatementLine
from masterpoint.centre.registry.models import Person
from masterpoint.web.templatetags.points import points

ROW = """<tr>
<td data-label="Day">{}</td>
<td data-label="For"><span>{}{}</span></td>
<td data-label="Points" class="number">{}</td>
<td data-label="Colour">{}</td>
<td data-label="Why"><a href="{}">Why {}?</a></td>
</tr>
"""
TAKEN_BACK = mark_safe(' <span class="tag">taken back</span>')
PROVISIONAL = mark_safe(' <span class="tag">provisional</span>')


def statement_rows(person: Person, lines: Iterable[StatementLine]) -> SafeString:
    """The rows of a statement's table, each with the way to its explanation."""
    why = reverse("why", args=[person.federation_id, person.number, 0]).removesuffix("0/")
    return format_html_join("", ROW, (_cells(line, f"{why}{line.pk}/") for line in lines))


def _cells(line: StatementLine, why: str) -> tuple[str, ...]:
    amount = points(line.hundredths)
    return f"{line.day:%-d %b %Y}", _what_for(line), _tag(line), amount, line.colour, why, amount


def _what_for(line: StatementLine) -> str:
    if line.event is not None:
        return f"{line.event}, {line.organisation}"
    kind = str(Posting.Kind(line.kind).label)
    return f"{kind}: {line.reason}" if line.reason else kind


def _tag(line: StatementLine) -> SafeString | str:
    if line.kind == Posting.Kind.REVERSAL:
        return TAKEN_BACK
    return PROVISIONAL if line.state == Filing.State.PROVISIONAL else ""
