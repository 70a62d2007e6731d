"""The Example Bridge Union."""

from masterpoint.core.editions import Edition
from masterpoint.core.federations import Federation
from masterpoint.schemes.example.rules import EDITION


def _editions() -> tuple[Edition, ...]:
    return (EDITION,)


FEDERATION = Federation(code="xbu", name="Example Bridge Union", load_editions=_editions)
