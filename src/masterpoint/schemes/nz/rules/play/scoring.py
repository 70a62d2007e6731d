"""E11, scoring: gross, net against a datum, match points two-one-zero, IMPs; and which deals count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from statistics import median
from typing import Annotated, Literal

from msgspec import Meta

from masterpoint.core.derivation import Clause, Remark, Step, derive, fact
from masterpoint.core.editions import Worksheet
from masterpoint.core.errors import Refused
from masterpoint.core.events import EventModel
from masterpoint.core.exact import Exact, exact, rational, tidy
from masterpoint.core.mechanisms import total
from masterpoint.core.scoring.imps import imps
from masterpoint.core.scoring.match_points import match_points
from masterpoint.core.sentences import sentence
from masterpoint.schemes.nz.book import Book

Score = Annotated[int, Meta(ge=-10_000, le=10_000)]
Method = Literal["gross", "net", "match-points", "imps"]
Datum = Literal["", "average", "median", "highest", "lowest", "zero", "par"]
CLAUSE: Mapping[str, str] = {"gross": "E11.1a", "net": "E11.1b", "match-points": "E11.1c", "imps": "E11.1d"}


class Deal(EventModel, frozen=True, kw_only=True):
    """A deal and what each contestant of the group scored on it."""

    number: Annotated[int, Meta(ge=1, le=2_000)]
    scores: dict[str, Score]
    """Contestant and score, from that contestant's own side."""
    par: Decimal | None = None
    """An estimate of par, or another reference, if the datum is par."""


class ScoringFacts(EventModel, frozen=True, kw_only=True):
    """The deals of one group, and how they are scored."""

    method: Method
    datum: Datum = ""
    """For net scores and IMPs; the average if none is given. IMPs of two scores compare one with the other."""
    deals: Annotated[tuple[Deal, ...], Meta(min_length=1, max_length=500)]
    contestants: tuple[str, ...] = ()
    """Everybody in the section; taken from the deals if left out."""


def gross(scores: Sequence[int]) -> list[Exact]:
    """E11.1a: total points."""
    return list(scores)


def net(scores: Sequence[int], reference: Exact) -> list[Exact]:
    """E11.1b: the difference from a reference score."""
    return [tidy(score - rational(reference)) for score in scores]


def datum_of(scores: Sequence[int], datum: Datum, par: Exact | None) -> Exact:
    """The reference: average, median, highest, lowest, or par as given; without any of them zero."""
    match datum:
        case "" | "average":
            return tidy(Fraction(sum(scores), len(scores)))
        case "median":
            return tidy(Fraction(median(Fraction(score) for score in scores)))
        case "highest":
            return max(scores)
        case "lowest":
            return min(scores)
    return par if par is not None else 0


def in_imps(scores: Sequence[int], reference: Exact) -> list[Exact]:
    """E11.1d: the difference in IMPs, by the scale of Law 78; a fraction of a point decides nothing."""
    return [_imps(tidy(score - rational(reference))) for score in scores]


def _imps(gap: Exact) -> Exact:
    return imps(int(rational(gap)))


def counting(deals: Sequence[Deal], contestants: Sequence[str], method: Method) -> list[Deal]:
    """E11.2: except by match points a deal counts only if all in the section have played it."""
    if method == "match-points":
        return [deal for deal in deals if deal.scores]
    return [deal for deal in deals if set(contestants) <= set(deal.scores)]


def compares_two_scores(deal: Deal, facts: ScoringFacts) -> bool:
    """E11.1d: IMPs are of the two scores compared; more than two need a datum (reading N-60)."""
    return facts.method == "imps" and not facts.datum and len(deal.scores) == 2


def deal_scores(deal: Deal, facts: ScoringFacts) -> dict[str, Exact]:
    """The result of each contestant on one deal."""
    names, scores = list(deal.scores), list(deal.scores.values())
    par = exact(deal.par) if deal.par is not None else None
    match facts.method:
        case "gross":
            values = gross(scores)
        case "net":
            values = net(scores, datum_of(scores, facts.datum, par))
        case "match-points":
            values = list(match_points(scores))
        case _ if compares_two_scores(deal, facts):
            first, second = scores
            values = [_imps(first - second), _imps(second - first)]
        case _:
            values = in_imps(scores, datum_of(scores, facts.datum, par))
    return dict(zip(names, values, strict=True))


def score(book: Book, facts: ScoringFacts) -> Sequence[Step | Remark]:
    """The total of each contestant, best first, and the deals that do not count."""
    contestants = facts.contestants or tuple(dict.fromkeys(name for deal in facts.deals for name in deal.scores))
    strangers = sorted({name for deal in facts.deals for name in deal.scores} - set(contestants))
    problems = [
        book.problem("contestants", name, "scored, but not of this section", "add the contestant", "E11.2")
        for name in strangers
    ]
    if facts.datum and facts.method not in ("net", "imps"):
        message = "only net scores and IMPs are measured against a datum"
        problems.append(book.problem("datum", facts.datum, message, "leave it out", "E11.1b"))
    problems += [
        book.problem(f"deals[{index}].par", deal.par, "par is used only as the datum", "write datum = 'par'", "E11.1b")
        for index, deal in enumerate(facts.deals)
        if deal.par is not None and facts.datum != "par"
    ]
    duplicates = [number for number, count in Counter(deal.number for deal in facts.deals).items() if count > 1]
    problems += [
        book.problem("deals", number, "this deal is given twice", "give all scores of a deal together", "E11.2")
        for number in duplicates
    ]
    if facts.datum == "par" and facts.method in ("net", "imps"):
        problems += [
            book.problem(f"deals[{index}].par", "", "the datum is par, and par is missing", "give it", "E11.1b")
            for index, deal in enumerate(facts.deals)
            if deal.par is None
        ]
    if problems:
        raise Refused(problems)
    counting_deals = counting(facts.deals, contestants, facts.method)
    number = book.clause(CLAUSE[facts.method])
    by_deal = [(deal.number, deal_scores(deal, facts)) for deal in counting_deals]
    totals = [_total(name, by_deal, number, facts.method) for name in contestants]
    left_out = [deal.number for deal in facts.deals if deal not in counting_deals]
    remarks = [
        book.remark(
            "E11.2",
            sentence("deal {number} does not count: not all in the section played it", number=number),
        )
        for number in left_out
    ]
    return [*sorted(totals, key=lambda step: -rational(step.value)), *remarks]


def _total(name: str, by_deal: Sequence[tuple[int, dict[str, Exact]]], number: Clause, method: str) -> Step:
    reading = "N-60" if method == "imps" else ""
    parts = [
        fact(values[name], number, sentence("deal {deal}", deal=deal), reading=reading)
        for deal, values in by_deal
        if name in values
    ]
    return derive(
        total,
        *parts,
        clause=number,
        message=sentence("{name}: {method}, {parts} deals", name=name, method=method, parts=len(parts)),
    )


@cache
def worksheets(book: Book) -> dict[str, Worksheet]:
    return {
        "scoring": Worksheet(
            "Scores of a group, and the deals that count", book.clause("E11.2"), ScoringFacts, partial(score, book)
        )
    }
