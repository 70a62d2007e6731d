"""A player's history, row by row. It is on the busiest page of the site, so its rows are not built by a template."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.appearances import Appearance, AwardKey, find_appearances
from masterpoint.centre.filing.histories import Entry, ZeroLine
from masterpoint.centre.filing.models import ENDED_STATES, Filing
from masterpoint.centre.filing.public_results import Competitor
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.ledger.queries import StatementLine
from masterpoint.centre.ledger.reasons import Reasons
from masterpoint.centre.registry.models import Person
from masterpoint.centre.translation.texts import in_language
from masterpoint.web.templatetags.points import points

ROW = """<tr{}>
<td class="day">{}</td>
<td class="for">{}{}{}{}</td>
<td class="number">{}</td>
</tr>
"""
NOTHING = mark_safe(' class="nothing"')
TAG = ' <span class="tag">{}</span>'
POSTINGS = "<details><summary>{}</summary><ul>{}</ul></details>"


def statement_rows(person: Person, entries: Sequence[Entry], user: User | None) -> SafeString:
    """The rows of a history's table, each with the link to its explanation."""
    appearances = find_appearances(person, [row for entry in entries for row in _lookups(entry)], user)
    reasons = Reasons(user, person)
    return format_html_join(
        "", ROW, (_cells(person, entry, appearances.get(_key(entry)), reasons) for entry in entries)
    )


def _key(entry: Entry) -> tuple[str, int]:
    if entry.zero is not None:
        return "zero", entry.zero.pk
    return "line", (entry.counting or entry.lines[0]).pk


def _lookups(entry: Entry) -> list[AwardKey]:
    if entry.zero is not None:
        return [AwardKey(_key(entry), entry.zero.version, None)]
    line = entry.counting or entry.lines[0]
    if line.version is None or line.award is None:
        return []
    return [AwardKey(_key(entry), line.version, line.award)]


def _cells(person: Person, entry: Entry, appearance: Appearance | None, reasons: Reasons) -> tuple[str, ...]:
    line = entry.zero or entry.counting or entry.lines[0]
    details = _details(person, appearance) if appearance is not None else ""
    lines = _postings(person, entry.lines) if len(entry.lines) > 1 else ""
    quiet = "" if entry.hundredths else NOTHING
    return (
        quiet,
        str(in_language(f"{line.day:%-d %b %Y}")),
        _source_cell(person, line, reasons),
        _tag(entry),
        details,
        lines,
        _figure(person, entry, appearance),
    )


def _figure(person: Person, entry: Entry, appearance: Appearance | None) -> str:
    """The points as a link to their explanation. Each link has its own name."""
    if entry.zero is not None:
        if appearance is None:
            return "0"
        address = reverse("result-why", args=[person.federation_id, entry.zero.receipt, appearance.award])
        label = in_language(f"0: why nothing? {entry.zero.event}, {entry.zero.day:%-d %b %Y}")
        return format_html('<a href="{}" aria-label="{}">0</a>', address, label)
    line = entry.counting or entry.lines[0]
    return _award_link(person, line, entry.hundredths)


def _award_link(person: Person, line: StatementLine, hundredths: int) -> str:
    amount = points(hundredths)
    label = in_language(f"Why {amount} {line.colour}? {line.event or _kind(line)}, {line.day:%-d %b %Y}")
    address = reverse("why", args=[person.federation_id, person.number, line.pk])
    return format_html('<a href="{}" aria-label="{}">{} {}</a>', address, label, amount, in_language(line.colour))


def _postings(person: Person, lines: Sequence[StatementLine]) -> SafeString:
    """Every line of a corrected award, oldest first."""
    rows = ((_verb(line), _award_link(person, line, line.hundredths)) for line in reversed(lines))
    return format_html(POSTINGS, in_language("What was posted"), format_html_join("", "<li>{}: {}</li>", rows))


def _verb(line: StatementLine) -> str:
    return str(in_language("Taken back" if line.kind == Posting.Kind.REVERSAL else "Awarded"))


def _source_cell(person: Person, line: StatementLine | ZeroLine, reasons: Reasons) -> str:
    if isinstance(line, StatementLine) and line.event is None:
        reason = reasons.visible(line.kind, line.reason)
        return f"{_kind(line)}: {reason}" if reason else _kind(line)
    address = reverse("result", args=[person.federation_id, line.receipt])
    return format_html('<a href="{}">{}</a>, {}', address, line.event, line.organisation)


def _kind(line: StatementLine) -> str:
    return str(in_language(str(Posting.Kind(line.kind).label)))


def _details(person: Person, appearance: Appearance) -> SafeString:
    """The second line, such as "Place 2, with ..."."""
    place = in_language(f"Place {appearance.place}") if appearance.place else ""
    names = format_html_join(", ", "{}", ((_link(person, partner),) for partner in appearance.partners))
    preposition = in_language("with" if place else "With") if names else ""
    start = f"{place}, {preposition}" if place and preposition else f"{place}{preposition}"
    return format_html('<br><span class="quiet">{}{}{}</span>', start, " " if preposition else "", names)


def _link(person: Person, partner: Competitor) -> str:
    if not partner.number:
        return partner.name
    return format_html(
        '<a href="{}">{}</a>', reverse("player", args=[person.federation_id, partner.number]), partner.name
    )


def _tag(entry: Entry) -> SafeString | str:
    """A tag for an award that was corrected, ended, taken back, or is not official yet."""
    label = _state(entry)
    return format_html(TAG, in_language(label)) if label else ""


def _state(entry: Entry) -> str:
    line = entry.zero or entry.lines[0]
    if line.state in ENDED_STATES:
        return Filing.State(line.state).label.lower()
    if len(entry.lines) > 1:
        return "corrected"
    if entry.lines and entry.lines[0].kind == Posting.Kind.REVERSAL:
        return "taken back"
    return "provisional" if line.state == Filing.State.PROVISIONAL else ""
