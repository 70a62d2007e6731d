"""How Green Points are paid: lists and ties (3.4.1, 3.5.1), and Local Points that a green award reduces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Step, derive
from masterpoint.core.events import AnyEvent, Player, RankingList
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import Ladder, at_least, mean_of, raise_to_minimum, unpaid_step
from masterpoint.core.places import Finish, entries_of
from masterpoint.core.rounding import up_to_hundredth
from masterpoint.core.sentences import sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.principles.paying import GREEN, LOCAL, green_figure
from masterpoint.schemes.ebu.rules.records.crediting import to_players, unranked_awards
from masterpoint.schemes.families.fields import list_name, with_standing, without_standing


@rule
def green_award(book: Book, finish: Finish, ladder: Ladder, *, unpaid_number: str, minimum: Step | None = None) -> Step:
    """A place's award to 0.01, or the share of those who tie, rounded up (reading A21)."""
    if finish.place > len(ladder):
        return unpaid_step(ladder.awards, book.clause(unpaid_number))
    if finish.sharing == 1:
        return green_figure(book, ladder[finish.place - 1])
    place_steps = ladder[finish.place - 1 : finish.place - 1 + finish.sharing]
    message = sentence(
        "{finish}: {sharing} share places {first} to {last}",
        finish=finish,
        sharing=finish.sharing,
        first=finish.place,
        last=finish.places[-1],
    )
    is_part_paid = minimum is None and finish.sharing > len(place_steps)
    step = derive(
        partial(mean_of, finish.sharing),
        *place_steps,
        clause=book.clause("3.5.1"),
        message=message,
        reading="E56" if is_part_paid else "",
    )
    if minimum is not None:
        at_the_least = "a tie pays at least the minimum award"
        step = raise_to_minimum(step, minimum=minimum, clause=book.clause(unpaid_number), message=at_the_least)
    if up_to_hundredth(step.value) == step.value:
        return step
    return derive(up_to_hundredth, step, clause=book.clause("3.4.1"), message="share rounded up to 0.01", reading="A21")


def pay_green(
    book: Book,
    ranking: RankingList,
    ladder: Ladder,
    *,
    unpaid_number: str,
    boards: int,
    kind: str = "ranking",
    minimum: Step | None = None,
    name: str = "",
) -> list[Award]:
    """What each entry of a list earns in Green Points; those without standing are out of it (2.10.4)."""
    name = list_name(ranking, name)
    awards: list[Award] = []
    steps_by_finish: dict[Finish, Step] = {}
    for entry, finish in with_standing(ranking):
        if finish not in steps_by_finish:
            steps_by_finish[finish] = green_award(book, finish, ladder, unpaid_number=unpaid_number, minimum=minimum)
        awards += to_players(book, entry, steps_by_finish[finish], colour=GREEN, kind=kind, boards=boards, ranking=name)
    if without_standing(ranking):
        awards += unranked_awards(book, entries_of(ranking), GREEN, kind, name)
    return awards


def as_local_stage(event: AnyEvent) -> AnyEvent:
    """6.1.3: the same stage in Local Points, at Regional status."""
    return replace(event, colour="", championship="", facts={**event.facts, "kind": "green-stage"})


def less_green(book: Book, local: Step, green: Step, number: str) -> Step:
    """6.3.1(h), 6.3.2(d), 6.5.2: Local Points are reduced by the Green ones, a hundred for each."""
    if not green.value or not local.value:
        return local
    local_in_a_point = book.figures.records.local_in_a_point.value
    message = sentence("reduced by the Green Points, {local} for each", local=local_in_a_point)
    return derive(
        partial(_local_remainder, local_in_a_point), local, green, clause=book.clause(number), message=message
    )


def _local_remainder(local_in_a_point: int, local: Exact, green: Exact) -> Exact:
    return at_least(local - green * local_in_a_point, 0)


def reduce_all(book: Book, local: Sequence[Award], green: Sequence[Award], number: str) -> list[Award]:
    """Local awards, each reduced by what the same players of the same entry receive in Green Points.

    Players who receive different Green Points get awards of their own.
    """
    awards: list[Award] = []
    for award in local:
        green_awards = [other for other in green if other.entry is award.entry and other.kind == award.kind]
        if award.colour != LOCAL or not award.points or not green_awards:
            awards.append(award)
            continue
        if not award.entry.players:
            awards.append(replace(award, step=less_green(book, award.step, green_awards[0].step, number)))
            continue
        for greens in green_awards:
            players = tuple(player for player in award.recipients if _is_among(player, greens.recipients))
            if players:
                is_everybody = len(players) == len(award.recipients)
                step = less_green(book, award.step, greens.step, number)
                awards.append(replace(award, step=step, players=award.players if is_everybody else players))
    return awards


def _is_among(player: Player, players: Sequence[Player]) -> bool:
    return any(player is other for other in players)
