"""The application that granian serves: the site, behind a door that waits for whole requests."""

from multiprocessing import parent_process

from django.conf import settings

from masterpoint.centre.parent_process import end_with_parent
from masterpoint.web.whole_requests import WholeRequests
from masterpoint.web.wsgi import application as site

application = WholeRequests(site, threads=settings.MASTERPOINT_THREADS)

if parent_process() is not None:  # a worker: without its server nobody would replace it, or could stop it
    end_with_parent()
