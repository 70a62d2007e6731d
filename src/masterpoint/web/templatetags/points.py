"""Figures, names, cures and the menu as pages show them."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, NamedTuple

from django import template
from django.urls import reverse

from masterpoint.centre.crediting.returns import takes_returns
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Person
from masterpoint.core.errors import Problem
from masterpoint.core.exact import exact, shown, tidy
from masterpoint.web import field_words
from masterpoint.web.words import fix_of

register = template.Library()


@register.filter
def points(hundredths: int) -> str:
    """Ledger hundredths as points: 1800 as 18, 75 as 0.75."""
    return shown(tidy(Fraction(hundredths, 100)))


@register.filter
def figure(value: Any) -> str:
    """An exact figure, or the text of one."""
    return (
        shown(exact(value))
        if isinstance(value, str) and value.replace("/", "").replace(".", "").isdigit()
        else (value if isinstance(value, str) else shown(value))
    )


register.filter("fix", fix_of)


@register.filter
def in_words(place: str) -> str:
    """Where something is wrong, for people: `lists[0].entries[2].place` as `ranking 1, contestant 3, place`."""
    if re.match(r"\w+", place) is None or not field_words.known(re.split(r"[.\[]", place)[0]):
        return place
    steps = re.sub(r"\[(\d+)\]", lambda match: f" {int(match.group(1)) + 1}", place).split(".")
    return ", ".join(re.sub(r"^\w+", lambda match: field_words.title(match.group()).lower(), step) for step in steps)


@register.filter
def where(problem: Problem) -> str:
    """Line, people and place of a problem, for people."""
    return problem.where(in_words(problem.place))


@register.filter
def is_sentence(message: str) -> bool:
    """It needs no place before it and no value after it."""
    return message.endswith((".", "?"))


@register.filter
def sentence(text: str) -> str:
    """Words with one full stop after them."""
    return f"{text.rstrip(' .')}."


@register.simple_tag(takes_context=True)
def name(context: dict[str, Any], person: Person) -> str:
    """A person's name as this reader may see it."""
    request = context.get("request")
    return access.shown_name(getattr(request, "user", None), person)


class Item(NamedTuple):
    address: str
    text: str
    here: bool


@register.simple_tag(takes_context=True)
def menu(context: dict[str, Any]) -> list[Item]:
    """Where this reader can go: nothing is offered that would be refused."""
    request = context.get("request")
    path = getattr(request, "path", "")
    items = [
        Item(address, text, path.startswith(address))
        for address, text in _addresses(getattr(request, "user", None))
        if address
    ]
    longest = max((len(item.address) for item in items if item.here), default=0)
    return [item._replace(here=item.here and len(item.address) == longest) for item in items]


def _addresses(user: Any) -> list[tuple[str, str]]:
    entries = [
        (reverse("check"), "Check a file"),
        (reverse("calculator"), "Calculator"),
        (reverse("books"), "Handbooks"),
    ]
    if user is None or not user.is_authenticated:
        return [*entries, (reverse("sign-in"), "Sign in")]
    held = list(access.appointments(user).select_related("organisation__federation"))
    actions = {action for office in held for action in access.ROLE_ACTIONS[office.role]}
    if Action.FILE in actions:
        entries = [(reverse("file"), "File results"), (reverse("filings"), "My filings"), *entries]
    if any(Action.FILE in access.ROLE_ACTIONS[row.role] and takes_returns(row.organisation.federation) for row in held):
        entries.append((reverse("my-credit-returns"), "Report points"))
    if Action.MEMBERS in actions:
        entries.append((reverse("my-members"), "Members"))
    if actions & {Action.MEMBERS, Action.CHARGES}:
        entries.append((reverse("my-reports"), "Reports"))
    if Action.CHARGES in actions:
        entries.append((reverse("billing"), "Charges"))
    staff = {
        appointment.organisation.federation_id
        for appointment in held
        if Action.APPROVE in access.ROLE_ACTIONS[appointment.role]
    }
    entries += [(reverse("office", args=[code]), "Office") for code in sorted(staff)]
    if user.person_id:
        person = user.person
        entries.insert(0, (reverse("player", args=[person.federation_id, person.number]), "My record"))
    if user.person_id or Action.CORRECT in actions:
        entries.append((reverse("enquiries"), "Questions"))
    return [*entries, (reverse("account"), "My account")]
