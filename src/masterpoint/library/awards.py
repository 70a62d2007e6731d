"""The library's awards: figures that can explain themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

from masterpoint.core import derivation
from masterpoint.core.derivation import Remark, Result, Step
from masterpoint.core.errors import Problem
from masterpoint.core.exact import Exact, figure_text
from masterpoint.core.explaining import Explainer
from masterpoint.core.serialisation import entry_name, result_as_data


class Award:
    """What one contestant receives: a figure that can explain itself."""

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
        """The contestant, by name if there is one."""
        return entry_name(self._award.entry)

    @property
    def players(self) -> list[str]:
        """The players who receive it."""
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
        owner = f" {self.who}" if self.who else f" place {self.place}" if self.place else ""
        return f"<Award{owner}: {figure_text(self.points)} {self.colour} [{self.clause}]>"


class Awards(Sequence[Award]):
    """The awards of an event."""

    def __init__(self, result: Result, assumed: Sequence[str] = (), doubts: Sequence[Problem] = ()) -> None:
        explainer = Explainer(result)
        self.result = result
        self.assumed = assumed
        """How a results file was read, in sentences: everything that nobody specified."""
        self.doubts = doubts
        """Evidence in a results file against the scheme that was chosen for it."""
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
