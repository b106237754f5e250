"""The shared vectors are those that the engine makes now; the client's tests read the same files."""

from __future__ import annotations

from scripts.vectors import FOLDER, dice_vectors, patch_vectors, text_of


def test_dice_vectors_are_what_the_engine_derives() -> None:
    assert (FOLDER / "dice.json").read_text(encoding="utf-8") == text_of(dice_vectors())


def test_patch_vectors_are_what_the_engine_makes() -> None:
    assert (FOLDER / "patch.json").read_text(encoding="utf-8") == text_of(patch_vectors())
