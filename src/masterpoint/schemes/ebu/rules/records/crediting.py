"""2.7, 2.9, 2.10, 3.3.2 and 3.6.3: which players of an entry receive its award, and who plays without standing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from masterpoint.core.derivation import Award, Remark, Step, fact, nothing
from masterpoint.core.events import AnyEvent, Entry, Player
from masterpoint.core.parsing import facts_from
from masterpoint.core.traversal import everybody
from masterpoint.schemes.ebu.rules.attendance import listed, whole_field
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.handbook import clause, remark
from masterpoint.schemes.ebu.rules.principles.definitions import definition_remarks

PLAYED_SHARE = 3  # 3.3.2: one third
HELD = ("lapsed", "potential")  # 2.9.3


def to_players(
    entry: Entry, step: Step, *, colour: str, kind: str = "ranking", boards: int = 0, ranking: str = ""
) -> list[Award]:
    """2.7 and 3.3.2: an award goes to each player who earned it; the others get nothing, with the clause."""
    if not step.value or not any(map(_special, entry.players)):
        return [Award(entry, step, colour, kind, None, ranking)]
    barred = [(player, reason) for player in entry.players if (reason := _barred(player, boards)) is not None]
    kept = tuple(player for player in entry.players if not any(player is one for one, _ in barred))
    awards = [Award(entry, step, colour, kind, kept, ranking)] if kept else []
    return awards + [Award(entry, reason, colour, kind, (player,), ranking) for player, reason in barred]


def _special(player: Player) -> bool:
    """Boards or matches of his own, no ordinary member, or there only as captain: his award needs a second look."""
    return player.membership != "member" or player.boards is not None or player.matches is not None or player.captain


def _boards(player: Player) -> int | None:
    """Boards a player played, as told or as his own matches make them; nothing where he played as his team did."""
    if player.boards is not None or player.matches is None:
        return player.boards
    return sum(group.boards * (group.won + group.drawn + group.lost) for group in player.matches)


def _barred(player: Player, boards: int) -> Step | None:
    if player.membership == "suspended":
        return nothing(clause("2.7.4"), "suspended members earn nothing")
    if player.membership == "none":
        return nothing(clause("2.7.2"), "only members may have points registered")
    if player.captain:
        return nothing(clause("3.3.2"), "did not play")
    return _too_few_boards(player, boards)


def _too_few_boards(player: Player, boards: int) -> Step | None:
    """3.3.2: a third of the boards of the stage, conceded ones counted where the player was there to play (3.6.3)."""
    own = _boards(player)
    if own is None or (own + player.deemed) * PLAYED_SHARE >= boards:
        return None
    number = "3.6.3" if player.deemed else "3.3.2"
    played = fact(own + player.deemed, clause(number), "boards played, or deemed played")
    return nothing(clause("3.3.2"), f"fewer than a third of the {boards} boards of this stage", played)


def without_standing_reason(entry: Entry, colour: str) -> Step:
    """2.10: no award for those who play without standing; match awards only if the organiser allows them.

    They are taken out of the list and the others move up (reading A16).
    """
    if entry.standing == "matches":
        enhanced = colour != "local"
        message = "playing without standing: match awards only, by the organiser's choice"
        return nothing(clause("2.10.2" if enhanced else "2.10.3"), message, reading="A16")
    return nothing(clause("2.10.2"), "playing without standing", reading="A16")


def held_remarks(event: AnyEvent, awards: Sequence[Award]) -> list[Remark]:
    """What should be said beside the awards: who must wait for theirs, who was left out, what the figures are."""
    facts: Facts = facts_from(event, Facts)
    entries = listed(event)
    noted = [player for award in awards if award.step.value for player in award.recipients if _special(player)]
    return [
        *_figures(event, awards),
        *((*_held(noted), *_visitors(noted), *_conceded(noted)) if noted else ()),
        *_left_out(event, entries),
        *definition_remarks(event, facts, entries),
    ]


def _figures(event: AnyEvent, awards: Sequence[Award]) -> Iterator[Remark]:
    if event.contest != "individual" and any(award.points for award in awards):
        yield remark("3.3.1", "every figure is what each player receives")


def _held(noted: Sequence[Player]) -> Iterator[Remark]:
    """2.9.3: points of lapsed and potential members are recorded, and credited when they (re)join."""
    if held := _names(player for player in noted if player.membership in HELD):
        yield remark("2.9.3", f"held until the player (re)joins: {held}")


def _visitors(noted: Sequence[Player]) -> Iterator[Remark]:
    """2.2.1: members of the other home unions keep their record there."""
    if visitors := _names(player for player in noted if player.membership == "visitor"):
        yield remark("2.2.1", f"for the record a visitor keeps in another home union: {visitors}")


def _conceded(noted: Sequence[Player]) -> Iterator[Remark]:
    if counted := _names(player for player in noted if player.boards is not None and player.deemed):
        yield remark("3.6.3", f"conceded boards count as played: {counted}")


def _names(players: Iterable[Player]) -> str:
    return ", ".join(sorted({player.name or player.id for player in players}))


def _left_out(event: AnyEvent, entries: Sequence[Entry]) -> Iterator[Remark]:
    """2.10.4, 2.10.5: out of the entry that fixes the awards, but charged and graded like everybody."""
    left_out = len(entries) - [entry.standing for entry in entries].count("full")
    if left_out:
        counted = f"{left_out} contestant{'s' if left_out > 1 else ''} without standing"
        yield remark("2.10.4", f"{counted} left out of the entry that fixes number and size of the awards")
        if any(ranking.tables is not None for ranking in whole_field(event)):
            yield remark("2.10.4", "the tables told are taken as those that count, without these contestants")
        yield remark("2.10.5", f"{counted}: charged and graded like everybody else")


def unidentified(event: AnyEvent) -> list[str]:
    """2.9.2: players who are named without a number."""
    return [player.name for _, entry in everybody(event) for player in entry.players if player.name and not player.id]
