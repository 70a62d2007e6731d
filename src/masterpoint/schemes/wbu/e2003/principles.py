"""Chapter 2, General principles relating to awards: who is paid, and when nobody is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Award, Remark, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, Entry, Player, RankingList
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import Ladder, award_for, product
from masterpoint.core.places import Finish, entries_of
from masterpoint.core.reading import facts_from
from masterpoint.core.rounding import up_to_whole
from masterpoint.schemes.families.fields import Field, with_standing, without_standing
from masterpoint.schemes.wbu.e2003.facts import Facts
from masterpoint.schemes.wbu.e2003.handbook import clause, problem, refuse
from masterpoint.schemes.wbu.e2003.organisations import everybody

MINIMUM_TABLES = {  # 2.1.1: contest, and whether the lists differ in direction
    ("individual", False): 2,
    ("pairs", False): 3,
    ("teams", False): 3,
    ("pairs", True): 5,
    ("individual", True): 5,
    ("teams", True): 3,
}
MINIMUM_BOARDS = 12  # 2.1.2, 2.1.3
PLAYED_SHARE = 3  # 2.3.2: one third
LARGE_TEAMS = ((14, Fraction(1, 2)), (10, Fraction(3, 4)))  # 2.3.3: from so many players at the table
MINIMUM_AWARD = 6  # 4.4.5, at Club status
TIE_MINIMUM = {"teams": 10, "two-winner": 10, "one-winner pairs": 6, "individual": 6}  # 2.5.1, W27
LOCAL, GREEN, GOLD = "local", "green", "gold"


def require_acceptable(event: AnyEvent) -> None:
    """2.3.3, 2.8 and 2.9: what no form of event may do."""
    facts: Facts = facts_from(event, Facts)
    refuse((*_handicap(event, facts), *_sections(event, facts), *_team_sizes(event)))


def _handicap(event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    if event.handicap:
        yield problem(
            "2.9.1",
            "handicap",
            "true",
            "no awards may be made on a handicap ranking",
            "re-score the event without the handicap and give that ranking",
        )
    if facts.handicap_qualified:
        yield problem(
            "2.9.1",
            "facts.handicap_qualified",
            "true",
            "contestants reached this stage on a handicap, so it cannot be re-scored without",
            "no points can be given for this stage",
        )


def _sections(event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    if not facts.sections_scored_as_one:
        return
    place, cure = "facts.sections_scored_as_one", "give one ranking list for each section"
    if event.contest == "teams" or event.scoring not in ("matchpoints", "percentage"):
        says = "only match-pointed sections can be one field; teams and other scoring are rewarded inside each section"
        yield problem("2.8.2", place, "true", says, cure)
    if not facts.same_boards:
        yield problem("2.8.1", "facts.same_boards", "false", "sections of one field play the same boards", cure)


def _team_sizes(event: AnyEvent) -> Iterator[Problem]:
    for path, entry in everybody(event):
        if entry.team_size is not None and (event.contest != "teams" or entry.team_size % 2):
            says = "players of a team who sit at the tables at any one time come in pairs"
            cure = "give 8, 10, 12 …; leave it out where four play, however many members the team has"
            yield problem("2.3.3", f"{path}.team_size", entry.team_size, says, cure)


def no_award_reason(event: AnyEvent, field: Field, boards: int, *, stage: bool = False) -> Step | None:
    """2.1: why nobody in this field is paid, if that is so."""
    least = MINIMUM_TABLES[event.contest, field.winners > 1]
    if not stage and field.full_tables < least:
        unit = "complete teams" if event.contest == "teams" else "complete tables"
        return nothing(
            clause("2.1.1"), f"no awards below {least} {unit}", fact(field.full_tables, clause("2.1.1"), unit)
        )
    return too_short(boards, "2.1.3" if stage else "2.1.2")


def too_short(boards: int, number: str) -> Step | None:
    """2.1.2 and 2.1.3: twelve boards for everybody, in the event and in each stage of it."""
    if boards >= MINIMUM_BOARDS:
        return None
    return nothing(
        clause(number),
        f"no awards unless everybody plays at least {MINIMUM_BOARDS} boards",
        fact(boards, clause(number), "boards scheduled for each contestant"),
    )


def too_few(tables: int, least: int, number: str) -> Step | None:
    """An original entry below what an event of its kind needs."""
    if tables >= least:
        return None
    return nothing(
        clause(number), f"no awards below {least} full tables", fact(tables, clause(number), "original entry")
    )


def as_it_is(value: Exact) -> Exact:
    """Fractions are kept until the end (2.4.1)."""
    return value


def large_team(step: Step, entry: Entry) -> Step:
    """2.3.3: more than eight at the tables at once; no minimum is restored (A20)."""
    factor = next((share for least, share in LARGE_TEAMS if (entry.team_size or 4) >= least), None)
    if factor is None or not step.value:
        return step
    says = f"teams of {entry.team_size} receive {factor} of the award"
    return derive(partial(_times, factor), step, clause=clause("2.3.3"), says=says, reading="A20")


def _times(factor: Fraction, value: Exact) -> Exact:
    return tidy(value * factor)


def rounded_up(step: Step) -> Step:
    """2.4.1: to a whole number, once, at the end."""
    if isinstance(step.value, int):
        return step
    return derive(up_to_whole, step, clause=clause("2.4.1"), says="rounded up, once, at the end")


def tie_minimum(column: str, level: Step) -> Step:
    """2.5.1: the least a tie pays, by movement."""
    return derive(
        partial(product, TIE_MINIMUM[column]),
        level,
        clause=clause("2.5.1"),
        says=f"least award of a tie: {TIE_MINIMUM[column]} at Club status for this movement",
        reading="W27",
    )


def place_figure(finish: Finish, ladder: Ladder, minimum: Step | None, unpaid: str) -> Step:
    """2.5.1: what a finish earns, fractions kept."""
    return award_for(
        finish,
        ladder,
        unpaid=clause(unpaid),
        tie=clause("2.5.1"),
        rounding=as_it_is,
        rounded=clause("2.4.1"),
        floor=minimum,
    )


def pay_list(
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
        with_standing(ranking), ladder, minimum=minimum, unpaid=unpaid, kind=kind, boards=boards, ranking=name
    )
    return paid + no_standing(ranking, LOCAL, kind)


def pay_places(
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
            known[finish] = place_figure(finish, ladder, minimum, unpaid)
        step = rounded_up(large_team(known[finish], entry))
        awards += to_players(entry, step, kind=kind, boards=boards, ranking=ranking)
    return awards


def list_name(ranking: RankingList) -> str:
    return " ".join(filter(None, (ranking.section, ranking.direction)))


def no_standing(ranking: RankingList, colour: str, kind: str = "ranking") -> list[Award]:
    """Contestants without standing are out of the ranking, and those below move up (A16)."""
    if not without_standing(ranking):
        return []
    step = nothing(clause("2.3.1"), "playing without standing", reading="A16")
    return [
        Award(entry, step, colour, kind, None, list_name(ranking))
        for entry in entries_of(ranking)
        if entry.standing != "full"
    ]


def pay_nobody(lists: Sequence[RankingList], reason: Step, kind: str = "ranking", colour: str = LOCAL) -> list[Award]:
    """Everybody gets the same answer: nothing, and why."""
    return [Award(entry, reason, colour, kind) for ranking in lists for entry in entries_of(ranking)]


def to_players(
    entry: Entry, step: Step, *, colour: str = LOCAL, kind: str = "ranking", boards: int = 0, ranking: str = ""
) -> list[Award]:
    """2.3.2: an award goes to each player who earned it; the others get nothing, with the clause."""
    if not step.value or all(absent(player, boards) is None for player in entry.players):
        return [Award(entry, step, colour, kind, None, ranking)]
    reasons = [(player, absent(player, boards)) for player in entry.players]
    kept = tuple(player for player, reason in reasons if reason is None)
    awards = [Award(entry, step, colour, kind, kept, ranking)] if kept else []
    return awards + [
        Award(entry, reason, colour, kind, (player,), ranking) for player, reason in reasons if reason is not None
    ]


def played(player: Player) -> int | None:
    """2.6.3: boards played, with those cancelled while the player was present and free to play them."""
    return None if player.boards is None else player.boards + player.deemed


def absent(player: Player, boards: int) -> Step | None:
    """2.3.2: why a player has no share in the award of a stage, if that is so."""
    if player.captain:
        return nothing(clause("2.3.2"), "did not play")
    count = played(player)
    if count is None or count * PLAYED_SHARE >= boards:
        return None
    told = fact(count, clause("2.6.3" if player.deemed else "2.3.2"), "boards played, or deemed played")
    return nothing(clause("2.3.2"), f"fewer than a third of the {boards} boards of this stage", told)


def membership_remarks(event: AnyEvent, awards: Sequence[Award]) -> list[Remark]:
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
        Remark(clause("1.9.2"), f"a certificate is due all the same to those who are no members: {names}".rstrip(": "))
    ]


def national_remarks(event: AnyEvent) -> list[Remark]:
    """3.1.5: the Committee may have devised other awards for the Union's own events."""
    if event.organiser.level != "national":
        return []
    return [
        Remark(clause("3.1.5"), "the Union devises special awards for its own events; these are its National scales")
    ]
