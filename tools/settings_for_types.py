"""The Centre's settings as the type checker reads them: a secret is given, so that no file is written."""

import os

os.environ.setdefault("MASTERPOINT_SECRET", "read by the type checker alone")

from masterpoint.centre.settings import *  # noqa: F403
