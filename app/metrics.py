"""Every Prometheus metric, in one place. Names begin with `sandtable_`; labels are few and bounded.

One `Metrics` for each process, with a registry of its own, so that tests can make several. Whoever measures gets it
handed; nothing here is global.
"""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """The metrics of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self.requests = Counter(
            "sandtable_http_requests",
            "HTTP requests answered.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self.request_seconds = Histogram(
            "sandtable_http_request_seconds",
            "Seconds from request to the end of its answer, without streams.",
            ("route",),
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.sockets = Gauge("sandtable_sockets", "Sockets that are open and have said hello.", registry=self.registry)
        self.streams = Gauge("sandtable_streams", "NDJSON streams that are open.", registry=self.registry)
        self.frames_in = Counter(
            "sandtable_socket_frames_in", "Frames that clients sent.", ("t",), registry=self.registry
        )
        self.clogged = Counter(
            "sandtable_sockets_clogged", "Times that a reader was too slow and had to resync.", registry=self.registry
        )
        self.byes = Counter(
            "sandtable_socket_byes", "Sockets that the server closed.", ("reason",), registry=self.registry
        )
        self.refused = Counter(
            "sandtable_refused", "Requests and frames that were refused.", ("code",), registry=self.registry
        )
        self.commit_seconds = Histogram(
            "sandtable_commit_seconds",
            "Seconds from an action's arrival to its acknowledgement.",
            buckets=_SECONDS,
            registry=self.registry,
        )

    def exposition(self) -> bytes:
        """The metrics in Prometheus' text format."""
        return generate_latest(self.registry)
