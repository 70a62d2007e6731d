"""2.7, 2.9, 2.10, 3.3.2 and 3.6.3: which players of an entry receive its award, and who plays without standing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from operator import attrgetter

from masterpoint.core.books import rule
from masterpoint.core.checks import FACTS, Check, Checks
from masterpoint.core.derivation import Award, Remark, Step, fact, nothing
from masterpoint.core.event_fields import event_fields
from masterpoint.core.events import AnyEvent, Entry, LadderEvent, Player, Round, StratifiedEvent
from masterpoint.core.parsing import facts_from
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.core.traversal import all_entries
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.attendance import listed_entries, whole_field
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.organisations.charges import not_exempt
from masterpoint.schemes.ebu.rules.principles.definitions import definition_remarks

HOLDING_STATUSES = ("lapsed", "potential")  # 2.9.3
FIGURE = attrgetter("step.value")
MATCHES = "matches"
"""The kind of an award for matches won."""
NO_BOARDS = 0
"""The boards of which a player with matches of his own must have played a third: none, he is paid for his matches."""


def to_players(
    book: Book, entry: Entry, step: Step, *, colour: str, kind: str = "ranking", boards: int = 0, ranking: str = ""
) -> list[Award]:
    """2.7 and 3.3.2: an award goes to each player who earned it; the others get nothing, with the clause."""
    entry_boards = None if kind == MATCHES else entry.boards  # matches won show by themselves what was played
    if not step.value or (entry_boards is None and not any(map(_special, entry.players))):
        return [Award(entry, step, colour, kind, None, ranking)]
    if not entry.players:
        reason = too_few_boards(book, entry_boards, 0, boards)
        return [Award(entry, reason or step, colour, kind, None, ranking)]
    exclusions = [
        (player, reason)
        for player in entry.players
        if (reason := _exclusion(book, player, entry_boards, boards)) is not None
    ]
    recipients = tuple(player for player in entry.players if not any(player is other for other, _ in exclusions))
    awards = [Award(entry, step, colour, kind, recipients, ranking)] if recipients else []
    return awards + [Award(entry, reason, colour, kind, (player,), ranking) for player, reason in exclusions]


SPECIAL = ("player.boards", "player.matches", "player.deemed", "player.membership", "player.captain")


BARRING = ("entry.standing", "entry.boards", *SPECIAL)
"""Fields that may keep an entry, or one of its players, from what the place pays."""


def is_paid_by_place(event: AnyEvent) -> bool:
    """Whether nothing in an event keeps anybody from what the place pays."""
    return event_fields(event).names.isdisjoint(BARRING)


def _special(player: Player) -> bool:
    """Whether a player's award needs a closer look: own boards or matches, not an ordinary member, or only captain."""
    has_own_play = player.boards is not None or player.matches is not None or bool(player.deemed)
    return has_own_play or player.membership != "member" or player.captain


def _boards(player: Player) -> int | None:
    """Boards a player played, as given or by his own matches; None where he played what his team did."""
    if player.boards is not None or player.matches is None:
        return player.boards
    return sum(group.boards * (group.won + group.drawn + group.lost) for group in player.matches)


def _exclusion(book: Book, player: Player, of_entry: int | None, boards: int) -> Step | None:
    if player.membership == "suspended":
        return nothing(book.clause("2.7.4"), "suspended members earn nothing")
    if player.membership == "none":
        return nothing(book.clause("2.7.2"), "only members may have points registered")
    if player.captain:
        return nothing(book.clause("3.3.2"), "did not play")
    own_boards = _boards(player)
    return too_few_boards(book, of_entry if own_boards is None else own_boards, player.deemed, boards)


@rule
def too_few_boards(book: Book, own_boards: int | None, deemed: int, boards: int) -> Step | None:
    """3.3.2: a third of the boards of the stage; conceded boards count if the player was there to play them (3.6.3)."""
    share = book.figures.principles.played_share
    if own_boards is None or own_boards + deemed >= share.value * boards:
        return None
    number = "3.6.3" if deemed else "3.3.2"
    boards_step = fact(own_boards + deemed, book.clause(number), "boards played, or deemed played")
    message = sentence(
        "fewer than {part} of the {boards} boards of this stage", part=part_in_words(share.value), boards=boards
    )
    return nothing(share.clause, message, boards_step)


def took_part(book: Book, player: Player, round_: Round) -> bool:
    """3.3.2: each match is a stage; a player's own matches name the round as their stage."""
    if player.matches is None:
        return True
    names = (str(round_.round), f"round {round_.round}")
    boards: int = sum(group.boards for group in player.matches if group.stage.strip().lower() in names)
    minimum = book.figures.principles.played_share.value * round_.boards
    return boards >= minimum


def without_standing_reason(book: Book, entry: Entry, colour: str) -> Step:
    """2.10: no award for those who play without standing; match awards only if the organiser allows them.

    They leave the list and the others move up (reading A16).
    """
    if entry.standing == "matches":
        enhanced = colour != "local"
        message = "playing without standing: match awards only, by the organiser's choice"
        return nothing(book.clause("2.10.2" if enhanced else "2.10.3"), message, reading="A16")
    return nothing(book.clause("2.10.2"), "playing without standing", reading="A16")


def unranked_awards(book: Book, entries: Iterable[Entry], colour: str, kind: str, ranking: str = "") -> list[Award]:
    """2.10.4: entries without standing are left out of a ranking, each with the reason."""
    return [
        Award(entry, without_standing_reason(book, entry, colour), colour, kind, None, ranking)
        for entry in entries
        if entry.standing != "full"
    ]


def held_remarks(book: Book, event: AnyEvent, awards: Sequence[Award]) -> list[Remark]:
    """Remarks beside the awards: who must wait for theirs, who was left out, what the figures are."""
    facts: Facts = facts_from(event, Facts)
    return [remark for check in REMARKS.by_book(book, event) for remark in check(book, event, facts, awards)]


def _figures(book: Book, event: AnyEvent, facts: Facts, awards: Sequence[Award]) -> Iterable[Remark]:
    if event.contest != "individual" and any(map(FIGURE, awards)):
        return (_figure_of_each(book),)
    return ()


@cache
def _figure_of_each(book: Book) -> Remark:
    return book.remark("3.3.1", "every figure is what each player receives")


def _special_remarks(book: Book, event: AnyEvent, facts: Facts, awards: Sequence[Award]) -> Iterator[Remark]:
    players = [player for award in awards if award.step.value for player in award.recipients if _special(player)]
    yield from _held_remarks(book, players)
    yield from _visitors(book, players)
    yield from _conceded_remarks(book, players)


def _held_remarks(book: Book, players: Sequence[Player]) -> Iterator[Remark]:
    """2.9.3: points of lapsed and potential members are recorded, and credited when they (re)join."""
    if names := _names(player for player in players if player.membership in HOLDING_STATUSES):
        yield book.remark("2.9.3", sentence("held until the player (re)joins: {held}", held=names))


def _visitors(book: Book, players: Sequence[Player]) -> Iterator[Remark]:
    """2.2.1: members of the other home unions keep their record there."""
    if visitors := _names(player for player in players if player.membership == "visitor"):
        yield book.remark(
            "2.2.1", sentence("for the record a visitor keeps in another home union: {visitors}", visitors=visitors)
        )


def _conceded_remarks(book: Book, players: Sequence[Player]) -> Iterator[Remark]:
    names = ", ".join(sorted({f"{player.name or player.id} ({player.deemed})" for player in players if player.deemed}))
    if names:
        yield book.remark("3.6.3", sentence("conceded boards count as played: {counted}", counted=names))


def _names(players: Iterable[Player]) -> str:
    return ", ".join(sorted({player.name or player.id for player in players}))


def _left_out(book: Book, event: AnyEvent, facts: Facts, awards: Sequence[Award]) -> Iterator[Remark]:
    """2.10.4, 2.10.5: contestants left out of the entry that fixes the awards, but charged and graded like others."""
    standings = [entry.standing for entry in listed_entries(event)]
    left_out = len(standings) - standings.count("full")
    if left_out:
        contestants = f"{left_out} contestant{'s' if left_out > 1 else ''} without standing"
        yield book.remark(
            "2.10.4",
            sentence("{counted} left out of the entry that fixes number and size of the awards", counted=contestants),
        )
        if any(ranking.tables is not None for ranking in whole_field(event)):
            yield book.remark("2.10.4", "the tables given are taken as those that count, without these contestants")
        yield book.remark("2.10.5", sentence("{counted}: charged and graded like everybody else", counted=contestants))


def _kind_of_event(book: Book, event: AnyEvent, facts: Facts, awards: Sequence[Award]) -> Iterable[Remark]:
    return definition_remarks(book, event, facts)


def _charged_lesson(book: Book, event: AnyEvent, facts: Facts, awards: Sequence[Award]) -> Iterator[Remark]:
    """1.3.1: a teaching session that is not free is charged and paid as an ordinary one."""
    reason = not_exempt(book, event, facts.exempt) if facts.exempt == "teaching" else None
    if reason is not None:
        yield book.remark(
            "1.3.1", sentence("charged, and so given points, as an ordinary session: {reason}", reason=reason)
        )


REMARKS: Checks[Callable[[Book, AnyEvent, Facts, Sequence[Award]], Iterable[Remark]]] = Checks(
    Check(_figures),
    Check(_special_remarks, fields=SPECIAL),
    Check(_left_out, fields=("entry.standing",)),
    Check(_charged_lesson, fields=(FACTS,)),
    Check(
        _kind_of_event,
        fields=(FACTS, "event.carry_forward", "matches.conceded"),
        forms=(StratifiedEvent, LadderEvent),
        contests=("teams",),
    ),
)
"""The remarks beside the awards in their order, each with what makes it necessary."""


def unidentified_players(event: AnyEvent) -> list[str]:
    """2.9.2: players who are named without a number."""
    return [player.name for _, entry in all_entries(event) for player in entry.players if player.name and not player.id]
