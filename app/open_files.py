"""The open files of this process: every socket is one, and the usual soft limit of 1,024 would end a crowd.

Called before anything is opened, by `sandtable serve` and by the benches. Where the system has no such limit, nothing
happens.
"""

from __future__ import annotations

import contextlib

WANTED = 65_536


def allow_many_files() -> None:
    """Raise the soft limit to WANTED, as far as the hard limit allows; children inherit it."""
    with contextlib.suppress(ImportError):  # Windows has no such module
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = WANTED if hard == resource.RLIM_INFINITY else min(hard, WANTED)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
