"""Tests of how it is packaged and put behind a proxy."""
