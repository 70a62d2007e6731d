"""1.4.1(a), 1.5.1 and 5.2.6: Green Points in quarters, Local Points beside them, and the Gold that follows."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Step, derive
from masterpoint.core.events import Entry, Player
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import Ladder, at_least, identity
from masterpoint.core.places import Finish
from masterpoint.core.rounding import up_to_quarter
from masterpoint.core.sentences import Message, part_in_words, sentence
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.principles.general import GOLD, GREEN, LOCAL, place_figure, rounded_up
from masterpoint.schemes.wbu.rules.principles.payments import NOBODY, absent, boards_played
from masterpoint.schemes.wbu.rules.records.gold import gold_points


@rule
def in_quarters(book: Book, step: Step) -> Step:
    """1.4.1(a): Green Points come in quarters; a share is rounded up to the next (A21)."""
    if up_to_quarter(step.value) == step.value:
        return step
    return derive(up_to_quarter, step, clause=book.clause("1.4.1(a)"), message="rounded up to a quarter", reading="A21")


def green_figure(book: Book, finish: Finish, ladder: Ladder, unpaid_number: str) -> Step:
    """2.5.1 and 1.4.1(a): what a finish earns in Green Points."""
    return in_quarters(book, place_figure(book, finish, ladder, None, unpaid_number))


@rule
def made_up(book: Book, local: Step, green: Step, number: str) -> Step:
    """Green Points in place of Local: what is left of the Local award, never below 0."""
    local_in_a_point = book.figures.records.local_in_a_master_point.value
    message = sentence("Local award less {in_one} for each Green Point, if any is left", in_one=local_in_a_point)
    return rounded_up(
        book,
        derive(partial(_local_remainder, local_in_a_point), local, green, clause=book.clause(number), message=message),
    )


def _local_remainder(local_in_a_point: int, local: Exact, green: Exact) -> Exact:
    return at_least(local - green * local_in_a_point, 0)


def pay_green(
    book: Book,
    entry: Entry,
    green: Step,
    local: Step,
    full_local: Step,
    *,
    boards: int,
    half_the_boards: bool = False,
    once_a_season: bool = False,
    kind: str = "ranking",
    ranking: str = "",
) -> list[Award]:
    """Green Points and the Local Points beside them; those who may not have Green receive the full Local award.

    `half_the_boards`: Green Points need half of the boards (5.3.2). `once_a_season`: a player receives them in only
    one Area's final (5.2.6).
    """
    if not entry.players and entry.boards is not None:
        unnamed_entry = replace(entry, players=(NOBODY,))
        awards = pay_green(
            book,
            unnamed_entry,
            green,
            local,
            full_local,
            boards=boards,
            half_the_boards=half_the_boards,
            once_a_season=once_a_season,
            kind=kind,
            ranking=ranking,
        )
        return [replace(award, entry=entry, players=None) for award in awards]
    reasons = [(player, absent(book, entry, player, boards)) for player in entry.players]
    players = [player for player, reason in reasons if reason is None]
    no_green = [
        (player, clause_number)
        for player in players
        if (clause_number := _no_green(book, entry, player, boards, half_the_boards, once_a_season))
    ]
    greens = tuple(player for player in players if player not in [other for other, _ in no_green])
    recipients = None if len(greens) == len(entry.players) else greens
    awards = []
    if recipients is None or greens:
        if green.value or not local.value:
            awards.append(Award(entry, green, GREEN, kind, recipients, ranking))
        if local.value or (green.value and local.formula):  # that nothing is left is an answer too
            awards.append(Award(entry, local, LOCAL, kind, recipients, ranking))
        awards += gold(book, entry, green, recipients, ranking)
    for player, number in no_green:
        reason = _local_reason(book, number)
        step = derive(identity, full_local, clause=book.clause(number), message=reason, reading="W41")
        awards.append(Award(entry, step, LOCAL, kind, (player,), ranking))
    return awards + [
        Award(entry, reason, GREEN, kind, (player,), ranking) for player, reason in reasons if reason is not None
    ]


def _no_green(book: Book, entry: Entry, player: Player, boards: int, half_the_boards: bool, once_a_season: bool) -> str:
    """The clause that keeps a player from Green Points, if one does (5.2.6, 5.3.2)."""
    if once_a_season and player.earned_elsewhere:
        return "5.2.6"
    count, minimum = boards_played(entry, player), boards * book.figures.area_teams.played_share.value
    return "5.3.2" if half_the_boards and count is not None and count < minimum else ""


def _local_reason(book: Book, number: str) -> Message:
    """Why a player receives the Local award, by the clause that says so."""
    if number == "5.2.6":
        return "played another Area's final this season: the Local award, not turned into Green Points"
    template = "fewer than {part} of the boards: the Local award, not turned into Green Points"
    return sentence(template, part=part_in_words(book.figures.area_teams.played_share.value))


@rule
def gold(
    book: Book, entry: Entry, green: Step, players: tuple[Player, ...] | None = None, ranking: str = ""
) -> list[Award]:
    """1.5.1: five Green Points or more in one event also give Gold."""
    if green.value < book.figures.records.gold_from.value:
        return []
    return [Award(entry, gold_points(book, green), GOLD, "gold", players, ranking)]
