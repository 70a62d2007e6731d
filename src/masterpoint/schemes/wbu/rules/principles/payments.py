"""2.3.2, 2.5.1 and 2.6.3: how the awards of a list reach its entries, and those of an entry its players."""

from __future__ import annotations

from collections.abc import Sequence

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Remark, Step, fact, nothing
from masterpoint.core.events import AnyEvent, Entry, FinalsEvent, FlightedEvent, Player, RankingList
from masterpoint.core.mechanisms import Ladder
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import Finish, entries_of, size_of
from masterpoint.core.sentences import sentence
from masterpoint.schemes.families.fields import list_name, with_standing, without_standing
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.principles.general import LOCAL, large_team, place_figure, rounded_up


def pay_list(
    book: Book,
    ranking: RankingList,
    ladder: Ladder,
    *,
    minimum: Step | None,
    unpaid: str,
    kind: str = "ranking",
    boards: int = 0,
) -> list[Award]:
    """What each entry of a list earns in Local Points on a ladder."""
    name = list_name(ranking)
    paid = pay_places(
        book, with_standing(ranking), ladder, minimum=minimum, unpaid=unpaid, kind=kind, boards=boards, ranking=name
    )
    return paid + no_standing(book, ranking, LOCAL, kind)


def pay_places(
    book: Book,
    finished: Sequence[tuple[Entry, Finish]],
    ladder: Ladder,
    *,
    minimum: Step | None,
    unpaid: str,
    kind: str = "ranking",
    boards: int = 0,
    ranking: str = "",
) -> list[Award]:
    """What entries earn in Local Points where they finished on a ladder."""
    known: dict[Finish, Step] = {}
    awards: list[Award] = []
    for entry, finish in finished:
        if finish not in known:
            known[finish] = place_figure(book, finish, ladder, minimum, unpaid)
        step = rounded_up(book, large_team(book, known[finish], entry))
        awards += to_players(book, entry, step, kind=kind, boards=boards, ranking=ranking)
    return awards


def standing_in(ranking: RankingList) -> int:
    """How many contestants of a list count."""
    return size_of(ranking) - without_standing(ranking)


def no_standing(book: Book, ranking: RankingList, colour: str, kind: str = "ranking") -> list[Award]:
    """Contestants without standing are out of the ranking, and those below move up (A16)."""
    if not without_standing(ranking):
        return []
    step = nothing(book.clause("2.3.1"), "playing without standing", reading="A16")
    return [
        Award(entry, step, colour, kind, None, list_name(ranking))
        for entry in entries_of(ranking)
        if entry.standing != "full"
    ]


def pay_nobody(lists: Sequence[RankingList], reason: Step, kind: str = "ranking", colour: str = LOCAL) -> list[Award]:
    """Everybody gets the same answer: nothing, and why."""
    return [Award(entry, reason, colour, kind) for ranking in lists for entry in entries_of(ranking)]


def to_players(
    book: Book,
    entry: Entry,
    step: Step,
    *,
    colour: str = LOCAL,
    kind: str = "ranking",
    boards: int = 0,
    ranking: str = "",
) -> list[Award]:
    """2.3.2: an award goes to each player who earned it; the others get nothing, with the clause."""
    if not step.value or all(absent(book, player, boards) is None for player in entry.players):
        return [Award(entry, step, colour, kind, None, ranking)]
    reasons = [(player, absent(book, player, boards)) for player in entry.players]
    kept = tuple(player for player, reason in reasons if reason is None)
    awards = [Award(entry, step, colour, kind, kept, ranking)] if kept else []
    return awards + [
        Award(entry, reason, colour, kind, (player,), ranking) for player, reason in reasons if reason is not None
    ]


def played(player: Player) -> int | None:
    """2.6.3: boards played, with those cancelled while the player was present and free to play them."""
    return None if player.boards is None else player.boards + player.deemed


@rule
def absent(book: Book, player: Player, boards: int) -> Step | None:
    """2.3.2: why a player has no share in the award of a stage, if that is so."""
    if player.captain:
        return nothing(book.clause("2.3.2"), "did not play")
    count = played(player)
    share = book.figures.principles.played_share.value
    if count is None or count >= boards * share:
        return None
    counted = fact(count, book.clause("2.6.3" if player.deemed else "2.3.2"), "boards played, or deemed played")
    return nothing(
        book.clause("2.3.2"),
        sentence("fewer than a third of the {boards} boards of this stage", boards=boards),
        counted,
    )


@rule
def membership_remarks(book: Book, event: AnyEvent, awards: Sequence[Award]) -> list[Remark]:
    """1.9.2: whoever is entitled receives a certificate, member or not; only members may register it (1.7.2)."""
    outsiders = {
        player.name or player.id
        for award in awards
        if award.points
        for player in award.recipients
        if player.membership != "member"
    }
    if not outsiders:
        return []
    names = ", ".join(sorted(filter(None, outsiders)))
    return [
        book.remark("1.9.2", f"a certificate is due all the same to those who are no members: {names}".rstrip(": "))
    ]


def national_remarks(book: Book, event: AnyEvent) -> list[Remark]:
    """3.1.5: the Committee may have devised other awards for the Union's own events."""
    green = isinstance(event, FlightedEvent | FinalsEvent) or facts_from(event, Facts).kind == "joint-venture"
    if event.organiser.level != "national" or green:
        return []
    return [book.remark("3.1.5", "the Union devises special awards for its own events; these are its National scales")]
