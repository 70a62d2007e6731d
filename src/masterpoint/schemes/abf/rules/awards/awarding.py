"""From an event to its result: its terms, then the rules of its form, then the remarks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import ceil
from typing import Any

from masterpoint.core.derivation import Award, Remark, Result, nothing
from masterpoint.core.events import SessionEvent
from masterpoint.core.exact import rational
from masterpoint.core.places import size_of
from masterpoint.core.seats import PLAYERS_PER_CONTESTANT, TABLES_PER_CONTESTANT
from masterpoint.core.sentences import sentence
from masterpoint.core.traversal import ranking_lists
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.awards.outright import partnerships_needed
from masterpoint.schemes.abf.rules.awards.placing import near_tie_remarks
from masterpoint.schemes.abf.rules.grades import clubs, congresses, directors, state_events
from masterpoint.schemes.abf.rules.grades.contradictions import with_field_sizes
from masterpoint.schemes.abf.rules.grades.field_sizes import original_remarks, players_at_least
from masterpoint.schemes.abf.rules.grades.terms import Terms, entries_in, key_of, players_in, terms_of

AwardsAndRemarks = tuple[list[Award], list[Remark]]
Rules = Callable[[Book, Any, Terms], AwardsAndRemarks]


def award(book: Book, rules: Rules, event: Any) -> Result:
    """What everybody earns by these rules."""
    original, event = event, with_field_sizes(event)
    terms = terms_of(book, event)
    if terms.facts.teaching:
        reason = nothing(book.clause("5.1.2c"), "teaching sessions earn no masterpoints")
        return Result(original, book.title, tuple(Award(entry, reason, terms.colour) for entry in entries_in(event)))
    awards, remarks = rules(book, event, terms)
    all_remarks = [*remarks, *_remarks(book, terms, awards)]
    return Result(original, book.title, tuple(awards), tuple(dict.fromkeys(all_remarks)))


def points_given(terms: Terms, awards: Sequence[Award]) -> Fraction:
    """All points of an event: each award times the number of those who receive it."""
    return sum(
        (rational(award.points) * _receivers(terms, award) for award in awards),
        Fraction(),
    )


def _receivers(terms: Terms, award: Award) -> int:
    return len(award.recipients) or PLAYERS_PER_CONTESTANT[terms.event.contest]


def _remarks(book: Book, terms: Terms, awards: Sequence[Award]) -> Iterator[Remark]:
    yield from directors.findings(book, terms)
    yield from congresses.remarks(book, terms.event, terms.facts, _most_tables(terms))
    yield from state_events.organiser_remarks(book, terms.event, terms.facts)
    yield from state_events.remarks(book, terms.facts, _outsiders(terms))
    yield from clubs.authorisation_remarks(book, terms.grade, terms.facts, points_given(terms, awards))
    yield from _entry_remarks(book, terms)
    yield from original_remarks(book, terms.event, terms.facts)
    yield from _rank_remarks(book, terms)
    yield from _partnership_remarks(book, terms)
    yield from near_tie_remarks(book, terms)
    yield from _membership_remarks(book, terms, awards)


def _most_tables(terms: Terms) -> int:
    tables_per_contestant = TABLES_PER_CONTESTANT[terms.event.contest]
    sizes = [
        Fraction(ranking.tables or 0) or size_of(ranking) * tables_per_contestant
        for _, ranking in ranking_lists(terms.event)
    ]
    return ceil(max(sizes, default=Fraction(0)))


def _outsiders(terms: Terms) -> list[str]:
    """Players and entries from outside the State, the club or the region."""
    entries = [entry for entry in entries_in(terms.event) if entry.outside]
    names = [", ".join(key_of(player) for player in entry.players) or entry.name or "an entry" for entry in entries]
    return [*terms.facts.other_players, *dict.fromkeys(names)]


def _entry_remarks(book: Book, terms: Terms) -> Iterator[Remark]:
    outsiders = _outsiders(terms)
    if terms.rule == "gnot" and outsiders:
        message = sentence(
            "a GNOT qualifying event is for members of the club or region; check: {names}", names=", ".join(outsiders)
        )
        yield book.remark("7.5.7c", message)
    if terms.grade == "B4s" and terms.facts.approval is False:
        yield book.remark("6.2.1a", "a special State event needs the State secretary's approval beforehand")
    if terms.grade == "B5i" and terms.facts.approval is False:
        yield book.remark("2.7a", "play between clubs needs the State secretary's approval")


def _rank_remarks(book: Book, terms: Terms) -> Iterator[Remark]:
    """4.4.9: a Master Factor worked out from the entries uses only players whose rank is given."""
    facts = terms.facts
    if not (facts.master_factor or facts.restricted or facts.congress == "novice"):
        return
    unranked_count = sum(not player.rank for player in players_in(terms.event))
    unknown = players_at_least(terms.event) - sum(facts.ranks.values()) if facts.ranks else unranked_count
    if unknown > 0:
        message = sentence(
            "the Master Factor leaves out {unknown} players whose rank is not given (none: below Graduate)",
            unknown=unknown,
        )
        yield book.remark("4.4.9d", message)


def _partnership_remarks(book: Book, terms: Terms) -> Iterator[Remark]:
    """Appendix A: players whose partnerships are not given, if an outright award depends on them."""
    if not terms.singles or isinstance(terms.event, SessionEvent):
        return
    players = {key_of(player) for entry in entries_in(terms.event) for player in entry.players}
    missing = sorted(players - terms.facts.partnerships.keys() - {""})
    if missing:
        message = sentence(
            "an outright award needs partnerships, at least {needed}; facts.partnerships does not name: {names}",
            needed=partnerships_needed(book, terms),
            names=", ".join(missing),
        )
        yield book.remark("A Singles", message)


def _membership_remarks(book: Book, terms: Terms, awards: Sequence[Award]) -> Iterator[Remark]:
    unregistered = [
        player
        for award in awards
        if award.points
        for player in award.recipients
        if player.membership in ("none", "potential", "lapsed", "inactive")
    ]
    if not unregistered:
        return
    names = ", ".join(dict.fromkeys(key_of(player) for player in unregistered))
    if terms.grade == "F":
        yield book.remark("2.2b", sentence("kept by the club until the player registers: {names}", names=names))
    else:
        message = sentence(
            "not registered on the day, credited only if renewed in this quarter or the next: {names}", names=names
        )
        yield book.remark("1.3.2c", message)
