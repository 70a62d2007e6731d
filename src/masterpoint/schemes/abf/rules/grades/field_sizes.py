"""4.1.1, 4.3 and 4.4.9: how many took part, and what in an event contradicts that number."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from masterpoint.core.derivation import Remark
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, KnockoutEvent, LadderEvent, RankingList, TournamentEvent
from masterpoint.core.exact import grouped_text, tidy
from masterpoint.core.places import size_of
from masterpoint.core.seats import PLAYERS_PER_CONTESTANT, TABLES_PER_CONTESTANT
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.facts import Facts


def problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """Numbers of players or tables that the lists and rounds of an event contradict."""
    yield from _rank_problems(book, event, facts)
    if isinstance(event, KnockoutEvent):
        yield from _entry_problems(book, event, facts)
    if isinstance(event, TournamentEvent):
        yield from _original_problems(book, event, facts)
    if isinstance(event, LadderEvent):
        yield from _walk_in_problems(book, event, facts)


def contestants_in(event: AnyEvent) -> int:
    """Contestants of the largest stage that an event lists."""
    if isinstance(event, KnockoutEvent):
        return max([len(event.entries), *[round_.contestants for round_ in event.rounds]])
    if isinstance(event, TournamentEvent):
        fields = [event.overall, *[session.lists for session in event.sessions]]
    else:
        fields = [getattr(event, "lists", ())]
    return max(sum(map(size_of, lists)) for lists in fields)


def players_at_least(event: AnyEvent) -> int:
    """Players of the field, if every team has four."""
    return contestants_in(event) * PLAYERS_PER_CONTESTANT[event.contest]


def _rank_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """4.4.9: no more players have a rank than took part."""
    largest = (
        book.figures.placing.largest_team.value if event.contest == "teams" else PLAYERS_PER_CONTESTANT[event.contest]
    )
    rank_count, maximum = sum(facts.ranks.values()), contestants_in(event) * largest
    is_stage = any(getattr(event, name, None) is not None for name in ("original_tables", "original_entry"))
    if rank_count > maximum and not is_stage:
        message, fix = f"only {maximum} players can have taken part", "give how many of each rank played, or the size"
        yield book.problem("facts.ranks", rank_count, message, fix, "4.4.9b")


def _entry_problems(book: Book, event: KnockoutEvent, facts: Facts) -> Iterator[Problem]:
    """4.3.3: nobody plays in a knock-out who did not enter."""
    playing_count = contestants_in(event)
    tables = playing_count * TABLES_PER_CONTESTANT[event.contest]
    fix = "give the original entry, or leave it out"
    if event.original_entry is not None and event.original_entry < playing_count:
        message = f"{playing_count} play in the knock-out, more than entered"
        yield book.problem("original_entry", event.original_entry, message, fix, "4.3.3a")
    for name in ("original_tables", "preliminary_tables"):
        tables_given = getattr(facts, name)
        if tables_given is not None and 0 < tables_given < tables:
            message = f"the knock-out has {grouped_text(tidy(tables))} tables, more than entered"
            yield book.problem(f"facts.{name}", tables_given, message, fix, "4.3.3a")


def _original_problems(book: Book, event: TournamentEvent, facts: Facts) -> Iterator[Problem]:
    """4.3.3: the original entry is not smaller than a session."""
    tables_given, largest = facts.original_tables, max(_session_tables(event), default=Fraction())
    if tables_given is not None and 0 < tables_given <= largest - 1:
        message = f"the sessions show {grouped_text(tidy(largest))} tables"
        yield book.problem("facts.original_tables", tables_given, message, "correct one of the two", "4.3.3a")


def original_remarks(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Remark]:
    """4.3.3: an original entry larger than the sessions before the final, which may be sessions of the final."""
    if not isinstance(event, TournamentEvent) or facts.original_tables is None:
        return
    heats = sum(_session_tables(event, "qualifying"), Fraction())
    maximum = max([*_session_tables(event, ""), heats])
    if 0 < maximum <= facts.original_tables - 1:
        template = (
            "an original entry of {given} tables, and sessions of {most}: check both, or say which are of the final"
        )
        tables_given = grouped_text(tidy(Fraction(facts.original_tables)))
        yield book.remark("4.3.3a", sentence(template, given=tables_given, most=grouped_text(tidy(maximum))))


def _session_tables(event: TournamentEvent, *stages: str) -> list[Fraction]:
    """Tables of each session, or of the sessions of some stages."""
    sessions = [session for session in event.sessions if not stages or session.stage in stages]
    return [_tables(session.lists, event) for session in sessions if session.lists]


def _tables(lists: tuple[RankingList, ...], event: TournamentEvent) -> Fraction:
    """Tables of a session: as given, or worked out from its contestants."""
    table_counts = [Fraction(ranking.tables) for ranking in lists if ranking.tables is not None]
    return max([*table_counts, sum(map(size_of, lists)) * TABLES_PER_CONTESTANT[event.contest]])


def _walk_in_problems(book: Book, event: LadderEvent, facts: Facts) -> Iterator[Problem]:
    """4.3.2: everybody who is ranked has qualified, and has played the sessions needed."""
    tables_per_contestant = TABLES_PER_CONTESTANT[event.unit or event.contest]
    ranked_count = max((size_of(ranking) for ranking in event.lists), default=0)
    tables_given = facts.qualified_tables
    if tables_given is not None and 0 < tables_given <= ranked_count * tables_per_contestant - 1:
        message = (
            f"{ranked_count} are ranked, which make {grouped_text(tidy(ranked_count * tables_per_contestant))} tables"
        )
        fix = "give the tables of all who qualified, or leave it out"
        yield book.problem("facts.qualified_tables", tables_given, message, fix, "4.3.2a")
    average = event.average_tables
    minimum = ranked_count * tables_per_contestant * min(event.counted, event.games) / event.games
    if average is not None and 0 < average <= minimum - 1 and not event.final:
        sessions = f"{event.counted} of {event.games} sessions"
        message = f"{ranked_count} played at least {sessions}: {grouped_text(tidy(minimum))} on average"
        fix = "give the average tables over all sessions"
        yield book.problem("average_tables", average, message, fix, "4.3.2a")
