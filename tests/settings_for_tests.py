"""The Centre's settings with a home of their own, cheap password hashing, and nothing else changed."""

import os
import tempfile

os.environ.setdefault("MASTERPOINT_HOME", tempfile.mkdtemp(prefix="masterpoint-tests-"))

from masterpoint.centre.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
