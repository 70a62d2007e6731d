"""Whose rules was a file played by? Evidence decides, never a guess, and the answer names the evidence.

A scheme is settled if somebody chose it, if one strong piece of evidence names it alone, or if two weaker ones do and
nothing contradicts it. Otherwise we ask. A charge code never contradicts a scheme: programs all over the world fill it
in unasked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from masterpoint.core.errors import Problem
from masterpoint.core.results import Results, plain_number
from masterpoint.core.sentences import join_words
from masterpoint.intake import numbers
from masterpoint.intake.marks import colour_in_book, colours_of
from masterpoint.intake.options import Options
from masterpoint.schemes import FEDERATIONS

REQUIRED_WEIGHT = 2
"""The weight of evidence that settles a scheme."""
FEWEST_NUMBERS = 4
MAX_SCHEMES_NAMED = 3
"""Evidence that fits more schemes than this is not mentioned."""
MAX_EXCEPTIONS = 5
"""One member number in this many may belong to a visitor or be a slip."""


class Evidence(msgspec.Struct, frozen=True):
    """Something in a file that fits some schemes and no others."""

    description: str
    fits: frozenset[str]
    weight: int = 1
    excludes: bool = True
    club_number: str = ""
    """The number that this evidence is about, if it is a club's."""

    def names(self, scheme: str) -> bool:
        return self.fits == {scheme}

    def contradicts(self, scheme: str) -> bool:
        return self.excludes and scheme not in self.fits


class Verdict(msgspec.Struct, frozen=True):
    """The scheme of a file and the reasons; the scheme is empty if we have to ask."""

    scheme: str
    evidence: tuple[Evidence, ...] = ()
    chosen: bool = False

    @property
    def reasons(self) -> str:
        """The evidence that names the scheme."""
        return "; ".join(piece.description for piece in self.evidence if piece.names(self.scheme))

    @property
    def doubts(self) -> tuple[Problem, ...]:
        """Problems for evidence against a scheme that somebody chose."""
        against = [piece for piece in self.evidence if piece.contradicts(self.scheme)]
        if not self.scheme or not against:
            return ()
        country = FEDERATIONS[self.scheme].country if self.scheme in FEDERATIONS else self.scheme
        message = (
            f"This file is read by the rules of {country}, but {'; '.join(piece.description for piece in against)}."
        )
        return (Problem("scheme", self.scheme, message, "Check whose rules it was played by.", prompt="scheme"),)

    def question(self) -> Problem:
        """The question to ask when the evidence is thin or contradicts itself."""
        federation_list = ", ".join(f"{federation.country} ({code})" for code, federation in FEDERATIONS.items())
        clues = [piece.description for piece in self.evidence if len(piece.fits) <= MAX_SCHEMES_NAMED]
        if clues:
            message = f"The file does not make clear whose rules it was played by: {'; '.join(clues)}."
        else:
            message = "The file does not say whose rules it was played by."
        return Problem("scheme", "", message, f"Say whose: {federation_list}.", prompt="scheme")


def scheme_of(results: Results, options: Options) -> Verdict:
    """The scheme that was chosen, or the one that the evidence settles, or none."""
    evidence = tuple(_evidence(results))
    if options.scheme:
        return Verdict(options.scheme, evidence, chosen=True)
    if options.home in FEDERATIONS:
        words = f"the sender belongs to {FEDERATIONS[options.home].country}"
        evidence = (*evidence, Evidence(words, frozenset({options.home}), REQUIRED_WEIGHT))
    settled = [scheme for scheme in FEDERATIONS if _settles(evidence, scheme)]
    return Verdict(settled[0] if len(settled) == 1 else "", evidence)


def _settles(evidence: Iterable[Evidence], scheme: str) -> bool:
    weight = sum(piece.weight for piece in evidence if piece.names(scheme))
    return weight >= REQUIRED_WEIGHT and not any(piece.contradicts(scheme) for piece in evidence)


def _evidence(results: Results) -> Iterator[Evidence]:
    yield from _format(results.format)
    yield from _program(results.program_name)
    yield from _country(results.country)
    yield from _club(results.club_number)
    yield from _members(results)
    yield from _colours(results)
    yield from _charge_code(results.charge_code)


def _format(name: str) -> Iterator[Evidence]:
    for scheme, federation in FEDERATIONS.items():
        if name.lower() in federation.file_marks.formats:
            words = f"only {federation.file_marks.people} programs write such files"
            yield Evidence(words, frozenset({scheme}), REQUIRED_WEIGHT)


def _charge_code(code: str) -> Iterator[Evidence]:
    for scheme, federation in FEDERATIONS.items():
        if federation.file_marks.charge_code.match(code):
            words = f"the charge code {code} looks {federation.file_marks.people}"
            yield Evidence(words, frozenset({scheme}), excludes=False)


def _program(name: str) -> Iterator[Evidence]:
    for scheme, federation in FEDERATIONS.items():
        if federation.file_marks.programs.match(name):
            yield Evidence(
                f"{name} is a program of {federation.file_marks.people} clubs", frozenset({scheme}), REQUIRED_WEIGHT
            )
    sharing_schemes = [
        scheme for scheme, federation in FEDERATIONS.items() if federation.file_marks.shared_programs.match(name)
    ]
    if sharing_schemes:
        people = join_words([FEDERATIONS[scheme].file_marks.people for scheme in sharing_schemes])
        yield Evidence(f"{name} is a program of {people} clubs", frozenset(sharing_schemes))


def _country(name: str) -> Iterator[Evidence]:
    country = " ".join(name.lower().split())
    if not country:
        return
    fits = {scheme for scheme, federation in FEDERATIONS.items() if country in federation.file_marks.countries}
    yield Evidence(f"its country is {name}", frozenset(fits), REQUIRED_WEIGHT)


def _club(number: str) -> Iterator[Evidence]:
    digits = plain_number(number)
    fits = [
        scheme
        for scheme, federation in FEDERATIONS.items()
        if digits and federation.file_marks.club_number.match(digits)
    ]
    if fits:
        people = " or ".join(FEDERATIONS[scheme].file_marks.people for scheme in fits)
        yield Evidence(f"the club number {number} looks {people}", frozenset(fits), club_number=number)


def _members(results: Results) -> Iterator[Evidence]:
    listed_numbers = {plain_number(player.national) for entry in results.entries for player in entry.players}
    members = [number for number in listed_numbers if number and not numbers.is_guest(number)]
    if len(members) < FEWEST_NUMBERS:
        return
    invalid_counts = {
        scheme: sum(bool(numbers.number_problem(number, scheme)) for number in members) for scheme in FEDERATIONS
    }
    for scheme, federation in FEDERATIONS.items():  # all check digits are right by chance in one file of 10,000
        if federation.member_numbers.distinctive and not invalid_counts[scheme]:
            words = f"all member numbers are valid {scheme.upper()} numbers"
            yield Evidence(words, frozenset({scheme}), REQUIRED_WEIGHT)
            return
    fits = frozenset(scheme for scheme, count in invalid_counts.items() if count * MAX_EXCEPTIONS <= len(members))
    if fits and len(fits) < len(FEDERATIONS):
        people = ", ".join(FEDERATIONS[scheme].file_marks.people for scheme in sorted(fits))
        yield Evidence(f"its member numbers could be {people}", fits)


def _colours(results: Results) -> Iterator[Evidence]:
    file_colours = {award.colour.lower() for entry in results.entries for award in entry.awards} - {""}
    if not file_colours:
        return
    fits = frozenset(
        scheme
        for scheme in FEDERATIONS
        if {colour_in_book(scheme, colour)[0] for colour in file_colours} <= colours_of(scheme)
    )
    yield Evidence(f"its points are {' and '.join(sorted(file_colours))}", fits, REQUIRED_WEIGHT)
