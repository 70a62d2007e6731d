"""A figure and its reason: clauses, steps and awards.

A `Step` is a value, the clause it rests on, a sentence, and the steps it was worked out from. An award *is*
its last step, so a figure and its reason cannot diverge; `recompute` works every step out again from its inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from masterpoint.core.events import AnyEvent, Entry, Player
from masterpoint.core.exact import Exact, figure_text, tidy
from masterpoint.core.plurals import agreeing, count_text
from masterpoint.core.sentences import Message


class Clause(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A numbered clause of one edition of one book."""

    book: str
    number: str
    gist: str
    kinds: tuple[str, ...]
    """COMPUTE, VALIDATE, RECORD, POLICY: the first is the main one."""
    treatment: str
    """computed, checked, recorded, or left to people."""
    edition: str = ""
    page: str = ""
    recorded_by: tuple[str, ...] = ()
    """For a clause that is recorded, what records it: `page member`, `report ranking` or `command credits`."""

    def __str__(self) -> str:
        return f"{self.book} {self.number}"

    def __repr__(self) -> str:
        return f"<Clause {self}>"


Clauses = dict[str, Clause]


class Step(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """One figure on the way to an award."""

    value: Exact
    clause: Clause
    message: Message
    formula: Callable[..., Exact] | None = None
    """Computes the value from the inputs; `None` for a fact or a printed figure."""
    inputs: tuple[Step, ...] = ()
    reading: str = ""
    """The entry of the edition's register of readings that this figure rests on."""

    def __str__(self) -> str:
        reading = f", reading {self.reading}" if self.reading else ""
        return f"{figure_text(self.value)}  {self.message} [{self.clause}{reading}]"

    def __repr__(self) -> str:
        return f"<Step {figure_text(self.value)}: {self.message} [{self.clause}]>"


def fact(value: Exact, clause: Clause, message: Message, *, reading: str = "") -> Step:
    """A figure that was given: a count, a printed amount, a factor the book states."""
    return Step(value, clause, message, None, (), reading)


def derive(formula: Callable[..., Exact], *inputs: Step, clause: Clause, message: Message, reading: str = "") -> Step:
    """A figure worked out from earlier ones; the value is computed here and nowhere else."""
    value = tidy(formula(*[step.value for step in inputs]))
    return Step(value, clause, message, formula, inputs, reading)


def nothing(clause: Clause, message: Message, *inputs: Step, reading: str = "") -> Step:
    """No award, with the clause that says so."""
    return Step(0, clause, message, None, inputs, reading)


def trail(last: Step) -> list[Step]:
    """Every step behind a figure, each once, in reading order: inputs before their results."""
    steps: dict[int, Step] = {}
    stack = [(last, False)]
    while stack:
        step, inputs_done = stack.pop()
        if id(step) in steps:
            continue
        if inputs_done:
            steps[id(step)] = step
        else:
            stack.append((step, True))
            stack += [(input_step, False) for input_step in reversed(step.inputs)]
    return list(steps.values())


def recompute(step: Step) -> Exact:
    """The value worked out again from the facts up."""
    values: dict[int, Exact] = {}
    for node in trail(step):
        inputs = [values[id(input_step)] for input_step in node.inputs]
        values[id(node)] = node.value if node.formula is None else tidy(node.formula(*inputs))
    return values[id(step)]


class Award(msgspec.Struct, frozen=True, gc=False):
    """Points for one entry or some of its players: a colour, and the step that gives the figure."""

    entry: Entry
    step: Step
    colour: str
    kind: str = "ranking"
    """ranking, matches, session, overall, bonus …: an entry may receive several."""
    players: tuple[Player, ...] | None = None
    """Who receives it, if not every player of the entry."""
    ranking: str = ""
    """The ranking list it was earned in, if there are several."""

    def __repr__(self) -> str:
        place = f" place {self.entry.place}" if self.entry.place else ""
        return f"<Award{place}: {figure_text(self.points)} {self.colour} [{self.step.clause}]>"

    @property
    def points(self) -> Exact:
        return self.step.value

    @property
    def steps(self) -> list[Step]:
        return trail(self.step)

    @property
    def recipients(self) -> Sequence[Player]:
        return self.entry.players if self.players is None else self.players


class Remark(msgspec.Struct, frozen=True):
    """Something the reader of a result should know: a recommendation not followed, a reading applied."""

    clause: Clause
    message: Message

    def __post_init__(self) -> None:
        """Make a plain text agree with its counts, as a `Sentence` does."""
        if isinstance(self.message, str) and (agreed := agreeing(self.message)) != self.message:
            msgspec.structs.force_setattr(self, "message", agreed)

    def __repr__(self) -> str:
        return f"<Remark: {self.message} [{self.clause}]>"


class Result(msgspec.Struct, frozen=True):
    """All awards of an event, with the remarks on them."""

    event: AnyEvent
    edition: str
    awards: tuple[Award, ...]
    remarks: tuple[Remark, ...] = ()

    def __repr__(self) -> str:
        return f"<Result: {count_text(len(self.awards), 'award')} by the {self.edition}>"

    def readings(self) -> list[str]:
        """The readings these awards rest on, each once."""
        readings = (step.reading for award in self.awards for step in award.steps if step.reading)
        return list(dict.fromkeys(readings))

    def totals(self) -> Iterator[tuple[Entry, dict[str, Exact]]]:
        """The total each entry receives by colour, from awards that all its players receive."""
        sums: dict[int, tuple[Entry, dict[str, Exact]]] = {}
        for award in self.awards:
            _, by_colour = sums.setdefault(id(award.entry), (award.entry, {}))
            if award.players is None or len(award.players) == len(award.entry.players):
                by_colour[award.colour] = by_colour.get(award.colour, 0) + award.points
        yield from sums.values()
