"""Results of an evening, as a scorer's file tells them, made of the demo's own members."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from masterpoint.centre.registry.models import Organisation, Person

if TYPE_CHECKING:
    from playwright.sync_api import FilePayload

OPEN_DAY = date(2026, 11, 12)
"""A day of the month that is still open in the demo."""


def members(club: str = "1001", federation: str = "ebu") -> list[Person]:
    organisation = Organisation.objects.get(federation=federation, number=club)
    return list(Person.objects.filter(home_club=organisation, anonymous=False, merged_into=None).order_by("pk")[:24])


def evening(people: list[Any], *, day: date = OPEN_DAY, name: str = "Thursday pairs", boards: int = 24) -> bytes:
    """An event file: pairs in the order they finished."""
    pairs = [people[index : index + 2] for index in range(0, len(people), 2)]
    entries = "\n".join(
        f"[[lists.entries]]\nplace = {place}\nplayers = [{', '.join(_player(item) for item in pair)}]\n"
        for place, pair in enumerate(pairs, 1)
    )
    return (
        f'form = "session"\nscheme = "ebu"\nday = {day.isoformat()}\nname = "{name}"\ncontest = "pairs"\n'
        f'boards = {boards}\n[organiser]\nlevel = "club"\n[[lists]]\n{entries}'
    ).encode()


def _player(player: Person | tuple[str, str]) -> str:
    name, number = (player.name, player.number) if isinstance(player, Person) else player
    return f'{{ name = "{name}", id = "{number}" }}'


def upload(data: bytes, name: str = "thursday.toml") -> FilePayload:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": data}
