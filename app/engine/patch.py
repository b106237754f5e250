"""Patch: the difference between two views, and the small reducer that applies it.

A view is made of dicts with string keys, lists and scalars. A patch is a list of operations: `[path, value]` sets,
`[path]` deletes, where path is a list of keys. Lists are replaced whole. What did not change is found by identity first
(rulesets hand out the same object for an unchanged part), by equality else. Because the patch is made from two
projected views, it cannot show what the view does not.
"""

from __future__ import annotations

from typing import Any

Patch = list[list[Any]]


def diff(old: dict[str, Any], new: dict[str, Any]) -> Patch:
    """Operations that turn `old` into `new`, in a fixed order: the old keys, then the added ones."""
    patch: Patch = []
    _diff(old, new, [], patch)
    return patch


def _diff(old: dict[str, Any], new: dict[str, Any], path: list[str], patch: Patch) -> None:
    for key, before in old.items():
        if key not in new:
            patch.append([[*path, key]])
            continue
        after = new[key]
        if after is before:
            continue
        if type(before) is dict and type(after) is dict:
            _diff(before, after, [*path, key], patch)
        elif before != after or not _alike(before, after):
            patch.append([[*path, key], after])
    for key, after in new.items():
        if key not in old:
            patch.append([[*path, key], after])


def _alike(a: Any, b: Any) -> bool:
    """Whether two equal values are also of equal types all through: Python's 1 equals True, JSON's does not."""
    if type(a) is not type(b):
        return False
    if type(a) is list:
        return all(map(_alike, a, b))
    if type(a) is dict:
        return all(_alike(part, b[key]) for key, part in a.items())
    return True


def apply(view: dict[str, Any], patch: Patch) -> dict[str, Any]:
    """The view after the patch; the given one stays as it is. KeyError if the patch does not fit the view."""
    for operation in patch:
        view = _applied(view, operation[0], operation)
    return view


def _applied(view: dict[str, Any], path: list[str], operation: list[Any]) -> dict[str, Any]:
    changed = dict(view)
    head, rest = path[0], path[1:]
    if rest:
        changed[head] = _applied(changed[head], rest, operation)
    elif len(operation) == 1:
        del changed[head]
    else:
        changed[head] = operation[1]
    return changed
