"""`make test`: runs every check and every test, goes on after a failure, and closes with one table and one line.

Usage: check.py [STEP ...]   (all steps when none is named; the names are in STEPS)

The closing line `N passed, N failed` counts tests over all runners, and one failure for each other step that failed.
A step that was to run tests and ran none has failed. On CI (CI=true) `tests/conftest.py` turns a skipped browser,
database or multi-process test into a failed one, so a green run has shown everything.

Output is streamed as it comes. Surprising: a step that exceeds its time is ended with all its children.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts import programs

ROOT = Path(__file__).resolve().parent.parent
CLIENT = ROOT / "frontend"
STEP_LIMIT_S = 900


@dataclass(frozen=True)
class Counts:
    """How many tests a runner reports."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0


@dataclass(frozen=True)
class Step:
    """One program to run.

    `command` may hold `{report}`, the path of the report that `read` counts; without `read` the step has no tests.
    """

    name: str
    command: tuple[str, ...]
    cwd: Path = ROOT
    read: Callable[[Path], Counts] | None = None
    needs: tuple[programs.Program, ...] = ()


@dataclass(frozen=True)
class Result:
    """What became of a step."""

    name: str
    ok: bool
    seconds: float
    counts: Counts | None


def junit(report: Path) -> Counts:
    """Counts of a JUnit report, as pytest and Vitest write it."""
    suites = list(ElementTree.parse(report).getroot().iter("testsuite"))

    def total(key: str) -> int:
        return sum(int(suite.get(key) or 0) for suite in suites)

    failed = total("failures") + total("errors")
    return Counts(max(0, total("tests") - failed - total("skipped")), failed, total("skipped"))


def vitest(report: Path) -> Counts:
    """Counts of Vitest's JSON report."""
    found = json.loads(report.read_text())
    return Counts(found["numPassedTests"], found["numFailedTests"], found["numPendingTests"])


def _tool(name: str) -> str:
    return str(Path(sys.executable).parent / name)


def _pytest(*extra: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "pytest", "-q", "--junitxml={report}", "-o", "junit_logging=no", *extra)


_VITEST = ("npx", "vitest", "run", "--reporter=default", "--reporter=json", "--outputFile={report}")

STEPS = (
    Step("ruff", (_tool("ruff"), "check", ".")),
    Step("format", (_tool("ruff"), "format", "--check", ".")),
    Step("imports", (_tool("lint-imports"), "--no-logo")),
    Step("mypy", (_tool("mypy"),)),
    Step("wire types", (sys.executable, "-m", "scripts.openapi", "--check")),
    Step("svelte-check", ("npm", "run", "--silent", "check"), CLIENT),
    Step("build", (sys.executable, "scripts/setup.py", "client")),
    Step("vitest", _VITEST, CLIENT, vitest),
    Step("pytest", _pytest("-n", "2", "--dist", "worksteal", "-m", "not browser"), ROOT, junit, (programs.REDIS,)),
    Step("browser", _pytest("-n", "0", "-m", "browser"), ROOT, junit, (programs.CHROMIUM, programs.REDIS)),
)


def run(step: Step) -> Result:
    """Run one step, its output as it comes."""
    began = time.monotonic()
    print(f"\n=== {step.name} ===", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report"
        try:
            for program in step.needs:
                programs.ensure(program)
            code = _call([part.replace("{report}", str(report)) for part in step.command], step.cwd)
        except (programs.MissingProgramError, OSError) as error:
            print(error, flush=True)
            code = 1
        counts = _count(step, report)
    ok = code == 0 and (step.read is None or (counts is not None and counts.failed == 0 and counts.passed > 0))
    return Result(step.name, ok, time.monotonic() - began, counts)


def _count(step: Step, report: Path) -> Counts | None:
    if step.read is None or not report.exists():
        return None
    try:
        return step.read(report)
    except (ValueError, KeyError, ElementTree.ParseError) as error:
        print(f"{step.name} left a report that cannot be read: {error}", flush=True)
        return None


def _call(command: list[str], cwd: Path) -> int:
    process = subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        return process.wait(timeout=STEP_LIMIT_S)
    except subprocess.TimeoutExpired:
        print(f"ended after {STEP_LIMIT_S} s", flush=True)
        return 1
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def summary(results: list[Result]) -> str:
    """The table and the closing line."""
    lines = [f"{'step':<14}{'':<8}{'passed':>8}{'failed':>8}{'skipped':>8}{'seconds':>9}"]
    for r in results:
        numbers = (r.counts.passed, r.counts.failed, r.counts.skipped) if r.counts else ("", "", "")
        state = "ok" if r.ok else "FAILED"
        lines.append(f"{r.name:<14}{state:<8}" + "".join(f"{n:>8}" for n in numbers) + f"{r.seconds:>9.1f}")
    lines.append(f"{'together':<46}{sum(r.seconds for r in results):>9.1f}")
    passed = sum(r.counts.passed for r in results if r.counts)
    failed = sum(r.counts.failed for r in results if r.counts)
    failed += sum(1 for r in results if not r.ok and not (r.counts and r.counts.failed))
    return "\n".join([*lines, "", f"{passed} passed, {failed} failed"])


def main(named: list[str]) -> int:
    """Run the named steps, or all."""
    unknown = set(named) - {step.name for step in STEPS}
    if unknown:
        print(f"no such step: {', '.join(sorted(unknown))}; there are {', '.join(s.name for s in STEPS)}")
        return 2
    results = [run(step) for step in STEPS if not named or step.name in named]
    print("\n" + summary(results), flush=True)
    return 0 if all(result.ok for result in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
