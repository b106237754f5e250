"""The service between transport and storage: the one commit path, seats, clocks, takebacks, spectators, bots, chat.

It knows no rule (it asks the match's `Ruleset`), no SQL (it asks `app.store`) and no network. `MatchService` in
`service.py` is the façade that transport calls; every other module holds one concept. docs/service.md is the contract.
"""
