"""The test driver tells the truth: it counts every runner, and nothing that failed or ran nothing looks green."""

import sys
from pathlib import Path

import pytest

from scripts import check, programs


def step(code: str, read: bool = True, **more: object) -> check.Step:
    command = (sys.executable, "-c", code, "{report}")
    return check.Step("probe", command, read=check.junit if read else None, **more)  # type: ignore[arg-type]


def report(tests: int, failures: int, skipped: int) -> str:
    xml = f'<testsuites><testsuite tests="{tests}" failures="{failures}" errors="0" skipped="{skipped}"/></testsuites>'
    return f"import sys; open(sys.argv[1], 'w').write('{xml}')"


def test_tests_are_counted_over_the_runners() -> None:
    results = [check.run(step(report(5, 0, 1))), check.run(step(report(3, 0, 0)))]
    assert all(r.ok for r in results)
    assert check.summary(results).splitlines()[-1] == "7 passed, 0 failed"


def test_a_failed_test_fails_the_step_whatever_the_exit_code() -> None:
    result = check.run(step(report(5, 2, 0)))
    assert not result.ok
    assert check.summary([result]).splitlines()[-1] == "3 passed, 2 failed"


@pytest.mark.parametrize(
    "probe",
    [
        step("raise SystemExit(3)"),
        step("pass"),
        step(report(0, 0, 0)),
        step(report(4, 0, 4)),
        step("import sys; open(sys.argv[1], 'w').write('<half')"),
        step("raise SystemExit(1)", read=False),
        check.Step("probe", ("/no/such/program",)),
    ],
    ids=["crashed", "no report", "no test", "all skipped", "broken report", "failed check", "no program"],
)
def test_a_step_that_showed_nothing_is_one_failure(probe: check.Step) -> None:
    result = check.run(probe)
    assert not result.ok
    assert check.summary([result]).splitlines()[-1] == "0 passed, 1 failed"


def test_a_missing_program_is_named_with_advice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lacking = programs.Program("an abacus", "ABACUS", ("abacus-nowhere",), "abacus")
    monkeypatch.setattr(programs.os, "geteuid", lambda: 1000)
    assert not check.run(step(report(1, 0, 0), needs=(lacking,))).ok
    assert "apt-get install abacus" in capsys.readouterr().out


def test_a_step_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "STEP_LIMIT_S", 0.5)
    assert not check.run(step("import time; time.sleep(60)")).ok


def test_an_unknown_step_is_refused() -> None:
    assert check.main(["nonsense"]) == 2


def test_a_program_named_by_its_variable_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROMIUM", sys.executable)
    assert programs.find(programs.CHROMIUM) == sys.executable
    monkeypatch.setenv("CHROMIUM", str(Path("/no/such/browser")))
    assert programs.find(programs.CHROMIUM) is None
