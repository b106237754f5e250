"""Action: one choice of a seat, as JSON an object with a `verb`.

A ruleset declares one subclass a verb and a union of them all; msgspec decodes and validates in one go. By convention,
on which the client leans instead of on rules: `unit` is who acts, `to` or `path` where it goes, `target` a unit that is
acted upon, `hex` or `point` a place that is acted upon, `card` a card, `count` a number.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Action(msgspec.Struct, frozen=True, tag_field="verb", forbid_unknown_fields=True, omit_defaults=True):
    """Base of all actions. Frozen and hashable, so that choices can be compared and looked up."""


def verb_of(action: Action) -> str:
    """The verb under which the action stands in JSON."""
    tag = type(action).__struct_config__.tag
    assert isinstance(tag, str)
    return tag


def to_json(action: Action) -> dict[str, Any]:
    """The action as plain JSON values (lists, no tuples), verb first."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(action))
    return plain
