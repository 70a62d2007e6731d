"""Metrics for Prometheus, read from the database on request, so that no worker stores any."""

from __future__ import annotations

import math
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

from django.conf import settings
from django.db.models import Count
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from masterpoint import __version__
from masterpoint.centre.enquiries.models import Enquiry
from masterpoint.centre.filing.models import Draft, Filing
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.operations import jobs, requests
from masterpoint.centre.operations.models import Job
from masterpoint.centre.proposals.models import Proposal


def exposition() -> bytes:
    """All metrics, in Prometheus's text format."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(Figures())
    return generate_latest(registry)


class Figures(Collector):
    def collect(self) -> Iterator[Metric]:
        families: tuple[Callable[[], Iterator[Metric]], ...] = (_requests, _records, _letters, _jobs, _machine)
        for family in families:
            yield from family()


def _requests() -> Iterator[Metric]:
    count = CounterMetricFamily("masterpoint_requests", "Requests answered on this machine", labels=["kind", "status"])
    for kind, status, number in requests.request_counts():
        count.add_metric([kind, status], number)
    yield count
    seconds = CounterMetricFamily("masterpoint_request_seconds", "Time spent on responses", labels=["kind"])
    for kind in requests.KINDS:
        seconds.add_metric([kind], requests.milliseconds_of(kind) / 1000)
    yield seconds


def _records() -> Iterator[Metric]:
    filings = GaugeMetricFamily("masterpoint_filings", "Filings by state", labels=["federation", "state"])
    for row in Filing.objects.values("federation_id", "state").annotate(number=Count("pk")).order_by():
        filings.add_metric([row["federation_id"], row["state"]], row["number"])
    yield filings
    waiting = GaugeMetricFamily("masterpoint_waiting", "Tasks that wait for somebody", labels=["what"])
    waiting.add_metric(["drafts"], Draft.objects.count())
    waiting.add_metric(["filings"], Filing.objects.filter(state=Filing.State.PROVISIONAL).count())
    waiting.add_metric(["proposals"], Proposal.objects.filter(decided_at=None).count())
    waiting.add_metric(["questions"], Enquiry.objects.filter(state=Enquiry.State.OPEN).count())
    yield waiting


def _letters() -> Iterator[Metric]:
    letters = GaugeMetricFamily("masterpoint_letters", "Letters by state", labels=["state"])
    waiting = Letter.objects.filter(next_try_at__isnull=False)
    letters.add_metric(["waiting"], waiting.count())
    letters.add_metric(["tried without success"], waiting.exclude(went_wrong="").count())
    letters.add_metric(["sent"], Letter.objects.filter(sent_at__isnull=False).count())
    letters.add_metric(["given up"], Letter.objects.filter(next_try_at=None, sent_at=None).count())
    yield letters


def _jobs() -> Iterator[Metric]:
    """Jobs are labelled `work`, because Prometheus uses `job` for a group of servers.

    A job that never ran has infinite age.
    """
    now = datetime.now(UTC)
    age = GaugeMetricFamily("masterpoint_job_age_seconds", "Seconds since the job last succeeded", labels=["work"])
    failed = GaugeMetricFamily("masterpoint_job_failed", "1 if the last run of the job failed", labels=["work"])
    states = Job.objects.in_bulk()
    for name in sorted(jobs.NAMES):
        job = states.get(name)
        last = job.succeeded_at if job else None
        age.add_metric([name], (now - last).total_seconds() if last else math.inf)
        failed.add_metric([name], int(job is not None and job.failed))
    yield age
    yield failed


def _machine() -> Iterator[Metric]:
    yield GaugeMetricFamily(
        "masterpoint_disk_free_bytes", "Free space for records", shutil.disk_usage(settings.HOME).free
    )
    version = GaugeMetricFamily("masterpoint_info", "The running version", labels=["version"])
    version.add_metric([__version__], 1)
    yield version
