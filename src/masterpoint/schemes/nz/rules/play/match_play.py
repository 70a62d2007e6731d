"""E13, E19, E20 and E23, match play: an amount for every deal of a match won, half of it for a match tied."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Remark, Step, derive, fact, nothing
from masterpoint.core.events import Contest, Entry, Matches, Player, RankingList
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import identity, part_of, product, total
from masterpoint.core.places import entries_of
from masterpoint.core.seats import PLAYERS_PER_CONTESTANT
from masterpoint.core.sentences import Message, sentence
from masterpoint.schemes.families.fields import list_name
from masterpoint.schemes.nz.book import A, Book, C
from masterpoint.schemes.nz.rules.issue.contestants import members_of
from masterpoint.schemes.nz.rules.issue.eligibility import Restrictions, Share, pay


def outcome(group: Matches) -> tuple[int, int]:
    """Matches won and tied, by the margins if they are given: then the counts are the same, or left out."""
    if group.conceded == "unplayed":
        return 0, 0
    if group.margins is not None:
        return sum(margin > 0 for margin in group.margins), sum(margin == 0 for margin in group.margins)
    return group.won, group.drawn


def deals_of(groups: Sequence[Matches]) -> tuple[int, int]:
    """Deals played in matches won, and in matches tied."""
    counts = [(group.boards, *outcome(group)) for group in groups]
    return sum(boards * won for boards, won, _ in counts), sum(boards * tied for boards, _, tied in counts)


@rule
def match_points(book: Book, deals: tuple[int, int], factor: Step | None, *, club: bool = False) -> Step:
    """What a player earns for the deals of matches won and tied; A Points if there is a factor."""
    won, tied = deals
    if not won and not tied:
        return nothing(book.clause(_clause(factor, club)), "no match won or tied")
    parts = []
    if won:
        parts.append(_for_won(book, won, factor, club))
    if tied:
        parts.append(_for_tied(book, tied, factor, club))
    clause = book.clause(_clause(factor, club))
    step = parts[0] if len(parts) == 1 else derive(total, *parts, clause=clause, message="together")
    if factor is None:
        return step
    return derive(
        product, step, factor, clause=factor.clause, message="Basic Table × factor", reading="N-20" if tied else ""
    )


def _for_won(book: Book, deals: int, factor: Step | None, club: bool) -> Step:
    rate: Exact = book.figures.play.c_won.value if factor is None else book.figures.a_points.a_won.value
    is_beyond_table = factor is not None and deals > book.figures.a_points.printed_a_deals.value
    reading = "N-30" if is_beyond_table else "N-13" if factor is None and not club else ""
    message = sentence("{deals} deals in matches won", deals=deals)
    return _points_step(book, deals, rate, _source_number(book, deals, factor, club), message, reading)


def _for_tied(book: Book, deals: int, factor: Step | None, club: bool) -> Step:
    rate: Exact = book.figures.play.c_tied.value if factor is None else book.figures.a_points.a_tied.value
    number = "E20.4d" if factor is not None else "E13.2c" if club else "E23.4b"
    return _points_step(book, deals, rate, number, sentence("{deals} deals in matches tied", deals=deals))


def _points_step(book: Book, deals: int, rate: Exact, number: str, message: Message, reading: str = "") -> Step:
    deals_step = fact(deals, book.clause(number), message)
    rate_message = sentence("{rate} for each deal played in them", rate=rate)
    return derive(partial(product, rate), deals_step, clause=book.clause(number), message=rate_message, reading=reading)


def _clause(factor: Step | None, club: bool) -> str:
    return "E20.4a" if factor is not None else "E13.2a" if club else "E23.4a"


def _source_number(book: Book, deals: int, factor: Step | None, club: bool) -> str:
    """The printed table that shows this figure, or the rule behind it."""
    if factor is not None:
        return "E20.4b" if deals <= book.figures.a_points.printed_a_deals.value else "E20.4a"
    if not club:
        return "E23.4a"
    return next((number for last, number in book.figures.play.printed_c_deals.value if deals <= last), "E13.2a")


def pay_matches(
    book: Book,
    lists: Sequence[RankingList],
    contest: Contest,
    factor: Step | None,
    restrictions: Restrictions,
    *,
    club: bool = False,
    prefix: str = "",
) -> list[Award]:
    """The match awards of every entry: each player's for the deals played, or the shares of E19 without records."""
    colour = A if factor is not None else C
    awards: list[Award] = []
    for ranking in lists:
        shares = [(entry, match_shares(book, entry, contest, factor, club=club)) for entry in entries_of(ranking)]
        name = list_name(ranking, prefix)
        awards += pay(book, shares, restrictions, colour=colour, kind="matches", ranking=name)
    return awards


@rule
def match_shares(book: Book, entry: Entry, contest: Contest, factor: Step | None, *, club: bool = False) -> list[Share]:
    """What each player of an entry earns in its matches."""
    whole_team = match_points(book, deals_of(entry.matches), factor, club=club)
    if has_records(entry) or deals_show_awards(entry):
        return [((player,), _own_award(book, entry, player, factor, club)) for player in entry.players]
    members, seats = len(members_of(entry)), PLAYERS_PER_CONTESTANT[contest]
    if members <= seats or not whole_team.value:
        return [(None, whole_team)]
    share = derive(
        partial(part_of, seats, members),
        whole_team,
        clause=book.clause("E19.2h"),
        message=sentence(
            "team of {members}, nobody recorded who played: {seats}/{members} for each", members=members, seats=seats
        ),
        reading="N-27",
    )
    absentees = [player for player in entry.players if player.boards == 0]
    players = tuple(player for player in entry.players if player.boards != 0)
    no_award = nothing(book.clause(_clause(factor, club)), "took part in no deal")
    return [(players if absentees else None, share), *(((player,), no_award) for player in absentees)]


def has_records(entry: Entry) -> bool:
    """Whether somebody recorded who played which match."""
    return any(player.matches is not None for player in entry.players)


def deals_show_awards(entry: Entry) -> bool:
    """Whether the deals that each member played show what each earned: all matches ended alike."""
    won, tied = deals_of(entry.matches)
    is_uniform = bool(won or tied) and played_in(entry.matches) in (won, tied)
    return is_uniform and all(player.boards is not None for player in members_of(entry)) and bool(entry.players)


def _own_award(book: Book, entry: Entry, player: Player, factor: Step | None, club: bool) -> Step:
    """A player's own matches: only those who played in a match earn from it (E19.2g)."""
    if player.matches is None:
        return match_points(book, _own_deals(entry, player), factor, club=club)
    step = match_points(book, deals_of(player.matches), factor, club=club)
    if not step.value:
        return step
    number, reading = ("E19.2g", "") if factor is not None else (_clause(factor, club), "N-38")
    message = "only for the matches this player played in"
    return derive(identity, step, clause=book.clause(number), message=message, reading=reading)


def _own_deals(entry: Entry, player: Player) -> tuple[int, int]:
    """The deals a player played in matches that all ended alike."""
    won, tied = deals_of(entry.matches)
    boards = played_in(entry.matches) if player.boards is None else player.boards
    return (min(boards, won), 0) if won else (0, min(boards, tied))


def played_in(groups: Sequence[Matches]) -> int:
    """Deals of all matches, won or not."""
    return sum(group.boards * _count(group) for group in groups)


def _count(group: Matches) -> int:
    result_count = group.won + group.drawn + group.lost
    return result_count or len(group.margins or ())


def has_matches(lists: Sequence[RankingList]) -> bool:
    """Whether results of matches are given, each scored on its own."""
    return any(
        entry.matches or any(player.matches for player in entry.players)
        for ranking in lists
        for entry in ranking.entries
    )


def scoring_remarks(book: Book, scoring: str) -> list[Remark]:
    """E11.1, E13.2: a match is won on the basis on which the event is played."""
    if scoring == "matchpoints":
        return []
    return [book.remark("E11.1d", sentence("each match is scored on its own, by {scoring}", scoring=scoring))]


def match_remarks(book: Book, factor: Step | None) -> list[Remark]:
    """E20.4e, E11.4: the table that is used."""
    if factor is not None:
        return [book.remark("E20.4e", "matches earn A Points here, so no C Points for them")]
    return [book.remark("E11.4", "C Points by the table for match play")]
