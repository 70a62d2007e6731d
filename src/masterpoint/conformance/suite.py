"""The cases of the books as plain data: an event, and what it pays or the clause that refuses it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec

from masterpoint import schemes
from masterpoint.core.editions import Edition
from masterpoint.core.events import VOCABULARY
from masterpoint.core.exact import exact
from masterpoint.core.serialisation import exact_text
from masterpoint.schemes import cases as books

FORMAT = "1.1"
"""The version of the format: the first number changes when a field changes its meaning."""


class ExpectedAwards(msgspec.Struct, frozen=True, omit_defaults=True):
    """What some awards pay, in the order of the event's entries; `kind` and `colour` say which awards, if not all."""

    points: tuple[str, ...]
    kind: str = ""
    colour: str = ""
    cites: tuple[str, ...] = ()
    """The clause behind each figure, if the case names it."""
    recipients: tuple[tuple[str, ...], ...] = ()
    """The players who receive each award, if the case names them."""

    @property
    def label(self) -> str:
        return " ".join(word for word in (self.colour, self.kind) if word) or "all awards"


class Case(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event and what the book says about it."""

    id: str
    scheme: str
    edition: str
    chapter: str
    clause: str
    name: str
    event: Mapping[str, Any]
    awards: tuple[ExpectedAwards, ...] = ()
    refused: str = ""
    """The clause by which the book refuses the event; there are then no awards."""

    @property
    def by_day(self) -> bool:
        """Whether the day of play leads to the edition that the case was worked out from."""
        return schemes.edition_for(self.scheme, date.fromisoformat(self.event["day"])).name == self.edition


class Contents(msgspec.Struct, frozen=True):
    """One edition in the suite."""

    scheme: str
    edition: str
    title: str
    in_force_from: date
    cases: int


class Suite(msgspec.Struct, frozen=True, kw_only=True):
    """All cases, or some of them. The version combines that of the format with a digest of the cases."""

    suite: str = "masterpoint-conformance"
    version: str
    vocabulary: int = VOCABULARY
    editions: tuple[Contents, ...]
    cases: tuple[Case, ...]

    def select(self, *, scheme: str = "", edition: str = "", clause: str = "") -> Suite:
        """The cases of one federation, edition or clause; `4.1` includes 4.1.2."""
        return suite_of(
            case
            for case in self.cases
            if (not scheme or case.scheme == scheme)
            and (not edition or case.edition == edition)
            and (not clause or case.clause == clause or case.clause.startswith(f"{clause}."))
        )

    def as_json(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


def full_suite() -> Suite:
    """Every case of every edition."""
    return _suite_for(tuple(schemes.FEDERATIONS))


@cache
def _suite_for(federations: tuple[str, ...]) -> Suite:
    return suite_of(case for scheme in federations for case in _cases_of(scheme))


def suite_of(cases: Iterator[Case]) -> Suite:
    all_cases = tuple(cases)
    digest = sha256(msgspec.json.encode(all_cases)).hexdigest()[:12]
    return Suite(version=f"{FORMAT}+{digest}", editions=tuple(_contents(all_cases)), cases=all_cases)


def _contents(cases: tuple[Case, ...]) -> Iterator[Contents]:
    for scheme, name in dict.fromkeys((case.scheme, case.edition) for case in cases):
        edition = schemes.edition_named(scheme, name)
        count = sum(case.scheme == scheme and case.edition == name for case in cases)
        yield Contents(scheme, name, edition.title, edition.in_force_from, count)


def _cases_of(scheme: str) -> list[Case]:
    """The cases about events, in the order of the book; those of worksheets and programmes are left out."""
    cases = [
        _case(case, schemes.edition_named(scheme, case["edition"]))
        for case in books.cases_of(scheme)
        if "sheet" not in case and ("awards" in case or "refused" in case)
    ]
    order = {edition.name: list(edition.clauses) for edition in schemes.FEDERATIONS[scheme].editions}
    return sorted(cases, key=lambda case: (case.edition, order[case.edition].index(case.clause)))


def _case(case: books.Case, edition: Edition) -> Case:
    event, clause = msgspec.to_builtins(case["event"]), case["clause"]
    content = msgspec.json.encode([event, case["name"], case.get("awards"), case.get("refused")], order="sorted")
    return Case(
        id=f"{edition.scheme}-{edition.name}-{clause.replace(' ', '_')}-{sha256(content).hexdigest()[:8]}",
        scheme=edition.scheme,
        edition=edition.name,
        chapter=_chapter(edition, clause),
        clause=clause,
        name=case["name"],
        event=event,
        awards=() if "refused" in case else tuple(_expected_awards(case)),
        refused=case.get("refused", ""),
    )


def _chapter(edition: Edition, number: str) -> str:
    chapters = edition.book.chapters
    return next(name for name, clauses in chapters.items() if edition.clauses[number] in clauses)


def _expected_awards(case: books.Case) -> Iterator[ExpectedAwards]:
    groups, cites, recipients = (_by_kind(case.get(name, {})) for name in ("awards", "cites", "recipients"))
    for group, figures in groups.items():
        kind, _, colour = group.partition("/")
        yield ExpectedAwards(
            tuple(exact_text(exact(figure)) for figure in figures.split()),
            kind,
            colour,
            cites=tuple(cites.get(group, "").split()),
            recipients=tuple(tuple(filter(None, names.split(", "))) for names in recipients.get(group, ())),
        )


def _by_kind(expected: Any) -> Mapping[str, Any]:
    """The expectations of a case by kind; those for all awards are under an empty kind."""
    return expected if isinstance(expected, Mapping) else {"": expected}
