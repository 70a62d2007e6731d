"""4.5.1, 4.5.2 and 4.6.7: events given in matches that the book does not count as match events."""

from __future__ import annotations

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Remark, Step
from masterpoint.core.events import FinalEvent, MatchEvent
from masterpoint.core.parsing import facts_from
from masterpoint.core.sentences import sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.local import consolation, qualifinal
from masterpoint.schemes.ebu.rules.local.basic import pay_basic
from masterpoint.schemes.ebu.rules.local.match_events import shortest_match
from masterpoint.schemes.families.british_stages import as_ranked_stage


@rule
def basic_only(book: Book, event: MatchEvent) -> Remark | None:
    """4.5.2: fewer than 36 boards, or shorter matches than 6 boards between pairs, make a basic event."""
    figures = book.figures.matches
    if event.boards < figures.event_boards.value:
        template = "{boards} boards in all: a basic event, with no award for each match"
        return book.remark("4.5.2", sentence(template, boards=event.boards))
    length = _length(event)
    if event.contest != "teams" and length is not None and length < figures.shortest_pairs_match.value:
        template = "matches of {boards} boards: a basic event, with no award for each match"
        return book.remark("4.5.2", sentence(template, boards=length))
    return None


def _length(event: MatchEvent) -> int | None:
    """Boards of the shortest match, as given or as planned."""
    facts: Facts = facts_from(event, Facts)
    planned_length = event.boards // event.matches_planned if event.matches_planned else None
    return shortest_match(event.lists) or facts.boards_per_round or planned_length


def pay_as_basic(book: Book, event: MatchEvent, status: Step, colour: str) -> list[Award]:
    """The ranking on the scale of an ordinary event: 4.1, or 4.2 and 4.3 where contestants qualified for it."""
    if event.original_tables is None:
        return pay_basic(book, event, event.lists, event.boards, status, colour, qualifying=not event.last)
    stage = as_ranked_stage(event)
    if isinstance(stage, FinalEvent):
        return list(qualifinal.award(book, stage).awards)
    return list(consolation.award(book, stage).awards)
