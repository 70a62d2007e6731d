"""The application that granian serves: the site, behind a buffer that waits for complete requests."""

import os
import signal
from multiprocessing import parent_process

from django.conf import settings

from masterpoint.centre.parent_process import end_with_parent
from masterpoint.web.buffered_requests import LIMITS, WholeRequests
from masterpoint.web.unread_answers import with_limits
from masterpoint.web.wsgi import application as site

application = with_limits(WholeRequests(site, threads=settings.MASTERPOINT_THREADS), LIMITS.piece_seconds)

server = parent_process()
if server is not None:  # this is a worker; without its server, nobody would replace or stop it
    # Send SIGKILL, because a worker that is asked to stop may wait for its own threads for ever.
    end_with_parent(signal.SIGKILL)
    if os.getppid() != server.pid:  # the server has already died, so there will be no signal
        os.kill(os.getpid(), signal.SIGKILL)
