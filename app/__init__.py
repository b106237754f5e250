"""Sandtable: an authoritative server for tabletop battles. See docs/architecture.md for the layers."""
