"""Reports about points and what they cost: events with their charges, credits won elsewhere, the printout to check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from django.db.models import QuerySet, Sum

from masterpoint.centre.billing import accounts
from masterpoint.centre.billing.models import Charge, Invoice
from masterpoint.centre.billing.money import from_coins
from masterpoint.centre.billing.tariffs import charges_anything, charging_of
from masterpoint.centre.filing.models import ENDED_STATES, Filing
from masterpoint.centre.filing.stored_events import in_force
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.records.queries import edition_of
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.centre.registry.queries import descendants
from masterpoint.centre.reporting.membership import report
from masterpoint.centre.reporting.people import home_members, public_name, public_number, won_by_colour
from masterpoint.centre.reporting.periods import Period
from masterpoint.centre.reporting.reported_points import reported_elsewhere, reported_table, reported_to_visitors
from masterpoint.centre.reporting.tables import (
    Report,
    Table,
    figure_columns,
    points,
    points_by_colour,
    text_columns,
)
from masterpoint.core.charges import Currency
from masterpoint.core.exact import exact, rational, tidy

FILINGS_PER_PAGE = 500


def events(organisation: Organisation, period: Period) -> Report:
    """Every event filed for the period, with its points and its charge (ABF 1.4.3)."""
    filings = Filing.objects.filter(
        organisation__in=descendants(organisation), day__gte=period.first, day__lte=period.last
    )
    rows = list(filings.exclude(state__in=ENDED_STATES).select_related("organisation").order_by("day", "pk"))
    colours = edition_of(organisation.federation, period.last).colours
    points_by_filing, players = _points_by_filing(rows), _players(rows)
    amounts_by_receipt = _charges_by_receipt(rows)
    is_charged = charges_anything(organisation.federation)
    currency = charging_of(organisation.federation).currency
    columns = [
        *text_columns("Day", "Event", "Organiser", "Receipt", "State"),
        *figure_columns("Players", *(colour.capitalize() for colour in colours), *["Charge"] * is_charged),
    ]
    cells = [
        [
            *(f"{filing.day:%-d %b %Y}", filing.name, filing.organisation.name, filing.receipt),
            *(filing.get_state_display(), str(players.get(filing.pk, 0))),
            *points_by_colour(points_by_filing.get(filing.pk, {}), colours),
            *[currency.text(tidy(amounts_by_receipt[filing.receipt])) if filing.receipt in amounts_by_receipt else ""]
            * is_charged,
        ]
        for filing in rows
    ]
    sums: dict[str, int] = {}
    for amounts in points_by_filing.values():
        for colour, amount in amounts.items():
            sums[colour] = sums.get(colour, 0) + amount
    total = [currency.text(tidy(sum(amounts_by_receipt.values(), Fraction(0))))] * is_charged
    sum_row = ["", "Together", "", "", "", "", *points_by_colour(sums, colours), *total]
    table = Table("Events", columns, cells, sum_row if cells else (), "No event was filed.")
    tables = [table, *reported_table(organisation, period, colours)]
    if not is_charged:
        return report("Events", organisation, period, *tables, notes=["Only points of registered players are counted."])
    note = "Only points of registered players are counted. Charges are exact; an invoice rounds each line once."
    return report("Events and charges", organisation, period, *tables, notes=[note])


def _pages(filings: Sequence[Filing]) -> Iterable[Sequence[Filing]]:
    return (filings[start : start + FILINGS_PER_PAGE] for start in range(0, len(filings), FILINGS_PER_PAGE))


def _points_by_filing(filings: Sequence[Filing]) -> dict[int, dict[str, int]]:
    points_by_filing: dict[int, dict[str, int]] = {}
    for page in _pages(filings):
        lines = Line.objects.filter(posting__version__filing__in=page).order_by()
        sums = lines.values_list("posting__version__filing", "colour").annotate(sum=Sum("hundredths"))
        for filing, colour, amount in sums:
            points_by_filing.setdefault(filing, {})[colour] = amount
    return points_by_filing


def _players(filings: Sequence[Filing]) -> dict[int, int]:
    """The number of registered players in each filing, whether they won anything or not."""
    counts: dict[int, int] = {}
    for page in _pages(filings):
        versions = in_force().filter(filing__in=page).order_by("number").values_list("filing", "people")
        counts |= {filing: len(set(people.values())) for filing, people in versions}
    return counts


def _charges_by_receipt(filings: Sequence[Filing]) -> dict[str, Fraction]:
    amounts: dict[str, Fraction] = {}
    for page in _pages(filings):
        charges = Charge.objects.filter(subject__in=[filing.receipt for filing in page])
        for subject, amount in charges.values_list("subject", "amount"):
            amounts[subject] = amounts.get(subject, Fraction(0)) + rational(exact(amount))
    return amounts


def won_elsewhere(organisation: Organisation, period: Period) -> Report:
    """Credits of home members, posted in the period, for events of other organisers (ABF 1.4.3)."""
    organisation_keys = descendants(organisation)
    lines = Line.objects.filter(
        person__home_club__in=organisation_keys,
        posting__version__isnull=False,
        posting__at__date__range=(period.first, period.last),
    ).exclude(posting__version__filing__organisation__in=organisation_keys)
    lines = lines.select_related("person", "posting__version__filing__organisation").defer(
        "posting__version__event", "posting__version__result", "posting__version__original"
    )
    rows = reported_elsewhere(organisation, period)
    for line in lines.order_by("pk").iterator(chunk_size=500):
        version = line.posting.version
        assert version is not None
        filing = version.filing
        remark = "taken back" if line.posting.reverses_id else ""
        row = [
            *(line.person.number, line.person.name, f"{line.day:%-d %b %Y}", filing.name),
            *(filing.organisation.name, line.colour, points(line.hundredths), remark),
        ]
        rows.append((line, row))
    rows.sort(key=lambda row: (row[0].person.sort_key, row[0].person_id, row[0].day, row[0].pk))
    columns = [
        *text_columns("Number", "Name", "Day", "Event", "Organiser", "Colour"),
        *figure_columns("Points"),
        *text_columns("Note"),
    ]
    table = Table("Credits", columns, [row for _, row in rows], when_empty="No home member won points elsewhere.")
    return report("Credits won elsewhere", organisation, period, table)


def printout(organisation: Organisation, period: Period) -> Report:
    """What every member won in the period, and others who won points here, for the club to check (NZ E35.4, ABF C)."""
    colours = edition_of(organisation.federation, period.last).colours
    people = list(home_members(organisation))
    columns = [*text_columns("Number", "Name"), *figure_columns(*(colour.capitalize() for colour in colours))]
    won = won_by_colour(people, period.first, period.last)
    rows = [
        [person.number, person.name, *points_by_colour(won.get(person.pk, {}), colours)]
        for person in people
        if any(won.get(person.pk, {}).values())
    ]
    return report(
        "Printout to check",
        organisation,
        period,
        Table("Home members", columns, rows, when_empty="No home member won points."),
        Table("Others who won points here", columns, _visitors(organisation, period, colours)),
        notes=["Compare with your own results. If something is wrong, correct the filing or ask a question."],
    )


def _visitors(organisation: Organisation, period: Period, colours: Iterable[str]) -> list[list[str]]:
    organisation_keys = descendants(organisation)
    lines = Line.objects.filter(
        posting__version__filing__organisation__in=organisation_keys, day__gte=period.first, day__lte=period.last
    ).exclude(person__home_club__in=organisation_keys)
    sums: dict[int, dict[str, int]] = {}
    for won in (lines, reported_to_visitors(organisation, period)):
        for person, colour, amount in won.values_list("person", "colour").annotate(sum=Sum("hundredths")).order_by():
            amounts = sums.setdefault(person, {})
            amounts[colour] = amounts.get(colour, 0) + amount
    people = Person.objects.select_related("home_club", "merged_into").in_bulk(sums)
    sorted_people = sorted(people.values(), key=lambda person: (person.sort_key, person.pk))
    return [
        [public_number(person), public_name(person), *points_by_colour(sums[person.pk], colours)]
        for person in sorted_people
        if any(sums[person.pk].values())
    ]


def costs(organisation: Organisation, period: Period) -> Report:
    """What the period cost, by kind, with the invoices issued and what is owed (NZ E35.4, ABF 1.4.3)."""
    charging = charging_of(organisation.federation)
    currency = charging.currency
    organisation_keys = descendants(organisation)
    charges = Charge.objects.filter(organisation__in=organisation_keys, day__gte=period.first, day__lte=period.last)
    kinds: dict[str, tuple[int, int, Fraction]] = {}
    for title, heads, amount in charges.order_by("title").values_list("title", "player_sessions", "amount"):
        count, sessions, total = kinds.get(title, (0, 0, Fraction(0)))
        value = rational(exact(amount))
        kinds[title] = count + 1, sessions + (heads if value >= 0 else -heads), total + value
    rows = [
        [title, str(count), str(sessions), currency.text(tidy(total))]
        for title, (count, sessions, total) in kinds.items()
    ]
    total_text = currency.text(tidy(sum((amount for *_, amount in kinds.values()), Fraction(0))))
    columns = [*text_columns("What for"), *figure_columns("Charges", "Player-sessions", "Amount")]
    invoices = Invoice.objects.filter(
        organisation__in=organisation_keys, issued_on__gte=period.first, issued_on__lte=period.last
    )
    invoice_rows = [
        [
            *(invoice.number, invoice.get_kind_display(), invoice.organisation.name, f"{invoice.issued_on:%-d %b %Y}"),
            currency.text(from_coins(currency, invoice.total)),
        ]
        for invoice in invoices.select_related("organisation").order_by("issued_on", "number")
    ]
    headings = [*text_columns("Number", "Kind", "For", "Issued"), *figure_columns("Total")]
    balance = currency.text(from_coins(currency, accounts.balance(organisation, period.last)))
    return report(
        "Costs",
        organisation,
        period,
        Table("Charges", columns, rows, ["Together", "", "", total_text] if rows else (), "Nothing was charged."),
        Table("Invoices", headings, invoice_rows, when_empty="No invoice was issued."),
        notes=[
            f"Owed by {organisation.name} on {period.last:%-d %B %Y}: {balance}.",
            *_note_on_later_invoices(charges.filter(organisation=organisation), period, currency),
        ],
    )


def _note_on_later_invoices(charges: QuerySet[Charge], period: Period, currency: Currency) -> Iterator[str]:
    """A note on charges that came to an invoice only later: without it, what is owed seems too little."""
    later = charges.exclude(billed__line__invoice__issued_on__lte=period.last)
    amount = tidy(sum((rational(exact(text)) for text in later.values_list("amount", flat=True)), Fraction(0)))
    if amount:
        yield f"Charges of {currency.text(amount)} that were on no invoice by then are not part of it."
