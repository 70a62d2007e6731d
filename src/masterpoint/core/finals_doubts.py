"""Doubts about a qualifying round and its finals: contradictions that deserve a second look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from masterpoint.core.events import FinalsEvent, RankingList
from masterpoint.core.match_doubts import boards_in_matches
from masterpoint.core.places import size_of
from masterpoint.core.sentences import Message, sentence


def finals_doubts(event: FinalsEvent) -> Iterator[Message]:
    """Finals with more contestants than the qualifying round, more boards than there are, or too many matches won."""
    first, final_lists = event.qualifying, [ranking for part in event.parts for ranking in part.lists]
    qualifiers, finalists = sum(map(size_of, first)), sum(map(size_of, final_lists))
    if finalists > qualifiers:
        template = "{finalists} contestants in the finals, and {qualifiers} in the qualifying round: check both"
        yield sentence(template, finalists=finalists, qualifiers=qualifiers)
    qualifying_boards, final_boards = _longest(first), _longest(final_lists)
    if qualifying_boards + final_boards > event.boards:
        template = (
            "{before} boards in matches before the finals, {after} in them, and {boards} to play: check all three"
        )
        yield sentence(template, before=qualifying_boards, after=final_boards, boards=event.boards)
    for lists, boards in ((first, event.boards - final_boards), (final_lists, event.boards - qualifying_boards)):
        for ranking in lists:
            won = sum(group.boards * group.won for entry in ranking.entries for group in entry.matches)
            if size_of(ranking) > 1 and 2 * won > size_of(ranking) * boards > 0:
                template = "{size} contestants of a stage of {boards} boards have won {won} among them: check both"
                yield sentence(template, size=size_of(ranking), boards=boards, won=won)


def _longest(lists: Sequence[RankingList]) -> int:
    """The most boards that anybody in these lists is known to have played in matches."""
    return max((boards_in_matches(entry) for ranking in lists for entry in ranking.entries), default=0)
