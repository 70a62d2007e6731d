"""The application that granian serves: the site, behind a door that waits for whole requests."""

from django.conf import settings

from masterpoint.web.whole_requests import WholeRequests
from masterpoint.web.wsgi import application as site

application = WholeRequests(site, threads=settings.MASTERPOINT_THREADS)
