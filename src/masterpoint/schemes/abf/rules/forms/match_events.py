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
from masterpoint.core.seats import PLAYERS_PER_CONTESTANT, TABLES_PER_CONTESTANT
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.awards.awarding import AwardsAndRemarks
from masterpoint.schemes.abf.rules.awards.consolations import consolation_of, consolation_terms
from masterpoint.schemes.abf.rules.awards.finals import leaders_premium, premium
from masterpoint.schemes.abf.rules.awards.matches import Premium, boards_in, is_final, match_total, most_of, problems_of
from masterpoint.schemes.abf.rules.awards.outright import by_boards
from masterpoint.schemes.abf.rules.awards.players import pay
from masterpoint.schemes.abf.rules.awards.sessions import Field, contestants, fields_of, session_awards, too_small
from masterpoint.schemes.abf.rules.forms.match_outright import outright_awards
from masterpoint.schemes.abf.rules.grades import national_events
from masterpoint.schemes.abf.rules.grades.terms import Terms, members
from masterpoint.schemes.families.fields import list_name
from masterpoint.schemes.families.words import more_in_words


def matches(book: Book, event: MatchEvent, terms: Terms) -> AwardsAndRemarks:
    """An award for each match won or drawn, and from two sessions on an outright award."""
    if event.contest == "individual":
        fix = 'use form = "session" or "tournament"'
        raise Refused(book.problem("contest", "individual", "match awards are for teams and pairs", fix, "4.2.3a"))
    if has_only_short_matches(book, event.lists):
        return _short_matches(book, event, terms)
    problems = list(match_problems(book, event.lists, terms, "lists"))
    if problems:
        raise Refused(problems)
    fields = fields_of(book, event.lists, event.contest)
    no_award = next((reason for field in fields if (reason := _pairs_too_few(book, terms, field))), None)
    if no_award is not None:
        return [
            Award(entry, no_award, terms.colour, "matches") for ranking in event.lists for entry in entries_of(ranking)
        ], []
    paying = terms if event.premier_tables is None else consolation_terms(book, terms, consolation_of(terms))
    awards: list[Award] = []
    remarks = [*_too_many_boards(book, event), *balance_remarks(book, event.lists)]
    if any(_has_matches(entry) for ranking in event.lists for entry in ranking.entries):
        for ranking in event.lists:
            awards += match_awards(book, ranking, paying, stage_premium(book, event, terms))
    else:
        remarks.append(book.remark("4.2.3a", "no match results are given, so no match awards are made"))
    overall, overall_remarks = outright_awards(book, event, terms)
    return awards + overall, remarks + overall_remarks


def _has_matches(entry: Entry) -> bool:
    return bool(entry.matches) or any(player.matches for player in entry.players)


def has_only_short_matches(book: Book, lists: Sequence[RankingList]) -> bool:
    """4.2.3: whether all matches have fewer than five boards, so that places are paid and not matches."""
    minimum = book.figures.matches.long_match.value
    groups = [matches for ranking in lists for entry in ranking.entries for matches in entry.matches]
    return bool(groups) and all(matches.boards < minimum and not matches.mini for matches in groups)


def _short_matches(book: Book, event: MatchEvent, terms: Terms) -> AwardsAndRemarks:
    """4.2.3: matches of fewer than five boards are paid by place in the session."""
    if event.sessions > 1:
        minimum = book.figures.matches.long_match.value
        message = f"with matches of under {minimum} boards each session earns by its own ranking"
        fix = 'use form = "tournament": sessions with their lists, and the overall ranking'
        raise Refused(book.problem("sessions", event.sessions, message, fix, "4.2.3e"))
    return session_awards(book, event.lists, terms, event.boards), []


def _pairs_too_few(book: Book, terms: Terms, field: Field) -> Step | None:
    if terms.event.contest == "teams" or terms.rule:
        return None
    return too_small(book, terms, Field(field.lists, True, field.tables))


def match_problems(book: Book, lists: Sequence[RankingList], terms: Terms, path: str) -> Iterator[Problem]:
    """Matches that are too short to earn anything, and impossible results."""
    maximum = most_of(terms)
    for number, ranking in enumerate(lists):
        yield from _only_winners(book, f"{path}[{number}]", ranking)
        for index, entry in enumerate(ranking.entries):
            entry_path = f"{path}[{number}].entries[{index}]"
            for order, matches in enumerate(entry.matches):
                yield from problems_of(book, f"{entry_path}.matches[{order}]", matches, maximum)
            for place, player in enumerate(entry.players):
                for order, matches in enumerate(player.matches or ()):
                    yield from problems_of(book, f"{entry_path}.players[{place}].matches[{order}]", matches, maximum)
            players = [player for player in entry.players if not player.captain]
            if len(players) > PLAYERS_PER_CONTESTANT[terms.event.contest]:
                yield from _unrecorded_substitutes(book, entry, f"{entry_path}.players")


def _unrecorded_substitutes(book: Book, entry: Entry, path: str) -> Iterator[Problem]:
    """B.1.1: substitutes are paid for the matches they played, and the absent player is not.

    Members share the team's awards equally, however much each of them played (4.1.2).
    """
    if not entry.matches or entry.standing == "none":
        return
    for seat, player in enumerate(entry.players):
        if player.substitute and player.matches is None:
            message = "a substitute is paid for the matches played, and these are not given"
            fix = "give the substitute's own matches (an empty list if none), and those of the absent player"
            yield book.problem(f"{path}[{seat}].matches", "", message, fix, "B.1.1 tail")
    has_played = any(player.matches for player in entry.players if player.substitute)
    if has_played and all(player.matches is None for player in members(entry)):
        message = "the absent player loses what the substitute earns, and nobody is said to have been absent"
        fix = "give the absent player's own matches: those won, drawn and lost (an empty list if none)"
        yield book.problem(path, "", message, fix, "B.1.1 tail")


def _too_many_boards(book: Book, event: MatchEvent) -> Iterator[Remark]:
    """Entries with more boards than the event had, with or without matches. Leaders may play more in finals."""
    for ranking in event.lists:
        for entry in ranking.entries:
            boards_played, own_boards = boards_in(entry.matches), entry.boards or 0
            if own_boards > event.boards and boards_played and boards_played < own_boards:
                template = "{name}: {own} boards are given, and matches of {played}; check both"
                name = entry.name or sentence("place {place}", place=entry.place)
                yield book.remark("4.3.3b", sentence(template, name=name, own=own_boards, played=boards_played))
            if entry.sessions is not None or any(matches.last_rounds or matches.stage for matches in entry.matches):
                continue
            maximum = own_boards or event.boards
            if boards_played > maximum:
                template = "{name}" if entry.name else "place {place}"
                message = sentence(
                    template + ": matches of {played} boards, though {most} are given; check both",
                    name=entry.name,
                    place=entry.place,
                    played=boards_played,
                    most=maximum,
                )
                yield book.remark("4.2.3a", message)


def _only_winners(book: Book, path: str, ranking: RankingList) -> Iterator[Problem]:
    """A complete list in which matches were won and none was lost."""
    is_complete, won, lost = _balance(ranking)
    if is_complete and won and not lost:
        message = f"{won} matches are won and none is lost, though every contestant is listed"
        fix = "each match has a winner and a loser, or is drawn: correct the results"
        yield book.problem(f"{path}.entries.matches", won, message, fix, "4.2.3a")


def balance_remarks(book: Book, lists: Sequence[RankingList]) -> Iterator[Remark]:
    """A complete list with more matches won than lost: every match has a winner and a loser, or neither."""
    for ranking in lists:
        is_complete, won, lost = _balance(ranking)
        if is_complete and won != lost:
            template = "{won} matches are won and {lost} lost, though each has a winner and a loser; check the results"
            yield book.remark("4.2.3a", sentence(template, won=won, lost=lost))


def _balance(ranking: RankingList) -> tuple[bool, int, int]:
    """Whether all contestants of a list have matches; how many they won and lost at the table."""
    entries = [entry for entry in ranking.entries if entry.matches]
    results = [_won_and_lost([group for group in entry.matches if not group.conceded]) for entry in entries]
    won, lost = sum(result[0] for result in results), sum(result[1] for result in results)
    return 1 < len(entries) == contestants(ranking), won, lost


def _won_and_lost(groups: Sequence[Matches]) -> tuple[int, int]:
    won = lost = 0
    for matches in groups:
        if matches.margins is not None:
            won += sum(margin > 0 for margin in matches.margins)
            lost += sum(margin < 0 for margin in matches.margins)
        else:
            won, lost = won + matches.won, lost + matches.lost
    return won, lost


def match_awards(
    book: Book, ranking: RankingList, terms: Terms, premium_of: Premium, kind: str = "matches"
) -> list[Award]:
    """The match awards of every entry. Players whose own matches are given are paid for those."""
    awards: list[Award] = []
    name = list_name(ranking)
    for entry in entries_of(ranking):
        if entry.standing == "none":
            reason = nothing(book.clause("4.1.1 note"), "playing without standing: not part of the field")
            awards.append(Award(entry, reason, terms.colour, kind, None, name))
            continue
        awards += _entry_awards(book, entry, terms, premium_of, kind, name)
    return awards


def _entry_awards(book: Book, entry: Entry, terms: Terms, premium_of: Premium, kind: str, name: str) -> list[Award]:
    players = [player for player in entry.players if player.matches is not None]
    team = match_total(book, entry.matches, terms, premium_of)
    final = any(_is_deciding(matches) for matches in entry.matches)
    if not players and final and terms.facts.pqp:
        return _with_final_apart(book, entry, terms, premium_of, kind, name)
    if not players:
        return pay(book, entry, team, terms, kind, name, final=final)
    others = [player for player in entry.players if player.matches is None]
    awards = pay(book, entry, team, terms, kind, name, only=others) if others else []
    for player in players:
        awards += _player_awards(book, entry, player, terms, premium_of, kind, name)
    return awards


def _with_final_apart(book: Book, entry: Entry, terms: Terms, premium_of: Premium, kind: str, name: str) -> list[Award]:
    """4.4.5 note: Playoff Qualifying Points affect the points of the final only, not those before it."""
    finals = [matches for matches in entry.matches if _is_deciding(matches)]
    earlier_matches = [matches for matches in entry.matches if not _is_deciding(matches)]
    awards = (
        pay(book, entry, match_total(book, earlier_matches, terms, premium_of), terms, kind, name)
        if earlier_matches
        else []
    )
    return awards + pay(book, entry, match_total(book, finals, terms, premium_of), terms, kind, name, final=True)


def _player_awards(
    book: Book, entry: Entry, player: Player, terms: Terms, premium_of: Premium, kind: str, name: str
) -> list[Award]:
    """4.4.5, B.1.1: a substitute takes the points of the matches played, and the absent player loses them."""
    step = match_total(book, player.matches or (), terms, premium_of)
    if step.value:
        message = "substitute: the matches played" if player.substitute else "the matches this player played"
        step = derive(tidy, step, clause=book.clause("B.1.1 tail"), message=message)
    return pay(book, entry, step, terms, kind, name, only=(player,))


def _is_deciding(matches: Matches) -> bool:
    return matches.last_rounds or is_final(matches.stage)


def stage_premium(book: Book, event: MatchEvent, terms: Terms) -> Premium:
    """The premium of a match in a final, by the clause that applies."""
    entries = [entry for ranking in event.lists for entry in entries_of(ranking)]
    field = max(len(entries), sum(ranking.size or 0 for ranking in event.lists))

    def tables(contestants: int) -> Fraction:
        return contestants * TABLES_PER_CONTESTANT[event.contest]

    def in_stage(matches: Matches) -> int:
        stage = (matches.stage, matches.last_rounds)
        return sum(any((other.stage, other.last_rounds) == stage for other in entry.matches) for entry in entries)

    def premium_of(matches: Matches) -> Step | None:
        is_deciding = _is_deciding(matches)
        if terms.rule:
            teams_left = in_stage(matches) if is_deciding else field
            return national_premium(book, event, terms, teams_left, is_deciding or event.original_tables is not None)
        if matches.last_rounds and event.contest == "teams":
            return leaders_premium(book, in_stage(matches))
        if event.premier_tables is not None:
            return None
        if event.original_tables is not None:
            return premium(book, tables(field), Fraction(event.original_tables), last=event.last)
        if is_deciding:
            last = matches.last_rounds or matches.stage.strip().lower() == "final"
            return premium(book, tables(in_stage(matches)), tables(field), last=last)
        return None

    return premium_of


def national_premium(book: Book, event: AnyEvent, terms: Terms, teams_left: int, is_deciding: bool) -> Step | None:
    """7.5: the premium of the national events that have a clause of their own."""
    if terms.rule == "interstate teams":
        if not is_deciding:
            return None
        factor = book.figures.finals.premium.value
        message = sentence("finals of the Interstate Teams: {factor}", factor=more_in_words(factor))
        return fact(factor, book.clause("7.5.5"), message)
    if terms.rule == "interstate pairs":
        return None
    if terms.facts.gnot_stage in national_events.STATE_FINALS:  # 7.5.7: the whole final, not what is left of it
        teams_left = _field(event)
    return national_events.finals_premium(book, terms.rule, terms.facts, teams_left, sessions=_length(book, event))


def _field(event: AnyEvent) -> int:
    if isinstance(event, KnockoutEvent):
        return max(len(event.entries), *(round_.contestants for round_ in event.rounds))
    lists: Sequence[RankingList] = getattr(event, "lists", ()) or getattr(event, "overall", ())
    return sum(size_of(ranking) for ranking in lists)


def _length(book: Book, event: AnyEvent) -> int:
    """Sessions of an event; those of a knock-out by its boards."""
    if isinstance(event, KnockoutEvent):
        boards = sum(round_.boards for round_ in event.rounds)
        return whole(by_boards(book.figures.sessions.full.value, book.figures.outright.rest_above.value, boards))
    sessions = getattr(event, "sessions", 1)
    return sessions if isinstance(sessions, int) else len(sessions)
