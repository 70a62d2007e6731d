"""The Australian Bridge Federation."""

from masterpoint.core.editions import Edition
from masterpoint.core.federations import Federation, Folders
from masterpoint.schemes.abf.rules import EDITION


def _editions(_more: Folders) -> tuple[Edition, ...]:
    return (EDITION,)


FEDERATION = Federation(code="abf", name="Australian Bridge Federation", load_editions=_editions)
