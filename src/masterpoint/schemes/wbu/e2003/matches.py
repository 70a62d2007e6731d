"""4.5 and 4.6, events that pay for each match won (other than knock-out): Swiss, round robins, multiple teams."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact
from masterpoint.core.events import AnyEvent, Entry, Matches, MatchEvent, RankingList
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import Ladder, product
from masterpoint.core.places import entries_of
from masterpoint.core.reading import facts_from
from masterpoint.schemes.families.british_finals import ConsolationClauses, consolation_size, tables_of
from masterpoint.schemes.families.british_matches import (
    MatchClauses,
    accumulated,
    matches_total,
    share_factor,
    share_of_field,
    shortest,
)
from masterpoint.schemes.families.fields import Field, fields, with_standing
from masterpoint.schemes.wbu.e2003.basic import column_of, full_tables, long_event, pay_basic, result_of
from masterpoint.schemes.wbu.e2003.consolations import failed
from masterpoint.schemes.wbu.e2003.facts import Facts
from masterpoint.schemes.wbu.e2003.finals import basic_only, too_large, two_or_three_teams
from masterpoint.schemes.wbu.e2003.handbook import clause, refuse
from masterpoint.schemes.wbu.e2003.organisations import status_of
from masterpoint.schemes.wbu.e2003.principles import (
    LOCAL,
    TIE_MINIMUM,
    absent,
    large_team,
    list_name,
    no_award_reason,
    pay_nobody,
    place_figure,
    require_acceptable,
    rounded_up,
    tie_minimum,
    to_players,
)
from masterpoint.schemes.wbu.e2003.quali_scales import (
    FINAL,
    LESSER,
    QUALI,
    SPECIAL,
    awards_of,
    original_entry,
    too_small_at_first,
)

FULL_MATCH = 27  # 4.6.3: 18 boards at 1½ a board, at Club status
Bands = tuple[tuple[Fraction, Exact], ...]
LEAST_BOARDS, LEAST_MATCH, VERY_LONG = 36, 6, 72  # 4.5.2, 4.5.3
QUALIFIED: Bands = (  # 4.6.6(a): more than this part of the original field, factor
    (Fraction(1, 2), 1),
    (Fraction(1, 4), Fraction(3, 2)),
    (Fraction(1, 8), 2),
    (Fraction(1, 16), 3),
    (Fraction(0), 4),
)
CONSOLED: Bands = ((Fraction(1, 10), 1), (Fraction(1, 20), Fraction(3, 2)), (Fraction(0), 2))  # 4.6.7
EXCLUDED_TIMES = 3  # 4.6.7(b)
MATCHES = MatchClauses(
    figure=clause("4.6.3"),
    long=clause("4.5.4"),
    factor=clause("4.6.6"),
    mini=clause("4.5.7"),
    drawn=clause("4.5.8"),
    conceded=clause("2.6.1"),
    unplayed=clause("4.5.10"),
    play_off=clause("4.5.9"),
    rounded=clause("2.4.1"),
    minimum=clause("4.6.3"),
    long_reading="W02",
)
CONSOLATION = ConsolationClauses(conditions=clause("4.6.7"), entry=clause("4.6.7"))


def award(event: MatchEvent) -> Result:
    """4.6: an award for each match won, and one for the ranking."""
    require_acceptable(event)
    if event.original_tables is not None:
        refuse((*too_large(event, event.original_tables), *two_or_three_teams(event)))
    level = status_of(event)
    groups = fields(event.lists, event.contest)
    plain = ordinary(event)
    if plain:
        return result_of(event, pay_basic(event, event.lists, event.boards, long_event(level, event.boards)), (plain,))
    if event.original_tables is None:
        return result_of(
            event, [award for field in groups for award in pay_straight(event, field, event.boards, level)]
        )
    return pay_qualified(event, groups, level)


def ordinary(event: MatchEvent) -> Remark | None:
    """4.5.2, 2.7.4 and 3.3.2: why there is no award for matches, if that is so."""
    if event.boards < LEAST_BOARDS:
        return Remark(clause("4.5.2"), f"an ordinary game: {event.boards} boards in all are fewer than {LEAST_BOARDS}")
    groups = [group for ranking in event.lists for entry in entries_of(ranking) for group in entry.matches]
    least = shortest(groups)
    if event.contest != "teams" and least is not None and least < LEAST_MATCH:
        return Remark(clause("4.5.2"), f"an ordinary game: matches of {least} boards are shorter than {LEAST_MATCH}")
    return basic_only(facts_from(event, Facts)) if event.original_tables is not None else None


def pay_straight(event: AnyEvent, field: Field, boards: int, level: Step) -> list[Award]:
    """4.6.3 and 4.6.4: nobody had to qualify."""
    reason = no_award_reason(event, field, boards)
    if reason:
        return [*pay_nobody(field.lists, reason, "matches"), *pay_nobody(field.lists, reason)]
    column = column_of(field)
    ladder = awards_of(QUALI, column, full_tables(field), level, enlarged=enlargement(boards))
    return pay_both(field.lists, column, boards, level, ladder, basis_of(level), None, "4.6.4")


def basis_of(level: Step) -> Step:
    """4.6.3: a match of 18 to 35 boards."""
    return derive(
        partial(product, FULL_MATCH), level, clause=clause("4.6.3"), says=f"{FULL_MATCH} a match at Club status"
    )


def enlargement(boards: int) -> Step | None:
    """4.5.3: ranking awards half as large again for 72 boards or more."""
    if boards < VERY_LONG:
        return None
    return fact(Fraction(3, 2), clause("4.5.3"), f"half as much again for {boards} boards")


def pay_qualified(event: MatchEvent, groups: Sequence[Field], level: Step) -> Result:
    """4.6.6 and 4.6.7: a final one had to qualify for, or its consolation."""
    assert event.original_tables is not None
    whole, here = Fraction(event.original_tables), tables_of([field.tables for field in groups])
    original, tier, lesser = original_entry(whole), FINAL if event.last else LESSER, "4.2.8"
    bands, number = QUALIFIED, "4.6.6"
    if event.premier_tables is not None:
        premier = Fraction(event.premier_tables)
        size = consolation_size(
            original=whole,
            above=premier,
            premier=premier,
            here=here,
            excluded_times=EXCLUDED_TIMES,
            clauses=CONSOLATION,
        )
        if size.failed:
            return failed(event, level, size)
        original, tier, lesser, bands, number = size.entry, LESSER, "4.6.7", CONSOLED, "4.6.7"
    factor = share_factor(share_of_field(here, whole, clause=clause(number)), bands, clause=clause(number))
    awards: list[Award] = []
    for field in groups:
        column = column_of(field)
        reason = too_small_at_first(event, original_entry(whole), field.winners)
        if reason:
            awards += [*pay_nobody(field.lists, reason, "matches"), *pay_nobody(field.lists, reason)]
            continue
        ladder = awards_of(
            SPECIAL,
            column,
            original,
            level,
            contestants=field.contestants // field.winners,
            tier=tier,
            lesser=lesser,
            enlarged=enlargement(event.boards),
        )
        awards += pay_both(field.lists, column, event.boards, level, ladder, basis_of(level), factor, number)
    return result_of(event, awards)


def pay_both(
    lists: Sequence[RankingList],
    column: str,
    boards: int,
    level: Step,
    ladder: Ladder,
    basis: Step,
    factor: Step | None,
    unpaid: str,
) -> list[Award]:
    """Match awards and ranking awards of every entry, each rounded on its own (A22)."""
    least = certificate_minimum(column, level)
    minimum = tie_minimum(column, level)
    awards: list[Award] = []
    for ranking in lists:
        name = list_name(ranking)
        for entry, finish in with_standing(ranking):
            figure = large_team(place_figure(finish, ladder, minimum, unpaid), entry)
            placed = rounded_up(figure)
            awards += pay_matches(entry, basis, factor, least if not placed.value else None, boards, name)
            awards += to_players(entry, placed, boards=boards, ranking=name)
        awards += unranked(ranking, basis, factor, least, boards, name)
    return awards


def certificate_minimum(column: str, level: Step) -> Step:
    """4.6.3: no certificate for less than 10 or 6 points at Club status."""
    least = TIE_MINIMUM[column]
    says = f"no certificate for less than {least} at Club status"
    return derive(partial(product, least), level, clause=clause("4.6.3"), says=says, reading="W28")


def unranked(
    ranking: RankingList, basis: Step, factor: Step | None, least: Step, boards: int, name: str
) -> list[Award]:
    """Contestants without standing keep their match awards, if they are to have those."""
    awards: list[Award] = []
    for entry in entries_of(ranking):
        if entry.standing == "full":
            continue
        out = Step(0, clause("2.3.1"), "playing without standing", None, (), "A16")
        if entry.standing == "matches":
            awards += pay_matches(entry, basis, factor, least, boards, name)
        awards.append(Award(entry, out, LOCAL, "ranking", None, name))
    return awards


def pay_matches(
    entry: Entry, basis: Step, factor: Step | None, least: Step | None, boards: int, name: str
) -> list[Award]:
    """The match awards of an entry; players with matches of their own have their own figure."""
    own = [player for player in entry.players if player.matches is not None]
    team = match_figure(entry, entry.matches, basis, factor, least)
    if not own:
        return to_players(entry, team, kind="matches", boards=boards, ranking=name)
    awards: list[Award] = []
    rest = tuple(player for player in entry.players if player.matches is None)
    reasons = [(player, absent(player, boards)) for player in rest]
    kept = tuple(player for player, reason in reasons if reason is None)
    if kept:
        awards.append(Award(entry, team, LOCAL, "matches", kept, name))
    awards += [Award(entry, why, LOCAL, "matches", (player,), name) for player, why in reasons if why is not None]
    for player in own:
        assert player.matches is not None
        figure = match_figure(entry, player.matches, basis, factor, least)
        awards.append(Award(entry, figure, LOCAL, "matches", (player,), name))
    return awards


def match_figure(
    entry: Entry, groups: tuple[Matches, ...], basis: Step, factor: Step | None, least: Step | None
) -> Step:
    """All matches together, rounded up once (A01), at least a certificate's minimum; large teams have less (A20)."""
    sum_of = matches_total(groups, basis, MATCHES, factor)
    smaller = large_team(sum_of, entry)
    if smaller is not sum_of or least is None:
        return rounded_up(smaller)
    return accumulated(sum_of, least, MATCHES)
