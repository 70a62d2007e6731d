"""The Scottish Bridge Union."""

from masterpoint.core.editions import Edition
from masterpoint.core.federations import Federation
from masterpoint.schemes.sbu.rules import EDITION


def _editions() -> tuple[Edition, ...]:
    return (EDITION,)


FEDERATION = Federation(code="sbu", name="Scottish Bridge Union", load_editions=_editions)
