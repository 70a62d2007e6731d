"""2.3.2, 2.5.1 and 2.6.3: how the awards of a list go to its entries, and those of an entry to its players."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Remark, Step, fact, nothing
from masterpoint.core.events import AnyEvent, Entry, FinalsEvent, FlightedEvent, Player, RankingList
from masterpoint.core.mechanisms import Ladder
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import Finish, entries_of, size_of
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.schemes.families.fields import list_name, with_standing, without_standing
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.principles.general import LOCAL, large_team, place_figure, rounded_up

NOBODY = Player()
"""Stands for the player of an entry that names nobody."""
ANY = 0
"""A number of boards of which everybody has played a third."""


def pay_list(
    book: Book,
    ranking: RankingList,
    ladder: Ladder,
    *,
    minimum: Step | None,
    unpaid_number: str,
    kind: str = "ranking",
    boards: int = 0,
) -> list[Award]:
    """What each entry of a list earns in Local Points on a ladder."""
    name = list_name(ranking)
    place_awards = pay_places(
        book,
        with_standing(ranking),
        ladder,
        minimum=minimum,
        unpaid_number=unpaid_number,
        kind=kind,
        boards=boards,
        ranking=name,
    )
    return place_awards + no_standing(book, ranking, LOCAL, kind)


def pay_places(
    book: Book,
    ranked_entries: Sequence[tuple[Entry, Finish]],
    ladder: Ladder,
    *,
    minimum: Step | None,
    unpaid_number: str,
    kind: str = "ranking",
    boards: int = 0,
    ranking: str = "",
) -> list[Award]:
    """What entries earn in Local Points, by their finish on a ladder."""
    steps_by_finish: dict[Finish, Step] = {}
    awards: list[Award] = []
    for entry, finish in ranked_entries:
        if finish not in steps_by_finish:
            steps_by_finish[finish] = place_figure(book, finish, ladder, minimum, unpaid_number)
        step = rounded_up(book, large_team(book, steps_by_finish[finish], entry))
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
    return [
        Award(entry, reason, colour, kind, None, list_name(ranking))
        for ranking in lists
        for entry in entries_of(ranking)
    ]


def to_players(
    book: Book,
    entry: Entry,
    step: Step,
    *,
    colour: str = LOCAL,
    kind: str = "ranking",
    boards: int = 0,
    ranking: str = "",
    share: str = "2.3.2",
    each_match: bool = False,
) -> list[Award]:
    """2.3.2: an award goes to each player who earned it; the others get nothing, with the clause.

    `each_match`: the award is for matches, each of which the entry played to its end.
    """
    if not step.value:
        return [Award(entry, step, colour, kind, None, ranking)]
    played_entry = for_each_match(entry) if each_match else entry
    if not entry.players:
        return [Award(entry, absent(book, played_entry, NOBODY, boards, share) or step, colour, kind, None, ranking)]
    reasons = [(player, absent(book, played_entry, player, boards, share)) for player in entry.players]
    if all(reason is None for _, reason in reasons):
        return [Award(entry, step, colour, kind, None, ranking)]
    recipients = tuple(player for player, reason in reasons if reason is None)
    awards = [Award(entry, step, colour, kind, recipients, ranking)] if recipients else []
    return awards + [
        Award(entry, reason, colour, kind, (player,), ranking) for player, reason in reasons if reason is not None
    ]


def for_each_match(entry: Entry) -> Entry:
    """2.3.2, 4.5.3: each match is a stage of its own, so an entry that left early keeps those it won."""
    return entry if entry.boards is None else replace(entry, boards=None)


def by_own_matches(entry: Entry, boards: int) -> list[tuple[Entry, int]]:
    """2.3.2: an entry split by who played its matches, with the boards of which they must have played a third.

    Players with matches of their own are paid for those, however few.
    """
    own_players = [player for player in entry.players if player.matches is not None]
    if not own_players:
        return [(entry, boards)]
    team_players = tuple(player for player in entry.players if player.matches is None)
    parts = [(replace(entry, players=team_players), boards)] if team_players else []
    return parts + [(replace(entry, players=(player,), matches=player.matches or ()), ANY) for player in own_players]


def as_awards_of(entry: Entry, awards: Sequence[Award]) -> list[Award]:
    """Awards of parts of an entry as awards of the entry."""
    return [
        award if award.entry is entry else replace(award, entry=entry, players=tuple(award.recipients))
        for award in awards
    ]


def boards_played(entry: Entry, player: Player) -> int | None:
    """2.6.3: boards played, with those cancelled while the player was present and free to play them.

    The player's own boards, those of the player's own matches, or those of the whole entry.
    """
    if player.boards is not None:
        return player.boards + player.deemed
    if player.matches is not None:
        return sum(group.boards * (group.won + group.drawn + group.lost) for group in player.matches) + player.deemed
    return None if entry.boards is None else entry.boards + player.deemed


@rule
def absent(book: Book, entry: Entry, player: Player, boards: int, number: str = "2.3.2") -> Step | None:
    """2.3.2, or another clause: why a player has no share in the award of a stage, if there is a reason."""
    if player.captain:
        return nothing(book.clause("2.3.2"), "did not play")
    count = boards_played(entry, player)
    share = book.figures.principles.played_share.value
    if count is None or count >= boards * share:
        return None
    count_step = fact(count, book.clause("2.6.3" if player.deemed else "2.3.2"), "boards played, or deemed played")
    return nothing(
        book.clause(number),
        sentence("fewer than {part} of the {boards} boards of this stage", part=part_in_words(share), boards=boards),
        count_step,
    )


@rule
def membership_remarks(book: Book, event: AnyEvent, awards: Sequence[Award]) -> list[Remark]:
    """1.9.2: everybody entitled receives a certificate, member or not; only members may register it (1.7.2)."""
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
    return [book.remark("1.9.2", f"a certificate is also due to those who are not members: {names}".rstrip(": "))]


def national_remarks(book: Book, event: AnyEvent) -> list[Remark]:
    """3.1.5: the Committee may have devised other awards for the Union's own events."""
    green = isinstance(event, FlightedEvent | FinalsEvent) or facts_from(event, Facts).kind == "joint-venture"
    if event.organiser.level != "national" or green:
        return []
    return [book.remark("3.1.5", "the Union devises special awards for its own events; these are its National scales")]
