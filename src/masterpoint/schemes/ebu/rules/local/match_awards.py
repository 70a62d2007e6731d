"""4.5 and 4.6.3, the award for each match won: who receives it, and how much."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial

from msgspec.structs import replace

from masterpoint.core.books import printed_figure, rule
from masterpoint.core.derivation import Award, Remark, Step, derive, nothing
from masterpoint.core.events import AnyEvent, Entry, Matches, Player, RankingList
from masterpoint.core.mechanisms import product
from masterpoint.core.places import size_of
from masterpoint.core.sentences import sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.principles.paying import LOCAL, final_figure, to_players
from masterpoint.schemes.ebu.rules.records.crediting import MATCHES, NO_BOARDS
from masterpoint.schemes.families.british_matches import MatchClauses, award_for_matches, is_play_off, matches_total
from masterpoint.schemes.families.missing_matches import all_paid_for_all, missing_matches

KIND = MATCHES


@cache
def match_clauses(book: Book) -> MatchClauses:
    """What 4.5 and 4.6 say about a match, with their clauses."""
    figures = book.figures.matches
    return MatchClauses(
        figure=book.clause("4.6.3"),
        long=book.clause("4.5.4"),
        factor=book.clause("4.6.6"),
        mini=book.clause("4.5.7"),
        drawn=book.clause("4.5.8"),
        conceded=book.clause("3.6.1"),
        unplayed=book.clause("4.5.10"),
        play_off=book.clause("4.5.9"),
        rounding=book.clause("3.4.1"),
        minimum=book.clause("4.6.3"),
        long_reading="E06",
        full_boards=figures.full_boards.value,
        long_boards=figures.long_boards.value,
        long_factor=figures.long_factor.value,
    )


@rule
def full_match(book: Book, status: Step) -> Step:
    """4.6.3: what a match of 18 to 35 boards earns at this status, exact."""
    figure = book.figures.matches.full_match
    return derive(product, printed_figure(figure), status, clause=figure.clause, message="at the status of the event")


@rule
def minimum_total(book: Book, status: Step) -> Step:
    """4.6.3: six points at Club status for the event as a whole."""
    formula = partial(product, book.figures.principles.minimum_award.value)
    return derive(formula, status, clause=book.clause("4.6.3"), message="least award for the event as a whole")


@rule
def pay_matches(
    book: Book,
    entry: Entry,
    basis: Step,
    minimum: Step,
    clauses: MatchClauses,
    *,
    colour: str,
    boards: int,
    has_ranking_award: bool,
    factor: Step | None = None,
    ranking: str = "",
) -> list[Award]:
    """What an entry's matches earn; a player with matches of his own is paid for those.

    `has_ranking_award`: a ranking award beside it lifts the whole above the minimum (reading E39).
    """
    awards = []
    for groups, players, has_own_matches in _by_matches(entry):
        won = matches_total(groups, basis, clauses, factor)
        step = _before_raising(won, clauses) if has_ranking_award else award_for_matches(won, minimum, clauses)
        figure = step if colour == LOCAL or not step.value else final_figure(book, colour, step)
        part = replace(entry, players=players)
        for award in to_players(
            book,
            part,
            figure,
            colour=colour,
            kind=KIND,
            boards=NO_BOARDS if has_own_matches else boards,
            ranking=ranking,
        ):
            receivers = players if award.players is None and players is not entry.players else award.players
            awards.append(Award(entry, award.step, colour, KIND, receivers, ranking))
    return awards


def pay_all_matches(
    book: Book,
    entries: Iterable[Entry],
    basis: Step,
    minimum: Step,
    clauses: MatchClauses,
    *,
    ranking_awards: Iterable[Award],
    colour: str,
    boards: int,
    factor: Step | None = None,
    ranking: str = "",
) -> list[Award]:
    """What the matches of a list earn beside its ranking awards; entries without standing earn nothing."""
    with_bonus = {id(award.entry) for award in ranking_awards if award.points}
    awards: list[Award] = []
    for entry in entries:
        if entry.standing == "none":
            reason = nothing(book.clause("2.10.2"), "playing without standing")
            awards.append(Award(entry, reason, colour, KIND, None, ranking))
            continue
        awards += pay_matches(
            book,
            entry,
            basis,
            minimum,
            clauses,
            colour=colour,
            boards=boards,
            has_ranking_award=id(entry) in with_bonus,
            factor=factor,
            ranking=ranking,
        )
    return awards


def _before_raising(won: Step, clauses: MatchClauses) -> Step:
    return award_for_matches(won, nothing(clauses.minimum, "a ranking award is made beside it", reading="E39"), clauses)


def _by_matches(entry: Entry) -> Iterator[tuple[Sequence[Matches], tuple[Player, ...], bool]]:
    """Players grouped by their matches, and whether those are their own rather than the entry's."""
    if not any(player.matches is not None for player in entry.players):
        yield entry.matches, entry.players, False
        return
    groups: dict[tuple[Matches, ...] | None, list[Player]] = {}
    for player in entry.players:
        groups.setdefault(player.matches, []).append(player)
    for matches, players in groups.items():
        yield entry.matches if matches is None else matches, tuple(players), matches is not None


def round_robin_remarks(book: Book, lists: Iterable[RankingList]) -> Iterator[Remark]:
    """4.5.5: where opponents met more than once, every match counts, but the ranking only once."""
    for ranking in lists:
        match_count = max((_match_total(entry) for entry in ranking.entries), default=0)
        if match_count and match_count >= size_of(ranking):
            message = "opponents met more than once: an award for each match, and one ranking award at the end"
            yield book.remark("4.5.5", message)


def _match_total(entry: Entry) -> int:
    full_matches = (group for group in entry.matches if not group.mini and not is_play_off(group))
    return sum(group.won + group.drawn + group.lost for group in full_matches)


def missing_remarks(book: Book, event: AnyEvent) -> Iterator[Remark]:
    """4.5.2: the awards for matches won need the matches."""
    if missing := missing_matches(event):
        yield book.remark("4.5.2", missing)
    if unclear := all_paid_for_all(event):
        yield book.remark("3.3.2", unclear)


def length_remarks(book: Book, lists: Iterable[RankingList], boards: int) -> Iterator[Remark]:
    """4.5.4: the length of the matches should agree with that of the event."""
    longest = max((_match_boards(entry) for ranking in lists for entry in ranking.entries), default=0)
    if longest > boards:
        template = "the matches of one entry come to {longest} boards, the event to {boards}: check both"
        yield book.remark("4.5.4", sentence(template, longest=longest, boards=boards))


def _match_boards(entry: Entry) -> int:
    """Boards of all matches of an entry, without play-offs."""
    return sum(
        group.boards * (group.won + group.drawn + group.lost) for group in entry.matches if not is_play_off(group)
    )
