"""4.2.3, 4.2.4 and chapter 7.5, events of matches: form `matches` (teams, Swiss, Butler, round robin, play-offs)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from masterpoint.core.derivation import Award, Remark, Step, derive, fact, nothing
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent, Entry, KnockoutEvent, Matches, MatchEvent, Player, RankingList
from masterpoint.core.exact import tidy
from masterpoint.core.mechanisms import whole
from masterpoint.core.places import entries_of, size_of
from masterpoint.schemes.abf.rules.awards.awarding import Paid
from masterpoint.schemes.abf.rules.awards.finals import (
    PREMIUM,
    Consolation,
    consolation_terms,
    leaders_premium,
    premium,
)
from masterpoint.schemes.abf.rules.awards.matches import (
    LONG_MATCH,
    Premium,
    boards_in,
    match_total,
    most_of,
    problems_of,
)
from masterpoint.schemes.abf.rules.awards.outright import by_boards
from masterpoint.schemes.abf.rules.awards.players import pay
from masterpoint.schemes.abf.rules.awards.sessions import FULL_SESSION, Field, fields_of, session_awards, too_small
from masterpoint.schemes.abf.rules.forms.match_outright import outright_awards
from masterpoint.schemes.abf.rules.grades import national_events
from masterpoint.schemes.abf.rules.grades.terms import Terms
from masterpoint.schemes.abf.rules.handbook import clause, problem
from masterpoint.schemes.families.fields import SEATS, list_name


def matches(event: MatchEvent, terms: Terms) -> Paid:
    """An award for each match won or drawn, and from two sessions on an outright award."""
    if event.contest == "individual":
        fix = 'use form = "session" or "tournament"'
        raise Refused(problem("contest", "individual", "match awards are for teams and pairs", fix, "4.2.3a"))
    if all_short(event.lists):
        return _short_matches(event, terms)
    problems = list(match_problems(event.lists, terms, "lists"))
    if problems:
        raise Refused(problems)
    field = fields_of(event.lists, event.contest)
    small = next((reason for one in field if (reason := _pairs_too_few(terms, one))), None)
    if small is not None:
        return [
            Award(entry, small, terms.colour, "matches") for ranking in event.lists for entry in entries_of(ranking)
        ], []
    paying = terms if event.premier_tables is None else consolation_terms(terms, consolation_of(event, terms))
    awards: list[Award] = []
    remarks = list(_too_many_boards(event))
    if any(_told(entry) for ranking in event.lists for entry in ranking.entries):
        for ranking in event.lists:
            awards += match_awards(ranking, paying, stage_premium(event, terms))
    else:
        remarks.append(Remark(clause("4.2.3a"), "no match results are told, so no match awards are made"))
    overall, more = outright_awards(event, terms)
    return awards + overall, remarks + more


def consolation_of(event: AnyEvent, terms: Terms) -> Consolation:
    """Which consolation, of how many."""
    number = terms.facts.consolation
    return Consolation(number, max(terms.facts.consolations or 1, number), terms.facts.consolations_graded)


def _told(entry: Entry) -> bool:
    return bool(entry.matches) or any(player.matches for player in entry.players)


def all_short(lists: Sequence[RankingList]) -> bool:
    """4.2.3: whether all matches told are of under five boards, so that places earn and not matches."""
    lengths = [
        one.boards < LONG_MATCH and not one.mini
        for ranking in lists
        for entry in ranking.entries
        for one in entry.matches
    ]
    return bool(lengths) and all(lengths)


def _short_matches(event: MatchEvent, terms: Terms) -> Paid:
    """4.2.3: matches of under five boards earn by place in the session."""
    if event.sessions > 1:
        message = "with matches of under 5 boards each session earns by its own ranking"
        fix = 'use form = "tournament": sessions with their lists, and the overall ranking'
        raise Refused(problem("sessions", event.sessions, message, fix, "4.2.3e"))
    return session_awards(event.lists, terms, event.boards), []


def _pairs_too_few(terms: Terms, field: Field) -> Step | None:
    if terms.event.contest == "teams" or terms.rule:
        return None
    return too_small(terms, Field(field.lists, True, field.tables))


def match_problems(lists: Sequence[RankingList], terms: Terms, where: str) -> Iterator[Problem]:
    """Matches that are too short to earn, and results that cannot be."""
    most = most_of(terms)
    for number, ranking in enumerate(lists):
        for index, entry in enumerate(ranking.entries):
            path = f"{where}[{number}].entries[{index}]"
            for order, one in enumerate(entry.matches):
                yield from problems_of(f"{path}.matches[{order}]", one, most)
            for place, player in enumerate(entry.players):
                for order, one in enumerate(player.matches or ()):
                    yield from problems_of(f"{path}.players[{place}].matches[{order}]", one, most)


def _too_many_boards(event: MatchEvent) -> Iterator[Remark]:
    """More boards in an entry's matches than the event had; leaders may play more in last rounds and finals."""
    for ranking in event.lists:
        for entry in ranking.entries:
            if entry.sessions is not None or any(one.last_rounds or one.stage for one in entry.matches):
                continue
            played, most = boards_in(entry.matches), entry.boards or event.boards
            if played > most:
                who = entry.name or f"place {entry.place}"
                yield Remark(clause("4.2.3a"), f"{who}: matches of {played} boards, though {most} are told; check both")


def match_awards(ranking: RankingList, terms: Terms, more: Premium, kind: str = "matches") -> list[Award]:
    """The match awards of every entry; a player with matches of his own is paid for those."""
    awards: list[Award] = []
    name = list_name(ranking)
    for entry in entries_of(ranking):
        if entry.standing == "none":
            reason = nothing(clause("4.1.1 note"), "playing without standing: not part of the field")
            awards.append(Award(entry, reason, terms.colour, kind, None, name))
            continue
        awards += _entry_awards(entry, terms, more, kind, name)
    return awards


def _entry_awards(entry: Entry, terms: Terms, more: Premium, kind: str, name: str) -> list[Award]:
    own = [player for player in entry.players if player.matches is not None]
    team = match_total(entry.matches, terms, more)
    final = any(is_final(one.stage) or one.last_rounds for one in entry.matches)
    if not own and final and terms.facts.pqp:
        return _with_final_apart(entry, terms, more, kind, name)
    if not own:
        return pay(entry, team, terms, kind, name, final=final)
    others = [player for player in entry.players if player.matches is None]
    awards = pay(entry, team, terms, kind, name, only=others) if others else []
    for player in own:
        awards += _player_awards(entry, player, terms, more, kind, name)
    return awards


def _with_final_apart(entry: Entry, terms: Terms, more: Premium, kind: str, name: str) -> list[Award]:
    """4.4.5 note: only the points of the final go by Playoff Qualifying Points, those before it are not touched."""
    finals = [one for one in entry.matches if is_final(one.stage) or one.last_rounds]
    before = [one for one in entry.matches if one not in finals]
    awards = pay(entry, match_total(before, terms, more), terms, kind, name) if before else []
    return awards + pay(entry, match_total(finals, terms, more), terms, kind, name, final=True)


def _player_awards(entry: Entry, player: Player, terms: Terms, more: Premium, kind: str, name: str) -> list[Award]:
    """4.4.5, B.1.1: a substitute takes the points of the matches played, and the absent player loses them."""
    step = match_total(player.matches or (), terms, more)
    if step.value:
        words = "substitute: the matches played" if player.substitute else "the matches this player played"
        step = derive(tidy, step, clause=clause("B.1.1 tail"), message=words)
    return pay(entry, step, terms, kind, name, only=(player,))


def is_final(stage: str) -> bool:
    """Finals, semi-finals and quarter-finals."""
    return "final" in stage.lower()


def stage_premium(event: MatchEvent, terms: Terms) -> Premium:
    """What a match pays beyond the standard award: the premium of finals, by whichever clause governs."""
    entries = [entry for ranking in event.lists for entry in entries_of(ranking)]
    seats = SEATS[event.contest]
    contestants = max(len(entries), sum(ranking.size or 0 for ranking in event.lists))

    def in_stage(one: Matches) -> int:
        return sum(
            any(other.stage == one.stage and other.last_rounds == one.last_rounds for other in entry.matches)
            for entry in entries
        )

    def found(one: Matches) -> Step | None:
        apart = one.last_rounds or is_final(one.stage)
        if terms.rule:
            left = in_stage(one) if apart else contestants
            return national_premium(event, terms, left, apart or event.original_tables is not None)
        if one.last_rounds and event.contest == "teams":
            return leaders_premium(in_stage(one))
        if event.premier_tables is not None:
            return None
        if event.original_tables is not None:
            return premium(contestants * seats, Fraction(event.original_tables), last=event.last)
        if apart:
            last = one.last_rounds or one.stage.strip().lower() == "final"
            return premium(in_stage(one) * seats, contestants * seats, last=last)
        return None

    return found


def national_premium(event: AnyEvent, terms: Terms, teams_left: int, apart: bool) -> Step | None:
    """7.5: the premium of the national events that have a clause of their own."""
    if terms.rule == "interstate teams":
        return fact(PREMIUM, clause("7.5.5"), "finals of the Interstate Teams: half as much again") if apart else None
    if terms.rule == "interstate pairs":
        return None
    if terms.facts.gnot_stage in national_events.STATE_FINALS:  # 7.5.7: the whole final counts, whatever is left of it
        teams_left = _field(event)
    return national_events.finals_premium(terms.rule, terms.facts, teams_left, sessions=_length(event))


def _field(event: AnyEvent) -> int:
    if isinstance(event, KnockoutEvent):
        return max(len(event.entries), *(one.contestants for one in event.rounds))
    lists: Sequence[RankingList] = getattr(event, "lists", ()) or getattr(event, "overall", ())
    return sum(size_of(ranking) for ranking in lists)


def _length(event: AnyEvent) -> int:
    """Sessions of an event; those of a knock-out by its boards."""
    if isinstance(event, KnockoutEvent):
        return whole(by_boards(FULL_SESSION, sum(one.boards for one in event.rounds)))
    sessions = getattr(event, "sessions", 1)
    return sessions if isinstance(sessions, int) else len(sessions)
