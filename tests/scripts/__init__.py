"""Tests of what the Makefile calls."""
