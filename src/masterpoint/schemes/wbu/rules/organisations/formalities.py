"""3.4, 3.5, 5.2.5 and 1.10: the licence, certificates and returns of an event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark
from masterpoint.core.events import AnyEvent, form_of
from masterpoint.core.parsing import facts_from
from masterpoint.core.sentences import sentence
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.records.certificates import certificate_rule

AREA_GREEN = "the white congress cards, a list of the awards and the cost of a certificate for each player"


@rule
def formalities(book: Book, event: AnyEvent) -> Sequence[Remark]:
    """What the organiser has to ask for, show, issue and send."""
    facts: Facts = facts_from(event, Facts)
    congress = event.organiser.level == "congress"
    green = event.colour.lower() == "green" or facts.kind == "agm"
    return (
        *_licence(book, event, facts),
        *certificate_rule(book, form_of(event), congress and not _area_licence(facts)),
        *(_green(book, event) if green and event.organiser.level == "area" else ()),
    )


def _area_licence(facts: Facts) -> bool:
    """3.5.1: whether the Area licenses an event, because only its own members may enter."""
    return facts.open_to == "area"


def _licence(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Remark]:
    level = event.organiser.level
    if level == "club" and facts.open_to == "area":
        yield book.remark("3.4", "open to the Area: apply in writing to the Area Association; Club scale applies")
    elif level == "club" and facts.open_to == "outside":
        yield book.remark("3.4", "open to players from outside the Area: apply to the WBU, which sets the scale")
        yield book.remark("3.4", "show the licence in a prominent place and name it on the entry form")
        yield book.remark("3.5.3", "congress certificates are normally used")
    elif level == "congress":
        authority = "the Area Association" if _area_licence(facts) else "the WBU"
        kind = "normal" if _area_licence(facts) else "congress"
        yield book.remark("3.5.1", sentence("apply in writing to {authority}", authority=authority))
        yield book.remark("3.5.3", sentence("{kind} certificates are used", kind=kind))
        longest = book.figures.organisations.longest_session.value
        template = "the fee follows from sessions (of at most {boards} boards each) and tables"
        yield book.remark("3.5.4", sentence(template, boards=longest))
    elif facts.kind in ("inter-organisation", "invitation"):
        yield book.remark("3.3.3", "may need a licence, unless all participants are members of the organising body")
    else:
        yield book.remark("3.1.1", "for members and their guests: no licence is needed")


def _green(book: Book, event: AnyEvent) -> Iterator[Remark]:
    yield book.remark("5.2.5", sentence("send to the Master Points Secretary at once: {returns}", returns=AREA_GREEN))
    if event.championship == "major":
        message = "ask the Master Points Secretary whether a competitor has played in another Area's final this season"
        yield book.remark("5.2.6", message)
        yield book.remark("5.2.7", "the championships concerned are the one named for each Area, teams and pairs")
