"""What the handbooks say, one folder a federation; as pure as the core. `FEDERATIONS` is the one list."""

from collections.abc import Sequence
from datetime import date

from masterpoint.core.derivation import Result
from masterpoint.core.editions import Edition, in_force
from masterpoint.core.errors import NotUnderstood, Problem
from masterpoint.core.events import AnyEvent
from masterpoint.schemes import abf, ebu, nz, sbu, wbu

FEDERATIONS: dict[str, Sequence[Edition]] = {
    "abf": abf.EDITIONS,
    "ebu": ebu.EDITIONS,
    "nz": nz.EDITIONS,
    "sbu": sbu.EDITIONS,
    "wbu": wbu.EDITIONS,
}
FACTS = {scheme: editions[-1].facts for scheme, editions in FEDERATIONS.items()}


def edition_for(scheme: str, on: date | None = None) -> Edition:
    """The edition of a scheme that judges a day of play; the newest where no day is given."""
    if scheme not in FEDERATIONS:
        raise NotUnderstood(Problem("scheme", scheme, "no such scheme", f"write one of: {', '.join(FEDERATIONS)}"))
    editions = FEDERATIONS[scheme]
    return in_force(editions, on) if on else editions[-1]


def award(event: AnyEvent) -> Result:
    """What everybody earns, by the edition in force on the day of play."""
    return edition_for(event.scheme, event.day).award(event)
