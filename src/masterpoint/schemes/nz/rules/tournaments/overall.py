"""E18.2 and E22.2, overall awards of tournaments: the table for the whole field, ties averaged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

import msgspec

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Clause, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import Contest, Entry, Player, RankingList
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import Ladder, identity, mean_of, unpaid_step, whole
from masterpoint.core.places import Finish, entries_of, finishes
from masterpoint.core.rounding import nearest_whole
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.schemes.families.fields import list_name
from masterpoint.schemes.nz.book import A, Book
from masterpoint.schemes.nz.rules.issue.contestants import members_of
from masterpoint.schemes.nz.rules.issue.eligibility import Restrictions, Share, pay
from masterpoint.schemes.nz.rules.issue.substitutes import shares_of
from masterpoint.schemes.nz.rules.play.match_play import played_in
from masterpoint.schemes.nz.rules.play.tables import awards_for, overall_tables, table_for, too_large
from masterpoint.schemes.nz.rules.tournaments.classes import TournamentClass, scale_of


def overall_problems(book: Book, kind: TournamentClass, contest: Contest, place: str) -> Iterator[Problem]:
    """E39.3e: 20A and 25A events have no overall table in the manual."""
    if not kind.podium and (kind.name, scale_of(contest)) not in overall_tables(book):
        message = f"the manual prints no overall table for {kind.name} events: NZ Bridge gives it on request"
        fix = "leave the overall ranking out (last = false for matches): sessions and matches are still paid"
        yield book.problem(place, kind.name, message, fix, "E39.3e")


def size_problems(
    book: Book, kind: TournamentClass, contest: Contest, contestants: int, place: str
) -> Iterator[Problem]:
    """E37.1f: fields beyond the last printed row."""
    if not kind.podium and (kind.name, scale_of(contest)) in overall_tables(book):
        yield from too_large(book, overall_tables(book)[kind.name, scale_of(contest)], contestants, place, "E37.1f")


def total_problems(book: Book, total_field: int | None, field_size: int) -> Iterator[Problem]:
    """E42.Q2b: the total field cannot be smaller than the contestants listed."""
    if total_field is not None and total_field < field_size:
        message = f"{field_size} contestants are placed, more than the total field"
        yield book.problem("facts.total_field", total_field, message, "give the contestants of all stages", "E42.Q2b")


def member_problems(
    book: Book, entries: Sequence[Entry], kind: TournamentClass, contest: Contest, boards: int, path: str
) -> Iterator[Problem]:
    """E18.2f, E22.2e: no member plays more deals than the team, and together they play no more than four seats do."""
    number = "E18.2f" if kind.colour == A else "E22.2e"
    for index, entry in enumerate(entries):
        deals = boards if entry.boards is None else entry.boards
        if deals > boards:
            message = f"more deals than the {boards} of the event"
            place = f"{path}.entries[{index}].boards"
            yield book.problem(place, deals, message, "give the deals this contestant played", number)
        if contest != "teams":
            continue
        seats, deals_together = (
            book.figures.a_points.seats.value,
            sum(player.boards or 0 for player in members_of(entry)),
        )
        if deals_together > seats * deals:
            message = f"more deals than {seats} seats have over {deals} deals"
            place = f"{path}.entries[{index}].players"
            yield book.problem(place, deals_together, message, "give the deals each player took part in", number)
        for seat, player in enumerate(entry.players):
            if (player.boards or 0) > boards:
                place = f"{path}.entries[{index}].players[{seat}].boards"
                message = f"more deals than the {boards} of the event"
                yield book.problem(
                    place, player.boards or 0, message, "give the deals this player took part in", number
                )


@rule
def overall_ladder(book: Book, kind: TournamentClass, contest: Contest, contestants: Step) -> Ladder:
    """The awards of the whole field; the winners have the maximum of the class (E18.2a, E22.2a)."""
    size = whole(contestants.value)
    if kind.podium:
        return _podium(book, kind, contestants)
    smallest = book.figures.play.first_row.value
    if size < smallest:
        message = sentence("no table for fewer than {smallest} contestants", smallest=smallest)
        return Ladder((), nothing(book.clause("E18.2a" if kind.colour == A else "E22.2a"), message, contestants))
    table_awards = awards_for(table_for(overall_tables(book)[kind.name, scale_of(contest)], size), contestants)
    number = "E18.2a" if kind.colour == A else "E22.2a"
    top = derive(
        identity,
        table_awards[0],
        clause=book.clause(number),
        message=sentence("the winners receive the maximum of class {name}", name=kind.name),
    )
    return Ladder([top, *table_awards[1:]], table_awards.awards)


def _podium(book: Book, kind: TournamentClass, contestants: Step) -> Ladder:
    """E48: three awards; in trials of fewer than six, in proportion to the field."""
    number = book.clause(kind.podium_clause)
    full_field = book.figures.interprovincial.full_field.value
    awards = fact(len(kind.podium), number, sentence("places that earn in {name}", name=kind.name))
    podium_ladder = Ladder(
        (
            fact(
                award, number, sentence("{award} for place {place} in {name}", award=award, place=place, name=kind.name)
            )
            for place, award in enumerate(kind.podium, 1)
        ),
        awards,
    )
    if kind.podium_clause == "E48.C" or contestants.value >= full_field:
        return podium_ladder
    message = sentence(
        "a field below {full_field}: × {field} ÷ {full_field}, to the nearest whole number",
        field=contestants.value,
        full_field=full_field,
    )
    part = partial(_in_proportion, full_field)
    return podium_ladder.each(
        lambda step: derive(part, step, contestants, clause=number, message=message, reading="N-24")
    )


def _in_proportion(full_field: int, award: Exact, contestants: Exact) -> Exact:
    return nearest_whole(award * Fraction(whole(contestants), full_field))


class Plate(msgspec.Struct, frozen=True):
    """A plate's placings start after the final's."""

    finalists: int
    clause: Clause


def pay_overall(
    book: Book,
    ranking: RankingList,
    ladder: Ladder,
    kind: TournamentClass,
    contest: Contest,
    restrictions: Restrictions,
    *,
    boards: int,
    plate: Plate | None = None,
    kind_of_award: str = "overall",
) -> list[Award]:
    """Each entry of the overall ranking; a plate goes on after the last finalist."""
    entries = entries_of(ranking)
    steps = {finish: overall_figure(book, finish, ladder, kind, plate) for finish in set(finishes(entries))}
    shares = [
        (entry, overall_shares(book, entry, steps[finish], kind, contest, boards))
        for entry, finish in zip(entries, finishes(entries), strict=True)
    ]
    return pay(book, shares, restrictions, colour=kind.colour, kind=kind_of_award, ranking=list_name(ranking))


@rule
def overall_figure(book: Book, finish: Finish, ladder: Ladder, kind: TournamentClass, plate: Plate | None) -> Step:
    """A place of the final or the plate in the table of the total field."""
    if plate is None:
        return _placing(book, finish, ladder, kind)
    overall_finish = Finish(finish.place + plate.finalists, finish.sharing)
    step = _placing(book, overall_finish, ladder, kind)
    message = sentence(
        "place {finish} of the plate is place {moved} overall, after {finalists} finalists",
        finish=finish,
        moved=overall_finish,
        finalists=plate.finalists,
    )
    return derive(identity, step, clause=plate.clause, message=message, reading="N-21")


@rule
def _placing(book: Book, finish: Finish, ladder: Ladder, kind: TournamentClass) -> Step:
    """A place, or the average of the places in contention; places beyond the table count as nothing."""
    letter = kind.colour == A
    place = finish.place
    if place > len(ladder):
        return unpaid_step(ladder.awards, book.clause("E18.2a" if letter else "E22.2a")) if ladder else ladder.awards
    if finish.sharing == 1:
        return ladder[place - 1]
    place_steps = ladder[place - 1 : place - 1 + finish.sharing]
    even = len(place_steps) == finish.sharing and len({award.value for award in place_steps}) == 1
    return derive(
        partial(mean_of, finish.sharing),
        *place_steps,
        clause=book.clause("E18.2b" if letter else "E22.2b"),
        message=sentence(
            "{sharing} share places {first} to {last}: the average",
            sharing=finish.sharing,
            first=place,
            last=place + finish.sharing - 1,
        ),
        reading="" if even else "N-27",
    )


def overall_shares(
    book: Book, entry: Entry, step: Step, kind: TournamentClass, contest: Contest, boards: int
) -> list[Share]:
    """Substitutes in pairs share by deals; team members need a quarter of the team's deals."""
    letter = kind.colour == A
    if contest != "teams":
        return shares_of(book, entry, step, contest, boards, number="E18.2d" if letter else "E22.2d")
    return team_shares(book, entry, step, boards, "E18.2f" if letter else "E22.2e", "E18.2e" if letter else "E22.2e")


@rule
def team_shares(book: Book, entry: Entry, step: Step, boards: int, quarter: str, full_number: str) -> list[Share]:
    """E18.2e, E18.2f: the full award to each member who played at least a quarter of the deals."""
    if not step.value:
        return [(None, step)]
    share = book.figures.a_points.team_share.value
    deals_of_team = entry.boards if entry.boards is not None else boards
    short_players = {
        index: deal_count
        for index, player in enumerate(entry.players)
        if (deal_count := deals_played(player)) is not None and deal_count < share * deals_of_team
    }
    members = len(members_of(entry))
    if members > book.figures.a_points.seats.value:
        step = derive(
            identity,
            step,
            clause=book.clause(full_number),
            message=sentence("team of {members}: in full to each member", members=members),
        )
    if not short_players:
        return [(None, step)]
    others = tuple(player for index, player in enumerate(entry.players) if index not in short_players)
    shares: list[Share] = [(others, step)] if others else []
    for index, deal_count in short_players.items():
        deals = fact(
            deal_count, book.clause(quarter), sentence("deals played, of the team's {deals}", deals=deals_of_team)
        )
        message = sentence("less than {part} of the deals", part=part_in_words(share))
        reason = nothing(book.clause(quarter), message, deals)
        shares.append(((entry.players[index],), reason))
    return shares


def deals_played(player: Player) -> int | None:
    """The deals a player took part in, if they are given."""
    if player.boards is not None:
        return player.boards
    return played_in(player.matches) if player.matches is not None else None
