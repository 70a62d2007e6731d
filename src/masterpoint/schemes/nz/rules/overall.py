"""E18.2 and E22.2, overall awards of tournaments: the table for the whole field, ties averaged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

import msgspec

from masterpoint.core.derivation import Award, Clause, Step, derive, fact, nothing
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import Contest, Entry, Player, RankingList
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import Ladder, mean_of, whole
from masterpoint.core.places import Finish, entries_of, finishes
from masterpoint.core.rounding import nearest_whole
from masterpoint.schemes.families.fields import list_name
from masterpoint.schemes.nz.rules.classes import TournamentClass, scale_of
from masterpoint.schemes.nz.rules.eligibility import Rules, Share, pay
from masterpoint.schemes.nz.rules.handbook import A, clause, problem
from masterpoint.schemes.nz.rules.match_play import members_of, played_in
from masterpoint.schemes.nz.rules.substitutes import shares_of
from masterpoint.schemes.nz.rules.tables import FIRST_ROW, OVERALL_TABLES, awards_for, table_for, too_large

QUARTER = 4  # E18.2f: at least one quarter of the team's deals
FULL_FIELD = 6  # E48: proportional below six


def overall_problems(kind: TournamentClass, contest: Contest, place: str) -> Iterator[Problem]:
    """E39.3e: 20A and 25A events have no overall table in the manual."""
    if not kind.podium and (kind.name, scale_of(contest)) not in OVERALL_TABLES:
        message = f"the manual prints no overall table for {kind.name} events: NZ Bridge gives it on request"
        fix = "leave the overall ranking out (last = false for matches): sessions and matches are still paid"
        yield problem(place, kind.name, message, fix, "E39.3e")


def size_problems(kind: TournamentClass, contest: Contest, contestants: int, place: str) -> Iterator[Problem]:
    """E37.1f: fields beyond the last printed row."""
    if not kind.podium and (kind.name, scale_of(contest)) in OVERALL_TABLES:
        yield from too_large(OVERALL_TABLES[kind.name, scale_of(contest)], contestants, place, "E37.1f")


def total_problems(told: int | None, listed: int) -> Iterator[Problem]:
    """E42.Q2b: the total field cannot be smaller than what is listed of it."""
    if told is not None and told < listed:
        message = f"{listed} contestants are placed, more than the total field"
        yield problem("facts.total_field", told, message, "give the contestants of all stages", "E42.Q2b")


def member_problems(
    entries: Sequence[Entry], kind: TournamentClass, contest: Contest, boards: int, path: str
) -> Iterator[Problem]:
    """E18.2f, E22.2e: nobody in a team plays more deals than the team."""
    number = "E18.2f" if kind.colour == A else "E22.2e"
    for index, entry in enumerate(entries if contest == "teams" else ()):
        for seat, player in enumerate(entry.players):
            if (player.boards or 0) > boards:
                place = f"{path}.entries[{index}].players[{seat}].boards"
                message = f"more deals than the {boards} of the event"
                yield problem(place, player.boards or 0, message, "give the deals this player took part in", number)


def overall_ladder(kind: TournamentClass, contest: Contest, contestants: Step) -> list[Step]:
    """The awards of the whole field; the winners have the maximum of the class (E18.2a, E22.2a)."""
    size = whole(contestants.value)
    if kind.podium:
        return _podium(kind, contestants)
    if size < FIRST_ROW:
        return []
    problems = list(overall_problems(kind, contest, "grade"))
    if problems:
        raise Refused(problems)
    table = table_for(OVERALL_TABLES[kind.name, scale_of(contest)], size, "overall", "E37.1f")
    first, *others = awards_for(table, contestants)
    number = "E18.2a" if kind.colour == A else "E22.2a"
    top = derive(
        _maximum, first, clause=clause(number), message=f"the winners receive the maximum of a {kind.name} event"
    )
    return [top, *others]


def _maximum(value: Exact) -> Exact:
    return value


def _podium(kind: TournamentClass, contestants: Step) -> list[Step]:
    """E48: three awards; in trials proportional to the field below six."""
    number = clause(kind.podium_clause)
    printed = [fact(award, number, f"{kind.name}: place {place}") for place, award in enumerate(kind.podium, 1)]
    if kind.podium_clause == "E48.C" or contestants.value >= FULL_FIELD:
        return printed
    return [
        derive(
            _in_proportion, step, contestants, clause=number, message=f"× field ÷ {FULL_FIELD}, nearest", reading="N-24"
        )
        for step in printed
    ]


def _in_proportion(award: Exact, contestants: Exact) -> Exact:
    return nearest_whole(award * Fraction(whole(contestants), FULL_FIELD))


class Plate(msgspec.Struct, frozen=True):
    """A plate's placings start after the final's."""

    finalists: int
    clause: Clause


def pay_overall(
    ranking: RankingList,
    ladder: Ladder,
    kind: TournamentClass,
    contest: Contest,
    rules: Rules,
    *,
    boards: int,
    field: Step,
    plate: Plate | None = None,
    kind_of_award: str = "overall",
) -> list[Award]:
    """Each entry of the overall ranking; a plate goes on after the last finalist."""
    entries = entries_of(ranking)
    steps = {finish: overall_figure(finish, ladder, kind, field, plate) for finish in set(finishes(entries))}
    return [
        award
        for entry, finish in zip(entries, finishes(entries), strict=True)
        for award in pay(
            entry,
            overall_shares(entry, steps[finish], kind, contest, boards),
            rules,
            colour=kind.colour,
            kind=kind_of_award,
            ranking=list_name(ranking),
        )
    ]


def overall_figure(finish: Finish, ladder: Ladder, kind: TournamentClass, field: Step, plate: Plate | None) -> Step:
    """A place of the final or the plate in the table of the total field."""
    if plate is None:
        return _placing(finish, ladder, kind, field)
    moved = Finish(finish.place + plate.finalists, finish.sharing)
    step = _placing(moved, ladder, kind, field)
    message = f"place {finish} of the plate is place {moved} overall, after {plate.finalists} finalists"
    return derive(_maximum, step, clause=plate.clause, message=message, reading="N-21")


def _placing(finish: Finish, ladder: Ladder, kind: TournamentClass, field: Step) -> Step:
    """A place, or the average of the places in contention; places beyond the table count as nothing."""
    letter = kind.colour == A
    place = finish.place
    if place > len(ladder):
        message = (
            f"place {place}: awards end at place {len(ladder)}" if ladder else "no table for fewer than 3 contestants"
        )
        return nothing(clause("E18.2a" if letter else "E22.2a"), message, field)
    if finish.sharing == 1:
        return ladder[place - 1]
    paid = ladder[place - 1 : place - 1 + finish.sharing]
    even = len(paid) == finish.sharing and len({award.value for award in paid}) == 1
    return derive(
        partial(mean_of, finish.sharing),
        *paid,
        clause=clause("E18.2b" if letter else "E22.2b"),
        message=f"{finish.sharing} share places {place} to {place + finish.sharing - 1}: the average",
        reading="" if even else "N-27",
    )


def overall_shares(entry: Entry, step: Step, kind: TournamentClass, contest: Contest, boards: int) -> list[Share]:
    """Substitutes in pairs share by deals; team members need a quarter of the team's deals."""
    letter = kind.colour == A
    if contest != "teams":
        return shares_of(entry, step, contest, boards, number="E18.2d" if letter else "E22.2d")
    return team_shares(entry, step, boards, "E18.2f" if letter else "E22.2e", "E18.2e" if letter else "E22.2e")


def team_shares(entry: Entry, step: Step, boards: int, quarter: str, full: str) -> list[Share]:
    """E18.2e, E18.2f: the full award to each member who played at least a quarter of the deals."""
    if not step.value or not entry.players:
        return [(None, step)]
    deals_of_team = entry.boards if entry.boards is not None else boards
    short = {
        index: played
        for index, player in enumerate(entry.players)
        if (played := deals_played(player)) is not None and played * QUARTER < deals_of_team
    }
    members = len(members_of(entry))
    if members > QUARTER:
        step = derive(_maximum, step, clause=clause(full), message=f"team of {members}: in full to each member")
    if not short:
        return [(None, step)]
    kept = tuple(player for index, player in enumerate(entry.players) if index not in short)
    shares: list[Share] = [(kept, step)] if kept else []
    for index, played in short.items():
        told = fact(played, clause(quarter), f"deals played, of the team's {deals_of_team}")
        shares.append(((entry.players[index],), nothing(clause(quarter), "less than a quarter of the deals", told)))
    return shares


def deals_played(player: Player) -> int | None:
    """Deals a player took part in, where told."""
    if player.boards is not None:
        return player.boards
    return played_in(player.matches) if player.matches is not None else None
