"""The Centre's settings where the minute of every limit never ends: a slow machine counts as a fast one does."""

from masterpoint.centre import limits
from masterpoint.centre.settings import *  # noqa: F403

limits.now = lambda: 600.0
limits.SECONDS = 24 * 60 * 60  # and nothing that was counted is forgotten meanwhile
