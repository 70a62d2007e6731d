"""The site as a WSGI application. It does not start with an unsafe production setting."""

import gc
import os

from django.core.wsgi import get_wsgi_application

from masterpoint.centre.checks import refuse_unsafe

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "masterpoint.centre.settings")
application = get_wsgi_application()
refuse_unsafe()
gc.freeze()  # collecting garbage among all that was loaded takes longer than most acts, while others wait
