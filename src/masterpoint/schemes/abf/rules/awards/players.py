"""4.1.2 and 4.4.5, Awards given to individual players (pages 21 and 25): shares of larger teams, substitutes, 40%."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

import msgspec

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Step, derive, fact, nothing
from masterpoint.core.events import Entry, Player
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import product
from masterpoint.core.sentences import Message, sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.awards.rounding import round_award
from masterpoint.schemes.abf.rules.grades.terms import Terms, key_of, members

REGISTERED = ("member", "visitor")


class PlayedBoards(msgspec.Struct, frozen=True):
    """The boards that a player, and the player's team, played in one stage."""

    stage: str
    player: Exact
    team: Exact


PlayedBoardsOf = Callable[[Player], Sequence[PlayedBoards]]


def no_played_boards(_: Player) -> Sequence[PlayedBoards]:
    return ()


@rule
def each_share(book: Book, entry: Entry, step: Step, terms: Terms, *, outright: bool = False) -> Step:
    """4.1.2: members of a team of five get four fifths each, of six two thirds."""
    shares = book.figures.placing.team_shares
    share = shares.value.get(str(len(members(entry))))
    in_team = terms.paid_as_teams if outright else terms.event.contest == "teams"
    if not in_team or share is None or not step.value:
        return step
    message = sentence("a team of {members}: {share} of the award each", members=len(members(entry)), share=str(share))
    return derive(partial(product, share), step, clause=shares.clause, message=message, reading="B-33")


def pay(
    book: Book,
    entry: Entry,
    step: Step,
    terms: Terms,
    kind: str,
    ranking: str = "",
    *,
    boards_played: PlayedBoardsOf = no_played_boards,
    outright: bool = False,
    final: bool = False,
    boards_in_play: int | None = None,
    only: Sequence[Player] | None = None,
) -> list[Award]:
    """An exact award, rounded, for each player who earned it. The others get nothing, with the reason."""
    share = each_share(book, entry, step, terms, outright=outright)
    players = entry.players if only is None else only
    if not share.value:
        return [Award(entry, share, terms.colour, kind, None if only is None else tuple(only), ranking)]
    figure = round_award(book, terms.rounding, share)
    exclusion_of = partial(_exclusion, book, terms, boards_played, boards_in_play, outright)
    answers = [_answer(book, player, share, figure, terms, exclusion_of(player)) for player in players]
    if (outright or final) and only is None:
        answers = _with_qualifying_points(book, entry, answers, share, terms, boards_played)
    if only is None and all(answer == (figure, terms.colour) for answer in answers):
        return [Award(entry, figure, terms.colour, kind, None, ranking)]
    groups: dict[tuple[int, str], tuple[Step, str, list[Player]]] = {}
    for player, (player_step, colour) in zip(players, answers, strict=True):
        key = (id(player_step) if player_step is figure else hash((player_step.value, player_step.message)), colour)
        groups.setdefault(key, (player_step, colour, []))[2].append(player)
    return [
        Award(entry, player_step, colour, kind, tuple(players), ranking)
        for player_step, colour, players in groups.values()
    ]


def _answer(
    book: Book, player: Player, share: Step, figure: Step, terms: Terms, exclusion: Step | None
) -> tuple[Step, str]:
    if exclusion is not None:
        return exclusion, terms.colour
    if _local(player, terms):
        return _green(book, share, terms), "green"
    return figure, terms.colour


def _exclusion(
    book: Book, terms: Terms, boards_played: PlayedBoardsOf, boards_in_play: int | None, outright: bool, player: Player
) -> Step | None:
    if player.captain:
        return nothing(book.clause("4.1.2b"), "non-playing captains receive nothing")
    if terms.colour == "gold" and player.membership not in REGISTERED:
        number = "5.1.4a" if terms.facts.congress else "7.1"
        return nothing(book.clause(number), "only registered players and overseas visitors may enter gold events")
    if not outright:
        if player.boards == 0:
            return nothing(book.clause("4.1.2a"), "did not play")
        part = None if player.substitute or terms.event.contest == "teams" else player.boards
        return too_few_boards(book, terms, part, boards_in_play)
    if player.earned_elsewhere:
        message = "these sessions already count towards another final placing award of this player"
        return nothing(book.clause("4.3.1 note 1"), message)
    if player.substitute:
        return nothing(book.clause("4.4.5b"), "substitutes have no part in outright awards")
    return too_few_team_boards(book, player, boards_played)


@rule
def too_few_boards(book: Book, terms: Terms, boards: int | None, boards_in_play: int | None) -> Step | None:
    """4.4.4: too small a part of the boards in play. Boards of a sit-out count, and a late pair is excused."""
    share = book.figures.sessions.movement_share
    if boards is None or boards_in_play is None or boards >= share.value * boards_in_play or terms.facts.late_pair:
        return None
    boards_step = fact(boards, share.clause, sentence("boards played, of {in_play} in play", in_play=boards_in_play))
    message = sentence("a session award needs {percent}% of the boards in play", percent=share.value * 100)
    return nothing(share.clause, message, boards_step, reading="B-76")


@rule
def too_few_team_boards(book: Book, player: Player, boards_played: PlayedBoardsOf) -> Step | None:
    """4.4.5: fewer than 40% of the team's boards, in any stage."""
    minimum = book.figures.outright.boards_played
    for boards in boards_played(player):
        if boards.player < minimum.value * boards.team:
            template = "boards of the {stage} stage played" if boards.stage else "boards played"
            message = sentence(template + ", of {team} played by the team", stage=boards.stage, team=boards.team)
            boards_step = fact(boards.player, minimum.clause, message)
            reason = sentence("final placing awards need {percent}% of the team's boards", percent=minimum.value * 100)
            return nothing(minimum.clause, reason, boards_step)
    return None


def _with_qualifying_points(
    book: Book, entry: Entry, answers: list[tuple[Step, str]], share: Step, terms: Terms, boards_played: PlayedBoardsOf
) -> list[tuple[Step, str]]:
    """4.4.5 note: in national teams finals a player below 40% gets the recognised part, team mates the rest."""
    recognised_parts = {
        index: terms.facts.pqp[key_of(player)]
        for index, player in enumerate(entry.players)
        if key_of(player) in terms.facts.pqp and not player.captain and not player.substitute
    }
    if not recognised_parts or terms.event.contest != "teams" or terms.grade not in ("A", "A2"):
        return answers
    eligible_indexes = [
        index
        for index, player in enumerate(entry.players)
        if index not in recognised_parts
        and not player.captain
        and not player.substitute
        and not too_few_team_boards(book, player, boards_played)
    ]
    lost = sum((1 - Fraction(percent) / 100 for percent in recognised_parts.values()), Fraction())
    team_mate_share = 1 + lost / len(eligible_indexes) if eligible_indexes else Fraction(1)
    result = list(answers)
    for index, percent in recognised_parts.items():
        message = sentence("national teams final: {percent}% of the Qualifying Points", percent=percent)
        result[index] = (_part(book, share, Fraction(percent) / 100, terms, message), terms.colour)
    for index in eligible_indexes:
        reason = "national teams final: with the points lost by a team mate"
        result[index] = (_part(book, share, team_mate_share, terms, reason), terms.colour)
    return result


def _part(book: Book, share: Step, part: Fraction, terms: Terms, message: Message) -> Step:
    step = derive(partial(product, part), share, clause=book.clause("4.4.5 note"), message=message)
    return round_award(book, terms.rounding, step)


def _local(player: Player, terms: Terms) -> bool:
    facts = terms.facts
    return (
        facts.congress == "tour"
        and terms.colour == "red"
        and not facts.no_local_club
        and key_of(player) in facts.tour_locals
    )


def _green(book: Book, share: Step, terms: Terms) -> Step:
    """5.1.2: locals who are not on the tour get green points, at the club rate."""
    weights = book.figures.grades.weights.value
    green, event_weight = weights["E"], weights[terms.grade]
    ratio = green.teams / event_weight.teams if terms.event.contest == "teams" else green.pairs / event_weight.pairs
    distance = book.figures.congresses.tour_locals
    message = sentence(
        "lives within {km} km and is not on the tour: green points at the grade E rate", km=distance.value
    )
    step = derive(partial(product, ratio), share, clause=distance.clause, message=message, reading="B-44")
    return round_award(book, terms.rounding, step)


def of_the_boards(entry: Entry, boards: int, sessions: int | None = None) -> PlayedBoardsOf:
    """The part of the boards (or sessions) that each player played, as given."""

    def boards_played(player: Player) -> Sequence[PlayedBoards]:
        if player.boards is not None:
            return (PlayedBoards("", player.boards + player.deemed, entry.boards or boards),)
        if player.sessions is not None and sessions:
            return (PlayedBoards("", player.sessions, entry.sessions or sessions),)
        return ()

    return boards_played
