"""E13, E19, E20 and E23, match play: so much for every deal of a match won, half of it for a match tied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Remark, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import Contest, Entry, Matches, Player, RankingList
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import part_of, product, total
from masterpoint.core.places import entries_of
from masterpoint.core.sentences import Message, sentence
from masterpoint.schemes.families.fields import list_name
from masterpoint.schemes.nz.book import A, Book, C
from masterpoint.schemes.nz.rules.issue.eligibility import Restrictions, Share, pay

SEATS = {"teams": 4, "pairs": 2, "individual": 1}


def outcome(group: Matches) -> tuple[int, int]:
    """Matches won and tied; from the margins where the counts are not given."""
    if group.conceded == "unplayed":
        return 0, 0
    if group.margins is not None and not (group.won or group.drawn or group.lost):
        return sum(margin > 0 for margin in group.margins), sum(margin == 0 for margin in group.margins)
    return group.won, group.drawn


def deals_of(groups: Sequence[Matches]) -> tuple[int, int]:
    """Deals played in matches won, and in matches tied."""
    counts = [(group.boards, *outcome(group)) for group in groups]
    return sum(boards * won for boards, won, _ in counts), sum(boards * tied for boards, _, tied in counts)


@rule
def match_points(book: Book, deals: tuple[int, int], factor: Step | None, *, club: bool = False) -> Step:
    """What a player earns for so many deals in matches won and tied; A Points where there is a factor."""
    won, tied = deals
    if not won and not tied:
        return nothing(book.clause(_clause(factor, club)), "no match won or tied")
    parts = []
    if won:
        parts.append(_for_won(book, won, factor, club))
    if tied:
        parts.append(_for_tied(book, tied, factor, club))
    step = parts[0]
    if len(parts) > 1:
        step = derive(total, *parts, clause=book.clause(_clause(factor, club)), message="together")
    if factor is None:
        return step
    return derive(
        product, step, factor, clause=factor.clause, message="Basic Table × factor", reading="N-20" if tied else ""
    )


def _for_won(book: Book, deals: int, factor: Step | None, club: bool) -> Step:
    rate: Exact = book.figures.play.c_won.value if factor is None else book.figures.a_points.a_won.value
    beyond = factor is not None and deals > book.figures.a_points.printed_a_deals.value
    reading = "N-30" if beyond else "N-13" if factor is None and not club else ""
    message = sentence("{deals} deals in matches won", deals=deals)
    return _earned(book, deals, rate, _printed(book, deals, factor, club), message, reading)


def _for_tied(book: Book, deals: int, factor: Step | None, club: bool) -> Step:
    rate: Exact = book.figures.play.c_tied.value if factor is None else book.figures.a_points.a_tied.value
    number = "E20.4d" if factor is not None else "E13.2c" if club else "E23.4b"
    return _earned(book, deals, rate, number, sentence("{deals} deals in matches tied", deals=deals))


def _earned(book: Book, deals: int, rate: Exact, number: str, message: Message, reading: str = "") -> Step:
    played = fact(deals, book.clause(number), message)
    each = sentence("{rate} for each deal played in them", rate=rate)
    return derive(partial(product, rate), played, clause=book.clause(number), message=each, reading=reading)


def _clause(factor: Step | None, club: bool) -> str:
    return "E20.4a" if factor is not None else "E13.2a" if club else "E23.4a"


def _printed(book: Book, deals: int, factor: Step | None, club: bool) -> str:
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
    """Every entry's matches: each player for the deals played, or the shares of E19 where nothing was recorded."""
    return [
        award
        for ranking in lists
        for entry in entries_of(ranking)
        for award in pay(
            book,
            entry,
            match_shares(book, entry, contest, factor, club=club),
            restrictions,
            colour=A if factor is not None else C,
            kind="matches",
            ranking=list_name(ranking, prefix),
        )
    ]


@rule
def match_shares(book: Book, entry: Entry, contest: Contest, factor: Step | None, *, club: bool = False) -> list[Share]:
    """Who of an entry earns what in its matches."""
    whole_team = match_points(book, deals_of(entry.matches), factor, club=club)
    if recorded(entry):
        return [((player,), _own(book, entry, player, factor, club)) for player in entry.players]
    members, seats = len(members_of(entry)), SEATS[contest]
    if members <= seats or not whole_team.value:
        return [(None, whole_team)]
    if factor is None or contest != "teams":
        return [((player,), _own(book, entry, player, factor, club)) for player in entry.players]
    share = derive(
        partial(part_of, seats, members),
        whole_team,
        clause=book.clause("E19.2h"),
        message=sentence(
            "team of {members}, nobody recorded who played: {seats}/{members} for each", members=members, seats=seats
        ),
        reading="N-27",
    )
    return [(None, share)]


def members_of(entry: Entry) -> list[Player]:
    """The players of an entry, without a captain who did not play."""
    return [player for player in entry.players if not player.captain]


def recorded(entry: Entry) -> bool:
    """Somebody wrote down who played which match."""
    return any(player.matches is not None for player in entry.players)


def _own(book: Book, entry: Entry, player: Player, factor: Step | None, club: bool) -> Step:
    """A player's own matches: only those who played in a match earn from it (E19.2g)."""
    if player.matches is None:
        return match_points(book, _own_deals(entry, player), factor, club=club)
    step = match_points(book, deals_of(player.matches), factor, club=club)
    if not step.value:
        return step
    number, reading = ("E19.2g", "") if factor is not None else (_clause(factor, club), "N-38")
    message = "only for the matches this player played in"
    return derive(_as_recorded, step, clause=book.clause(number), message=message, reading=reading)


def _as_recorded(value: Exact) -> Exact:
    return value


def _own_deals(entry: Entry, player: Player) -> tuple[int, int]:
    """Where all matches ended alike, the deals a player played are enough to know."""
    won, tied = deals_of(entry.matches)
    boards = played_in(entry.matches) if player.boards is None else player.boards
    return (min(boards, won), 0) if won else (0, min(boards, tied))


def played_in(groups: Sequence[Matches]) -> int:
    """Deals of all matches, won or not."""
    return sum(group.boards * _count(group) for group in groups)


def _count(group: Matches) -> int:
    counted = group.won + group.drawn + group.lost
    return counted or len(group.margins or ())


def match_problems(
    book: Book,
    lists: Sequence[RankingList],
    path: str,
    contest: Contest,
    factor: Step | None,
    *,
    line_ups: bool,
    club: bool,
) -> Iterator[Problem]:
    """What is missing to know who played, and teams that are none."""
    number = "E19.2g" if factor is not None else "E13.2a" if club else "E23.4a"
    for list_index, ranking in enumerate(lists):
        for index, entry in enumerate(entries_of(ranking)):
            place = f"{path}[{list_index}].entries[{index}].players"
            if contest == "teams":
                yield from _team_size(book, entry, place)
            yield from _own_record(book, entry, place, number)
            silent = [at for at, player in enumerate(entry.players) if player.matches is None and not player.captain]
            if not silent or not _needs_records(entry, contest, factor, line_ups):
                continue
            for at in silent:
                message = "who played which match is not given"
                fix = "give this player's own matches (an empty list if none)"
                yield book.problem(f"{place}[{at}].matches", "", message, fix, number)


def _own_record(book: Book, entry: Entry, place: str, number: str) -> Iterator[Problem]:
    """A player's own matches are among those of the entry, where these are given."""
    team = deals_of(entry.matches)
    for at, player in enumerate(entry.players if entry.matches else ()):
        own = deals_of(player.matches or ())
        if any(mine > theirs for mine, theirs in zip(own, team, strict=True)):
            message = "more deals won or tied than the whole entry has"
            fix = "give only those of the entry's matches that this player played in"
            yield book.problem(f"{place}[{at}].matches", sum(own), message, fix, number)


def _team_size(book: Book, entry: Entry, place: str) -> Iterator[Problem]:
    members = len(members_of(entry))
    if members > book.figures.definitions.largest_team.value:
        fix = "a team has four, five or six players"
        yield book.problem(place, members, "too many players for a team", fix, "E4.D30")


def _needs_records(entry: Entry, contest: Contest, factor: Step | None, line_ups: bool) -> bool:
    if recorded(entry):
        return True
    members = members_of(entry)
    if len(members) <= SEATS[contest]:
        return False
    if factor is not None and contest == "teams":
        return line_ups
    won, tied = deals_of(entry.matches)
    alike = played_in(entry.matches) in (won, tied) or not (won or tied)
    return not (alike and all(player.boards is not None for player in members)) and bool(won or tied)


def has_matches(lists: Sequence[RankingList]) -> bool:
    """Each match was scored on its own, and the results are given."""
    return any(
        entry.matches or any(player.matches for player in entry.players)
        for ranking in lists
        for entry in ranking.entries
    )


def match_remarks(book: Book, factor: Step | None) -> list[Remark]:
    """E20.4e, E11.4: which table serves."""
    if factor is not None:
        return [book.remark("E20.4e", "matches earn A Points here, so no C Points for them")]
    return [book.remark("E11.4", "C Points by the table for match play")]
