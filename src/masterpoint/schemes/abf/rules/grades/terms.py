"""The terms of every award of an event: grade, weights with all factors, colour, acceleration (3.1.3 note)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from masterpoint.core.derivation import Step, derive
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent, Entry, LeagueEvent, Player
from masterpoint.core.mechanisms import product
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import entries_of
from masterpoint.core.traversal import ranking_lists
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.facts import Facts
from masterpoint.schemes.abf.rules.grades import contradictions, national_events
from masterpoint.schemes.abf.rules.grades.congresses import is_accelerated
from masterpoint.schemes.abf.rules.grades.factors import master_factor, restriction
from masterpoint.schemes.abf.rules.grades.grading import Grading
from masterpoint.schemes.abf.rules.grades.state_events import MASTERS, reduction
from masterpoint.schemes.abf.rules.grades.weights import colour_of, grade_of, weight_of


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What the awards of an event have in common: grade, weights and factors."""

    event: AnyEvent
    facts: Facts
    grading: Grading
    weight: Step
    """For placing awards of this contest, all factors applied."""
    match_weight: Step
    """For match awards, which go by the teams weight (4.2.3)."""
    outright_weight: Step
    """For outright awards: Singles count as pairs, even if played as teams (4.3.1)."""
    accelerated: bool
    rule: national_events.Rule
    category: str
    colour: str

    @property
    def grade(self) -> str:
        return self.grading.grade

    @property
    def rounding(self) -> str:
        return self.facts.rounding

    @property
    def singles(self) -> bool:
        return is_singles(self.facts)

    @property
    def paid_as_teams(self) -> bool:
        """Whether the outright awards are those of a teams event."""
        return self.event.contest == "teams" and not self.singles


def is_singles(facts: Facts) -> bool:
    """Appendix A: several partnerships, one winner."""
    return facts.singles or facts.state_event == "singles"


def terms_of(book: Book, event: AnyEvent) -> Terms:
    """The terms of an event, or every problem that prevents them."""
    facts: Facts = facts_from(event, Facts)
    problems = list(contradictions.problems(book, event, facts))
    grading: Grading | None = None
    try:
        grading = grade_of(book, event, facts)
    except Refused as refusal:
        problems += refusal.problems
    problems += _problems(book, event, facts, grading)
    if problems or grading is None:
        raise Refused(problems)
    category = national_events.category_of(book, facts)
    return Terms(
        event=event,
        facts=facts,
        grading=grading,
        accelerated=is_accelerated(book, event, grading.grade, facts),
        rule=national_events.rule_of(facts),
        category=category,
        colour=colour_of(book, grading.grade),
        **_weights(book, event, facts, grading, category),
    )


def with_grade(book: Book, terms: Terms, grading: Grading) -> Terms:
    """The terms of the same event at another grade, for a session or a green consolation."""
    return msgspec.structs.replace(
        terms,
        grading=grading,
        colour=colour_of(book, grading.grade),
        **_weights(book, terms.event, terms.facts, grading, terms.category),
    )


def _weights(book: Book, event: AnyEvent, facts: Facts, grading: Grading, category: str) -> dict[str, Step]:
    """The weights of an event's awards; each contest's is worked out once."""
    contests = {
        "weight": event.contest,
        "match_weight": "teams",
        "outright_weight": "pairs" if is_singles(facts) else event.contest,
    }
    by_contest = {contest: _weigh(book, event, facts, grading, category, contest) for contest in set(contests.values())}
    return {name: by_contest[contest] for name, contest in contests.items()}


def _weigh(book: Book, event: AnyEvent, facts: Facts, grading: Grading, category: str, contest: str) -> Step:
    weight = weight_of(book, grading, contest)
    master = None
    if facts.master_factor or facts.restricted or facts.congress == "novice":
        average = facts.master_factor == "average"
        master = master_factor(book, grading.grade, facts.ranks or _ranks(event), average=average)
    match_awards = contest == "teams" and national_events.rule_of(facts) == "play-off"
    limited = restriction(book, grading.grade, category, event.contest, "7.5.3a" if match_awards else "4.4.10")
    factors = [factor for factor in (master, limited, reduction(book, facts)) if factor is not None]
    if not factors:
        return weight
    return derive(
        product, weight, *factors, clause=book.clause("3.1.3 note"), message="weight with all factors applied"
    )


def _ranks(event: AnyEvent) -> Counter[str]:
    """The players of each rank. Each counts once, however many sessions they played."""
    return Counter(player.rank for player in players_in(event) if player.rank)


def players_in(event: AnyEvent) -> Iterable[Player]:
    """Every player of an event once."""
    players = [player for entry in entries_in(event) for player in entry.players]
    return {key_of(player) or id(player): player for player in players}.values()


def entries_in(event: AnyEvent) -> list[Entry]:
    """Every entry in any list of an event."""
    entries = [entry for _, ranking in ranking_lists(event) for entry in entries_of(ranking)]
    if isinstance(event, LeagueEvent):
        return entries
    return entries or list(getattr(event, "entries", ()))


def key_of(player: Player) -> str:
    return player.id or player.name


def members(entry: Entry) -> Sequence[Player]:
    """The members whose number decides each share (4.1.2): captains and substitutes do not count."""
    return [player for player in entry.players if not player.captain and not player.substitute]


def _problems(book: Book, event: AnyEvent, facts: Facts, grading: Grading | None) -> Iterator[Problem]:
    if event.handicap:
        yield book.problem(
            "handicap",
            "true",
            "handicap results earn no masterpoints",
            "give the ranking before the handicap, and leave `handicap` out",
            "4.4.8",
        )
    if grading is not None:
        yield from _grading_problems(book, event, facts, grading)
    if facts.state_event in MASTERS and not facts.master_factor:
        message = f"the State's {facts.state_event} is a master event: a Master Factor applies"
        fix = 'write master_factor = "median" or "average", and the ranks of the players'
        yield book.problem("facts.master_factor", "", message, fix, "4.4.9a")
    limit = national_events.limited_by_points(book, facts)
    if limit and not facts.master_factor:
        yield book.problem(
            "facts.master_factor",
            "",
            f"{facts.national_event} is limited by masterpoints ({limit}): a Master Factor applies",
            'write master_factor = "median" or "average", and the ranks of the players',
            "4.4.9a",
        )
    if event.contest == "teams":
        maximum = book.figures.placing.largest_team.value
        for entry in entries_in(event):
            if len(members(entry)) > maximum or entry.team_size not in (None, 4):
                yield book.problem(
                    "players",
                    len(entry.players) if entry.team_size in (None, 4) else f"teams of {entry.team_size}",
                    f"the book has no share for teams of more than {maximum}",
                    f"list at most {maximum} members, not counting substitutes and non-playing captains",
                    "4.1.2a",
                )
    yield from _limit_problems(book, event, facts)


def _grading_problems(book: Book, event: AnyEvent, facts: Facts, grading: Grading) -> Iterator[Problem]:
    colour = colour_of(book, grading.grade)
    if event.colour and event.colour.lower() != colour:
        yield book.problem(
            "colour",
            event.colour,
            f"an event of grade {grading.grade} gives {colour} points",
            "leave the colour out: it follows from the grade",
            "1.6",
        )
    if facts.accelerated and not facts.congress and grading.grade not in ("B5", "B4", "B3", "A2"):
        yield book.problem(
            "facts.accelerated",
            "true",
            f"only championships of congresses are accelerated, not an event of grade {grading.grade}",
            "leave it out, or say which congress it belongs to",
            "5.4.2a",
        )


def _limit_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    novice = book.figures.members.novice_limit.value
    limit = novice if facts.congress == "novice" else facts.limit
    if limit is None:
        return
    limit = min(limit, facts.limit or limit)
    number = "A Novice" if limit <= novice else "A Restricted"
    for player in (player for entry in entries_in(event) for player in entry.players):
        holding = facts.holdings.get(key_of(player))
        if holding is not None and holding >= limit:
            yield book.problem(
                "facts.holdings",
                f"{key_of(player)}: {holding}",
                f"entry is limited to players with less than {limit} masterpoints",
                "play this player without standing, or raise the limit",
                number,
            )
