"""5.2.3 and 5.2.6, what the finals of both Area championships share: the entry, and the usual Local scale."""

from __future__ import annotations

from fractions import Fraction

from masterpoint.core.derivation import Step, derive
from masterpoint.core.events import FinalEvent, MatchEvent, SessionEvent
from masterpoint.core.mechanisms import Ladder
from masterpoint.schemes.families.fields import Field
from masterpoint.schemes.wbu.rules.handbook import clause
from masterpoint.schemes.wbu.rules.local.basic import LONG, basic_ladder, column_of, full_tables
from masterpoint.schemes.wbu.rules.local.quali_scales import QUALI, awards_of, original_entry
from masterpoint.schemes.wbu.rules.principles.general import as_it_is

Final = SessionEvent | FinalEvent | MatchEvent


def original(event: Final) -> Fraction | None:
    """Tables (teams) of the qualifying round, where there was one."""
    told = getattr(event, "original_tables", None)
    return None if told is None else Fraction(told)


def usual_ladder(event: Final, field: Field, level: Step) -> Ladder:
    """The Local awards of the usual scale: D without a qualifying round, QD after one (5.3.2; A19, W41)."""
    tables = original(event)
    if tables is None:
        return basic_ladder(column_of(field), max(event.boards, LONG), full_tables(field), level)
    message = "plain Regional status: the length of the final raises it no further"
    plain = derive(as_it_is, level, clause=clause("5.3.2"), message=message, reading="A19")
    return awards_of(QUALI, column_of(field), original_entry(tables), plain, contestants=field.contestants)
