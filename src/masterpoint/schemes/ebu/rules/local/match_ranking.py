"""4.6.4, 4.6.6 and 4.6.7, ranking awards beside match awards: which scale, entered with what, and the match factor."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from masterpoint.core.derivation import Step, fact
from masterpoint.core.events import MatchEvent
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import Ladder
from masterpoint.schemes.ebu.rules.handbook import clause
from masterpoint.schemes.ebu.rules.local.basic import VERY_LONG, full_tables
from masterpoint.schemes.ebu.rules.local.qualifinal import SCALE_Q
from masterpoint.schemes.ebu.rules.principles.paying import MINIMUM_AWARD
from masterpoint.schemes.families.british import ScaleClauses
from masterpoint.schemes.families.british_finals import (
    ConsolationClauses,
    ConsolationSize,
    QualiScale,
    consolation_size,
    full,
    pro_rata_entry,
    quali_ladder,
    tables_of,
    tier_limit,
)
from masterpoint.schemes.families.british_matches import share_factor, share_of_field
from masterpoint.schemes.families.fields import Field, fields

SCALE_QF = QualiScale(
    clause("Scale QF"),
    "Scale QF",
    share=Fraction(1, 8),  # 4.6.6(b)
    limit=300,
    columns={  # contestants a table adds, award a place, tables at the limit of the final and of a lesser stage
        "teams": (1, 40, 60, 36),
        "two-winner": (1, 40, 60, 36),
        "one-winner pairs": (2, 24, 50, 30),
        "individual": (4, 12, 50, 30),
    },
)
LONG_EVENT = Fraction(3, 2)  # 4.5.3: half as much again for 72 boards or more
QUALIFIED: tuple[tuple[Fraction, Exact], ...] = (  # 4.6.6(a): more than this part of the field, factor
    (Fraction(1, 2), 1),
    (Fraction(1, 4), Fraction(3, 2)),
    (Fraction(1, 8), 2),
    (Fraction(1, 16), 3),
    (Fraction(0), 4),
)
IN_CONSOLATION: tuple[tuple[Fraction, Exact], ...] = (  # 4.6.7
    (Fraction(1, 10), 1),
    (Fraction(1, 20), Fraction(3, 2)),
    (Fraction(0), 2),
)
EXCLUDED_TIMES = 3  # 4.6.7(b)
CONSOLATION_CLAUSES = ConsolationClauses(conditions=clause("4.6.7"), entry=clause("4.6.7"))
OPEN_CLAUSES = ScaleClauses(
    share=clause("4.6.4"),
    down=clause("4.2.2"),
    limit=clause("4.4.3"),
    root=clause("4.4.9"),
    minimum=clause("4.4.5"),
    few=clause("4.2.4"),
    most=clause("4.4.1"),
)
QUALIFIED_CLAUSES = ScaleClauses(
    share=clause("4.6.6"),
    down=clause("4.6.6"),
    limit=clause("4.4.3"),
    root=clause("4.4.9"),
    minimum=clause("4.4.5"),
    few=clause("4.6.6"),
    most=clause("4.4.1"),
)


@lru_cache(maxsize=1024)
def ranking_ladder(
    column: str,
    original: Step,
    status: Step,
    *,
    qualified: bool,
    tier: int,
    lesser: str,
    contestants: int | None,
    boards: int,
) -> Ladder:
    """4.6.4 and 4.6.6(b): scales QA to QE for an open field, QF where contestants qualified for this one."""
    scale, clauses = (SCALE_QF, QUALIFIED_CLAUSES) if qualified else (SCALE_Q, OPEN_CLAUSES)
    long = fact(LONG_EVENT, clause("4.5.3"), f"{boards} boards: ranking awards half as much again")
    return quali_ladder(
        scale,
        column,
        original,
        status,
        clauses=clauses,
        minimum=MINIMUM_AWARD,
        limit=tier_limit(scale, tier, clause=clause("4.4.7"), lesser=clause(lesser)),
        tier=tier,
        contestants=contestants,
        enlarged=long if boards >= VERY_LONG else None,
    )


def scale_entries(event: MatchEvent, stage: Sequence[Field], consolation: ConsolationSize | None) -> list[Step]:
    """What the ranking scale is entered with: the field itself, the original entry, or C + N/3 (4.6.7)."""
    if event.original_tables is None:
        return [full_tables(field) for field in stage]
    told = fact(tidy(Fraction(event.original_tables)), clause("4.6.6"), "original entry, tables of the first stage")
    entry = full(told, clause=clause("4.6.6")) if consolation is None else consolation.entry
    if len(stage) == 1:
        return [entry]
    whole = tables_of([field.tables for field in stage])
    reading = "E35" if event.last else ""
    return [pro_rata_entry(entry, field.tables, whole, clause=clause("4.2.11"), reading=reading) for field in stage]


def match_factor(event: MatchEvent, consolation: ConsolationSize | None) -> Step | None:
    """4.6.6(a), 4.6.7: match awards grow with the part of the field that did not get here."""
    if event.original_tables is None:
        return None
    number, bands = ("4.6.6", QUALIFIED) if consolation is None else ("4.6.7", IN_CONSOLATION)
    share = share_of_field(tables_here(event), Fraction(event.original_tables), clause=clause(number))
    return share_factor(share, bands, clause=clause(number))


def consolation_of(event: MatchEvent) -> ConsolationSize | None:
    """4.6.7: the size of a consolation with match awards."""
    if event.premier_tables is None or event.original_tables is None:
        return None
    return consolation_size(
        original=Fraction(event.original_tables),
        above=Fraction(event.premier_tables),
        premier=Fraction(event.premier_tables),
        here=tables_here(event),
        excluded_times=EXCLUDED_TIMES,
        clauses=CONSOLATION_CLAUSES,
    )


def tables_here(event: MatchEvent) -> Fraction:
    return tables_of([field.tables for field in fields(event.lists, event.contest)])
