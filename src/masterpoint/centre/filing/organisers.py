"""Whose evening it is: a file that names another club, or was made under another federation, asks first."""

from __future__ import annotations

from collections.abc import Collection

from masterpoint.centre.filing.judging import key_of, players_of
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.centre.registry.name_keys import fold, number_key
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent
from masterpoint.intake import ImportedFile
from masterpoint.intake.numbers import impossible, is_guest

COMMON = frozenset(
    fold("the of and at a bridge club clubs bc b c bu union association society centre group inc ltd").split()
)
"""Words that any club's name may have."""
PLACE = "organiser"
CONFIRM = "file it for the right club; if it does belong to this one, give organiser_confirmed=true"


def organiser_problems(
    organisation: Organisation, event: AnyEvent, known: Collection[str], imported: ImportedFile | None = None
) -> list[Problem]:
    """What in the event says that it is somebody else's; nothing where all of it agrees. `known` are players' keys."""
    return [
        *_other_club(organisation, event),
        *(_other_federation(organisation, event, known) or _other_country(organisation, imported)),
    ]


def _other_club(organisation: Organisation, event: AnyEvent) -> list[Problem]:
    number, name = event.organiser.id.strip(), event.organiser.name.strip()
    if not (number or name) or number_key(number) == number_key(organisation.number):
        return []
    owner = _owner(organisation, number)
    if name and owner is None and _alike(name, organisation):
        return []
    named = " ".join(part for part in (name, f"({number})" if number else "") if part)
    known = f", which the register knows as {owner.name} ({owner.federation.name})" if owner else ""
    message = f"the file names {named}{known}, and you are filing for {organisation.name} ({organisation.number})"
    return [Problem(PLACE, named, message, CONFIRM, prompt="organiser")]


def _owner(organisation: Organisation, number: str) -> Organisation | None:
    """Who has the number, here or in another federation of this Centre."""
    if not number:
        return None
    owners = Organisation.objects.filter(number__in=[number, number_key(number)]).exclude(pk=organisation.pk)
    candidates = list(owners.select_related("federation"))
    return next(
        (candidate for candidate in candidates if candidate.federation_id == organisation.federation_id),
        candidates[0] if candidates else None,
    )


def _alike(name: str, organisation: Organisation) -> bool:
    words, own = (frozenset(fold(text).split()) - COMMON for text in (name, organisation.name))
    return words == own or bool(words and own and (words <= own or own <= words))


def _other_federation(organisation: Organisation, event: AnyEvent, known: Collection[str]) -> list[Problem]:
    """Most of the numbers cannot be ours, or belong to another federation of this Centre."""
    players = {key_of(player): player.id for player in players_of(event) if player.id and not is_guest(player.id)}
    strange = {number_key(number) for key, number in players.items() if key not in known}
    if 2 * len(strange) <= len(players):
        return []
    federation = organisation.federation
    others = Person.objects.filter(number__in=strange).exclude(federation=federation).select_related("federation")
    names = sorted({person.federation.name for person in others})
    foreign = {number for number in strange if impossible(number, federation.scheme)}
    foreign |= {person.number for person in others}
    if 2 * len(foreign) <= len(players):
        return []
    whose = f"they are those of {', '.join(names)}" if names else f"the {federation.name} has no such numbers"
    message = f"{len(foreign)} of {len(players)} member numbers are not of this federation: {whose}"
    return [Problem(PLACE, ", ".join(sorted(foreign)[:3]), message, CONFIRM, prompt="organiser")]


def _other_country(organisation: Organisation, imported: ImportedFile | None) -> list[Problem]:
    """The program, the country or the club number in the file are those of another federation.

    Whatever a club number looks like, it is no other's where the register has it for this club.
    """
    own = number_key(organisation.number)
    against = [
        evidence.words
        for evidence in (imported.verdict.evidence if imported and imported.verdict else ())
        if evidence.contradicts(organisation.federation.scheme) and number_key(evidence.club_number) != own
    ]
    if not against:
        return []
    message = f"{'; '.join(against)}, and you are filing for {organisation.name} ({organisation.federation.name})"
    return [Problem(PLACE, "", message, CONFIRM, prompt="organiser")]
