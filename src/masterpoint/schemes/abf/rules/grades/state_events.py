"""Chapter 6, Red point tournaments other than congresses (pages 31 and 32): State events and Australia-Wide Pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.events import AnyEvent, SimultaneousEvent
from masterpoint.core.exact import tidy
from masterpoint.core.rounding import nearest_hundredth
from masterpoint.schemes.abf.rules.facts import Facts
from masterpoint.schemes.abf.rules.handbook import clause

THREE_QUARTERS = Fraction(3, 4)
REDUCED = ("daytime pairs", "daytime teams", "teams of three")  # 6.2.2: 75% of the full grade B award
HIGHER, LOWER = Fraction(20, 100), Fraction(10, 100)  # 6.3


def grade_of(event: AnyEvent, facts: Facts) -> tuple[str, str, str] | None:
    """6.2.2, 6.3: State championships, selections and play-offs, and the Australia-Wide Pairs, are grade B."""
    if facts.state_event == "play-off":
        return "B", "6.2.2g", "State play-off"
    if is_australia_wide(event, facts):
        return "B", "6.3a", "Australia-Wide Pairs"
    if facts.state_event:
        return "B", "6.2.2f", f"State championship or selection: {facts.state_event}"
    if event.organiser.level.lower() == "state" and event.championship and not event.grade:
        return "B", "6.2.2f", "State championship"
    return None


def is_australia_wide(event: AnyEvent, facts: Facts) -> bool:
    """6.3: the only events played at one time in many places."""
    return isinstance(event, SimultaneousEvent) or facts.state_event == "australia-wide pairs"


def reduction(facts: Facts) -> Step | None:
    """6.2.2: three championships receive 75%."""
    if facts.state_event not in REDUCED:
        return None
    return fact(THREE_QUARTERS, clause("6.2.2b"), f"{facts.state_event}: 75% of the full grade B award")


def australia_wide(ladder: Sequence[Step]) -> list[Step]:
    """6.3: the standard award while it exceeds 0.20, then 0.20 for half of the rest, 0.10 for the others."""
    standard = [step for step in ladder if nearest_hundredth(step.value) > HIGHER]
    rest = len(ladder) - len(standard)
    higher = -(-rest // 2)
    number = clause("6.3a")
    return [
        *(derive(tidy, step, clause=number, message="the standard award, as it exceeds 0.20") for step in standard),
        *(
            fact(HIGHER, number, "0.20 for half of the remaining paid places", reading="B-40")
            if index < higher
            else fact(LOWER, number, "0.10 for the other paid places", reading="B-40")
            for index in range(rest)
        ),
    ]


def remarks(facts: Facts) -> Iterator[Remark]:
    """6.2: what the facts show to be against the rules of State events."""
    if facts.state_event and facts.other_players:
        outside = ", ".join(facts.other_players)
        yield Remark(
            clause("6.2.2e"),
            f"entry is for members of clubs of the State and registered visitors; check: {outside}",
        )
