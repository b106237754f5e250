"""Files that are made from others are up to date, and the locks name no server and no machine."""

import json
import re
from pathlib import Path

import pytest

from scripts import lock, settings_table

ROOT = Path(__file__).parents[2]


def test_the_readme_lists_every_setting_as_it_is() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert settings_table.with_table(readme) == readme


@pytest.mark.parametrize("name", lock.LOCKS)
def test_the_python_locks_hold_packages_and_hashes_and_nothing_else(name: str) -> None:
    text = (ROOT / name).read_text()
    assert lock.strange_lines(text) == []
    blocks = re.split(r"\n(?=\S)", text.strip())
    assert all("--hash=sha256:" in block for block in blocks)


def test_the_image_gets_the_versions_that_were_tested() -> None:
    def pins(name: str) -> set[str]:
        return {line.split(" ")[0] for line in (ROOT / name).read_text().splitlines() if not line.startswith(" ")}

    assert pins("requirements-runtime.lock") < pins("requirements.lock")
    assert not any(pin.startswith(("pytest", "playwright", "mypy")) for pin in pins("requirements-runtime.lock"))


def test_a_lock_that_names_a_server_or_a_folder_is_refused() -> None:
    for line in ("--index-url https://example.org/simple", "-f /opt/wheels", "x @ file:///opt/x.whl"):
        assert lock.strange_lines(line) == [line]


def test_every_pinned_dependency_is_in_the_lock() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = project["dependencies"] + project["optional-dependencies"]["dev"]
    locked = dict(re.findall(r"^([a-z0-9._-]+)==([^ ]+)", (ROOT / "requirements.lock").read_text(), re.MULTILINE))
    for requirement in wanted:
        match = re.match(r"([a-zA-Z0-9._-]+)(?:\[[^]]*\])?(?:==([^;\s]+))?", requirement)
        assert match is not None
        name, version = match.groups()
        assert name in locked, requirement
        assert version in (None, locked[name]), requirement


def test_the_client_lock_has_hashes_and_no_addresses() -> None:
    packages = json.loads((ROOT / "frontend" / "package-lock.json").read_text())["packages"]
    assert [name for name, entry in packages.items() if "resolved" in entry] == []
    assert [name for name, entry in packages.items() if name and "integrity" not in entry] == []
