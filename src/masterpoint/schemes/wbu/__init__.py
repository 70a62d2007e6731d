"""The Welsh Bridge Union."""

from masterpoint.core.editions import Edition
from masterpoint.core.federations import Federation
from masterpoint.schemes.wbu.rules import EDITION


def _editions() -> tuple[Edition, ...]:
    return (EDITION,)


FEDERATION = Federation(code="wbu", name="Welsh Bridge Union", load_editions=_editions)
