"""The benches of `sandtable bench`: what the server and the rules cost, measured from outside.

`rules`   in process: random legal self-play
`server`  starts a real `sandtable serve` with a data folder of its own, reads its cost from /proc
`websocket`  a raw-socket websocket client that costs as little as possible
`people`  guests, matches and seats over REST
`load`    the second process: `moves`, `fanout`, `resume` and `memory` are driven from there
`figures` percentiles, the machine, RESULTS.md

Only `app.commands.bench` imports these; nothing of the server does.
"""
