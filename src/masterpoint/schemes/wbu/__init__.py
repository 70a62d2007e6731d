"""The Welsh Bridge Union."""

from masterpoint.core.editions import Edition
from masterpoint.core.federations import Federation, Folders
from masterpoint.schemes.wbu.rules import EDITION


def _editions(_more: Folders) -> tuple[Edition, ...]:
    return (EDITION,)


FEDERATION = Federation(code="wbu", name="Welsh Bridge Union", load_editions=_editions)
