"""An evening at the club, as the tests of the Centre file it."""

from __future__ import annotations

from masterpoint.centre.filing import services
from masterpoint.core.parsing import event_from
from masterpoint.schemes import FACTS

ORIGINAL = services.Original(b"as it came", "tuesday.toml", "event")


def session(people, order=(0, 1, 2, 3, 4, 5), **more):
    """A one-winner club session of six pairs: three from the register, three visitors of the same club."""
    pairs = [(people[a], people[b]) for a, b in ((0, 1), (2, 3), (4, 5))]
    entries = [
        {"place": place, "players": [{"id": person.number, "name": person.name} for person in pairs[index]]}
        for place, index in enumerate([index for index in order if index < 3], 1)
    ]
    raw = {
        "form": "session",
        "scheme": "ebu",
        "day": "2026-11-10",
        "name": "Tuesday",
        "contest": "pairs",
        "boards": 24,
        "organiser": {"level": "club"},
        "lists": [{"entries": entries, "size": 6}],
    }
    return event_from(raw | more, FACTS)
