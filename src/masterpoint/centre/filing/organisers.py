"""Check the organiser: if a file names another club or federation, somebody must confirm it."""

from __future__ import annotations

from collections.abc import Collection

from masterpoint.centre.filing.judging import key_of, players_of
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.centre.registry.name_keys import fold, number_key
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent
from masterpoint.intake import ImportedFile
from masterpoint.intake.numbers import is_guest, number_problem

COMMON = frozenset(
    fold("the of and at a bridge club clubs bc b c bu union association society centre group inc ltd").split()
)
"""Words that are common in the names of clubs."""
PLACE = "organiser"
CONFIRM = "file it for the right club; if it does belong to this one, give organiser_confirmed=true"


def organiser_problems(
    organisation: Organisation, event: AnyEvent, known_keys: Collection[str], imported: ImportedFile | None = None
) -> list[Problem]:
    """Signs that the event belongs to somebody else. `known_keys` are the keys of identified players."""
    return [
        *_other_club(organisation, event),
        *(_other_federation(organisation, event, known_keys) or _other_country(organisation, imported)),
    ]


def _other_club(organisation: Organisation, event: AnyEvent) -> list[Problem]:
    number, name = event.organiser.id.strip(), event.organiser.name.strip()
    if not (number or name) or number_key(number) == number_key(organisation.number):
        return []
    owner = _owner(organisation, number)
    if name and owner is None and _have_common_word(name, organisation):
        return []
    club_text = " ".join(part for part in (name, f"({number})" if number else "") if part)
    owner_text = f", which the register knows as {owner.name} ({owner.federation.name})" if owner else ""
    message = (
        f"the file names {club_text}{owner_text}, and you are filing for {organisation.name} ({organisation.number})"
    )
    return [Problem(PLACE, club_text, message, CONFIRM, prompt="organiser")]


def _owner(organisation: Organisation, number: str) -> Organisation | None:
    """The organisation with the number, here or in another federation of this Centre."""
    if not number:
        return None
    owners = Organisation.objects.filter(number__in=[number, number_key(number)]).exclude(pk=organisation.pk)
    candidates = list(owners.select_related("federation"))
    return next(
        (candidate for candidate in candidates if candidate.federation_id == organisation.federation_id),
        candidates[0] if candidates else None,
    )


def _have_common_word(name: str, organisation: Organisation) -> bool:
    name_words, own_words = (frozenset(fold(text).split()) - COMMON for text in (name, organisation.name))
    return name_words == own_words or bool(
        name_words and own_words and (name_words <= own_words or own_words <= name_words)
    )


def _other_federation(organisation: Organisation, event: AnyEvent, known_keys: Collection[str]) -> list[Problem]:
    """Problems if most of the numbers cannot be ours, or belong to another federation of this Centre."""
    players = {key_of(player): player.id for player in players_of(event) if player.id and not is_guest(player.id)}
    strange = {number_key(number) for key, number in players.items() if key not in known_keys}
    if 2 * len(strange) <= len(players):
        return []
    federation = organisation.federation
    others_with_number = (
        Person.objects.filter(number__in=strange).exclude(federation=federation).select_related("federation")
    )
    names = sorted({person.federation.name for person in others_with_number})
    foreign = {number for number in strange if number_problem(number, federation.scheme)}
    foreign |= {person.number for person in others_with_number}
    if 2 * len(foreign) <= len(players):
        return []
    owner_text = f"they are those of {', '.join(names)}" if names else f"the {federation.name} has no such numbers"
    message = f"{len(foreign)} of {len(players)} member numbers are not of this federation: {owner_text}"
    return [Problem(PLACE, ", ".join(sorted(foreign)[:3]), message, CONFIRM, prompt="organiser")]


def _other_country(organisation: Organisation, imported: ImportedFile | None) -> list[Problem]:
    """Problems if the program, the country or the club number in the file belongs to another federation.

    A club number that the register has for this club is never taken as another's.
    """
    own_number = number_key(organisation.number)
    evidence_against = [
        evidence.description
        for evidence in (imported.verdict.evidence if imported and imported.verdict else ())
        if evidence.contradicts(organisation.federation.scheme) and number_key(evidence.club_number) != own_number
    ]
    if not evidence_against:
        return []
    message = (
        f"{'; '.join(evidence_against)}, and you are filing for {organisation.name} ({organisation.federation.name})"
    )
    return [Problem(PLACE, "", message, CONFIRM, prompt="organiser")]
