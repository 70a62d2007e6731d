"""The New Zealand Bridge."""

from masterpoint.core.editions import Edition
from masterpoint.core.federations import Federation, Folders
from masterpoint.schemes.nz.rules import EDITION


def _editions(_more: Folders) -> tuple[Edition, ...]:
    return (EDITION,)


FEDERATION = Federation(code="nz", name="New Zealand Bridge", load_editions=_editions)
