"""E9 and E10, issue of Master Points: who receives them.

An entry without a right to points keeps its place and is recorded under the code 99900, so the awards of the others
do not change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Remark, Step, derive, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import Entry, Player
from masterpoint.core.mechanisms import identity
from masterpoint.core.sentences import sentence
from masterpoint.schemes.nz.book import A, Book
from masterpoint.schemes.nz.rules.facts import Facts
from masterpoint.schemes.nz.rules.issue.contestants import members_of
from masterpoint.schemes.nz.rules.points.ranks import is_at_least, is_rank, rank_names

GRADES = ("junior", "intermediate", "open")
MEMBERS = ("", "member")
NON_MEMBERS = ("none", "non-member", "lapsed", "potential", "resigned")
AUSTRALIAN = "australian"
FROM_ABROAD = ("visitor", "overseas", AUSTRALIAN)
DECLARED = ("ineligible", "suspended")

Share = tuple[tuple[Player, ...] | None, Step]
"""A step, and the players who get it; none stands for all."""


class Restrictions(msgspec.Struct, frozen=True):
    """What excludes a player, or a whole entry, from an award in this event."""

    limit: str = ""
    """The highest grade that may play; empty for all grades."""
    limit_clause: str = "E9.6b"
    no_open_pairs: bool = False
    """Restricted tournaments: no Open-Open pairs (E15.3f)."""
    whole_entry: bool = True
    """One player without a right to points shuts out partner and team (tournaments; E10, way iii)."""
    board_overrules: bool = False
    national_congress: bool = False
    """Australian players have A Points, which their federation takes over (E8.8a.iii)."""


def club_restrictions(facts: Facts) -> Restrictions:
    """E9, E10: on a club night only the player concerned goes without, unless the club treats it as a tournament."""
    if facts.graded_night and facts.graded_system == "as-tournament":
        return Restrictions(limit=facts.graded_night, limit_clause="E10.7d.iii", board_overrules=facts.board_overrules)
    return Restrictions(whole_entry=False)


@rule
def entry_exclusion(book: Book, restrictions: Restrictions, entry: Entry) -> Step | None:
    """The reason why no player of this entry receives anything, if there is one."""
    if not restrictions.whole_entry:
        return None
    members = members_of(entry)  # a captain who does not play takes no part in the tournament
    code = book.figures.issue.no_points_code
    if any(has_no_points_code(book, player) for player in members):
        message = sentence("entered under code {code}; the partner is shut out too", code=code.value)
        return nothing(code.clause, message)
    for player in members:
        reason = _shuts_out(book, restrictions, player)
        if reason is not None:
            return reason
    if restrictions.no_open_pairs and _open_pair(book, members):
        return nothing(book.clause("E15.3f"), "an Open-Open pairing in a restricted tournament", reading="N-48")
    return None


def _shuts_out(book: Book, restrictions: Restrictions, player: Player) -> Step | None:
    """The reason why this player's partner and team mates receive nothing either, if there is one."""
    is_welcome = restrictions.board_overrules or (restrictions.national_congress and player.membership == AUSTRALIAN)
    if player.membership in NON_MEMBERS + FROM_ABROAD and not is_welcome:
        return nothing(
            book.clause("E9.5"),
            sentence(
                "{name} is not a member of a club: partner and team mates receive nothing either", name=_name(player)
            ),
            reading="N-47" if player.membership in FROM_ABROAD else "",
        )
    grade = grade_of(book, player)
    if restrictions.limit and _is_above(grade, restrictions.limit):
        return nothing(
            book.clause("E9.7b" if by_rank(book, player) else restrictions.limit_clause),
            sentence(
                "{name} is graded {grade}: above {limit}, so neither player, pair nor team has points",
                name=_name(player),
                grade=grade,
                limit=restrictions.limit,
            ),
        )
    return None


@rule
def player_exclusion(book: Book, player: Player) -> Step | None:
    """The reason why this player alone receives nothing, if there is one."""
    if player.captain:
        return nothing(book.clause("E18.2f"), "a captain who did not play")
    if has_no_points_code(book, player):
        code = book.figures.issue.no_points_code
        return nothing(code.clause, sentence("entered under code {code}", code=code.value))
    if player.membership in FROM_ABROAD:
        return nothing(book.clause("E8.8b"), "registered abroad: welcome to play, but without points")
    if player.membership in NON_MEMBERS:
        return nothing(book.clause("E9.4"), "only members of a club are issued with points", reading="N-37")
    if player.membership in DECLARED:
        return nothing(book.clause("E9.6a"), "declared ineligible by the club", reading="N-52")
    return None


def restriction_remarks(book: Book, restrictions: Restrictions, awards: Sequence[Award]) -> list[Remark]:
    """E10.9: the remark, made once, if somebody was shut out."""
    code = book.figures.issue.no_points_code.value
    has_exclusions = any(not award.step.value and code in str(award.step.message) for award in awards)
    has_lower_grades = restrictions.limit and any(
        player.grade.lower() in GRADES[: GRADES.index(restrictions.limit)]
        for award in awards
        for player in award.recipients
    )
    message = "entries without a right to points keep their place, so the awards of the others do not change"
    eligibility = "only club members whom no restriction excludes receive points"
    return [
        *([book.remark("E10.9", message), book.remark("E3.D7", eligibility)] if has_exclusions else []),
        *(
            [book.remark("E9.7a", "players of a lower grade may always have awards in a higher one")]
            if has_lower_grades
            else []
        ),
    ]


def has_no_points_code(book: Book, player: Player) -> bool:
    """E9.7c: entered under the code instead of a computer number."""
    return book.figures.issue.no_points_code.value in (player.id, player.membership)


def grade_of(book: Book, player: Player) -> str:
    """The official grade: as given; Open from Provincial Master up, and for players from abroad (E7.5e, E8.8d)."""
    if by_rank(book, player):
        return "open"
    if player.grade:
        return player.grade.lower()
    return "open" if player.membership in FROM_ABROAD else ""


def by_rank(book: Book, player: Player) -> bool:
    """Whether the rank makes a player Open, whatever the Rating Points. Stars do not matter."""
    return is_at_least(book, player.rank, book.figures.points.open_from_rank.value)


def _is_above(grade: str, limit: str) -> bool:
    return grade in GRADES and GRADES.index(grade) > GRADES.index(limit)


def _open_pair(book: Book, members: Sequence[Player]) -> bool:
    """Whether a pair has two Open players, or a team more than half: then two of them must sit together."""
    opens = sum(grade_of(book, player) == "open" for player in members)
    return opens > 1 and 2 * opens > len(members)


def _name(player: Player) -> str:
    return player.name or player.id or "a player"


def pay(
    book: Book,
    entries: Iterable[tuple[Entry, Sequence[Share]]],
    restrictions: Restrictions,
    *,
    colour: str,
    kind: str,
    ranking: str,
) -> list[Award]:
    """The awards of the entries of a list, each by its shares."""
    return [
        award
        for entry, shares in entries
        for award in _entry_awards(book, entry, shares, restrictions, colour=colour, kind=kind, ranking=ranking)
    ]


def _entry_awards(
    book: Book,
    entry: Entry,
    shares: Sequence[Share],
    restrictions: Restrictions,
    *,
    colour: str,
    kind: str,
    ranking: str,
) -> list[Award]:
    """The award of an entry to those of its players who may have it; the others get their reason."""
    reason = _without_standing(book, entry, kind) or entry_exclusion(book, restrictions, entry)
    if reason is not None:
        return [Award(entry, withheld_award(book, reason, shares[0][1]), colour, kind, None, ranking)]
    awards: list[Award] = []
    for players, step in shares:
        group = entry.players if players is None else players
        own_steps = {
            index: own_step
            for index, player in enumerate(group)
            if (own_step := _own_step(book, restrictions, player, step, colour)) is not None
        }
        if not own_steps:
            awards.append(Award(entry, step, colour, kind, players, ranking))
            continue
        others = tuple(player for index, player in enumerate(group) if index not in own_steps)
        awards += [Award(entry, step, colour, kind, others, ranking)] if others else []
        awards += [
            Award(entry, own_step, colour, kind, (group[index],), ranking) for index, own_step in own_steps.items()
        ]
    return awards


def _own_step(book: Book, restrictions: Restrictions, player: Player, step: Step, colour: str) -> Step | None:
    """The award of a player whom the rules treat differently from the others of the entry."""
    if colour == A and restrictions.national_congress and player.membership == AUSTRALIAN:
        message = "an Australian player at the National Congress: transferred at the rate that the ABF sets"
        return derive(identity, step, clause=book.clause("E8.8a.iii"), message=message, reading="N-54")
    reason = player_exclusion(book, player)
    if reason is None or player.captain:
        return reason
    return withheld_award(book, reason, step)


def _without_standing(book: Book, entry: Entry, kind: str) -> Step | None:
    """Entries that play without standing are treated like ineligible ones: they keep their place."""
    if entry.standing == "full" or (entry.standing == "matches" and kind == "matches"):
        return None
    return nothing(book.clause("E10.9"), "playing without standing")


def withheld_award(book: Book, reason: Step, step: Step) -> Step:
    """E9.7c: the place is kept, the award goes to nobody."""
    code = book.figures.issue.no_points_code.value
    message = reason.message
    if code not in str(message):
        message = sentence("{reason}; recorded under {code}", reason=message, code=code)
    return nothing(reason.clause, message, step, reading=reason.reading)


def player_problems(book: Book, entries: Sequence[Entry], path: str) -> Iterator[Problem]:
    """Words about players that this book does not use."""
    memberships = (*MEMBERS, *NON_MEMBERS, *FROM_ABROAD, *DECLARED, book.figures.issue.no_points_code.value)
    for index, entry in enumerate(entries):
        for number, player in enumerate(entry.players):
            place = f"{path}.entries[{index}].players[{number}]"
            if player.membership not in memberships:
                fix = f"write one of: {', '.join(memberships[1:])}"
                yield book.problem(f"{place}.membership", player.membership, "no such membership", fix, "E9.2")
            if player.grade and player.grade.lower() not in GRADES:
                yield book.problem(
                    f"{place}.grade", player.grade, "no such grade", "write junior, intermediate or open", "E3.D7n"
                )
            if not is_rank(book, player.rank):
                fix = f"leave it out, or write one of: {', '.join(rank_names(book))}"
                yield book.problem(f"{place}.rank", player.rank, "no such New Zealand rank", fix, "E7.5a")
