"""The Centre's settings with a home of their own, cheap password hashing, and nothing else changed."""

import os
import tempfile

os.environ.setdefault("MASTERPOINT_HOME", tempfile.mkdtemp(prefix="masterpoint-tests-"))

from masterpoint.centre.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
MASTERPOINT_LIMITS = {"calculate": 100_000, "work": 100_000}
"""Many tests are one address; those of the limits set their own."""
