"""Writes the README's table of settings from `app.settings`; `--check` only compares, for the test run."""

import sys
from pathlib import Path

from pydantic.fields import FieldInfo

from app.settings import Settings

README = Path(__file__).resolve().parent.parent / "README.md"
BEGIN = "<!-- settings: written by scripts/settings_table.py -->"
END = "<!-- end of settings -->"


def table() -> str:
    """The table in Markdown."""
    rows = ["| variable | default | meaning |", "| --- | --- | --- |"]
    for name, field in Settings.model_fields.items():
        rows.append(f"| `{_variable(name, field)}` | {_default(field)} | {field.description} |")
    return "\n".join(rows)


def _variable(name: str, field: FieldInfo) -> str:
    return str(field.validation_alias) if field.validation_alias else f"SANDTABLE_{name.upper()}"


def _default(field: FieldInfo) -> str:
    value = field.default
    if value is None or value == ():
        return "–"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def with_table(readme: str) -> str:
    """The README's text with the table between its two marks.

    Raises:
        ValueError: a mark is missing.
    """
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"README.md lacks the marks {BEGIN} and {END}")
    return f"{before}{BEGIN}\n\n{table()}\n\n{END}{after}"


def main() -> int:
    """Write, or compare."""
    text = README.read_text(encoding="utf-8")
    wanted = with_table(text)
    if "--check" in sys.argv:
        if text != wanted:
            print("README.md: the table of settings is stale; run python -m scripts.settings_table", file=sys.stderr)
        return int(text != wanted)
    README.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
