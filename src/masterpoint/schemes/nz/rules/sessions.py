"""E19.3 and E23.3, session awards of pairs tournaments: C Points × a factor, a point to each group's winners."""

from __future__ import annotations

from collections.abc import Sequence

from masterpoint.core.derivation import Award, Step, fact, nothing
from masterpoint.core.events import Contest, RankingList
from masterpoint.core.places import entries_of, finishes
from masterpoint.schemes.families.fields import list_name
from masterpoint.schemes.nz.rules.classes import TournamentClass
from masterpoint.schemes.nz.rules.club_sessions import FULL_DEALS, Terms, pay_session
from masterpoint.schemes.nz.rules.eligibility import Rules, pay
from masterpoint.schemes.nz.rules.handbook import A, clause
from masterpoint.schemes.nz.rules.substitutes import shares_of


def session_awards(
    lists: Sequence[RankingList],
    contest: Contest,
    deals: Step,
    boards: int,
    kind: TournamentClass,
    rules: Rules,
    name: str = "",
) -> list[Award]:
    """E19.3, E23.3: C Points by the Basic Table times the factor, and one A or B Point to each group's winners."""
    terms = Terms("session", kind.session_factor, clause(kind.session_clause), half_table=False, boards=boards)
    awards = pay_session(lists, contest, deals, terms, rules, name)
    if kind.session_point:
        awards += [
            award for ranking in lists for award in winners_point(ranking, contest, deals, boards, kind, rules, name)
        ]
    return awards


def winners_point(
    ranking: RankingList, contest: Contest, deals: Step, boards: int, kind: TournamentClass, rules: Rules, name: str
) -> list[Award]:
    """One point to the winners of each group; all of them where several are first equal."""
    entries = entries_of(ranking)
    winners = [(entry, finish) for entry, finish in zip(entries, finishes(entries), strict=True) if finish.place == 1]
    step = _point(winners[0][1].sharing if winners else 1, contest, deals, kind)
    number = "E18.2d" if kind.colour == A else "E22.2d"
    return [
        award
        for entry, _ in winners
        for award in pay(
            entry,
            shares_of(entry, step, contest, boards, number=number),
            rules,
            colour=kind.colour,
            kind="session",
            ranking=list_name(ranking, name),
        )
    ]


def _point(sharing: int, contest: Contest, deals: Step, kind: TournamentClass) -> Step:
    letter = kind.colour == A
    if contest != "pairs":
        return nothing(clause("E19.3a" if letter else "E23.3a"), "the session point is for pairs events only")
    if deals.value < FULL_DEALS:
        message = f"the session point needs {FULL_DEALS} deals in circulation"
        return nothing(clause("E19.3d" if letter else "E23.3a"), message, deals)
    if sharing > 1:
        return fact(
            1, clause("E19.3b" if letter else "E23.3a"), f"one {kind.colour} Point to each of {sharing} first equal"
        )
    return fact(1, clause("E19.3c" if letter else "E23.3a"), f"one {kind.colour} Point to the winners of the group")
