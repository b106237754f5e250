"""Percentiles, the machine's name, and the report in benchmarks/RESULTS.md."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

RESULTS = Path("benchmarks/RESULTS.md")

TARGETS: dict[str, dict[str, tuple[str, float]]] = {
    "rules": {"decisions_per_cpu_s": ("≥", 5_000)},
    "moves": {"moves_per_s": ("≥", 1_000), "p99_ms": ("<", 50)},
    "fanout": {"deliveries_per_s": ("≥", 20_000), "cpu_us_per_delivery": ("≤", 30)},
    "memory": {"kib_per_socket": ("≤", 20)},
    "resume": {"ms": ("≤", 100)},
}
"""What each bench is to reach; benchmarks/README.md shows the same."""


def percentile(values: Sequence[float], share: float) -> float:
    """The value below or at which `share` (0…1) of the values lie; 0.0 of none."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, round(share * len(ordered)) - 1))]


def reached(figures: dict[str, Any]) -> dict[str, bool]:
    """Which targets of the bench its figures reach."""
    compare = {"≥": float.__ge__, "≤": float.__le__, "<": float.__lt__}
    return {
        key: compare[sign](float(figures[key]), float(target))
        for key, (sign, target) in TARGETS.get(str(figures["bench"]), {}).items()
        if key in figures
    }


def machine() -> str:
    """Processor, how many of them, memory, Python, system: what a figure means nothing without."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [line.partition(":")[2].strip() for line in cpuinfo.read_text().splitlines() if "model name" in line]
        model = names[0] if names else model
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{model} × {processors}, {memory:.0f} GiB, Python {platform.python_version()}, {platform.system()}"


def revision() -> str:
    """The commit that was measured, `+` when the tree had changes."""
    try:
        head = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True)
        changes = subprocess.run(["git", "status", "--porcelain", "app"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return head.stdout.strip() + ("+" if changes.stdout.strip() else "")


def report(lines: Sequence[dict[str, Any]], path: Path = RESULTS) -> None:
    """Append the figures of one run to the report, with date, machine and commit, and which targets they reach."""
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    text = [
        f"\n## {datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {revision()}\n",
        f"{machine()}; load average at the end {load}\n",
        "```json",
    ]
    text += [json.dumps(line) for line in lines]
    text.append("```\n")
    for line in lines:
        for key, good in reached(line).items():
            sign, target = TARGETS[line["bench"]][key]
            which = f"{line['bench']} (missed {line['missed']})" if "missed" in line else line["bench"]
            text.append(f"- {which}: {key} {line[key]} {sign} {target:g}: {'reached' if good else '**not reached**'}")
    with path.open("a", encoding="utf-8") as file:
        file.write("\n".join(text) + "\n")
