"""4.2.5 and 4.3.3, Consolations (pages 23 and 24): the part of a final's awards that they receive."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import msgspec

from masterpoint.core.books import Figure, printed_figure, rule
from masterpoint.core.derivation import Step, derive, fact
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import at_least, product
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.grades.grading import Grading
from masterpoint.schemes.abf.rules.grades.terms import Terms, with_grade

GREEN_GRADES = ("C", "D", "E")


class Consolation(msgspec.Struct, frozen=True):
    """A consolation, by its number, and how many there were."""

    number: int
    total: int
    graded: bool


def consolation_of(terms: Terms) -> Consolation:
    """The consolation that the facts of an event name."""
    facts = terms.facts
    return Consolation(facts.consolation, max(facts.consolations or 1, facts.consolation), facts.consolations_graded)


@rule
def session_factor(book: Book, consolation: Consolation) -> Exact:
    """4.2.5: the printed factor, or the average of the factors if the consolations are not graded."""
    lines = book.figures.finals.consolations.value
    factor_row = lines[min(consolation.total, len(lines)) - 1]
    factors = [factor_row[min(index, len(factor_row) - 1)] for index in range(consolation.total)]
    if consolation.graded or consolation.total == 1:
        return tidy(factors[consolation.number - 1])
    return tidy(sum(factors, Fraction()) / consolation.total)


@rule
def consolation_terms(book: Book, terms: Terms, consolation: Consolation) -> Terms:
    """4.2.5: the weight of a consolation's session awards; the colour stays that of the final."""
    if terms.colour == "green":
        if terms.grade not in GREEN_GRADES:
            grading = Grading(terms.grade, "4.2.5d", "a grade F consolation keeps its grade", "B-25")
            return with_grade(book, terms, grading)
        return with_grade(book, terms, Grading("E", "4.2.5d", "consolation of a green event: the basic awards"))
    return msgspec.structs.replace(
        terms,
        weight=_consolation_weight(book, terms, terms.weight, consolation),
        match_weight=_consolation_weight(book, terms, terms.match_weight, consolation),
    )


def _consolation_weight(book: Book, terms: Terms, weight: Step, consolation: Consolation) -> Step:
    from_grade = weight if weight.clause.number == "1.5.1a" else weight.inputs[0]
    words = "graded" if consolation.graded or consolation.total == 1 else "ungraded"
    message = sentence(
        "consolation {number} of {of}, " + words,
        number=consolation.number,
        of=consolation.total,
    )
    factor = fact(session_factor(book, consolation), book.figures.finals.consolations.clause, message)
    scaled = derive(
        product,
        from_grade,
        factor,
        clause=book.clause("4.2.5g"),
        message=sentence("weight of the consolation, {colour} as the final", colour=terms.colour),
    )
    minimum = book.figures.finals.base_weight
    if scaled.value < minimum.value:
        message = sentence("no consolation below weight {least}", least=minimum.value)
        scaled = derive(
            at_least, scaled, printed_figure(minimum), clause=minimum.clause, message=message, reading="B-26"
        )
    if from_grade is weight:
        return scaled
    return derive(
        product, scaled, *weight.inputs[1:], clause=book.clause("3.1.3 note"), message="weight with all factors applied"
    )


@rule
def consolation_share(book: Book, consolation: Consolation) -> Step:
    """4.3.3: the part of the final's award a consolation receives."""
    figures, number, total = book.figures.outright, consolation.number, consolation.total
    template = "graded consolation {number} of {of}"
    if total == 1:
        part, template = figures.only_consolation.value, "the only consolation"
    elif not consolation.graded:
        part, template = figures.ungraded.value, "one of {of} ungraded consolations"
    elif total == 2:
        part = figures.two_graded.value[number - 1]
    else:
        part = Fraction(1, number + figures.graded_from.value)
    message = sentence(template + ": {part} of the final's award", number=number, of=total, part=str(part))
    return fact(part, figures.only_consolation.clause, message)


@rule
def consolation_factors(
    book: Book, consolation: Consolation, winners: int, tables: Fraction, final: Fraction
) -> list[Step]:
    """4.3.3 with its note: the share, 65% each for two winners, and its size compared with the final's."""
    figures = book.figures.outright
    factors = [consolation_share(book, consolation)]
    halves = "" if tables.denominator == final.denominator == 1 else "B-70"
    tables, final = Fraction(ceil(tables)), Fraction(ceil(final))  # 4.4.1: half tables count as full
    if winners == 2:
        message = sentence("two outright winners: {percent}% each", percent=figures.two_winners.value * 100)
        factors.append(printed_figure(figures.two_winners, message))
    if tables < figures.smallest.value * final:
        factors.append(_size_factor(figures.smallest, "smaller than", tables, final, halves))
    elif final and tables > figures.largest.value * final:
        factors.append(_size_factor(figures.largest, "larger than", tables, final, halves))
    return factors


def _size_factor(limit: Figure[Fraction], than: str, tables: Fraction, final: Fraction, reading: str) -> Step:
    threshold = limit.value * final
    message = sentence(
        "tables " + than + " {percent}% of the final: × {tables} ÷ {allowed}",
        percent=limit.value * 100,
        tables=tables,
        allowed=threshold,
    )
    return fact(tidy(tables / threshold), limit.clause, message, reading=reading)
