"""Transport that lasts: sockets, their fan-out, and NDJSON streams.

`fanout`   the uvicorn protocol class: one encoded websocket frame, written to many transports, no reader waited for
`outlet`   what a session writes to: that protocol, or any ASGI server as the fall-back
`hub`      who is connected: one index of sessions by token and seat
`flights`  one question asked for a crowd that comes together
`greeting` the answer to a hello
`session`  one socket: hello, frames in, frames out
`doing`    what each of its frames does
`endpoint` the ASGI entry of sockets, in front of FastAPI's machinery (which would cost each idle socket some 12 KiB)
`sweeper`  pings, dead and revoked sockets
`streams`  NDJSON for bots
`server`   uvicorn set up for all of this, with an orderly end

It knows no SQL and no rule; it calls `app.matches` and `app.accounts` only.
"""
