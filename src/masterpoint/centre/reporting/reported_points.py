"""Points that organisations reported by player, without a filing, for reports."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from django.db.models import Count, Q, QuerySet, Sum

from masterpoint.centre.billing.models import Charge
from masterpoint.centre.billing.return_charges import subject_of
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.crediting.returns import takes_returns
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.registry.models import Organisation
from masterpoint.centre.registry.queries import descendants
from masterpoint.centre.reporting.periods import Period
from masterpoint.centre.reporting.tables import Table, figure_columns, points, points_by_colour, text_columns
from masterpoint.core.exact import exact, rational, tidy

REPORTED = Posting.Kind.REPORTED


def reported_table(organisation: Organisation, period: Period, colours: Sequence[str]) -> list[Table]:
    """A table of every return of the period with its points and charge; no table if the book has no returns."""
    if not takes_returns(organisation.federation):
        return []
    names = dict(Organisation.objects.filter(pk__in=descendants(organisation)).values_list("number", "name"))
    currency = charging_of(organisation.federation).currency
    rows = []
    for posting in _returns(organisation, names, period):
        lines = posting.lines.order_by()
        won = dict(lines.values_list("colour").annotate(sum=Sum("hundredths")))
        counts = lines.aggregate(players=Count("person", distinct=True))
        amounts = Charge.objects.filter(posting__federation=organisation.federation, subject=subject_of(posting))
        charges = [rational(exact(amount)) for amount in amounts.values_list("amount", flat=True)]
        rows.append(
            [
                *(f"{lines.values_list('day', flat=True)[0]:%-d %b %Y}", posting.facts.get("event", posting.reason)),
                *(names[posting.facts["organisation"]], str(posting.number), posting.facts.get("authorisation", "")),
                *(str(counts["players"]), *points_by_colour(won, colours)),
                currency.text(tidy(sum(charges, Fraction(0)))) if charges else "",
            ]
        )
    columns = [
        *text_columns("Day", "Event", "Organiser", "Posting", "Authorisation"),
        *figure_columns("Players", *(colour.capitalize() for colour in colours), "Charge"),
    ]
    return [Table("Points reported by player", columns, rows, when_empty="No points were reported.")]


def _returns(organisation: Organisation, names: dict[str, str], period: Period) -> QuerySet[Posting]:
    rows = Posting.objects.filter(
        federation=organisation.federation,
        kind=REPORTED,
        reversed_by=None,
        detail__organisation__in=list(names),
        lines__day__gte=period.first,
        lines__day__lte=period.last,
    )
    return rows.distinct().order_by("number")


def reported_elsewhere(organisation: Organisation, period: Period) -> list[tuple[Line, list[str]]]:
    """Credits of home members that other organisations reported in the period: each line with its row."""
    if not takes_returns(organisation.federation):
        return []
    organisation_keys = descendants(organisation)
    names = dict(Organisation.objects.filter(federation=organisation.federation).values_list("number", "name"))
    own_numbers = set(Organisation.objects.filter(pk__in=organisation_keys).values_list("number", flat=True))
    lines = Line.objects.filter(
        Q(posting__kind=REPORTED) | Q(posting__reverses__kind=REPORTED),
        person__home_club__in=organisation_keys,
        posting__at__date__range=(period.first, period.last),
    ).select_related("person", "posting__reverses")
    rows = []
    for line in lines.order_by("pk").iterator(chunk_size=500):
        facts = (line.posting.reverses or line.posting).facts
        if facts.get("organisation") in own_numbers or "organisation" not in facts:
            continue
        row = [
            *(line.person.number, line.person.name, f"{line.day:%-d %b %Y}", facts.get("event", "")),
            *(names.get(facts["organisation"], ""), line.colour, points(line.hundredths)),
            "taken back" if line.posting.reverses_id else "reported",
        ]
        rows.append((line, row))
    return rows


def reported_to_visitors(organisation: Organisation, period: Period) -> QuerySet[Line]:
    """The lines that an organisation reported for players of other clubs."""
    organisation_keys = descendants(organisation)
    own_numbers = list(Organisation.objects.filter(pk__in=organisation_keys).values_list("number", flat=True))
    lines = Line.objects.filter(
        posting__federation=organisation.federation,
        posting__kind=REPORTED,
        posting__reversed_by=None,
        posting__detail__organisation__in=own_numbers,
        day__gte=period.first,
        day__lte=period.last,
    )
    return lines.exclude(person__home_club__in=organisation_keys)
