"""What an event costs, for the library: amounts that can explain themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

from masterpoint.core import charges
from masterpoint.core.charge_data import assessment_as_data, tax_as_data
from masterpoint.core.charge_taxes import QuotedTax
from masterpoint.core.derivation import Remark, Step
from masterpoint.core.exact import Exact
from masterpoint.core.plurals import count_text


class Charge:
    """What an organiser owes for one thing: an amount that can explain itself."""

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
        """The players counted, by name or number if they have one."""
        return [head.name or head.id for head in self._charge.heads]

    @property
    def steps(self) -> Sequence[Step]:
        """Every figure behind this one, in order; the last is the charge."""
        return self._charge.steps

    def why(self) -> str:
        """One sentence, built from the steps."""
        return self._charge.why(self._currency)

    def __repr__(self) -> str:
        return f"<Charge {self.kind}: {self._currency.text(self.amount)} [{self.clause}]>"


class Quote(Sequence[Charge]):
    """What an event costs its organiser."""

    def __init__(self, assessment: charges.Assessment, currency: charges.Currency, tax: QuotedTax) -> None:
        self.assessment, self.currency, self._tax = assessment, currency, tax
        self._charges = [Charge(charge, currency) for charge in assessment.charges]

    @property
    def total(self) -> Exact:
        """The exact sum of the charges."""
        return self.assessment.total

    @property
    def added_tax(self) -> Exact | None:
        """The exact tax that is added; None if tax may be added but no rate was given."""
        return self._tax.amount

    @property
    def tax_words(self) -> str:
        """Whether tax is included, is added or may be added, in a sentence."""
        return self._tax.sentence

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
        return f"<Quote: {self.currency.text(self.total)} in {count_text(len(self), 'charge')}>"
