"""Chapter 6, Red point tournaments other than congresses (pages 31 and 32): State events and Australia-Wide Pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from masterpoint.core.books import Figure, printed_figure, rule
from masterpoint.core.derivation import Remark, Step, derive
from masterpoint.core.events import AnyEvent, SimultaneousEvent
from masterpoint.core.exact import tidy
from masterpoint.core.mechanisms import Ladder
from masterpoint.core.rounding import nearest_hundredth
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.facts import Facts
from masterpoint.schemes.abf.rules.grades.grading import Grading

MASTERS = ("masters pairs", "masters teams")  # 6.2.2: see 4.4.9
REDUCED = ("daytime pairs", "daytime teams", "teams of three")  # 6.2.2: 75% of the full grade B award


@rule
def grade_of(book: Book, event: AnyEvent, facts: Facts) -> Grading | None:
    """6.2.2, 6.3: State championships, selections and play-offs, and the Australia-Wide Pairs, are grade B."""
    if facts.state_event == "play-off":
        return Grading("B", "6.2.2g", "State play-off")
    if is_australia_wide(event, facts):
        return Grading("B", "6.3a", "Australia-Wide Pairs")
    if facts.state_event:
        message = sentence("State championship or selection: {event}", event=facts.state_event)
        return Grading("B", "6.2.2f", message)
    if event.organiser.level.lower() == "state" and event.championship and not event.grade:
        return Grading("B", "6.2.2f", "State championship")
    return None


def is_australia_wide(event: AnyEvent, facts: Facts) -> bool:
    """6.3: the only events played at one time in many places."""
    return isinstance(event, SimultaneousEvent) or facts.state_event == "australia-wide pairs"


@rule
def reduction(book: Book, facts: Facts) -> Step | None:
    """6.2.2: three championships receive 75%."""
    if facts.state_event not in REDUCED:
        return None
    share = book.figures.state_events.reduced
    message = sentence(
        "{event}: {percent}% of the full grade B award", event=facts.state_event, percent=share.value * 100
    )
    return printed_figure(share, message)


@rule
def australia_wide(book: Book, ladder: Ladder) -> Ladder:
    """6.3: the standard award while it exceeds 0.20, then 0.20 for half of the rest, 0.10 for the others."""
    higher, lower = book.figures.state_events.higher, book.figures.state_events.lower
    standard = [step for step in ladder if nearest_hundredth(step.value) > higher.value]
    remaining_places = len(ladder) - len(standard)
    message = sentence("the standard award, as it exceeds {higher}", higher=higher.value)
    standard_steps = [derive(tidy, step, clause=higher.clause, message=message) for step in standard]
    at_higher = -(-remaining_places // 2)
    fixed_steps = [_fixed_award(higher)] * at_higher + [_fixed_award(lower)] * (remaining_places - at_higher)
    return Ladder(standard_steps + fixed_steps, ladder.awards)


def _fixed_award(figure: Figure[Fraction]) -> Step:
    return printed_figure(figure, sentence("{points} {words}", points=figure.value, words=figure.text))


def organiser_remarks(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Remark]:
    """6.2.2, 7.1: who holds a championship. The Australia-Wide Pairs and heats of the GNOT are held in clubs."""
    if event.organiser.level.lower() not in ("club", "region"):
        return
    template = "{event} is not an event of a {level}: check the organiser, unless it was held for the State or the ABF"
    level = event.organiser.level.lower()
    if facts.state_event and not is_australia_wide(event, facts):
        yield book.remark("6.2.2a", sentence(template, event=f"the State event {facts.state_event}", level=level))
    elif facts.national_event and not facts.gnot_stage:
        yield book.remark("7.1", sentence(template, event=facts.national_event, level=level))


def remarks(book: Book, facts: Facts, outsiders: Sequence[str]) -> Iterator[Remark]:
    """6.2: rules of State events that the event breaks, by its facts."""
    if facts.state_event and outsiders:
        message = sentence(
            "entry is for members of clubs of the State and registered visitors; check: {names}",
            names=", ".join(outsiders),
        )
        yield book.remark("6.2.2e", message)
