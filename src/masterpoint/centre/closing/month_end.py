"""A month on one page: what came in and from whom, what is missing, and what needs attention before it is closed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, datetime, time
from typing import NamedTuple

from django.db.models import Count, Max, Q, QuerySet
from django.utils.timezone import get_current_timezone

from masterpoint.centre.enquiries.models import Enquiry
from masterpoint.centre.filing import double_credits
from masterpoint.centre.filing.higher_levels import LEVEL
from masterpoint.centre.filing.models import ENDED_STATES, Filing, Month, Version
from masterpoint.centre.filing.month_days import last_day_of, month_before, next_month
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry.models import Federation, Organisation

MONTHS_BEFORE = 3
"""An organisation that filed in one of this many months before, but not in this one, is missing."""
ROWS_SHOWN = 200


class Club(NamedTuple):
    """What one organisation filed in the month."""

    organisation: Organisation
    sessions: int
    provisional: int
    official: int
    ended: int


class MissingClub(NamedTuple):
    """A missing organisation, and the last day it filed for."""

    organisation: Organisation
    last_day: date
    sessions: int


class MonthEnd(NamedTuple):
    """Everything the page shows."""

    first_day: date
    last_day: date
    state: str
    month: Month | None
    counts: dict[str, int]
    clubs: list[Club]
    missing: list[MissingClub]
    questions: list[Enquiry]
    with_findings: list[Filing]
    late: list[Filing]
    corrections: list[Version]
    ended: list[Filing]
    still_official: int
    """Filings that are official although the month is open: reopening it was interrupted."""

    @property
    def sessions(self) -> int:
        return sum(self.counts[state] for state in self.counts if state not in ENDED_STATES)


def month_end(federation: Federation, first_day: date, organisations: Collection[int] | None = None) -> MonthEnd:
    """A month of a federation, or of some of its organisations only."""
    next_first = next_month(first_day)
    all_filings = _of_organisations(Filing.objects.filter(federation=federation), organisations).select_related(
        "organisation"
    )
    filings = all_filings.filter(day__gte=first_day, day__lt=next_first).order_by("day", "pk")
    month = Month.objects.filter(federation=federation, first_day=first_day).select_related("closed_by").first()
    in_force = filings.exclude(state__in=ENDED_STATES)
    return MonthEnd(
        first_day=first_day,
        last_day=last_day_of(first_day),
        state=month.state if month else Month.State.OPEN,
        month=month,
        counts=dict.fromkeys(Filing.State.values, 0) | _counts(filings),
        clubs=_clubs(filings),
        missing=_missing(all_filings, in_force, first_day),
        questions=_questions(federation, first_day, next_first, organisations),
        with_findings=list(in_force.filter(findings__gt=0)[:ROWS_SHOWN]),
        late=list(in_force.exclude(late_reason="").select_related("filed_by")[:ROWS_SHOWN]),
        corrections=_corrections(federation, first_day, next_first, organisations),
        ended=list(filings.filter(state__in=ENDED_STATES)[:ROWS_SHOWN]),
        still_official=_still_official(month, filings),
    )


def _still_official(month: Month | None, filings: QuerySet[Filing]) -> int:
    is_open = month is not None and month.state == Month.State.OPEN
    return filings.filter(state=Filing.State.OFFICIAL, approved_by=None).count() if is_open else 0


class Matter(NamedTuple):
    """An open matter of a month, to be settled or decided before it is closed."""

    kind: str
    subject: str
    message: str
    fix: str

    def __str__(self) -> str:
        return f"{self.subject}: {self.message}"


SAME_EVENING = "same evening"


def open_matters(
    federation: Federation, first_day: date, matters_of_evenings: Sequence[Matter] | None = None
) -> list[Matter]:
    """Unanswered questions, missing clubs, levels nobody has approved, and evenings that may be credited twice.

    `matters_of_evenings`: the last kind, if known. Otherwise every evening is compared with others.
    """
    next_first = next_month(first_day)
    filings = Filing.objects.filter(federation=federation)
    in_force = _filings_in_force(federation, first_day)
    questions = [
        Matter(
            "open question",
            f"{question.person.name} ({question.person.number})",
            f"the question to {question.organisation.name} about {question.day:%-d %B %Y} has no answer",
            "answer it first, or say why you close the month anyway",
        )
        for question in _questions(federation, first_day, next_first, None)
    ]
    missing = [
        Matter(
            "missing club",
            club.organisation.name,
            f"nothing was filed for {first_day:%B %Y}; the last session was on {club.last_day:%-d %B %Y}",
            "ask the club first, or say why you close the month anyway",
        )
        for club in _missing(filings, in_force, first_day)
    ]
    return [
        *questions,
        *missing,
        *_higher_levels(in_force),
        *(same_evenings(federation, first_day) if matters_of_evenings is None else matters_of_evenings),
    ]


def _higher_levels(in_force: QuerySet[Filing]) -> list[Matter]:
    """Filings at a higher level than their organisation's, which wait for the office."""
    provisional = in_force.filter(state=Filing.State.PROVISIONAL, findings__gt=0)
    postings = Posting.objects.filter(
        version__filing__in=provisional,
        kind=Posting.Kind.AWARDS,
        reversed_by=None,
        **{f"detail__{LEVEL}__isnull": False},
    )
    return [
        Matter(
            "level of the organiser",
            f"{posting.version.filing.receipt}, {posting.version.filing.organisation.name}",
            f"it was filed at {posting.facts[LEVEL]} level, and nobody has approved it",
            "approve or reject it first, or say why you close the month anyway",
        )
        for posting in postings.select_related("version__filing__organisation").order_by("version__filing")
        if posting.version is not None
    ]


def _filings_in_force(federation: Federation, first_day: date) -> QuerySet[Filing]:
    """The filings of a month that have not ended."""
    filings = Filing.objects.filter(federation=federation, day__gte=first_day, day__lt=next_month(first_day))
    return filings.exclude(state__in=ENDED_STATES)


def same_evenings(federation: Federation, first_day: date, keys: Collection[int] | None = None) -> list[Matter]:
    """Evenings of a month, or only of some filings (`keys`), that may be credited twice."""
    in_force = _filings_in_force(federation, first_day)
    in_force = in_force if keys is None else in_force.filter(pk__in=keys)
    pairs_by_filing = double_credits.undecided_pairs(list(in_force.select_related("federation")))
    pairs = {pair.receipts: pair for filing_pairs in pairs_by_filing.values() for pair in filing_pairs}
    return [
        Matter(
            SAME_EVENING,
            f"{pair.first.receipt} and {pair.second.receipt}",
            f"these may be one evening: {pair.second.receipt} has {pair.why}",
            "withdraw one of them, or decide that they are two events, or say why you close the month anyway",
        )
        for pair in pairs.values()
    ]


def _of_organisations(filings: QuerySet[Filing], organisations: Collection[int] | None) -> QuerySet[Filing]:
    return filings if organisations is None else filings.filter(organisation__in=organisations)


def _counts(filings: QuerySet[Filing]) -> dict[str, int]:
    return dict(filings.order_by().values_list("state").annotate(Count("pk")))


def _clubs(filings: QuerySet[Filing]) -> list[Club]:
    rows = (
        filings.order_by()
        .values("organisation")
        .annotate(
            provisional=Count("pk", filter=Q(state=Filing.State.PROVISIONAL)),
            official=Count("pk", filter=Q(state=Filing.State.OFFICIAL)),
            ended=Count("pk", filter=Q(state__in=ENDED_STATES)),
        )
    )
    organisations = Organisation.objects.in_bulk([row["organisation"] for row in rows])
    clubs = [
        Club(
            organisations[row["organisation"]],
            row["provisional"] + row["official"],
            row["provisional"],
            row["official"],
            row["ended"],
        )
        for row in rows
    ]
    return sorted(clubs, key=lambda club: club.organisation.name)


def start_of_comparison(first_day: date) -> date:
    """The first day of the period in which a missing club must have filed."""
    for _ in range(MONTHS_BEFORE):
        first_day = month_before(first_day)
    return first_day


def _missing(all_filings: QuerySet[Filing], in_force: QuerySet[Filing], first_day: date) -> list[MissingClub]:
    start = start_of_comparison(first_day)
    earlier_filings = all_filings.exclude(state__in=ENDED_STATES).filter(day__gte=start, day__lt=first_day)
    earlier_filings = earlier_filings.exclude(organisation__in=in_force.order_by().values("organisation"))
    rows = earlier_filings.order_by().values("organisation").annotate(last=Max("day"), count=Count("pk"))
    organisations = Organisation.objects.filter(active=True).in_bulk([row["organisation"] for row in rows])
    missing = [
        MissingClub(organisations[row["organisation"]], row["last"], row["count"])
        for row in rows
        if row["organisation"] in organisations
    ]
    return sorted(missing, key=lambda club: club.organisation.name)


def _questions(
    federation: Federation, first_day: date, next_first: date, organisations: Collection[int] | None
) -> list[Enquiry]:
    questions = Enquiry.objects.filter(
        organisation__federation=federation, state=Enquiry.State.OPEN, day__gte=first_day, day__lt=next_first
    )
    questions = questions if organisations is None else questions.filter(organisation__in=organisations)
    return list(questions.select_related("person__home_club", "organisation").order_by("day", "pk")[:ROWS_SHOWN])


def _corrections(
    federation: Federation, first_day: date, next_first: date, organisations: Collection[int] | None
) -> list[Version]:
    """New versions of the month's filings, and new versions made in the month."""
    corrections = Version.objects.filter(filing__federation=federation, number__gt=1)
    corrections = corrections if organisations is None else corrections.filter(filing__organisation__in=organisations)
    start, end = (datetime.combine(day, time.min, get_current_timezone()) for day in (first_day, next_first))
    corrections_of_filings = corrections.filter(filing__day__gte=first_day, filing__day__lt=next_first)
    period_corrections = corrections.filter(at__gte=start, at__lt=end)
    # Two queries, because each has an index. A version in both appears once.
    keys = {
        key
        for rows in (corrections_of_filings, period_corrections)
        for key in rows.order_by("at", "pk").values_list("pk", flat=True)[:ROWS_SHOWN]
    }
    versions = (
        Version.objects.filter(pk__in=keys)
        .select_related("filing__organisation", "by")
        .defer("event", "result", "original", "people", "checks")
    )
    return list(versions.order_by("at", "pk")[:ROWS_SHOWN])
