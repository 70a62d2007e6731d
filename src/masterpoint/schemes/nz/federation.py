"""New Zealand Bridge: its regions and clubs, points, member numbers and files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import partial
from typing import Any

from masterpoint.core.derivation import Remark, Step
from masterpoint.core.editions import Edition
from masterpoint.core.exact import Exact
from masterpoint.core.federations import (
    CLUB,
    NATIONAL,
    Evening,
    Federation,
    FileMarks,
    Grading,
    MemberNumbers,
    OrganiserLevels,
    PastPoints,
    Transfer,
)
from masterpoint.core.member_numbers import digits_problem
from masterpoint.schemes.loading import editions_loader
from masterpoint.schemes.nz.book import Book, Figures
from masterpoint.schemes.nz.charging import CHARGING
from masterpoint.schemes.nz.contents import contents
from masterpoint.schemes.nz.figure_checks import conflicts
from masterpoint.schemes.nz.rules.office.sheets import FORMS

MAX_DIGITS = 8
OVERSEAS = {"gold": "A", "red": "B"}  # E8.8a


def _of_the_kind(facts: Mapping[str, Any]) -> Sequence[str]:
    return (OVERSEAS.get(str(facts.get("kind", "")), ""),)


def _a_and_b(_facts: Mapping[str, Any]) -> Sequence[str]:
    return ("A", "B")


def _from_australia(source: str, holding: Mapping[str, int]) -> tuple[Mapping[str, str], dict[str, Any]]:
    if source != "abf":
        return {}, {}
    kind = next((colour for colour in OVERSEAS if holding.get(colour)), "gold")
    return {kind: "points"}, {"kind": kind, "registered": "australia"}


def _rating(edition: Edition, previous: Decimal, won: Mapping[str, Decimal], year: int) -> Exact:
    """E7.6: the Rating Points of a year."""
    sheet = edition.worksheets["rating"]
    zero = Decimal(0)
    facts = sheet.facts(previous=previous, a_points=won.get("A", zero), b_points=won.get("B", zero), year=year)
    return next(answer.value for answer in sheet.answers(facts) if isinstance(answer, Step))


def _grade(edition: Edition, rating: Decimal, a_points: Decimal, rank: str, overseas: bool) -> str:
    """E6.4: the grade, with which the answer begins."""
    sheet = edition.worksheets["grade"]
    facts = sheet.facts(rating_points=rating, a_points=a_points, rank=rank, overseas=overseas)
    message = next(str(answer.message) for answer in sheet.answers(facts) if isinstance(answer, Remark))
    return message.split(":")[0]


def _certificates_from(book: Book) -> tuple[int, int]:
    return book.figures.points.certificates_from.value


def _unknown(_source: str, _holding: Mapping[str, int]) -> tuple[Mapping[str, str], dict[str, Any]]:
    return {}, {}


FEDERATION = Federation(
    code="nz",
    name="New Zealand Bridge",
    country="New Zealand",
    languages=("en-nz", "mi", "mi-nz"),
    load_editions=editions_loader("masterpoint.schemes.nz", "nz", "NZ", Figures, contents, conflicts),
    organisations={  # E9.1; the island areas of E15.5a only hold events
        "region": (NATIONAL,),
        CLUB: ("region", NATIONAL),
    },
    organiser_levels=OrganiserLevels(  # E9.1, E15.5a
        clause="E9.1", as_high_as={"island": "region"}, tiers={"island": "interregional"}
    ),
    point_weights={"A": 1, "B": 1},  # E7.5a: C points count once they are B points (E6.3e)
    member_numbers=MemberNumbers(
        problem=partial(digits_problem, maximum=MAX_DIGITS),
        stand_ins={"99900": "a player without a right to points (NZ E9.7c)"},
    ),
    file_marks=FileMarks(
        people="New Zealand",
        countries=("new zealand", "nz", "nzl", "aotearoa"),
        formats=("nz scorer",),
        programs=re.compile(r"(?:NZ )?Scorer\Z", re.IGNORECASE),
        club_number=re.compile(r"\d{1,3}\Z"),
        colours={"a": ("A", 1), "b": ("B", 1), "c": ("C", 1), "": ("C", 1)},
    ),
    evening=Evening(boards=26, grade_name="Class of a tournament"),
    past_points=(PastPoints("C", 4_000, 100, 8), PastPoints("B", 3_000, 100, 9), PastPoints("A", 1_500, 1, 5)),
    transfers=(
        Transfer(sheet="overseas", colours=_of_the_kind, prefill=_from_australia),  # E8.8a
        Transfer(sheet="foreign-rank", colours=_a_and_b, prefill=_unknown),  # E8.8c
    ),
    converting={"C": ("B", "conversion")},  # E6.3e: every hundred C points become a B point
    looks_at_rank=True,  # E7.5e: Open from Provincial Master
    looks_at_grade=True,  # E9.6
    office_forms=FORMS,  # E24 to E36
    grading=Grading(
        names=("Junior", "Intermediate", "Open"),  # E6.4
        in_force_from=_certificates_from,  # E7.6c
        colour="A",
        rating=_rating,
        grade=_grade,
    ),
    hours_ahead=13,  # in summer
    entry_limits={"grade": "E9.6b", "rank": "E9.7b"},
    charging=CHARGING,  # E8.7
)
