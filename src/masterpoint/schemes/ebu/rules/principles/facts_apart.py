"""Facts of an event that cannot be true together: a stage and its event, the entries and their numbers."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, LeagueEvent
from masterpoint.core.traversal import all_entries
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.attendance import entry_count, listed_entries, sessions_of
from masterpoint.schemes.ebu.rules.facts import Facts


def facts_apart(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """Where the facts of an event contradict each other or the rest of it."""
    if event.facts:
        yield from stage_problems(book, event, facts)
        yield from entry_problems(book, event, facts)
        yield from county_problems(book, event, facts)


def stage_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """1.2.4, 3.1.2, 6.2.3: a stage is no longer than its event, and somebody plays in it."""
    boards: int = getattr(event, "boards", 0)
    if boards and facts.sit_out_boards >= boards:
        message = f"nobody sits out all of the {boards} boards"
        fix = "give the boards that some contestants sit out"
        yield book.problem("facts.sit_out_boards", facts.sit_out_boards, message, fix, "3.1.2")
    fix = "count this stage and the others together"
    if facts.whole_boards is not None and facts.whole_boards < boards:
        message = f"this stage alone has {boards} boards"
        yield book.problem("facts.whole_boards", facts.whole_boards, message, fix, "1.2.4")
    if facts.qualifying_boards is not None and facts.qualifying_boards < boards:
        message = f"this stage alone has {boards} boards"
        yield book.problem("facts.qualifying_boards", facts.qualifying_boards, message, fix, "6.2.3")
    sessions, all_sessions = sessions_of(event), facts.whole_sessions
    if all_sessions is not None and all_sessions < sessions:
        message = f"this stage alone has {sessions} sessions"
        yield book.problem("facts.whole_sessions", all_sessions, message, fix, "1.2.4")
    raised_sessions, fix = facts.enhanced_sessions, "give all sessions at the raised status"
    if raised_sessions is not None and all_sessions is not None and raised_sessions > all_sessions:
        yield book.problem(
            "facts.enhanced_sessions", raised_sessions, f"the whole event has {all_sessions} sessions", fix, "1.2.4"
        )
    if raised_sessions is not None and raised_sessions < sessions and event.championship == "major":
        message = f"this stage alone has {sessions} sessions"
        yield book.problem("facts.enhanced_sessions", raised_sessions, message, fix, "1.2.4")


def entry_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """1.1.3, 1.2.6(d), 1.2.7(c), 6.3.1: who came from outside, who may enter, and who goes on to the final."""
    counts_outsiders = facts.outside_entries is not None or facts.all_own_members
    marked_count = sum(entry.outside for entry in listed_entries(event)) if counts_outsiders else 0
    message = f"{marked_count} entries are marked as from outside"
    if facts.outside_entries is not None and facts.outside_entries < marked_count:
        fix = "correct the marks, or leave their number out"
        yield book.problem("facts.outside_entries", facts.outside_entries, message, fix, "1.2.6(d)")
    if facts.all_own_members and marked_count:
        yield book.problem("facts.all_own_members", True, message, "leave out the marks, or this fact", "1.2.7")
    if facts.members_only and facts.open_to_non_members:
        message, fix = "the event is given as for members only", "leave out one of the two"
        yield book.problem("facts.open_to_non_members", True, message, fix, "1.1.3")
    if facts.finalists is not None and facts.finalists > (total_entry := entry_count(event)):
        message, fix = f"only {total_entry} entered altogether", "give those who go on to the final"
        yield book.problem("facts.finalists", facts.finalists, message, fix, "6.3.1")


def county_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """1.2.6(e): the status depends on which of a county's teams play, and a county has one team of each letter."""
    counties, minimum = facts.counties, book.figures.organisations.fewest_counties.value
    if counties is None or counties < minimum or event.contest != "teams":
        return
    teams, teams_together = entry_count(event), _most_together(event)
    if teams < counties and not facts.team_letter:
        message, fix = f"only {teams} teams are in the league", "count the counties that take part, or give all teams"
        yield book.problem("facts.counties", counties, message, fix, "1.2.6(e)")
    if teams_together > counties:
        message = f"{teams_together} teams of {counties} counties play together, so a county has several"
        fix = "give the A teams, the B teams and so on each as a division or an event of their own"
        yield book.problem("facts.counties", counties, message, fix, "1.2.6(e)")


def _most_together(event: AnyEvent) -> int:
    """How many teams the largest division has, or an event without divisions."""
    if isinstance(event, LeagueEvent):
        return max((max(len(division.entries), division.size or 0) for division in event.divisions), default=0)
    return entry_count(event)


def conceded_problems(book: Book, event: AnyEvent) -> Iterator[Problem]:
    """3.6.3: boards played and boards conceded add up to no more than there were."""
    maximum: int | None = getattr(event, "boards", None)
    for path, entry in all_entries(event) if maximum is not None else ():
        for seat, player in enumerate(entry.players):
            if (player.boards or 0) + player.deemed > (maximum or 0) and player.deemed:
                message = f"no more than the {maximum} boards of this stage are played or conceded"
                fix = "give the boards that were conceded while the player was there to play them"
                yield book.problem(f"{path}.players[{seat}].deemed", player.deemed, message, fix, "3.6.3")
