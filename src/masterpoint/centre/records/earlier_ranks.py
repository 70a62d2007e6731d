"""Ranks announced by an earlier book: a new book takes nobody's rank away, whatever its own ladder asks for."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date
from typing import NamedTuple

from masterpoint.centre.records.models import Promotion
from masterpoint.centre.registry.models import Person
from masterpoint.centre.registry.queries import records_of
from masterpoint.schemes.ranks import editions_until, place_on


class EarlierRank(NamedTuple):
    """A rank that the book of a day would not give, or has by another name."""

    rank: str
    place: int
    """Its place on the ladder of the day."""
    reached_on: date


def earlier_rank(person: Person, rank: str, on: date) -> EarlierRank | None:
    """The rank that somebody keeps although the book of a day gives another; None if that one is higher."""
    return earlier_ranks([person], {person.pk: rank}, on).get(person.pk)


def earlier_ranks(people: Collection[Person], ranks: Mapping[int, str], on: date) -> dict[int, EarlierRank]:
    """The same for many people, from the rank that the book gives each of them."""
    if not people:
        return {}
    scheme = next(iter(people)).federation.scheme
    *earlier_editions, edition = editions_until(scheme, on)
    if not earlier_editions:
        return {}
    owners = records_of([person.pk for person in people])
    promotions = Promotion.in_force.filter(person__in=list(owners), flagged="", run__as_at__lt=edition.in_force_from)
    highest: dict[int, EarlierRank] = {}
    rows = promotions.order_by("run__as_at", "pk").values_list("person", "rank", "reached_on")
    for person, rank, reached_on in rows:
        announced, owner = EarlierRank(rank, place_on(scheme, rank, on), reached_on), owners[person]
        if owner not in highest or announced.place >= highest[owner].place:
            highest[owner] = announced
    return {
        owner: announced
        for owner, announced in highest.items()
        if _is_kept(announced, ranks.get(owner, ""), scheme, on)
    }


def _is_kept(announced: EarlierRank, rank: str, scheme: str, on: date) -> bool:
    """Whether an announced rank is another than the book gives, and not below it."""
    return announced.rank != rank and announced.place >= place_on(scheme, rank, on)
