"""The site as a WSGI application. It does not start with unsafe production settings."""

import gc
import os

from django.core.wsgi import get_wsgi_application

from masterpoint.centre.checks import refuse_unsafe

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "masterpoint.centre.settings")
application = get_wsgi_application()
refuse_unsafe()
gc.freeze()  # collecting garbage among everything loaded takes longer than most requests
