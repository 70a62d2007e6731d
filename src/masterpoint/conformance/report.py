"""How far a program agrees with the books: by federation, by chapter, by clause, and in every difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from masterpoint.conformance.answers import AGREES, DIFFERS, SKIPPED, Verdict


class Tally(msgspec.Struct, frozen=True):
    """The verdicts on the cases of a federation, a chapter or a clause."""

    subject: tuple[str, ...]
    agrees: int
    differs: int
    skipped: int

    @property
    def cases(self) -> int:
        return self.judged_count + self.skipped

    @property
    def judged_count(self) -> int:
        """Cases that were not skipped; nothing can be said about the others."""
        return self.agrees + self.differs

    @property
    def conforms(self) -> bool | None:
        """Whether nothing differs; None if every case was skipped."""
        return not self.differs if self.judged_count else None


class Report(msgspec.Struct, frozen=True):
    """The outcome of a run."""

    version: str
    verdicts: tuple[Verdict, ...]
    not_asked: int = 0
    """Cases that were not sent because the program could not have known their edition."""

    @property
    def total(self) -> Tally:
        counts = Counter(verdict.outcome for verdict in self.verdicts)
        return Tally((), counts[AGREES], counts[DIFFERS], counts[SKIPPED])

    @property
    def differences(self) -> list[Verdict]:
        return [verdict for verdict in self.verdicts if verdict.outcome == DIFFERS]

    def by_federation(self) -> list[Tally]:
        return _tallies(self.verdicts, lambda verdict: (verdict.case.scheme, verdict.case.edition))

    def by_chapter(self) -> list[Tally]:
        return _tallies(self.verdicts, lambda verdict: (verdict.case.scheme, verdict.case.chapter))

    def by_clause(self) -> list[Tally]:
        return _tallies(self.verdicts, lambda verdict: (verdict.case.scheme, verdict.case.clause))

    def as_data(self) -> dict[str, Any]:
        return {
            "suite": self.version,
            "conforms": self.total.conforms,
            "federations": _rows(self.by_federation(), "scheme", "edition"),
            "chapters": _rows(self.by_chapter(), "scheme", "chapter"),
            "clauses": _rows(self.by_clause(), "scheme", "clause"),
            "differences": [
                {
                    "id": verdict.case.id,
                    "clause": verdict.case.clause,
                    "name": verdict.case.name,
                    "reason": verdict.reason,
                }
                for verdict in self.differences
            ],
            "not_asked": self.not_asked,
        }


def _tallies(verdicts: Sequence[Verdict], key: Callable[[Verdict], tuple[str, ...]]) -> list[Tally]:
    counts: dict[tuple[str, ...], Counter[str]] = {}
    for verdict in verdicts:
        counts.setdefault(key(verdict), Counter())[verdict.outcome] += 1
    return [Tally(subject, count[AGREES], count[DIFFERS], count[SKIPPED]) for subject, count in counts.items()]


def _rows(tallies: Iterable[Tally], *names: str) -> list[dict[str, Any]]:
    return [
        dict(zip(names, tally.subject, strict=True))
        | {"cases": tally.cases, "agrees": tally.agrees, "differs": tally.differs, "skipped": tally.skipped}
        | {"conforms": tally.conforms}
        for tally in tallies
    ]
