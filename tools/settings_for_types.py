"""The Centre's settings for the type checker, with a fixed secret, so that no file is written."""

import os

os.environ.setdefault("MASTERPOINT_SECRET", "read by the type checker alone")

from masterpoint.centre.settings import *  # noqa: F403
