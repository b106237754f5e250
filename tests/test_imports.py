"""Beyond import-linter's contracts: rules use the standard library and msgspec alone, and no floating point."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAY = {"engine": ("app.engine",), "rulesets": ("app.engine", "app.rulesets")}


def imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            yield node.module or ""


@pytest.mark.parametrize("layer", MAY)
def test_rules_import_the_standard_library_and_msgspec_alone(layer: str) -> None:
    files = sorted((ROOT / "app" / layer).rglob("*.py"))
    assert files
    strangers = [
        f"{file.relative_to(ROOT)}: {name}"
        for file in files
        for name in imported(file)
        if name.partition(".")[0] not in sys.stdlib_module_names | {"msgspec"}
        and not any(name == own or name.startswith(f"{own}.") for own in MAY[layer])
    ]
    assert strangers == []


@pytest.mark.parametrize("layer", MAY)
def test_rules_hold_no_floating_point_number(layer: str) -> None:
    found = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for file in sorted((ROOT / "app" / layer).rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, float)
    ]
    assert found == []
