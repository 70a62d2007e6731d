"""The English Bridge Union."""

from masterpoint.core.editions import Edition
from masterpoint.core.federations import Federation, Folders
from masterpoint.schemes.ebu.rules import EDITION


def _editions(_more: Folders) -> tuple[Edition, ...]:
    return (EDITION,)


FEDERATION = Federation(code="ebu", name="English Bridge Union", load_editions=_editions)
