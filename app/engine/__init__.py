"""The kernel: what every ruleset stands on, and nothing of any single game.

Pure code: standard library and msgspec only. No I/O, no clock, no logging, no asyncio; time and randomness come in as
arguments. Six nouns carry everything: Game, Decision, Action, Event, Frame, Viewer (one module each), and Dice.
The laws that a ruleset must keep stand in `ruleset.py`; `tests/contract` proves them for every registered ruleset.
"""
