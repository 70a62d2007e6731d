"""The Centre's settings with a home of their own, cheap password hashing, and little else changed."""

import os
import tempfile

os.environ.setdefault("MASTERPOINT_HOME", tempfile.mkdtemp(prefix="masterpoint-tests-"))

import strict_templates
from masterpoint.centre.settings import *  # noqa: F403

strict_templates.install()

ON_POSTGRES = os.environ.get("MASTERPOINT_DATABASE", "").startswith("postgres")

DATABASES["default"]["TEST"] = {"NAME": f"test_{os.getpid()}"} if ON_POSTGRES else {}  # noqa: F405
"""Several runs may share one PostgreSQL."""
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
MASTERPOINT_LIMITS = {"calculate": 100_000, "work": 100_000}
"""Many tests are one address; those of the limits set their own."""
LOGGING["loggers"]["django.request"]["level"] = "ERROR"  # noqa: F405
"""As in production: thousands of requests are refused here, as they should be."""
