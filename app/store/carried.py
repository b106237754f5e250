"""Carried: which matches were made with a version of the rules that the asking process carries, as a condition."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Text, any_, bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from app.store.tables import matches

CARRIED: ColumnElement[bool] = (matches.c.ruleset + "@" + matches.c.version) == any_(
    bindparam("carried", type_=ARRAY(Text()))
)
"""Takes the parameter `carried`: a list of `ruleset@version`."""
