"""The Australian Bridge Federation: its States and clubs, points, member numbers and files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, get_args

from masterpoint.core.federations import (
    CLUB,
    NATIONAL,
    Allowance,
    CreditReturns,
    Evening,
    Federation,
    FileMarks,
    MemberNumbers,
    OrganiserLevels,
    PastPoints,
    Renewal,
    Transfer,
    YearlyTrophy,
)
from masterpoint.core.member_numbers import check_digit_problem, digits_problem, with_check_digit
from masterpoint.schemes.abf.book import Figures
from masterpoint.schemes.abf.charging import CHARGING
from masterpoint.schemes.abf.contents import contents
from masterpoint.schemes.abf.figure_checks import conflicts
from masterpoint.schemes.abf.rules.facts import Grade
from masterpoint.schemes.abf.rules.members.registration import cancel_by, inactive_from
from masterpoint.schemes.abf.rules.members.trophies import COMBINED, UNRANKED, is_barred
from masterpoint.schemes.loading import editions_loader

MAX_DIGITS = 7
WEIGHTS = (7, 6, 5, 4, 3, 2)
NEW_ZEALAND = {"A": "nz_a", "B": "nz_b", "C": "nz_c"}  # 1.3.4
BRITAIN = {"local": "uk_local", "blue": "uk_blue", "green": "uk_green"}
RECIPROCAL = {"nz": NEW_ZEALAND, "ebu": BRITAIN, "wbu": BRITAIN, "sbu": BRITAIN}


def _number_problem(number: str) -> str:
    return digits_problem(number, MAX_DIGITS) or check_digit_problem(number, WEIGHTS)


def _new_number(count: int) -> str:
    """A number with its check digit, which every number in the register has."""
    return with_check_digit(count, WEIGHTS)


def _all_colours(_facts: Mapping[str, Any]) -> Sequence[str]:
    return ("gold", "red", "green")


def _reciprocal(source: str, _holding: Mapping[str, int]) -> tuple[Mapping[str, str], dict[str, Any]]:
    return RECIPROCAL.get(source, {}), {"settled": True}


def _unknown(_source: str, _holding: Mapping[str, int]) -> tuple[Mapping[str, str], dict[str, Any]]:
    return {}, {}


FEDERATION = Federation(
    code="abf",
    name="Australian Bridge Federation",
    country="Australia",
    languages=("en-au",),
    load_editions=editions_loader("masterpoint.schemes.abf", "abf", "ABF", Figures, contents, conflicts),
    organisations={"state": (NATIONAL,), "region": ("state",), CLUB: ("region", "state", NATIONAL)},  # 1.6
    organiser_levels=OrganiserLevels(clause="1.6", licence="authorisation"),  # 2.6 note a
    point_weights={"green": 1, "red": 1, "gold": 1},  # 1.8d
    member_numbers=MemberNumbers(problem=_number_problem, new_number=_new_number, distinctive=True),
    file_marks=FileMarks(
        people="Australian",
        countries=("australia", "aus", "au"),
        formats=("abf credit file",),
        programs=re.compile(r"Compscore|Altosoft|ASE\b", re.IGNORECASE),
        club_number=re.compile(r"[1-9]-?\d{3}\Z"),
        colours={"": ("green", 1)},
    ),
    evening=Evening(boards=27, grade="E", grade_name="Grade"),
    past_points=(PastPoints("green", 2_500, 1, 10), PastPoints("red", 2_000, 1, 6), PastPoints("gold", 900, 1, 3)),
    transfers=(
        Transfer(sheet="reciprocity", colours=_all_colours, prefill=_reciprocal),  # 1.3.4
        Transfer(sheet="new-resident", colours=_all_colours, prefill=_unknown),  # 1.3.3c
    ),
    looks_at_rank=True,  # 4.4.9: the Master Factor
    entry_limits={"rank": "1.8e", "points": "5.1.1c"},
    allowances=(Allowance("red before 1982", "red", date(1982, 1, 1)),),  # 1.8b, 1.8c
    trophy=YearlyTrophy(
        name="McCutcheon Trophy",
        unranked=UNRANKED,
        combined=COMBINED,
        is_barred=is_barred,
        open_clause="1.7.2",
        barred_clause="1.7.3b",
    ),
    forfeiting="unregistered",  # 1.3.2c
    credit_returns=CreditReturns(clause="E", authorisation_clause="2.6 note a", grades=get_args(Grade)),
    renewal=Renewal(opens=(1, 1), cancel_by=cancel_by, inactive_from=inactive_from, clause="1.4.2b"),
    hours_ahead=11,  # eastern Australia in summer
    charging=CHARGING,  # chapter 8
)
