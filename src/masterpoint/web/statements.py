"""A player's statement, row by row. The busiest page of the site shows it, so its rows are not built by a template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.appearances import Appearance, appearances
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.public_results import Competitor
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.ledger.queries import StatementLine
from masterpoint.centre.registry.models import Person
from masterpoint.web.templatetags.points import points

ROW = """<tr>
<td class="day">{}</td>
<td class="for">{}{}{}</td>
<td class="number"><a href="{}" aria-label="{}">{} {}</a></td>
</tr>
"""
TAKEN_BACK = mark_safe(' <span class="tag">taken back</span>')
PROVISIONAL = mark_safe(' <span class="tag">provisional</span>')


def statement_rows(person: Person, lines: Sequence[StatementLine], user: User | None) -> SafeString:
    """The rows of a statement's table, each with the way to its explanation."""
    why = reverse("why", args=[person.federation_id, person.number, 0]).removesuffix("0/")
    played = appearances(person, lines, user)
    return format_html_join("", ROW, (_cells(person, line, f"{why}{line.pk}/", played) for line in lines))


def _cells(person: Person, line: StatementLine, why: str, played: Mapping[int, Appearance]) -> tuple[str, ...]:
    amount, day = points(line.hundredths), f"{line.day:%-d %b %Y}"
    label = f"Why {amount} {line.colour}? {line.event or _kind(line)}, {day}"
    how = _how(person, played[line.pk]) if line.pk in played else ""
    return day, _what_for(person, line), _tag(line), how, why, label, amount, line.colour


def _what_for(person: Person, line: StatementLine) -> str:
    if line.event is None:
        return f"{_kind(line)}: {line.reason}" if line.reason else _kind(line)
    address = reverse("result", args=[person.federation_id, line.receipt])
    return format_html('<a href="{}">{}</a>, {}', address, line.event, line.organisation)


def _kind(line: StatementLine) -> str:
    return str(Posting.Kind(line.kind).label)


def _how(person: Person, played: Appearance) -> SafeString:
    """The second line: "Place 2, with ..."."""
    place = f"Place {played.place}" if played.place else ""
    names = format_html_join(", ", "{}", ((_link(person, partner),) for partner in played.partners))
    joined = ", with " if place and names else ("With " if names else "")
    return format_html('<br><span class="quiet">{}{}{}</span>', place, joined, names)


def _link(person: Person, partner: Competitor) -> str:
    if not partner.number:
        return partner.name
    return format_html(
        '<a href="{}">{}</a>', reverse("player", args=[person.federation_id, partner.number]), partner.name
    )


def _tag(line: StatementLine) -> SafeString | str:
    if line.kind == Posting.Kind.REVERSAL:
        return TAKEN_BACK
    return PROVISIONAL if line.state == Filing.State.PROVISIONAL else ""
