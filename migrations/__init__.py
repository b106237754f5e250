"""Alembic's revisions of the schema; a package so that an installed Sandtable can migrate too."""
