"""4.4.9 and 4.4.10, Master events and Restricted events (page 26): factors on every award."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from masterpoint.core.books import rule
from masterpoint.core.derivation import Step, derive, fact
from masterpoint.core.errors import Refused
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import total
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.members.ranks import rank_named, rank_names

LINE = {  # reading B-27: grades that the table leaves out follow similar ones
    **dict.fromkeys(("F", "E", "D", "C"), "E, D & C"),
    **dict.fromkeys(("B3", "B4", "B5", "B4c", "B4s", "B5i"), "B3, B4 & B5"),
    **dict.fromkeys(("B", "A2"), "B & A2"),
    "A": "Grade A",
}
UNLISTED_GRADES = ("F", "B4c", "B4s", "B5i")
UNRANKED = ("none", "nil", "unranked", "below graduate")
RESTRICTED_GRADES = ("A", "A2", "B")


@rule
def factor_of(book: Book, grade: str, rank: str) -> Exact:
    """The Master Factor of a rank. A rank that is not listed has that of the nearest lower one."""
    names, rank_list = rank_names(book), book.figures.grades.ranks_listed.value
    place = names.index(rank)
    column = max((index for index, name in enumerate(rank_list) if names.index(name) <= place), default=0)
    return tidy(book.figures.grades.master_factors.value[LINE[grade]][column])


def _step(book: Book, grade: str, rank: str) -> Step:
    is_unlisted = rank not in book.figures.grades.ranks_listed.value or grade in UNLISTED_GRADES
    return fact(
        factor_of(book, grade, rank),
        book.figures.grades.master_factors.clause,
        sentence("Master Factor of {rank} Master for grade {grade}", rank=rank, grade=grade),
        reading="B-27" if is_unlisted else "",
    )


def ranks_of(book: Book, counts: Mapping[str, int]) -> dict[str, int]:
    """Players of each rank, lowest first; those below Graduate count as Graduate (4.4.9)."""
    players: Counter[str] = Counter()
    unknown = []
    for text, count in counts.items():
        rank = "Graduate" if text.strip().lower() in UNRANKED else rank_named(book, text)
        if rank is None:
            unknown.append(text)
        else:
            players[rank] += count
    if unknown:
        fix = f"write a rank of the book ({', '.join(rank_names(book))}), or none for players below Graduate"
        raise Refused([book.problem("rank", word, "no such rank", fix, "4.4.9d") for word in unknown])
    return {rank: players[rank] for rank in rank_names(book) if players[rank]}


@rule
def master_factor(book: Book, grade: str, counts: Mapping[str, int], *, average: bool) -> Step:
    """4.4.9: the factor of the field, by the median rank or by the average of the ranks represented."""
    ranks = ranks_of(book, counts)
    if not ranks:
        fix = "give the ranks of the players, or facts.ranks"
        raise Refused(book.problem("facts.ranks", "", "the Master Factor needs the ranks of the field", fix, "4.4.9a"))
    if len(ranks) == 1:
        (rank,) = ranks
        message = sentence("Master Factor: {rank} Master throughout, so median and average agree", rank=rank)
        return derive(tidy, _step(book, grade, rank), clause=book.clause("4.4.9a"), message=message)
    if average:
        return _average(book, grade, list(ranks))
    return _median(book, grade, ranks)


def _median(book: Book, grade: str, ranks: Mapping[str, int]) -> Step:
    players = [rank for rank, count in ranks.items() for _ in range(count)]
    lower, upper = players[(len(players) - 1) // 2], players[len(players) // 2]
    factor = _step(book, grade, lower)
    return derive(
        tidy,
        factor,
        clause=book.clause("4.4.9b"),
        message=sentence(
            "Master Factor by the median: {rank} Master is the middle rank of {players} players",
            rank=lower,
            players=len(players),
        ),
        reading="B-28" if lower != upper else "",
    )


def _average(book: Book, grade: str, ranks: Sequence[str]) -> Step:
    factors = [_step(book, grade, rank) for rank in ranks]
    return derive(
        _mean,
        *factors,
        clause=book.clause("4.4.9c"),
        message=sentence("Master Factor by the average of the {ranks} ranks represented, unrounded", ranks=len(ranks)),
        reading="B-29",
    )


def _mean(*values: Exact) -> Exact:
    return tidy(total(*values) * Fraction(1, len(values)))


@rule
def restriction(book: Book, grade: str, category: str, contest: str, number: str = "4.4.10") -> Step | None:
    """4.4.10: 0.75 if entry is restricted by age or gender, at grades A, A2 and B."""
    if category == "open" or grade not in RESTRICTED_GRADES or (grade == "B" and contest == "individual"):
        return None
    return fact(
        book.figures.grades.restriction.value,
        book.clause(number),
        sentence("restriction factor: {category} only", category=category),
        reading="B-19" if number != "4.4.10" else "",
    )
