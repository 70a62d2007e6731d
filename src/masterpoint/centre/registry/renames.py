"""Change a name, and index the words of names for search."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.registry.audit import NotRegistered, note
from masterpoint.centre.registry.models import Person
from masterpoint.centre.registry.name_keys import sort_key
from masterpoint.centre.statements import write_rows
from masterpoint.core.errors import Problem

LONGEST_NAME = 80
WORDS = "INSERT INTO registry_nameword (person_id, word) {rows}"


def index_words(people: Sequence[Person]) -> None:
    """Index every word of every name, once."""
    write_rows(WORDS, [(person.pk, word) for person in people for word in sorted(set(person.sort_key.split()))])


def name_problem(place: str, name: str) -> Problem | None:
    """What makes a name unusable: its length, or characters that nobody sees, which could turn the text around it."""
    if len(name) > LONGEST_NAME:
        message = f"this name has more than {LONGEST_NAME} characters"
        return Problem(place, name[:LONGEST_NAME], message, "shorten it")
    if not " ".join(name.split()).isprintable():
        plain = "".join(letter if letter.isprintable() else "�" for letter in name)
        return Problem(place, plain, "this name has invisible characters", "type it again")
    return None


def require_name(given_name: str, family_name: str) -> None:
    names = {"given name": given_name, "family name": family_name}
    if problems := [problem for place, name in names.items() if (problem := name_problem(place, name))]:
        raise NotRegistered(problems)
    if not sort_key("", family_name):
        raise NotRegistered(Problem("family name", family_name, "a person needs a family name", "give one"))


def require_not_erased(person: Person) -> None:
    """Refuse to change an erased person, who must not get a name again."""
    if person.erased_on is not None:
        message = f"this player was erased on request on {person.erased_on:%-d %B %Y}"
        raise NotRegistered(
            Problem("number", person.number, message, "register a person who comes back as a new member")
        )


@transaction.atomic
def rename(person: Person, given_name: str, family_name: str, *, by: User | None, reason: str) -> Person:
    """Change a name. The number stays, and the change log has the old name and the reason."""
    require_name(given_name, family_name)
    require_not_erased(person)
    if not reason.strip():
        raise NotRegistered(Problem("reason", "", "a reason is needed", "say in a few words why the name changes"))
    old_name = person.name
    person.given_name, person.family_name = given_name.strip(), family_name.strip()
    if person.name == old_name:
        return person
    person.sort_key = sort_key(person.given_name, person.family_name)
    person.save(update_fields=["given_name", "family_name", "sort_key"])
    person.name_words.all().delete()
    index_words([person])
    note(person, "renamed", by, reason.strip(), before=old_name, after=person.name)
    return person
