"""The English Bridge Union."""

from masterpoint.core.editions import Edition
from masterpoint.core.federations import Federation
from masterpoint.schemes.ebu.rules import EDITION


def _editions() -> tuple[Edition, ...]:
    return (EDITION,)


FEDERATION = Federation(code="ebu", name="English Bridge Union", load_editions=_editions)
