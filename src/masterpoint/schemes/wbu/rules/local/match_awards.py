"""4.5.3 to 4.6.3, what contestants and players earn for matches, beside their ranking award."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

from msgspec.structs import replace

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Remark, Step, derive
from masterpoint.core.events import Entry, Matches, RankingList
from masterpoint.core.mechanisms import Ladder, identity, product
from masterpoint.core.places import entries_of
from masterpoint.core.sentences import sentence
from masterpoint.schemes.families.british_matches import MatchClauses, award_for_matches, matches_total
from masterpoint.schemes.families.fields import list_name, with_standing
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.principles.general import (
    LOCAL,
    large_team,
    place_figure,
    rounded_up,
    tie_minimum,
)
from masterpoint.schemes.wbu.rules.principles.payments import absent, for_each_match, to_players


@cache
def match_clauses(book: Book) -> MatchClauses:
    return MatchClauses(
        figure=book.clause("4.6.3"),
        long=book.clause("4.5.4"),
        factor=book.clause("4.6.6"),
        mini=book.clause("4.5.7"),
        drawn=book.clause("4.5.8"),
        conceded=book.clause("2.6.1"),
        unplayed=book.clause("2.6.2"),
        play_off=book.clause("4.5.9"),
        rounding=book.clause("2.4.1"),
        minimum=book.clause("4.6.3"),
        long_reading="W02",
        full_boards=book.figures.matches.full_boards.value,
        long_boards=book.figures.matches.long_boards.value,
        long_factor=book.figures.matches.long_factor.value,
    )


@cache
def league_clauses(book: Book) -> MatchClauses:
    return replace(
        match_clauses(book), figure=book.clause("4.8.2"), long=book.clause("4.8.2"), unplayed=book.clause("4.5.10")
    )


def pay_both(
    book: Book,
    lists: Sequence[RankingList],
    column: str,
    boards: int,
    level: Step,
    ladder: Ladder,
    basis: Step,
    factor: Step | None,
    unpaid_number: str,
    clauses: MatchClauses,
) -> list[Award]:
    """The match award and the ranking award of every entry, each rounded separately (A22)."""
    floor_step = certificate_minimum(book, column, level)
    minimum = tie_minimum(book, column, level)
    awards: list[Award] = []
    for ranking in lists:
        name = list_name(ranking)
        for entry, finish in with_standing(ranking):
            figure = large_team(book, place_figure(book, finish, ladder, minimum, unpaid_number), entry)
            ranking_awards = to_players(
                book, entry, rounded_up(book, figure), boards=boards, ranking=name, share="4.5.3"
            )
            has_ranking_award = any(award.points for award in ranking_awards)
            won = pay_matches(
                book, entry, basis, factor, None if has_ranking_award else floor_step, boards, name, clauses
            )
            awards += [with_ranking(book, award, floor_step, boards) for award in won] if has_ranking_award else won
            awards += ranking_awards
        awards += unranked_awards(book, ranking, basis, factor, floor_step, boards, name, clauses)
    return awards


def with_ranking(book: Book, award: Award, floor_step: Step, boards: int) -> Award:
    """4.6.3 speaks of the certificate: if a ranking award is on it too, few points for matches are not raised.

    Whether they are raised is decided for the contestant as a whole (W63).
    """
    if not award.points or award.points >= floor_step.value or any(step.reading == "A20" for step in award.steps):
        return award
    message, reading = "less than the smallest certificate, but the ranking award is on it too", "W47"
    if award.players and all(absent(book, award.entry, player, boards) for player in award.players):
        message, reading = (
            "less than the smallest certificate, because it is only part of what the contestant earned",
            "W63",
        )
    return replace(
        award, step=derive(identity, award.step, clause=book.clause("4.6.3"), message=message, reading=reading)
    )


@rule
def certificate_minimum(book: Book, column: str, level: Step) -> Step:
    """4.6.3: no certificate for less than 10 or 6 points at Club status."""
    points = book.figures.principles.tie_minimum.value[column]
    message = sentence("no certificate for less than {least} at Club status", least=points)
    return derive(partial(product, points), level, clause=book.clause("4.6.3"), message=message, reading="W28")


def unranked_awards(
    book: Book,
    ranking: RankingList,
    basis: Step,
    factor: Step | None,
    floor_step: Step,
    boards: int,
    name: str,
    clauses: MatchClauses,
) -> list[Award]:
    """Contestants without standing receive match awards only if the organiser gave them those."""
    awards: list[Award] = []
    for entry in entries_of(ranking):
        if entry.standing == "full":
            continue
        no_award = Step(0, book.clause("2.3.1"), "playing without standing", None, (), "A16")
        if entry.standing == "matches":
            awards += pay_matches(book, entry, basis, factor, floor_step, boards, name, clauses)
        awards.append(Award(entry, no_award, LOCAL, "ranking", None, name))
    return awards


def pay_matches(
    book: Book,
    entry: Entry,
    basis: Step,
    factor: Step | None,
    floor_step: Step | None,
    boards: int,
    name: str,
    clauses: MatchClauses,
) -> list[Award]:
    """The match awards of an entry; players with matches of their own have their own figure."""
    own_players = [player for player in entry.players if player.matches is not None]
    team = match_figure(book, entry, entry.matches, basis, factor, floor_step, clauses)
    if not own_players:
        return to_players(book, entry, team, kind="matches", boards=boards, ranking=name, each_match=True)
    awards: list[Award] = []
    team_players = tuple(player for player in entry.players if player.matches is None)
    reasons = [(player, absent(book, for_each_match(entry), player, boards)) for player in team_players]
    recipients = tuple(player for player, reason in reasons if reason is None)
    if recipients:
        awards.append(Award(entry, team, LOCAL, "matches", recipients, name))
    awards += [
        Award(entry, reason, LOCAL, "matches", (player,), name) for player, reason in reasons if reason is not None
    ]
    for player in own_players:
        assert player.matches is not None
        figure = match_figure(book, entry, player.matches, basis, factor, floor_step, clauses)
        awards.append(Award(entry, figure, LOCAL, "matches", (player,), name))
    return awards


@rule
def match_figure(
    book: Book,
    entry: Entry,
    groups: tuple[Matches, ...],
    basis: Step,
    factor: Step | None,
    floor_step: Step | None,
    clauses: MatchClauses,
) -> Step:
    """All matches together, rounded up once (A01), at least a certificate's minimum, unless the team is large (A20)."""
    sum_of = matches_total(groups, basis, clauses, factor)
    team_award = large_team(book, sum_of, entry)
    if team_award is not sum_of or floor_step is None:
        return rounded_up(book, team_award)
    return award_for_matches(sum_of, floor_step, clauses)


def matches_of(entry: Entry) -> int:
    """How many full matches a contestant played."""
    return sum(group.won + group.drawn + group.lost for group in entry.matches if not group.mini)


def more_round_robins(book: Book) -> Remark:
    """4.5.5: every match of a double round robin counts, and each round robin has its own certificate."""
    message = "more than one round robin: each match counts; a certificate for each, the ranking award on the last"
    return book.remark("4.5.5", message)
