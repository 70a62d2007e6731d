"""The quali-final scales QA to QE and QF of the Appendix, as the rules that make their cells."""

from __future__ import annotations

from fractions import Fraction

from masterpoint.core.derivation import Step, derive, fact
from masterpoint.core.events import AnyEvent
from masterpoint.core.mechanisms import Ladder
from masterpoint.schemes.families.british import ScaleClauses
from masterpoint.schemes.families.british_finals import QualiScale, quali_ladder, tier_limit
from masterpoint.schemes.wbu.rules.handbook import clause
from masterpoint.schemes.wbu.rules.principles.general import MINIMUM_AWARD, MINIMUM_TABLES, as_it_is, too_few

FINAL, LESSER = 1, 2
"""Tiers: the premier final; a stage that is not the final, or a consolation; a third final is 3."""
QUALI = QualiScale(
    clause("Scale QA-QE"),
    "Scale QA-QE",
    Fraction(1, 4),
    300,
    {  # contestants a table adds to a list, award a place, tables that reach the limit: final, lesser stage (note 5)
        "teams": (1, 18, 65, 40),
        "two-winner": (1, 18, 65, 40),
        "one-winner pairs": (2, 11, 55, 33),
        "individual": (4, Fraction(11, 2), 55, 33),
    },
)
SPECIAL = QualiScale(
    clause("Scale QF"),
    "Scale QF",
    Fraction(1, 8),
    300,
    {  # note 3
        "teams": (1, 40, 60, 36),
        "two-winner": (1, 40, 60, 36),
        "one-winner pairs": (2, 24, 50, 30),
        "individual": (4, 12, 50, 30),
    },
)
WITHIN_GROWN = 68  # W60: 17 × 18 is more than 300, and less than 300 × √(68 ÷ 65)
PASSED_EARLIER = {  # W52: tables at which Scale QF passes its limit before note 3 says it is reached
    ("teams", FINAL): range(57, 61),
    ("two-winner", FINAL): range(57, 61),
    ("one-winner pairs", FINAL): range(49, 51),
    ("teams", LESSER): range(33, 37),
    ("two-winner", LESSER): range(33, 37),
    ("one-winner pairs", LESSER): range(29, 31),
}
CLAUSES = {
    QUALI.name: ScaleClauses(
        share=clause("4.2.3"),
        down=clause("4.2.2"),
        limit=clause("4.4.7"),
        root=clause("4.4.9"),
        minimum=clause("4.4.5"),
        few=clause("4.2.4"),
    ),
    SPECIAL.name: ScaleClauses(
        share=clause("4.6.6"),
        down=clause("4.6.6"),
        limit=clause("4.4.7"),
        root=clause("4.4.9"),
        minimum=clause("4.4.5"),
        few=clause("4.6.6"),
    ),
}


def awards_of(
    scale: QualiScale,
    column: str,
    tables: Step,
    level: Step,
    *,
    contestants: int | None = None,
    tier: int = FINAL,
    lesser: str = "4.2.2",
    enlarged: Step | None = None,
) -> Ladder:
    """The awards of a final, or of the ranking in an event with match awards; `lesser` cuts the limit below tier 1."""
    if scale is QUALI and column in ("teams", "two-winner") and tier == FINAL and tables.value == WITHIN_GROWN:
        message = "the scale stays within the increased maximum"
        tables = derive(as_it_is, tables, clause=clause("4.4.9"), message=message, reading="W60")
    limit = tier_limit(scale, tier, clause=clause("4.4.7"), lesser=clause(lesser))
    if scale is SPECIAL and tables.value in PASSED_EARLIER.get((column, tier), ()):
        limit = Step(limit.value, limit.clause, limit.message, limit.formula, limit.inputs, "W52")
    return quali_ladder(
        scale,
        column,
        tables,
        level,
        clauses=CLAUSES[scale.name],
        minimum=MINIMUM_AWARD,
        limit=limit,
        tier=tier,
        contestants=contestants,
        enlarged=enlarged,
    )


def original_entry(tables: Fraction | int) -> Step:
    """4.2.3: full tables of the first stage."""
    return fact(int(tables), clause("4.2.3"), "full tables (teams) in the original entry")


def too_small_at_first(event: AnyEvent, tables: Step, winners: int) -> Step | None:
    """2.1.1: the original entry decides whether there are points at all."""
    assert isinstance(tables.value, int)
    return too_few(tables.value, MINIMUM_TABLES[event.contest, winners > 1], "2.1.1")
