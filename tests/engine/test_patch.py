"""Promise: a patch turns the old view into the new one, exactly, and touches nothing else."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.patch import apply, diff

keys = st.text("abc", min_size=1, max_size=2)
scalars = st.none() | st.booleans() | st.integers(-3, 3) | st.text("xy", max_size=2)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4), max_leaves=12
)
views = st.dictionaries(keys, values, max_size=5)


def same(a: Any, b: Any) -> bool:
    """Equality that tells True from 1, as JSON does."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b)


@given(views, views)
def test_diff_then_apply_gives_the_new_view(old: dict[str, Any], new: dict[str, Any]) -> None:
    before = copy.deepcopy(old)
    assert same(apply(old, diff(old, new)), new)
    assert same(old, before)


@given(views)
def test_equal_views_differ_in_nothing(view: dict[str, Any]) -> None:
    assert diff(view, copy.deepcopy(view)) == []


def test_only_the_changed_leaf_is_sent() -> None:
    units = {"s1": {"hex": "d3", "figures": 4}, "s2": {"hex": "j3", "figures": 4}}
    moved = {**units, "s1": {"hex": "d4", "figures": 4}}
    assert diff({"units": units, "turn": 1}, {"units": moved, "turn": 1}) == [[["units", "s1", "hex"], "d4"]]


def test_an_unchanged_object_is_not_looked_into() -> None:
    class Loud(dict[str, Any]):
        def items(self) -> Any:
            raise AssertionError("looked into")

    part = Loud(x=1)
    assert diff({"part": part}, {"part": part}) == []


def test_a_patch_that_does_not_fit_is_an_error() -> None:
    with pytest.raises(KeyError):
        apply({}, [[["a", "b"], 1]])


def test_a_bool_in_place_of_an_equal_number_is_a_change() -> None:
    assert diff({"a": 1}, {"a": True}) == [[["a"], True]]
    assert diff({"a": [{"b": [0]}]}, {"a": [{"b": [False]}]}) == [[["a"], [{"b": [False]}]]]
