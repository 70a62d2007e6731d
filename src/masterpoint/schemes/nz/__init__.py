"""The New Zealand Bridge."""

from masterpoint.core.editions import Edition
from masterpoint.core.federations import Federation
from masterpoint.schemes.nz.rules import EDITION


def _editions() -> tuple[Edition, ...]:
    return (EDITION,)


FEDERATION = Federation(code="nz", name="New Zealand Bridge", load_editions=_editions)
