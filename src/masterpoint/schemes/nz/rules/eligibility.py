"""E9 and E10, issue of Master Points: who receives them.

An entry that may not have points keeps its place and is recorded under the code 99900, so that the awards of all
others stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from masterpoint.core.derivation import Award, Remark, Step, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import Entry, Player
from masterpoint.schemes.nz.rules.handbook import clause, problem
from masterpoint.schemes.nz.rules.ranks import is_at_least

NO_POINTS_CODE = "99900"  # E9.7c
GRADES = ("junior", "intermediate", "open")
MEMBERS = ("", "member")
NON_MEMBERS = ("none", "non-member", "lapsed", "potential", "resigned")
FROM_ABROAD = ("visitor", "overseas")
DECLARED = ("ineligible", "suspended")

Share = tuple[tuple[Player, ...] | None, Step]
"""A step, and the players it goes to (nothing: all of them)."""


class Rules(msgspec.Struct, frozen=True):
    """What keeps a player, or a whole entry, from an award in this event."""

    limit: str = ""
    """The highest grade that may play; empty: all grades."""
    limit_clause: str = "E9.6b"
    no_open_pairs: bool = False
    """Restricted tournaments: no Open-Open pairs (E15.3f)."""
    whole_entry: bool = True
    """One player without a right to points shuts out partner and team (tournaments; E10, way iii)."""
    board_overrules: bool = False

    def bars(self, entry: Entry) -> Step | None:
        """Why no player of this entry receives anything, if that is so."""
        if self.whole_entry and any(coded(player) for player in entry.players):
            return nothing(clause("E9.7c"), "entered under code 99900; the partner is shut out too")
        if not self.whole_entry:
            return None
        for player in entry.players:
            if player.membership in NON_MEMBERS + FROM_ABROAD and not self.board_overrules:
                return nothing(
                    clause("E9.5"),
                    f"{_name(player)} is no member of a club: partner and team mates receive nothing either",
                    reading="N-47" if player.membership in FROM_ABROAD else "",
                )
            if self.limit and _above(grade_of(player), self.limit):
                return nothing(
                    clause("E9.7b" if by_rank(player) else self.limit_clause),
                    f"{_name(player)} is graded {grade_of(player)}: above {self.limit}, "
                    "so neither player, pair nor team has points",
                )
        if self.no_open_pairs and _open_pair(entry):
            return nothing(clause("E15.3f"), "an Open-Open pairing in a restricted tournament", reading="N-48")
        return None

    def bars_player(self, player: Player) -> Step | None:
        """Why this player alone receives nothing, if that is so."""
        if coded(player):
            return nothing(clause("E9.7c"), "entered under code 99900")
        if player.captain:
            return nothing(clause("E18.2f"), "a captain who did not play")
        if player.membership in FROM_ABROAD:
            return nothing(clause("E8.8b"), "registered abroad: welcome to play, but without points")
        if player.membership in NON_MEMBERS:
            return nothing(clause("E9.4"), "only members of a club are issued with points", reading="N-37")
        if player.membership in DECLARED:
            return nothing(clause("E9.6a"), "declared ineligible by the club", reading="N-52")
        return None

    def remarks(self, awards: Sequence[Award]) -> list[Remark]:
        """E10.9: what is said once where somebody was shut out."""
        shut_out = any(NO_POINTS_CODE in str(award.step.message) for award in awards)
        lower = self.limit and any(
            player.grade.lower() in GRADES[: GRADES.index(self.limit)]
            for award in awards
            for player in award.recipients
        )
        message = "entries without a right to points keep their place: the awards of the others are as if all had it"
        eligible = "points are for members of a club whom no restriction shuts out"
        return [
            *([Remark(clause("E10.9"), message), Remark(clause("E3.D7"), eligible)] if shut_out else []),
            *(
                [Remark(clause("E9.7a"), "players of a lower grade may always have awards in a higher one")]
                if lower
                else []
            ),
        ]


def coded(player: Player) -> bool:
    """E9.7c: entered under the code instead of a computer number."""
    return NO_POINTS_CODE in (player.id, player.membership)


def grade_of(player: Player) -> str:
    """The official grade: as told; Open from Provincial Master up, and for players from abroad (E7.5e, E8.8d)."""
    if by_rank(player):
        return "open"
    if player.grade:
        return player.grade.lower()
    return "open" if player.membership in FROM_ABROAD else ""


def by_rank(player: Player) -> bool:
    """Open by rank, whatever the Rating Points; stars do not matter."""
    return is_at_least(player.rank, "Provincial Master")


def _above(grade: str, limit: str) -> bool:
    return grade in GRADES and GRADES.index(grade) > GRADES.index(limit)


def _open_pair(entry: Entry) -> bool:
    """Two Open players in a pair; in a team, more than half, for then two of them must sit together."""
    opens = sum(grade_of(player) == "open" for player in entry.players)
    return opens > 1 if len(entry.players) <= 3 else 2 * opens > len(entry.players)


def _name(player: Player) -> str:
    return player.name or player.id or "a player"


def pay(
    entry: Entry, shares: Sequence[Share], rules: Rules, *, colour: str, kind: str, ranking: str = ""
) -> list[Award]:
    """The award of an entry to those of its players who may have it; the others get their reason."""
    if not entry.players and entry.standing == "full":
        return [Award(entry, shares[0][1], colour, kind, None, ranking)]
    reason = _without_standing(entry, kind) or rules.bars(entry)
    if reason is not None:
        return [Award(entry, limbo(reason, shares[0][1]), colour, kind, None, ranking)]
    awards: list[Award] = []
    for players, step in shares:
        group = entry.players if players is None else players
        barred = {index: why for index, player in enumerate(group) if (why := rules.bars_player(player)) is not None}
        if not barred:
            awards.append(Award(entry, step, colour, kind, players, ranking))
            continue
        kept = tuple(player for index, player in enumerate(group) if index not in barred)
        awards += [Award(entry, step, colour, kind, kept, ranking)] if kept else []
        awards += [
            Award(entry, why if group[index].captain else limbo(why, step), colour, kind, (group[index],), ranking)
            for index, why in barred.items()
        ]
    return awards


def _without_standing(entry: Entry, kind: str) -> Step | None:
    """Entries that play along without standing are treated like ineligible ones: they keep their place."""
    if entry.standing == "full" or (entry.standing == "matches" and kind == "matches"):
        return None
    return nothing(clause("E10.9"), "playing without standing")


def limbo(reason: Step, step: Step) -> Step:
    """E9.7c: the place is kept, the award goes to nobody."""
    code = "" if NO_POINTS_CODE in str(reason.message) else f"; recorded under {NO_POINTS_CODE}"
    return nothing(reason.clause, f"{reason.message}{code}", step, reading=reason.reading)


def player_problems(entries: Sequence[Entry], path: str) -> Iterator[Problem]:
    """Words about players that this book does not know."""
    known = (*MEMBERS, *NON_MEMBERS, *FROM_ABROAD, *DECLARED, NO_POINTS_CODE)
    for index, entry in enumerate(entries):
        for number, player in enumerate(entry.players):
            place = f"{path}.entries[{index}].players[{number}]"
            if player.membership not in known:
                fix = f"write one of: {', '.join(known[1:])}"
                yield problem(f"{place}.membership", player.membership, "no such membership", fix, "E9.2")
            if player.grade and player.grade.lower() not in GRADES:
                yield problem(
                    f"{place}.grade", player.grade, "no such grade", "write junior, intermediate or open", "E3.D7n"
                )
