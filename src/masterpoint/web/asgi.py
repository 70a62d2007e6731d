"""The application that granian serves: the site, behind a door that waits for whole requests."""

import os
import signal
from multiprocessing import parent_process

from django.conf import settings

from masterpoint.centre.parent_process import end_with_parent
from masterpoint.web.whole_requests import WholeRequests
from masterpoint.web.wsgi import application as site

application = WholeRequests(site, threads=settings.MASTERPOINT_THREADS)

server = parent_process()
if server is not None:  # a worker: without its server nobody would replace it, or could stop it
    # Killed, not asked: a worker that is asked can wait for its own threads for ever, and only its server kills it.
    end_with_parent(signal.SIGKILL)
    if os.getppid() != server.pid:  # it has died already, and nobody tells us again
        os.kill(os.getpid(), signal.SIGKILL)
