"""The engine as a library: what `import masterpoint` offers. Nothing here needs a database or an account.

Stable by semantic version: names, arguments and meanings change only with a new major version.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import msgspec

from masterpoint import schemes
from masterpoint.core import charges, derivation
from masterpoint.core.charge_data import assessment_as_data, tax_as_data
from masterpoint.core.charge_taxes import QuotedTax, quoted_tax
from masterpoint.core.derivation import Remark, Result, Step
from masterpoint.core.events import AnyEvent, Event
from masterpoint.core.exact import Exact, exact, shown
from masterpoint.core.explaining import Explainer
from masterpoint.core.hypothetical import hypothetical_event, hypothetical_lists
from masterpoint.core.parsing import event_from
from masterpoint.core.ranks import RankProgress
from masterpoint.core.serialisation import result_as_data, who
from masterpoint.schemes.charging import charge_event, tariff_with

if TYPE_CHECKING:
    from masterpoint.intake import CheckedFile

Source = str | Path | bytes | Mapping[str, Any] | Event
"""A file by its path, the bytes of one, an event as a dictionary, or an event."""


class Award:
    """What one contestant receives: a figure that can say why."""

    def __init__(self, award: derivation.Award, explainer: Explainer) -> None:
        self._award, self._explainer = award, explainer

    @property
    def points(self) -> Exact:
        """An exact number: a whole one or a fraction, never a float."""
        return self._award.points

    @property
    def colour(self) -> str:
        return self._award.colour

    @property
    def kind(self) -> str:
        """ranking, matches, session …: a contestant may receive several."""
        return self._award.kind

    @property
    def place(self) -> str:
        return str(self._award.entry.place or "")

    @property
    def who(self) -> str:
        """The contestant, by name where there is one."""
        return who(self._award.entry)

    @property
    def players(self) -> list[str]:
        """Those who receive it."""
        return [player.name or player.id for player in self._award.recipients]

    @property
    def clause(self) -> str:
        return str(self._award.step.clause)

    @property
    def steps(self) -> Sequence[Step]:
        """Every figure behind this one, in order; the last is the award."""
        return self._award.steps

    def why(self) -> str:
        """One sentence, built from the steps."""
        return self._explainer.why(self._award)

    def __repr__(self) -> str:
        of = f" {self.who}" if self.who else f" place {self.place}" if self.place else ""
        return f"<Award{of}: {shown(self.points)} {self.colour} [{self.clause}]>"


class Awards(Sequence[Award]):
    """What everybody earns at an event."""

    def __init__(self, result: Result) -> None:
        explainer = Explainer(result)
        self.result = result
        self._awards = [Award(award, explainer) for award in result.awards]

    @property
    def edition(self) -> str:
        return self.result.edition

    @property
    def remarks(self) -> Sequence[Remark]:
        return self.result.remarks

    @overload
    def __getitem__(self, index: int) -> Award: ...
    @overload
    def __getitem__(self, index: slice) -> list[Award]: ...
    def __getitem__(self, index: int | slice) -> Award | list[Award]:
        return self._awards[index]

    def __iter__(self) -> Iterator[Award]:
        return iter(self._awards)

    def __len__(self) -> int:
        return len(self._awards)

    def as_data(self) -> dict[str, Any]:
        """Everything as plain data: awards, steps, remarks and readings."""
        return result_as_data(self.result)

    def __repr__(self) -> str:
        return f"<Awards: {len(self)} by the {self.edition}>"


class Charge:
    """What an organiser owes for one thing: an amount that can say why."""

    def __init__(self, charge: charges.Charge, currency: charges.Currency) -> None:
        self._charge, self._currency = charge, currency

    @property
    def amount(self) -> Exact:
        """An exact number in the main unit of the currency; it may be a fraction of a penny."""
        return self._charge.amount

    @property
    def kind(self) -> str:
        """subscription, licence fee, levy …, in the book's words."""
        return self._charge.kind

    @property
    def clause(self) -> str:
        return str(self._charge.clause)

    @property
    def players(self) -> list[str]:
        """Those it counts, by name or number, as far as they are named."""
        return [head.name or head.id for head in self._charge.heads]

    @property
    def steps(self) -> Sequence[Step]:
        """Every figure behind this one, in order; the last is the charge."""
        return self._charge.steps

    def why(self) -> str:
        """One sentence, built from the steps."""
        return self._charge.why(self._currency)

    def __repr__(self) -> str:
        return f"<Charge {self.kind}: {self._currency.shown(self.amount)} [{self.clause}]>"


class Quote(Sequence[Charge]):
    """What an event costs its organiser."""

    def __init__(self, assessment: charges.Assessment, currency: charges.Currency, tax: QuotedTax) -> None:
        self.assessment, self.currency, self._tax = assessment, currency, tax
        self._charges = [Charge(charge, currency) for charge in assessment.charges]

    @property
    def total(self) -> Exact:
        """Everything together, exact."""
        return self.assessment.total

    @property
    def added_tax(self) -> Exact | None:
        """The tax that comes on top, exact; None where tax may be added and no rate was given."""
        return self._tax.amount

    @property
    def tax_words(self) -> str:
        """Whether tax is included, is added or may be added, in a sentence."""
        return self._tax.words

    @property
    def remarks(self) -> Sequence[Remark]:
        return self.assessment.remarks

    @overload
    def __getitem__(self, index: int) -> Charge: ...
    @overload
    def __getitem__(self, index: slice) -> list[Charge]: ...
    def __getitem__(self, index: int | slice) -> Charge | list[Charge]:
        return self._charges[index]

    def __len__(self) -> int:
        return len(self._charges)

    def as_data(self) -> dict[str, Any]:
        """Everything as plain data: charges, steps, heads, the tariff and remarks."""
        return assessment_as_data(self.assessment, self.currency) | tax_as_data(self._tax)

    def __repr__(self) -> str:
        charges = "charge" if len(self) == 1 else "charges"
        return f"<Quote: {self.currency.shown(self.total)} in {len(self)} {charges}>"


def award(source: Source, *, scheme: str = "", **options: Any) -> Awards:
    """What everybody earns, by the edition in force on the day of play.

    `options` are what a file does not say: `level`, `grade`, `boards`, `day`, `colour` …
    """
    if isinstance(source, str | Path):
        path = Path(source)
        return _award_file(path.read_bytes(), path.name, scheme, options)
    if isinstance(source, bytes):
        return _award_file(source, "results", scheme, options)
    return Awards(schemes.award(_event(source, scheme, options)))


def _award_file(data: bytes, name: str, scheme: str, options: Mapping[str, Any]) -> Awards:
    from masterpoint import intake  # what reads files is loaded with the first file

    return Awards(intake.judge(intake.read_event(data, name, intake.Options(scheme=scheme, **options))))


def _event(source: Mapping[str, Any] | Event, scheme: str, options: Mapping[str, Any]) -> AnyEvent:
    given = {**({"scheme": scheme} if scheme else {}), **options}
    raw = msgspec.to_builtins(source) if isinstance(source, Event) else source
    return event_from({**raw, **given}, schemes.FACTS)


def quote(
    source: Source | Awards,
    *,
    scheme: str = "",
    rates: Mapping[str, Any] | None = None,
    facts: Mapping[str, Any] | None = None,
    invented: bool = False,
    **options: Any,
) -> Quote:
    """What an event costs its organiser, at the tariff its book prints and at the `rates` given.

    `rates`: amounts by their name in the tariff, for what a board sets: `{"standard_charge": "0.40"}`; `facts`: what
    the book asks about the payer, a charge code for one; `invented`: with the demo's amounts where it prints none.
    """
    awards = source if isinstance(source, Awards) else award(source, scheme=scheme, **options)
    event = awards.result.event
    charged = schemes.federation(event.scheme)
    tariff = tariff_with(charged, rates or {}, event.day, invented=invented)
    assessment = charge_event(awards.result, tariff, facts or {})
    tax = quoted_tax(charged.charging, assessment.charges, tariff)
    return Quote(assessment, charged.charging.currency, tax)


def check(source: str | Path | bytes, *, scheme: str = "", today: date | None = None, **options: Any) -> CheckedFile:
    """Everything wrong with a results file, at once; its `findings` name line, value and fix."""
    from masterpoint import intake

    path = None if isinstance(source, bytes) else Path(source)
    data = source if isinstance(source, bytes) else Path(source).read_bytes()
    name = path.name if path else "results"
    return intake.check(data, name, intake.Options(scheme=scheme, **options), today=today or date.today())


def rank(holding: Mapping[str, Any], *, scheme: str, on: date | None = None) -> RankProgress:
    """The rank of a holding on a day (today, where none is given), and what the next one still needs."""
    points = {colour: exact(amount) for colour, amount in holding.items()}
    return schemes.edition_for(scheme, on or date.today()).ranks.standing(points)


def what_pays(
    *,
    scheme: str,
    pairs: int | None = None,
    teams: int | None = None,
    players: int | None = None,
    winners: int = 1,
    form: str = "session",
    level: str = "club",
    on: date | None = None,
    **fields: Any,
) -> Awards:
    """What an event of so many contestants would pay."""
    sizes = {"pairs": pairs, "teams": teams, "individual": players}
    given = [(name, size) for name, size in sizes.items() if size is not None]
    if len(given) != 1:
        raise TypeError("give one of pairs, teams and players")
    ((contest, count),) = given
    lists = hypothetical_lists(count, winners)
    raw = hypothetical_event(form, scheme, on or date.today(), contest, level=level, lists=lists, **fields)
    return Awards(schemes.award(event_from(raw, schemes.FACTS)))
