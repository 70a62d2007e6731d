"""E13, E19, E20 and E23, match play: so much for every deal of a match won, half of it for a match tied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Award, Remark, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import Contest, Entry, Matches, Player, RankingList
from masterpoint.core.exact import Exact, shown
from masterpoint.core.mechanisms import part_of, product, total
from masterpoint.core.places import entries_of
from masterpoint.schemes.families.fields import list_name
from masterpoint.schemes.nz.rules.eligibility import Rules, Share, pay
from masterpoint.schemes.nz.rules.handbook import A, C, clause, problem

C_A_DEAL = {"won": 2, "tied": 1}  # E13, E23
A_A_DEAL = {"won": Fraction(2, 100), "tied": Fraction(1, 100)}  # E20
PRINTED_C = ((10, "E13.2b"), (60, "E40.2"))  # how far the printed tables of C Points go
PRINTED_A = 12
SEATS = {"teams": 4, "pairs": 2, "individual": 1}
LARGEST_TEAM = 6


def outcome(group: Matches) -> tuple[int, int]:
    """Matches won and tied; from the margins where the counts are not told."""
    if group.conceded == "unplayed":
        return 0, 0
    if group.margins is not None and not (group.won or group.drawn or group.lost):
        return sum(margin > 0 for margin in group.margins), sum(margin == 0 for margin in group.margins)
    return group.won, group.drawn


def deals_of(groups: Sequence[Matches]) -> tuple[int, int]:
    """Deals played in matches won, and in matches tied."""
    counts = [(group.boards, *outcome(group)) for group in groups]
    return sum(boards * won for boards, won, _ in counts), sum(boards * tied for boards, _, tied in counts)


def match_points(deals: tuple[int, int], factor: Step | None, *, club: bool = False) -> Step:
    """What a player earns for so many deals in matches won and tied; A Points where there is a factor."""
    won, tied = deals
    if not won and not tied:
        return nothing(clause(_clause(factor, club)), "no match won or tied")
    rates = A_A_DEAL if factor is not None else C_A_DEAL
    parts = []
    if won:
        beyond = "N-30" if factor is not None and won > PRINTED_A else "N-13" if factor is None and not club else ""
        message = f"{won} deals in matches won"
        parts.append(_earned(won, rates["won"], _printed(won, factor, club), message, beyond))
    if tied:
        number = "E20.4d" if factor is not None else "E13.2c" if club else "E23.4b"
        parts.append(_earned(tied, rates["tied"], number, f"{tied} deals in matches tied"))
    step = (
        parts[0] if len(parts) == 1 else derive(total, *parts, clause=clause(_clause(factor, club)), message="together")
    )
    if factor is None:
        return step
    return derive(
        product, step, factor, clause=factor.clause, message="Basic Table × factor", reading="N-20" if tied else ""
    )


def _earned(deals: int, rate: Exact, number: str, message: str, reading: str = "") -> Step:
    told = fact(deals, clause(number), message)
    each = f"{shown(rate)} for each deal played in them"
    return derive(partial(product, rate), told, clause=clause(number), message=each, reading=reading)


def _clause(factor: Step | None, club: bool) -> str:
    return "E20.4a" if factor is not None else "E13.2a" if club else "E23.4a"


def _printed(deals: int, factor: Step | None, club: bool) -> str:
    """The printed table that shows this figure, or the rule behind it."""
    if factor is not None:
        return "E20.4b" if deals <= PRINTED_A else "E20.4a"
    if not club:
        return "E23.4a"
    return next((number for last, number in PRINTED_C if deals <= last), "E13.2a")


def pay_matches(
    lists: Sequence[RankingList],
    contest: Contest,
    factor: Step | None,
    rules: Rules,
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
            entry,
            match_shares(entry, contest, factor, club=club),
            rules,
            colour=A if factor is not None else C,
            kind="matches",
            ranking=list_name(ranking, prefix),
        )
    ]


def match_shares(entry: Entry, contest: Contest, factor: Step | None, *, club: bool = False) -> list[Share]:
    """Who of an entry earns what in its matches."""
    whole_team = match_points(deals_of(entry.matches), factor, club=club)
    if recorded(entry):
        return [((player,), _own(entry, player, factor, club)) for player in entry.players]
    members, seats = len(members_of(entry)), SEATS[contest]
    if members <= seats or not whole_team.value:
        return [(None, whole_team)]
    if factor is None or contest != "teams":
        return [((player,), _own(entry, player, factor, club)) for player in entry.players]
    share = derive(
        partial(part_of, seats, members),
        whole_team,
        clause=clause("E19.2h"),
        message=f"team of {members}, nobody recorded who played: {seats}/{members} for each",
        reading="N-27",
    )
    return [(None, share)]


def members_of(entry: Entry) -> list[Player]:
    """The players of an entry, without a captain who did not play."""
    return [player for player in entry.players if not player.captain]


def recorded(entry: Entry) -> bool:
    """Somebody wrote down who played which match."""
    return any(player.matches is not None for player in entry.players)


def _own(entry: Entry, player: Player, factor: Step | None, club: bool) -> Step:
    """A player's own matches: only those who played in a match earn from it (E19.2g)."""
    if player.matches is None:
        return match_points(_own_deals(entry, player), factor, club=club)
    step = match_points(deals_of(player.matches), factor, club=club)
    if not step.value:
        return step
    number, reading = ("E19.2g", "") if factor is not None else (_clause(factor, club), "N-38")
    message = "only for the matches this player played in"
    return derive(_as_recorded, step, clause=clause(number), message=message, reading=reading)


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
    told = group.won + group.drawn + group.lost
    return told or len(group.margins or ())


def match_problems(
    lists: Sequence[RankingList], path: str, contest: Contest, factor: Step | None, *, line_ups: bool, club: bool
) -> Iterator[Problem]:
    """What is missing to know who played, and teams that are none."""
    number = "E19.2g" if factor is not None else "E13.2a" if club else "E23.4a"
    for list_index, ranking in enumerate(lists):
        for index, entry in enumerate(entries_of(ranking)):
            place = f"{path}[{list_index}].entries[{index}].players"
            if contest == "teams":
                yield from _team_size(entry, place)
            yield from _own_record(entry, place, number)
            silent = [at for at, player in enumerate(entry.players) if player.matches is None and not player.captain]
            if not silent or not _needs_records(entry, contest, factor, line_ups):
                continue
            for at in silent:
                message = "who played which match is not told"
                fix = "give this player's own matches (an empty list if none)"
                yield problem(f"{place}[{at}].matches", "", message, fix, number)


def _own_record(entry: Entry, place: str, number: str) -> Iterator[Problem]:
    """A player's own matches are among those of the entry, where these are told."""
    team = deals_of(entry.matches)
    for at, player in enumerate(entry.players if entry.matches else ()):
        own = deals_of(player.matches or ())
        if any(mine > theirs for mine, theirs in zip(own, team, strict=True)):
            message = "more deals won or tied than the whole entry has"
            fix = "give only those of the entry's matches that this player played in"
            yield problem(f"{place}[{at}].matches", sum(own), message, fix, number)


def _team_size(entry: Entry, place: str) -> Iterator[Problem]:
    members = len(members_of(entry))
    if members > LARGEST_TEAM:
        fix = "a team has four, five or six players"
        yield problem(place, members, "too many players for a team", fix, "E4.D30")


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


def is_told(lists: Sequence[RankingList]) -> bool:
    """Each match was scored on its own, and somebody says how they went."""
    return any(
        entry.matches or any(player.matches for player in entry.players)
        for ranking in lists
        for entry in ranking.entries
    )


def match_remarks(factor: Step | None) -> list[Remark]:
    """E20.4e, E11.4: which table serves."""
    if factor is not None:
        return [Remark(clause("E20.4e"), "matches earn A Points here, so no C Points for them")]
    return [Remark(clause("E11.4"), "C Points by the table for match play")]
